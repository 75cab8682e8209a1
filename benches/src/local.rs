//! Local recoding by k-member and by rounds of full-domain search (local), k = 5, on all nine columns of Adult, by the granularity that ARX reports after the fact.
//!
//! Granularity: the mean share of the hierarchy's leaves that a released value covers, from 0 (all values exact) to 1. A set
//! covers its values, a range the leaves between its ends.

use std::time::Instant;

use bauta_formats::read_rows;
use bauta_methods::Settings;
use bauta_privacy::{Release, Requirement};
use bauta_table::recoding::{Groups, Members, Prepared, Recoding, Summary, apply};
use bauta_table::{Hierarchy, Qi, Table};
use bauta_testkit::skip;

use crate::bars::{Bar, best, median};
use crate::data::{self, Data};
use crate::planned::planned;
use crate::{Result, measure, mondrian};

const K: u64 = 5;
const RUNS: usize = 5;
/// What ARX 3.9.2 reaches by local recoding on this table, in 5.3 s of processor time.
const ARX: f64 = 0.0677;
/// The most seconds of search.
const SECONDS: f64 = 1.0;

pub fn run() -> Result {
    let data = data::small()?;
    let table = mondrian::read(&data)?;
    let Some(hierarchies) = hierarchies(&data)? else {
        skip("local recoding: there are no hierarchies beside the data");
        return Ok(Vec::new());
    };
    let trees = measured(&table, &data, &hierarchies, ("k-member", true))?;
    let sets = measured(&table, &data, &hierarchies, ("k-member", false))?;
    let rounds = measured(&table, &data, &hierarchies, ("local", true))?;
    println!(
        "{:34}  granularity {ARX:.4}, 4557 classes, processor 5.3 s (on a machine like this)",
        "ARX 3.9.2"
    );
    Ok(vec![
        Bar::at_most(
            "k-member: granularity with groups of hierarchies, by ARX's",
            trees.granularity / ARX,
            1.0,
        ),
        Bar::at_most(
            "k-member: granularity with sets and ranges, by ARX's",
            sets.granularity / ARX,
            1.0,
        ),
        Bar::at_most("k-member: seconds of search", median(&trees.walls), SECONDS),
        Bar::at_most(
            "local: granularity with groups of hierarchies, by ARX's",
            rounds.granularity / ARX,
            1.0,
        ),
        Bar::at_most("local: seconds of search", median(&rounds.walls), SECONDS),
    ])
}

struct Measured {
    granularity: f64,
    walls: Vec<f64>,
}

fn hierarchies(data: &Data) -> Result<Option<Vec<Hierarchy>>> {
    let file = |name: &str| {
        data.path
            .with_file_name(format!("adult_hierarchy_{name}.csv"))
    };
    if !data
        .quasi_identifiers
        .iter()
        .all(|name| file(name).is_file())
    {
        return Ok(None);
    }
    let read = |name: &&str| {
        let rows = read_rows(&file(name)).map_err(|error| error.to_string())?;
        Hierarchy::from_rows(name, &rows)
            .map_err(|faults| faults.iter().map(ToString::to_string).collect())
    };
    data.quasi_identifiers
        .iter()
        .map(read)
        .collect::<Result<_>>()
        .map(Some)
}

/// Runs the search, verifies its release and prints a line.
fn measured(
    table: &Table,
    data: &Data,
    hierarchies: &[Hierarchy],
    (method, trees): (&str, bool),
) -> Result<Measured> {
    let qi = |(name, hierarchy): (&&str, &Hierarchy)| {
        let index = table.index_of(name).map_err(|fault| fault.to_string())?;
        Qi::new(table, index, trees.then(|| hierarchy.clone())).map_err(|fault| fault.to_string())
    };
    let qis = data
        .quasi_identifiers
        .iter()
        .zip(hierarchies)
        .map(qi)
        .collect::<Result<_>>()?;
    let prepared = Prepared::new(table, qis);
    let (mut walls, mut plan) = (Vec::new(), None);
    let cpu = measure::own_cpu()?;
    for _ in 0..RUNS {
        let start = Instant::now();
        plan = Some(search(&prepared, method)?);
        walls.push(start.elapsed().as_secs_f64());
    }
    let cpu = (measure::own_cpu()? - cpu) / RUNS as f64;
    let Some(plan) = plan else {
        return Err("there is no plan".to_owned());
    };
    let granularity = granularity(&prepared, &plan, hierarchies);
    let release = Release::verify(
        apply(&prepared, &Recoding::Groups(plan)),
        table.rows() as u64,
        &[Requirement::k_anonymity(K)],
        &bauta_privacy::Background::default(),
    );
    let release = release.map_err(|_| "the release does not hold".to_owned())?;
    println!(
        "{:34}  granularity {granularity:.4}, {} classes, information loss {:.2} %, search best {:.3} s, median {:.3} s of {RUNS}, processor {cpu:.3} s",
        format!(
            "bauta {method}, {}",
            if trees {
                "groups of hierarchies"
            } else {
                "sets and ranges"
            }
        ),
        release.assessment().classes,
        100.0
            * release
                .assessment()
                .utility
                .information_loss
                .unwrap_or(f64::NAN),
        best(&walls),
        median(&walls),
    );
    Ok(Measured { granularity, walls })
}

fn search(prepared: &Prepared<'_>, method: &str) -> Result<Groups> {
    match planned(
        method,
        prepared,
        &[Requirement::k_anonymity(K)],
        &Settings::new(),
        0,
    )?
    .0
    {
        Recoding::Groups(plan) => Ok(plan),
        _ => Err("the plan is not one of groups".to_owned()),
    }
}

/// (mean t_i / N - mean 1 / n_i) / (1 - mean 1 / n_i), where t_i adds up the shares that the rows' values cover.
fn granularity(prepared: &Prepared<'_>, plan: &Groups, hierarchies: &[Hierarchy]) -> f64 {
    let Members::Tuples(group_of_tuple) = &plan.members else {
        return f64::NAN;
    };
    let mut covered = 0.0;
    for (&group, &rows) in group_of_tuple.iter().zip(prepared.set().counts()) {
        let summaries = plan.summaries[group as usize]
            .iter()
            .zip(&prepared.qis)
            .zip(hierarchies);
        covered += rows as f64
            * summaries
                .map(|((summary, qi), tree)| share(summary, qi, tree))
                .sum::<f64>();
    }
    let width = hierarchies.len() as f64;
    let exact = hierarchies
        .iter()
        .map(|tree| 1.0 / tree.leaf_count() as f64)
        .sum::<f64>()
        / width;
    (covered / width / prepared.set().rows() as f64 - exact) / (1.0 - exact)
}

/// Share of the hierarchy's leaves that a released value covers.
fn share(summary: &Summary, qi: &Qi, tree: &Hierarchy) -> f64 {
    let leaves = match summary {
        Summary::All => tree.leaf_count() as f64,
        Summary::Group { level, group } => {
            f64::from(tree.leaves_under(usize::from(*level), *group))
        }
        Summary::Set(ranks) => ranks.len() as f64,
        Summary::Range { low, high } if low == high => 1.0,
        Summary::Range { low, high } => {
            let inside = qi.position(*low)..=qi.position(*high);
            let leaf = |leaf: usize| tree.leaves().get(leaf).parse::<f64>();
            (0..tree.leaf_count())
                .filter(|&at| leaf(at).is_ok_and(|value| inside.contains(&value)))
                .count() as f64
        }
    };
    leaves / tree.leaf_count() as f64
}
