//! Regions: what an engine tells of them, and rows that are sent to them, as a judge finds it who follows the cuts row by row.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bauta_engines::{CutNode, Cuts, Engine, LargeCounts, Mapping, Output, Ranked, Replaced, Told};
use bauta_formats::Locator;
use bauta_table::{Silent, Table};
use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::{judge, owned};

/// The columns that are cut, and one beside them.
const CUT: [&str; 3] = ["age", "zip", "active"];
const BESIDE: &str = "name";

/// Cuts of chance in so many regions; `skew` of ten leave one region on the left.
pub fn cuts(seed: u64, regions: u32, skew: u32) -> Vec<CutNode> {
    let mut chance = ChaCha20Rng::seed_from_u64(seed);
    let (mut nodes, mut stack, mut number) = (Vec::new(), vec![(regions, None)], 0);
    while let Some((regions, right_of)) = stack.pop() {
        let at = nodes.len();
        if let Some(CutNode::Cut { right, .. }) =
            right_of.and_then(|node: usize| nodes.get_mut(node))
        {
            *right = at;
        }
        if regions < 2 {
            nodes.push(CutNode::Region(number));
            number += 1;
            continue;
        }
        let left = if chance.random_range(0..10) < skew {
            1
        } else {
            chance.random_range(1..regions)
        };
        let column = chance.random_range(0..CUT.len());
        nodes.push(CutNode::Cut {
            column,
            rank: chance.random_range(0..[40, 10, 2][column]),
            right: 0,
        });
        stack.extend([(regions - left, Some(at)), (left, None)]);
    }
    nodes
}

/// The numbers of a column's labels, in their order; a missing value of what is left out has none.
fn numbers(whole: &Table, column: &str) -> BTreeMap<String, u32> {
    let labels: BTreeSet<String> = judge::rows_of(whole, &[column])
        .into_iter()
        .flatten()
        .collect();
    let left_out = |label: &String| column == "age" && label.is_empty();
    labels
        .into_iter()
        .filter(|label| !left_out(label))
        .zip(0..)
        .collect()
}

fn ranked(engine: &dyn Engine, whole: &Table, column: &str) -> Ranked {
    let counted = engine.frequency_set(&owned(&[column]), &Silent).unwrap();
    let numbers = numbers(whole, column);
    let ranks = judge::rows_of(&counted.table, &[column])
        .iter()
        .map(|row| numbers.get(&row[0]).copied())
        .collect();
    Ranked {
        column: column.to_owned(),
        keys: counted.keys.column(0).clone(),
        ranks,
    }
}

/// Each row's region and numbers; none where it is left out.
fn placed(whole: &Table, cuts: &[CutNode]) -> Vec<Option<(u32, Vec<u32>)>> {
    let columns: Vec<&str> = CUT.into_iter().chain([BESIDE]).collect();
    let numbers: Vec<_> = columns
        .iter()
        .map(|column| numbers(whole, column))
        .collect();
    let place = |row: Vec<String>| {
        let row: Option<Vec<u32>> = row
            .iter()
            .zip(&numbers)
            .map(|(label, of)| of.get(label).copied())
            .collect();
        let row = row?;
        let mut at = 0;
        loop {
            match cuts[at] {
                CutNode::Region(region) => return Some((region, row)),
                CutNode::Cut {
                    column,
                    rank,
                    right,
                } => at = if row[column] <= rank { at + 1 } else { right },
            }
        }
    };
    judge::rows_of(whole, &columns)
        .into_iter()
        .map(place)
        .collect()
}

/// What was told, in order and in words.
fn words(told: &Told<'_>) -> String {
    format!("{told:?}")
}

/// What must be told of the regions.
fn expected(placed: &[Option<(u32, Vec<u32>)>], (outlined, asked): (u32, u32)) -> BTreeSet<String> {
    let mut rows: BTreeMap<(u32, Vec<u32>), u64> = BTreeMap::new();
    placed
        .iter()
        .flatten()
        .for_each(|row| *rows.entry(row.clone()).or_insert(0) += 1);
    let mut told = BTreeSet::new();
    let (mut at, mut beside, mut distinct) = (BTreeMap::new(), BTreeMap::new(), BTreeMap::new());
    for ((region, numbers), &count) in &rows {
        let region = *region;
        if region >= outlined {
            let row = Told::Row {
                region,
                numbers,
                rows: count,
            };
            told.extend((region < asked).then(|| words(&row)));
            continue;
        }
        *distinct.entry(region).or_insert(0) += 1;
        for column in 0..CUT.len() {
            let entry = at.entry((region, column, numbers[column]));
            let (sum, bounds) = entry.or_insert((0, vec![(u32::MAX, 0); CUT.len()]));
            *sum += count;
            let bounds: &mut Vec<(u32, u32)> = bounds;
            bounds
                .iter_mut()
                .zip(numbers)
                .for_each(|(bound, &n)| *bound = (bound.0.min(n), bound.1.max(n)));
            *beside
                .entry((region, (column, numbers[column]), numbers[CUT.len()]))
                .or_insert(0) += count;
        }
    }
    told.extend(
        distinct
            .into_iter()
            .map(|(region, rows)| words(&Told::Distinct { region, rows })),
    );
    told.extend(
        at.iter()
            .map(|(&(region, column, number), (rows, bounds))| {
                words(&Told::At {
                    region,
                    column,
                    number,
                    rows: *rows,
                    bounds,
                })
            }),
    );
    told.extend(beside.into_iter().map(|((region, at, other), rows)| {
        words(&Told::Beside {
            region,
            at,
            beside: (0, other),
            rows,
        })
    }));
    told
}

/// Everything that must hold of regions on an engine; engines that leave distinct rows here are asked to write only.
pub fn hold(engine: &dyn Engine, whole: &Table, output: &Locator, read_back: &Locator) {
    let output = Output {
        place: output.clone(),
        force: true,
    };
    let columns: Vec<Ranked> = CUT
        .into_iter()
        .chain([BESIDE])
        .map(|name| ranked(engine, whole, name))
        .collect();
    if engine.capabilities().large_counts == LargeCounts::InEngine {
        let coded = engine.coded(&columns, CUT.len(), &output, &Silent).unwrap();
        let inside = placed(whole, &[CutNode::Region(0)])
            .iter()
            .flatten()
            .count() as u64;
        assert_eq!(coded.rows(), (whole.rows() as u64, inside));
        for (seed, regions, (outlined, asked)) in [(1, 1, (1, 1)), (2, 7, (3, 5)), (3, 40, (0, 30))]
        {
            let cuts = cuts(seed, regions, 3);
            let mut told = Vec::new();
            coded
                .ask(
                    &cuts,
                    (outlined, asked),
                    &mut |one| told.push(words(&one)),
                    &Silent,
                )
                .unwrap();
            let found: BTreeSet<String> = told.iter().cloned().collect();
            assert_eq!(found.len(), told.len(), "each is told once");
            assert!(
                found == expected(&placed(whole, &cuts), (outlined, asked)),
                "{regions} regions"
            );
        }
    }
    for (seed, regions, skew) in [(5, 1, 0), (7, 200, 8)] {
        written(
            engine,
            whole,
            (cuts(seed, regions, skew), regions),
            &output,
            read_back,
        );
    }
}

/// Two columns are the number of the region, in different words; others stay.
pub fn written(
    engine: &dyn Engine,
    whole: &Table,
    (nodes, regions): (Vec<CutNode>, u32),
    output: &Output,
    read_back: &Locator,
) {
    let rows = placed(whole, &nodes);
    let columns = CUT.iter().map(|name| ranked(engine, whole, name)).collect();
    let cuts = Arc::new(Cuts {
        columns,
        nodes,
        regions,
    });
    let by_region = |word: &str| Replaced::ByRegion {
        cuts: Arc::clone(&cuts),
        labels: (0..regions)
            .map(|region| (!region.is_multiple_of(3)).then(|| format!("{word}{region}")))
            .collect(),
    };
    let label = |word: &str, region: u32| {
        if !region.is_multiple_of(3) {
            format!("{word}{region}")
        } else {
            String::new()
        }
    };
    let names = ["name", "age", "rate", "zip"];
    let columns = vec![
        ("name".to_owned(), Replaced::Kept),
        ("age".to_owned(), by_region("a")),
        ("rate".to_owned(), Replaced::Kept),
        ("zip".to_owned(), by_region("z")),
    ];
    let kept = judge::rows_of(whole, &["name", "rate"])
        .into_iter()
        .zip(&rows);
    let expected = kept.filter_map(|(row, placed)| {
        let (region, _) = placed.as_ref()?;
        Some(vec![
            row[0].clone(),
            label("a", *region),
            row[1].clone(),
            label("z", *region),
        ])
    });
    let expected = judge::count(expected.collect());
    let written = engine
        .apply(
            &Mapping {
                columns,
                tuples: None,
            },
            output,
            &Silent,
        )
        .unwrap();
    assert_eq!(written.rows(), rows.iter().flatten().count() as u64);
    assert!(
        crate::counted_again(written.as_ref(), &names) == expected,
        "{regions} regions"
    );
    crate::publish(written);
    assert!(
        judge::read(read_back, &names) == expected,
        "{regions} regions"
    );
}
