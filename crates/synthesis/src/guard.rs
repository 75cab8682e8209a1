//! No drawn row may be a copy of a real row that is the only one of its kind.
//!
//! A copy is broken by exchanging one of its values with another row of its cluster, so that no margin of a cluster changes; where no
//! such exchange helps, with any other row, so that no margin of the table changes. A row for which that does not help either is left
//! out.

use std::hash::BuildHasher;

use bauta_table::{Attribute, Codes, Column, Table};
use foldhash::quality::FixedState;
use hashbrown::HashMap;
use rand::{Rng, RngExt};

/// Exchanges that are tried for a row.
const TRIES: usize = 60;
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

    /// Number of real rows that occur once.
    pub fn unique(&self) -> usize {
        self.unique.len()
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

/// Drawn rows, in which no copy of a unique real row is left unless copies are allowed.
pub struct Sample {
    /// The rows.
    pub table: Table,
    /// Real rows that occur once.
    pub unique: u64,
    /// Copies of them that were broken by exchanges.
    pub exchanged: u64,
    /// Rows that were left out, because no exchange helped.
    pub left_out: u64,
}

impl Sample {
    /// Rows that are taken as they were drawn.
    pub fn unguarded(table: Table, unique: u64) -> Self {
        Sample {
            table,
            unique,
            exchanged: 0,
            left_out: 0,
        }
    }

    /// Drawn rows, whose copies are broken by exchanges inside groups of rows unless they are allowed.
    pub fn guarded(
        drawn: Table,
        group: &[u32],
        real: &Table,
        copies_allowed: bool,
        random: &mut impl Rng,
    ) -> Self {
        let copies = Copies::new(real);
        if copies_allowed {
            Sample::unguarded(drawn, copies.unique() as u64)
        } else {
            guard(drawn, group, &copies, random)
        }
    }
}

/// Breaks the copies in a drawn table.
pub fn guard(drawn: Table, group: &[u32], copies: &Copies, random: &mut impl Rng) -> Sample {
    let rows = drawn.rows();
    let maps: Vec<Vec<u32>> = (drawn.attributes().iter().zip(&copies.labels))
        .map(|(attribute, labels)| known(&attribute.column, labels))
        .collect();
    let codes = drawn
        .attributes()
        .iter()
        .map(|attribute| attribute.column.codes().iter().collect())
        .collect();
    let mut rows_of = vec![Vec::new(); group.iter().max().map_or(0, |&last| last as usize + 1)];
    group
        .iter()
        .enumerate()
        .for_each(|(row, &of)| rows_of[of as usize].push(row as u32));
    let all: Vec<u32> = (0..rows as u32).collect();
    let mut breaking = Breaking {
        codes,
        maps,
        copies,
    };
    let (mut exchanged, mut kept) = (0, Vec::with_capacity(rows));
    for row in 0..rows {
        if !breaking.is_copy(row) {
            kept.push(row as u32);
        } else if breaking.exchange(row, &rows_of[group[row] as usize], random)
            || breaking.exchange(row, &all, random)
        {
            exchanged += 1;
            kept.push(row as u32);
        }
    }
    let attributes =
        drawn
            .into_attributes()
            .into_iter()
            .zip(breaking.codes)
            .map(|(attribute, codes)| {
                let distinct = attribute.column.dictionary().len();
                let codes =
                    Codes::from_fn(kept.len(), distinct, |place| codes[kept[place] as usize]);
                Attribute {
                    column: attribute.column.with_codes(codes),
                    ..attribute
                }
            });
    Sample {
        unique: copies.unique() as u64,
        exchanged,
        left_out: (rows - kept.len()) as u64,
        table: Table::from_attributes(attributes.collect()),
    }
}

struct Breaking<'a> {
    codes: Vec<Vec<u32>>,
    maps: Vec<Vec<u32>>,
    copies: &'a Copies,
}

impl Breaking<'_> {
    fn is_copy(&self, row: usize) -> bool {
        let real: Vec<u32> = self
            .codes
            .iter()
            .zip(&self.maps)
            .map(|(codes, map)| map[codes[row] as usize])
            .collect();
        !real.contains(&NEW) && self.copies.unique.contains_key(&digest(&real))
    }

    /// Exchanges a value with one of some rows so that neither is a copy.
    fn exchange(&mut self, row: usize, others: &[u32], random: &mut impl Rng) -> bool {
        for _ in 0..TRIES {
            let other = others[random.random_range(0..others.len())] as usize;
            let variable = random.random_range(0..self.codes.len());
            if self.codes[variable][row] == self.codes[variable][other] {
                continue;
            }
            self.codes[variable].swap(row, other);
            if !self.is_copy(row) && !self.is_copy(other) {
                return true;
            }
            self.codes[variable].swap(row, other);
        }
        false
    }
}
