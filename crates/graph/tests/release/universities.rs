//! Releases of generated universities, and contexts that do not fit.

use super::*;

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
        // Telephones and names of others that equal a professor's go with them; nothing else does.
        let only = bauta_graph::release::Withheld {
            naming: release.withheld.naming,
            ..Default::default()
        };
        assert_eq!(release.withheld, only);
        if k.is_empty() {
            assert_eq!(
                text.lines().count(),
                before - identifiers - release.withheld.naming as usize + 3 * values + groups
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
            .any(|note| note == "1 entity has no \"age\""),
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

#[test]
fn a_method_that_cuts_by_a_target_needs_one_and_takes_it() {
    let text = (0..24).map(|n| {
        format!(
            "e:p{n} a e:P ; e:age {} ; e:pay {} ; e:says e:v{} . ",
            20 + n,
            100 + n / 12,
            n % 3
        )
    });
    let text = format!("@prefix e: <http://e/> . {}", text.collect::<String>());
    let head = "version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:P\"\n[[quasi-identifiers]]\nproperty = \"e:age\"\n[[sensitive]]\nproperty = \"e:says\"\n[k-anonymity]\nk = 4\nmethod = \"infogain-mondrian\"\n";
    let none = Context::parse(head, "graph.toml").unwrap();
    let error = anonymize(&mut turtle(&text), &none, &Given::default(), &Silent)
        .err()
        .unwrap()
        .to_string();
    assert!(error.contains("k-anonymity.target"), "{error}");
    let named = Context::parse(&format!("{head}target = \"e:pay\"\n"), "graph.toml").unwrap();
    let (release, written) = released(&mut turtle(&text), &named, &Given::default());
    assert!(release.verified.k.unwrap() >= 4);
    // Pay changes between 31 and 32, and the first cut is there.
    assert!(
        written.contains("\"31\"^^") && written.contains("\"32\"^^"),
        "{written}"
    );
    assert!(
        !written.contains("/pay>"),
        "the target is not declared open"
    );
    let absent = Context::parse(&format!("{head}target = \"e:none\"\n"), "graph.toml").unwrap();
    let error = anonymize(&mut turtle(&text), &absent, &Given::default(), &Silent)
        .err()
        .unwrap()
        .to_string();
    assert!(error.contains("\"e:none\" does not occur"), "{error}");
}
