//! Releases of graphs: the published examples, the properties that every release has, and what is refused.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up fails"
)]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use bauta_graph::context::Context;
use bauta_graph::generate::{Extension, NAMESPACE, Universities};
use bauta_graph::release::{Answer, Given, anonymize, updates};
use bauta_graph::{Error, Graph};
use bauta_table::{Hierarchy, Silent};
use proptest::prelude::*;
use support::{Store, lines, released, turtle};

const EXAMPLES: &str = "http://example.org/examples#";

fn vector(name: &str) -> String {
    std::fs::read_to_string(format!(
        "{}/tests/vectors/{name}",
        env!("CARGO_MANIFEST_DIR")
    ))
    .unwrap()
}

fn context(text: &str) -> Context {
    let head = format!("version = 1\n[prefixes]\nub = \"{NAMESPACE}\"\nex = \"{EXAMPLES}\"\n");
    Context::parse(&format!("{head}{text}"), "graph.toml").unwrap()
}

fn with_religions(text: &str) -> Graph {
    turtle(&(vector("ontology/religion.ttl") + text))
}

/// Everything in the release but the ontology.
fn facts(text: &str) -> BTreeSet<String> {
    let ontology = lines(&turtle(&vector("ontology/religion.ttl")));
    text.lines()
        .map(str::to_owned)
        .filter(|line| !ontology.contains(line))
        .collect()
}

const ANATOMY: &str = "[vocabulary]\nnamespace = \"http://example.org/examples#\"\n[entities]\nquery = \"SELECT ?s WHERE { ?s ub:hasReligion ?r }\"\n[identifiers]\nreplace = false\n[[sensitive]]\nproperty = \"ub:hasReligion\"\n[[quasi-identifiers]]\nproperty = \"ub:researchInterest\"\n";

#[test]
fn the_published_anatomy_is_made_and_its_updates_say_the_same() {
    let before = vector("semantic/anatomy_before.ttl");
    let mut graph = with_religions(&before);
    let context = context(ANATOMY);
    let (release, text) = released(&mut graph, &context, &Given::default());
    let expected = lines(&turtle(&vector("semantic/anatomy_after.ttl")));
    assert_eq!(facts(&text), expected);
    let published: serde_json::Value =
        serde_json::from_str(&vector("semantic/anatomy_updates.json")).unwrap();
    assert_eq!(
        facts(&text).len() as u64,
        published["triples_after"].as_u64().unwrap()
    );
    let mut ours = Store::new(&before);
    updates(&graph, &context, &release)
        .iter()
        .for_each(|update| ours.update(update));
    assert_eq!(ours.lines(), expected);
    let mut theirs = Store::new(&before);
    published["updates"]
        .as_array()
        .unwrap()
        .iter()
        .for_each(|update| theirs.update(update.as_str().unwrap()));
    assert_eq!(theirs.lines(), expected);
}

#[test]
fn the_published_generalisation_is_made() {
    let text = "@prefix ex: <http://example#> . ex:Maxime a ex:P ; ex:age 26 ; ex:zipcode \"77420\" . ex:Other a ex:P ; ex:age 24 ; ex:zipcode \"77423\" .";
    let mut graph = turtle(text);
    let context = Context::parse(
        "version = 1\n[prefixes]\nex = \"http://example#\"\n[vocabulary]\nnamespace = \"http://example#\"\n[entities]\nclass = \"ex:P\"\n[identifiers]\nreplace = false\n\
         [[quasi-identifiers]]\nproperty = \"ex:age\"\nhierarchy = \"age.csv\"\n[[quasi-identifiers]]\nproperty = \"ex:zipcode\"\nhierarchy = { type = \"masking\" }\n\
         [k-anonymity]\nk = 2\nmethod = \"optimal\"\n",
        "graph.toml",
    )
    .unwrap();
    let given = Given {
        hierarchies: BTreeMap::from([("age".to_owned(), ages())]),
        seed: 1,
        ..Given::default()
    };
    let (release, text) = released(&mut graph, &context, &given);
    let vector: serde_json::Value = serde_json::from_str(&vector("kanon/update_5_3.json")).unwrap();
    let long = |line: &str| {
        let line = line
            .replace("ex:", "http://example#")
            .replace("<http://Blank_X>", "NODE");
        let mut words = line.split(' ').map(|word| match word {
            word if word.starts_with("http") => format!("<{word}>"),
            word if word.parse::<i64>().is_ok() => {
                format!("\"{word}\"^^<http://www.w3.org/2001/XMLSchema#integer>")
            }
            word => word.to_owned(),
        });
        words.by_ref().collect::<Vec<_>>().join(" ")
    };
    let shown: BTreeSet<String> = text
        .lines()
        .map(|line| {
            line.trim_end_matches(" .")
                .split(' ')
                .map(|w| if w.starts_with("_:") { "NODE" } else { w })
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    for line in vector["after"].as_array().unwrap() {
        assert!(
            shown.contains(&long(line.as_str().unwrap())),
            "{line} in {shown:#?}"
        );
    }
    assert_eq!(release.verified.k, Some(2));
    // The updates, run by an engine, come to the same graph.
    let mut ours = Store::new(
        "@prefix ex: <http://example#> . ex:Maxime a ex:P ; ex:age 26 ; ex:zipcode \"77420\" . ex:Other a ex:P ; ex:age 24 ; ex:zipcode \"77423\" .",
    );
    updates(&graph, &context, &release)
        .iter()
        .for_each(|update| ours.update(update));
    let ours: BTreeSet<String> = ours
        .lines()
        .iter()
        .map(|line| {
            line.trim_end_matches(" .")
                .split(' ')
                .map(|w| if w.starts_with("_:") { "NODE" } else { w })
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(ours, shown);
}

fn ages() -> Hierarchy {
    let rows: Vec<Vec<String>> = vector("kanon/hierarchy_age.csv")
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect();
    Hierarchy::from_rows("age", &rows).unwrap()
}

const PROFESSORS: &str = "[entities]\nclass = \"ub:Professor\"\n[identifiers]\nproperties = [\"ub:name\", \"ub:emailAddress\", \"ub:telephone\"]\n[[sensitive]]\nproperty = \"ub:hasReligion\"\n[[sensitive]]\nproperty = \"ub:politics\"\n[[quasi-identifiers]]\nproperty = \"ub:age\"\nhierarchy = \"age.csv\"\n[[quasi-identifiers]]\nproperty = \"ub:sex\"\n[[quasi-identifiers]]\nproperty = \"ub:zipcode\"\nhierarchy = { type = \"masking\" }\n";

fn university() -> Graph {
    let extension = Extension {
        nine_religions: true,
        ..Extension::default()
    };
    Universities {
        extension,
        ..Universities::new(1, 11)
    }
    .graph()
    .unwrap()
}

#[test]
fn a_university_is_released_and_nobody_is_named() {
    for k in [
        "",
        "[k-anonymity]\nk = 5\n",
        "[k-anonymity]\nk = 3\nscope = \"group\"\n",
        "[k-anonymity]\nk = 8\nmethod = \"local\"\n",
    ] {
        let mut graph = university();
        let context = context(&format!("{PROFESSORS}{k}"));
        let given = Given {
            hierarchies: BTreeMap::from([("age".to_owned(), ages())]),
            seed: 5,
            ..Given::default()
        };
        let before = graph.len();
        let (release, text) = released(&mut graph, &context, &given);
        let entities = release.resolved.entities.len();
        assert!(
            text.lines()
                .all(|line| !line.contains("/FullProfessor")
                    && !line.contains("/AssistantProfessor"))
        );
        assert!(!text.contains("\"AssociateProfessor1\""));
        let identifiers = 3 * entities;
        let values = 9 + 6;
        let groups = release
            .grouped
            .iter()
            .flat_map(|grouped| &grouped.groups)
            .filter(|group| group.class.is_some())
            .count();
        if k.is_empty() {
            assert_eq!(
                text.lines().count(),
                before - identifiers + 3 * values + groups
            );
        } else {
            assert!(release.verified.k.unwrap() >= if k.contains("k = 5") { 5 } else { 3 });
        }
        // What the file says, read again by itself, is what was verified.
        let again = support::read_lines(&text);
        let in_groups = again.links_of("urn:bauta:graph#inGroup");
        assert_eq!(in_groups.len(), 2 * entities);
        assert_eq!(again.links_of(&format!("{NAMESPACE}hasReligion")).len(), 9);
        assert_eq!(text.lines().count() as u64, release.verified.triples);
        assert!(
            again
                .links_of(&format!("{NAMESPACE}advisor"))
                .iter()
                .all(|link| again.dictionary.text(link.1).starts_with("_:"))
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_other_names() {
    let text = |seed: u64| {
        let mut graph = university();
        released(
            &mut graph,
            &context(PROFESSORS),
            &Given {
                seed,
                hierarchies: BTreeMap::from([("age".to_owned(), ages())]),
                ..Given::default()
            },
        )
        .1
    };
    assert!(text(1) == text(1));
    assert!(text(1) != text(2));
}

#[test]
fn asked_levels_are_kept_where_there_is_company() {
    let asked = PROFESSORS
        .replace(
            "hierarchy = \"age.csv\"",
            "hierarchy = \"age.csv\"\nasked-level = 1",
        )
        .replace(
            "type = \"masking\" }",
            "type = \"masking\" }\nasked-level = 2",
        );
    let mut graph = university();
    let given = Given {
        hierarchies: BTreeMap::from([("age".to_owned(), ages())]),
        seed: 5,
        ..Given::default()
    };
    let (release, text) = released(
        &mut graph,
        &context(&format!(
            "{asked}[k-anonymity]\nk = 3\nmethod = \"local\"\n"
        )),
        &given,
    );
    assert!(release.verified.k.unwrap() >= 3);
    let again = support::read_lines(&text);
    let zips: BTreeSet<String> = again
        .links_of(&format!("{NAMESPACE}zipcode"))
        .iter()
        .map(|link| again.dictionary.label(link.1).into_owned())
        .collect();
    assert!(
        zips.iter().all(|zip| zip.ends_with("**") || zip == "*"),
        "{zips:?}"
    );
}

fn refused(graph: &mut Graph, context: &Context) -> String {
    match anonymize(graph, context, &Given::default(), &Silent) {
        Err(Error::Faults(faults)) => faults
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n"),
        Ok(Answer::Unreachable(miss)) => {
            format!("unreachable: {} {:?}", miss.attempt, miss.missing)
        }
        _ => panic!("neither a fault nor out of reach"),
    }
}

#[test]
fn what_does_not_fit_is_told_at_once() {
    let data = "@prefix ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#> . @prefix e: <http://e/> .
        e:a a ub:Professor ; ub:age 30 , 31 ; ub:hasReligion ub:Islam . e:b a ub:Professor ; ub:hasReligion ub:Islam .";
    let told = refused(
        &mut turtle(data),
        &context(
            "[entities]\nclass = \"ub:Professor\"\n[[quasi-identifiers]]\nproperty = \"ub:age\"\n[[quasi-identifiers]]\nproperty = \"ub:agee\"\n[[sensitive]]\nproperty = \"ub:politics\"\n",
        ),
    );
    assert!(
        told.contains("1 entities have several values of \"age\""),
        "{told}"
    );
    assert!(
        told.contains("\"ub:agee\" does not occur in the graph; did you mean \"age\"?"),
        "{told}"
    );
    assert!(told.contains("\"ub:politics\" does not occur"), "{told}");
    let told = refused(
        &mut turtle(data),
        &context("[entities]\nclass = \"ub:Lecturer\"\n"),
    );
    assert!(told.contains("no instance of \"ub:Lecturer\""), "{told}");
    let told = refused(
        &mut turtle(data),
        &context("[entities]\nquery = \"SELECT ?s WHERE { ?s ub:nothing ?o }\"\n"),
    );
    assert!(told.contains("selects nothing"), "{told}");
    let told = refused(
        &mut turtle(data),
        &context("[entities]\nquery = \"SELECT ?s WHERE { ?s\"\n"),
    );
    assert!(told.contains("not valid SPARQL"), "{told}");
    // One distinct value hides nobody.
    let told = refused(
        &mut turtle(data),
        &context(
            "[entities]\nclass = \"ub:Professor\"\n[[sensitive]]\nproperty = \"ub:hasReligion\"\n",
        ),
    );
    assert!(told.starts_with("unreachable: all 1 values"), "{told}");
    for (text, expected) in [
        ("version = 2\n[entities]\nclass = \"ub:P\"\n", "version 2"),
        ("version = 1\n[entities]\n", "entities.class"),
        ("version = 1\n[entities]\nclass = \"ub:P\"\n", "prefix"),
        ("version = 1\n[entities]\nclas = \"ub:P\"\n", "line 3"),
    ] {
        let told = Context::parse(text, "graph.toml").unwrap_err().to_string();
        assert!(told.contains(expected), "{told}");
    }
}

#[test]
fn entities_without_anything_need_company_too() {
    let mut text = String::from("@prefix e: <http://e/> . ");
    (0..6).for_each(|n| {
        text.push_str(&format!(
            "e:p{n} a e:P ; e:age {} ; e:says e:v{} . ",
            20 + n,
            n % 3
        ));
    });
    text.push_str("e:none a e:P . ");
    let head = "version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:P\"\n[[quasi-identifiers]]\nproperty = \"e:age\"\n[[sensitive]]\nproperty = \"e:says\"\n[k-anonymity]\nk = 2\n";
    let context = Context::parse(head, "graph.toml").unwrap();
    let (release, _) = released(&mut turtle(&text), &context, &Given::default());
    assert!(release.verified.k.unwrap() >= 2);
    assert!(
        release
            .notes
            .iter()
            .any(|note| note == "1 entities have no \"age\""),
        "{:?}",
        release.notes
    );
    let strict = Context::parse(
        &format!("{head}missing-values = \"refuse\"\n"),
        "graph.toml",
    )
    .unwrap();
    assert!(
        refused(&mut turtle(&text), &strict)
            .contains("1 entities have no \"age\"; set missing-values")
    );
}

#[test]
fn groups_of_entities_hold_one_in_l() {
    let mut graph = university();
    let context = context(&format!(
        "{PROFESSORS}[anatomy]\nmethod = \"entities\"\nl = 4\n"
    ));
    let given = Given {
        hierarchies: BTreeMap::from([("age".to_owned(), ages())]),
        seed: 5,
        ..Given::default()
    };
    let (release, text) = released(&mut graph, &context, &given);
    for (name, most) in &release.verified.max_posterior {
        assert!(*most <= 0.25 + 1e-9, "{name}: {most}");
    }
    assert!(
        support::read_lines(&text)
            .links_of("urn:bauta:graph#inGroup")
            .len()
            >= 2 * release.resolved.entities.len()
    );
}

/// The objects of a property as a reader counts them.
fn told(graph: &Graph, property: &str) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (_, object) in graph.links_of(property) {
        *counts
            .entry(graph.dictionary.text(object).to_owned())
            .or_insert(0) += 1;
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Groups alone: quasi-identifiers are what they were, no link is left, cardinalities are those of the values, and so many triples come.
    #[test]
    fn anatomy_changes_nothing_else(
        people in proptest::collection::vec((0u32..60, 0usize..9), 2..30),
        rule in prop_oneof![Just("stable"), Just("printed"), Just("authors")],
    ) {
        let religions = bauta_graph::generate::RELIGIONS;
        let mut text = String::from("@prefix e: <http://e/> . @prefix ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#> . ");
        for (n, (age, religion)) in people.iter().enumerate() {
            text.push_str(&format!("e:p{n} a e:P ; e:age {age} ; ub:hasReligion ub:{} . ", religions[*religion].0));
        }
        let values: BTreeSet<usize> = people.iter().map(|person| person.1).collect();
        prop_assume!(values.len() >= 2);
        let mut graph = with_religions(&text);
        let before = graph.len();
        let (ages, religion) = (told(&graph, "http://e/age"), told(&graph, &format!("{NAMESPACE}hasReligion")));
        let context = Context::parse(&format!(
            "version = 1\n[prefixes]\ne = \"http://e/\"\nub = \"{NAMESPACE}\"\n[entities]\nclass = \"e:P\"\n\
             [[quasi-identifiers]]\nproperty = \"e:age\"\n[[sensitive]]\nproperty = \"ub:hasReligion\"\n[anatomy]\nclustering = \"{rule}\"\n"
        ), "graph.toml").unwrap();
        let (release, text) = released(&mut graph, &context, &Given { seed: 3, ..Given::default() });
        let again = support::read_lines(&text);
        prop_assert_eq!(told(&again, "http://e/age"), ages);
        let typed = release.grouped[0].groups.iter().filter(|group| group.class.is_some()).count();
        prop_assert_eq!(again.len(), before + 3 * values.len() + typed);
        // Cardinalities by value, read through the attribute nodes; nobody but groups has the property.
        let people_again: BTreeSet<u32> = again.links_of("urn:bauta:graph#inGroup").iter().map(|link| link.0).collect();
        prop_assert_eq!(people_again.len(), people.len());
        let value_of: BTreeMap<u32, u32> = again.links_of("urn:bauta:graph#value").into_iter().collect();
        let mut cards: BTreeMap<String, usize> = BTreeMap::new();
        for (node, count) in again.links_of("urn:bauta:graph#cardinality") {
            cards.insert(again.dictionary.text(value_of[&node]).to_owned(), again.dictionary.label(count).parse().unwrap());
        }
        prop_assert_eq!(cards, religion);
        let owners = again.links_of(&format!("{NAMESPACE}hasReligion"));
        prop_assert!(owners.iter().all(|link| !people_again.contains(&link.0) && value_of.contains_key(&link.1)));
    }

    /// What is left never tells a hidden link: the answer is no, or a slow closure of the file does not have it.
    #[test]
    fn no_hidden_link_follows_from_a_release(
        people in 2usize..8,
        inverse in proptest::collection::btree_set((0usize..3, 0usize..8), 0..4),
        below in proptest::collection::btree_set((0usize..8, 0usize..3), 0..3),
        chained in proptest::collection::btree_set((0usize..8, 0usize..3), 0..3),
    ) {
        let mut text = String::from("@prefix e: <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
            e:affects owl:inverseOf e:has . e:shows rdfs:subPropertyOf e:likely . e:has owl:propertyChainAxiom (e:lies e:ward) . ");
        (0..people).for_each(|n| text.push_str(&format!("e:p{n} a e:P ; e:has e:v{} . ", n % 3)));
        (0..3).for_each(|n| text.push_str(&format!("e:bed{n} e:ward e:v{n} . ")));
        inverse.iter().filter(|link| link.1 < people).for_each(|(v, p)| text.push_str(&format!("e:v{v} e:affects e:p{p} . ")));
        below.iter().filter(|link| link.0 < people).for_each(|(p, v)| text.push_str(&format!("e:p{p} e:shows e:v{v} . ")));
        chained.iter().filter(|link| link.0 < people).for_each(|(p, v)| text.push_str(&format!("e:p{p} e:lies e:bed{v} . ")));
        // By hand: which links an inverse or a chain tells; a property below another than the hidden one tells nothing.
        let follows = inverse.iter().any(|(v, p)| *p < people && p % 3 == *v) || chained.iter().any(|(p, v)| *p < people && p % 3 == *v);
        let mut graph = turtle(&text);
        let context = Context::parse("version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:P\"\n[[sensitive]]\nproperty = \"e:has\"\n", "graph.toml").unwrap();
        match anonymize(&mut graph, &context, &Given::default(), &Silent) {
            Ok(Answer::Released(_)) => prop_assert!(!follows, "{}", text),
            Ok(Answer::Unreachable(miss)) => prop_assert!(follows, "{:?} {}", miss.missing, text),
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        }
    }

    /// Any small graph of people: what is released satisfies what was asked, or nothing is.
    #[test]
    fn every_release_has_the_properties(
        people in proptest::collection::vec((0u32..60, 0u32..3, 0usize..9, any::<bool>(), any::<bool>()), 3..30),
        k in 1u64..5,
        l in 1usize..4,
        per_group in any::<bool>(),
        printed in any::<bool>(),
    ) {
        let religions = bauta_graph::generate::RELIGIONS;
        let mut text = String::from("@prefix e: <http://e/> . @prefix ub: <http://swat.cse.lehigh.edu/onto/univ-bench.owl#> . ");
        for (n, (age, town, religion, has_age, has_religion)) in people.iter().enumerate() {
            text.push_str(&format!("e:p{n} a e:P ; e:town \"t{town}\" ; e:name \"n{n}\" ; e:knows e:p{} . <http://e/p{n}/paper> e:by e:p{n} . ", (n * 7) % people.len()));
            if *has_age { text.push_str(&format!("e:p{n} e:age {age} . ")); }
            if *has_religion { text.push_str(&format!("e:p{n} ub:hasReligion ub:{} . ", religions[*religion].0)); }
        }
        prop_assume!(people.iter().any(|p| p.3) && people.iter().any(|p| p.4));
        let mut graph = with_religions(&text);
        let context = Context::parse(&format!(
            "version = 1\n[prefixes]\ne = \"http://e/\"\nub = \"{NAMESPACE}\"\n[entities]\nclass = \"e:P\"\n[identifiers]\nproperties = [\"e:name\"]\n\
             [[quasi-identifiers]]\nproperty = \"e:age\"\n[[quasi-identifiers]]\nproperty = \"e:town\"\n[[sensitive]]\nproperty = \"ub:hasReligion\"\n\
             [anatomy]\nl = {l}\nclustering = \"{}\"\n[k-anonymity]\nk = {k}\nscope = \"{}\"\n",
            if printed { "printed" } else { "stable" }, if per_group { "group" } else { "global" },
        ), "graph.toml").unwrap();
        let answer = anonymize(&mut graph, &context, &Given { seed: 3, ..Given::default() }, &Silent);
        let release = match answer {
            Ok(Answer::Released(release)) => release,
            Ok(Answer::Unreachable(_)) => {
                let values: BTreeSet<usize> = people.iter().filter(|p| p.4).map(|p| p.2).collect();
                prop_assert!(values.len() < l || per_group || (people.len() as u64) < k);
                return Ok(());
            }
            Err(error) => return Err(TestCaseError::fail(error.to_string())),
        };
        let text = support::text_of(&graph, &release);
        let again = support::read_lines(&text);
        // A slow judge of the file itself: classes by what a reader sees.
        let people_again = again.links_of("http://www.w3.org/1999/02/22-rdf-syntax-ns#type").into_iter().filter(|link| again.dictionary.label(link.1) == "http://e/P").map(|link| link.0).collect::<Vec<_>>();
        prop_assert_eq!(people_again.len(), people.len());
        let shown = |object| {
            let bounds: Vec<String> = ["min", "max"].iter().flat_map(|b| again.links_of(&format!("urn:bauta:graph#{b}"))).filter(|link| link.0 == object).map(|link| again.dictionary.label(link.1).into_owned()).collect();
            if bounds.is_empty() { again.dictionary.text(object).to_owned() } else { bounds.join("..") }
        };
        let mut classes: BTreeMap<Vec<String>, u64> = BTreeMap::new();
        for person in &people_again {
            let of = |p: &str| again.links_of(&format!("http://e/{p}")).into_iter().filter(|link| link.0 == *person).map(|link| format!("{p} {}", shown(link.1))).collect::<Vec<_>>();
            *classes.entry([of("age"), of("town")].concat()).or_insert(0) += 1;
        }
        prop_assert!(classes.values().all(|&size| size >= k), "{:?}", classes);
        prop_assert!(!text.contains("<http://e/p"));
        prop_assert!(again.links_of("http://e/name").is_empty());
        let cards: u64 = again.links_of("urn:bauta:graph#cardinality").iter().map(|link| again.dictionary.label(link.1).parse::<u64>().unwrap()).sum::<u64>();
        let links = people.iter().filter(|p| p.4).count() as u64;
        // Equal cardinalities are one literal, but not one link.
        prop_assert_eq!(cards, links);
    }
}
