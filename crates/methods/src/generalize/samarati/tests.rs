//! The least height against looking at every node.

use bauta_privacy::Requirement;
use bauta_table::recoding::{Prepared, Recoding};
use bauta_testkit::random_table;

use super::*;
use crate::Settings;
use crate::laws::{context, with_hierarchies};

#[test]
fn no_node_of_less_height_is_a_solution() {
    for seed in 0..40 {
        let table = random_table(seed, 40, 3, 8, 3);
        let prepared = Prepared::new(&table, with_hierarchies(&table));
        let mut requirements = vec![Requirement::k_anonymity(3)];
        if seed % 2 == 0 {
            requirements.push(Requirement::distinct_l_diversity(2));
        }
        let task = Task::new(
            &Samarati,
            &prepared,
            &requirements,
            &Settings::new(),
            Vec::new(),
        )
        .unwrap()
        .with_limit(seed % 5);
        let domain = Domain::new(&task, Outliers::Drop).unwrap();
        let search = Heights {
            domain: &domain,
            progress: &bauta_table::Silent,
            view: None,
            judged: None,
        };
        let heights = 0..=domain.lattice.max_height();
        let least = heights
            .clone()
            .find(|&height| !search.solutions(height, false).is_empty());
        let found = match task.plan(&mut context(0)).unwrap() {
            Outcome::Plan(Recoding::Levels(plan)) => Some(plan.node.height()),
            _ => None,
        };
        assert_eq!(found, least, "seed {seed}");
        // What justifies the binary search: above a solution there are only heights with one.
        let solved: Vec<bool> = heights
            .map(|height| !search.solutions(height, false).is_empty())
            .collect();
        assert!(solved.is_sorted(), "seed {seed}");
    }
}
