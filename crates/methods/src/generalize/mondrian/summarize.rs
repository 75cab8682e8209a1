//! Step 1: what stands for the values that are present in a region.

use bauta_table::Qi;
use bauta_table::recoding::Summary;

/// How regions are summarised.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Style {
    Auto,
    Range,
    Set,
}

impl Style {
    pub(super) fn of(word: &str) -> Self {
        match word {
            "range" => Style::Range,
            "set" => Style::Set,
            _ => Style::Auto,
        }
    }
}

/// The summary of the tuples' values on one quasi-identifier, given by their ranks.
pub(super) fn summary(qi: &Qi, ranks: &[u32], tuples: &[u32], style: Style) -> Summary {
    let present = || tuples.iter().map(|&tuple| ranks[tuple as usize]);
    let low = present().min().unwrap_or(0);
    let high = present().max().unwrap_or(0);
    if low == high {
        return Summary::Range { low, high };
    }
    if qi.missing_rank().is_some_and(|missing| present().any(|rank| rank == missing)) {
        // Some values are known and some are missing: nothing can be said that covers both.
        return Summary::All;
    }
    match (style, &qi.hierarchy) {
        (Style::Range, _) => Summary::Range { low, high },
        (Style::Auto, Some(bound)) => match bound.hierarchy().lowest_common(present()) {
            Some((level, group)) => Summary::Group { level: level as u8, group },
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
