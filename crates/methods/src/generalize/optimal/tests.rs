//! The searches against looking at every node.

use bauta_table::recoding::{Prepared, Recoding};

use super::super::full_domain::LOSSES;
use super::super::full_domain::tests::{Toy, close};
use super::super::{incognito::Incognito, samarati::Samarati};
use super::*;
use crate::Settings;
use crate::laws::context;

/// The node that a technique releases.
fn node(
    technique: &dyn Technique,
    (toy, prepared): (&Toy, &Prepared<'_>),
    settings: &[(&str, &str)],
    limit: u64,
) -> Option<Vec<u8>> {
    let settings: Settings = settings
        .iter()
        .map(|(name, word)| ((*name).to_owned(), (*word).into()))
        .collect();
    let task = Task::new(
        technique,
        prepared,
        &toy.requirements(),
        &settings,
        Vec::new(),
    )
    .unwrap()
    .with_limit(limit);
    match task.plan(&mut context(0)).unwrap() {
        Outcome::Plan(Recoding::Levels(plan)) => Some(plan.node.levels().to_vec()),
        Outcome::Plan(_) => panic!("nothing was to be starred"),
        Outcome::Unreachable(_) => None,
    }
}

#[test]
fn the_best_node_is_that_of_brute_force() {
    for seed in 0..240 {
        let toy = Toy::new(seed);
        let prepared = toy.prepared();
        for limit in [0, seed % 7 + 1, toy.rows()] {
            // A table without rows is no release.
            let solutions = toy.solutions(limit.min(toy.rows().saturating_sub(1)));
            for word in LOSSES.iter().map(|choice| choice.word) {
                let losses: Vec<f64> = solutions.iter().map(|node| toy.loss(word, node)).collect();
                let least = losses.iter().copied().fold(f64::INFINITY, f64::min);
                let found = node(
                    &Optimal,
                    (&toy, &prepared),
                    &[("loss", word), ("search", "exact")],
                    limit,
                );
                let place = found
                    .as_ref()
                    .map(|found| solutions.binary_search(found).unwrap());
                assert_eq!(
                    place.is_some(),
                    !solutions.is_empty(),
                    "seed {seed}, limit {limit}, {word}"
                );
                let Some(place) = place else { continue };
                assert!(
                    close(losses[place], least),
                    "seed {seed}, limit {limit}, {word}: {} {least}",
                    losses[place]
                );
                // Whole numbers are compared exactly: of equal ones the first.
                if ["height", "discernibility"].contains(&word) {
                    assert_eq!(
                        losses.iter().position(|&loss| loss == least),
                        Some(place),
                        "seed {seed}, {word}"
                    );
                }
            }
        }
    }
}

#[test]
fn no_solution_is_below_a_floor() {
    let mut raised = 0;
    for seed in 0..240 {
        let toy = Toy::new(seed);
        let prepared = toy.prepared();
        for limit in [0, seed % 7 + 1] {
            let task = Task::new(
                &Optimal,
                &prepared,
                &toy.requirements(),
                &Settings::new(),
                Vec::new(),
            )
            .unwrap();
            let task = task.with_limit(limit);
            let domain = Domain::new(&task, Outliers::Drop).unwrap();
            let floors = floors::Floors::new(&domain, limit);
            let all: Vec<usize> = (0..domain.lattice.attributes()).collect();
            raised += floors
                .bottom()
                .iter()
                .map(|&level| u64::from(level))
                .sum::<u64>();
            for node in toy.solutions(limit) {
                let mut least = floors.bottom();
                all.iter()
                    .for_each(|&qi| floors.raise(&mut least, &all, (qi, node[qi])));
                // An attribute's floor beside itself is 0, so it is raised by the others only.
                assert!(
                    least.iter().zip(&node).all(|(least, level)| least <= level),
                    "seed {seed}, limit {limit}"
                );
            }
        }
    }
    assert!(
        raised > 100,
        "the floors were raised by {raised} levels only"
    );
}

#[test]
fn height_agrees_with_samarati() {
    for seed in 0..300 {
        let toy = Toy::new(seed);
        let prepared = toy.prepared();
        for limit in [0, seed % 7 + 1] {
            // Where models are not monotone, the binary search may miss the least height.
            if limit > 0 && !toy.absorbs() {
                continue;
            }
            let height = |technique: &dyn Technique, settings: &[(&str, &str)]| {
                let node = node(technique, (&toy, &prepared), settings, limit)?;
                Some(node.iter().map(|&level| u64::from(level)).sum::<u64>())
            };
            let least = height(&Samarati, &[]);
            assert_eq!(
                height(&Optimal, &[("loss", "height")]),
                least,
                "seed {seed}, limit {limit}"
            );
            assert_eq!(
                height(&Incognito, &[("prefer", "height")]),
                least,
                "seed {seed}, limit {limit}"
            );
        }
    }
}

#[test]
fn the_anytime_search_finds_solutions_and_given_time_the_best() {
    for seed in 0..150 {
        let toy = Toy::new(seed);
        let prepared = toy.prepared();
        for limit in [0, seed % 7 + 1] {
            for word in LOSSES.iter().map(|choice| choice.word) {
                let search = |checks: &str| {
                    let settings = [("loss", word), ("search", "anytime"), ("checks", checks)];
                    node(&Optimal, (&toy, &prepared), &settings, limit)
                };
                for checks in ["1", "10", "100000"] {
                    let found = search(checks);
                    assert_eq!(found, search(checks), "seed {seed}, {word}");
                    assert!(
                        found.is_none_or(|node| toy.outliers(&node) <= limit),
                        "seed {seed}, {word}"
                    );
                }
                // Where models are not monotone, there may be no way to the best through solutions.
                if limit == 0 || toy.absorbs() {
                    let exact = node(
                        &Optimal,
                        (&toy, &prepared),
                        &[("loss", word), ("search", "exact")],
                        limit,
                    );
                    let (found, exact) = (search("100000"), exact);
                    assert_eq!(found.is_some(), exact.is_some(), "seed {seed}, {word}");
                    let loss =
                        |node: Option<Vec<u8>>| node.map_or(0.0, |node| toy.loss(word, &node));
                    assert!(close(loss(found), loss(exact)), "seed {seed}, {word}");
                }
            }
        }
    }
}

/// What a search says of itself against looking at every node: nothing that is said to be proven is beaten, no solution that was left loses less than the
/// bound, and a search that was cut short does not pass for a complete one.
#[test]
fn what_is_said_of_the_proof_is_true() {
    let (mut proven, mut open) = (0, 0);
    for seed in 0..150 {
        let toy = Toy::new(seed);
        let prepared = toy.prepared();
        for (limit, word) in [0, seed % 7 + 1]
            .into_iter()
            .flat_map(|limit| LOSSES.iter().map(move |choice| (limit, choice.word)))
        {
            let solutions = toy.solutions(limit.min(toy.rows().saturating_sub(1)));
            let least = solutions.iter().map(|node| toy.loss(word, node));
            let least = least.fold(f64::INFINITY, f64::min);
            for settings in [
                &[("search", "exact")][..],
                &[("search", "anytime"), ("checks", "1")],
                &[("search", "anytime"), ("checks", "6")],
                &[("search", "anytime"), ("checks", "100000")],
            ] {
                let settings = settings.iter().copied().chain([("loss", word)]);
                let (found, note) = said(&toy, &prepared, settings, limit);
                let found = found.map(|node| toy.loss(word, &node));
                let place = format!("seed {seed}, limit {limit}, {word}: {note}; {least}");
                if note.ends_with("no other one loses less: this is proven") {
                    proven += 1;
                    assert!(found.is_some_and(|found| close(found, least)), "{place}");
                } else if let Some(bound) = between(&note, "which lose at least ", ":") {
                    open += 1;
                    assert!(bound <= least + 1e-6, "{place}");
                    assert!(found.is_some_and(|found| found >= bound - 1e-6), "{place}");
                    let own = between(&note, "which loses ", ",").unwrap();
                    assert!(
                        found.is_some_and(|found| (found - own).abs() < 1e-5),
                        "{place}"
                    );
                } else if note.ends_with("none satisfies the requirements: this is proven") {
                    assert!(found.is_none() && solutions.is_empty(), "{place}");
                } else {
                    let unsure = "it is not proven that none satisfies the requirements";
                    assert!(note.ends_with(unsure) && found.is_none(), "{place}");
                }
            }
        }
    }
    assert!(proven > 1000 && open > 500, "{proven} proven, {open} open");
}

/// A number in a sentence, between what stands before and after it.
fn between(text: &str, before: &str, after: &str) -> Option<f64> {
    let (number, _) = text.split_once(before)?.1.split_once(after)?;
    number.parse().ok()
}

/// What is released, and what the search says of itself.
fn said<'t>(
    toy: &Toy,
    prepared: &Prepared<'_>,
    settings: impl Iterator<Item = (&'t str, &'t str)>,
    limit: u64,
) -> (Option<Vec<u8>>, String) {
    let settings: Settings = settings
        .map(|(name, word)| (name.to_owned(), word.into()))
        .collect();
    let requirements = toy.requirements();
    let task = Task::new(&Optimal, prepared, &requirements, &settings, Vec::new()).unwrap();
    let mut context = context(0);
    let outcome = task.with_limit(limit).plan(&mut context).unwrap();
    let node = match outcome {
        Outcome::Plan(Recoding::Levels(plan)) => Some(plan.node.levels().to_vec()),
        _ => None,
    };
    let looked = |note: &&String| note.starts_with("looked at");
    let note = context.notes.iter().find(looked).cloned();
    (node, note.unwrap_or_default())
}
