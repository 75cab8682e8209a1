//! All solutions against looking at every node, and the promises about the one that is released.

use bauta_privacy::Requirement;
use bauta_table::Silent;
use bauta_table::recoding::{Prepared, Recoding};
use bauta_testkit::random_table;

use super::super::full_domain::tests::{Toy, close};
use super::*;
use crate::Settings;
use crate::laws::{context, with_hierarchies};

fn task<'a>(prepared: &'a Prepared<'a>, toy: &Toy, prefer: &str, limit: u64) -> Task<'a> {
    let settings = Settings::from([("prefer".to_owned(), prefer.into())]);
    Task::new(
        &Incognito,
        prepared,
        &toy.requirements(),
        &settings,
        Vec::new(),
    )
    .unwrap()
    .with_limit(limit)
}

fn released(task: &Task<'_>) -> Option<Vec<u8>> {
    match task.plan(&mut context(0)).unwrap() {
        Outcome::Plan(Recoding::Levels(plan)) => Some(plan.node.levels().to_vec()),
        Outcome::Plan(_) => panic!("nothing was to be starred"),
        Outcome::Unreachable(_) => None,
    }
}

#[test]
fn all_solutions_are_those_of_brute_force() {
    let (mut pruned, mut whole) = (0, 0);
    for seed in 0..300 {
        let toy = Toy::new(seed);
        let prepared = toy.prepared();
        for limit in [0, seed % 7 + 1, toy.rows()] {
            let task = task(&prepared, &toy, "first", limit);
            let domain = Domain::new(&task, Outliers::Drop).unwrap();
            let search = Search::new(&domain, &Silent, None);
            let found: Vec<Vec<u8>> = search
                .solutions()
                .unwrap()
                .iter()
                .map(|node| node.levels().to_vec())
                .collect();
            // A table without rows is no release.
            let most = limit.min(toy.rows().saturating_sub(1));
            assert_eq!(found, toy.solutions(most), "seed {seed}, limit {limit}");
            let checked = search.checked.into_inner();
            if search.monotone {
                pruned += u64::from(u128::from(checked) < domain.lattice.size());
            } else {
                whole += u64::from(u128::from(checked) == domain.lattice.size());
            }
            // The properties are used where they hold, and nowhere else.
            assert_eq!(search.monotone, toy.absorbs() || limit == 0, "seed {seed}");
        }
    }
    assert!(pruned > 100 && whole > 100, "{pruned} {whole}");
}

#[test]
fn the_preferred_solution_is_released() {
    for seed in 0..100 {
        let toy = Toy::new(seed);
        let prepared = toy.prepared();
        for limit in [0, seed % 7 + 1] {
            let solutions = toy.solutions(limit);
            let height = |node: &Vec<u8>| node.iter().map(|&level| u64::from(level)).sum::<u64>();
            let first = released(&task(&prepared, &toy, "first", limit));
            assert_eq!(first.as_ref(), solutions.first(), "seed {seed}");
            let lowest = released(&task(&prepared, &toy, "height", limit));
            assert_eq!(
                lowest.as_ref(),
                solutions.iter().min_by_key(|node| height(node)),
                "seed {seed}"
            );
            let found = released(&task(&prepared, &toy, "loss", limit));
            let loss = |node: &Vec<u8>| toy.loss("information-loss", node);
            let least = solutions.iter().map(loss).fold(f64::INFINITY, f64::min);
            assert_eq!(found.is_some(), !solutions.is_empty());
            assert!(
                found.is_none_or(|node| close(loss(&node), least)),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn the_least_loss_is_that_of_the_optimal_search() {
    use super::super::optimal::Optimal;
    for seed in 0..100 {
        let toy = Toy::new(seed);
        let prepared = toy.prepared();
        let settings = Settings::from([("loss".to_owned(), "information-loss".into())]);
        let optimal = Task::new(
            &Optimal,
            &prepared,
            &toy.requirements(),
            &settings,
            Vec::new(),
        )
        .unwrap();
        let best = match optimal.with_limit(seed % 9).plan(&mut context(0)).unwrap() {
            Outcome::Plan(Recoding::Levels(plan)) => Some(plan.node.levels().to_vec()),
            _ => None,
        };
        assert_eq!(
            released(&task(&prepared, &toy, "loss", seed % 9)),
            best,
            "seed {seed}"
        );
    }
}

/// A view hears of every solution, and of nothing that is none.
#[test]
fn a_view_knows_all_solutions() {
    for seed in 0..40 {
        let toy = Toy::new(seed);
        let prepared = toy.prepared();
        let task = task(&prepared, &toy, "loss", seed % 5);
        let lattice = Domain::new(&task, Outliers::Drop).unwrap().lattice;
        let mut context = context(0);
        context.view = Some(View::default());
        task.plan(&mut context).unwrap();
        let drawn = context.view.unwrap().drawn(&lattice, Vec::new(), None);
        let satisfies = drawn
            .nodes
            .iter()
            .filter(|node| node.found.is_some_and(|found| found.satisfies));
        let mut told: Vec<Vec<u8>> = satisfies.map(|node| node.levels.clone()).collect();
        told.sort_unstable();
        assert_eq!(told, toy.solutions(seed % 5), "seed {seed}");
        for node in drawn.nodes {
            assert!(
                node.found
                    .is_none_or(|found| found.outliers == toy.outliers(&node.levels)),
                "seed {seed}"
            );
        }
    }
}

#[test]
fn lattices_too_large_are_left_to_the_optimal_search() {
    let table = random_table(1, 50, 13, 4, 3);
    let prepared = Prepared::new(&table, with_hierarchies(&table));
    let requirements = [Requirement::k_anonymity(2)];
    let task = Task::new(
        &Incognito,
        &prepared,
        &requirements,
        &Settings::new(),
        Vec::new(),
    )
    .unwrap();
    let Outcome::Unreachable(miss) = task.plan(&mut context(0)).unwrap() else {
        panic!("too many nodes")
    };
    assert!(miss.advice.contains("optimal"));
}

#[test]
fn a_search_that_nobody_wants_ends() {
    struct Stop;
    impl Progress for Stop {
        fn tell(&self, _: Stage, _: u64, _: Option<u64>) {}

        fn cancelled(&self) -> bool {
            true
        }
    }
    let toy = Toy::new(1);
    let prepared = toy.prepared();
    let mut context = context(0);
    context.progress = &Stop;
    let outcome = task(&prepared, &toy, "loss", 0).plan(&mut context);
    assert!(outcome.is_err_and(|error| error == Error::Cancelled));
}
