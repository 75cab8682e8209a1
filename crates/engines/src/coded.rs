//! Numbered rows in an engine that knows SQL: what regions are asked, and what the answers say.
//!
//! A row is one number a column (`n_0`, `n_1`, …), -1 where it is in no region. Rows are sent down the cuts by joins ([`Descent`]), and are then counted by region.

use bauta_table::Progress;

use crate::contract::{Coded, CutNode, Ranked, Told};
use crate::descent::{Descent, reached};
use crate::error::{Error, Result};
use crate::sql;

/// The number of a value whose rows are in no region.
pub(crate) const OUTSIDE: i32 = -1;

/// A table of whole numbers, column by column.
pub(crate) type Numbers = Vec<(String, Vec<i32>)>;

/// Who has numbered rows, and counts them.
pub(crate) trait Counting {
    /// The numbered rows, as a query names them.
    fn table(&self) -> String;

    /// Runs queries about whole numbers, with some tables at hand whose names the queries are made of: `each` gets every row of each query's answer, and which query it was.
    fn count(
        &self,
        tables: &[Numbers],
        queries: &dyn Fn(&[String]) -> Vec<String>,
        each: &mut dyn FnMut(usize, &[Option<i64>]),
        progress: &dyn Progress,
    ) -> Result<()>;
}

/// Numbered rows.
pub(crate) struct Rows<C> {
    counting: C,
    columns: usize,
    /// The columns that are cut come first.
    cut: usize,
    rows: (u64, u64),
}

/// The numbers of a column's values as an engine keeps them.
///
/// # Errors
/// More of them than can be counted.
pub(crate) fn numbers(ranked: &Ranked) -> Result<Vec<i32>> {
    let number = |rank: &Option<u32>| rank.map_or(Ok(OUTSIDE), i32::try_from);
    let too_many = |_| {
        Error::request(
            format!("\"{}\" has too many values", ranked.column),
            "generalise it first",
        )
    };
    ranked
        .ranks
        .iter()
        .map(number)
        .collect::<std::result::Result<_, _>>()
        .map_err(too_many)
}

impl<C: Counting> Rows<C> {
    /// Rows that were numbered just now; refused where a value has no number, as it was not there before.
    pub(crate) fn of(
        counting: C,
        (columns, cut): (usize, usize),
        progress: &dyn Progress,
    ) -> Result<Self> {
        let mut counts = None;
        let any_unknown = every(columns, " OR ", |number| format!("{number} IS NULL"));
        let all_inside = every(columns, " AND ", |number| format!("{number} >= 0"));
        let query = format!(
            "SELECT CAST(count(*) AS BIGINT) AS a, CAST(coalesce(sum(CASE WHEN {any_unknown} THEN 1 ELSE 0 END), 0) AS BIGINT) AS b, \
             CAST(coalesce(sum(CASE WHEN {all_inside} THEN 1 ELSE 0 END), 0) AS BIGINT) AS c FROM {} AS d",
            counting.table()
        );
        counting.count(
            &[],
            &|_| vec![query.clone()],
            &mut |_, row| counts = whole(row, 0).zip(whole(row, 1)).zip(whole(row, 2)),
            progress,
        )?;
        match counts.ok_or_else(odd)? {
            ((all, 0), inside) => Ok(Rows {
                counting,
                columns,
                cut,
                rows: (all, inside),
            }),
            _ => Err(Error::request(
                "the data changed while they were read",
                "run it again",
            )),
        }
    }

    /// The rows of a region, and the numbers that they are told apart by.
    fn grouped(&self, from: u32, to: u32) -> (String, String) {
        let between = format!(
            "state <= {} AND state >= {}",
            reached(from),
            reached(to.saturating_sub(1))
        );
        (
            format!("WHERE {between}"),
            (0..self.columns)
                .map(|at| format!(", {}", sql::number(at)))
                .collect(),
        )
    }

    /// What the regions `0..outlined` are cut by: one query for every column and every column beside it, as one scan tells it all.
    fn outlines(&self, last: &str, outlined: u32) -> String {
        let names = |columns: std::ops::Range<usize>| columns.map(sql::number);
        let shown =
            names(0..self.columns).map(|number| format!("CAST({number} AS BIGINT) AS {number}, "));
        let bounds = names(0..self.cut).map(|number| {
            format!(", CAST(min({number}) AS BIGINT) AS low_{number}, CAST(max({number}) AS BIGINT) AS high_{number}")
        });
        let alone = names(0..self.cut).map(|number| format!("(state, {number})"));
        let pairs = names(0..self.cut).flat_map(|number| {
            names(self.cut..self.columns).map(move |beside| format!("(state, {number}, {beside})"))
        });
        let (inside, _) = self.grouped(0, outlined);
        format!(
            "SELECT CAST(state AS BIGINT) AS state, {}CAST(count(*) AS BIGINT) AS weight{} FROM {last} {inside} GROUP BY GROUPING SETS ({})",
            shown.collect::<String>(),
            bounds.collect::<String>(),
            alone.chain(pairs).collect::<Vec<_>>().join(", ")
        )
    }

    /// How many different rows each of the regions `0..outlined` has.
    fn different(&self, last: &str, outlined: u32) -> String {
        let (inside, numbers) = self.grouped(0, outlined);
        format!(
            "SELECT CAST(state AS BIGINT) AS state, CAST(count(*) AS BIGINT) AS weight \
             FROM (SELECT state{numbers} FROM {last} {inside} GROUP BY state{numbers}) AS t GROUP BY state"
        )
    }

    /// The different rows of the regions `outlined..asked`.
    fn gathered(&self, last: &str, (outlined, asked): (u32, u32)) -> String {
        let (inside, numbers) = self.grouped(outlined, asked);
        let shown = (0..self.columns)
            .map(sql::number)
            .map(|number| format!("CAST({number} AS BIGINT) AS {number}, "));
        format!(
            "SELECT CAST(state AS BIGINT) AS state, {}CAST(count(*) AS BIGINT) AS weight FROM {last} {inside} GROUP BY state{numbers}",
            shown.collect::<String>()
        )
    }

    /// What a row of [`Rows::outlines`] says.
    fn outlined(&self, row: &[Option<i64>], told: &mut dyn FnMut(Told<'_>)) -> Option<()> {
        let region = region_of(row)?;
        let at = |places: std::ops::Range<usize>| {
            let mut found = places.filter_map(|place| Some((place, number_at(row, place + 1)?)));
            found.next()
        };
        let (column, number) = at(0..self.cut)?;
        let rows = whole(row, self.columns + 1)?;
        match at(self.cut..self.columns) {
            Some((place, beside)) => {
                told(Told::Beside {
                    region,
                    at: (column, number),
                    beside: (place - self.cut, beside),
                    rows,
                });
            }
            None => {
                let first = self.columns + 2;
                let bounds = (0..self.cut).map(|at| {
                    Some((
                        number_at(row, first + 2 * at)?,
                        number_at(row, first + 2 * at + 1)?,
                    ))
                });
                let bounds: Vec<(u32, u32)> = bounds.collect::<Option<_>>()?;
                told(Told::At {
                    region,
                    column,
                    number,
                    rows,
                    bounds: &bounds,
                });
            }
        }
        Some(())
    }

    /// What a row of [`Rows::gathered`] says.
    fn row(&self, row: &[Option<i64>], told: &mut dyn FnMut(Told<'_>)) -> Option<()> {
        let numbers: Vec<u32> = (0..self.columns)
            .map(|place| number_at(row, place + 1))
            .collect::<Option<_>>()?;
        told(Told::Row {
            region: region_of(row)?,
            numbers: &numbers,
            rows: whole(row, self.columns + 1)?,
        });
        Some(())
    }
}

impl<C: Counting> Coded for Rows<C> {
    fn rows(&self) -> (u64, u64) {
        self.rows
    }

    fn ask(
        &self,
        cuts: &[CutNode],
        (outlined, asked): (u32, u32),
        told: &mut dyn FnMut(Told<'_>),
        progress: &dyn Progress,
    ) -> Result<()> {
        let descent = Descent::of(cuts, self.cut)?;
        let carried: Vec<String> = (self.cut..self.columns).map(sql::number).collect();
        let columns = (0..self.columns)
            .map(|place| format!("d.{}, ", sql::number(place)))
            .collect::<String>();
        let inside = every(self.columns, " AND ", |number| format!("d.{number} >= 0"));
        let first = format!(
            "SELECT {columns}CAST({} AS INT) AS state FROM {} AS d WHERE {inside}",
            descent.start,
            self.counting.table()
        );
        let queries = |tables: &[String]| -> Vec<String> {
            let (with, last) = descent.with(&first, &carried, tables);
            let outlines = (outlined > 0).then(|| {
                [
                    self.outlines(&last, outlined),
                    self.different(&last, outlined),
                ]
            });
            let gathers = (asked > outlined).then(|| self.gathered(&last, (outlined, asked)));
            outlines
                .into_iter()
                .flatten()
                .chain(gathers)
                .map(|query| format!("{with}{query}"))
                .collect()
        };
        let mut understood = true;
        let mut each = |query: usize, row: &[Option<i64>]| {
            let done = match query + if outlined > 0 { 0 } else { 2 } {
                0 => self.outlined(row, told),
                1 => region_of(row)
                    .zip(whole(row, 1))
                    .map(|(region, rows)| told(Told::Distinct { region, rows })),
                _ => self.row(row, told),
            };
            understood &= done.is_some();
        };
        self.counting
            .count(&descent.tables(), &queries, &mut each, progress)?;
        if understood { Ok(()) } else { Err(odd()) }
    }
}

/// Something said of every number of `d`.
fn every(columns: usize, and: &str, said: impl Fn(String) -> String) -> String {
    (0..columns)
        .map(|place| said(sql::number(place)))
        .collect::<Vec<_>>()
        .join(and)
}

fn odd() -> Error {
    Error::request(
        "the engine gave counts that cannot be understood",
        "run it again",
    )
}

fn whole(row: &[Option<i64>], place: usize) -> Option<u64> {
    row.get(place)
        .copied()
        .flatten()
        .and_then(|number| u64::try_from(number).ok())
}

fn number_at(row: &[Option<i64>], place: usize) -> Option<u32> {
    row.get(place)
        .copied()
        .flatten()
        .and_then(|number| u32::try_from(number).ok())
}

/// The region that a row's state says.
fn region_of(row: &[Option<i64>]) -> Option<u32> {
    row.first()
        .copied()
        .flatten()
        .and_then(|state| u32::try_from(-1 - state).ok())
}
