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

use bauta_table::recoding::New;
use bauta_table::{Column, Dictionary, Fault, Precision};

use crate::contract::{Context, Outcome, Result, Task, Technique};
use crate::descriptor::{Choice, Descriptor, Family, Parameter, ParameterKind, Parameters, Text};
use crate::keeps::{Claim, Keeps};
use crate::mask::told::{MEASURABLE, NOTHING, changed};
use crate::named::{attributes, numbers_of_each};

/// Top coding.
pub struct TopCode;

/// Bottom coding.
pub struct BottomCode;

impl Technique for TopCode {
    fn descriptor(&self) -> &'static Descriptor {
        &TOP
    }

    /// Every value becomes one other, whatever the row.
    fn needs_rows(&self, _: &Parameters) -> bool {
        false
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        limits(task, Side::Top).err().unwrap_or_default()
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        Ok(coded(task, context, Side::Top))
    }

    fn keeps(&self, parameters: &Parameters) -> Option<Keeps> {
        Some(kept(parameters, Claim::Smaller))
    }
}

impl Technique for BottomCode {
    fn descriptor(&self) -> &'static Descriptor {
        &BOTTOM
    }

    /// Every value becomes one other, whatever the row.
    fn needs_rows(&self, _: &Parameters) -> bool {
        false
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        limits(task, Side::Bottom).err().unwrap_or_default()
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        Ok(coded(task, context, Side::Bottom))
    }

    fn keeps(&self, parameters: &Parameters) -> Option<Keeps> {
        Some(kept(parameters, Claim::Larger))
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

fn coded(task: &Task<'_>, context: &mut Context<'_>, side: Side) -> Outcome {
    let named = attributes(task, "attributes");
    let limits = limits(task, side).unwrap_or_default();
    let mut changes = Vec::new();
    for (&index, &limit) in named.iter().zip(&limits) {
        let attribute = &task.prepared.table.attributes()[index];
        let counts = task.prepared.table.counts_of(index);
        let (new, rows) = code(
            (&attribute.column, &counts),
            limit,
            side,
            task.parameters.get("replace"),
        );
        context.notes.push(format!(
            "\"{}\": {rows} rows lay beyond the limit",
            attribute.name
        ));
        changes.push((index, new));
    }
    changed(changes)
}

/// Step 1.
fn limits(task: &Task<'_>, side: Side) -> std::result::Result<Vec<f64>, Vec<Fault>> {
    let named = attributes(task, "attributes");
    if !task.parameters.get("limit").is_empty() {
        return numbers_of_each(task, "limit", &named);
    }
    let share = task.parameters.number("quantile");
    let table = task.prepared.table;
    let of = |&index: &usize| {
        quantile(
            (&table.attributes()[index].column, &table.counts_of(index)),
            share,
            side,
        )
    };
    Ok(named.iter().map(of).collect())
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
fn code((column, counts): (&Column, &[u64]), limit: f64, side: Side, replace: &str) -> (New, u64) {
    let dictionary = column.dictionary();
    let closed = replace == "closed-label";
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
        "label" | "closed-label" => labelled(
            dictionary,
            &beyond,
            limit,
            &format!("{}{}", side.sign(), if closed { "=" } else { "" }),
        ),
        "mean" => numbered(
            dictionary,
            &beyond,
            mean(dictionary, counts, &beyond).unwrap_or(limit),
            Precision::Digits(9),
        ),
        _ => numbered(dictionary, &beyond, limit, Precision::Digits(9)),
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
    parameters: &[MEASURABLE, LIMIT, HIGH, REPLACE],
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
    parameters: &[MEASURABLE, LIMIT, LOW, REPLACE],
    guarantees: Text {
        en: "No value below the limit is released. Nothing is promised about k; what is asked for is verified.",
        fr: "Aucune valeur au-dessous de la limite n'est publiée. Rien n'est promis sur k ; ce qui est demandé est vérifié.",
    },
    ..TOP
};

const LIMIT: Parameter = Parameter {
    name: "limit",
    kind: ParameterKind::List,
    default: "",
    help: Text {
        en: "the last value that is told: one for all, or age=75;income=90000; none = by the quantile",
        fr: "la dernière valeur dite : une pour tous, ou age=75;revenu=90000 ; sans elle, par le quantile",
    },
};

const HIGH: Parameter = Parameter {
    name: "quantile",
    kind: ParameterKind::Number {
        least: 0.0,
        most: 1.0,
        whole: false,
    },
    default: "0.95",
    help: Text {
        en: "share of rows up to the limit",
        fr: "part des lignes jusqu'à la limite",
    },
};

const LOW: Parameter = Parameter {
    default: "0.05",
    help: Text {
        en: "share of rows up to the limit",
        fr: "part des lignes jusqu'à la limite",
    },
    ..HIGH
};

const REPLACE: Parameter = Parameter {
    name: "replace",
    kind: ParameterKind::Choice(&[
        Choice {
            word: "limit",
            help: Text {
                en: "by the limit",
                fr: "par la limite",
            },
        },
        Choice {
            word: "label",
            help: Text {
                en: "by a label that excludes the limit: >38",
                fr: "par un libellé sans la limite : >38",
            },
        },
        Choice {
            word: "closed-label",
            help: Text {
                en: "the limit too, by a label that includes it: >=75",
                fr: "la limite aussi, par un libellé qui la comprend : >=75",
            },
        },
        Choice {
            word: "mean",
            help: Text {
                en: "by the mean of the replaced values",
                fr: "par la moyenne des valeurs remplacées",
            },
        },
    ]),
    default: "limit",
    help: Text {
        en: "what values beyond the limit become",
        fr: "ce que deviennent les valeurs au-delà de la limite",
    },
};

/// What coding says about statistics, where means go to one side unless the coded values get their mean.
fn kept(parameters: &Parameters, to: Claim) -> Keeps {
    match parameters.get("replace") {
        "mean" => Keeps {
            means: Claim::Exactly,
            variances: Claim::Smaller,
            ..Keeps::nothing(TO_THE_MEAN)
        },
        "limit" => Keeps {
            means: to,
            variances: Claim::Smaller,
            quantiles: to,
            ..Keeps::nothing(TO_THE_LIMIT)
        },
        _ => Keeps::nothing(TO_A_LABEL),
    }
}

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
