//! A hierarchy in terms of the codes of one column.
//!
//! Values are found by their text, as the source wrote them; numbers are also found by their value, so that a file with
//! `20.5` serves a column with `20,50`.
//!
//! Missing cells have a code too. If the hierarchy has a leaf for the empty text, they are that leaf. If not, they are an
//! extra group of their own, numbered after the others and with an empty label, at every level except a root: there
//! they are like everything else.

use std::cell::OnceCell;

use foldhash::fast::FixedState;
use hashbrown::HashMap;

use super::Hierarchy;
use crate::dictionary::Dictionary;
use crate::error::Fault;
use crate::style::parse_decimal;
use crate::table::Column;
use crate::value::Kind;

/// How many rows a fault names.
const ROWS_NAMED: usize = 5;

/// A hierarchy bound to a column: for each level, the group of each code.
#[derive(Clone, PartialEq, Eq)]
pub struct Bound {
    hierarchy: Hierarchy,
    levels: Vec<Vec<u32>>,
    missing_is_extra: bool,
}

/// Counts only: labels are values of the data.
impl std::fmt::Debug for Bound {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bound")
            .field("hierarchy", &self.hierarchy)
            .field("codes", &self.levels[0].len())
            .field("missing_is_extra", &self.missing_is_extra)
            .finish()
    }
}

impl Hierarchy {
    /// Binds the hierarchy to the codes of a column, or tells how many of its values the hierarchy lacks.
    pub fn bind(&self, attribute: &str, column: &Column) -> Result<Bound, Fault> {
        let dictionary = column.dictionary();
        let finder = Finder::new(self, dictionary.kind());
        let leaves: Vec<Option<u32>> = (0..dictionary.value_count() as u32)
            .map(|code| finder.leaf_of(dictionary, code))
            .collect();
        let lacking = leaves.iter().filter(|leaf| leaf.is_none()).count();
        if lacking > 0 {
            let is_lacking = |code: u32| leaves.get(code as usize).is_some_and(Option::is_none);
            let (first_rows, _) = column.find_rows(ROWS_NAMED, is_lacking);
            return Err(Fault::HierarchyLacksValues {
                attribute: attribute.to_owned(),
                values: lacking,
                first_rows,
            });
        }
        let missing = dictionary
            .missing_code()
            .map(|_| finder.by_text.get("").copied());
        let leaf_of_value: Vec<u32> = leaves.into_iter().flatten().collect();
        Ok(self.bound(&leaf_of_value, missing))
    }

    fn bound(&self, leaf_of_value: &[u32], missing: Option<Option<u32>>) -> Bound {
        // There are missing cells, and the hierarchy has no leaf with the empty label for them.
        let missing_is_extra = missing == Some(None);
        let mut bound = Bound {
            hierarchy: self.clone(),
            levels: Vec::new(),
            missing_is_extra,
        };
        bound.levels = (0..=self.height())
            .map(|level| {
                let groups = self.levels[level].group_of_leaf();
                let mut codes: Vec<u32> = leaf_of_value
                    .iter()
                    .map(|&leaf| groups[leaf as usize])
                    .collect();
                codes.extend(missing.map(|leaf| {
                    leaf.map_or(bound.extra_group(level), |leaf| groups[leaf as usize])
                }));
                codes
            })
            .collect();
        bound
    }
}

impl Bound {
    /// The hierarchy itself.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// Number of steps from level 0 to the last.
    pub fn height(&self) -> usize {
        self.hierarchy.height()
    }

    /// Number of codes of the column.
    pub fn code_count(&self) -> usize {
        self.levels[0].len()
    }

    /// The group of each code at a level, which is at most [`height`](Self::height).
    pub fn level(&self, level: usize) -> &[u32] {
        &self.levels[level]
    }

    /// The leaf of each code, and so its rank in the order of leaves. Where missing cells are no leaf, theirs is one
    /// past the last.
    pub fn leaf_of_code(&self) -> &[u32] {
        &self.levels[0]
    }

    /// The group of a code.
    #[inline]
    pub fn group(&self, level: usize, code: u32) -> u32 {
        self.levels[level][code as usize]
    }

    /// Number of groups at a level, that of missing cells included. Some may have no code in this column.
    pub fn group_count(&self, level: usize) -> usize {
        let own = self.hierarchy.levels[level].group_count();
        own + usize::from(self.missing_is_extra && self.extra_group(level) as usize == own)
    }

    /// The group of a leaf, or of missing cells, whose rank is one past the last leaf.
    pub fn group_of_rank(&self, level: usize, rank: u32) -> u32 {
        if (rank as usize) < self.hierarchy.leaf_count() {
            self.hierarchy.group(level, rank)
        } else {
            self.extra_group(level)
        }
    }

    /// How many leaves a group has; 1 for the extra group of missing cells.
    pub fn leaves_under(&self, level: usize, group: u32) -> usize {
        self.hierarchy.levels[level]
            .leaves_under()
            .get(group as usize)
            .map_or(1, |&leaves| leaves as usize)
    }

    /// The label of a group; empty for the extra group of missing cells.
    pub fn label(&self, level: usize, group: u32) -> &str {
        let labels = self.hierarchy.levels[level].labels();
        if (group as usize) < labels.len() {
            labels.get(group as usize)
        } else {
            ""
        }
    }

    /// Whether missing cells are an extra group, because the hierarchy has no leaf for the empty text.
    pub fn missing_is_extra(&self) -> bool {
        self.missing_is_extra
    }

    /// For each group of level `from`, its group at level `to`, which is not lower: how counts are rolled up.
    pub fn roll_up(&self, from: usize, to: usize) -> Vec<u32> {
        let mut map: Vec<u32> = (0..self.hierarchy.levels[from].group_count() as u32).collect();
        for level in from..to {
            let parent = self.hierarchy.levels[level].parent();
            map.iter_mut()
                .for_each(|group| *group = parent[*group as usize]);
        }
        if self.group_count(from) > map.len() {
            map.push(self.extra_group(to));
        }
        map
    }

    /// The lowest level and group that holds all `codes`; none when there is no code or no such group.
    pub fn lowest_common(&self, codes: impl IntoIterator<Item = u32>) -> Option<(usize, u32)> {
        let mut codes = codes.into_iter();
        let first = codes.next()?;
        let mut found = (0, self.group(0, first));
        for code in codes {
            // Groups hold whole groups of the level below, so a level that the first code has left need not be looked at again.
            while self.group(found.0, code) != found.1 {
                let level = found.0 + 1;
                found = (level, *self.levels.get(level)?.get(first as usize)?);
            }
        }
        Some(found)
    }

    /// The group of missing cells that are no leaf: past the others, or the root.
    fn extra_group(&self, level: usize) -> u32 {
        let is_root = self.hierarchy.has_root() && level == self.hierarchy.height();
        if is_root {
            0
        } else {
            self.hierarchy.levels[level].group_count() as u32
        }
    }
}

/// Finds the leaf of a value.
pub(super) struct Finder<'a> {
    by_text: HashMap<&'a str, u32, FixedState>,
    /// Made when a text is not found, since most files write numbers as the column does.
    by_number: OnceCell<HashMap<u64, u32, FixedState>>,
    numeric: bool,
}

impl<'a> Finder<'a> {
    fn new(hierarchy: &'a Hierarchy, kind: Kind) -> Self {
        Finder::of(hierarchy.leaves().iter(), kind)
    }

    /// Finds among these texts, and of those that are numerically equal the first.
    pub(super) fn of(leaves: impl Iterator<Item = &'a str>, kind: Kind) -> Self {
        let numeric = matches!(kind, Kind::Integer | Kind::Decimal);
        let by_text = leaves
            .enumerate()
            .map(|(leaf, text)| (text, leaf as u32))
            .collect();
        Finder {
            by_text,
            by_number: OnceCell::new(),
            numeric,
        }
    }

    fn leaf_of(&self, dictionary: &Dictionary, code: u32) -> Option<u32> {
        self.leaf_of_text(&dictionary.label(code))
    }

    pub(super) fn leaf_of_text(&self, text: &str) -> Option<u32> {
        self.by_text
            .get(text)
            .copied()
            .or_else(|| self.leaf_of_number(text))
    }

    fn leaf_of_number(&self, text: &str) -> Option<u32> {
        let wanted = number(text).filter(|_| self.numeric)?;
        let by_number = self.by_number.get_or_init(|| {
            let mut by_number = HashMap::default();
            for (&text, &leaf) in &self.by_text {
                if let Some(number) = number(text) {
                    let first = by_number.entry(number).or_insert(leaf);
                    *first = leaf.min(*first);
                }
            }
            by_number
        });
        by_number.get(&wanted).copied()
    }
}

/// The bits of the number that a text writes, with a point or a comma.
fn number(text: &str) -> Option<u64> {
    let (value, _) = parse_decimal(text, false).or_else(|| parse_decimal(text, true))?;
    Some((value + 0.0).to_bits())
}
