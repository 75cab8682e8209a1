//! m-invariance against the worked example, and its rules on every release of random histories, by a judge of its own.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::{BTreeMap, BTreeSet};

use bauta_store::invariance::{
    Bucket, History, Id, Member, Release, Tuple, Value, Waiting, assign, balance, cut, excess,
};
use bauta_store::invariance::{deferred, publish};
use proptest::prelude::*;
use serde_json::Value as Json;

const RELIGIONS: [&str; 4] = ["Catholic", "Muslim", "Orthodox", "Protestant"];

fn example() -> Json {
    serde_json::from_str(include_str!("vectors/minv/worked_example.json")).unwrap()
}

/// Names as numbers, in the order in which they are met.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn id(&mut self, name: &str) -> Id {
        let known = self.0.iter().position(|own| own == name);
        known.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        }) as Id
    }

    fn tuple(&mut self, name: &str, religion: &str) -> Tuple {
        Tuple {
            id: self.id(name),
            value: code(religion),
            places: vec![0.0],
        }
    }
}

fn code(religion: &str) -> Value {
    RELIGIONS.iter().position(|own| *own == religion).unwrap() as Value
}

fn bucket(drawn: &Json, names: &mut Names) -> Bucket {
    let lists = drawn.as_object().unwrap().iter();
    let member = |names: &mut Names, name: &Json, religion: &str| {
        let tuple = names.tuple(name.as_str().unwrap(), religion);
        Member {
            id: Some(tuple.id),
            like: tuple.id,
            value: tuple.value,
            places: tuple.places,
        }
    };
    lists
        .map(|(religion, list)| {
            (
                code(religion),
                list.as_array()
                    .unwrap()
                    .iter()
                    .map(|name| member(names, name, religion))
                    .collect(),
            )
        })
        .collect()
}

fn waiting(example: &Json, names: &mut Names) -> Waiting {
    let mut waiting = Waiting::new();
    for pair in example["new_tuples_table_6_1"].as_array().unwrap() {
        let tuple = names.tuple(pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
        waiting.entry(tuple.value).or_default().push_back(tuple);
    }
    waiting
}

/// A bucket as the figures draw it, counterfeits as `F`.
fn drawn(bucket: &Bucket, names: &Names) -> BTreeMap<String, Vec<String>> {
    let name = |member: &Member| {
        member
            .id
            .map_or("F".to_owned(), |id| names.0[id as usize].clone())
    };
    bucket
        .iter()
        .map(|(value, list)| {
            (
                RELIGIONS[*value as usize].to_owned(),
                list.iter().map(name).collect(),
            )
        })
        .collect()
}

fn figure(expected: &Json) -> Vec<BTreeMap<String, Vec<String>>> {
    let hidden = |name: &Json| {
        let name = name.as_str().unwrap();
        if name.starts_with('F') {
            "F".to_owned()
        } else {
            name.to_owned()
        }
    };
    let bucket = |bucket: &Json| {
        let lists = bucket.as_object().unwrap().iter();
        lists
            .map(|(value, list)| {
                (
                    value.clone(),
                    list.as_array().unwrap().iter().map(hidden).collect(),
                )
            })
            .collect()
    };
    expected.as_array().unwrap().iter().map(bucket).collect()
}

#[test]
fn the_worked_example_is_reproduced() {
    let (example, mut names) = (example(), Names::default());
    let mut buckets: Vec<Bucket> = example["division_fig_6_2"]
        .as_array()
        .unwrap()
        .iter()
        .map(|own| bucket(own, &mut names))
        .collect();
    let mut new = waiting(&example, &mut names);
    assert_eq!(excess(&new, 2), 0);
    buckets
        .iter_mut()
        .for_each(|bucket| balance(bucket, &mut new, 2));
    let shown: Vec<_> = buckets.iter().map(|bucket| drawn(bucket, &names)).collect();
    assert_eq!(shown, figure(&example["balancing_fig_6_3"]));
    assert_eq!(deferred(&mut new, 2), []);
    let steps = assign(&mut new, 2);
    let trace = &example["assignment_trace"][0];
    assert_eq!(steps.len(), 1);
    assert_eq!(steps[0].each as u64, trace["alpha"].as_u64().unwrap());
    assert_eq!(
        steps[0].signature.len() as u64,
        trace["beta"].as_u64().unwrap()
    );
    for tuple in &steps[0].tuples {
        let member = Member {
            id: Some(tuple.id),
            like: tuple.id,
            value: tuple.value,
            places: vec![0.0],
        };
        buckets[0].get_mut(&tuple.value).unwrap().push(member);
    }
    let shown: Vec<_> = buckets.iter().map(|bucket| drawn(bucket, &names)).collect();
    assert_eq!(shown, figure(&example["assignment_fig_6_4"]));
}

#[test]
fn the_order_of_buckets_decides_which_value_is_faked() {
    let example = example();
    for group in example["bucket_order_dependence"].as_array().unwrap() {
        let expected: BTreeSet<(Value, usize)> = group["counterfeits"]
            .as_array()
            .unwrap()
            .iter()
            .map(|pair| {
                (
                    code(pair[0].as_str().unwrap()),
                    pair[1].as_u64().unwrap() as usize,
                )
            })
            .collect();
        for order in group["bucket_orders"].as_array().unwrap() {
            let mut names = Names::default();
            let all = example["division_fig_6_2"].as_array().unwrap();
            let mut buckets: Vec<Bucket> = all.iter().map(|own| bucket(own, &mut names)).collect();
            let mut new = waiting(&example, &mut names);
            let order: Vec<usize> = order
                .as_array()
                .unwrap()
                .iter()
                .map(|at| at.as_u64().unwrap() as usize)
                .collect();
            order
                .iter()
                .for_each(|at| balance(&mut buckets[*at], &mut new, 2));
            let faked = buckets.iter().enumerate().flat_map(|(at, bucket)| {
                bucket
                    .values()
                    .flatten()
                    .filter(|member| member.id.is_none())
                    .map(move |member| (member.value, at))
            });
            assert_eq!(faked.collect::<BTreeSet<_>>(), expected, "order {order:?}");
        }
    }
}

#[test]
fn the_plans_of_a_split_are_prefixes() {
    // Bucket 1 of the example with ages that make the first or the second place best.
    let lists = |ages: [[f64; 3]; 2]| -> Vec<Vec<Member>> {
        let member = |(at, age): (usize, &f64)| Member {
            id: Some(at as Id),
            like: 0,
            value: 0,
            places: vec![*age],
        };
        ages.iter()
            .map(|list| list.iter().enumerate().map(member).collect())
            .collect()
    };
    assert_eq!(cut(&lists([[0.1, 0.8, 0.9], [0.1, 0.8, 0.9]]), false).0, 1);
    assert_eq!(cut(&lists([[0.1, 0.2, 0.9], [0.1, 0.2, 0.9]]), false).0, 2);
}

#[test]
fn too_frequent_values_wait() {
    let tuple = |id, value| Tuple {
        id,
        value,
        places: vec![0.5],
    };
    let alive = vec![tuple(1, 0), tuple(2, 0), tuple(3, 0), tuple(4, 1)];
    let release = publish(&mut History::new(), alive, 2);
    assert_eq!(release.classes.len(), 1);
    assert_eq!(release.deferred, [2, 3]);
}

/// What can happen between two releases.
#[derive(Debug, Clone)]
enum Event {
    Insert(Id, Value, f64),
    Delete(Id),
    Publish,
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        6 => (0..40u64, 0..6u32, 0.0..1.0f64).prop_map(|(id, value, place)| Event::Insert(id, value, place)),
        3 => (0..40u64).prop_map(Event::Delete),
        1 => Just(Event::Publish),
    ];
    prop::collection::vec(event, 0..160)
}

/// Runs a history: the living at each publication, and the release. Inserting somebody who is there changes the value.
fn run(events: &[Event], m: usize) -> Vec<(BTreeMap<Id, Value>, Release)> {
    let (mut history, mut living, mut releases) = (History::new(), BTreeMap::new(), Vec::new());
    for event in events.iter().chain([&Event::Publish]) {
        match event {
            Event::Insert(id, value, place) => {
                living.insert(*id, (*value, *place));
            }
            Event::Delete(id) => {
                living.remove(id);
            }
            Event::Publish => {
                let alive = living.iter().map(|(id, (value, place))| Tuple {
                    id: *id,
                    value: *value,
                    places: vec![*place],
                });
                let release = publish(&mut history, alive.collect(), m);
                releases.push((
                    living.iter().map(|(id, own)| (*id, own.0)).collect(),
                    release,
                ));
            }
        }
    }
    releases
}

/// The rules, from their words, on the releases alone: somebody goes to the first signature of theirs that has the value, and what the releases that show one value of
/// somebody have in common are at least m values.
fn judge(releases: &[(BTreeMap<Id, Value>, Release)], m: usize) {
    let mut earlier: BTreeMap<Id, Vec<BTreeSet<Value>>> = BTreeMap::new();
    let mut common: BTreeMap<(Id, Value), BTreeSet<Value>> = BTreeMap::new();
    for (living, release) in releases {
        let mut seen = BTreeSet::new();
        for class in &release.classes {
            assert!(class.len() >= m, "a class of fewer than m");
            let signature: BTreeSet<Value> = class.iter().map(|member| member.value).collect();
            assert_eq!(signature.len(), class.len(), "a value twice");
            assert!(
                class.iter().any(|member| member.id.is_some()),
                "a class of nobody"
            );
            for member in class {
                let Some(id) = member.id else { continue };
                assert!(seen.insert(id), "published twice");
                assert_eq!(
                    living.get(&id),
                    Some(&member.value),
                    "not alive, or with another value"
                );
                let own = earlier.entry(id).or_default();
                match own.iter().find(|before| before.contains(&member.value)) {
                    Some(before) => assert_eq!(before, &signature, "another signature"),
                    None => own.push(signature.clone()),
                }
                let left = common
                    .entry((id, member.value))
                    .or_insert_with(|| signature.clone());
                left.retain(|value| signature.contains(value));
                assert!(
                    left.len() >= m,
                    "releases of one value meet in fewer than m"
                );
            }
        }
        let waits: BTreeSet<Id> = release.deferred.iter().copied().collect();
        assert!(waits.is_disjoint(&seen));
        assert_eq!(
            seen.union(&waits).copied().collect::<BTreeSet<_>>(),
            living.keys().copied().collect::<BTreeSet<_>>()
        );
    }
}

/// M7: {Cold, Flu}, then {HIV, Ulcer}, then {Flu, Measles} met in Flu alone.
#[test]
fn a_value_that_leaves_and_comes_back_keeps_its_signature() {
    let tuple = |id, value| Tuple {
        id,
        value,
        places: vec![0.5],
    };
    let signature = |release: &Release| {
        let is_there = |member: &Member| member.id == Some(1);
        let mut classes = release.classes.iter();
        let class = classes.find(|class| class.iter().any(is_there)).unwrap();
        class
            .iter()
            .map(|member| member.value)
            .collect::<BTreeSet<_>>()
    };
    let mut history = History::new();
    let first = publish(&mut history, vec![tuple(1, 0), tuple(2, 1)], 2);
    let second = publish(&mut history, vec![tuple(1, 2), tuple(2, 1), tuple(3, 3)], 2);
    let third = publish(&mut history, vec![tuple(1, 0), tuple(4, 4)], 2);
    assert_eq!(signature(&first), BTreeSet::from([0, 1]));
    assert_eq!(signature(&second), BTreeSet::from([2, 3]));
    assert_eq!(signature(&third), signature(&first));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_release_of_any_history_keeps_the_rules(events in events(), m in 2..5usize) {
        judge(&run(&events, m), m);
    }

    #[test]
    fn as_few_wait_as_can_be(counts in prop::collection::vec(0..8usize, 1..6), m in 2..4usize) {
        let tuples = counts.iter().enumerate().flat_map(|(value, count)| (0..*count).map(move |at| (value, at)));
        let alive: Vec<Tuple> = tuples
            .map(|(value, at)| Tuple { id: (value * 100 + at) as Id, value: value as Value, places: vec![] })
            .collect();
        let (all, release) = (alive.len(), publish(&mut History::new(), alive, m));
        // The most that any limit on the counts lets through.
        let fits = |limit: &usize| counts.iter().map(|count| count.min(limit)).sum::<usize>() >= m * limit;
        let best = (0..=8).filter(fits).map(|limit| counts.iter().map(|count| (*count).min(limit)).sum::<usize>()).max();
        prop_assert_eq!(all - release.deferred.len(), best.unwrap());
        prop_assert_eq!(release.counterfeits(), 0);
    }
}
