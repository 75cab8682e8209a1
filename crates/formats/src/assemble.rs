//! From a header and cells to a table, with the checks that every format needs.

use bauta_table::{Cell, ColumnBuilder, Fault, Table};

use crate::error::{Error, Result};
use crate::options::ReadOptions;

/// How many rows of one kind of fault are listed before they are only counted.
const LISTED: usize = 10;

/// Names, columns under construction, and what was wrong so far.
pub(crate) struct Assembler {
    source_name: String,
    names: Vec<String>,
    columns: Vec<ColumnBuilder>,
    ragged: Vec<Fault>,
    more_ragged: u64,
}

impl Assembler {
    /// Starts with a header; a header with faults is refused at once, with all of them.
    pub(crate) fn new(
        source_name: impl ToString,
        names: Vec<String>,
        options: &ReadOptions,
    ) -> Result<Self> {
        let source_name = source_name.to_string();
        let faults = check_header(&names, options.limits.columns);
        if !faults.is_empty() {
            return Err(Error::data(source_name, faults).with_header(&names));
        }
        let columns = names.iter().map(|_| ColumnBuilder::new()).collect();
        Ok(Assembler {
            source_name,
            names,
            columns,
            ragged: Vec::new(),
            more_ragged: 0,
        })
    }

    /// Number of columns.
    pub(crate) fn width(&self) -> usize {
        self.names.len()
    }

    /// Adds a cell to a column of the current row; every column gets one cell a row.
    #[inline]
    pub(crate) fn push(&mut self, column: usize, cell: Cell<'_>) {
        self.columns[column].push(cell);
    }

    /// About the bytes that all columns take in memory.
    #[cfg(any(feature = "spreadsheet", feature = "sqlite"))]
    pub(crate) fn held_bytes(&self) -> u64 {
        let columns = self.columns.iter();
        columns.map(|column| column.held_bytes() as u64).sum()
    }

    /// The column builders, for readers that fill them by themselves.
    pub(crate) fn columns_mut(&mut self) -> &mut [ColumnBuilder] {
        &mut self.columns
    }

    /// Notes a row (1-based in the source) that has `found` cells.
    pub(crate) fn ragged(&mut self, row: u64, found: usize) {
        if self.ragged.len() < LISTED {
            self.ragged.push(Fault::RaggedRow {
                row,
                expected: self.names.len(),
                found,
            });
        } else {
            self.more_ragged += 1;
        }
    }

    /// The typed table, or every fault. `text_may_be_typed` and `whole_decimals_are_integers` are the format's own.
    pub(crate) fn finish(
        self,
        options: &ReadOptions,
        text_may_be_typed: bool,
        whole_decimals_are_integers: bool,
    ) -> Result<Table> {
        use rayon::prelude::*;
        let mut faults = self.ragged;
        if self.more_ragged > 0 {
            faults.push(Fault::More {
                count: self.more_ragged,
            });
        }
        for name in options
            .kinds
            .keys()
            .filter(|name| !self.names.contains(name))
        {
            let nearest = bauta_table::nearest_name(name, self.names.iter().map(String::as_str));
            faults.push(Fault::UnknownAttribute {
                name: name.clone(),
                nearest,
            });
        }
        if faults.is_empty() && self.columns.first().is_some_and(ColumnBuilder::is_empty) {
            faults.push(Fault::NoRows);
        }
        if !faults.is_empty() {
            return Err(Error::data(self.source_name, faults).with_header(&self.names));
        }
        let header = self.names.clone();
        let columns: Vec<_> = self
            .names
            .into_par_iter()
            .zip(self.columns)
            .map(|(name, column)| {
                let how = options.read_as(&name, text_may_be_typed, whole_decimals_are_integers);
                (name, column.finish(&how))
            })
            .collect();
        for (name, column) in &columns {
            if let (true, Some(found)) = (options.kinds.contains_key(name), column.contradiction())
            {
                faults.push(found.fault(name));
            }
        }
        if faults.is_empty() {
            Ok(Table::new(columns))
        } else {
            Err(Error::data(self.source_name, faults).with_header(&header))
        }
    }
}

/// What is wrong with a header: empty or repeated names, too many columns.
pub(crate) fn check_header(names: &[String], most: usize) -> Vec<Fault> {
    if names.iter().all(|name| name.trim().is_empty()) {
        return vec![Fault::Empty];
    }
    let mut faults = Vec::new();
    if names.len() > most {
        faults.push(Fault::TooManyColumns {
            columns: names.len(),
            most,
        });
    }
    let mut seen = std::collections::HashMap::new();
    for (index, name) in names.iter().enumerate() {
        if name.trim().is_empty() {
            faults.push(Fault::EmptyHeader { column: index + 1 });
        } else if let Some(first) = seen.insert(name.as_str(), index) {
            faults.push(Fault::DuplicateHeader {
                name: name.clone(),
                first: first + 1,
                second: index + 1,
            });
        }
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_a_header_is_reported() {
        let names: Vec<String> = ["a", "", "b", "a"].map(String::from).to_vec();
        assert_eq!(
            check_header(&names, 3),
            [
                Fault::TooManyColumns {
                    columns: 4,
                    most: 3
                },
                Fault::EmptyHeader { column: 2 },
                Fault::DuplicateHeader {
                    name: "a".into(),
                    first: 1,
                    second: 4
                },
            ]
        );
        assert_eq!(check_header(&[], 3), [Fault::Empty]);
    }

    #[test]
    fn ragged_rows_are_listed_then_counted() {
        let mut assembler = Assembler::new("t", vec!["a".into()], &ReadOptions::default()).unwrap();
        (0..15).for_each(|row| assembler.ragged(row, 2));
        let Err(Error::Data { faults, .. }) =
            assembler.finish(&ReadOptions::default(), true, false)
        else {
            panic!()
        };
        assert_eq!(faults.len(), LISTED + 1);
        assert_eq!(faults[LISTED], Fault::More { count: 5 });
    }
}
