//! What stands for the values that are present in a region or a group, and the parameter that chooses it.

use bauta_table::Qi;
use bauta_table::recoding::{Notation, Summary};

use crate::descriptor::{Choice, Parameter, ParameterKind, Text};

/// How regions and groups are summarised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Auto,
    Range,
    Set,
}

impl Style {
    pub(crate) fn of(word: &str) -> Self {
        match word {
            "range" => Style::Range,
            "set" => Style::Set,
            _ => Style::Auto,
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

/// How ranges are written.
pub(crate) fn notation(word: &str) -> Notation {
    match word {
        "dots" => Notation::Dots,
        "french" => Notation::French,
        _ => Notation::Dash,
    }
}

/// The parameter that [`Style::of`] reads.
pub(crate) const RECODING: Parameter = Parameter {
    name: "recoding",
    kind: ParameterKind::Choice(&[
        Choice {
            word: "auto",
            help: Text {
                en: "lowest common group where there is a hierarchy, range of numbers and dates, set of other values",
                fr: "plus petit groupe commun s'il y a une hiérarchie, intervalle de nombres et de dates, ensemble d'autres valeurs",
            },
        },
        Choice {
            word: "range",
            help: Text {
                en: "always from least to greatest",
                fr: "toujours du plus petit au plus grand",
            },
        },
        Choice {
            word: "set",
            help: Text {
                en: "always the set of values",
                fr: "toujours l'ensemble des valeurs",
            },
        },
    ]),
    default: "auto",
    help: Text {
        en: "what replaces the values of a region",
        fr: "ce qui remplace les valeurs d'une région",
    },
};

/// The parameter that [`notation`] reads.
pub(crate) const NOTATION: Parameter = Parameter {
    name: "notation",
    kind: ParameterKind::Choice(&[
        Choice {
            word: "dash",
            help: Text {
                en: "[20-24]",
                fr: "[20-24]",
            },
        },
        Choice {
            word: "dots",
            help: Text {
                en: "[20..24]",
                fr: "[20..24]",
            },
        },
        Choice {
            word: "french",
            help: Text {
                en: "[20;24]",
                fr: "[20;24]",
            },
        },
    ]),
    default: "dash",
    help: Text {
        en: "how ranges are written",
        fr: "comment écrire les intervalles",
    },
};
