//! Who the rows are about: combinations of identifiers, their normalised values, and persons.
//!
//! **Encoding.** What is hashed of an identity, field by field in the order in which the user named them: a byte 0 for a missing field;
//! else a byte 1, the length of the UTF-8 text in bytes (8 bytes, little-endian) and the text. So no two different lists of fields
//! have the same bytes, whatever signs are in them.
//!
//! **Cost** Each distinct value is normalised once and each combination hashed once, on all cores.

use std::borrow::Cow;
use std::sync::atomic::{AtomicU64, Ordering};

use bauta_table::count::{KeyColumn, group};
use bauta_table::{Codes, Progress, Stage, Table};
use rand::RngExt;
use rayon::prelude::*;

use super::hash::{Hasher, Memory};
use super::{Compatible, Normalization};
use crate::contract::{Error, Result};

struct Field<'a> {
    codes: &'a Codes,
    /// By code; nothing where the value is missing.
    texts: Vec<Option<Cow<'a, str>>>,
}

/// The combinations of identifiers of a table, as they are written, numbered by first appearance.
pub struct Identities<'a> {
    fields: Vec<Field<'a>>,
    /// The combination of each row.
    pub of_row: Vec<u32>,
    /// The first row of each combination.
    pub first_row: Vec<u32>,
    /// Whether a combination has no value at all. Each such row is a combination of its own: nobody knows whether two of them
    /// are one person.
    pub nameless: Vec<bool>,
}

impl<'a> Identities<'a> {
    /// Finds them; `columns` are indices of the identifiers in the order that counts.
    pub fn new(table: &'a Table, columns: &[usize], normalization: Normalization) -> Self {
        let columns: Vec<_> = columns
            .iter()
            .map(|&index| &table.attributes()[index].column)
            .collect();
        let keys: Vec<KeyColumn<'_>> = columns
            .iter()
            .map(|column| KeyColumn {
                codes: column.codes(),
                map: None,
                distinct: column.dictionary().len(),
            })
            .collect();
        let grouping = group(&keys, table.rows());
        let fields = columns.into_iter().map(|column| {
            let (dictionary, codes) = (column.dictionary(), column.codes());
            let all = (0..dictionary.len() as u32)
                .into_par_iter()
                .with_min_len(1 << 10);
            Field {
                codes,
                texts: all
                    .map(|code| normalization.value(dictionary, code))
                    .collect(),
            }
        });
        let fields = fields.collect();
        let mut found = Identities {
            fields,
            of_row: grouping.class_of,
            first_row: grouping.first,
            nameless: Vec::new(),
        };
        found.part_nameless();
        found
    }

    /// Gives each row without any identifier a combination of its own.
    fn part_nameless(&mut self) {
        let empty = |&row: &u32| self.values(row as usize).all(|value| value.is_none());
        self.nameless = self.first_row.iter().map(empty).collect();
        if !self.nameless.contains(&true) {
            return;
        }
        for row in 0..self.of_row.len() {
            let combination = self.of_row[row] as usize;
            if self.nameless[combination] && self.first_row[combination] as usize != row {
                self.of_row[row] = self.first_row.len() as u32;
                self.first_row.push(row as u32);
                self.nameless.push(true);
            }
        }
        self.number_by_appearance();
    }

    /// Numbers the combinations by their first rows again.
    fn number_by_appearance(&mut self) {
        let mut order: Vec<u32> = (0..self.first_row.len() as u32).collect();
        order.sort_unstable_by_key(|&combination| self.first_row[combination as usize]);
        let mut number = vec![0u32; order.len()];
        for (new, &old) in order.iter().enumerate() {
            number[old as usize] = new as u32;
        }
        self.of_row
            .iter_mut()
            .for_each(|combination| *combination = number[*combination as usize]);
        self.first_row = order
            .iter()
            .map(|&old| self.first_row[old as usize])
            .collect();
        self.nameless = order
            .iter()
            .map(|&old| self.nameless[old as usize])
            .collect();
    }

    /// Number of combinations.
    pub fn len(&self) -> usize {
        self.first_row.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.first_row.is_empty()
    }

    /// The normalised values of a row.
    fn values(&self, row: usize) -> impl Iterator<Item = Option<&str>> {
        self.fields
            .iter()
            .map(move |field| field.texts[field.codes.get(row) as usize].as_deref())
    }

    /// The normalised value of a combination's only field, for what encrypts one field.
    pub fn single(&self, combination: usize) -> &str {
        self.values(self.first_row[combination] as usize)
            .next()
            .flatten()
            .unwrap_or("")
    }

    /// How many rows lack some identifier and have another.
    pub fn partly_missing(&self) -> u64 {
        let lacks = |&row: &u32| self.values(row as usize).any(|value| value.is_none());
        let partly: Vec<bool> = self
            .first_row
            .iter()
            .zip(&self.nameless)
            .map(|(r, none)| !none && lacks(r))
            .collect();
        self.of_row
            .iter()
            .filter(|&&combination| partly[combination as usize])
            .count() as u64
    }

    /// The bytes of a combination that are hashed.
    pub fn encode(&self, combination: usize, out: &mut Vec<u8>) {
        out.clear();
        for value in self.values(self.first_row[combination] as usize) {
            match value {
                None => out.push(0),
                Some(text) => {
                    out.push(1);
                    out.extend_from_slice(&(text.len() as u64).to_le_bytes());
                    out.extend_from_slice(text.as_bytes());
                }
            }
        }
    }

    /// The digest of each combination; those without a name get random ones.
    ///
    /// # Errors
    /// When the user stops it.
    pub fn digests(
        &self,
        hasher: &Hasher,
        secret: &mut dyn rand::CryptoRng,
        progress: &dyn Progress,
    ) -> Result<Vec<u128>> {
        let (done, total) = (AtomicU64::new(0), self.len() as u64);
        let step = if hasher.is_slow() { 1 } else { 1 << 14 };
        let mut digests = (0..self.len())
            .into_par_iter()
            .with_min_len(step)
            .map_init(
                || (Vec::new(), Memory::new()),
                |(bytes, memory), combination| {
                    let count = done.fetch_add(1, Ordering::Relaxed);
                    if count.is_multiple_of(step as u64) {
                        progress.tell(Stage::Apply, count, Some(total));
                        if progress.cancelled() {
                            return Err(Error::Cancelled);
                        }
                    }
                    self.encode(combination, bytes);
                    hasher
                        .digest(bytes, memory)
                        .ok_or_else(|| Error::internal("a name could not be hashed"))
                },
            )
            .collect::<Result<Vec<u128>>>()?;
        self.hide_nameless(&mut digests, secret);
        Ok(digests)
    }

    /// The compatible hash of each combination, shortened; who wants it whole asks again by [`Identities::compatible`].
    pub fn compatible_digests(
        &self,
        salt: &Compatible,
        secret: &mut dyn rand::CryptoRng,
    ) -> Vec<u128> {
        let shortened = |hash: [u8; 64]| {
            hash[..16]
                .iter()
                .fold(0, |sum, &byte| sum << 8 | u128::from(byte))
        };
        let all = (0..self.len()).into_par_iter().with_min_len(1 << 10);
        let mut digests: Vec<u128> = all
            .map(|combination| shortened(self.compatible(combination, salt)))
            .collect();
        self.hide_nameless(&mut digests, secret);
        digests
    }

    /// The compatible hash of a combination.
    pub fn compatible(&self, combination: usize, salt: &Compatible) -> [u8; 64] {
        salt.hash(
            self.values(self.first_row[combination] as usize)
                .map(Option::unwrap_or_default),
        )
    }

    fn hide_nameless(&self, digests: &mut [u128], secret: &mut dyn rand::CryptoRng) {
        for (digest, _) in digests
            .iter_mut()
            .zip(&self.nameless)
            .filter(|(_, nameless)| **nameless)
        {
            *digest = secret.random();
        }
    }
}

/// Combinations whose digests are equal: one person.
pub struct Persons {
    /// The person of each combination.
    pub of_combination: Vec<u32>,
    /// The first combination of each person.
    pub first: Vec<u32>,
}

impl Persons {
    /// Finds them, numbered by first appearance.
    pub fn by_appearance(digests: &[u128]) -> Persons {
        let by_digest = Persons::by_digest(digests);
        let mut number = vec![u32::MAX; by_digest.first.len()];
        let mut first = Vec::with_capacity(number.len());
        let renumber = |(combination, &person): (usize, &u32)| {
            let number = &mut number[person as usize];
            if *number == u32::MAX {
                *number = first.len() as u32;
                first.push(combination as u32);
            }
            *number
        };
        let of_combination = by_digest
            .of_combination
            .iter()
            .enumerate()
            .map(renumber)
            .collect();
        Persons {
            of_combination,
            first,
        }
    }

    /// Finds them, numbered by growing digests.
    pub fn by_digest(digests: &[u128]) -> Persons {
        let mut order: Vec<(u128, u32)> = digests.iter().copied().zip(0..).collect();
        order.par_sort_unstable();
        let mut persons = Persons {
            of_combination: vec![0; digests.len()],
            first: Vec::new(),
        };
        let mut last = None;
        for (digest, combination) in order {
            if last != Some(digest) {
                last = Some(digest);
                persons.first.push(combination);
            }
            persons.of_combination[combination as usize] = persons.first.len() as u32 - 1;
        }
        persons
    }
}

#[cfg(test)]
mod tests {
    use bauta_table::{ColumnBuilder, ReadAs, Silent};
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha20Rng;

    use super::*;
    use crate::pseudonym::{Hash, Key};

    fn table(columns: &[&[&str]]) -> Table {
        Table::new(columns.iter().enumerate().map(|(index, cells)| {
            let mut builder = ColumnBuilder::new();
            cells.iter().for_each(|cell| builder.push_text(cell));
            (index.to_string(), builder.finish(&ReadAs::default()))
        }))
    }

    fn persons(table: &Table, columns: &[usize], normalization: Normalization) -> Vec<u32> {
        let identities = Identities::new(table, columns, normalization);
        let hasher = Hasher::new(
            &Key::from_file(&[1; 32]).ok().unwrap(),
            Hash::HmacSha256,
            None,
        );
        let digests = identities
            .digests(&hasher, &mut ChaCha20Rng::seed_from_u64(1), &Silent)
            .unwrap();
        let persons = Persons::by_appearance(&digests);
        identities
            .of_row
            .iter()
            .map(|&combination| persons.of_combination[combination as usize])
            .collect()
    }

    #[test]
    fn spellings_are_one_person_and_a_shifted_border_is_not() {
        let table = table(&[&["ab", " AB ", "a", "ab"], &["c", "C", "bc", "d"]]);
        assert_eq!(persons(&table, &[0, 1], Normalization::USUAL), [0, 0, 1, 2]);
        assert_eq!(persons(&table, &[0, 1], Normalization::NONE), [0, 1, 2, 3]);
    }

    #[test]
    fn nobody_without_a_name_is_anybody_else() {
        let table = table(&[&["", "x", "", " ", "x", ""], &["", "", "", "", "", "y"]]);
        assert_eq!(
            persons(&table, &[0, 1], Normalization::USUAL),
            [0, 1, 2, 3, 1, 4]
        );
        let identities = Identities::new(&table, &[0, 1], Normalization::USUAL);
        assert_eq!(
            identities
                .nameless
                .iter()
                .filter(|nameless| **nameless)
                .count(),
            3
        );
        assert_eq!(identities.partly_missing(), 3);
    }

    proptest! {
        /// Equal digests and nothing else make a person; numbers go by first appearance.
        #[test]
        fn persons_are_equal_digests(digests in proptest::collection::vec(0u128..20, 0..80)) {
            let persons = Persons::by_appearance(&digests);
            let mut seen: Vec<u128> = Vec::new();
            for (index, digest) in digests.iter().enumerate() {
                let expected = seen.iter().position(|known| known == digest).unwrap_or_else(|| {
                    seen.push(*digest);
                    assert_eq!(persons.first[seen.len() - 1] as usize, index);
                    seen.len() - 1
                });
                prop_assert_eq!(persons.of_combination[index] as usize, expected);
            }
        }
    }
}
