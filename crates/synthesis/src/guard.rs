//! The real rows that are the only ones of their kind, and drawn rows that are copies of them.

use std::hash::BuildHasher;

use bauta_table::{Column, Table};
use foldhash::quality::FixedState;
use hashbrown::HashMap;

/// The code of a value that the real table does not have.
const NEW: u32 = u32::MAX;

/// The real rows that occur once, as digests of their labels' codes. A digest of 128 bits may be that of another row only by a chance that
/// does not happen; it would cost an exchange, and hide no copy.
pub struct Copies {
    labels: Vec<HashMap<String, u32, FixedState>>,
    unique: HashMap<u128, bool, FixedState>,
}

impl Copies {
    /// Of a table.
    pub fn new(real: &Table) -> Self {
        let labels = real.attributes().iter().map(|attribute| {
            let dictionary = attribute.column.dictionary();
            (0..dictionary.len() as u32)
                .map(|code| (dictionary.label(code).into_owned(), code))
                .collect()
        });
        let labels: Vec<HashMap<String, u32, FixedState>> = labels.collect();
        // Equal labels are one value to a reader, whatever their codes.
        let maps: Vec<Vec<u32>> = real
            .attributes()
            .iter()
            .zip(&labels)
            .map(|(attribute, labels)| known(&attribute.column, labels))
            .collect();
        let mut unique = HashMap::with_hasher(FixedState::default());
        let mut row_codes = vec![0; maps.len()];
        for row in 0..real.rows() {
            for ((code, attribute), map) in row_codes.iter_mut().zip(real.attributes()).zip(&maps) {
                *code = map[attribute.column.codes().get(row) as usize];
            }
            unique
                .entry(digest(&row_codes))
                .and_modify(|unique| *unique = false)
                .or_insert(true);
        }
        unique.retain(|_, unique| *unique);
        Copies { labels, unique }
    }

    /// For each attribute of a drawn table, the real table's code of each of its codes.
    pub fn codes_of(&self, drawn: &Table) -> Vec<Vec<u32>> {
        let attributes = drawn.attributes().iter().zip(&self.labels);
        attributes
            .map(|(attribute, labels)| known(&attribute.column, labels))
            .collect()
    }

    /// Whether a row of the real table's codes is one that occurs once there.
    pub fn is_unique(&self, codes: &[u32]) -> bool {
        !codes.contains(&NEW) && self.unique.contains_key(&digest(codes))
    }
}

fn known(column: &Column, labels: &HashMap<String, u32, FixedState>) -> Vec<u32> {
    let dictionary = column.dictionary();
    (0..dictionary.len() as u32)
        .map(|code| {
            labels
                .get(dictionary.label(code).as_ref())
                .copied()
                .unwrap_or(NEW)
        })
        .collect()
}

fn digest(codes: &[u32]) -> u128 {
    let half = |seed: u64| FixedState::with_seed(seed).hash_one(codes);
    u128::from(half(1)) << 64 | u128::from(half(2))
}
