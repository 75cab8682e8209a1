//! Batches of rows sent through a mapping that is bound to their columns.

use std::sync::Arc;

use arrow_array::{ArrayRef, BooleanArray, RecordBatch};

use super::bind::{BoundMapping, Way, failed};
use super::pool::{Coder, UNKNOWN};
use crate::error::{Error, Result};

/// A mapping in the hands of one worker.
pub(super) struct Recoder<'r> {
    ready: &'r BoundMapping,
    of_way: Vec<Option<Coder<'r>>>,
    of_tuple: Vec<Coder<'r>>,
    of_cut: Vec<Coder<'r>>,
    codes: Vec<u32>,
}

impl<'r> Recoder<'r> {
    pub(super) fn new(ready: &'r BoundMapping) -> Self {
        let of_way = ready.ways.iter().map(|way| match way {
            Way::ByValue { pool, .. } | Way::Drawn { pool, .. } => Some(Coder::new(pool, false)),
            _ => None,
        });
        let of_tuple = ready
            .kept
            .iter()
            .flat_map(|kept| kept.pools.iter().map(|pool| Coder::new(pool, false)));
        let pools = ready.cutting.iter().flat_map(|cutting| &cutting.pools);
        let of_cut = pools.map(|pool| Coder::new(pool, false)).collect();
        Recoder {
            ready,
            of_way: of_way.collect(),
            of_tuple: of_tuple.collect(),
            of_cut,
            codes: Vec::new(),
        }
    }

    /// The rows that stay, recoded; `first` is the number of the first one.
    pub(super) fn recode(&mut self, batch: &RecordBatch, first: u64) -> Result<RecordBatch> {
        let draws = self
            .ready
            .ways
            .iter()
            .any(|way| matches!(way, Way::Drawn { .. }));
        let last = first + if draws { batch.num_rows() as u64 } else { 0 };
        let mut numbers: Vec<u64> = (first..last).collect();
        // Both together are never asked for.
        let tuples = match self.regions(batch)? {
            Some(regions) => Some(regions),
            None => self.tuples(batch)?,
        };
        let batch = match &tuples {
            Some(tuples) if tuples.contains(&UNKNOWN) => {
                let stays: BooleanArray =
                    tuples.iter().map(|&tuple| Some(tuple != UNKNOWN)).collect();
                let mut stay = tuples.iter().map(|&tuple| tuple != UNKNOWN);
                numbers.retain(|_| stay.next().unwrap_or(false));
                &arrow_select::filter::filter_record_batch(batch, &stays).map_err(failed)?
            }
            _ => batch,
        };
        let mut columns = Vec::with_capacity(self.ready.ways.len());
        for (way, coder) in self.ready.ways.iter().zip(&mut self.of_way) {
            columns.push(match way {
                Way::Kept { input } => Arc::clone(batch.column(*input)),
                Way::Made { inputs, by } => {
                    Arc::new(by.make(&batch.project(inputs).map_err(failed)?)?)
                }
                Way::ByValue { input, labels, .. } => {
                    known(coder.as_mut(), batch.column(*input), &mut self.codes)?;
                    labels.column(self.codes.iter().copied()).map_err(failed)?
                }
                Way::Drawn { input, by, .. } => {
                    known(coder.as_mut(), batch.column(*input), &mut self.codes)?;
                    by.draw(&numbers, &self.codes)?
                }
                Way::ByTuple { labels } | Way::ByRegion { labels } => {
                    let known = tuples
                        .iter()
                        .flatten()
                        .copied()
                        .filter(|&tuple| tuple != UNKNOWN);
                    labels.column(known).map_err(failed)?
                }
            });
        }
        RecordBatch::try_new(Arc::clone(&self.ready.schema), columns).map_err(failed)
    }

    /// The number of each row's region, or [`UNKNOWN`] where it has none.
    fn regions(&mut self, batch: &RecordBatch) -> Result<Option<Vec<u32>>> {
        let Some(cutting) = &self.ready.cutting else {
            return Ok(None);
        };
        let mut codes = vec![Vec::new(); cutting.inputs.len()];
        for ((coder, &input), codes) in self.of_cut.iter_mut().zip(&cutting.inputs).zip(&mut codes)
        {
            coder.codes(batch.column(input), codes).map_err(failed)?;
            if codes.contains(&UNKNOWN) {
                return Err(changed());
            }
        }
        Ok(Some(
            (0..batch.num_rows())
                .map(|row| cutting.region(&codes, row))
                .collect(),
        ))
    }

    /// The number of each row's combination, or [`UNKNOWN`] where it does not stay.
    fn tuples(&mut self, batch: &RecordBatch) -> Result<Option<Vec<u32>>> {
        let Some(kept) = &self.ready.kept else {
            return Ok(None);
        };
        let mut keys: Vec<Option<u128>> = vec![Some(0); batch.num_rows()];
        for ((coder, &input), &width) in
            self.of_tuple.iter_mut().zip(&kept.inputs).zip(&kept.widths)
        {
            coder
                .codes(batch.column(input), &mut self.codes)
                .map_err(failed)?;
            for (key, &code) in keys.iter_mut().zip(&self.codes) {
                *key = key
                    .filter(|_| code != UNKNOWN)
                    .map(|key| (key << width) | u128::from(code));
            }
        }
        let number = |key: &Option<u128>| {
            key.and_then(|key| kept.number_of.get(&key).copied())
                .unwrap_or(UNKNOWN)
        };
        Ok(Some(keys.iter().map(number).collect()))
    }
}

/// The numbers of an array's values, all of which must be known.
fn known(coder: Option<&mut Coder<'_>>, array: &ArrayRef, codes: &mut Vec<u32>) -> Result<()> {
    if let Some(coder) = coder {
        coder.codes(array, codes).map_err(failed)?;
    }
    if codes.contains(&UNKNOWN) {
        Err(changed())
    } else {
        Ok(())
    }
}

fn changed() -> Error {
    Error::request("the data changed while they were read", "run it again")
}
