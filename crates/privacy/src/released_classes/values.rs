//! The values of each class with their counts, found by sorting inside classes. All classes of a part stand in one list: there may be as many
//! classes as rows, and nothing is allocated for each. Small numbers and counts take four bytes together, others sixteen.

use bauta_table::{Codes, with_codes};
use rayon::prelude::*;

/// Rows that are worth more than one core.
const ENOUGH: usize = 1 << 16;

/// The values of all classes.
pub(super) struct ClassValues {
    parts: Vec<Part>,
    /// Classes of each part but the last.
    own: usize,
}

/// The values of consecutive classes.
struct Part {
    /// Where the values of each class end.
    ends: Vec<u32>,
    sorted: Sorted,
}

/// Numbers of labels, ascending in each class, with their counts.
enum Sorted {
    Narrow(Vec<(u16, u16)>),
    Wide(Vec<(u32, u64)>),
}

impl ClassValues {
    /// From the class of each row and the number of its label; `none` stands for a value that does not count, and is above all others. Each core
    /// looks at all rows and takes those of its own classes.
    pub(super) fn of(
        (class_of, classes): (&[u32], usize),
        (numbers, none): (&Codes, u32),
        weights: Option<&[u64]>,
    ) -> Self {
        let cores = if class_of.len() < ENOUGH {
            1
        } else {
            rayon::current_num_threads().clamp(1, 8)
        };
        let own = classes.div_ceil(cores).max(1);
        let firsts: Vec<usize> = (0..classes).step_by(own).collect();
        let part = |first: usize| {
            let range = (first as u32, own.min(classes - first));
            with_codes!(numbers, numbers => match weights {
                None => Part::of((class_of, numbers), |row| One(numbers[row]), none, range),
                Some(weights) => Part::of((class_of, numbers), |row| Weighed(numbers[row], weights[row]), none, range),
            })
        };
        ClassValues {
            parts: firsts.into_par_iter().map(part).collect(),
            own,
        }
    }

    /// The values of a class, ascending, with their counts.
    #[inline]
    pub(super) fn of_class(&self, class: usize) -> Values<'_> {
        let part = &self.parts[class / self.own];
        let place = class % self.own;
        let start = if place == 0 { 0 } else { part.ends[place - 1] };
        let range = start as usize..part.ends[place] as usize;
        match &part.sorted {
            Sorted::Narrow(values) => Values::Narrow(&values[range]),
            Sorted::Wide(values) => Values::Wide(&values[range]),
        }
    }
}

/// The values of a class, ascending, each as the number of its label, and how often it occurs.
#[derive(Clone, Copy)]
pub(crate) enum Values<'a> {
    /// In few bytes.
    Narrow(&'a [(u16, u16)]),
    /// As they come.
    Wide(&'a [(u32, u64)]),
}

impl Iterator for Values<'_> {
    type Item = (u32, u64);

    #[inline]
    fn next(&mut self) -> Option<(u32, u64)> {
        match self {
            Values::Narrow(left) => {
                let (&(number, count), later) = left.split_first()?;
                *left = later;
                Some((number.into(), count.into()))
            }
            Values::Wide(left) => {
                let (first, later) = left.split_first()?;
                *left = later;
                Some(*first)
            }
        }
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match self {
            Values::Narrow(left) => left.len(),
            Values::Wide(left) => left.len(),
        };
        (left, Some(left))
    }
}

impl ExactSizeIterator for Values<'_> {}

/// A row of a class: the number of its label, and its weight.
trait Item: Copy + Default {
    fn number(&self) -> u32;
    fn weight(&self) -> u64;
}

/// A row that counts once.
#[derive(Clone, Copy, Default)]
struct One<T>(T);

impl<T: Copy + Default + Into<u32>> Item for One<T> {
    fn number(&self) -> u32 {
        self.0.into()
    }

    fn weight(&self) -> u64 {
        1
    }
}

/// A row that counts as often as its weight says.
#[derive(Clone, Copy, Default)]
struct Weighed<T>(T, u64);

impl<T: Copy + Default + Into<u32>> Item for Weighed<T> {
    fn number(&self) -> u32 {
        self.0.into()
    }

    fn weight(&self) -> u64 {
        self.1
    }
}

/// What belongs to the rows of some classes, one class after the other, and where each ends; from the class of each row. A row that is
/// not for them goes to a place behind all classes: that costs less than asking first.
fn by_class<T: Item>(
    classes: impl Iterator<Item = usize> + Clone,
    item: impl Fn(usize) -> T,
    count: usize,
) -> (Vec<T>, Vec<u32>) {
    let mut next = vec![0u32; count + 1];
    classes.clone().for_each(|class| next[class] += 1);
    let mut total = 0;
    for size in &mut next[..count] {
        (*size, total) = (total, total + *size);
    }
    next[count] = total;
    let mut items = vec![T::default(); total as usize + 1];
    for (row, class) in classes.enumerate() {
        items[next[class] as usize] = item(row);
        next[class] += u32::from(class < count);
    }
    items.truncate(total as usize);
    next.truncate(count);
    (items, next)
}

/// The weight of the heaviest class.
fn largest<T: Item>(items: &[T], ends: &[u32]) -> u64 {
    let mut start = 0;
    let weight = |&end: &u32| {
        let class = &items[start..end as usize];
        start = end as usize;
        class.iter().map(Item::weight).sum::<u64>()
    };
    ends.iter().map(weight).max().unwrap_or(0)
}

/// The different numbers of each class with their weights added up, and where each class ends among them.
fn counted<T: Item, V>(
    items: &mut [T],
    ends: Vec<u32>,
    value: impl Fn(u32, u64) -> V,
) -> (Vec<V>, Vec<u32>) {
    let mut values = Vec::with_capacity(items.len());
    let mut start = 0;
    let own = ends.into_iter().map(|end| {
        let class = &mut items[start..end as usize];
        start = end as usize;
        class.sort_unstable_by_key(Item::number);
        let runs = class.chunk_by(|a, b| a.number() == b.number());
        values.extend(runs.map(|run| value(run[0].number(), run.iter().map(Item::weight).sum())));
        values.len() as u32
    });
    let ends = own.collect();
    (values, ends)
}

impl Part {
    fn of<N: Copy + Into<u32>, T: Item>(
        (class_of, numbers): (&[u32], &[N]),
        item: impl Fn(usize) -> T,
        none: u32,
        (first, count): (u32, usize),
    ) -> Self {
        let place = |class: u32, number: u32| {
            if number == none {
                count
            } else {
                (class.wrapping_sub(first) as usize).min(count)
            }
        };
        let rows = class_of
            .iter()
            .zip(numbers)
            .map(|(&class, &number)| place(class, number.into()));
        let (mut items, ends) = by_class(rows, item, count);
        if none <= u32::from(u16::MAX) && largest(&items, &ends) <= u64::from(u16::MAX) {
            let (values, ends) = counted(&mut items, ends, |number, rows| {
                (number as u16, rows as u16)
            });
            return Part {
                ends,
                sorted: Sorted::Narrow(values),
            };
        }
        let (values, ends) = counted(&mut items, ends, |number, rows| (number, rows));
        Part {
            ends,
            sorted: Sorted::Wide(values),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn each_class_has_its_values_as_counted_by_hand(
            rows in proptest::collection::vec((0u32..7, 0u32..5, 1u64..5), 0..200),
            copies in prop_oneof![Just(1usize), Just(700)],
            width in prop_oneof![Just(1u32), Just(1_000), Just(100_000)]
        ) {
            // The last number does not count; apart from each other, numbers need more bytes.
            let none = 4 * width;
            let rows: Vec<_> = rows.iter().cycle().take(rows.len() * copies).copied().collect();
            let class_of: Vec<u32> = rows.iter().map(|row| row.0).collect();
            let numbers = Codes::from_fn(rows.len(), none as usize + 1, |row| rows[row].1 * width);
            let weights: Vec<u64> = rows.iter().map(|row| row.2).collect();
            for weighted in [false, true] {
                let mut by_hand = BTreeMap::<(u32, u32), u64>::new();
                for &(class, number, weight) in rows.iter().filter(|row| row.1 != 4) {
                    *by_hand.entry((class, number * width)).or_default() += if weighted { weight } else { 1 };
                }
                let found = ClassValues::of((&class_of, 7), (&numbers, none), weighted.then_some(weights.as_slice()));
                let all = (0..7).flat_map(|class| found.of_class(class).map(move |v| ((class as u32, v.0), v.1)));
                prop_assert_eq!(all.collect::<Vec<_>>(), by_hand.into_iter().collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn counts_beyond_two_bytes_are_kept_whole() {
        for rows in [65_535usize, 65_536, 70_000] {
            let numbers = Codes::from_fn(rows, 3, |_| 1);
            let found = ClassValues::of((&vec![0; rows], 1), (&numbers, 2), None);
            assert_eq!(found.of_class(0).collect::<Vec<_>>(), [(1, rows as u64)]);
        }
        let found = ClassValues::of(
            (&[0, 0], 1),
            (&Codes::U8(vec![1, 1]), 2),
            Some(&[u64::from(u32::MAX), 2]),
        );
        assert_eq!(
            found.of_class(0).collect::<Vec<_>>(),
            [(1, u64::from(u32::MAX) + 2)]
        );
    }
}
