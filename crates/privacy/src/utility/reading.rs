//! A released table in terms of the original: what each label covers, and the classes with their boxes.

use bauta_table::count::FrequencySet;
use bauta_table::{Qi, Table};

use super::cover::Cover;
use super::labels::Labels;

/// One quasi-identifier as it is in the release.
pub struct ReadColumn {
    /// Its name.
    pub name: String,
    /// Its index in the released table; `None` if it was left out, which says as much as `*` everywhere.
    pub attribute: Option<usize>,
    /// What each released code covers; a label that is not understood says nothing.
    pub covers: Vec<Cover>,
    /// Rows of each released code.
    pub counts: Vec<u64>,
    /// Cells that were not understood.
    pub not_understood: u64,
    /// Number of different values that the original may have.
    pub domain: usize,
}

/// A released table, read.
pub struct Reading {
    /// The quasi-identifiers, in the order of the original's.
    pub columns: Vec<ReadColumn>,
    /// Rows of the original.
    pub original_rows: u64,
    /// Rows of the release.
    pub rows: u64,
}

/// Rows of the release that say the same about every quasi-identifier.
pub struct Boxes {
    /// The released codes of each, attribute by attribute; 0 where the attribute was left out.
    pub codes: Vec<Vec<u32>>,
    /// How many rows each has.
    pub rows: Vec<u64>,
    /// The box of each released row.
    pub of_row: Vec<u32>,
}

impl Reading {
    /// Reads a released table; quasi-identifiers are found by their names. `original_rows` may be more than the rows that
    /// were searched, where some were left out before.
    pub fn of(original: &Table, qis: &[Qi], released: &Table, original_rows: u64) -> Self {
        let columns = qis
            .iter()
            .map(|qi| read_column(original, qi, released))
            .collect();
        Reading {
            columns,
            original_rows,
            rows: released.counted_rows(),
        }
    }

    /// Rows that were left out.
    pub fn suppressed(&self) -> u64 {
        self.original_rows.saturating_sub(self.rows)
    }

    /// Cells that were not understood.
    pub fn not_understood(&self) -> u64 {
        self.columns
            .iter()
            .map(|column| column.not_understood)
            .sum()
    }

    /// The distinct combinations of released labels.
    pub fn boxes(&self, released: &Table) -> Boxes {
        let kept: Vec<usize> = self
            .columns
            .iter()
            .filter_map(|column| column.attribute)
            .collect();
        let (set, of_row) = FrequencySet::count(released, &kept, &[]);
        let mut place = 0;
        let codes = self.columns.iter().map(|column| match column.attribute {
            None => vec![0; set.len()],
            Some(_) => {
                place += 1;
                set.codes(place - 1).iter().collect()
            }
        });
        let codes = codes.collect();
        Boxes {
            codes,
            rows: set.counts().to_vec(),
            of_row,
        }
    }
}

fn read_column(original: &Table, qi: &Qi, released: &Table) -> ReadColumn {
    let labels = Labels::of(original, qi);
    let (name, domain) = (qi.name.clone(), qi.ranks());
    let Ok(attribute) = released.index_of(&qi.name) else {
        let (covers, counts) = (vec![labels.all()], vec![released.counted_rows()]);
        return ReadColumn {
            name,
            attribute: None,
            covers,
            counts,
            not_understood: 0,
            domain,
        };
    };
    let column = &released.attributes()[attribute].column;
    let dictionary = column.dictionary();
    let counts = released.counts_of(attribute);
    let texts: Vec<String> = (0..dictionary.len() as u32)
        .map(|code| dictionary.label(code).into_owned())
        .collect();
    // Labels that no row has must not decide which level is meant.
    let present: Vec<String> = texts
        .iter()
        .zip(&counts)
        .filter(|(_, count)| **count > 0)
        .map(|(text, _)| text.clone())
        .collect();
    let mut read = labels.read(&present).into_iter();
    let mut not_understood = 0;
    let covers = counts
        .iter()
        .map(|&count| match (count > 0).then(|| read.next().flatten()) {
            Some(Some(cover)) => cover,
            Some(None) => {
                not_understood += count;
                labels.all()
            }
            None => labels.all(),
        })
        .collect();
    ReadColumn {
        name,
        attribute: Some(attribute),
        covers,
        counts,
        not_understood,
        domain,
    }
}
