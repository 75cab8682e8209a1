//! Laws over random graphs.

use super::*;

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

    /// Checks the groups alone: quasi-identifiers are unchanged, no link remains, and cardinalities and the number of triples match the values.
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

    /// What is left never tells a hidden link, by a slow closure of the file: what would tell it is left out.
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
        let shown = below.iter().filter(|link| link.0 < people).count();
        let mut graph = turtle(&text);
        let context = Context::parse("version = 1\nothers = \"open\"\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:P\"\n[[sensitive]]\nproperty = \"e:has\"\n[anatomy]\nl = 1\n", "graph.toml").unwrap();
        let (_, written) = released(&mut graph, &context, &Given::default());
        let again = support::read_lines(&written);
        let of = |property: &str| -> Vec<(String, String)> {
            let text = |id| again.dictionary.text(id).to_owned();
            again.links_of(&format!("http://e/{property}")).into_iter().map(|link| (text(link.0), text(link.1))).collect()
        };
        // By hand: an inverse tells a link, and so does a chain; a property below another than the hidden one tells nothing, and stays.
        let mut told: Vec<(String, String)> = of("affects").into_iter().map(|(value, person)| (person, value)).collect();
        for (person, bed) in of("lies") {
            told.extend(of("ward").into_iter().filter(|ward| ward.0 == bed).map(|ward| (person.clone(), ward.1)));
        }
        prop_assert!(told.iter().all(|link| !link.0.starts_with("_:")), "{:?}", told);
        prop_assert_eq!(of("shows").len(), shown);
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
