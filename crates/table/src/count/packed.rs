//! Tuples packed in machine words: what a search over many lattice nodes counts again and again.
//!
//! **Idea.** (1) Each quasi-identifier has a field of bits, wide enough for its groups at level 0; a tuple is one word where all
//! fields fit in 64 bits, and a few words where they do not. (2) To go to a higher level, only the fields that change are sent through
//! a look-up table; equal words then are one class. (3) Classes are found in an open-addressed table of class numbers that is
//! kept between counts, so that nothing is allocated but the result.
//!
//! **Invariant.** Words are the groups themselves, not a hash of them: no two different tuples share a class. Classes are
//! numbered by first appearance, so a set depends on what it was counted from only in their order.

use super::frequency::Histogram;
use super::grouping::KeyColumn;
use crate::with_codes;

/// Where the group of a quasi-identifier stands in the words of a tuple.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Field {
    word: usize,
    shift: u32,
    mask: u64,
}

impl Field {
    /// The group that stands in a tuple's words.
    #[inline]
    pub fn of(self, words: &[u64]) -> u32 {
        (words[self.word] >> self.shift & self.mask) as u32
    }

    #[inline]
    fn raise(self, words: &mut [u64], map: &[u32]) {
        let group = map[self.of(words) as usize];
        self.set(words, group);
    }

    #[inline]
    fn set(self, words: &mut [u64], group: u32) {
        words[self.word] =
            // The field is cleared first: the old group may have bits that the new one has not.
            words[self.word] & !(self.mask << self.shift) | u64::from(group) << self.shift;
    }
}

/// The fields of all quasi-identifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    fields: Vec<Field>,
    words: usize,
}

/// How many words a tuple may have; each has its own compiled loop.
const WORDS: [usize; 10] = [1, 2, 3, 4, 6, 8, 16, 32, 64, 128];

impl Layout {
    /// Fields for so many groups each; none where they do not fit in the most words there are.
    pub fn new(groups: &[usize]) -> Option<Layout> {
        let (mut word, mut shift) = (0, 0);
        let mut fields = Vec::with_capacity(groups.len());
        for &groups in groups {
            // Groups are numbered from 0, so that n groups need the bits of n - 1; one group needs none.
            let bits = usize::BITS - groups.saturating_sub(1).leading_zeros();
            if shift + bits > 64 {
                (word, shift) = (word + 1, 0);
            }
            // A field of no bits may stand anywhere, also behind a full word.
            fields.push(Field {
                word,
                shift: shift.min(63),
                mask: (1 << bits.min(63)) - 1,
            });
            shift += bits;
        }
        // Lengths of keys are compiled in; a tuple takes the next longer one and leaves words empty.
        let words = WORDS.into_iter().find(|&words| words > word)?;
        Some(Layout { fields, words })
    }

    /// The field of each quasi-identifier.
    pub fn fields(&self) -> &[Field] {
        &self.fields
    }
}

/// A quasi-identifier that goes to a higher level.
#[derive(Debug, Clone, Copy)]
pub enum Raise<'a> {
    /// To the new group of each group.
    To(Field, &'a [u32]),
    /// To a level with one group only, which is number 0.
    Root(Field),
}

/// Classes of tuples with their rows and, where a model looks at them, the sensitive values under each.
#[derive(Clone)]
pub struct TupleSet {
    words: usize,
    keys: Vec<u64>,
    rows: Vec<u64>,
    /// Rows of the population in each class; empty without a population.
    population: Vec<u64>,
    values: Vec<Histogram>,
}

/// Memory that counting uses again and again.
#[derive(Default)]
pub struct Scratch {
    /// Class number + 1, by the hash of the class's words; 0 = free.
    slots: Vec<u32>,
    /// The class of each tuple that was counted last.
    class_of: Vec<u32>,
}

impl Scratch {
    /// The class of each tuple of the set that was raised last.
    pub fn class_of(&self) -> &[u32] {
        &self.class_of
    }
}

impl TupleSet {
    /// Tuples by their groups, one column a quasi-identifier, each with its rows. No two may be the same.
    pub fn new(
        layout: &Layout,
        columns: &[KeyColumn<'_>],
        rows: Vec<u64>,
        values: Vec<Histogram>,
    ) -> TupleSet {
        let mut keys = vec![0; rows.len() * layout.words];
        for (field, column) in layout.fields.iter().zip(columns) {
            let tuples = keys
                .chunks_exact_mut(layout.words)
                .map(|words| &mut words[field.word]);
            with_codes!(column.codes, codes => add_groups(tuples, codes, column.map, field.shift));
        }
        TupleSet {
            words: layout.words,
            keys,
            rows,
            population: Vec::new(),
            values,
        }
    }

    /// The same tuples with the rows that a population has of each. Tuples may then have no row of the table.
    #[must_use]
    pub fn with_population(mut self, rows: Vec<u64>) -> TupleSet {
        self.population = rows;
        self
    }

    /// Number of classes.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The words of each class.
    pub fn keys(&self) -> std::slice::ChunksExact<'_, u64> {
        self.keys.chunks_exact(self.words)
    }

    /// The words of a class.
    #[inline]
    pub fn key(&self, class: usize) -> &[u64] {
        &self.keys[class * self.words..(class + 1) * self.words]
    }

    /// Rows of each class.
    pub fn rows(&self) -> &[u64] {
        &self.rows
    }

    /// Rows of the population in each class; empty without a population.
    pub fn population(&self) -> &[u64] {
        &self.population
    }

    /// Sensitive values under each class, one a sensitive attribute; none where they are not counted.
    pub fn values(&self) -> &[Histogram] {
        &self.values
    }

    /// The classes after raising some quasi-identifiers, counted from these.
    pub fn raised(&self, raises: &[Raise<'_>], scratch: &mut Scratch) -> TupleSet {
        match self.words {
            // The length of a key as a constant: the compiler unrolls loops over its words.
            1 => self.raised_in::<1>(raises, scratch),
            2 => self.raised_in::<2>(raises, scratch),
            3 => self.raised_in::<3>(raises, scratch),
            4 => self.raised_in::<4>(raises, scratch),
            6 => self.raised_in::<6>(raises, scratch),
            8 => self.raised_in::<8>(raises, scratch),
            16 => self.raised_in::<16>(raises, scratch),
            32 => self.raised_in::<32>(raises, scratch),
            64 => self.raised_in::<64>(raises, scratch),
            _ => self.raised_in::<128>(raises, scratch),
        }
    }

    /// The same tuples with some quasi-identifiers raised, each still by itself: tuples may now be equal.
    pub fn relabelled(&self, raises: &[Raise<'_>]) -> TupleSet {
        let mut keys = self.keys.clone();
        for words in keys.chunks_exact_mut(self.words) {
            for raise in raises {
                match *raise {
                    Raise::To(field, map) => field.raise(words, map),
                    Raise::Root(field) => field.set(words, 0),
                }
            }
        }
        TupleSet {
            words: self.words,
            keys,
            ..self.clone()
        }
    }

    /// The classes after giving one quasi-identifier of relabelled tuples another level; `groups` are its groups at that
    /// level, one a tuple.
    pub fn regrouped(&self, field: Field, groups: &[u32], scratch: &mut Scratch) -> TupleSet {
        match self.words {
            1 => self.regrouped_in::<1>(field, groups, scratch),
            2 => self.regrouped_in::<2>(field, groups, scratch),
            3 => self.regrouped_in::<3>(field, groups, scratch),
            4 => self.regrouped_in::<4>(field, groups, scratch),
            6 => self.regrouped_in::<6>(field, groups, scratch),
            8 => self.regrouped_in::<8>(field, groups, scratch),
            16 => self.regrouped_in::<16>(field, groups, scratch),
            32 => self.regrouped_in::<32>(field, groups, scratch),
            64 => self.regrouped_in::<64>(field, groups, scratch),
            _ => self.regrouped_in::<128>(field, groups, scratch),
        }
    }

    fn regrouped_in<const N: usize>(
        &self,
        field: Field,
        groups: &[u32],
        scratch: &mut Scratch,
    ) -> TupleSet {
        let (tuples, _) = self.keys.as_chunks::<N>();
        let classes = number(tuples, &self.rows, scratch, |at, words| {
            field.set(words, groups[at]);
        });
        self.gathered(classes, scratch)
    }

    fn raised_in<const N: usize>(&self, raises: &[Raise<'_>], scratch: &mut Scratch) -> TupleSet {
        let (tuples, _) = self.keys.as_chunks::<N>();
        let mut keep = [u64::MAX; N];
        let mut maps = Vec::with_capacity(raises.len());
        for raise in raises {
            match *raise {
                Raise::To(field, map) => maps.push((field, map)),
                // The root is group 0: all such fields are cleared with one mask, whatever their number.
                Raise::Root(field) => keep[field.word] &= !(field.mask << field.shift),
            }
        }
        let kept = |words: &mut [u64; N]| {
            words
                .iter_mut()
                .zip(&keep)
                .for_each(|(word, keep)| *word &= keep);
        };
        let classes = match maps.as_slice() {
            [] => number(tuples, &self.rows, scratch, |_, words| kept(words)),
            [(field, map)] => number(tuples, &self.rows, scratch, |_, words| {
                kept(words);
                field.raise(words, map);
            }),
            maps => number(tuples, &self.rows, scratch, |_, words| {
                kept(words);
                maps.iter().for_each(|(field, map)| field.raise(words, map));
            }),
        };
        self.gathered(classes, scratch)
    }

    /// Classes with what these tuples have besides rows.
    fn gathered<const N: usize>(
        &self,
        Classes { keys, rows }: Classes<N>,
        scratch: &Scratch,
    ) -> TupleSet {
        // Without a population there is nothing to count, and the list stays empty.
        let mut population = vec![
            0;
            if self.population.is_empty() {
                0
            } else {
                rows.len()
            }
        ];
        for (&class, people) in scratch.class_of.iter().zip(&self.population) {
            population[class as usize] += people;
        }
        let values = self
            .values
            .iter()
            .map(|values| values.rolled_up(&scratch.class_of, rows.len()))
            .collect();
        TupleSet {
            words: N,
            keys: keys.into_flattened(),
            rows,
            population,
            values,
        }
    }
}

/// Puts the group of each tuple, where nothing stands yet, in its word.
fn add_groups<'k, T: Copy + Into<u32>>(
    words: impl Iterator<Item = &'k mut u64>,
    codes: &[T],
    map: Option<&[u32]>,
    shift: u32,
) {
    match map {
        Some(map) => words
            .zip(codes)
            .for_each(|(word, &code)| *word |= u64::from(map[code.into() as usize]) << shift),
        None => words
            .zip(codes)
            .for_each(|(word, &code)| *word |= u64::from(code.into()) << shift),
    }
}

struct Classes<const N: usize> {
    keys: Vec<[u64; N]>,
    rows: Vec<u64>,
}

/// Numbers the tuples' words, changed, in order of appearance and adds up their rows.
#[inline]
fn number<const N: usize>(
    tuples: &[[u64; N]],
    counts: &[u64],
    scratch: &mut Scratch,
    change: impl Fn(usize, &mut [u64; N]),
) -> Classes<N> {
    let Scratch { slots, class_of } = scratch;
    // At most half full, so that a free slot is near; a power of two, so that a shift gives the place.
    let size = (2 * tuples.len()).next_power_of_two().max(16);
    if slots.len() < size {
        slots.resize(size, 0);
    }
    let slots = &mut slots[..size];
    // 0 is a free slot; classes are stored one higher.
    slots.fill(0);
    class_of.clear();
    class_of.reserve(tuples.len());
    let (mut keys, mut rows): (Vec<[u64; N]>, Vec<u64>) = (Vec::new(), Vec::new());
    // The first bits of the hash choose the slot: its last bits depend on too little of the key.
    let shift = u64::BITS - size.trailing_zeros();
    for (place, (tuple, &count)) in tuples.iter().zip(counts).enumerate() {
        let mut words = *tuple;
        change(place, &mut words);
        let mut at = (hash(&words) >> shift) as usize;
        let class = loop {
            // Behind the last slot it goes on with the first; one is always free, so that this ends.
            let Some(slot) = slots.get_mut(at) else {
                at = 0;
                continue;
            };
            match *slot {
                0 => {
                    keys.push(words);
                    rows.push(0);
                    *slot = keys.len() as u32;
                    break keys.len() - 1;
                }
                taken if keys[taken as usize - 1] == words => break taken as usize - 1,
                _ => at += 1,
            }
        };
        rows[class] += count;
        class_of.push(class as u32);
    }
    Classes { keys, rows }
}

/// Spreads words over the slots, by its first bits; words themselves are compared, so any spreading does.
#[inline]
fn hash<const N: usize>(words: &[u64; N]) -> u64 {
    words.iter().fold(0, |mixed: u64, word| {
        // Twice, so that the first bits depend on all: fields of small numbers stand far apart.
        let once = (mixed.rotate_left(23) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (once ^ (once >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
    })
}
