//! What a request for noise of a stated ε and δ says, and the noise.

use bauta_table::recoding::New;
use bauta_table::{Column, Dictionary, Fault, Precision, Table};

use super::mechanism::{Kind, Mechanism};
use super::{BOUNDS, DELTA, EPSILON, NOISE, NoiseParameters};
use crate::by_row::Cells;
use crate::contract::{Context, DifferentialPrivacy, Error, Outcome, Protected, Result};
use crate::mask::told::{MEASURABLE, changed};
use crate::named::typed;
use crate::parameter::{AnyParameter, Settings};

/// What an attribute's values are clamped to.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    lower: f64,
    upper: f64,
}

impl Bounds {
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
    let stated = NOISE
        .given(settings)
        .and_then(|noise| Some((noise, noise.stated()?)));
    let Some((noise, kind)) = stated else {
        let own: [&dyn AnyParameter; 3] = [&BOUNDS, &EPSILON, &DELTA];
        let says = |text: &String| !["", "0"].contains(&text.trim());
        return own
            .iter()
            .filter(|own| settings.get(own.name()).is_some_and(says))
            .map(|own| {
                let name = own.name();
                Fault::Request(format!("--{name} is for --noise laplace and gaussian"))
            })
            .collect();
    };
    let mut faults = Vec::new();
    // What is no number, or negative, is the descriptor's to tell.
    if EPSILON.given(settings) == Some(0.0) {
        let word = NOISE.kind.word(noise);
        faults.push(Fault::Request(format!(
            "{word} noise needs an ε above 0; say how much the release may tell of one row with --epsilon, such as 1"
        )));
    }
    match (kind, DELTA.given(settings)) {
        (Kind::Laplace, Some(delta)) if delta > 0.0 && delta <= 1.0 => {
            faults.push(Fault::Request("laplace noise has no δ; leave out --delta, or choose --noise gaussian".into()));
        }
        (Kind::Gaussian, Some(delta)) if delta == 0.0 || delta == 1.0 => faults.push(Fault::Request(
            "gaussian noise needs a δ above 0 and below 1, far below one by the number of rows; say it with --delta, such as 0.000001".into(),
        )),
        _ => {}
    }
    let named = MEASURABLE.given(settings).unwrap_or_default();
    let bounds = BOUNDS.given(settings).unwrap_or_default();
    let said = said(&bounds);
    let strange = said
        .iter()
        .filter(|(name, _)| name.is_some_and(|name| !named.iter().any(|own| own == name)));
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
fn said(words: &[String]) -> Vec<(Option<&str>, &str)> {
    let words = words.iter().map(String::as_str);
    let pair = |word| match str::rsplit_once(word, '=') {
        Some((name, bounds)) => (Some(name.trim()), bounds.trim()),
        None => (None, word),
    };
    words.map(pair).collect()
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
            parameter: BOUNDS.name.into(),
            given: (*text).to_owned(),
            allowed: format!(
                "LOW..HIGH for \"{name}\", the low one below the high one, such as 0..120"
            ),
        }),
    }
}

/// The noise of a checked request.
pub(super) struct StatedNoise {
    mechanism: Mechanism,
    attributes: Vec<(usize, Bounds)>,
}

/// What is wrong with a request that is well formed.
pub(super) fn too_little() -> Fault {
    Fault::Request("no noise comes to this ε and δ; ask for a larger --epsilon or --delta".into())
}

impl StatedNoise {
    /// The noise that parameters ask for; none where no ε is stated, or no noise comes to so small a one.
    pub(super) fn new(parameters: &NoiseParameters, table: &Table) -> Option<StatedNoise> {
        let kind = parameters.noise.stated()?;
        let said = said(&parameters.bounds);
        let attribute = |name: &String| {
            let index = table.index_of(name).ok()?;
            let bounds = bounds_of(&said, name, &table.attributes()[index].column);
            Some((index, bounds.ok()?))
        };
        let attributes = parameters.attributes.iter().map(attribute);
        let attributes: Vec<(usize, Bounds)> = attributes.collect::<Option<_>>()?;
        let budget = (parameters.epsilon, parameters.delta);
        let mechanism = Mechanism::calibrated(kind, attributes.len(), budget)?;
        Some(StatedNoise {
            mechanism,
            attributes,
        })
    }

    /// What the noise guarantees, by how it is drawn.
    pub(super) fn guarantee(
        &self,
        parameters: &NoiseParameters,
        table: &Table,
    ) -> DifferentialPrivacy {
        let protected = self.attributes.iter().map(|&(index, bounds)| Protected {
            attribute: table.attributes()[index].name.clone(),
            deviation: self.mechanism.deviation() * (bounds.upper - bounds.lower),
        });
        DifferentialPrivacy {
            mechanism: NOISE.kind.word(parameters.noise),
            epsilon: parameters.epsilon,
            delta: parameters.delta,
            attributes: protected.collect(),
        }
    }

    /// The noise of rows that are elsewhere.
    pub(super) fn drawn(self, values: &Table, context: &mut Context<'_>) -> Vec<Box<dyn Cells>> {
        let mut cells: Vec<Box<dyn Cells>> = Vec::new();
        // Draws are independent: each attribute may have those of its own, of the scale that all of them together need.
        let mechanism = Mechanism {
            width: 1,
            ..self.mechanism
        };
        for (index, bounds) in self.attributes {
            let like = values.attributes()[index].column.dictionary().clone();
            let measures = like.measures();
            cells.push(Box::new(Clamped {
                mechanism,
                bounds,
                like,
                measures,
            }));
        }
        tell(context);
        cells
    }

    /// The noise of rows that are here.
    pub(super) fn plan(&self, table: &Table, context: &mut Context<'_>) -> Result<Outcome> {
        let (mechanism, attributes) = (&self.mechanism, &self.attributes);
        let columns: Vec<&Column> = attributes
            .iter()
            .map(|&(index, _)| &table.attributes()[index].column)
            .collect();
        let measures: Vec<Vec<f64>> = columns
            .iter()
            .filter_map(|column| column.measures())
            .collect();
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
            let moved = |row: usize| {
                if measures[place][row].is_nan() {
                    f64::NAN
                } else {
                    bounds.unscaled(values[row * width + place])
                }
            };
            let moved: Vec<f64> = (0..table.rows()).map(moved).collect();
            New::Rows(Column::of_measures(
                &moved,
                column.dictionary(),
                Precision::Source,
            ))
        });
        tell(context);
        Ok(changed(
            attributes
                .iter()
                .map(|&(index, _)| index)
                .zip(new.collect::<Vec<_>>()),
        ))
    }
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
        let moved = values.iter().zip(codes).map(|(&value, code)| {
            if measure(code).is_nan() {
                f64::NAN
            } else {
                self.bounds.unscaled(value)
            }
        });
        Ok(Column::of_measures(
            &moved.collect::<Vec<_>>(),
            &self.like,
            Precision::Source,
        ))
    }
}

/// What is said of every such release. Nothing of it depends on the values: that would tell more than ε says.
fn tell(context: &mut Context<'_>) {
    context.notes.push(CLAMPED.to_owned());
    context.notes.push(UNSEEDED.to_owned());
}

const CLAMPED: &str = "values outside the declared bounds, if there are any, were taken as the nearest bound; how many is not told, because ε does not cover it";

const UNSEEDED: &str = "this noise comes from the operating system's randomness and not from the seed: another run with the same settings gives another release";
