//! Local suppression for every few quasi-identifiers: which cells to leave out so that each combination of m of them has k rows. Sets of several
//! sizes may be asked for, each size with its own k.
//!
//! **Idea** A tuple is open in a set of m quasi-identifiers if fewer than k rows share its cells there, suppressed ones included.
//! 1. Every open tuple loses one cell: the one in most of its open sets for what it is worth; of equal ones, the one that most rows
//!    would lose, so that suppressed cells find company.
//! 2. Where no cell is left to lose, a set holds suppressed cells of fewer than k rows: other rows lose theirs, the cheapest first.
//! 3. Again from 1, until nothing is open. Cells only ever go, so it ends; when all are gone, each set has all rows.
//! 4. Cells that can come back without opening anything do, the most valuable first: those of all tuples with the same value together, then
//!    one by one.
//! 5. The cells that k-anonymity of all quasi-identifiers needs are another start, and enough by themselves where every size has the same k; what is
//!    left of them after steps 1 to 4 is taken if it costs less.
//!
//! **Cost** tuples × sets of m, for each time around.

use bauta_privacy::SubsetSizes;
use bauta_table::Fault;
use bauta_table::recoding::Suppressed;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rayon::prelude::*;

use super::SUBSETS;
use crate::contract::{Context, Outcome, Task};

/// More sets than this are not looked at.
const MOST: u128 = 5_000;

/// How many rows share each key, for one set of quasi-identifiers.
type Keys = HashMap<u128, u64, FixedState>;

/// The sizes that are looked at, each with its k. A size of all quasi-identifiers, or more, is all of them together; none where that is all that
/// is asked for.
pub(super) fn asked(task: &Task<'_>, sizes: &SubsetSizes) -> Vec<(usize, u64)> {
    let width = task.prepared.qis.len();
    let within = |(size, k): (usize, u64)| (size.min(width), k);
    let asked: Vec<_> = sizes.with_k(task.least_rows()).map(within).collect();
    let plain = matches!(asked.as_slice(), [(size, _)] if *size == width);
    if plain { Vec::new() } else { asked }
}

/// Why sets of that many quasi-identifiers cannot be looked at.
pub(super) fn fault(task: &Task<'_>, sizes: &SubsetSizes) -> Option<Fault> {
    let (asked, width) = (asked(task, sizes), task.prepared.qis.len() as u128);
    let sets_of = |size: usize| {
        (0..size as u128).try_fold(1u128, |sets, i| {
            Some(sets.checked_mul(width - i)? / (i + 1))
        })
    };
    let sets = asked
        .iter()
        .try_fold(0u128, |all, &(size, _)| all.checked_add(sets_of(size)?));
    let size = asked.first()?.0;
    let fits = sets.is_some_and(|sets| sets <= MOST) && Table::of(task).radix_fits(size);
    (!fits).then(|| Fault::OutOfRange {
        parameter: SUBSETS.name.into(),
        given: size.to_string(),
        allowed: format!(
            "small enough for at most {MOST} combinations, of attributes without too many values"
        ),
    })
}

/// Quasi-identifiers that are looked at together, by their places, and how many rows each combination of their values must have.
struct Subset {
    qis: Vec<usize>,
    k: u64,
}

/// The tuples and which of their cells are gone.
struct Table<'t> {
    /// Codes of each tuple.
    codes: Vec<Vec<u32>>,
    /// Rows of each tuple.
    rows: &'t [u64],
    /// One more than the codes of each quasi-identifier: the last is that of a suppressed cell.
    radix: Vec<u32>,
    gone: Vec<Vec<bool>>,
}

impl<'t> Table<'t> {
    fn of(task: &Task<'t>) -> Self {
        let set = task.prepared.set();
        let width = task.prepared.qis.len();
        let codes: Vec<Vec<u32>> = (0..set.len())
            .map(|tuple| (0..width).map(|qi| set.codes(qi).get(tuple)).collect())
            .collect();
        let radix = (0..width)
            .map(|qi| codes.iter().map(|codes| codes[qi] + 2).max().unwrap_or(2))
            .collect();
        let gone = vec![vec![false; width]; codes.len()];
        Table {
            codes,
            rows: set.counts(),
            radix,
            gone,
        }
    }

    /// Whether the keys of any so many quasi-identifiers are exact in 128 bits.
    fn radix_fits(&self, size: usize) -> bool {
        let mut radix = self.radix.clone();
        radix.sort_unstable_by(|a, b| b.cmp(a));
        radix
            .iter()
            .take(size)
            .try_fold(1u128, |product, &radix| {
                product.checked_mul(u128::from(radix))
            })
            .is_some()
    }

    /// What stands in some cells of a tuple, as one number.
    fn key(&self, tuple: usize, set: &[usize]) -> u128 {
        set.iter().fold(0, |key, &qi| {
            let radix = self.radix[qi];
            let code = if self.gone[tuple][qi] {
                radix - 1
            } else {
                self.codes[tuple][qi]
            };
            key * u128::from(radix) + u128::from(code)
        })
    }

    fn count(&self, sets: &[Subset]) -> Vec<Keys> {
        let count = |set: &Subset| {
            let mut keys = Keys::with_hasher(FixedState::default());
            (0..self.codes.len()).for_each(|tuple| {
                *keys.entry(self.key(tuple, &set.qis)).or_default() += self.rows[tuple];
            });
            keys
        };
        sets.par_iter().map(count).collect()
    }

    /// The places of the sets in which a tuple is open.
    fn open(&self, tuple: usize, sets: &[Subset], keys: &[Keys]) -> Vec<usize> {
        let rows = |place: usize| {
            keys[place]
                .get(&self.key(tuple, &sets[place].qis))
                .copied()
                .unwrap_or(0)
        };
        (0..sets.len())
            .filter(|&place| rows(place) < sets[place].k)
            .collect()
    }

    /// What the cells that are gone were worth.
    fn cost(&self, worth: &[f64]) -> f64 {
        let of = |(gone, &rows): (&Vec<bool>, &u64)| {
            let cells: f64 = gone
                .iter()
                .zip(worth)
                .filter(|(gone, _)| **gone)
                .map(|(_, worth)| worth)
                .sum();
            cells * rows as f64
        };
        self.gone.iter().zip(self.rows).map(of).sum()
    }

    /// Cells that may come back, as tuple and quasi-identifier: for each value those of all tuples that had it, then each by itself; the
    /// most valuable first.
    fn candidates(&self, worth: &[f64]) -> Vec<Vec<(usize, usize)>> {
        let mut cells: Vec<(f64, usize, usize)> = Vec::new();
        for (tuple, gone) in self.gone.iter().enumerate() {
            let own = (0..gone.len()).filter(|&qi| gone[qi]);
            cells.extend(own.map(|qi| (worth[qi] * self.rows[tuple] as f64, tuple, qi)));
        }
        let value = |&(_, tuple, qi): &(f64, usize, usize)| (qi, self.codes[tuple][qi]);
        let mut by_value = cells.clone();
        by_value.sort_by_key(value);
        let together = by_value
            .chunk_by(|a, b| value(a) == value(b))
            .filter(|cells| cells.len() > 1);
        let worth_of = |cells: &[(f64, usize, usize)]| cells.iter().map(|cell| cell.0).sum::<f64>();
        let mut together: Vec<&[(f64, usize, usize)]> = together.collect();
        together.sort_by(|a, b| worth_of(b).total_cmp(&worth_of(a)));
        cells.sort_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
        let single = cells.iter().map(|&(_, tuple, qi)| vec![(tuple, qi)]);
        let places = |cells: &[(f64, usize, usize)]| {
            cells.iter().map(|&(_, tuple, qi)| (tuple, qi)).collect()
        };
        together.into_iter().map(places).chain(single).collect()
    }

    fn all_gone(&self, tuple: usize, set: &[usize]) -> bool {
        set.iter().all(|&qi| self.gone[tuple][qi])
    }
}

/// Suppresses cells until each combination of quasi-identifiers of the sizes asked for has enough rows.
pub(super) fn suppressed(
    task: &Task<'_>,
    asked: &[(usize, u64)],
    worth: &[f64],
    context: &mut Context<'_>,
) -> Outcome {
    let mut table = Table::of(task);
    let rows = table.rows.iter().sum::<u64>();
    if asked.iter().any(|&(_, k)| rows < k) {
        return Outcome::Unreachable(super::nothing_left(task));
    }
    let sets: Vec<Subset> = asked
        .iter()
        .flat_map(|&(size, k)| subsets(worth.len(), size, k))
        .collect();
    close(&mut table, &sets, worth);
    bring_back(&mut table, &sets, worth);
    // Step 5.
    if let Some(cells) = super::cells::found(task, worth, context.progress) {
        let mut other = Table::of(task);
        for own in cells {
            own.qis
                .iter()
                .for_each(|&qi| other.gone[own.tuple as usize][qi] = true);
        }
        close(&mut other, &sets, worth);
        bring_back(&mut other, &sets, worth);
        if other.cost(worth) < table.cost(worth) {
            table = other;
        }
    }
    let cells = table.gone.iter().enumerate().filter_map(|(tuple, gone)| {
        let qis: Vec<usize> = (0..gone.len()).filter(|&qi| gone[qi]).collect();
        (!qis.is_empty()).then_some(Suppressed {
            tuple: tuple as u32,
            qis,
        })
    });
    super::cells::planned(task, (cells.collect(), Vec::new()), context)
}

/// Steps 1 to 3.
fn close(table: &mut Table<'_>, sets: &[Subset], worth: &[f64]) {
    loop {
        let keys = table.count(sets);
        let open: Vec<(usize, Vec<usize>)> = (0..table.codes.len())
            .into_par_iter()
            .map(|tuple| (tuple, table.open(tuple, sets, &keys)))
            .filter(|(_, open)| !open.is_empty())
            .collect();
        if open.is_empty() {
            return;
        }
        if !lose(table, sets, &open, worth) {
            find_company(table, sets, &open, worth);
        }
    }
}

/// All subsets of `size` of `width` quasi-identifiers.
fn subsets(width: usize, size: usize, k: u64) -> impl Iterator<Item = Subset> {
    let mut all: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in 0..size {
        let longer = |set: &Vec<usize>| {
            let from = set.last().map_or(0, |last| last + 1);
            (from..width)
                .map(|next| set.iter().copied().chain([next]).collect())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.into_iter().map(move |qis| Subset { qis, k })
}

/// Step 1; whether any cell was left to lose.
fn lose(
    table: &mut Table<'_>,
    sets: &[Subset],
    open: &[(usize, Vec<usize>)],
    worth: &[f64],
) -> bool {
    let hits = |table: &Table<'_>, tuple: usize, own: &[usize]| {
        let mut hits = vec![0u64; worth.len()];
        own.iter()
            .flat_map(|&place| &sets[place].qis)
            .for_each(|&qi| hits[qi] += u64::from(!table.gone[tuple][qi]));
        hits
    };
    let mut wanted = vec![0u64; worth.len()];
    for (tuple, own) in open {
        let hit = hits(table, *tuple, own);
        wanted
            .iter_mut()
            .zip(hit)
            .for_each(|(wanted, hit)| *wanted += hit * table.rows[*tuple]);
    }
    let mut lost = false;
    for (tuple, own) in open {
        let hit = hits(table, *tuple, own);
        let better = |&a: &usize, &b: &usize| {
            let by_worth = |qi: usize| hit[qi] as f64 / worth[qi];
            by_worth(a)
                .total_cmp(&by_worth(b))
                .then(wanted[a].cmp(&wanted[b]))
                .then(b.cmp(&a))
        };
        if let Some(qi) = (0..worth.len()).filter(|&qi| hit[qi] > 0).max_by(better) {
            table.gone[*tuple][qi] = true;
            lost = true;
        }
    }
    lost
}

/// Step 2, for the first set whose suppressed cells lack company.
fn find_company(
    table: &mut Table<'_>,
    sets: &[Subset],
    open: &[(usize, Vec<usize>)],
    worth: &[f64],
) {
    let Some(Subset { qis: set, k }) = open
        .first()
        .and_then(|(_, own)| own.first())
        .map(|&place| &sets[place])
    else {
        return;
    };
    let cost = |tuple: usize| {
        let cells: f64 = set
            .iter()
            .filter(|&&qi| !table.gone[tuple][qi])
            .map(|&qi| worth[qi])
            .sum();
        cells * table.rows[tuple] as f64
    };
    let tuples = 0..table.codes.len();
    let (blank, others): (Vec<usize>, Vec<usize>) =
        tuples.partition(|&tuple| table.all_gone(tuple, set));
    let mut rows: u64 = blank.iter().map(|&tuple| table.rows[tuple]).sum();
    let mut others: Vec<(f64, usize)> = others
        .into_iter()
        .map(|tuple| (cost(tuple), tuple))
        .collect();
    others.sort_by(|a, b| a.0.total_cmp(&b.0));
    for (_, tuple) in others {
        if rows >= *k {
            break;
        }
        set.iter().for_each(|&qi| table.gone[tuple][qi] = true);
        rows += table.rows[tuple];
    }
}

/// Step 4.
fn bring_back(table: &mut Table<'_>, sets: &[Subset], worth: &[f64]) {
    let mut keys = table.count(sets);
    for _ in 0..3 {
        let mut any = false;
        for cells in table.candidates(worth) {
            any |= restored(table, sets, &mut keys, &cells);
        }
        if !any {
            return;
        }
    }
}

/// Brings cells back if nothing opens; whether it did.
fn restored(
    table: &mut Table<'_>,
    sets: &[Subset],
    keys: &mut [Keys],
    cells: &[(usize, usize)],
) -> bool {
    let cells: Vec<(usize, usize)> = cells
        .iter()
        .copied()
        .filter(|&(tuple, qi)| table.gone[tuple][qi])
        .collect();
    let with = |qi: usize| (0..sets.len()).filter(move |&place| sets[place].qis.contains(&qi));
    // Each cell of a candidate is another tuple's, or the same key would move twice.
    let mut moves: Vec<(usize, u128, u128, u64)> = Vec::new();
    for &(tuple, qi) in &cells {
        let before: Vec<(usize, u128)> = with(qi)
            .map(|place| (place, table.key(tuple, &sets[place].qis)))
            .collect();
        table.gone[tuple][qi] = false;
        let after = |place: usize| table.key(tuple, &sets[place].qis);
        moves.extend(
            before
                .into_iter()
                .map(|(place, key)| (place, key, after(place), table.rows[tuple])),
        );
    }
    for &(place, from, to, rows) in &moves {
        keys[place].entry(from).and_modify(|count| *count -= rows);
        *keys[place].entry(to).or_default() += rows;
    }
    let closed = |place: usize, key: &u128| {
        keys[place]
            .get(key)
            .is_none_or(|&rows| rows == 0 || rows >= sets[place].k)
    };
    if !cells.is_empty()
        && moves
            .iter()
            .all(|(place, from, to, _)| closed(*place, from) && closed(*place, to))
    {
        return true;
    }
    for &(place, from, to, rows) in &moves {
        keys[place].entry(to).and_modify(|count| *count -= rows);
        *keys[place].entry(from).or_default() += rows;
    }
    cells
        .iter()
        .for_each(|&(tuple, qi)| table.gone[tuple][qi] = true);
    false
}
