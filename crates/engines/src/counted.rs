//! Counts of some of the rows that other counts are of.

use hashbrown::HashMap;

use crate::contract::Counted;
use crate::error::{Error, Result};
use crate::local::pool::{Coder, Pool, UNKNOWN};

impl Counted {
    /// How many rows of `some`, which counts some of these rows by the same columns, have each of these combinations.
    ///
    /// # Errors
    /// It has combinations that are not here: the data changed.
    pub fn counts_in(&self, some: &Counted) -> Result<Vec<u64>> {
        let changed = || Error::request("the data changed while they were read", "run it again");
        if self.keys.num_columns() != some.keys.num_columns() {
            return Err(changed());
        }
        let mut own = vec![Vec::new(); self.keys.num_rows()];
        let mut theirs = vec![Vec::new(); some.keys.num_rows()];
        let mut codes = Vec::new();
        for (column, other) in self.keys.columns().iter().zip(some.keys.columns()) {
            let pool = Pool::default();
            Coder::new(&pool, true)
                .codes(column, &mut codes)
                .map_err(|_| changed())?;
            own.iter_mut()
                .zip(&codes)
                .for_each(|(key, &code)| key.push(code));
            Coder::new(&pool, false)
                .codes(other, &mut codes)
                .map_err(|_| changed())?;
            if codes.contains(&UNKNOWN) {
                return Err(changed());
            }
            theirs
                .iter_mut()
                .zip(&codes)
                .for_each(|(key, &code)| key.push(code));
        }
        let row_of: HashMap<&[u32], usize, foldhash::fast::FixedState> = own
            .iter()
            .enumerate()
            .map(|(row, key)| (key.as_slice(), row))
            .collect();
        let mut counts = vec![0; own.len()];
        for (key, rows) in theirs.iter().zip(&some.weights) {
            let row = row_of.get(key.as_slice()).ok_or_else(changed)?;
            counts[*row] += rows;
        }
        Ok(counts)
    }
}
