//! The values of each class with their counts, found by sorting inside classes. All classes of a part stand in one list: there may be as many
//! classes as rows, and nothing is allocated for each.

use rayon::prelude::*;

/// What stands for a row whose value does not count.
pub(super) const NONE: u32 = u32::MAX;

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
    /// Numbers of labels, ascending in each class, with their counts.
    values: Vec<(u32, u64)>,
}

impl ClassValues {
    /// From the class of each row and the number of its label ([`NONE`] = it does not count). Each core looks at all rows and takes those
    /// of its own classes.
    pub(super) fn of(class_of: &[u32], classes: usize, numbers: &[u32], weights: Option<&[u64]>) -> Self {
        let cores = if class_of.len() < ENOUGH { 1 } else { rayon::current_num_threads().clamp(1, 8) };
        let own = classes.div_ceil(cores).max(1);
        let firsts: Vec<usize> = (0..classes).step_by(own).collect();
        let part = |first: usize| {
            let range = (first as u32, own.min(classes - first));
            match weights {
                None => Part::of(class_of, numbers, |row| numbers[row], range, |run| (run[0], run.len() as u64)),
                Some(weights) => Part::of(
                    class_of,
                    numbers,
                    |row| Weighed(numbers[row], weights[row]),
                    range,
                    |run| (run[0].0, run.iter().map(|weighed| weighed.1).sum()),
                ),
            }
        };
        ClassValues { parts: firsts.into_par_iter().map(part).collect(), own }
    }

    /// The values of a class, ascending, with their counts.
    #[inline]
    pub(super) fn of_class(&self, class: usize) -> &[(u32, u64)] {
        let part = &self.parts[class / self.own];
        let place = class % self.own;
        let start = if place == 0 { 0 } else { part.ends[place - 1] };
        &part.values[start as usize..part.ends[place] as usize]
    }
}

/// A number and the weight of its row; alike if the number is.
#[derive(Clone, Copy, Default)]
struct Weighed(u32, u64);

/// What is sorted: by the number of a label.
trait Numbered: Copy + Default + Send + Sync {
    fn number(&self) -> u32;
}

impl Numbered for u32 {
    fn number(&self) -> u32 {
        *self
    }
}

impl Numbered for Weighed {
    fn number(&self) -> u32 {
        self.0
    }
}

impl Part {
    fn of<T: Numbered>(
        class_of: &[u32],
        numbers: &[u32],
        item: impl Fn(usize) -> T,
        (first, count): (u32, usize),
        counted: impl Fn(&[T]) -> (u32, u64),
    ) -> Self {
        // A row that is not for this part goes to a place behind all classes: that costs less than asking first.
        let place = |class: u32, number: u32| match number {
            NONE => count,
            _ => (class.wrapping_sub(first) as usize).min(count),
        };
        let rows = || class_of.iter().zip(numbers).map(|(&class, &number)| place(class, number));
        let mut next = vec![0u32; count + 1];
        rows().for_each(|class| next[class] += 1);
        let mut total = 0;
        for size in &mut next[..count] {
            (*size, total) = (total, total + *size);
        }
        next[count] = total;
        let mut items = vec![T::default(); total as usize + 1];
        for (row, class) in rows().enumerate() {
            items[next[class] as usize] = item(row);
            next[class] += u32::from(class < count);
        }
        let (mut ends, mut values) = (Vec::with_capacity(count), Vec::with_capacity(total as usize));
        let mut start = 0;
        for &end in &next[..count] {
            let class = &mut items[start..end as usize];
            class.sort_unstable_by_key(Numbered::number);
            values.extend(class.chunk_by(|a, b| a.number() == b.number()).map(&counted));
            ends.push(values.len() as u32);
            start = end as usize;
        }
        Part { ends, values }
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
            rows in proptest::collection::vec((0u32..7, prop_oneof![Just(NONE), 0u32..4], 1u64..5), 0..200),
            copies in prop_oneof![Just(1usize), Just(700)]
        ) {
            let rows: Vec<_> = rows.iter().cycle().take(rows.len() * copies).copied().collect();
            let class_of: Vec<u32> = rows.iter().map(|row| row.0).collect();
            let numbers: Vec<u32> = rows.iter().map(|row| row.1).collect();
            let weights: Vec<u64> = rows.iter().map(|row| row.2).collect();
            for weighted in [false, true] {
                let mut by_hand = BTreeMap::<(u32, u32), u64>::new();
                for &(class, number, weight) in rows.iter().filter(|row| row.1 != NONE) {
                    *by_hand.entry((class, number)).or_default() += if weighted { weight } else { 1 };
                }
                let found = ClassValues::of(&class_of, 7, &numbers, weighted.then_some(weights.as_slice()));
                let all = (0..7).flat_map(|class| found.of_class(class).iter().map(move |v| ((class as u32, v.0), v.1)));
                prop_assert_eq!(all.collect::<Vec<_>>(), by_hand.into_iter().collect::<Vec<_>>());
            }
        }
    }
}
