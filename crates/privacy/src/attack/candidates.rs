//! Which released rows may be a person's.
//!
//! **Idea.** Released rows with equal labels are one box. For each attribute and value, a row of bits says which boxes may mean it; boxes that say nothing
//! about an attribute are kept apart. A person's boxes are the `and` over attributes of the `or` over the values that it may have there. So only tuples
//! that occur are looked at. **Cost** distinct people × attributes × boxes / 64.

use bauta_table::count::FrequencySet;
use rayon::prelude::*;

use super::frame::Frame;
use super::matched_people::MatchedPeople;

/// The most bits that one attribute may have (256 MB); a wider attribute is looked up box by box.
const MOST_BITS: usize = 1 << 31;

/// Boxes of one table and distinct tuples of people of another. Where people have several rows (`people`), boxes and tuples count people.
pub struct Candidates {
    /// The boxes that each distinct person may be in, ascending.
    pub boxes_of_person: Vec<Vec<u32>>,
    /// How many rows each box has.
    pub box_rows: Vec<u64>,
    /// The box of each released row.
    pub box_of_row: Vec<u32>,
    /// How many people are alike.
    pub person_rows: Vec<u64>,
    /// The distinct person of each row; of each person, where they have several.
    pub person_of_row: Vec<u32>,
    /// Distinct people of whom nothing can be said: a cell of theirs, or of a row that may be theirs, was not understood.
    pub unknown: Vec<bool>,
    /// Whose rows they are, where people have several.
    pub people: Option<MatchedPeople>,
}

impl Candidates {
    /// How many released rows (people, where they have several) may be each distinct person's.
    pub fn rows_of_person(&self) -> Vec<u64> {
        if let Some(people) = &self.people {
            return people.fits.clone();
        }
        let rows = |boxes: &Vec<u32>| boxes.iter().map(|&b| self.box_rows[b as usize]).sum();
        self.boxes_of_person.iter().map(rows).collect()
    }

    /// People of whom nothing can be said.
    pub fn unknown_people(&self) -> u64 {
        let people = self.person_rows.iter().zip(&self.unknown);
        people
            .filter(|(_, unknown)| **unknown)
            .map(|(n, _)| n)
            .sum()
    }

    /// How many people may be in each box.
    pub fn people_of_box(&self) -> Vec<u64> {
        let mut people = vec![0; self.box_rows.len()];
        for (boxes, rows) in self.boxes_of_person.iter().zip(&self.person_rows) {
            boxes.iter().for_each(|&b| people[b as usize] += rows);
        }
        people
    }
}

/// Matches the people of one view with the rows of another, on some fields.
pub fn candidates(
    frame: &Frame<'_>,
    released: usize,
    people: usize,
    fields: &[usize],
) -> Candidates {
    let index = Index::new(frame, released, fields);
    let view = &frame.views[people];
    let columns: Vec<usize> = fields.iter().map(|&field| view.columns[field]).collect();
    let (persons, person_of_row) = FrequencySet::count(view.table, &columns, &[]);
    let boxes_of_person: Vec<Vec<u32>> = (0..persons.len())
        .into_par_iter()
        .map_init(Vec::new, |scratch, person| {
            let codes = (0..fields.len()).map(|place| persons.codes(place).get(person));
            index.boxes(frame, people, codes, scratch)
        })
        .collect();
    let unread = unread_tuples(frame, released, fields, &index.set);
    let own = unread_tuples(frame, people, fields, &persons);
    let unknown = boxes_of_person.iter().zip(own);
    let unknown = unknown.map(|(boxes, own)| own || boxes.iter().any(|&b| unread[b as usize]));
    Candidates {
        unknown: unknown.collect(),
        boxes_of_person,
        box_rows: index.set.counts().to_vec(),
        box_of_row: index.of_row,
        person_rows: persons.counts().to_vec(),
        person_of_row,
        people: None,
    }
}

/// Whether each distinct tuple of a view has a cell that was not understood.
fn unread_tuples(
    frame: &Frame<'_>,
    view: usize,
    fields: &[usize],
    set: &FrequencySet,
) -> Vec<bool> {
    let mut unread = vec![false; set.len()];
    for (place, &field) in fields.iter().enumerate() {
        let of_code = &frame.views[view].seen[field].unread;
        let tuples = unread.iter_mut().zip(set.codes(place).iter());
        tuples.for_each(|(unread, code)| *unread |= of_code[code as usize]);
    }
    unread
}

struct Index<'f> {
    released: usize,
    fields: &'f [usize],
    set: FrequencySet,
    of_row: Vec<u32>,
    words: usize,
    bits: Vec<FieldBits>,
}

struct FieldBits {
    /// Boxes that say nothing.
    anything: Vec<u64>,
    /// Boxes that may mean each value; empty where that would be too many bits.
    by_value: Vec<u64>,
}

impl<'f> Index<'f> {
    fn new(frame: &Frame<'_>, released: usize, fields: &'f [usize]) -> Self {
        let view = &frame.views[released];
        let columns: Vec<usize> = fields.iter().map(|&field| view.columns[field]).collect();
        let (set, of_row) = FrequencySet::count(view.table, &columns, &[]);
        let words = set.len().div_ceil(64);
        let bits = fields.iter().enumerate().map(|(place, &field)| {
            let domain = frame.fields[field].domain;
            let too_many = domain.saturating_mul(words * 64) > MOST_BITS;
            let mut bits = FieldBits {
                anything: vec![0; words],
                by_value: vec![0; if too_many { 0 } else { domain * words }],
            };
            for (number, code) in set.codes(place).iter().enumerate() {
                let ranks = &view.seen[field].covers[code as usize].ranks;
                let (word, bit) = (number / 64, 1u64 << (number % 64));
                if ranks.len() >= domain {
                    bits.anything[word] |= bit;
                } else if !too_many {
                    ranks
                        .iter()
                        .for_each(|rank| bits.by_value[rank as usize * words + word] |= bit);
                }
            }
            bits
        });
        let bits = bits.collect();
        Index {
            released,
            fields,
            set,
            of_row,
            words,
            bits,
        }
    }

    /// The boxes that a person with these codes may be in.
    fn boxes(
        &self,
        frame: &Frame<'_>,
        people: usize,
        codes: impl Iterator<Item = u32> + Clone,
        scratch: &mut Vec<u64>,
    ) -> Vec<u32> {
        scratch.clear();
        scratch.resize(self.words, u64::MAX);
        for ((bits, &field), code) in self.bits.iter().zip(self.fields).zip(codes.clone()) {
            let ranks = &frame.views[people].seen[field].covers[code as usize].ranks;
            if ranks.len() >= frame.fields[field].domain || bits.by_value.is_empty() {
                continue;
            }
            let mut allowed = bits.anything.clone();
            for rank in ranks.iter() {
                let row = &bits.by_value[rank as usize * self.words..][..self.words];
                allowed
                    .iter_mut()
                    .zip(row)
                    .for_each(|(word, row)| *word |= row);
            }
            scratch
                .iter_mut()
                .zip(&allowed)
                .for_each(|(word, allowed)| *word &= allowed);
        }
        let mut found = Vec::new();
        for (index, &word) in scratch.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                let number = index * 64 + word.trailing_zeros() as usize;
                word &= word - 1;
                if number < self.set.len() && self.holds_rest(frame, people, codes.clone(), number)
                {
                    found.push(number as u32);
                }
            }
        }
        found
    }

    /// Whether the attributes without bits agree too.
    fn holds_rest(
        &self,
        frame: &Frame<'_>,
        people: usize,
        codes: impl Iterator<Item = u32>,
        number: usize,
    ) -> bool {
        self.bits
            .iter()
            .zip(self.fields)
            .zip(codes)
            .enumerate()
            .all(|(place, ((bits, &field), code))| {
                if !bits.by_value.is_empty() || bits.anything.is_empty() {
                    return true;
                }
                let person = &frame.views[people].seen[field].covers[code as usize].ranks;
                let label = self.set.codes(place).get(number);
                let boxed = &frame.views[self.released].seen[field].covers[label as usize].ranks;
                person.share_in(boxed) > 0.0
            })
    }
}
