//! The optimal full-domain search against ARX 3.9.2 (Java), at its settings, on its data.
//!
//! ARX cannot be installed from a package index, so its figures stand here: processor seconds of its search alone, in process and warmed
//! up, on two cores like those that this was written on. Ours are processor seconds of both cores together, counting the rows
//! included. The node and the loss must be the same; the loss is worked out here from the released labels.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::time::Instant;

use bauta_formats::{Locator, ReadOptions};
use bauta_methods::{Context, Outcome, Settings, Task};
use bauta_privacy::Requirement;
use bauta_table::recoding::{Draft, Prepared, Recoding, apply};
use bauta_table::{Hierarchy, Qi, Role, Silent, Table};
use bauta_testkit::shared::{shared_dir, skip};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::bars::{Bar, best};
use crate::data::{self, Data};
use crate::{Result, measure};

/// A setting, what ARX needs for it, and what it finds.
struct Arx {
    limit: f64,
    seconds: f64,
    score: f64,
    levels: Option<&'static str>,
}

const ADULT: [Arx; 3] = [
    Arx { limit: 0.0, seconds: 0.042, score: 0.573_151, levels: Some("041132210") },
    Arx { limit: 0.02, seconds: 1.05, score: 0.313_713, levels: Some("030221120") },
    Arx { limit: 1.0, seconds: 4.37, score: 0.220_412, levels: Some("030021110") },
];

const ADULT_100: [Arx; 3] = [
    Arx { limit: 0.0, seconds: 1.20, score: f64::NAN, levels: None },
    Arx { limit: 0.02, seconds: 9.80, score: f64::NAN, levels: None },
    Arx { limit: 1.0, seconds: 30.5, score: 0.2258, levels: None },
];

pub fn run() -> Result {
    let Some(folder) = shared_dir().map(|shared| shared.join("data/adult")).filter(|folder| folder.is_dir()) else {
        skip("generalize: there is no folder shared/data beside the checkout");
        return Ok(Vec::new());
    };
    let small = data::small()?;
    let mut bars = against(&small, &folder, ("adult", 5, 15), &ADULT)?;
    let large = data::large()?;
    bars.extend(against(&large, &folder, ("adult x100", 500, 3), &ADULT_100)?);
    Ok(bars)
}

fn against(data: &Data, folder: &Path, (name, k, runs): (&str, u64, usize), settings: &[Arx]) -> Result {
    let table = read(data)?;
    let qis = quasi_identifiers(&table, data, folder)?;
    let mut bars = Vec::new();
    for arx in settings {
        let limit = (arx.limit * table.rows() as f64).floor() as u64;
        let mut walls = Vec::new();
        let mut cpus = Vec::new();
        let mut found = None;
        for _ in 0..runs {
            let (cpu, start) = (measure::own_cpu()?, Instant::now());
            let prepared = Prepared::new(&table, qis.clone());
            let plan = search(&prepared, "optimal", k, limit, &Settings::new())?;
            walls.push(start.elapsed().as_secs_f64());
            cpus.push(measure::own_cpu()? - cpu);
            found = Some((plan, prepared));
        }
        let Some(((plan, notes), prepared)) = found else { continue };
        let draft = apply(&prepared, &plan);
        let score = score(&draft, &table, data, folder)?;
        let levels = levels(&plan);
        println!(
            "{name}, at most {} % left out: levels {levels}, {} left out, loss {score:.6}; search best {:.4} s, processor best {:.4} s; {}",
            100.0 * arx.limit,
            draft.suppressed_rows,
            best(&walls),
            best(&cpus),
            notes.join("; ")
        );
        let what = |what: &str| format!("{name}, {} %: {what}", 100.0 * arx.limit);
        bars.push(Bar::at_least(what("times as fast as ARX"), arx.seconds / best(&cpus), 10.0));
        if arx.score.is_finite() {
            bars.push(Bar::at_most(
                what("loss above ARX's, in 1e-6"),
                (score - arx.score) * 1e6,
                if name == "adult" { 1.0 } else { 100.0 },
            ));
        }
        if let Some(expected) = arx.levels {
            bars.push(Bar::at_least(what("same node"), f64::from(u8::from(levels == expected)), 1.0));
        }
    }
    Ok(bars)
}

fn read(data: &Data) -> Result<Table> {
    let locator: Locator =
        data.path.to_string_lossy().parse().map_err(|error: bauta_formats::Error| error.to_string())?;
    let source = bauta_formats::read(&locator, &ReadOptions::default(), &Silent).map_err(|error| error.to_string())?;
    let attributes = source.table.into_attributes().into_iter().map(|mut attribute| {
        attribute.role = Role::QuasiIdentifier;
        attribute
    });
    Ok(Table::from_attributes(attributes.collect()))
}

fn hierarchy_file(data: &Data, folder: &Path, name: &str) -> PathBuf {
    let stem = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let _ = data;
    folder.join(format!("{stem}_hierarchy_{name}.csv"))
}

fn hierarchy_rows(path: &Path) -> Result<Vec<Vec<String>>> {
    let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(text.lines().map(|line| line.split(';').map(str::to_owned).collect()).collect())
}

fn quasi_identifiers(table: &Table, data: &Data, folder: &Path) -> Result<Vec<Qi>> {
    let mut qis = Vec::new();
    for name in &data.quasi_identifiers {
        let rows = hierarchy_rows(&hierarchy_file(data, folder, name))?;
        let hierarchy = Hierarchy::from_rows(name, &rows).map_err(|faults| format!("{faults:?}"))?;
        let index = table.index_of(name).map_err(|fault| fault.to_string())?;
        qis.push(Qi::new(table, index, Some(hierarchy)).map_err(|fault| fault.to_string())?);
    }
    Ok(qis)
}

/// The plan of a method, and what it says about its search.
pub fn search(
    prepared: &Prepared<'_>,
    method: &str,
    k: u64,
    limit: u64,
    settings: &Settings,
) -> Result<(Recoding, Vec<String>)> {
    let technique = bauta_methods::find(method).map_err(|fault| fault.to_string())?;
    let task = Task::new(technique, prepared, &[Requirement::KAnonymity { k }], settings, Vec::new());
    let task = task.map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))?;
    let task = task.with_limit(limit);
    let mut context = Context { rng: ChaCha20Rng::seed_from_u64(1), progress: &Silent, notes: Vec::new(), view: None };
    match technique.plan(&task, &mut context) {
        Ok(Outcome::Plan(plan)) => Ok((plan, context.notes)),
        Ok(Outcome::Unreachable(miss)) => Err(miss.attempt),
        Err(error) => Err(error.to_string()),
    }
}

fn levels(plan: &Recoding) -> String {
    match plan {
        Recoding::Levels(levels) => levels.node.levels().iter().map(ToString::to_string).collect(),
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
        let hierarchy = hierarchy_rows(&hierarchy_file(data, folder, name))?;
        let leaves = hierarchy.len() as f64;
        let column = &released.attributes()[released.index_of(name).map_err(|fault| fault.to_string())?].column;
        let counts = column.codes().counts(column.dictionary().len());
        let labels: Vec<(String, u64)> =
            (0u32..).map(|code| column.dictionary().label(code).into_owned()).zip(counts).collect();
        let level = (0..hierarchy.first().map_or(0, Vec::len)).find(|&level| {
            let here: HashMap<&str, ()> = hierarchy.iter().map(|row| (row[level].as_str(), ())).collect();
            labels.iter().all(|(label, count)| *count == 0 || here.contains_key(label.as_str()))
        });
        let level = level.ok_or_else(|| format!("{name}: labels of no level"))?;
        let mut share: HashMap<&str, f64> = HashMap::new();
        hierarchy.iter().for_each(|row| *share.entry(row[level].as_str()).or_default() += 1.0 / leaves);
        let kept: f64 =
            labels.iter().map(|(label, count)| *count as f64 * share.get(label.as_str()).unwrap_or(&0.0)).sum();
        let total = kept + draft.suppressed_rows as f64;
        product *= 1.0 + (total - rows / leaves) / (rows - rows / leaves);
    }
    Ok(product.powf(1.0 / data.quasi_identifiers.len() as f64) - 1.0)
}
