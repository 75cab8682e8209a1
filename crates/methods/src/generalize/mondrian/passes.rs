//! Mondrian on tuples that are too many to be held, in passes over them.
//!
//! **Idea** (1) A pass outlines some of the regions that are still too large ([`Outline`]): it is shown every tuple, which is sent down the cuts made so far, or somebody
//! who has the tuples counts what an outline is made of ([`Pass`]). (2) Each is cut as a region that is held would be, or is final. (3) Regions whose
//! tuples fit are gathered by a pass, several at a time, and finished in memory.
//!
//! **Invariant** `passes_make_the_regions_that_memory_makes`, whoever counts.

use bauta_table::count::FrequencySet;
use bauta_table::recoding::{Recoding, Regions, Tree};
use bauta_table::{Attribute, Codes, Progress, Stage, Table};

use super::outline::Outline;
pub use super::pass::{Node, Pass};
use super::search::{Cut, Space, divide};
use super::sight::Sight;
use super::{ByMedian, MondrianParameters, tree};
use crate::contract::{Error, NearestMiss, Outcome, Result, Task};
use crate::generalize::summarize::Style;

/// Distinct tuples with their rows, which can be asked about again and again.
pub trait Tuples {
    /// Why they cannot.
    type Error;

    /// Tells a pass every tuple, or what it asks about regions.
    ///
    /// # Errors
    /// The tuples cannot be read.
    fn tell(&self, pass: &mut Pass<'_, '_>) -> std::result::Result<(), Self::Error>;
}

/// Strict Mondrian on tuples of which only `most` may be held. The task's table has the dictionaries; its rows are not looked at.
///
/// # Errors
/// The tuples cannot be read; inside, that it was stopped.
pub fn plan<T: Tuples>(
    task: &Task<'_>,
    tuples: &T,
    most: usize,
    progress: &dyn Progress,
) -> std::result::Result<Result<Outcome>, T::Error> {
    let parameters = MondrianParameters::read(task.method.parameters());
    let mut search = Search::new(task, &parameters, most);
    let mut is_first = true;
    loop {
        tuples.tell(&mut Pass::new(&mut search))?;
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
    let notation = parameters.summary.notation;
    let tree = search.tree(0);
    Ok(Ok(Outcome::Plan(Recoding::Regions(Regions {
        tree,
        notation,
        starred: Vec::new(),
        dropped: Vec::new(),
    }))))
}

/// Regions that a pass outlines at the most, and that it gathers: who counts by queries has to tell them apart in each.
const REGIONS: usize = 64;

/// A tuple that is held: its codes, its sensitive codes, its rows.
pub(super) type Held = (Vec<u32>, Vec<u32>, u64);

/// What is known of a region.
pub(super) enum Part<'a> {
    /// Nothing yet: it will be looked at.
    Unseen,
    /// It is looked at.
    Seen(Outline<'a>),
    /// It fits, and waits for its tuples.
    Waits(usize),
    /// Its tuples are gathered.
    Gathered(Vec<Held>),
    Cut(Cut, usize, usize),
    Done(Tree),
}

pub(super) struct Search<'a> {
    pub(super) task: &'a Task<'a>,
    style: Style,
    strategy: ByMedian,
    most: usize,
    /// How many regions are outlined at a time.
    outlines: usize,
    pub(super) parts: Vec<Part<'a>>,
}

impl<'a> Search<'a> {
    fn new(task: &'a Task<'a>, parameters: &MondrianParameters, most: usize) -> Self {
        let (strategy, style) = (parameters.strategy(task), parameters.summary.recoding);
        let of_sensitive = |&index: &usize| {
            task.prepared.table.attributes()[index]
                .column
                .dictionary()
                .len()
        };
        let codes: usize = if task.needs_sensitive() {
            task.prepared.sensitive.iter().map(of_sensitive).sum()
        } else {
            0
        };
        let entries = task
            .prepared
            .qis
            .iter()
            .map(bauta_table::Qi::ranks)
            .sum::<usize>()
            .max(1)
            * (1 + codes);
        let (most, outlines) = (most.max(1), (most / entries).clamp(1, REGIONS));
        Search {
            task,
            style,
            strategy,
            most,
            outlines,
            parts: vec![Part::Seen(Outline::new(task, style))],
        }
    }

    /// What the whole table as one region would miss.
    fn missed(&self) -> Option<NearestMiss> {
        let Some(Part::Seen(whole)) = self.parts.first() else {
            return None;
        };
        let missing = whole.missing();
        (!missing.is_empty()).then(|| super::all_in_one(whole.rows(), missing))
    }

    /// What follows from a pass; whether another is needed.
    fn advance(&mut self, progress: &dyn Progress) -> Result<bool> {
        for at in 0..self.parts.len() {
            let free = self.parts.len();
            let next = match &self.parts[at] {
                Part::Seen(outline) if outline.tuples <= self.most as u64 => {
                    Part::Waits(outline.tuples as usize)
                }
                Part::Seen(outline) => {
                    let small = outline.rows() < 2 * self.task.least_rows();
                    match self.strategy.best(outline).filter(|_| !small) {
                        None => Part::Done(Tree::Region(outline.summaries())),
                        Some(cut) => Part::Cut(cut, free, free + 1),
                    }
                }
                Part::Gathered(held) => Part::Done(finished(
                    self.task,
                    self.style,
                    &self.strategy,
                    held,
                    progress,
                )?),
                _ => continue,
            };
            if let Part::Cut(..) = next {
                self.parts.extend([Part::Unseen, Part::Unseen]);
            }
            self.parts[at] = next;
        }
        self.ask();
        let done = self
            .parts
            .iter()
            .filter(|part| matches!(part, Part::Done(_)))
            .count();
        progress.tell(Stage::Search, done as u64, None);
        Ok(self
            .parts
            .iter()
            .any(|part| matches!(part, Part::Seen(_) | Part::Gathered(_))))
    }

    /// Chooses the regions that the next pass outlines, and those that it gathers: as many as there is room for, and at least one of each.
    fn ask(&mut self) {
        let (mut room, mut outlines, mut gathers) = (self.most, self.outlines, REGIONS);
        for part in &mut self.parts {
            match part {
                Part::Unseen if outlines > 0 => {
                    outlines -= 1;
                    *part = Part::Seen(Outline::new(self.task, self.style));
                }
                Part::Waits(tuples) if gathers > 0 && (*tuples <= room || room == self.most) => {
                    gathers -= 1;
                    room = room.saturating_sub(*tuples);
                    *part = Part::Gathered(Vec::with_capacity(*tuples));
                }
                _ => {}
            }
        }
    }

    /// The cuts from a region on.
    fn tree(&mut self, at: usize) -> Tree {
        match std::mem::replace(&mut self.parts[at], Part::Unseen) {
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
        Attribute {
            column: attribute.column.with_codes(codes),
            ..attribute.clone()
        }
    };
    let qis = prepared
        .qis
        .iter()
        .enumerate()
        .map(|(place, qi)| column(qi.attribute, &|held| held.0[place]));
    let sensitive = prepared
        .sensitive
        .iter()
        .enumerate()
        .map(|(place, &index)| column(index, &|held| held.1[place]));
    let table = Table::from_attributes(qis.chain(sensitive).collect());
    let table = table.weighted(held.iter().map(|held| held.2).collect());
    let width = prepared.qis.len();
    let (first, last): (Vec<usize>, Vec<usize>) = (
        (0..width).collect(),
        (width..table.attributes().len()).collect(),
    );
    let (set, _) = FrequencySet::count(&table, &first, &last)
        .0
        .in_order_of_codes();
    let space = Space::new(task, &set, style);
    let all = (0..set.len() as u32).collect();
    divide(&space, strategy, progress, all, &|tuples| {
        space.summaries(tuples)
    })
    .map(tree)
}
