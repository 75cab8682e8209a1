//! Profiles and frequency sets: every worker counts pieces, then all are put together.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{ArrayRef, DictionaryArray, RecordBatch, UInt32Array};
use arrow_schema::{ArrowError, Field, Schema, SortOptions};
use bauta_formats::ReadOptions;
use bauta_table::{Attribute, Codes, Progress, Role, Stage, Table};
use rayon::prelude::*;

use super::files::{Files, Unit};
use super::pool::{Coder, Pool};
use super::tally::{self, ENTRY_BYTES, Stopped, Tally, Widths};
use crate::contract::{Counted, Profile, Scan};
use crate::error::{Error, Result};

/// Cores that are there.
pub(super) fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZeroUsize::get)
}

/// What a value or a column broke.
pub(super) fn unreadable(files: &Files) -> impl Fn(ArrowError) -> Error + '_ {
    |_| {
        Error::Formats(bauta_formats::Error::Unreadable {
            name: files.name(),
            problem: "a column is of a kind that cannot be read".into(),
            hint: "convert it to numbers, dates or text first".into(),
        })
    }
}

/// Runs `work` on every piece of the files, with one state a worker; the states come back.
pub(super) fn on_all_cores<S: Send>(
    files: &Files,
    progress: &dyn Progress,
    state: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, Unit) -> Result<()> + Sync,
) -> Result<Vec<S>> {
    let units = files.units();
    let total = units.iter().map(|unit| unit.rows).sum();
    let (next, done) = (AtomicUsize::new(0), AtomicU64::new(0));
    let failed = Mutex::new(None);
    let run = || {
        let mut own = state();
        while let Some(&unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = if progress.cancelled() {
                Err(bauta_formats::Error::Cancelled.into())
            } else {
                work(&mut own, unit)
            };
            if let Err(error) = result {
                next.store(units.len(), Ordering::Relaxed);
                failed
                    .lock()
                    .unwrap_or_else(PoisonError::into_inner)
                    .get_or_insert(error);
                break;
            }
            let before = done.fetch_add(unit.rows, Ordering::Relaxed);
            progress.tell(Stage::Read, before + unit.rows, Some(total));
        }
        own
    };
    let states: Vec<S> = std::thread::scope(|scope| {
        let handles: Vec<_> = (0..workers()).map(|_| scope.spawn(run)).collect();
        handles
            .into_iter()
            .filter_map(|handle| handle.join().ok())
            .collect()
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None if states.len() < workers() => Err(Error::Engine {
            engine: "local".into(),
            problem: "a worker broke off".into(),
        }),
        None => Ok(states),
    }
}

/// The columns of a batch in the order asked for, though a file gives them in its own.
pub(super) fn in_order(columns: &[usize]) -> Vec<usize> {
    let mut sorted = columns.to_vec();
    sorted.sort_unstable();
    columns
        .iter()
        .map(|column| sorted.binary_search(column).unwrap_or(0))
        .collect()
}

/// Shows all rows in some columns.
pub(super) fn scan(
    files: &Files,
    columns: &[usize],
    each: &Scan<'_>,
    progress: &dyn Progress,
) -> Result<()> {
    let order = in_order(columns);
    let none = || ();
    on_all_cores(files, progress, none, |(), unit| {
        for batch in files.batches(unit, columns)? {
            each(&batch?.project(&order).map_err(unreadable(files))?)?;
        }
        Ok(())
    })?;
    Ok(())
}

/// Counts each column by itself.
pub(super) fn profile(
    files: &Files,
    columns: &[usize],
    names: &[String],
    progress: &dyn Progress,
) -> Result<Vec<Profile>> {
    let pools: Vec<Pool> = columns.iter().map(|_| Pool::default()).collect();
    let order = in_order(columns);
    let fresh = || {
        (
            pools
                .iter()
                .map(|pool| Coder::new(pool, true))
                .collect::<Vec<_>>(),
            vec![Vec::<u64>::new(); columns.len()],
        )
    };
    let states = on_all_cores(files, progress, fresh, |(coders, counts), unit| {
        let mut codes = Vec::new();
        for batch in files.batches(unit, columns)? {
            let batch = batch?;
            for ((coder, counts), &at) in coders.iter_mut().zip(counts.iter_mut()).zip(&order) {
                coder
                    .codes(batch.column(at), &mut codes)
                    .map_err(unreadable(files))?;
                let most = codes.iter().max().map_or(0, |&code| code as usize + 1);
                counts.resize(counts.len().max(most), 0);
                codes.iter().for_each(|&code| counts[code as usize] += 1);
            }
        }
        Ok(())
    })?;
    let of_column = |(index, name): (usize, &String)| {
        let mut counts: Vec<u64> = Vec::new();
        for (_, own) in &states {
            counts.resize(counts.len().max(own[index].len()), 0);
            own[index]
                .iter()
                .zip(&mut counts)
                .for_each(|(own, all)| *all += own);
        }
        let missing = pools[index]
            .missing()
            .and_then(|code| counts.get(code as usize).copied())
            .unwrap_or(0);
        let distinct =
            counts.iter().filter(|&&count| count > 0).count() as u64 - u64::from(missing > 0);
        Profile {
            column: name.clone(),
            rows: counts.iter().sum(),
            missing,
            distinct,
        }
    };
    Ok(names.iter().enumerate().map(of_column).collect())
}

/// Counts combinations.
pub(super) fn frequency_set(
    files: &Files,
    columns: &[usize],
    options: &ReadOptions,
    memory: Option<u64>,
    progress: &dyn Progress,
) -> Result<Counted> {
    let (pools, tallies) = tallied(files, columns, memory, progress)?;
    assemble(files, columns, &pools, tallies, options, memory)
}

/// The counts of every worker, and the numbers that they are written in.
pub(super) fn tallied(
    files: &Files,
    columns: &[usize],
    memory: Option<u64>,
    progress: &dyn Progress,
) -> Result<(Vec<Pool>, Vec<Tally>)> {
    let pools: Vec<Pool> = columns.iter().map(|_| Pool::default()).collect();
    let order = in_order(columns);
    // Half for counting, half for what comes of it.
    let most = memory.map_or(usize::MAX, |bytes| {
        bytes as usize / 2 / workers() / ENTRY_BYTES
    });
    let fresh = || {
        (
            pools
                .iter()
                .map(|pool| Coder::new(pool, true))
                .collect::<Vec<_>>(),
            Tally::new(columns.len(), most),
            vec![Vec::new(); columns.len()],
        )
    };
    let states = on_all_cores(files, progress, fresh, |(coders, tally, codes), unit| {
        for batch in files.batches(unit, columns)? {
            let batch = batch?;
            for ((coder, codes), &at) in coders.iter_mut().zip(codes.iter_mut()).zip(&order) {
                coder
                    .codes(batch.column(at), codes)
                    .map_err(unreadable(files))?;
            }
            tally
                .add(codes)
                .map_err(|stopped| stopped_by(files, stopped))?;
        }
        Ok(())
    })?;
    let tallies = states.into_iter().map(|(_, tally, _)| tally).collect();
    Ok((pools, tallies))
}

pub(super) fn stopped_by(files: &Files, stopped: Stopped) -> Error {
    match stopped {
        Stopped::TooWide => Error::request(
            "these attributes have too many values to be counted together",
            "name fewer quasi-identifiers, or generalise those with most values first",
        ),
        Stopped::Disk(source) => Error::Formats(bauta_formats::Error::Io {
            name: format!("{} (temporary files)", files.name()),
            source,
        }),
    }
}

/// A column's distinct values in ascending order, and where each of its numbers went.
pub(super) struct Sorted {
    pub(super) values: ArrayRef,
    pub(super) rank_of: Vec<u32>,
}

impl Sorted {
    fn of(pool: &Pool) -> std::result::Result<Option<Self>, ArrowError> {
        let Some(values) = pool.values()? else {
            return Ok(None);
        };
        let ascending = SortOptions {
            descending: false,
            nulls_first: false,
        };
        let order = arrow_ord::sort::sort_to_indices(&values, Some(ascending), None)?;
        let mut rank_of = vec![0; values.len()];
        order
            .values()
            .iter()
            .enumerate()
            .for_each(|(rank, &code)| rank_of[code as usize] = rank as u32);
        Ok(Some(Sorted {
            values: arrow_select::take::take(&values, &order, None)?,
            rank_of,
        }))
    }
}

/// The values of all columns in order, and how their ranks are packed.
pub(super) fn sorted(files: &Files, pools: &[Pool]) -> Result<(Vec<Sorted>, Widths)> {
    let sorted: Option<Vec<Sorted>> = pools
        .iter()
        .map(Sorted::of)
        .collect::<std::result::Result<_, _>>()
        .map_err(unreadable(files))?;
    let Some(sorted) = sorted else {
        return Err(
            bauta_formats::Error::data(files.name(), vec![bauta_table::Fault::NoRows]).into(),
        );
    };
    let sizes: Vec<usize> = sorted.iter().map(|column| column.values.len()).collect();
    let widths = Widths::of_counts(&sizes).ok_or_else(|| stopped_by(files, Stopped::TooWide))?;
    Ok((sorted, widths))
}

/// All counts as one table of distinct combinations, sorted.
fn assemble(
    files: &Files,
    columns: &[usize],
    pools: &[Pool],
    tallies: Vec<Tally>,
    options: &ReadOptions,
    memory: Option<u64>,
) -> Result<Counted> {
    let (sorted, widths) = sorted(files, pools)?;
    let room = memory.map_or(usize::MAX, |bytes| bytes as usize / 2 / ENTRY_BYTES);
    let mut entries: Vec<(u128, u64)> = Vec::new();
    let mut codes = vec![0; columns.len()];
    let mut over = 0u64;
    tally::gather(tallies, &widths, |key, count| {
        if entries.len() >= room {
            over += 1;
            return;
        }
        widths.unpack(key, &mut codes);
        let ranks = codes
            .iter()
            .zip(&sorted)
            .map(|(&code, column)| column.rank_of[code as usize]);
        entries.push((widths.pack(ranks), count));
    })
    .map_err(|stopped| stopped_by(files, stopped))?;
    if over > 0 {
        return Err(Error::TooMany {
            combinations: entries.len() as u64 + over,
        });
    }
    entries.par_sort_unstable();
    counted(files, columns, &sorted, &widths, &entries, options)
}

fn counted(
    files: &Files,
    columns: &[usize],
    sorted: &[Sorted],
    widths: &Widths,
    entries: &[(u128, u64)],
    options: &ReadOptions,
) -> Result<Counted> {
    let mut ranks: Vec<Vec<u32>> = vec![Vec::with_capacity(entries.len()); columns.len()];
    let mut codes = vec![0; columns.len()];
    for (key, _) in entries {
        widths.unpack(*key, &mut codes);
        ranks
            .iter_mut()
            .zip(&codes)
            .for_each(|(ranks, &code)| ranks.push(code));
    }
    let (mut fields, mut arrays, mut attributes) = (Vec::new(), Vec::new(), Vec::new());
    for ((&column, sorted), ranks) in columns.iter().zip(sorted).zip(ranks) {
        let name = files.schema().field(column).name();
        let field = Field::new(name, sorted.values.data_type().clone(), true);
        attributes.push(attribute(files, &field, sorted, &ranks, options)?);
        let keyed = DictionaryArray::try_new(UInt32Array::from(ranks), Arc::clone(&sorted.values))
            .map_err(unreadable(files))?;
        fields.push(Field::new(
            name,
            arrow_array::Array::data_type(&keyed).clone(),
            true,
        ));
        arrays.push(Arc::new(keyed) as ArrayRef);
    }
    let keys =
        RecordBatch::try_new(Arc::new(Schema::new(fields)), arrays).map_err(unreadable(files))?;
    let weights = entries.iter().map(|entry| entry.1).collect();
    Ok(Counted {
        keys,
        table: Table::from_attributes(attributes),
        weights,
    })
}

/// A column typed as a reader of the whole file would type it: by its distinct values.
pub(super) fn attribute(
    files: &Files,
    field: &Field,
    sorted: &Sorted,
    ranks: &[u32],
    options: &ReadOptions,
) -> Result<Attribute> {
    let schema = Arc::new(Schema::new(vec![field.clone()]));
    let batch = RecordBatch::try_new(Arc::clone(&schema), vec![Arc::clone(&sorted.values)])
        .map_err(unreadable(files))?;
    let options = ReadOptions {
        kinds: options
            .kinds
            .iter()
            .filter(|(name, _)| *name == field.name())
            .map(|(name, kind)| (name.clone(), *kind))
            .collect(),
        ..options.clone()
    };
    let table = bauta_formats::parquet::table_of(
        &files.name(),
        &schema,
        &[batch],
        &options,
        files.are_texts(),
    )?;
    let Some(distinct) = table.attributes().first() else {
        return Err(Error::request("a column has no name", "name it"));
    };
    let (values, codes) = (distinct.column.dictionary().len(), distinct.column.codes());
    let codes = Codes::from_fn(ranks.len(), values, |row| codes.get(ranks[row] as usize));
    let column = distinct.column.with_codes(codes);
    Ok(Attribute {
        name: distinct.name.clone(),
        role: Role::Insensitive,
        column,
    })
}
