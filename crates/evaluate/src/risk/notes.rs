//! Things worth saying about the data and about what was asked, in sentences that hold no cell value.

use bauta_table::Role;

use super::people::People;
use super::request::{Population, Ready, RiskOptions};
use super::{Measured, SUDA_SIZE};

/// Said where rows are elsewhere.
const NO_LIST: &str = "outliers are counted and not listed: rows have no number in an engine";

/// Said where a person may be in several classes.
const NOT_ESTIMATED: &str = "who is alone in the population is not estimated: a person with several rows may be in several classes, and estimators need each to be in one";

/// All notes.
pub(super) fn notes(
    ready: &Ready,
    options: &RiskOptions,
    measured: &Measured,
    suda_size: usize,
) -> Vec<String> {
    let mut notes = of_attributes(ready);
    if ready.table.weights().is_some() && measured.outliers.rows > 0 && options.outliers > 0 {
        notes.push(NO_LIST.to_owned());
    }
    notes.extend(too_few_values(ready, options));
    if let Some(people) = &measured.people {
        notes.extend(of_population(ready, people));
        notes.extend(traps(ready, measured));
    }
    let width = measured.classes.set.width();
    if measured.suda.is_none() {
        notes.push(format!(
            "{width} quasi-identifiers are too many to look for special uniques"
        ));
    } else if options.suda_size.is_none() && suda_size < SUDA_SIZE.min(width) {
        notes.push(format!(
            "special uniques of up to {suda_size} attributes were looked for, to be quick; more with --suda-size"
        ));
    }
    notes
}

/// Attributes that tell something else than their role says, and missing values.
fn of_attributes(ready: &Ready) -> Vec<String> {
    let mut notes = Vec::new();
    let rows = ready.table.counted_rows();
    for &index in ready.quasi_identifiers.iter().chain(&ready.sensitive) {
        let attribute = &ready.table.attributes()[index];
        let (name, dictionary) = (&attribute.name, attribute.column.dictionary());
        if rows > 1 && dictionary.value_count() as u64 == rows {
            notes.push(match attribute.role {
                Role::Sensitive => {
                    format!("\"{name}\" differs in every row: its diversity says nothing; give it in groups")
                }
                _ => format!(
                    "\"{name}\" differs in every row: probably an identifier; leave it out, or name it with --id"
                ),
            });
        }
        let missing = dictionary
            .missing_code()
            .filter(|_| attribute.role == Role::QuasiIdentifier);
        let cells = missing.map_or(0, |missing| ready.table.counts_of(index)[missing as usize]);
        if cells > 0 {
            notes.push(format!(
                "\"{name}\" is missing in {cells} rows; missing counts as a value of its own"
            ));
        }
    }
    notes
}

/// Targets that no class can reach, since the table does not have as many values.
fn too_few_values(ready: &Ready, options: &RiskOptions) -> Vec<String> {
    let sensitive = ready
        .sensitive
        .iter()
        .map(|&index| &ready.table.attributes()[index]);
    let few = sensitive.filter_map(|attribute| {
        let (name, values, wanted) = (&attribute.name, attribute.column.dictionary().value_count(), options.target_l);
        ((values as u64) < wanted).then(|| {
            format!("\"{name}\" has {values} different values in all: no class can have {wanted}; see --target-l")
        })
    });
    few.collect()
}

fn of_population(ready: &Ready, people: &People) -> Vec<String> {
    let mut notes = Vec::new();
    if people.below > 0 {
        let below = people.below;
        notes.push(format!("in {below} classes the weights add up to less than the rows; the rows were taken instead"));
    }
    if people.uniqueness.is_none() {
        notes.push(NOT_ESTIMATED.to_owned());
    }
    // Where a person may be in several classes, their people cannot be added up.
    let weighed: f64 = match people.uniqueness {
        Some(_) => people.of_class.iter().sum(),
        None => people.size,
    };
    if let (Population::Size(size), Some(_)) = (&ready.population, &ready.weights)
        && (weighed / size - 1.0).abs() > 0.05
    {
        notes.push(format!(
            "the weights add up to {weighed:.0} people, the population has {size:.0}"
        ));
    }
    notes
}

/// Three ways in which sampling does not protect.
fn traps(ready: &Ready, measured: &Measured) -> Vec<String> {
    let classes = &measured.classes;
    let together: u64 = classes.set.counts().iter().filter(|&&rows| rows > 1).sum();
    let of = if ready.units.is_some() {
        "people"
    } else {
        "rows"
    };
    let mut notes = Vec::new();
    for (name, rows) in classes.determined.iter().filter(|(_, rows)| *rows > 0) {
        let percent = 100.0 * *rows as f64 / together.max(1) as f64;
        notes.push(format!(
            "sampling does not hide what quasi-identifiers determine: in classes of two or more, {rows} {of} ({percent:.1} %) share their \"{name}\" with everybody like them"
        ));
    }
    notes.push(
        "sampling protects only while nobody can guess who was drawn: keep the sampling rule to yourself".to_owned(),
    );
    notes.push(
        "sampling does not protect participants who tell that they took part: for them the prosecutor's risk counts"
            .to_owned(),
    );
    notes
}
