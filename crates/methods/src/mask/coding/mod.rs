//! Top and bottom coding: values beyond a limit are no longer told apart.
//!
//! **Paper** thesis, section 4 (top coding); hundepool2012, section 3.3.2.
//!
//! **Guarantee** no released value lies beyond the limit; nothing is said about k.
//!
//! **Idea**
//! 1. The limit is given, or it is the value up to which (top) or from which on (bottom) the given share of the rows lies.
//! 2. Values beyond it become the limit, a label, or their mean. `label` leaves the limit itself as it is (`>38`);
//!    `closed-label` takes it in (`>=75`).
//!
//! **Differences from the source** (a) its prose says the limit and its table the label: both are offered. (b) The mean of the
//! coded values keeps the attribute's total; it tells more than the limit.
//!
//! **Cost** O(n), and the number of values for the limit.
//!
//! **Invariants** `nothing_lies_beyond_the_limit`, `the_mean_keeps_the_total`, `labels_follow_the_thesis`.

use std::sync::Arc;

use bauta_table::recoding::New;
use bauta_table::{Column, Dictionary, Fault, Precision};

use crate::contract::{Context, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Text};
use crate::keeps::{Claim, Keeps};
use crate::mask::told::{MEASURABLE, NOTHING, changed};
use crate::named::{numbers_of_each, places};
use crate::parameter::{Choice, Choices, List, Number, Parameter, Parameters};

/// Top coding.
pub struct TopCode;

/// Bottom coding.
pub struct BottomCode;

impl Technique for TopCode {
    fn descriptor(&self) -> &'static Descriptor {
        &TOP
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(CodingParameters::read(Side::Top, &HIGH, parameters))
    }
}

impl Technique for BottomCode {
    fn descriptor(&self) -> &'static Descriptor {
        &BOTTOM
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(CodingParameters::read(Side::Bottom, &LOW, parameters))
    }
}

/// What values beyond the limit become.
#[derive(Clone, Copy, PartialEq)]
enum Replacement {
    Limit,
    Label,
    ClosedLabel,
    Mean,
}

/// What coding is told.
struct CodingParameters {
    side: Side,
    attributes: Vec<String>,
    /// The limits; none = by the quantile.
    limit: Vec<String>,
    quantile: f64,
    replace: Replacement,
}

impl CodingParameters {
    fn read(side: Side, quantile: &Parameter<Number>, parameters: &Parameters) -> Self {
        CodingParameters {
            side,
            attributes: parameters.get(&MEASURABLE),
            limit: parameters.get(&LIMIT),
            quantile: parameters.get(quantile),
            replace: parameters.get(&REPLACE),
        }
    }

    /// Step 1.
    fn limits(&self, task: &Task<'_>) -> Result<Vec<f64>, Vec<Fault>> {
        let table = task.prepared.table;
        let named = places(table, &self.attributes);
        if !self.limit.is_empty() {
            return numbers_of_each(table, &LIMIT, &self.limit, &named);
        }
        let of = |&index: &usize| {
            let column = &table.attributes()[index].column;
            quantile((column, &table.counts_of(index)), self.quantile, self.side)
        };
        Ok(named.iter().map(of).collect())
    }
}

impl Planner for CodingParameters {
    fn technique(&self) -> &'static dyn Technique {
        match self.side {
            Side::Top => &TopCode,
            Side::Bottom => &BottomCode,
        }
    }

    /// Every value becomes one other, whatever the row.
    fn needs_rows(&self) -> Option<&'static str> {
        None
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        self.limits(task).err().unwrap_or_default()
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let named = places(task.prepared.table, &self.attributes);
        let limits = self.limits(task).unwrap_or_default();
        let mut changes = Vec::new();
        for (&index, &limit) in named.iter().zip(&limits) {
            let attribute = &task.prepared.table.attributes()[index];
            let counts = task.prepared.table.counts_of(index);
            let column = (&attribute.column, counts.as_slice());
            let (new, rows) = code(column, limit, self.side, self.replace);
            context.notes.push(format!(
                "\"{}\": {rows} rows lay beyond the limit",
                attribute.name
            ));
            changes.push((index, new));
        }
        Ok(changed(changes))
    }

    /// Means go to one side unless the coded values get their mean.
    fn keeps(&self) -> Option<Keeps> {
        let to = match self.side {
            Side::Top => Claim::Smaller,
            Side::Bottom => Claim::Larger,
        };
        Some(match self.replace {
            Replacement::Mean => Keeps {
                means: Claim::Exactly,
                variances: Claim::Smaller,
                ..Keeps::nothing(TO_THE_MEAN)
            },
            Replacement::Limit => Keeps {
                means: to,
                variances: Claim::Smaller,
                quantiles: to,
                ..Keeps::nothing(TO_THE_LIMIT)
            },
            Replacement::Label | Replacement::ClosedLabel => Keeps::nothing(TO_A_LABEL),
        })
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Side {
    Top,
    Bottom,
}

impl Side {
    /// Whether a value lies beyond a limit.
    fn is_beyond(self, value: f64, limit: f64) -> bool {
        match self {
            Side::Top => value > limit,
            Side::Bottom => value < limit,
        }
    }

    fn sign(self) -> &'static str {
        match self {
            Side::Top => ">",
            Side::Bottom => "<",
        }
    }
}

/// The smallest value up to which at least a share of the rows lies; for the bottom, the largest from which on all but less than
/// that share does.
fn quantile((column, counts): (&Column, &[u64]), share: f64, side: Side) -> f64 {
    let dictionary = column.dictionary();
    let values = dictionary.value_count();
    let rows: u64 = counts[..values].iter().sum();
    // A share of rows is not exact in floating point.
    let (wanted, mut seen) = (share * rows as f64 - 1e-6, 0);
    let reached = |seen: u64| match side {
        Side::Top => seen as f64 >= wanted,
        Side::Bottom => seen as f64 > share * rows as f64 + 1e-6,
    };
    for (code, count) in counts[..values].iter().enumerate() {
        seen += count;
        if reached(seen) {
            return dictionary.measure(code as u32).unwrap_or(0.0);
        }
    }
    dictionary
        .measure(values.saturating_sub(1) as u32)
        .unwrap_or(0.0)
}

/// Step 2, with the number of rows beyond the limit.
fn code(
    (column, counts): (&Column, &[u64]),
    limit: f64,
    side: Side,
    replace: Replacement,
) -> (New, u64) {
    let dictionary = column.dictionary();
    let closed = replace == Replacement::ClosedLabel;
    let beyond: Vec<bool> = (0..dictionary.len() as u32)
        .map(|code| {
            dictionary
                .measure(code)
                .is_some_and(|v| side.is_beyond(v, limit) || (closed && v == limit))
        })
        .collect();
    let rows = counts
        .iter()
        .zip(&beyond)
        .filter(|(_, beyond)| **beyond)
        .map(|(count, _)| count)
        .sum();
    let new = match replace {
        Replacement::Label | Replacement::ClosedLabel => labelled(
            dictionary,
            &beyond,
            limit,
            &format!("{}{}", side.sign(), if closed { "=" } else { "" }),
        ),
        Replacement::Mean => numbered(
            dictionary,
            &beyond,
            mean(dictionary, counts, &beyond).unwrap_or(limit),
            Precision::Digits(9),
        ),
        Replacement::Limit => numbered(dictionary, &beyond, limit, Precision::Digits(9)),
    };
    (new, rows)
}

fn mean(dictionary: &Dictionary, counts: &[u64], beyond: &[bool]) -> Option<f64> {
    let coded = (0..dictionary.value_count()).filter(|&code| beyond[code]);
    let (mut sum, mut rows) = (0.0, 0);
    for code in coded {
        sum += counts[code] as f64 * dictionary.measure(code as u32)?;
        rows += counts[code];
    }
    (rows > 0).then(|| sum / rows as f64)
}

fn numbered(dictionary: &Dictionary, beyond: &[bool], value: f64, precision: Precision) -> New {
    let values: Vec<f64> = (0..dictionary.len() as u32)
        .map(|code| {
            if beyond[code as usize] {
                value
            } else {
                dictionary.measure(code).unwrap_or(f64::NAN)
            }
        })
        .collect();
    let (dictionary, code_of) = Dictionary::of_measures(&values, dictionary, precision);
    New::Values {
        dictionary,
        code_of,
    }
}

fn labelled(dictionary: &Dictionary, beyond: &[bool], limit: f64, sign: &str) -> New {
    let (written, _) = Dictionary::of_measures(&[limit], dictionary, Precision::Digits(9));
    let label = format!("{sign}{}", written.label(0));
    let labels: Vec<String> = (0..dictionary.value_count() as u32)
        .map(|code| {
            if beyond[code as usize] {
                label.clone()
            } else {
                dictionary.label(code).into_owned()
            }
        })
        .collect();
    let (new, mut code_of) = Dictionary::of_labels(&labels, dictionary.missing_code().is_some());
    code_of.extend(new.missing_code());
    New::Values {
        dictionary: new,
        code_of,
    }
}

/// The declaration of top coding.
pub const TOP: Descriptor = Descriptor {
    id: "top-code",
    title: Text {
        en: "Top coding",
        fr: "Codage des valeurs hautes",
    },
    family: Family::Reduction,
    summary: Text {
        en: "Replaces values above a limit by the limit, by a label such as >38, or by their mean.",
        fr: "Remplace les valeurs au-dessus d'une limite par la limite, par un libellé comme >38, ou par leur moyenne.",
    },
    papers: &["hundepool2012"],
    parameters: &[&MEASURABLE, &LIMIT, &HIGH, &REPLACE],
    needs: NOTHING,
    guarantees: Text {
        en: "No value above the limit is released. Nothing is promised about k; what is asked for is verified.",
        fr: "Aucune valeur au-dessus de la limite n'est publiée. Rien n'est promis sur k ; ce qui est demandé est vérifié.",
    },
    cost: "O(n)",
    outputs: 1,
};

/// The declaration of bottom coding.
pub const BOTTOM: Descriptor = Descriptor {
    id: "bottom-code",
    title: Text {
        en: "Bottom coding",
        fr: "Codage des valeurs basses",
    },
    summary: Text {
        en: "Replaces values below a limit by the limit, by a label such as <16, or by their mean.",
        fr: "Remplace les valeurs au-dessous d'une limite par la limite, par un libellé comme <16, ou par leur moyenne.",
    },
    parameters: &[&MEASURABLE, &LIMIT, &LOW, &REPLACE],
    guarantees: Text {
        en: "No value below the limit is released. Nothing is promised about k; what is asked for is verified.",
        fr: "Aucune valeur au-dessous de la limite n'est publiée. Rien n'est promis sur k ; ce qui est demandé est vérifié.",
    },
    ..TOP
};

const LIMIT: Parameter<List> = Parameter {
    name: "limit",
    kind: List,
    default: "",
    help: Text {
        en: "the last value that is told: one for all, or age=75;income=90000; none = by the quantile",
        fr: "la dernière valeur dite : une pour tous, ou age=75;revenu=90000 ; sans elle, par le quantile",
    },
};

const HIGH: Parameter<Number> = Parameter {
    name: "quantile",
    kind: Number {
        least: 0.0,
        most: 1.0,
    },
    default: 0.95,
    help: Text {
        en: "share of rows up to the limit",
        fr: "part des lignes jusqu'à la limite",
    },
};

const LOW: Parameter<Number> = Parameter {
    default: 0.05,
    help: Text {
        en: "share of rows up to the limit",
        fr: "part des lignes jusqu'à la limite",
    },
    ..HIGH
};

const REPLACE: Parameter<Choices<Replacement>> = Parameter {
    name: "replace",
    kind: Choices(&[
        Choice {
            word: "limit",
            value: Replacement::Limit,
            help: Text {
                en: "by the limit",
                fr: "par la limite",
            },
        },
        Choice {
            word: "label",
            value: Replacement::Label,
            help: Text {
                en: "by a label that excludes the limit: >38",
                fr: "par un libellé sans la limite : >38",
            },
        },
        Choice {
            word: "closed-label",
            value: Replacement::ClosedLabel,
            help: Text {
                en: "the limit too, by a label that includes it: >=75",
                fr: "la limite aussi, par un libellé qui la comprend : >=75",
            },
        },
        Choice {
            word: "mean",
            value: Replacement::Mean,
            help: Text {
                en: "by the mean of the replaced values",
                fr: "par la moyenne des valeurs remplacées",
            },
        },
    ]),
    default: Replacement::Limit,
    help: Text {
        en: "what values beyond the limit become",
        fr: "ce que deviennent les valeurs au-delà de la limite",
    },
};

const TO_THE_MEAN: Text = Text {
    en: "Coding to the mean of the coded values keeps means exactly; variances shrink, and quantiles inside the limit are as they were.",
    fr: "Le codage par la moyenne des valeurs codées conserve exactement les moyennes ; les variances diminuent, et les quantiles en deçà de la limite ne changent pas.",
};

const TO_THE_LIMIT: Text = Text {
    en: "Coding to the limit draws the mean to the inside and shrinks variances; quantiles inside the limit are as they were.",
    fr: "Le codage par la limite tire la moyenne vers l'intérieur et diminue les variances ; les quantiles en deçà de la limite ne changent pas.",
};

const TO_A_LABEL: Text = Text {
    en: "Coding to a label leaves no number to compute with beyond the limit; shares of values inside it are as they were.",
    fr: "Le codage par un libellé ne laisse aucun nombre au-delà de la limite ; les parts des valeurs en deçà ne changent pas.",
};

#[cfg(test)]
mod tests;
