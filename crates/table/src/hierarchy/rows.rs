//! A hierarchy from the rows of its file (`value, level 1, level 2, …, root`, one row a value) and back.

use foldhash::fast::FixedState;
use hashbrown::{HashMap, HashSet};

use super::{Hierarchy, MAX_HEIGHT};
use crate::dictionary::TextPool;
use crate::error::Fault;

/// How many faults of a kind are listed one by one.
const LISTED: usize = 10;

impl Hierarchy {
    /// The hierarchy that `rows` write, or everything that is wrong with them. Several groups at the last level are
    /// allowed; see [`has_root`](Self::has_root).
    pub fn from_rows(attribute: &str, rows: &[Vec<String>]) -> Result<Hierarchy, Vec<Fault>> {
        let width = rows.first().map_or(0, Vec::len);
        if width == 0 {
            return Err(vec![Fault::EmptyHierarchy {
                attribute: attribute.to_owned(),
            }]);
        }
        let mut faults = Vec::new();
        if width > MAX_HEIGHT + 1 {
            faults.push(too_high(attribute, width - 1));
        }
        list(&mut faults, ragged(attribute, rows, width));
        list(&mut faults, repeated(attribute, rows));
        for level in 1..width.saturating_sub(1) {
            list(&mut faults, two_parents(attribute, rows, width, level));
        }
        if faults.is_empty() {
            Ok(grouped(rows, width))
        } else {
            Err(faults)
        }
    }

    /// The rows of its file: each leaf with its label at every level.
    pub fn rows(&self) -> Vec<Vec<&str>> {
        let row = |leaf| {
            self.levels
                .iter()
                .map(|level| level.labels.get(level.group_of_leaf[leaf] as usize))
                .collect()
        };
        (0..self.leaf_count()).map(row).collect()
    }
}

pub(super) fn too_high(attribute: &str, height: usize) -> Fault {
    Fault::CannotBuild {
        attribute: attribute.to_owned(),
        what: "the hierarchy",
        problem: format!(
            "it has {height} levels above the values where at most {MAX_HEIGHT} can be handled; leave some out"
        ),
    }
}

/// Adds the first faults of a kind, and how many more there are.
fn list(faults: &mut Vec<Fault>, mut kind: impl Iterator<Item = Fault>) {
    faults.extend(kind.by_ref().take(LISTED));
    let more = kind.count() as u64;
    if more > 0 {
        faults.push(Fault::More { count: more });
    }
}

fn ragged(attribute: &str, rows: &[Vec<String>], width: usize) -> impl Iterator<Item = Fault> {
    rows.iter()
        .enumerate()
        .filter(move |(_, row)| row.len() != width)
        .map(move |(at, row)| Fault::RaggedHierarchy {
            attribute: attribute.to_owned(),
            line: at + 1,
            expected: width,
            found: row.len(),
        })
}

fn repeated(attribute: &str, rows: &[Vec<String>]) -> impl Iterator<Item = Fault> {
    let mut first_of = HashMap::with_capacity_and_hasher(rows.len(), FixedState::default());
    rows.iter().enumerate().filter_map(move |(at, row)| {
        let first = *first_of.entry(row.first()?.as_str()).or_insert(at);
        (first != at).then(|| Fault::RepeatedLeaf {
            attribute: attribute.to_owned(),
            first: first + 1,
            second: at + 1,
        })
    })
}

/// Groups of a level that lead to different groups of the next, once each.
fn two_parents(
    attribute: &str,
    rows: &[Vec<String>],
    width: usize,
    level: usize,
) -> impl Iterator<Item = Fault> {
    let mut parent_of = HashMap::with_hasher(FixedState::default());
    let mut told = HashSet::with_hasher(FixedState::default());
    rows.iter()
        .enumerate()
        .filter(move |(_, row)| row.len() == width)
        .filter_map(move |(at, row)| {
            let (group, parent) = (row[level].as_str(), row[level + 1].as_str());
            let &mut (first, known) = parent_of.entry(group).or_insert((at, parent));
            (known != parent && told.insert(group)).then(|| Fault::NotATree {
                attribute: attribute.to_owned(),
                level,
                first: first + 1,
                second: at + 1,
            })
        })
}

fn grouped(rows: &[Vec<String>], width: usize) -> Hierarchy {
    let leaves = rows.iter().map(|row| row[0].as_str()).collect();
    let above = (1..width)
        .map(|level| by_label(rows.iter().map(|row| row[level].as_str())))
        .collect();
    Hierarchy::from_groups(leaves, above)
}

/// One group for each distinct label.
pub(super) fn by_label<S: AsRef<str>>(labels: impl Iterator<Item = S>) -> (Vec<u32>, TextPool) {
    let mut group_of: HashMap<String, u32, FixedState> = HashMap::default();
    let mut pool = TextPool::default();
    let groups = labels
        .map(|label| {
            *group_of
                .entry_ref(label.as_ref())
                .or_insert_with(|| pool.push(label.as_ref()) as u32)
        })
        .collect();
    (groups, pool)
}
