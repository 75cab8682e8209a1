//! What a request for noise of a stated ε and δ says, and the noise.

use bauta_table::recoding::New;
use bauta_table::{Column, Dictionary, Fault, Precision, Table};

use super::mechanism::{Kind, Mechanism};
use crate::by_row::Cells;
use crate::contract::{Context, DifferentialPrivacy, Error, Outcome, Protected, Result, Task};
use crate::descriptor::{Parameters, Settings, words};
use crate::mask::told::changed;
use crate::named::typed;

/// The parameters that only noise of a stated ε has.
const OWN: [&str; 3] = ["bounds", "epsilon", "delta"];

/// The distribution, where it is one with a stated ε.
pub(super) fn kind_of(word: &str) -> Option<Kind> {
    match word {
        "laplace" => Some(Kind::Laplace),
        "gaussian" => Some(Kind::Gaussian),
        _ => None,
    }
}

/// What an attribute's values are clamped to.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    lower: f64,
    upper: f64,
}

impl Bounds {
    fn excludes(&self, value: f64) -> bool {
        value < self.lower || value > self.upper
    }

    /// Where a value lies between the bounds, from 0 to 1; one that is missing anywhere.
    fn scaled(&self, value: f64) -> f64 {
        let share = (value - self.lower) / (self.upper - self.lower);
        if share.is_nan() {
            0.0
        } else {
            share.clamp(0.0, 1.0)
        }
    }

    fn unscaled(&self, share: f64) -> f64 {
        self.lower + (self.upper - self.lower) * share
    }
}

/// Everything that is wrong with ε, δ and bounds, whatever else is wrong with the request.
pub(super) fn faults(settings: &Settings, table: &Table) -> Vec<Fault> {
    let given = |name: &str| {
        settings
            .get(name)
            .map(|text| text.trim())
            .filter(|text| !text.is_empty())
    };
    let word = given("noise").unwrap_or("additive");
    let Some(kind) = kind_of(word) else {
        let strange = OWN
            .iter()
            .filter(|name| given(name).is_some_and(|text| text != "0"));
        return strange
            .map(|name| Fault::Request(format!("--{name} is for --noise laplace and gaussian")))
            .collect();
    };
    let number = |name: &str| given(name).map_or(Some(0.0), |text| text.parse::<f64>().ok());
    let mut faults = Vec::new();
    // What is no number, or negative, is the descriptor's to tell.
    if number("epsilon") == Some(0.0) {
        faults.push(Fault::Request(format!(
            "{word} noise needs an ε above 0; say how much the release may tell of one row with --epsilon, such as 1"
        )));
    }
    match (kind, number("delta")) {
        (Kind::Laplace, Some(delta)) if delta > 0.0 && delta <= 1.0 => {
            faults.push(Fault::Request("laplace noise has no δ; leave out --delta, or choose --noise gaussian".into()));
        }
        (Kind::Gaussian, Some(delta)) if delta == 0.0 || delta == 1.0 => faults.push(Fault::Request(
            "gaussian noise needs a δ above 0 and below 1, far below one by the number of rows; say it with --delta, such as 0.000001".into(),
        )),
        _ => {}
    }
    let named = words(given("attributes").unwrap_or_default());
    let said = said(given("bounds").unwrap_or_default());
    let strange = said
        .iter()
        .filter(|(name, _)| name.is_some_and(|name| !named.contains(&name)));
    faults.extend(strange.map(|(name, _)| {
        Fault::Request(format!(
            "--bounds speaks of \"{}\", which is not in --attributes",
            name.unwrap_or_default()
        ))
    }));
    let measurable = named
        .iter()
        .filter_map(|name| Some(&table.attributes()[table.index_of(name).ok()?]));
    let measurable =
        measurable.filter(|attribute| attribute.column.dictionary().kind().is_measurable());
    faults.extend(measurable.filter_map(|it| bounds_of(&said, &it.name, &it.column).err()));
    faults
}

/// Bounds as they were typed: of a name, or of all attributes.
fn said(text: &str) -> Vec<(Option<&str>, &str)> {
    let pair = |word| match str::rsplit_once(word, '=') {
        Some((name, bounds)) => (Some(name.trim()), bounds.trim()),
        None => (None, word),
    };
    words(text).into_iter().map(pair).collect()
}

fn bounds_of(
    said: &[(Option<&str>, &str)],
    name: &str,
    column: &Column,
) -> std::result::Result<Bounds, Fault> {
    let own = said
        .iter()
        .find(|entry| entry.0 == Some(name))
        .or(said.iter().find(|entry| entry.0.is_none()));
    let Some((_, text)) = own else {
        return Err(Fault::Request(format!(
            "noise of a stated ε needs the bounds of \"{name}\", from what is known of such data: bounds read from the table would tell of its people; give them with --bounds \"{name}=LOW..HIGH\""
        )));
    };
    let ends = text
        .split_once("..")
        .and_then(|(low, high)| Some((typed(column, low)?, typed(column, high)?)));
    match ends.filter(|(lower, upper)| lower < upper && (upper - lower).is_finite()) {
        Some((lower, upper)) => Ok(Bounds { lower, upper }),
        None => Err(Fault::OutOfRange {
            parameter: "bounds".into(),
            given: (*text).to_owned(),
            allowed: format!(
                "LOW..HIGH for \"{name}\", the low one below the high one, such as 0..120"
            ),
        }),
    }
}

/// A checked request.
struct Stated {
    mechanism: Mechanism,
    attributes: Vec<(usize, Bounds)>,
}

fn stated(parameters: &Parameters, table: &Table) -> Option<Stated> {
    let kind = kind_of(parameters.get("noise"))?;
    let said = said(parameters.get("bounds"));
    let attribute = |name: &&str| {
        let index = table.index_of(name).ok()?;
        Some((
            index,
            bounds_of(&said, name, &table.attributes()[index].column).ok()?,
        ))
    };
    let attributes: Option<Vec<(usize, Bounds)>> = parameters
        .list("attributes")
        .iter()
        .map(attribute)
        .collect();
    let attributes = attributes?;
    let budget = (parameters.number("epsilon"), parameters.number("delta"));
    let mechanism = Mechanism::calibrated(kind, attributes.len(), budget)?;
    Some(Stated {
        mechanism,
        attributes,
    })
}

/// What is wrong with a task that is well formed: no noise comes to so small an ε.
pub(super) fn unreachable(task: &Task<'_>) -> Option<Fault> {
    stated(&task.parameters, task.prepared.table)
        .is_none()
        .then(|| Fault::Request(TOO_LITTLE.into()))
}

/// What the noise guarantees, by how it is drawn.
pub(super) fn guarantee(parameters: &Parameters, table: &Table) -> Option<DifferentialPrivacy> {
    let Stated {
        mechanism,
        attributes,
    } = stated(parameters, table)?;
    let protected = attributes.iter().map(|&(index, bounds)| Protected {
        attribute: table.attributes()[index].name.clone(),
        deviation: mechanism.deviation() * (bounds.upper - bounds.lower),
    });
    Some(DifferentialPrivacy {
        mechanism: if mechanism.kind == Kind::Laplace {
            "laplace"
        } else {
            "gaussian"
        },
        epsilon: parameters.number("epsilon"),
        delta: parameters.number("delta"),
        attributes: protected.collect(),
    })
}

/// The same noise for rows that are elsewhere.
pub(super) fn drawn(
    parameters: &Parameters,
    values: &Table,
    counts: &[Vec<u64>],
    context: &mut Context<'_>,
) -> std::result::Result<Vec<Box<dyn Cells>>, Vec<Fault>> {
    let Some(Stated {
        mechanism,
        attributes,
    }) = stated(parameters, values)
    else {
        return Err(vec![Fault::Request(TOO_LITTLE.into())]);
    };
    let mut outside = 0;
    let mut cells: Vec<Box<dyn Cells>> = Vec::new();
    // Draws are independent: each attribute may have those of its own, of the scale that all of them together need.
    let mechanism = Mechanism {
        width: 1,
        ..mechanism
    };
    for ((index, bounds), counts) in attributes.into_iter().zip(counts) {
        let like = values.attributes()[index].column.dictionary().clone();
        let measures = like.measures();
        let beyond = measures
            .iter()
            .zip(counts)
            .filter(|(measure, _)| bounds.excludes(**measure));
        outside += beyond.map(|(_, rows)| rows).sum::<u64>();
        cells.push(Box::new(Clamped {
            mechanism,
            bounds,
            like,
            measures,
        }));
    }
    tell(context, outside);
    Ok(cells)
}

/// The noise of an attribute whose rows are elsewhere.
struct Clamped {
    mechanism: Mechanism,
    bounds: Bounds,
    like: Dictionary,
    measures: Vec<f64>,
}

impl Cells for Clamped {
    fn cells(&self, _: &[u64], codes: &[u32]) -> Result<Column> {
        let measure = |&code: &u32| {
            self.measures
                .get(code as usize)
                .copied()
                .unwrap_or(f64::NAN)
        };
        let mut values: Vec<f64> = codes
            .iter()
            .map(|code| self.bounds.scaled(measure(code)))
            .collect();
        self.mechanism.add(&mut values).ok_or(Error::NoRandomness)?;
        let moved = values
            .iter()
            .zip(codes)
            .map(|(&value, code)| match measure(code).is_nan() {
                true => f64::NAN,
                false => self.bounds.unscaled(value),
            });
        Ok(Column::of_measures(
            &moved.collect::<Vec<_>>(),
            &self.like,
            Precision::Source,
        ))
    }
}

/// The noise.
pub(super) fn plan(task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
    let table = task.prepared.table;
    // Checked by `unreachable`.
    let Some(Stated {
        mechanism,
        attributes,
    }) = stated(&task.parameters, table)
    else {
        return Err(Error::NoRandomness);
    };
    let columns: Vec<&Column> = attributes
        .iter()
        .map(|&(index, _)| &table.attributes()[index].column)
        .collect();
    let measures: Vec<Vec<f64>> = columns
        .iter()
        .filter_map(|column| column.measures())
        .collect();
    let outside = attributes
        .iter()
        .zip(&measures)
        .map(|((_, bounds), values)| {
            values
                .iter()
                .filter(|&&value| bounds.excludes(value))
                .count() as u64
        });
    let outside: u64 = outside.sum();
    // Row after row; what is missing gets noise that nobody sees, and stays missing.
    let scaled = |row: usize, place: usize| attributes[place].1.scaled(measures[place][row]);
    let width = attributes.len();
    let mut values: Vec<f64> = (0..table.rows())
        .flat_map(|row| (0..width).map(move |place| (row, place)))
        .map(|(row, place)| scaled(row, place))
        .collect();
    mechanism.add(&mut values).ok_or(Error::NoRandomness)?;
    let new = columns.iter().enumerate().map(|(place, column)| {
        let bounds = attributes[place].1;
        let moved = |row: usize| match measures[place][row].is_nan() {
            true => f64::NAN,
            false => bounds.unscaled(values[row * width + place]),
        };
        let moved: Vec<f64> = (0..table.rows()).map(moved).collect();
        New::Rows(Column::of_measures(
            &moved,
            column.dictionary(),
            Precision::Source,
        ))
    });
    tell(context, outside);
    Ok(changed(
        attributes
            .iter()
            .map(|&(index, _)| index)
            .zip(new.collect::<Vec<_>>()),
    ))
}

/// What is said of such a release, and of values outside the bounds.
fn tell(context: &mut Context<'_>, outside: u64) {
    if outside > 0 {
        context.notes.push(format!(
            "{outside} values lay outside the declared bounds and were taken as the nearest bound"
        ));
    }
    context.notes.push(UNSEEDED.to_owned());
}

/// Said where no noise is enough.
const TOO_LITTLE: &str = "no noise comes to this ε and δ; ask for a larger --epsilon or --delta";

/// Said of every such release.
const UNSEEDED: &str = "this noise comes from the operating system's randomness and not from the seed: another run with the same settings gives another release";
