//! The optimal full-domain search against ARX 3.9.2 (Java), at its settings, on its data.
//!
//! ARX cannot be installed from a package index, so its figures stand here: processor seconds of its search alone, in process and warmed
//! up, on a machine of two cores like those that this was written on; it uses one of them. Ours are seconds by the clock,
//! counting the rows included; processor seconds of both cores together are printed beside them. The node and the loss must be the same; the loss is worked out here from the released labels.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::Instant;

use bauta_formats::read_rows;
use bauta_methods::Settings;
use bauta_privacy::Requirement;
use bauta_table::recoding::{Draft, Prepared, Recoding, apply};
use bauta_table::{Bound, Hierarchy, Qi, Table};
use bauta_testkit::shared::shared_dir;
use bauta_testkit::skip;

use crate::bars::{Bar, best};
use crate::data::{self, Data};
use crate::mondrian::read;
use crate::planned::planned;
use crate::{Result, measure};

/// A setting, what ARX needs for it, and what it finds.
struct Arx {
    limit: f64,
    seconds: f64,
    score: f64,
    levels: Option<&'static str>,
}

const ADULT: [Arx; 3] = [
    Arx {
        limit: 0.0,
        seconds: 0.042,
        score: 0.573_151,
        levels: Some("041132210"),
    },
    Arx {
        limit: 0.02,
        seconds: 1.05,
        score: 0.313_713,
        levels: Some("030221120"),
    },
    Arx {
        limit: 1.0,
        seconds: 4.37,
        score: 0.220_412,
        levels: Some("030021110"),
    },
];

const ADULT_100: [Arx; 3] = [
    Arx {
        limit: 0.0,
        seconds: 1.20,
        score: f64::NAN,
        levels: None,
    },
    Arx {
        limit: 0.02,
        seconds: 9.80,
        score: f64::NAN,
        levels: None,
    },
    Arx {
        limit: 1.0,
        seconds: 30.5,
        score: 0.2258,
        levels: None,
    },
];

/// What ARX's best search (genetic, 2 000 checks, 18 s) reaches on 24 attributes, and the seconds that we may take.
const CREDITCARD: (f64, f64) = (0.5996, 3.0);

/// Peak memory of ARX on Adult and on a hundred copies.
const ARX_BYTES: [f64; 2] = [140e6, 634e6];

pub fn run() -> Result {
    let Some(shared) = shared_dir()
        .map(|shared| shared.join("data"))
        .filter(|folder| folder.is_dir())
    else {
        skip("generalize: there is no folder shared/data beside the checkout");
        return Ok(Vec::new());
    };
    let folder = shared.join("adult");
    let (small, medium, large) = (data::small()?, data::medium()?, data::large()?);
    let mut bars = against(&small, &folder, ("adult", 5, 100), &ADULT)?;
    bars.extend(against(
        &large,
        &folder,
        ("adult x100", 500, 3),
        &ADULT_100,
    )?);
    bars.extend(creditcard(&shared.join("creditcard_int"))?);
    bars.extend(memory(&[&small, &large], &folder)?);
    growth(&[(&small, 5), (&medium, 50), (&large, 500)], &folder)?;
    Ok(bars)
}

fn against(
    data: &Data,
    folder: &Path,
    (name, k, runs): (&str, u64, usize),
    settings: &[Arx],
) -> Result {
    let table = read(data)?;
    let qis = quasi_identifiers(&table, data, folder)?;
    let mut bars = Vec::new();
    for arx in settings {
        let found = timed(&table, &qis, (k, arx.limit, runs), &Settings::new())?;
        let score = score(&found.draft, &table, data, folder)?;
        println!(
            "{name}, at most {} % left out: levels {}, {} left out, loss {score:.6}; search {:.4} s, processor {:.4} s (best of {runs}); {}",
            100.0 * arx.limit,
            found.levels,
            found.draft.suppressed_rows,
            found.wall,
            found.cpu,
            found.notes.join("; ")
        );
        let what = |what: &str| format!("{name}, {} %: {what}", 100.0 * arx.limit);
        bars.push(Bar::at_least(
            what("times as fast as ARX"),
            arx.seconds / found.wall,
            10.0,
        ));
        if arx.score.is_finite() {
            // ARX's figures have six decimals, the last one four.
            let rounding = if arx.levels.is_some() { 1.0 } else { 50.0 };
            bars.push(Bar::at_most(
                what("loss above ARX's, in millionths"),
                (score - arx.score) * 1e6,
                rounding,
            ));
        }
        if let Some(expected) = arx.levels {
            bars.push(Bar::at_least(
                what("the same node"),
                f64::from(u8::from(found.levels == expected)),
                1.0,
            ));
        }
    }
    Ok(bars)
}

/// What a search found, and how long the best run took.
struct Found {
    wall: f64,
    cpu: f64,
    levels: String,
    draft: Draft,
    notes: Vec<String>,
    tuples: usize,
}

/// Counts the rows and searches, several times.
fn timed(
    table: &Table,
    qis: &[Qi],
    (k, limit, runs): (u64, f64, usize),
    settings: &Settings,
) -> Result<Found> {
    let limit = (limit * table.rows() as f64).floor() as u64;
    let (mut walls, mut cpus, mut found) = (Vec::new(), Vec::new(), None);
    for _ in 0..runs {
        let (cpu, start) = (measure::own_cpu()?, Instant::now());
        let prepared = Prepared::new(table, qis.to_vec());
        let (plan, notes) = search(&prepared, k, limit, settings)?;
        walls.push(start.elapsed().as_secs_f64());
        cpus.push(measure::own_cpu()? - cpu);
        found = Some((plan, notes, prepared));
    }
    let (plan, notes, prepared) = found.ok_or("nothing was run")?;
    let draft = apply(&prepared, &plan);
    Ok(Found {
        wall: best(&walls),
        cpu: best(&cpus),
        levels: levels(&plan),
        draft,
        notes,
        tuples: prepared.set().len(),
    })
}

/// The anytime search on a lattice of 5e13 nodes.
fn creditcard(folder: &Path) -> Result {
    let path = folder.join("creditcard_int.csv");
    let header =
        std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    let names: Vec<&'static str> = match header.lines().next() {
        // The names live as long as the program, like those of the other tables.
        Some(line) => line
            .trim_end()
            .split(';')
            .map(|name| &*name.to_owned().leak())
            .collect(),
        None => return Err("creditcard_int: no header".to_owned()),
    };
    let data = Data {
        path,
        delimiter: ';',
        quasi_identifiers: names,
    };
    let table = read(&data)?;
    let qis = quasi_identifiers(&table, &data, folder)?;
    let settings = Settings::from([("checks".to_owned(), "2000".to_owned())]);
    let found = timed(&table, &qis, (5, 1.0, 1), &settings)?;
    let score = score(&found.draft, &table, &data, folder)?;
    println!(
        "creditcard_int: loss {score:.6}; search {:.2} s, processor {:.2} s; {}",
        found.wall,
        found.cpu,
        found.notes.join("; ")
    );
    Ok(vec![
        Bar::at_most(
            "creditcard_int: loss by ARX's best",
            score / CREDITCARD.0,
            1.0,
        ),
        Bar::at_most(
            "creditcard_int: seconds of search",
            found.wall,
            CREDITCARD.1,
        ),
    ])
}

/// Peak memory of a whole run of the program: reading, search, release, writing.
fn memory(tables: &[&Data], folder: &Path) -> Result {
    let program = std::env::current_exe()
        .map_err(|error| error.to_string())?
        .with_file_name("bauta");
    let output = data::cache()?.join("optimal.csv");
    let mut bars = Vec::new();
    for (data, (arx, k)) in tables.iter().zip(ARX_BYTES.iter().zip(["5", "500"])) {
        let mut words: Vec<OsString> = vec![
            program.clone().into(),
            "anonymize".into(),
            data.path.clone().into(),
        ];
        let columns = data.quasi_identifiers.join(",");
        words.extend(
            [
                "--qi",
                &columns,
                "-k",
                k,
                "--method",
                "optimal",
                "--max-suppression",
                "0.02",
            ]
            .map(OsString::from),
        );
        for name in &data.quasi_identifiers {
            let file = hierarchy_file(folder, name);
            words.extend([
                "--hierarchy".into(),
                format!("{name}={}", file.display()).into(),
            ]);
        }
        words.extend([
            "--quiet".into(),
            "--force".into(),
            "-o".into(),
            output.clone().into(),
        ]);
        let taken = measure::run(words)?;
        let name = data
            .path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        println!(
            "{name}: a whole run of {:.2} s, peak memory {:.0} MB",
            taken.wall,
            taken.peak_bytes / 1e6
        );
        bars.push(Bar::at_most(
            format!("{name}: peak memory by ARX's"),
            taken.peak_bytes / arx,
            0.2,
        ));
    }
    std::fs::remove_file(&output).map_err(|error| error.to_string())?;
    Ok(bars)
}

/// Search against rows and against quasi-identifiers: the table of `docs/performance.md`.
fn growth(tables: &[(&Data, u64)], folder: &Path) -> Result<()> {
    println!(
        "\n| rows | quasi-identifiers | nodes | distinct tuples | counting and search, s | levels |\n|---|---|---|---|---|---|"
    );
    for (place, (data, k)) in tables.iter().enumerate() {
        let table = read(data)?;
        let qis = quasi_identifiers(&table, data, folder)?;
        let widths = if place == 0 {
            3..=qis.len()
        } else {
            qis.len()..=qis.len()
        };
        for width in widths {
            let found = timed(&table, &qis[..width], (*k, 0.02, 3), &Settings::new())?;
            let nodes: usize = qis[..width]
                .iter()
                .map(|qi| 1 + qi.hierarchy.as_ref().map_or(0, Bound::height))
                .product();
            println!(
                "| {} | {width} | {nodes} | {} | {:.4} | {} |",
                table.rows(),
                found.tuples,
                found.wall,
                found.levels
            );
        }
    }
    Ok(())
}

fn hierarchy_file(folder: &Path, name: &str) -> PathBuf {
    let stem = folder
        .file_name()
        .map(|name| name.to_string_lossy().into_owned())
        .unwrap_or_default();
    folder.join(format!("{stem}_hierarchy_{name}.csv"))
}

fn hierarchy_rows(path: &Path) -> Result<Vec<Vec<String>>> {
    read_rows(path).map_err(|error| error.to_string())
}

fn quasi_identifiers(table: &Table, data: &Data, folder: &Path) -> Result<Vec<Qi>> {
    let mut qis = Vec::new();
    for name in &data.quasi_identifiers {
        let rows = hierarchy_rows(&hierarchy_file(folder, name))?;
        let hierarchy =
            Hierarchy::from_rows(name, &rows).map_err(|faults| format!("{faults:?}"))?;
        let index = table.index_of(name).map_err(|fault| fault.to_string())?;
        qis.push(Qi::new(table, index, Some(hierarchy)).map_err(|fault| fault.to_string())?);
    }
    Ok(qis)
}

/// The plan of the optimal search, and what it says about itself.
fn search(
    prepared: &Prepared<'_>,
    k: u64,
    limit: u64,
    settings: &Settings,
) -> Result<(Recoding, Vec<String>)> {
    planned(
        "optimal",
        prepared,
        &[Requirement::k_anonymity(k)],
        settings,
        limit,
    )
}

fn levels(plan: &Recoding) -> String {
    match plan {
        Recoding::Levels(levels) => levels
            .node
            .levels()
            .iter()
            .map(ToString::to_string)
            .collect(),
        _ => String::new(),
    }
}

/// ARX's loss: for each attribute the mean share of the hierarchy's rows that have the released label at its level, from nothing
/// lost (0) to everything (1); the geometric mean of 1 + these, less 1.
fn score(draft: &Draft, original: &Table, data: &Data, folder: &Path) -> Result<f64> {
    let (_, released) = draft.tables.first().ok_or("nothing was released")?;
    let rows = original.rows() as f64;
    let mut product = 1.0;
    for name in &data.quasi_identifiers {
        let hierarchy = hierarchy_rows(&hierarchy_file(folder, name))?;
        let leaves = hierarchy.len() as f64;
        let column = &released.attributes()
            [released.index_of(name).map_err(|fault| fault.to_string())?]
        .column;
        let counts = column.codes().counts(column.dictionary().len());
        let labels: Vec<(String, u64)> = (0u32..)
            .map(|code| column.dictionary().label(code).into_owned())
            .zip(counts)
            .collect();
        let level = (0..hierarchy.first().map_or(0, Vec::len)).find(|&level| {
            let here: HashMap<&str, ()> = hierarchy
                .iter()
                .map(|row| (row[level].as_str(), ()))
                .collect();
            labels
                .iter()
                .all(|(label, count)| *count == 0 || here.contains_key(label.as_str()))
        });
        let level = level.ok_or_else(|| format!("{name}: labels of no level"))?;
        let mut share: HashMap<&str, f64> = HashMap::new();
        hierarchy
            .iter()
            .for_each(|row| *share.entry(row[level].as_str()).or_default() += 1.0 / leaves);
        let kept: f64 = labels
            .iter()
            .map(|(label, count)| *count as f64 * share.get(label.as_str()).unwrap_or(&0.0))
            .sum();
        let total = kept + draft.suppressed_rows as f64;
        product *= 1.0 + (total - rows / leaves) / (rows - rows / leaves);
    }
    Ok(product.powf(1.0 / data.quasi_identifiers.len() as f64) - 1.0)
}
