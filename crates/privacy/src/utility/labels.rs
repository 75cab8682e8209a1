//! Reading released labels, whoever wrote them, in terms of the original values.
//!
//! **Idea.** In this order: (1) a value of the original; (2) `*`, or an empty cell where the original has none: nothing is
//! said; (3) a group of the hierarchy; (4) a range, `[a-b]`, `[a..b]`, `[a;b]`, `[a,b[`, `20-24`, `>=40`, whose bounds are
//! numbers or original values; (5) a span of time, `2024-Q2`; (6) a set, `{a, b}`; (7) a mask, `130**`; (8) a number that the original does not
//! have (noise, means): it stands for the nearest one that it has. Any other label is not understood.
//!
//! Values may hold the signs that labels are made of. A label that is a value is that value; a set that can be taken apart in several ways stands for all
//! members of all of them.

use bauta_table::hierarchy::Hierarchy;
use bauta_table::{Kind, Qi, Table, interval, parse_decimal, parse_integer};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::calendar::Calendar;
use super::cover::{Cover, Ranks};
use super::signs::{fits_mask, members, splits};

/// A character that nobody writes: what a mask hides, in the value that stands for it.
pub(crate) const HIDDEN: char = '\u{1a}';

/// Reads the labels of one attribute.
pub(crate) struct Labels<'a> {
    qi: &'a Qi,
    labels: Vec<String>,
    rank_of_label: HashMap<String, u32, FixedState>,
    /// The number that each rank is, where the attribute is one.
    numbers: Vec<Option<f64>>,
    rank_of_number: HashMap<u64, u32, FixedState>,
    /// Where each rank lies on its scale, for numbers and points in time; not known of points in time that no row has.
    scale: Vec<Option<f64>>,
    /// How the attribute writes time, if it is one.
    calendar: Option<Calendar>,
    /// Whether it is whole numbers, which masks fill with zeros in front.
    whole: bool,
    /// The level and group of each label of the hierarchy, the lowest first.
    groups: HashMap<String, Vec<(usize, u32)>, FixedState>,
    /// The leaves of each group, by level.
    leaves: Vec<Vec<Vec<u32>>>,
}

impl<'a> Labels<'a> {
    pub(crate) fn of(original: &Table, qi: &'a Qi) -> Self {
        let dictionary = original.attributes()[qi.attribute].column.dictionary();
        let ranks = 0..qi.ranks() as u32;
        let labels: Vec<String> = match &qi.hierarchy {
            Some(bound) => ranks.map(|rank| bound.label(0, rank).to_owned()).collect(),
            None => ranks
                .map(|rank| dictionary.label(rank).into_owned())
                .collect(),
        };
        let numeric = matches!(dictionary.kind(), Kind::Integer | Kind::Decimal);
        let numbers: Vec<Option<f64>> = labels
            .iter()
            .map(|label| number(label).filter(|_| numeric))
            .collect();
        let mut scale = numbers.clone();
        for (code, &rank) in qi.rank_of_code().iter().enumerate() {
            let measured = dictionary.measure(code as u32);
            if let Some(own) = scale.get_mut(rank as usize) {
                *own = own.or(measured);
            }
        }
        let known = numbers
            .iter()
            .enumerate()
            .filter_map(|(rank, number)| Some((bits((*number)?), rank as u32)));
        let rank_of_number = known.collect();
        let rank_of_label = labels
            .iter()
            .enumerate()
            .map(|(rank, label)| (label.clone(), rank as u32))
            .collect();
        // A place that nobody writes stands for one that a mask hides.
        let is_whole = |label: &String| label.contains(HIDDEN) || parse_integer(label).is_some();
        let whole = labels.iter().all(is_whole);
        let groups = qi
            .hierarchy
            .as_ref()
            .map(|bound| groups(bound.hierarchy()))
            .unwrap_or_default();
        let leaves = qi
            .hierarchy
            .as_ref()
            .map(|bound| leaves(bound.hierarchy()))
            .unwrap_or_default();
        Labels {
            qi,
            labels,
            rank_of_label,
            numbers,
            rank_of_number,
            scale,
            calendar: Calendar::of(dictionary),
            whole,
            groups,
            leaves,
        }
    }

    /// Where each rank lies on the attribute's scale, if it has one and all places are known.
    pub(crate) fn positions(&self) -> Option<Vec<f64>> {
        self.scale.iter().copied().collect()
    }

    /// A label as it is where it is known as such, else without spaces around it.
    fn as_known<'l>(&self, label: &'l str) -> &'l str {
        let is_known = self.rank_of_label.contains_key(label) || self.groups.contains_key(label);
        if is_known { label } else { label.trim() }
    }

    /// The covers of a column's labels; `None` = not understood. Where all labels are groups of one level, that level is
    /// meant also where a branch with fewer steps repeats its label.
    pub(crate) fn read(&self, labels: &[String]) -> Vec<Option<Cover>> {
        let level = self.common_level(labels);
        labels
            .iter()
            .map(|label| self.cover(self.as_known(label), level))
            .collect()
    }

    /// The level on which all labels are groups. Hierarchies may use one label on several levels for more and more values (`other`): then the
    /// level that the release leaves fewest groups of out, and of equals the lowest.
    fn common_level(&self, labels: &[String]) -> Option<usize> {
        let bound = self.qi.hierarchy.as_ref()?;
        let at = |label: &String, level: usize| {
            self.groups
                .get(self.as_known(label))
                .is_some_and(|places| places.iter().any(|place| place.0 == level))
        };
        let told = || {
            labels
                .iter()
                .filter(|label| !is_star(label.trim()) && !label.trim().is_empty())
        };
        let groups = |level: usize| {
            let mut present = bound.level(level).to_vec();
            present.sort_unstable();
            present.dedup();
            present.len()
        };
        let width = |place: &(usize, u32)| self.leaves[place.0][place.1 as usize].len();
        let has_one_meaning = |label: &String| {
            self.groups.get(self.as_known(label)).is_some_and(|places| {
                places
                    .windows(2)
                    .all(|two| width(&two[0]) == width(&two[1]))
            })
        };
        // Where a label has several meanings, only a release that has all groups of a level tells which is meant.
        let certain = |level: &usize| told().all(has_one_meaning) || groups(*level) == labels.len();
        let shared = (0..=bound.height()).filter(|&level| told().all(|label| at(label, level)));
        shared
            .filter(certain)
            .min_by_key(|&level| groups(level).abs_diff(labels.len()))
    }

    fn cover(&self, label: &str, level: Option<usize>) -> Option<Cover> {
        if let Some(cover) = self.group(label, level) {
            return Some(cover);
        }
        if let Some(rank) = self.rank(label) {
            // A value may look like a set, a range or a mask; nobody can tell which is meant.
            let looks = label.starts_with(['{', '[']) || label.contains('*');
            let written = looks.then(|| self.written(label)).flatten();
            return Some(match written {
                Some(other) => self.some(other.ranks.iter().chain([rank]).collect()),
                None => Cover {
                    ranks: Ranks::Range(rank, rank),
                    spread: 0.0,
                    level: 0.0,
                },
            });
        }
        if is_star(label) || label.is_empty() {
            return Some(self.all());
        }
        self.group(label, None)
            .or_else(|| self.written(label))
            .or_else(|| self.nearest(label))
    }

    /// A label at its word: a range, a span of time, a set or a mask.
    fn written(&self, label: &str) -> Option<Cover> {
        self.between_values(label)
            .or_else(|| self.interval(label))
            .or_else(|| self.time(label))
            .or_else(|| self.set(label))
            .or_else(|| self.mask(label))
    }

    /// Nothing is said.
    pub(crate) fn all(&self) -> Cover {
        Cover {
            ranks: Ranks::Range(0, (self.qi.ranks().max(1) - 1) as u32),
            spread: 1.0,
            level: 1.0,
        }
    }

    fn rank(&self, label: &str) -> Option<u32> {
        let by_number = || self.rank_of_number.get(&bits(number(label)?)).copied();
        self.rank_of_label.get(label).copied().or_else(by_number)
    }

    /// The label as a group of the hierarchy: of a level that is known to be meant, or else the widest group that it names, and of
    /// equals the lowest.
    fn group(&self, label: &str, level: Option<usize>) -> Option<Cover> {
        let bound = self.qi.hierarchy.as_ref()?;
        let places = self.groups.get(label)?;
        let width = |place: &&(usize, u32)| self.leaves[place.0][place.1 as usize].len();
        let widest = || places.iter().rev().max_by_key(width);
        let meant = level.and_then(|level| places.iter().find(|place| place.0 == level));
        let &(level, group) = meant.or_else(widest)?;
        // At the root a missing value is like every other.
        let is_root = bound.hierarchy().has_root() && level == bound.height();
        let ranks = if is_root {
            (0..self.qi.ranks() as u32).collect()
        } else {
            self.leaves[level][group as usize].clone()
        };
        let level = if bound.height() > 0 {
            level as f64 / bound.height() as f64
        } else {
            0.0
        };
        Some(Cover {
            level,
            ..self.some(ranks)
        })
    }

    /// A cover of these ranks, by their number.
    fn some(&self, ranks: Vec<u32>) -> Cover {
        let ranks = Ranks::of(ranks);
        let all = self.qi.ranks().saturating_sub(1).max(1);
        let spread = ranks.len().saturating_sub(1) as f64 / all as f64;
        Cover {
            ranks,
            spread,
            level: spread,
        }
    }

    /// A range between two values of the original. Values may hold the separator: then all ranges that it may be.
    fn between_values(&self, label: &str) -> Option<Cover> {
        let inner = label.strip_prefix('[')?.strip_suffix(']')?;
        let rank = |text: &str| self.rank(text).or_else(|| self.rank(text.trim()));
        for separator in ["..", ";", "-", ","] {
            let bounds =
                splits(inner, separator).filter_map(|(low, high)| Some((rank(low)?, rank(high)?)));
            let mut ranges: Vec<Cover> = bounds.filter_map(|(a, b)| self.range(a, b)).collect();
            if ranges.len() > 1 {
                let all = ranges.iter().flat_map(|range| range.ranks.iter());
                return Some(self.some(all.collect()));
            }
            if let Some(range) = ranges.pop() {
                return Some(range);
            }
        }
        None
    }

    /// All values from one to another, if they stand in this order.
    fn range(&self, low: u32, high: u32) -> Option<Cover> {
        if self.qi.hierarchy.is_some()
            && let (Some(least), Some(most)) = (self.on_scale(low), self.on_scale(high))
        {
            // The order of a hierarchy need not be that of numbers, and a reader takes a range of numbers for what it is.
            return (least <= most).then(|| self.some(self.between(least, most)));
        }
        let spread = self.qi.share(low, high);
        (low <= high).then_some(Cover {
            ranks: Ranks::Range(low, high),
            spread,
            level: spread,
        })
    }

    fn on_scale(&self, rank: u32) -> Option<f64> {
        self.scale.get(rank as usize).copied().flatten()
    }

    /// The ranks whose value lies between two others.
    fn between(&self, least: f64, most: f64) -> Vec<u32> {
        let inside = |rank: &u32| {
            self.on_scale(*rank)
                .is_some_and(|value| (least..=most).contains(&value))
        };
        (0..self.labels.len() as u32).filter(inside).collect()
    }

    /// Every rank that a label may stand for, by any reading of it that takes it at its word: a value, all groups of its name, a range, a set, a
    /// mask, or nothing said. `None` where it has no such reading.
    pub(crate) fn meaning(&self, label: &str) -> Option<Ranks> {
        let label = self.as_known(label);
        if is_star(label) || label.is_empty() {
            return Some(self.all().ranks);
        }
        let places = self.groups.get(label).map_or(&[][..], Vec::as_slice);
        let is_root = |level: usize| {
            let bound = self.qi.hierarchy.as_ref();
            bound.is_some_and(|bound| bound.hierarchy().has_root() && level == bound.height())
        };
        if places.iter().any(|place| is_root(place.0)) {
            return Some(self.all().ranks);
        }
        let named = places
            .iter()
            .flat_map(|place| self.leaves[place.0][place.1 as usize].iter().copied());
        let written = self.written(label);
        let written = written.iter().flat_map(|cover| cover.ranks.iter());
        let ranks: Vec<u32> = named.chain(self.rank(label)).chain(written).collect();
        (!ranks.is_empty()).then(|| Ranks::of(ranks))
    }

    /// A range of numbers, whatever its bounds.
    fn interval(&self, label: &str) -> Option<Cover> {
        let found = interval::parse(label).filter(|found| found.low < found.high)?;
        self.numbers.iter().flatten().next()?;
        let above = |value: f64| value > found.low || (found.closed_low && value == found.low);
        let below = |value: f64| value < found.high || (found.closed_high && value == found.high);
        let ranks: Vec<u32> = if self.qi.is_measurable() {
            // Values stand in their order, missing ones last.
            let from = self
                .numbers
                .partition_point(|number| number.is_some_and(|value| !above(value)));
            let to = self
                .numbers
                .partition_point(|number| number.is_some_and(below));
            (from as u32..to.max(from) as u32).collect()
        } else {
            let fits = |rank: &u32| {
                self.numbers[*rank as usize].is_some_and(|value| above(value) && below(value))
            };
            (0..self.numbers.len() as u32).filter(fits).collect()
        };
        let cover = self.some(ranks);
        if !self.qi.is_measurable() || self.qi.ranks() == 0 {
            return Some(cover);
        }
        let (first, last) = (
            self.qi.position(0),
            self.qi.position(self.qi.ranks() as u32 - 1),
        );
        let width = (found.high.min(last) - found.low.max(first)).max(0.0);
        let spread = if last > first {
            width / (last - first)
        } else {
            0.0
        };
        Some(Cover {
            spread,
            level: spread,
            ..cover
        })
    }

    /// A unit of the calendar, or an interval of days or moments.
    fn time(&self, label: &str) -> Option<Cover> {
        let span = self.calendar?.span(label)?;
        let (low, high) = (span.low as f64, span.high as f64);
        let inside = |rank: &u32| {
            self.on_scale(*rank)
                .is_some_and(|value| low <= value && value < high)
        };
        let ranks = (0..self.labels.len() as u32).filter(inside).collect();
        let cover = self.some(ranks);
        let known = || self.scale.iter().flatten().copied();
        let first = known().fold(f64::INFINITY, f64::min);
        let last = known().fold(f64::NEG_INFINITY, f64::max);
        if !self.qi.is_measurable() || first >= last {
            return Some(cover);
        }
        // Its last point is one unit before its end.
        let spread = ((high - 1.0).min(last) - low.max(first)).max(0.0) / (last - first);
        Some(Cover {
            spread,
            level: spread,
            ..cover
        })
    }

    /// A set of values or groups.
    fn set(&self, label: &str) -> Option<Cover> {
        let inner = label.strip_prefix('{')?.strip_suffix('}')?;
        [", ", ",", ";"]
            .into_iter()
            .find_map(|separator| Some(self.some(self.members(inner, separator)?)))
    }

    /// The members of a set: those of every way to take it apart.
    fn members(&self, inner: &str, separator: &str) -> Option<Vec<u32>> {
        let member = |text: &str| {
            let text = self.as_known(text);
            self.rank(text)
                .map(|rank| vec![rank])
                .or_else(|| Some(self.group(text, None)?.ranks.iter().collect()))
        };
        let known = self.labels.iter().chain(self.groups.keys());
        let longest = known.map(|label| label.matches(separator).count() + 1);
        members(inner, separator, longest.max()?, member)
    }

    /// Values whose characters are hidden: `130**` stands for every value of five characters that begins so, and for shorter ones, which masking fills
    /// up: text with masks, whole numbers with zeros in front.
    fn mask(&self, label: &str) -> Option<Cover> {
        if !label.contains('*') {
            return None;
        }
        let shown: Vec<char> = label.chars().collect();
        let ranks = (0..self.labels.len() as u32)
            .filter(|&rank| fits_mask(&shown, &self.labels[rank as usize], self.whole));
        let ranks: Vec<u32> = ranks.collect();
        (!ranks.is_empty()).then(|| self.some(ranks))
    }

    /// The value nearest to a number that the original does not have.
    fn nearest(&self, label: &str) -> Option<Cover> {
        let wanted = number(label)?;
        let known = self
            .numbers
            .iter()
            .enumerate()
            .filter_map(|(rank, number)| Some((rank, (*number)?)));
        let (rank, _) =
            known.min_by(|a, b| (a.1 - wanted).abs().total_cmp(&(b.1 - wanted).abs()))?;
        Some(Cover {
            ranks: Ranks::Range(rank as u32, rank as u32),
            spread: 0.0,
            level: 0.0,
        })
    }
}

fn groups(hierarchy: &Hierarchy) -> HashMap<String, Vec<(usize, u32)>, FixedState> {
    let mut groups: HashMap<String, Vec<(usize, u32)>, FixedState> = HashMap::default();
    for (level, at) in hierarchy.levels().iter().enumerate() {
        for (group, label) in at.labels().iter().enumerate() {
            groups
                .entry(label.to_owned())
                .or_default()
                .push((level, group as u32));
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

pub(crate) fn number(label: &str) -> Option<f64> {
    parse_decimal(label, false)
        .or_else(|| parse_decimal(label, true))
        .map(|(value, _)| value)
}

/// Equal numbers have equal bits: zero has one sign.
fn bits(number: f64) -> u64 {
    (number + 0.0).to_bits()
}
