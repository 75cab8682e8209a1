//! The header's invariants, on random tables.

use bauta_privacy::{Background, Class, Release, Requirement, Whole};
use bauta_table::recoding::{Members, Prepared, Recoding, Summary, Tree, apply};
use bauta_table::{Qi, Role, Table};
use bauta_testkit::random_table;
use proptest::prelude::*;

use super::*;
use crate::Settings;
use crate::generalize::summarize::Style;
use crate::laws::context;

fn prepared(table: &Table) -> Prepared<'_> {
    let qis = table.with_role(Role::QuasiIdentifier);
    Prepared::new(
        table,
        qis.into_iter()
            .map(|index| Qi::new(table, index, None).unwrap())
            .collect(),
    )
}

fn plan(prepared: &Prepared<'_>, k: u64, settings: &[(&str, &str)]) -> Tree {
    let settings: Settings = settings
        .iter()
        .map(|(name, word)| (name.to_string(), word.to_string()))
        .collect();
    let task = Task::new(
        &Mondrian,
        prepared,
        &[Requirement::k_anonymity(k)],
        &settings,
        Vec::new(),
    )
    .unwrap();
    match task.plan(&mut context(0)).unwrap() {
        Outcome::Plan(Recoding::Regions(regions)) => regions.tree,
        _ => panic!("the whole table satisfies k"),
    }
}

/// Calls `visit` with the tuples and summaries of each region.
fn regions(
    prepared: &Prepared<'_>,
    tree: &Tree,
    tuples: Vec<u32>,
    visit: &mut dyn FnMut(&[u32], &[Summary]),
) {
    match tree {
        Tree::Region(summaries) => visit(&tuples, summaries),
        Tree::Cut {
            qi,
            rank,
            left,
            right,
        } => {
            let (codes, rank_of) = (prepared.set().codes(*qi), prepared.qis[*qi].rank_of_code());
            let (low, high) = tuples
                .into_iter()
                .partition(|&tuple| rank_of[codes.get(tuple as usize) as usize] <= *rank);
            regions(prepared, left, low, visit);
            regions(prepared, right, high, visit);
        }
    }
}

fn all_tuples(prepared: &Prepared<'_>) -> Vec<u32> {
    (0..prepared.set().len() as u32).collect()
}

proptest! {
    #[test]
    fn every_region_holds_and_every_value_is_in_its_summary(seed in any::<u64>(), rows in 4usize..80, k in 1u64..5) {
        let table = random_table(seed, rows, 3, 6, 3);
        let prepared = prepared(&table);
        let tree = plan(&prepared, k, &[]);
        regions(&prepared, &tree, all_tuples(&prepared), &mut |tuples, summaries| {
            let size: u64 = tuples.iter().map(|&tuple| prepared.set().counts()[tuple as usize]).sum();
            assert!(size >= k);
            for (qi, summary) in summaries.iter().enumerate() {
                for &tuple in tuples {
                    let rank = prepared.qis[qi].rank_of_code()[prepared.set().codes(qi).get(tuple as usize) as usize];
                    let covered = match summary {
                        Summary::Range { low, high } => (*low..=*high).contains(&rank),
                        Summary::Set(ranks) => ranks.contains(&rank),
                        _ => true,
                    };
                    assert!(covered);
                }
            }
        });
    }

    /// With the best cut or the nearest median, a region is only final when no dimension has any threshold that leaves k rows on both sides.
    #[test]
    fn no_allowed_cut_is_left(seed in any::<u64>(), rows in 4usize..60, k in 1u64..4) {
        let table = random_table(seed, rows, 2, 6, 3);
        let prepared = prepared(&table);
        for median in ["best", "nearest"] {
        let tree = plan(&prepared, k, &[("median", median)]);
        let model = Requirement::k_anonymity(k).model(&Whole::default());
        regions(&prepared, &tree, all_tuples(&prepared), &mut |tuples, _| {
            for qi in 0..2 {
                for rank in 0..prepared.qis[qi].ranks() as u32 {
                    let rank_of = |tuple: u32| prepared.set().codes(qi).get(tuple as usize);
                    let weight = |left: bool| -> u64 {
                        let side = tuples.iter().filter(|&&tuple| (rank_of(tuple) <= rank) == left);
                        side.map(|&tuple| prepared.set().counts()[tuple as usize]).sum()
                    };
                    let holds = |size| size > 0 && model.holds(&Class { size, sensitive: &[], population: 0 });
                    assert!(!(holds(weight(true)) && holds(weight(false))), "a cut was left");
                }
            }
        });
        }
    }
}

proptest! {
    #[test]
    fn the_loss_after_each_cut_is_that_of_its_sides(seed in any::<u64>(), rows in 4usize..60) {
        let table = random_table(seed, rows, 3, 6, 3);
        let prepared = prepared(&table);
        let task = Task::new(&Mondrian, &prepared, &[], &Settings::new(), Vec::new()).unwrap();
        let space = Space::new(&task, prepared.set(), Style::Auto);
        let tuples = all_tuples(&prepared);
        let region = search::Region { space: &space, tuples: &tuples, rows: rows as u64 };
        for qi in 0..3 {
            let losses = loss::after_each_cut(&region, qi);
            let ranks = region.weights(qi);
            prop_assert_eq!(losses.len() + 1, ranks.len());
            for (found, (rank, _)) in losses.into_iter().zip(ranks) {
                let (left, right) = region.sides(&search::Cut { qi, rank, at_rank: None });
                let of = |side: &[u32]| -> f64 {
                    let spreads = space.summaries(side).iter().zip(&prepared.qis).map(|(s, qi)| s.spread(qi)).sum::<f64>();
                    space.rows(side) as f64 * spreads
                };
                prop_assert!((found - of(&left) - of(&right)).abs() < 1e-9);
                prop_assert!((loss::of_region(&region, &left) - of(&left)).abs() < 1e-9);
            }
        }
    }

    /// Rows of each group of a relaxed plan: at least k, fewer than 2k where some values differ, and none lost.
    #[test]
    fn relaxed_halves_are_even(seed in any::<u64>(), rows in 4usize..80, k in 1u64..5) {
        let table = random_table(seed, rows, 2, 4, 3);
        let prepared = prepared(&table);
        let settings = Settings::from([("partitioning".to_owned(), "relaxed".to_owned())]);
        let task = Task::new(&Mondrian, &prepared, &[Requirement::k_anonymity(k)], &settings, Vec::new()).unwrap();
        let Outcome::Plan(Recoding::Groups(plan)) = task.plan(&mut context(0)).unwrap() else { panic!() };
        let Members::Rows(group_of_row) = &plan.members else { panic!() };
        let mut sizes = vec![0; plan.summaries.len()];
        group_of_row.iter().for_each(|&group| sizes[group as usize] += 1);
        for (size, summaries) in sizes.into_iter().zip(&plan.summaries) {
            let is_uniform = summaries.iter().all(Summary::is_single);
            prop_assert!(size >= k && (size < 2 * k || is_uniform));
        }
    }
}

#[test]
fn cores_do_not_change_the_result() {
    let table = random_table(3, 20_000, 4, 60, 5);
    let prepared = prepared(&table);
    let wide = plan(&prepared, 5, &[]);
    let narrow = rayon::ThreadPoolBuilder::new()
        .num_threads(1)
        .build()
        .unwrap()
        .install(|| plan(&prepared, 5, &[]));
    assert!(wide == narrow);
}

#[test]
fn one_dimension_is_only_cut_along_its_attribute() {
    fn dimensions(tree: &Tree, found: &mut Vec<usize>) {
        if let Tree::Cut {
            qi, left, right, ..
        } = tree
        {
            found.push(*qi);
            dimensions(left, found);
            dimensions(right, found);
        }
    }
    let table = random_table(3, 200, 3, 20, 5);
    let prepared = prepared(&table);
    let second = prepared.qis[1].name.clone();
    let mut found = Vec::new();
    dimensions(
        &plan(
            &prepared,
            5,
            &[("dimensions", "one"), ("attribute", &second)],
        ),
        &mut found,
    );
    assert!(!found.is_empty() && found.iter().all(|&qi| qi == 1));
}

#[test]
fn no_way_is_an_answer_with_the_nearest_miss() {
    let table = random_table(3, 20, 2, 5, 1);
    let prepared = prepared(&table);
    let requirements = [Requirement::k_anonymity(2)];
    let mut task = Task::new(
        &Mondrian,
        &prepared,
        &requirements,
        &Settings::new(),
        Vec::new(),
    )
    .unwrap();
    task.models
        .push(Requirement::distinct_l_diversity(2).model(&Whole::default()));
    let Outcome::Unreachable(miss) = task.plan(&mut context(0)).unwrap() else {
        panic!()
    };
    assert_eq!(miss.missing, ["distinct 2-diversity"]);
}

/// Classes are compared with the original table, whatever becomes of the rows that are set aside.
#[test]
fn closeness_goes_with_rows_set_aside() {
    let table = random_table(3, 60, 2, 5, 3);
    let prepared = prepared(&table);
    let closeness = [Requirement::t_closeness(0.3, None)];
    let task = Task::new(
        &Mondrian,
        &prepared,
        &closeness,
        &Settings::new(),
        vec![0, 1],
    )
    .unwrap();
    let Outcome::Plan(plan) = task.plan(&mut context(0)).unwrap() else {
        panic!()
    };
    let background = Background {
        original: Some(&table),
        ..Background::default()
    };
    assert!(Release::verify(apply(&prepared, &plan), 60, &closeness, &background).is_ok());
}

/// The tuples of a table, one visit a tuple and sensitive value, as an engine counts them.
struct Counted(Vec<(Vec<u32>, Vec<u32>, u64)>);

impl passes::Tuples for Counted {
    type Error = std::convert::Infallible;

    fn tell(&self, pass: &mut passes::Pass<'_, '_>) -> std::result::Result<(), Self::Error> {
        self.0
            .iter()
            .for_each(|(codes, sensitive, rows)| pass.tuple(codes, sensitive, *rows));
        Ok(())
    }
}

/// The same tuples, of which a pass is told no more than counts of the regions that it asks about.
struct Asked<'a>(Counted, &'a Prepared<'a>);

impl Asked<'_> {
    fn ranks(&self, codes: &[u32]) -> Vec<u32> {
        self.1
            .qis
            .iter()
            .zip(codes)
            .map(|(qi, &code)| qi.rank_of_code()[code as usize])
            .collect()
    }

    /// The region of some ranks.
    fn region(nodes: &[passes::Node], ranks: &[u32]) -> u32 {
        let mut at = 0;
        loop {
            match nodes[at] {
                passes::Node::Region(region) => return region,
                passes::Node::Cut { qi, rank, right } => {
                    at = if ranks[qi] <= rank { at + 1 } else { right }
                }
            }
        }
    }
}

impl passes::Tuples for Asked<'_> {
    type Error = std::convert::Infallible;

    fn tell(&self, pass: &mut passes::Pass<'_, '_>) -> std::result::Result<(), Self::Error> {
        let nodes = pass.cuts();
        for (codes, sensitive, rows) in &self.0.0 {
            let ranks = self.ranks(codes);
            let region = Asked::region(&nodes, &ranks);
            if region < pass.outlined() {
                pass.tuples(region, 1);
                for (qi, &rank) in ranks.iter().enumerate() {
                    let bounds: Vec<(u32, u32)> = ranks.iter().map(|&rank| (rank, rank)).collect();
                    pass.rank(region, (qi, rank), *rows, &bounds);
                    for (attribute, &code) in sensitive.iter().enumerate() {
                        pass.sensitive(region, (qi, rank), (attribute, code), *rows);
                    }
                }
            } else if region < pass.asked() {
                pass.held(region, codes, sensitive, *rows);
            }
        }
        Ok(())
    }
}

impl Counted {
    fn of(table: &Table, prepared: &Prepared<'_>) -> Self {
        let mut counts: std::collections::BTreeMap<(Vec<u32>, Vec<u32>), u64> = Default::default();
        let code =
            |attribute: usize, row: usize| table.attributes()[attribute].column.codes().get(row);
        for row in 0..table.rows() {
            let codes = prepared
                .qis
                .iter()
                .map(|qi| code(qi.attribute, row))
                .collect();
            let sensitive = prepared
                .sensitive
                .iter()
                .map(|&index| code(index, row))
                .collect();
            *counts.entry((codes, sensitive)).or_insert(0) += 1;
        }
        Counted(
            counts
                .into_iter()
                .map(|((codes, sensitive), rows)| (codes, sensitive, rows))
                .collect(),
        )
    }
}

proptest! {
    /// Whatever little may be held, whichever way cuts are chosen, with and without hierarchies and sensitive values.
    #[test]
    fn passes_make_the_regions_that_memory_makes(
        seed in any::<u64>(),
        rows in 4usize..90,
        most in 1usize..20,
        k in 1u64..5,
        l in 1u64..3,
        choose in prop::sample::select(vec!["least-loss", "widest", "in-order"]),
        median in prop::sample::select(vec!["best", "weighted", "distinct", "nearest"]),
        recoding in prop::sample::select(vec!["auto", "range", "set"]),
        hierarchies in any::<bool>(),
    ) {
        let table = random_table(seed, rows, 3, 6, 3);
        let prepared = if hierarchies { Prepared::new(&table, crate::laws::with_hierarchies(&table).into_iter().collect()) } else { prepared(&table) };
        let settings: Settings = [("choose", choose), ("median", median), ("recoding", recoding)]
            .map(|(name, word)| (name.to_owned(), word.to_owned()))
            .into_iter()
            .collect();
        let requirements = [Requirement::k_anonymity(k), Requirement::distinct_l_diversity(l)];
        let requirements = &requirements[..if l > 1 { 2 } else { 1 }];
        // A table of one sensitive value has no two.
        let Ok(task) = Task::new(&Mondrian, &prepared, requirements, &settings, Vec::new()) else { return Ok(()) };
        let whole = task.plan(&mut context(0)).unwrap();
        let counted = || Counted::of(&table, &prepared);
        let passes = passes::plan(&task, &counted(), most, &bauta_table::Silent).unwrap().unwrap();
        let asked = passes::plan(&task, &Asked(counted(), &prepared), most, &bauta_table::Silent).unwrap().unwrap();
        for passes in [passes, asked] {
            match (&whole, passes) {
                (Outcome::Plan(Recoding::Regions(whole)), Outcome::Plan(Recoding::Regions(passes))) => {
                    prop_assert_eq!(whole, &passes);
                }
                (Outcome::Unreachable(whole), Outcome::Unreachable(passes)) => prop_assert_eq!(whole, &passes),
                _ => prop_assert!(false, "one reaches what the other does not"),
            }
        }
    }
}
