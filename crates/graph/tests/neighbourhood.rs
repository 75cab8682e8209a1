//! Releases whose links look alike, judged from the file alone by slow and obvious code.
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot be set up fails"
)]

mod support;

use std::collections::{BTreeMap, BTreeSet};

use bauta_graph::context::Context;
use bauta_graph::release::{Answer, Given, anonymize};
use bauta_table::Silent;
use proptest::prelude::*;
use support::turtle;

type Link = (String, String, String);

/// The lines of a file as three texts each.
fn links(text: &str) -> Vec<Link> {
    let link = |line: &str| {
        let mut words = line
            .trim_end_matches(" .")
            .splitn(3, ' ')
            .map(str::to_owned);
        (
            words.next().unwrap(),
            words.next().unwrap(),
            words.next().unwrap(),
        )
    };
    text.lines().map(link).collect()
}

const TYPE: &str = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";

/// For each person everything that they are the subject or the object of; other people are "somebody".
fn looks(links: &[Link]) -> BTreeMap<String, Vec<(String, String)>> {
    let is_person = |link: &&Link| link.1 == TYPE && link.2 == "<http://e/P>";
    let people: BTreeSet<String> = links
        .iter()
        .filter(is_person)
        .map(|link| link.0.clone())
        .collect();
    let mut looks: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for person in &people {
        let shown = |end: &String| match people.contains(end) {
            true => "somebody".to_owned(),
            false => end.clone(),
        };
        let around = || links.iter().filter(|link| !link.1.contains("inGroup"));
        let own = around().filter(|link| link.0 == *person);
        let mut look: Vec<(String, String)> = own
            .map(|(_, property, object)| (property.clone(), shown(object)))
            .collect();
        let into = around().filter(|link| link.2 == *person);
        look.extend(into.map(|(subject, property, _)| (format!("to {property}"), shown(subject))));
        look.sort();
        looks.insert(person.clone(), look);
    }
    looks
}

fn context(k: usize, properties: &str, anatomy: bool) -> Context {
    let sensitive = if anatomy {
        "[[sensitive]]\nproperty = \"e:says\"\n"
    } else {
        ""
    };
    let text = format!(
        "version = 1\nothers = \"open\"\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:P\"\n[identifiers]\nproperties = [\"e:name\"]\n{sensitive}[neighbourhood]\nk = {k}\n{properties}"
    );
    Context::parse(&text, "graph.toml").unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn everybody_in_the_file_looks_like_k_others(
        people in 2usize..12,
        knows in proptest::collection::btree_set((0usize..12, 0usize..12), 0..25),
        likes in proptest::collection::btree_set((0usize..12, 0usize..4), 0..20),
        treats in proptest::collection::btree_set((0usize..12, 0usize..3), 0..20),
        k in 1usize..5,
        anatomy in any::<bool>(),
    ) {
        let mut text = String::from("@prefix e: <http://e/> . ");
        for n in 0..people {
            text.push_str(&format!("e:p{n} a e:P ; e:name \"name {n}\" ; e:says e:v{} . ", n % 3));
        }
        knows.iter().filter(|(a, b)| *a < people && *b < people).for_each(|(a, b)| text.push_str(&format!("e:p{a} e:knows e:p{b} . ")));
        likes.iter().filter(|(a, _)| *a < people).for_each(|(a, b)| text.push_str(&format!("e:p{a} e:likes e:thing{b} . ")));
        treats.iter().filter(|(a, _)| *a < people).for_each(|(a, b)| text.push_str(&format!("e:doctor{b} e:treats e:p{a} . ")));
        let mut graph = turtle(&text);
        let before = looks(&support::lines(&graph).iter().flat_map(|line| links(line)).collect::<Vec<_>>());
        let answer = anonymize(&mut graph, &context(k, "", anatomy), &Given { seed: 2, ..Given::default() }, &Silent);
        let release = match answer {
            Ok(Answer::Released(release)) => release,
            Ok(Answer::Unreachable(_)) => return Err(TestCaseError::fail("unreachable")),
            Err(error) => {
                prop_assert!(people < k, "{}", error);
                return Ok(());
            }
        };
        prop_assert!(people >= k);
        let written = support::text_of(&graph, &release);
        let after = looks(&links(&written));
        prop_assert_eq!(after.len(), people);
        let mut sizes: BTreeMap<&Vec<(String, String)>, usize> = BTreeMap::new();
        after.values().for_each(|look| *sizes.entry(look).or_insert(0) += 1);
        prop_assert!(sizes.values().all(|&size| size >= k), "{:?}", sizes);
        // Nothing is added: what somebody shows now, somebody showed before.
        let rest = |look: &Vec<(String, String)>| look.iter().filter(|link| !link.0.contains("name")).cloned().collect::<Vec<_>>();
        for look in after.values() {
            let covered = before.values().any(|old| {
                let mut left = rest(old);
                look.iter().all(|link| left.iter().position(|own| own == link).map(|at| left.remove(at)).is_some())
            });
            prop_assert!(covered, "{:?}", look);
        }
    }
}

#[test]
fn named_properties_are_made_alike_and_others_stay() {
    let text = "@prefix e: <http://e/> . e:a a e:P ; e:name \"A\" ; e:knows e:b , e:c ; e:likes e:x . e:b a e:P ; e:name \"B\" ; e:knows e:a ; e:likes e:y .
        e:c a e:P ; e:name \"C\" ; e:knows e:a ; e:likes e:z . e:d a e:P ; e:name \"D\" ; e:likes e:x .";
    let mut graph = turtle(text);
    let context = context(2, "properties = [\"e:knows\"]\n", false);
    let (_, written) = support::released(&mut graph, &context, &Given::default());
    let after = links(&written);
    assert_eq!(
        after
            .iter()
            .filter(|link| link.1 == "<http://e/likes>")
            .count(),
        4
    );
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    after.iter().filter(|link| link.1 == TYPE).for_each(|link| {
        counts.insert(&link.0, 0);
    });
    after
        .iter()
        .filter(|link| link.1 == "<http://e/knows>")
        .for_each(|link| *counts.get_mut(link.0.as_str()).unwrap() += 1);
    let mut sorted: Vec<usize> = counts.into_values().collect();
    sorted.sort_unstable();
    assert!(
        sorted.chunk_by(|a, b| a == b).all(|same| same.len() >= 2),
        "{sorted:?}"
    );
}
