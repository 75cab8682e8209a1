//! Cells that are drawn while rows are written.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::DataType;
use bauta_engines::{Counted, Drawing, Drawn, Engine, Recipe};
use bauta_formats::parquet::{array_of, kind_of};
use bauta_methods::{Cells, Context, RowWise, Settings, attribute_faults};
use bauta_table::{Attribute, Codes, Column, Fault, Silent, Table};
use serde::{Deserialize, Serialize};

use super::{Asked, Chance};
use crate::backend::on_engine::without_places;
use crate::steps::At;
use bauta_messages::{Error, Result};

/// How the drawing of an attribute is made, wherever it is. It tells what chance is drawn from, and has no `Debug`.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Prescription {
    pub(super) method: String,
    pub(super) settings: Settings,
    pub(super) quasi_identifiers: Vec<String>,
    pub(super) chance: Chance,
    /// Which of the attributes.
    pub(super) place: usize,
}

/// What draws the cells of each attribute, and a table that has all values of these.
pub(super) fn drawn(
    asked: &Asked<'_>,
    (engine, sampled): (&dyn Engine, Option<&dyn Engine>),
    prescription: Prescription,
    context: &mut Context<'_>,
) -> Result<(Vec<(String, Drawn)>, Table)> {
    let names = asked.attributes();
    let mut all = Vec::new();
    for name in &names {
        let name = std::slice::from_ref(name);
        let mut counted = engine.frequency_set(name, context.progress)?;
        if let Some(sampled) = sampled {
            counted.weights = counted.counts_in(&sampled.frequency_set(name, context.progress)?)?;
        }
        all.push(counted);
    }
    let values = values(&all);
    let wrong = |faults: Vec<Fault>| {
        without_places(Error::Faults(
            faults.into_iter().map(|it| at(asked, it)).collect(),
        ))
    };
    let (technique, settings) = (asked.technique, asked.settings);
    let mut faults = attribute_faults(technique.descriptor(), settings, &values);
    faults.extend(technique.setting_faults(settings, &values));
    if !faults.is_empty() {
        return Err(wrong(faults));
    }
    let counts = all.iter().map(by_code).collect::<Vec<_>>();
    let cells = match asked.method.row_wise() {
        Some(RowWise::Drawing(drawing)) => {
            drawing.drawn(&values, &counts, context).map_err(wrong)?
        }
        _ => Vec::new(),
    };
    let drawn = projected(&all, cells, prescription);
    Ok((names.into_iter().zip(drawn).collect(), values))
}

/// Makes a drawing again, in a process that is told how and what was counted.
///
/// # Errors
/// What is told is no recipe of this release.
pub fn remake(text: &str, all: Vec<Counted>) -> bauta_engines::Result<Drawn> {
    let broken = || {
        bauta_engines::Error::request(
            "a recipe cannot be followed",
            "use one release on all machines",
        )
    };
    let prescription: Prescription = serde_json::from_str(text).map_err(|_| broken())?;
    let technique = bauta_methods::find(&prescription.method).map_err(|_| broken())?;
    let method = technique
        .check(&prescription.settings, &prescription.quasi_identifiers)
        .map_err(|_| broken())?;
    let Some(RowWise::Drawing(drawing)) = method.row_wise() else {
        return Err(broken());
    };
    let elapsed = || 0.0;
    let mut context = Context {
        rng: prescription.chance.generator(),
        progress: &Silent,
        elapsed: &elapsed,
        notes: Vec::new(),
        view: None,
        trace: None,
    };
    let counts = all.iter().map(by_code).collect::<Vec<_>>();
    let cells = drawing.drawn(&values(&all), &counts, &mut context);
    let cells = cells.map_err(|_| broken())?;
    let place = prescription.place;
    projected(&all, cells, prescription)
        .into_iter()
        .nth(place)
        .ok_or_else(broken)
}

/// Cells as an engine draws them.
fn projected(
    all: &[Counted],
    cells: Vec<Box<dyn Cells>>,
    prescription: Prescription,
) -> Vec<Drawn> {
    let known: Known = all
        .iter()
        .map(|counted| (counted.keys.clone(), counted.weights.clone()))
        .collect();
    let one = |(place, (counted, cells))| {
        let prescription = Prescription {
            place,
            ..prescription.clone()
        };
        let by = Projection::of(counted, cells, (prescription, Arc::clone(&known)))?;
        Some(Drawn {
            keys: Arc::clone(counted.keys.column(0)),
            by: Arc::new(by),
        })
    };
    all.iter().zip(cells).enumerate().filter_map(one).collect()
}

/// A fault, with the step that it is about.
fn at(asked: &Asked<'_>, fault: Fault) -> Fault {
    match asked.at {
        At::Step(place) => Fault::Request(format!("step {}: {fault}", place + 1)),
        At::Method => fault,
    }
}

/// How many rows have each code of the only column.
fn by_code(counted: &Counted) -> Vec<u64> {
    let Some(attribute) = counted.table.attributes().first() else {
        return Vec::new();
    };
    let mut counts = vec![0; attribute.column.dictionary().len()];
    attribute
        .column
        .codes()
        .iter()
        .zip(&counted.weights)
        .for_each(|(code, rows)| counts[code as usize] += rows);
    counts
}

/// A table with all values of some columns; its rows mean nothing.
fn values(all: &[Counted]) -> Table {
    let columns: Vec<&Attribute> = all
        .iter()
        .filter_map(|counted| counted.table.attributes().first())
        .collect();
    let most = columns
        .iter()
        .map(|attribute| attribute.column.dictionary().len())
        .max()
        .unwrap_or(0);
    let padded = |attribute: &&Attribute| {
        let distinct = attribute.column.dictionary().len();
        let codes = Codes::from_fn(most, distinct, |row| {
            row.min(distinct.saturating_sub(1)) as u32
        });
        Attribute {
            column: attribute.column.with_codes(codes),
            ..(*attribute).clone()
        }
    };
    Table::from_attributes(columns.iter().map(padded).collect())
}

/// What was counted of each attribute: its values, and how many rows have each.
type Known = Arc<[(RecordBatch, Vec<u64>)]>;

/// A technique's cells as an engine writes them: texts where the data have texts, else what our own writer would write.
struct Projection {
    cells: Box<dyn Cells>,
    /// The code of each key.
    codes: Vec<u32>,
    name: String,
    kind: DataType,
    /// How the same is made elsewhere, and what was counted for it.
    made: (Prescription, Known),
}

impl Projection {
    fn of(counted: &Counted, cells: Box<dyn Cells>, made: (Prescription, Known)) -> Option<Self> {
        let attribute = counted.table.attributes().first()?;
        let kind = match counted.keys.column(0).data_type() {
            DataType::Utf8
            | DataType::LargeUtf8
            | DataType::Utf8View
            | DataType::Dictionary(..) => DataType::Utf8,
            _ => kind_of(attribute.column.dictionary().kind()),
        };
        let codes = attribute.column.codes().iter().collect();
        Some(Projection {
            cells,
            codes,
            name: attribute.name.clone(),
            kind,
            made,
        })
    }
}

impl Drawing for Projection {
    fn kind(&self) -> DataType {
        self.kind.clone()
    }

    fn draw(&self, rows: &[u64], places: &[u32]) -> bauta_engines::Result<ArrayRef> {
        let broken = |problem: String| bauta_engines::Error::Engine {
            engine: "bauta".to_owned(),
            problem,
        };
        let code = |place: &u32| self.codes.get(*place as usize).copied();
        let codes: Option<Vec<u32>> = places.iter().map(code).collect();
        let codes =
            codes.ok_or_else(|| broken("the look-up tables do not fit the data".to_owned()))?;
        let column = self
            .cells
            .cells(rows, &codes)
            .map_err(|error| broken(error.to_string()))?;
        if self.kind == DataType::Utf8 {
            return Ok(Arc::new(labels(&column)));
        }
        let attribute = Attribute {
            name: self.name.clone(),
            role: bauta_table::Role::Insensitive,
            column,
        };
        array_of(&attribute)
            .ok_or_else(|| broken("the look-up tables do not fit the data".to_owned()))
    }

    fn recipe(&self) -> Recipe {
        let (prescription, known) = &self.made;
        Recipe {
            text: serde_json::to_string(prescription).unwrap_or_default(),
            counted: known.to_vec(),
        }
    }
}

fn labels(column: &Column) -> StringArray {
    let (dictionary, missing) = (column.dictionary(), column.dictionary().missing_code());
    column
        .codes()
        .iter()
        .map(|code| (Some(code) != missing).then(|| dictionary.label(code)))
        .collect()
}
