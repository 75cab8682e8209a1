//! Reading released labels, whoever wrote them, in terms of the original values.
//!
//! **Idea.** In this order: (1) a value of the original; (2) `*`, or an empty cell where the original has none: nothing is
//! said; (3) a group of the hierarchy; (4) a range, `[a-b]`, `[a..b]`, `[a;b]`, `[a,b[`, `20-24`, `>=40`, whose bounds are
//! numbers or original values; (5) a set, `{a, b}`; (6) a mask, `130**`; (7) a number that the original does not have
//! (noise, means): it stands for the nearest one that it has. What fits none of these is not understood.

use bauta_table::hierarchy::Hierarchy;
use bauta_table::{Kind, Qi, Table, interval, parse_decimal};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::cover::{Cover, Ranks};

/// Reads the labels of one attribute.
pub(super) struct Labels<'a> {
    qi: &'a Qi,
    labels: Vec<String>,
    rank_of_label: HashMap<String, u32, FixedState>,
    /// The number that each rank is, where the attribute is one.
    numbers: Vec<Option<f64>>,
    rank_of_number: HashMap<u64, u32, FixedState>,
    /// The level and group of each label of the hierarchy, the lowest first.
    groups: HashMap<String, Vec<(usize, u32)>, FixedState>,
    /// The leaves of each group, by level.
    leaves: Vec<Vec<Vec<u32>>>,
}

impl<'a> Labels<'a> {
    pub(super) fn of(original: &Table, qi: &'a Qi) -> Self {
        let dictionary = original.attributes()[qi.attribute].column.dictionary();
        let ranks = 0..qi.ranks() as u32;
        let labels: Vec<String> = match &qi.hierarchy {
            Some(bound) => ranks.map(|rank| bound.label(0, rank).to_owned()).collect(),
            None => ranks.map(|rank| dictionary.label(rank).into_owned()).collect(),
        };
        let numeric = matches!(dictionary.kind(), Kind::Integer | Kind::Decimal);
        let numbers: Vec<Option<f64>> = labels.iter().map(|label| number(label).filter(|_| numeric)).collect();
        let known = numbers.iter().enumerate().filter_map(|(rank, number)| Some((bits((*number)?), rank as u32)));
        let rank_of_number = known.collect();
        let rank_of_label = labels.iter().enumerate().map(|(rank, label)| (label.clone(), rank as u32)).collect();
        let groups = qi.hierarchy.as_ref().map(|bound| groups(bound.hierarchy())).unwrap_or_default();
        let leaves = qi.hierarchy.as_ref().map(|bound| leaves(bound.hierarchy())).unwrap_or_default();
        Labels { qi, labels, rank_of_label, numbers, rank_of_number, groups, leaves }
    }

    /// The covers of a column's labels; `None` = not understood. Where all labels are groups of one level, that level is
    /// meant also where a branch with fewer steps repeats its label.
    pub(super) fn read(&self, labels: &[String]) -> Vec<Option<Cover>> {
        let level = self.common_level(labels);
        labels.iter().map(|label| self.cover(label.trim(), level)).collect()
    }

    fn common_level(&self, labels: &[String]) -> Option<usize> {
        let height = self.qi.hierarchy.as_ref()?.height();
        let at = |label: &String, level: usize| {
            self.groups.get(label.trim()).is_some_and(|places| places.iter().any(|place| place.0 == level))
        };
        let told = || labels.iter().filter(|label| !is_star(label.trim()) && !label.trim().is_empty());
        (0..=height).find(|&level| told().all(|label| at(label, level)))
    }

    fn cover(&self, label: &str, level: Option<usize>) -> Option<Cover> {
        if let Some(cover) = self.group(label, level.unwrap_or(0)) {
            return Some(cover);
        }
        if let Some(rank) = self.rank(label) {
            return Some(Cover { ranks: Ranks::Range(rank, rank), spread: 0.0, level: 0.0 });
        }
        if is_star(label) || label.is_empty() {
            return Some(self.all());
        }
        self.group(label, 0)
            .or_else(|| self.between_values(label))
            .or_else(|| self.interval(label))
            .or_else(|| self.set(label))
            .or_else(|| self.mask(label))
            .or_else(|| self.nearest(label))
    }

    /// Nothing is said.
    pub(super) fn all(&self) -> Cover {
        Cover { ranks: Ranks::Range(0, (self.qi.ranks().max(1) - 1) as u32), spread: 1.0, level: 1.0 }
    }

    fn rank(&self, label: &str) -> Option<u32> {
        let by_number = || self.rank_of_number.get(&bits(number(label)?)).copied();
        self.rank_of_label.get(label).copied().or_else(by_number)
    }

    /// The label as a group of the hierarchy, on the lowest level that is at least `from`.
    fn group(&self, label: &str, from: usize) -> Option<Cover> {
        let bound = self.qi.hierarchy.as_ref()?;
        let &(level, group) = self.groups.get(label)?.iter().find(|place| place.0 >= from)?;
        // At the root a missing value is like every other.
        let is_root = bound.hierarchy().has_root() && level == bound.height();
        let ranks = match is_root {
            true => (0..self.qi.ranks() as u32).collect(),
            false => self.leaves[level][group as usize].clone(),
        };
        let level = if bound.height() > 0 { level as f64 / bound.height() as f64 } else { 0.0 };
        Some(Cover { level, ..self.some(ranks) })
    }

    /// A cover of these ranks, by their number.
    fn some(&self, ranks: Vec<u32>) -> Cover {
        let ranks = Ranks::of(ranks);
        let all = self.qi.ranks().saturating_sub(1).max(1);
        let spread = ranks.len().saturating_sub(1) as f64 / all as f64;
        Cover { ranks, spread, level: spread }
    }

    /// A range between two values of the original.
    fn between_values(&self, label: &str) -> Option<Cover> {
        let inner = label.strip_prefix('[')?.strip_suffix(']')?;
        for separator in ["..", ";", "-", ","] {
            for (at, _) in inner.match_indices(separator) {
                let (low, high) = (inner[..at].trim(), inner[at + separator.len()..].trim());
                if let (Some(low), Some(high)) = (self.rank(low), self.rank(high))
                    && low <= high
                {
                    let spread = self.qi.share(low, high);
                    return Some(Cover { ranks: Ranks::Range(low, high), spread, level: spread });
                }
            }
        }
        None
    }

    /// A range of numbers, whatever its bounds.
    fn interval(&self, label: &str) -> Option<Cover> {
        let found = interval::parse(label).filter(|found| found.low < found.high)?;
        self.numbers.iter().flatten().next()?;
        let above = |value: f64| value > found.low || (found.closed_low && value == found.low);
        let below = |value: f64| value < found.high || (found.closed_high && value == found.high);
        let ranks: Vec<u32> = match self.qi.is_measurable() {
            // Values stand in their order, missing ones last.
            true => {
                let from = self.numbers.partition_point(|number| number.is_some_and(|value| !above(value)));
                let to = self.numbers.partition_point(|number| number.is_some_and(below));
                (from as u32..to.max(from) as u32).collect()
            }
            false => {
                let fits = |rank: &u32| self.numbers[*rank as usize].is_some_and(|value| above(value) && below(value));
                (0..self.numbers.len() as u32).filter(fits).collect()
            }
        };
        let cover = self.some(ranks);
        if !self.qi.is_measurable() || self.qi.ranks() == 0 {
            return Some(cover);
        }
        let (first, last) = (self.qi.position(0), self.qi.position(self.qi.ranks() as u32 - 1));
        let width = (found.high.min(last) - found.low.max(first)).max(0.0);
        let spread = if last > first { width / (last - first) } else { 0.0 };
        Some(Cover { spread, level: spread, ..cover })
    }

    /// A set of values or groups.
    fn set(&self, label: &str) -> Option<Cover> {
        let inner = label.strip_prefix('{')?.strip_suffix('}')?;
        [", ", ",", ";"].into_iter().find_map(|separator| {
            let parts = inner.split(separator).map(|part| {
                let part = part.trim();
                self.rank(part).map(|rank| vec![rank]).or_else(|| Some(self.group(part, 0)?.ranks.iter().collect()))
            });
            let ranks: Option<Vec<Vec<u32>>> = parts.collect();
            Some(self.some(ranks?.concat()))
        })
    }

    /// Values whose characters are hidden: `130**` stands for every value of five characters that begins so.
    fn mask(&self, label: &str) -> Option<Cover> {
        if !label.contains('*') {
            return None;
        }
        let shown: Vec<char> = label.chars().collect();
        let fits = |value: &String| {
            let mut value = value.chars();
            shown.iter().all(|&c| value.next().is_some_and(|v| c == '*' || c == v)) && value.next().is_none()
        };
        let ranks: Vec<u32> = (0..self.labels.len() as u32).filter(|&rank| fits(&self.labels[rank as usize])).collect();
        (!ranks.is_empty()).then(|| self.some(ranks))
    }

    /// The value nearest to a number that the original does not have.
    fn nearest(&self, label: &str) -> Option<Cover> {
        let wanted = number(label)?;
        let known = self.numbers.iter().enumerate().filter_map(|(rank, number)| Some((rank, (*number)?)));
        let (rank, _) = known.min_by(|a, b| (a.1 - wanted).abs().total_cmp(&(b.1 - wanted).abs()))?;
        Some(Cover { ranks: Ranks::Range(rank as u32, rank as u32), spread: 0.0, level: 0.0 })
    }
}

fn groups(hierarchy: &Hierarchy) -> HashMap<String, Vec<(usize, u32)>, FixedState> {
    let mut groups: HashMap<String, Vec<(usize, u32)>, FixedState> = HashMap::default();
    for (level, at) in hierarchy.levels().iter().enumerate() {
        for (group, label) in at.labels().iter().enumerate() {
            groups.entry(label.to_owned()).or_default().push((level, group as u32));
        }
    }
    groups
}

fn leaves(hierarchy: &Hierarchy) -> Vec<Vec<Vec<u32>>> {
    let of_level = hierarchy.levels().iter().map(|level| {
        let mut leaves = vec![Vec::new(); level.group_count()];
        let groups = level.group_of_leaf().iter().enumerate();
        groups.for_each(|(leaf, &group)| leaves[group as usize].push(leaf as u32));
        leaves
    });
    of_level.collect()
}

fn is_star(label: &str) -> bool {
    !label.is_empty() && label.bytes().all(|byte| byte == b'*')
}

fn number(label: &str) -> Option<f64> {
    parse_decimal(label, false).or_else(|| parse_decimal(label, true)).map(|(value, _)| value)
}

/// Equal numbers have equal bits: zero has one sign.
fn bits(number: f64) -> u64 {
    (number + 0.0).to_bits()
}
