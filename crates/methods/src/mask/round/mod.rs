//! Rounding: numbers become multiples of a base.
//!
//! **Paper** hundepool2012, sections 3.4.4 and 5.4 (rounding, random rounding).
//!
//! **Guarantee** every released number is a multiple of the base, less than a base away from the original (half a base with
//! `nearest`). Nothing is said about k.
//!
//! **Idea**
//! 1. `nearest`, `down`, `up`: every value goes to that multiple; a half goes away from zero.
//! 2. `random`: a row goes up with the chance of its distance from the multiple below, so that sums are kept on average.
//!
//! Dates are rounded to multiples of days since 1970-01-01; hierarchies of dates make months and years.
//!
//! **Cost** O(n).
//!
//! **Invariants** `rounded_values_are_multiples_near_the_original`, `random_rounding_keeps_sums_on_average`.

use std::sync::Arc;

use bauta_table::recoding::New;
use bauta_table::{Column, Dictionary, Fault, Precision, Table};
use rand::RngExt;

use crate::contract::{Context, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Text};
use crate::keeps::{Claim, Keeps};
use crate::mask::told::{MEASURABLE, NOTHING, changed};
use crate::named::{of_each, places};
use crate::parameter::{Choice, Choices, List, Parameter, Parameters};

/// Rounding.
pub struct Round;

impl Technique for Round {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(RoundParameters {
            attributes: parameters.get(&MEASURABLE),
            base: parameters.get(&BASE),
            rounding: parameters.get(&ROUNDING),
        })
    }
}

/// Which way a number is rounded.
#[derive(Clone, Copy, PartialEq)]
enum Rounding {
    Nearest,
    Down,
    Up,
    Random,
}

/// What rounding is told.
struct RoundParameters {
    attributes: Vec<String>,
    base: Vec<String>,
    rounding: Rounding,
}

impl Planner for RoundParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Round
    }

    /// Chance falls by row.
    fn needs_rows(&self) -> Option<&'static str> {
        (self.rounding == Rounding::Random).then_some("rounds every row by chance")
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        self.bases(task.prepared.table).err().unwrap_or_default()
    }

    fn keeps(&self) -> Option<Keeps> {
        Some(match self.rounding {
            Rounding::Random => Keeps {
                means: Claim::OnAverage,
                variances: Claim::Larger,
                ..Keeps::nothing(BY_CHANCE)
            },
            Rounding::Down => Keeps {
                means: Claim::Smaller,
                quantiles: Claim::Smaller,
                ..Keeps::nothing(WITHIN)
            },
            Rounding::Up => Keeps {
                means: Claim::Larger,
                quantiles: Claim::Larger,
                ..Keeps::nothing(WITHIN)
            },
            Rounding::Nearest => Keeps::nothing(WITHIN),
        })
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let table = task.prepared.table;
        let named = places(table, &self.attributes);
        let bases = self.bases(table).unwrap_or_default();
        let columns = named.iter().map(|&index| &table.attributes()[index].column);
        let new: Vec<New> = columns
            .zip(bases)
            .map(|(column, base)| rounded(column, base, self.rounding, context))
            .collect();
        Ok(changed(named.iter().copied().zip(new)))
    }
}

impl RoundParameters {
    fn bases(&self, table: &Table) -> Result<Vec<f64>, Vec<Fault>> {
        let read = |text: &str| {
            text.parse()
                .ok()
                .filter(|base: &f64| base.is_finite() && *base > 0.0)
                .ok_or_else(|| Fault::OutOfRange {
                    parameter: BASE.name.into(),
                    given: text.to_owned(),
                    allowed: "a number above 0".into(),
                })
        };
        let given = of_each(table, &BASE, &self.base, &places(table, &self.attributes))?;
        given
            .into_iter()
            .map(read)
            .collect::<Result<_, _>>()
            .map_err(|fault| vec![fault])
    }
}

fn rounded(column: &Column, base: f64, rounding: Rounding, context: &mut Context<'_>) -> New {
    let dictionary = column.dictionary();
    if rounding == Rounding::Random {
        // Step 2.
        let values = column.measures().unwrap_or_default();
        let drawn: Vec<f64> = values
            .iter()
            .map(|&value| {
                let low = (value / base).floor();
                let up = context.rng.random::<f64>() < value / base - low;
                (low + if up { 1.0 } else { 0.0 }) * base
            })
            .collect();
        return New::Rows(Column::of_measures(
            &drawn,
            dictionary,
            Precision::Digits(9),
        ));
    }
    // Step 1.
    let multiple = |value: f64| match rounding {
        Rounding::Down => (value / base).floor() * base,
        Rounding::Up => (value / base).ceil() * base,
        _ => (value / base).round() * base,
    };
    let values: Vec<f64> = (0..dictionary.len() as u32)
        .map(|code| dictionary.measure(code).map_or(f64::NAN, multiple))
        .collect();
    let (dictionary, code_of) = Dictionary::of_measures(&values, dictionary, Precision::Digits(9));
    New::Values {
        dictionary,
        code_of,
    }
}

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "round",
    title: Text {
        en: "Rounding",
        fr: "Arrondi",
    },
    family: Family::Reduction,
    summary: Text {
        en: "Rounds numbers to multiples of a base: to the nearest one, down, up, or at random so that sums are kept on average.",
        fr: "Arrondit les nombres à des multiples d'une base : au plus proche, vers le bas, vers le haut, ou au hasard de façon à conserver les sommes en moyenne.",
    },
    papers: &["hundepool2012"],
    parameters: &[&MEASURABLE, &BASE, &ROUNDING],
    needs: NOTHING,
    guarantees: Text {
        en: "Every released number is a multiple of the base. Nothing is promised about k; what is asked for is verified.",
        fr: "Chaque nombre publié est un multiple de la base. Rien n'est promis sur k ; ce qui est demandé est vérifié.",
    },
    cost: "O(n)",
    outputs: 1,
};

const BASE: Parameter<List> = Parameter {
    name: "base",
    kind: List,
    default: "10",
    help: Text {
        en: "numbers become its multiples: one for all, or age=5;income=1000",
        fr: "les nombres deviennent ses multiples : une pour tous, ou age=5;revenu=1000",
    },
};

const ROUNDING: Parameter<Choices<Rounding>> = Parameter {
    name: "rounding",
    kind: Choices(&[
        Choice {
            word: "nearest",
            value: Rounding::Nearest,
            help: Text {
                en: "to the nearest multiple",
                fr: "au multiple le plus proche",
            },
        },
        Choice {
            word: "down",
            value: Rounding::Down,
            help: Text {
                en: "to the multiple below",
                fr: "au multiple inférieur",
            },
        },
        Choice {
            word: "up",
            value: Rounding::Up,
            help: Text {
                en: "to the multiple above",
                fr: "au multiple supérieur",
            },
        },
        Choice {
            word: "random",
            value: Rounding::Random,
            help: Text {
                en: "up or down by chance, right on average",
                fr: "vers le haut ou le bas au hasard, juste en moyenne",
            },
        },
    ]),
    default: Rounding::Nearest,
    help: Text {
        en: "which way",
        fr: "dans quel sens",
    },
};

const WITHIN: Text = Text {
    en: "Rounding moves no value, mean or quantile by a base or more (by more than half a base to the nearest multiple).",
    fr: "L'arrondi ne déplace aucune valeur, moyenne ni quantile d'une base entière (ni de plus d'une demi-base au multiple le plus proche).",
};

const BY_CHANCE: Text = Text {
    en: "Random rounding keeps means on average; no value moves by a base or more.",
    fr: "L'arrondi aléatoire conserve les moyennes en moyenne ; aucune valeur ne se déplace d'une base entière.",
};

#[cfg(test)]
mod tests;
