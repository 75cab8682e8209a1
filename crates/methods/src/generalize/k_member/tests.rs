//! The header's invariants, on random tables.

use bauta_privacy::Requirement;
use bauta_table::recoding::Prepared;
use bauta_table::{Qi, Role, Table};
use bauta_testkit::random_table;
use proptest::prelude::*;

use super::*;
use crate::Settings;
use crate::generalize::summarize::Style;
use crate::laws::{context, with_hierarchies};

fn plain(table: &Table) -> Vec<Qi> {
    let qis = table.with_role(Role::QuasiIdentifier).into_iter();
    qis.map(|index| Qi::new(table, index, None).unwrap())
        .collect()
}

fn plan(prepared: &Prepared<'_>, requirements: &[Requirement], block: usize) -> Groups {
    let settings = Settings::from([("block".to_owned(), block.to_string())]);
    let task = Task::new(&KMember, prepared, requirements, &settings, Vec::new()).unwrap();
    match task.plan(&mut context(0)).unwrap() {
        Outcome::Plan(Recoding::Groups(plan)) => plan,
        _ => panic!("the whole table satisfies the requirements"),
    }
}

/// The tuples of each cluster.
fn members(plan: &Groups) -> Vec<Vec<u32>> {
    let Members::Tuples(group_of_tuple) = &plan.members else {
        panic!("clusters hold tuples")
    };
    let mut members = vec![Vec::new(); plan.summaries.len()];
    for (tuple, &group) in group_of_tuple.iter().enumerate() {
        members[group as usize].push(tuple as u32);
    }
    members
}

proptest! {
    #[test]
    fn every_cluster_holds_and_nobody_is_lost(
        seed in any::<u64>(), rows in 6usize..80, k in 1u64..6, l in 1u64..3, block in 2usize..40, trees in any::<bool>()
    ) {
        let table = random_table(seed, rows, 3, 6, 3);
        let prepared = Prepared::new(&table, if trees { with_hierarchies(&table) } else { plain(&table) });
        let requirements = [Requirement::k_anonymity(k), Requirement::distinct_l_diversity(l)];
        let values = table.attributes()[prepared.sensitive[0]].column.dictionary().value_count() as u64;
        prop_assume!(l <= values);
        let members = members(&plan(&prepared, &requirements, block));
        prop_assert_eq!(members.iter().map(Vec::len).sum::<usize>(), prepared.set().len());
        for tuples in members {
            let size: u64 = tuples.iter().map(|&tuple| prepared.set().counts()[tuple as usize]).sum();
            let histogram = &prepared.set().histograms()[0];
            let mut values: Vec<u32> =
                tuples.iter().flat_map(|&tuple| histogram.of(tuple as usize).map(|(code, _)| code)).collect();
            values.sort_unstable();
            values.dedup();
            prop_assert!(size >= k && values.len() as u64 >= l);
        }
    }

    #[test]
    fn improving_never_loses_more(seed in any::<u64>(), rows in 6usize..80, k in 2u64..6) {
        let table = random_table(seed, rows, 3, 6, 3);
        let prepared = Prepared::new(&table, with_hierarchies(&table));
        let requirements = [Requirement::k_anonymity(k)];
        let task = Task::new(&KMember, &prepared, &requirements, &Settings::new(), Vec::new()).unwrap();
        let space = Space::new(&task, prepared.set(), Style::Auto);
        let hulls = Hulls::new(&space);
        let all: Vec<u32> = (0..prepared.set().len() as u32).collect();
        let mut clusters = Clusters::new(&space, &hulls, &all);
        let loss = |clusters: &Clusters<'_>| clusters.all.iter().map(cluster::Cluster::loss).sum::<f64>();
        clusters.grow(&Silent);
        let grown = loss(&clusters);
        clusters.improve(&Silent);
        prop_assert!(loss(&clusters) <= grown + 1e-9);
        // What the search counts is what the summaries say.
        let said: f64 = clusters.all.iter().filter(|cluster| !cluster.tuples.is_empty()).map(|cluster| {
            let spreads = space.summaries(&cluster.tuples).iter().zip(&prepared.qis).map(|(s, qi)| s.spread(qi)).sum::<f64>();
            cluster.rows as f64 * spreads
        }).sum();
        prop_assert!((said - loss(&clusters)).abs() < 1e-6);
    }

    #[test]
    fn a_hull_is_as_wide_as_the_summary(seed in any::<u64>(), picks in proptest::collection::vec(0u32..30, 1..8)) {
        let table = random_table(seed, 60, 2, 9, 3);
        for trees in [false, true] {
            let prepared = Prepared::new(&table, if trees { with_hierarchies(&table) } else { plain(&table) });
            let task = Task::new(&KMember, &prepared, &[], &Settings::new(), Vec::new()).unwrap();
            let picks: Vec<u32> = picks.iter().map(|&pick| pick % prepared.set().len() as u32).collect();
            for style in [Style::Auto, Style::Range, Style::Set] {
                let space = Space::new(&task, prepared.set(), style);
                let hulls = Hulls::new(&space);
                let clusters = Clusters::new(&space, &hulls, &[]);
                let (_, spread) = clusters.hull_of(picks.iter().copied());
                let said: f64 = space.summaries(&picks).iter().zip(&prepared.qis).map(|(s, qi)| s.spread(qi)).sum();
                prop_assert!((spread - said).abs() < 1e-9);
            }
        }
    }
}

#[test]
fn blocks_and_cores_do_not_change_the_guarantee() {
    let table = random_table(3, 3_000, 4, 20, 5);
    let prepared = Prepared::new(&table, plain(&table));
    let requirements = [Requirement::k_anonymity(5)];
    let wide = plan(&prepared, &requirements, 100);
    let narrow = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap();
    assert!(wide == narrow.install(|| plan(&prepared, &requirements, 100)));
    for tuples in members(&wide) {
        assert!(
            tuples
                .iter()
                .map(|&tuple| prepared.set().counts()[tuple as usize])
                .sum::<u64>()
                >= 5
        );
    }
}

/// Somebody who has seen enough after a few looks.
struct Impatient(AtomicU64);

impl bauta_table::Progress for Impatient {
    fn tell(&self, _: Stage, _: u64, _: Option<u64>) {}

    fn cancelled(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= 20
    }
}

/// One block of the whole table would otherwise be worked through to its end.
#[test]
fn a_large_block_is_stopped_in_its_middle() {
    let table = random_table(7, 400, 3, 40, 3);
    let prepared = Prepared::new(&table, plain(&table));
    let settings = Settings::from([("block".to_owned(), "100000".to_owned())]);
    let requirements = [Requirement::k_anonymity(5)];
    let task = Task::new(&KMember, &prepared, &requirements, &settings, Vec::new()).unwrap();
    let looks = Impatient(AtomicU64::new(0));
    let mut context = Context {
        progress: &looks,
        ..context(0)
    };
    assert!(matches!(task.plan(&mut context), Err(Error::Cancelled)));
    assert!(looks.0.load(Ordering::Relaxed) < 40);
}
