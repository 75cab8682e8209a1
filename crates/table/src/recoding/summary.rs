//! What stands in the release for the values of a class: one value, a range, a set, a group of the hierarchy, or nothing.

use serde::{Deserialize, Serialize};

use crate::dictionary::Dictionary;
use crate::qi::Qi;

/// How ranges are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Notation {
    /// `[20-24]`; columns with negative numbers or dates get dots instead.
    #[default]
    Dash,
    /// `[20..24]`
    Dots,
    /// `[20;24]`
    French,
}

impl Notation {
    fn separator(self) -> &'static str {
        match self {
            Notation::Dash => "-",
            Notation::Dots => "..",
            Notation::French => ";",
        }
    }
}

/// The values of a class on one quasi-identifier. Ranks are places in the attribute's order of values ([`Qi`]).
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Summary {
    /// From one rank to another, both included.
    Range {
        /// First rank.
        low: u32,
        /// Last rank.
        high: u32,
    },
    /// Exactly these ranks, ascending.
    Set(Vec<u32>),
    /// A group of the hierarchy.
    Group {
        /// Its level.
        level: u8,
        /// Its number on that level.
        group: u32,
    },
    /// Nothing is said: `*`.
    All,
}

impl Summary {
    /// Whether it says as much as the original value.
    pub fn is_single(&self) -> bool {
        match self {
            Summary::Range { low, high } => low == high,
            Summary::Set(ranks) => ranks.len() == 1,
            Summary::Group { level, .. } => *level == 0,
            Summary::All => false,
        }
    }

    /// As it is written in a release.
    pub fn label(&self, qi: &Qi, dictionary: &Dictionary, notation: Notation) -> String {
        labels(qi, dictionary, std::slice::from_ref(self), notation)
            .pop()
            .unwrap_or_default()
    }

    /// Share of the scale (measurable values) or of the values (others) that it covers.
    pub fn spread(&self, qi: &Qi) -> f64 {
        let among = |covered: usize| match qi.ranks() {
            0 | 1 => 0.0,
            ranks => (covered.saturating_sub(1)) as f64 / (ranks - 1) as f64,
        };
        match self {
            Summary::All => 1.0,
            Summary::Range { low, high } => qi.share(*low, *high),
            Summary::Set(ranks) => among(ranks.len()),
            Summary::Group { level, group } => match &qi.hierarchy {
                // Missing values are no leaf, but the root stands for them too.
                Some(bound)
                    if bound.hierarchy().has_root() && usize::from(*level) == bound.height() =>
                {
                    among(qi.ranks())
                }
                Some(bound) => among(bound.leaves_under(usize::from(*level), *group)),
                // Without a hierarchy a group is a value by itself.
                None => 0.0,
            },
        }
    }

    /// Share of the hierarchy's height that it has climbed; for other summaries, the spread.
    pub fn level_share(&self, qi: &Qi) -> f64 {
        match (self, &qi.hierarchy) {
            (Summary::Group { level, .. }, Some(bound)) if bound.height() > 0 => {
                f64::from(*level) / bound.height() as f64
            }
            _ => self.spread(qi),
        }
    }
}

/// The labels of many summaries of one quasi-identifier.
pub fn labels(
    qi: &Qi,
    dictionary: &Dictionary,
    summaries: &[Summary],
    notation: Notation,
) -> Vec<String> {
    let of_rank = rank_labels(qi, dictionary);
    let dashed = || of_rank.iter().any(|label| label.contains('-'));
    let notation = if notation == Notation::Dash && dashed() {
        Notation::Dots
    } else {
        notation
    };
    let measures = measures_in_hierarchy(qi, dictionary);
    let bounds = |summary: &Summary| match summary {
        Summary::Range { low, high } => least_and_greatest(&measures, (*low, *high)),
        _ => None,
    };
    summaries
        .iter()
        .map(|summary| match bounds(summary) {
            Some((low, high)) => label(qi, &Summary::Range { low, high }, &of_rank, notation),
            None => label(qi, summary, &of_rank, notation),
        })
        .collect()
}

/// Where the value of each rank lies on its scale, for numbers and points in time that have a hierarchy: its order need not be theirs. Else empty.
fn measures_in_hierarchy(qi: &Qi, dictionary: &Dictionary) -> Vec<Option<f64>> {
    if qi.hierarchy.is_none() || !dictionary.kind().is_measurable() {
        return Vec::new();
    }
    let mut measures = vec![None; qi.ranks()];
    for (code, &rank) in qi.rank_of_code().iter().enumerate() {
        measures[rank as usize] = dictionary.measure(code as u32);
    }
    measures
}

/// The ranks of the least and the greatest value among some ranks; none where no value is known.
fn least_and_greatest(measures: &[Option<f64>], (low, high): (u32, u32)) -> Option<(u32, u32)> {
    let inside = measures.get(low as usize..=high as usize)?;
    let known = || {
        (low..)
            .zip(inside)
            .filter_map(|(rank, own)| Some((rank, (*own)?)))
    };
    let least = known().min_by(|a, b| a.1.total_cmp(&b.1))?;
    let greatest = known().max_by(|a, b| a.1.total_cmp(&b.1))?;
    Some((least.0, greatest.0))
}

fn label(qi: &Qi, summary: &Summary, of_rank: &[String], notation: Notation) -> String {
    match summary {
        Summary::All => "*".to_owned(),
        Summary::Range { low, high } if low == high => of_rank[*low as usize].clone(),
        Summary::Range { low, high } => {
            format!(
                "[{}{}{}]",
                of_rank[*low as usize],
                notation.separator(),
                of_rank[*high as usize]
            )
        }
        Summary::Set(ranks) => match ranks.as_slice() {
            [only] => of_rank[*only as usize].clone(),
            _ => format!(
                "{{{}}}",
                ranks
                    .iter()
                    .map(|&r| of_rank[r as usize].as_str())
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        },
        Summary::Group { level, group } => match &qi.hierarchy {
            Some(bound) => bound.label(usize::from(*level), *group).to_owned(),
            None => of_rank[*group as usize].clone(),
        },
    }
}

fn rank_labels(qi: &Qi, dictionary: &Dictionary) -> Vec<String> {
    match &qi.hierarchy {
        Some(bound) => (0..qi.ranks() as u32)
            .map(|rank| bound.label(0, rank).to_owned())
            .collect(),
        None => (0..dictionary.len() as u32)
            .map(|code| dictionary.label(code).into_owned())
            .collect(),
    }
}
