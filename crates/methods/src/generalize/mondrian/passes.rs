//! Mondrian on tuples that are too many to be held, in passes over them.
//!
//! **Idea** (1) A pass outlines all regions that are still too large ([`Outline`]), every tuple being sent down the cuts made so far. (2) Each is cut as a
//! region that is held would be, or is final. (3) Regions whose tuples fit are gathered by a pass, several at a time, and finished in memory.
//!
//! **Invariant** `passes_make_the_regions_that_memory_makes`.

use std::io;

use bauta_table::count::FrequencySet;
use bauta_table::recoding::{Recoding, Regions, Tree};
use bauta_table::{Attribute, Codes, Progress, Stage, Table};

use super::outline::Outline;
use super::search::{Cut, Space, divide};
use super::sight::Sight;
use super::{ByMedian, Mondrian, tree};
use crate::contract::{Error, NearestMiss, Outcome, Result, Task};
use crate::generalize::summarize::{Style, notation};

/// What is done with each tuple: the codes of its quasi-identifiers, those of its sensitive attributes, its rows.
pub type Each<'a> = dyn FnMut(&[u32], &[u32], u64) + 'a;

/// Distinct tuples with their rows, which can be visited again and again.
pub trait Tuples {
    /// Calls `each` with every tuple.
    ///
    /// # Errors
    /// The tuples cannot be read.
    fn visit(&self, each: &mut Each<'_>) -> io::Result<()>;
}

/// Strict Mondrian on tuples of which only `most` may be held. The task's table has the dictionaries; its rows are not looked at.
///
/// # Errors
/// The tuples cannot be read; inside, that it was stopped.
pub fn plan(task: &Task<'_>, tuples: &dyn Tuples, most: usize, progress: &dyn Progress) -> io::Result<Result<Outcome>> {
    let qis = &task.prepared.qis;
    let strategy = ByMedian::new(&task.parameters, Mondrian::dimensions(task), false);
    let style = Style::of(task.parameters.get("recoding"));
    let missing = |&index: &usize| task.prepared.table.attributes()[index].column.dictionary().missing_code();
    let missing: Vec<Option<u32>> = task.prepared.sensitive.iter().map(missing).collect();
    let mut search =
        Search { task, style, strategy, most: most.max(1), parts: vec![Part::Seen(Outline::new(task, style))] };
    let mut is_first = true;
    loop {
        let mut ranks = vec![0; qis.len()];
        let mut known = vec![None; missing.len()];
        tuples.visit(&mut |codes, sensitive, rows| {
            let of_codes = qis.iter().zip(codes).map(|(qi, &code)| qi.rank_of_code()[code as usize]);
            ranks.iter_mut().zip(of_codes).for_each(|(rank, of_code)| *rank = of_code);
            let of_codes =
                sensitive.iter().zip(&missing).map(|(&code, missing)| Some(code).filter(|_| Some(code) != *missing));
            known.iter_mut().zip(of_codes).for_each(|(known, code)| *known = code);
            search.take(&ranks, &known, (codes, sensitive), rows);
        })?;
        if progress.cancelled() {
            return Ok(Err(Error::Cancelled));
        }
        if let (true, Some(miss)) = (std::mem::take(&mut is_first), search.missed()) {
            return Ok(Ok(Outcome::Unreachable(miss)));
        }
        match search.advance(progress) {
            Err(error) => return Ok(Err(error)),
            Ok(true) => {}
            Ok(false) => break,
        }
    }
    let notation = notation(task.parameters.get("notation"));
    let tree = search.tree(0);
    Ok(Ok(Outcome::Plan(Recoding::Regions(Regions { tree, notation, starred: Vec::new(), dropped: Vec::new() }))))
}

/// A tuple that is held: its codes, its sensitive codes, its rows.
type Held = (Vec<u32>, Vec<u32>, u64);

/// What is known of a region.
enum Part<'a> {
    /// It is looked at.
    Seen(Outline<'a>),
    /// It fits, and waits for its tuples.
    Waits(usize),
    /// Its tuples are gathered.
    Gathered(Vec<Held>),
    Cut(Cut, usize, usize),
    Done(Tree),
}

struct Search<'a> {
    task: &'a Task<'a>,
    style: Style,
    strategy: ByMedian,
    most: usize,
    parts: Vec<Part<'a>>,
}

impl Search<'_> {
    /// Sends a tuple down to its region.
    fn take(&mut self, ranks: &[u32], known: &[Option<u32>], (codes, sensitive): (&[u32], &[u32]), rows: u64) {
        let mut at = 0;
        loop {
            match self.parts.get_mut(at) {
                Some(Part::Cut(cut, left, right)) => at = if ranks[cut.qi] <= cut.rank { *left } else { *right },
                Some(Part::Seen(outline)) => return outline.add(ranks, known, rows),
                Some(Part::Gathered(held)) => return held.push((codes.to_vec(), sensitive.to_vec(), rows)),
                _ => return,
            }
        }
    }

    /// What the whole table as one region would miss.
    fn missed(&self) -> Option<NearestMiss> {
        let Some(Part::Seen(whole)) = self.parts.first() else { return None };
        let missing = whole.missing();
        (!missing.is_empty()).then(|| super::all_in_one(whole.rows(), missing))
    }

    /// What follows from a pass; whether another is needed.
    fn advance(&mut self, progress: &dyn Progress) -> Result<bool> {
        for at in 0..self.parts.len() {
            let free = self.parts.len();
            let next = match &self.parts[at] {
                Part::Seen(outline) if outline.tuples <= self.most => Part::Waits(outline.tuples),
                Part::Seen(outline) => {
                    let small = outline.rows() < 2 * self.task.least_rows();
                    match self.strategy.best(outline).filter(|_| !small) {
                        None => Part::Done(Tree::Region(outline.summaries())),
                        Some(cut) => Part::Cut(cut, free, free + 1),
                    }
                }
                Part::Gathered(held) => Part::Done(finished(self.task, self.style, &self.strategy, held, progress)?),
                _ => continue,
            };
            if let Part::Cut(..) = next {
                let fresh = || Part::Seen(Outline::new(self.task, self.style));
                self.parts.extend([fresh(), fresh()]);
            }
            self.parts[at] = next;
        }
        let mut room = self.most;
        for part in &mut self.parts {
            if let Part::Waits(tuples) = *part
                && (tuples <= room || room == self.most)
            {
                room = room.saturating_sub(tuples);
                *part = Part::Gathered(Vec::with_capacity(tuples));
            }
        }
        let done = self.parts.iter().filter(|part| matches!(part, Part::Done(_))).count();
        progress.tell(Stage::Search, done as u64, None);
        Ok(self.parts.iter().any(|part| matches!(part, Part::Seen(_) | Part::Gathered(_))))
    }

    /// The cuts from a region on.
    fn tree(&mut self, at: usize) -> Tree {
        match std::mem::replace(&mut self.parts[at], Part::Waits(0)) {
            Part::Cut(cut, left, right) => Tree::Cut {
                qi: cut.qi,
                rank: cut.rank,
                left: Box::new(self.tree(left)),
                right: Box::new(self.tree(right)),
            },
            Part::Done(tree) => tree,
            _ => Tree::Region(Vec::new()),
        }
    }
}

/// A region that fits, finished in memory.
fn finished(
    task: &Task<'_>,
    style: Style,
    strategy: &ByMedian,
    held: &[Held],
    progress: &dyn Progress,
) -> Result<Tree> {
    let prepared = task.prepared;
    let column = |attribute: usize, code: &(dyn Fn(&Held) -> u32 + Sync)| {
        let attribute = &prepared.table.attributes()[attribute];
        let distinct = attribute.column.dictionary().len();
        let codes = Codes::from_fn(held.len(), distinct, |row| held.get(row).map_or(0, code));
        Attribute { column: attribute.column.with_codes(codes), ..attribute.clone() }
    };
    let qis = prepared.qis.iter().enumerate().map(|(place, qi)| column(qi.attribute, &|held| held.0[place]));
    let sensitive = prepared.sensitive.iter().enumerate().map(|(place, &index)| column(index, &|held| held.1[place]));
    let table = Table::from_attributes(qis.chain(sensitive).collect());
    let table = table.weighted(held.iter().map(|held| held.2).collect());
    let width = prepared.qis.len();
    let (first, last): (Vec<usize>, Vec<usize>) = ((0..width).collect(), (width..table.attributes().len()).collect());
    let (set, _) = FrequencySet::count(&table, &first, &last).0.in_order_of_codes();
    let space = Space::new(task, &set, style);
    let all = (0..set.len() as u32).collect();
    divide(&space, strategy, progress, all, &|tuples| space.summaries(tuples)).map(tree)
}
