//! What stands for the values that are present in a region or a group, and the parameter that chooses it.

use bauta_table::Qi;
use bauta_table::recoding::{Notation, Summary};

use crate::descriptor::Text;
use crate::parameter::{Choice, Choices, Parameter, Parameters};

/// How regions and groups are summarised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Auto,
    Range,
    Set,
}

/// How regions and groups are summarised and written.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SummaryParameters {
    pub(crate) recoding: Style,
    pub(crate) notation: Notation,
}

impl SummaryParameters {
    /// Those of a technique that lists [`RECODING`] and [`NOTATION`].
    pub(crate) fn read(parameters: &Parameters) -> Self {
        SummaryParameters {
            recoding: parameters.get(&RECODING),
            notation: parameters.get(&NOTATION),
        }
    }
}

/// The summary of the tuples' values on one quasi-identifier, given by their ranks.
pub(crate) fn summary(qi: &Qi, ranks: &[u32], tuples: &[u32], style: Style) -> Summary {
    let present = || tuples.iter().map(|&tuple| ranks[tuple as usize]);
    let low = present().min().unwrap_or(0);
    let high = present().max().unwrap_or(0);
    if low == high {
        return Summary::Range { low, high };
    }
    if qi
        .missing_rank()
        .is_some_and(|missing| present().any(|rank| rank == missing))
    {
        // Some values are known and some are missing: nothing can be said that covers both.
        return Summary::All;
    }
    match (style, &qi.hierarchy) {
        (Style::Range, _) => Summary::Range { low, high },
        (Style::Auto, Some(bound)) => match bound.hierarchy().lowest_common(present()) {
            Some((level, group)) => Summary::Group {
                level: level as u8,
                group,
            },
            None => Summary::All,
        },
        (Style::Auto, None) if qi.is_measurable() => Summary::Range { low, high },
        _ => {
            let mut set: Vec<u32> = present().collect();
            set.sort_unstable();
            set.dedup();
            Summary::Set(set)
        }
    }
}

/// What replaces the values of a region.
pub(crate) const RECODING: Parameter<Choices<Style>> = Parameter {
    name: "recoding",
    kind: Choices(&[
        Choice {
            word: "auto",
            value: Style::Auto,
            help: Text {
                en: "lowest common group where there is a hierarchy, range of numbers and dates, set of other values",
                fr: "plus petit groupe commun s'il y a une hiérarchie, intervalle de nombres et de dates, ensemble d'autres valeurs",
            },
        },
        Choice {
            word: "range",
            value: Style::Range,
            help: Text {
                en: "always from least to greatest",
                fr: "toujours du plus petit au plus grand",
            },
        },
        Choice {
            word: "set",
            value: Style::Set,
            help: Text {
                en: "always the set of values",
                fr: "toujours l'ensemble des valeurs",
            },
        },
    ]),
    default: Style::Auto,
    help: Text {
        en: "what replaces the values of a region",
        fr: "ce qui remplace les valeurs d'une région",
    },
};

/// How ranges are written.
pub(crate) const NOTATION: Parameter<Choices<Notation>> = Parameter {
    name: "notation",
    kind: Choices(&[
        Choice {
            word: "dash",
            value: Notation::Dash,
            help: Text {
                en: "[20-24]",
                fr: "[20-24]",
            },
        },
        Choice {
            word: "dots",
            value: Notation::Dots,
            help: Text {
                en: "[20..24]",
                fr: "[20..24]",
            },
        },
        Choice {
            word: "french",
            value: Notation::French,
            help: Text {
                en: "[20;24]",
                fr: "[20;24]",
            },
        },
    ]),
    default: Notation::Dash,
    help: Text {
        en: "how ranges are written",
        fr: "comment écrire les intervalles",
    },
};
