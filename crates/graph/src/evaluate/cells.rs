//! What counts ask for of a quasi-identifier: values, ranges or prefixes; and how much of a cell a published value may be.

use super::Overlap;
use super::reading::Shown;
use crate::collections::Map;
use crate::context::Asking;

/// The cells of one quasi-identifier.
pub(super) struct Cells {
    asking: Option<Asking>,
    numbers: Map<String, u32>,
}

impl Cells {
    pub fn new(asking: Option<Asking>) -> Self {
        Cells {
            asking,
            numbers: Map::default(),
        }
    }

    /// The cell of an exact value; none where nothing is known.
    pub fn of_value(&mut self, shown: &Shown) -> Option<u32> {
        let Shown::Value(value) = shown else {
            return None;
        };
        let name = self.name(value)?;
        let next = self.numbers.len() as u32;
        Some(*self.numbers.entry(name).or_insert(next))
    }

    fn name(&self, value: &str) -> Option<String> {
        match self.asking {
            None => Some(value.to_owned()),
            Some(Asking::Width(width)) => {
                Some(format!("{}", (value.parse::<f64>().ok()? / width).floor()))
            }
            Some(Asking::Prefix(length)) => {
                let prefix: String = value.chars().take(length).collect();
                (!prefix.contains('*') && prefix.chars().count() == length).then_some(prefix)
            }
        }
    }

    /// The known cells that what is published may be in, each with its share.
    pub fn of_shown(&self, shown: &Shown, overlap: Overlap) -> Vec<(u32, f64)> {
        match shown {
            Shown::Value(value) => {
                let exact = self
                    .name(value)
                    .and_then(|name| self.numbers.get(&name).copied());
                match (exact, overlap) {
                    (Some(cell), _) => vec![(cell, 1.0)],
                    (None, Overlap::Uniform) => self.of_prefix(value),
                    (None, Overlap::Drop) => Vec::new(),
                }
            }
            Shown::Range(low, high) => self.of_range(*low, *high, overlap),
            Shown::Nothing => match overlap {
                Overlap::Drop => Vec::new(),
                Overlap::Uniform => self.all(self.numbers.values().copied().collect()),
            },
        }
    }

    fn all(&self, mut cells: Vec<u32>) -> Vec<(u32, f64)> {
        cells.sort_unstable();
        let share = 1.0 / cells.len().max(1) as f64;
        cells.into_iter().map(|cell| (cell, share)).collect()
    }

    /// A masked code may be any cell with the same beginning.
    fn of_prefix(&self, value: &str) -> Vec<(u32, f64)> {
        let known: String = value.chars().take_while(|&c| c != '*').collect();
        self.all(
            self.numbers
                .iter()
                .filter(|(name, _)| name.starts_with(&known))
                .map(|(_, &cell)| cell)
                .collect(),
        )
    }

    fn of_range(&self, low: f64, high: f64, overlap: Overlap) -> Vec<(u32, f64)> {
        let width = match self.asking {
            Some(Asking::Width(width)) => width,
            _ => return self.of_numbers(low, high, overlap),
        };
        let (first, last) = ((low / width).floor(), (high / width).floor());
        if overlap == Overlap::Drop && first != last {
            return Vec::new();
        }
        let (mut cells, whole) = (Vec::new(), high - low + 1.0);
        let mut at = first;
        while at <= last {
            let inside = high.min((at + 1.0) * width - 1.0) - low.max(at * width) + 1.0;
            if let Some(&cell) = self.numbers.get(&format!("{at}")) {
                cells.push((cell, inside / whole));
            }
            at += 1.0;
        }
        cells
    }

    /// A range where single values are asked for.
    fn of_numbers(&self, low: f64, high: f64, overlap: Overlap) -> Vec<(u32, f64)> {
        if overlap == Overlap::Drop && low != high {
            return Vec::new();
        }
        let inside = |name: &str| {
            name.parse::<f64>()
                .is_ok_and(|number| (low..=high).contains(&number))
        };
        self.all(
            self.numbers
                .iter()
                .filter(|(name, _)| inside(name))
                .map(|(_, &cell)| cell)
                .collect(),
        )
    }
}
