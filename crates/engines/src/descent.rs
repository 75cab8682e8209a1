//! Cuts as look-up tables, so that plain joins send every row to its region.
//!
//! **Idea** Cuts are a binary tree, and may be as deep as there are regions; a join for each level would be too many. Every part of the tree is a box, so
//! "is the row in this box?" parts the tree anywhere, not only at its root. (1) Of the regions that a row may still be in, the box is
//! chosen that parts them most evenly: there always is one with a third of them at least, so N regions are told apart by log N questions. (2) A few questions
//! are one row of a look-up table: a join finds the row by its number, and leads to the number of the next, or to a region.
//!
//! Plans and queries have the names of these tables only; the tables have ranks, which are no values.
//!
//! **Invariant** `steps_lead_where_cuts_lead`.

use crate::contract::CutNode;
use crate::error::{Error, Result};
use crate::sql::{self, Join};

/// Questions that one join decides, one after the other.
const DEPTH: usize = 3;

/// The same where there are many columns: a row of a look-up table has two numbers a question and column.
const WIDE: usize = 32;

/// Everything that ranks can be.
const ANY: (i32, i32) = (0, i32::MAX);

/// No row is inside.
const NEVER: (i32, i32) = (0, -1);

/// The number that stands for having reached a region.
pub(crate) fn reached(region: u32) -> i32 {
    -1 - i32::try_from(region).unwrap_or(i32::MAX - 1)
}

/// Cuts as questions.
pub(crate) struct Descent {
    columns: usize,
    depth: usize,
    /// Where every row starts: at the first step, or in the only region.
    pub(crate) start: i32,
    levels: Vec<Vec<Step>>,
}

/// Some questions: `next` has where the answers lead, the answers yes first.
struct Step {
    number: i32,
    /// Question by question, then column by column.
    bounds: Vec<(i32, i32)>,
    next: Vec<i32>,
}

impl Descent {
    /// The questions that lead where the cuts lead.
    ///
    /// # Errors
    /// Cuts that do not fit themselves.
    pub(crate) fn of(cuts: &[CutNode], columns: usize) -> Result<Descent> {
        let mut tree = Tree::of(cuts, columns).ok_or_else(broken)?;
        let depth = if columns > WIDE { 1 } else { DEPTH };
        let mut levels = Vec::new();
        let mut next = Vec::new();
        let start = tree.state((0..cuts.len() as u32).collect(), &mut next);
        while !next.is_empty() {
            let parts = std::mem::take(&mut next);
            levels.push(
                parts
                    .into_iter()
                    .map(|(number, part)| tree.step(depth, number, part, &mut next))
                    .collect(),
            );
        }
        Ok(Descent {
            columns,
            depth,
            start,
            levels,
        })
    }

    /// How many joins there are.
    #[cfg(test)]
    pub(crate) fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The look-up table of each join, column by column.
    pub(crate) fn tables(&self) -> Vec<Vec<(String, Vec<i32>)>> {
        let questions = (1 << self.depth) - 1;
        let table = |steps: &Vec<Step>| {
            let mut columns = vec![(
                "step".to_owned(),
                steps.iter().map(|step| step.number).collect(),
            )];
            for (question, column) in
                (0..questions).flat_map(|q| (0..self.columns).map(move |column| (q, column)))
            {
                let place = question * self.columns + column;
                let bounds = || {
                    steps
                        .iter()
                        .map(|step| step.bounds.get(place).copied().unwrap_or(NEVER))
                };
                columns.push((
                    low(question, column),
                    bounds().map(|bounds| bounds.0).collect(),
                ));
                columns.push((
                    high(question, column),
                    bounds().map(|bounds| bounds.1).collect(),
                ));
            }
            for answer in 0..1 << self.depth {
                let of = |step: &Step| step.next.get(answer).copied().unwrap_or_default();
                columns.push((next(answer), steps.iter().map(of).collect()));
            }
            columns
        };
        self.levels.iter().map(table).collect()
    }

    /// A query's beginning, and the name of what it ends in: the rows of `first`, which has the numbers `n_0`, `n_1`, … and `carried` columns, with the
    /// `state` that the joins with `tables` lead to.
    pub(crate) fn with(
        &self,
        first: &str,
        carried: &[String],
        tables: &[String],
    ) -> (String, String) {
        let numbers = (0..self.columns).map(sql::number);
        let list = carried
            .iter()
            .cloned()
            .chain(numbers)
            .map(|name| format!("s.{name}, "))
            .collect::<String>();
        let mut parts = vec![format!("s0 AS ({first})")];
        for (level, table) in tables.iter().enumerate() {
            // The look-up table stands first: it is what the engine holds in memory. Rows that have reached a region find no step.
            parts.push(format!(
                "s{} AS (SELECT {list}CASE WHEN c.step IS NULL THEN s.state ELSE {} END AS state FROM {table} AS c \
                 RIGHT JOIN s{level} AS s ON c.step = s.state)",
                level + 1,
                self.led(0)
            ));
        }
        (
            format!("WITH {} ", parts.join(", ")),
            format!("s{}", tables.len()),
        )
    }

    /// The rows of the data, numbered, with the columns that they carry to the end: of `columns`, expressions with their names, those that are no label of a
    /// region. `joins` give the rank of column `i` as `r{i}.n_0`.
    pub(crate) fn numbered(
        &self,
        from: &str,
        columns: &[(String, String)],
        joins: &[Join],
        to: &Followed,
    ) -> String {
        let carried = to.carried().map(|place| {
            (
                columns.get(place).map_or("NULL", |it| it.0.as_str()),
                carry(place),
            )
        });
        let mut first: Vec<(String, String)> = carried
            .map(|(expression, name)| (expression.to_owned(), name))
            .collect();
        first.extend(
            (0..self.columns)
                .map(|place| (format!("r{place}.{}", sql::number(0)), sql::number(place))),
        );
        first.push((format!("CAST({} AS INT)", self.start), "state".to_owned()));
        sql::recoded(from, &first, joins)
    }

    /// Numbered rows some joins further.
    #[cfg(feature = "cluster")]
    pub(crate) fn further(&self, first: &str, steps: &[String], to: &Followed) -> String {
        let carried: Vec<String> = to.carried().map(carry).collect();
        let (with, end) = self.with(first, &carried, steps);
        let names = carried
            .into_iter()
            .chain((0..self.columns).map(sql::number));
        let list = names.map(|name| format!("s.{name}, ")).collect::<String>();
        format!("{with}SELECT {list}s.state FROM {end} AS s")
    }

    /// Numbered rows at the end of the last joins, with what their regions say; expressions of `columns` that are labels are of `g`.
    pub(crate) fn ended(
        &self,
        first: &str,
        steps: &[String],
        columns: &[(String, String)],
        to: &Followed,
    ) -> String {
        let carried: Vec<String> = to.carried().map(carry).collect();
        let (with, end) = self.with(first, &carried, steps);
        let shown = columns.iter().zip(&to.labelled).enumerate().map(
            |(place, ((expression, name), labelled))| {
                let shown = if *labelled {
                    expression.clone()
                } else {
                    format!("s.{}", carry(place))
                };
                format!("{shown} AS {}", sql::quoted(name))
            },
        );
        let list = shown.collect::<Vec<_>>().join(", ");
        format!(
            "{with}SELECT {list} FROM {} AS g JOIN {end} AS s ON g.state = s.state",
            to.regions
        )
    }

    /// All of it in one query.
    pub(crate) fn recoded(
        &self,
        from: &str,
        columns: &[(String, String)],
        joins: &[Join],
        to: &Followed,
    ) -> String {
        self.ended(
            &self.numbered(from, columns, joins, to),
            &to.steps,
            columns,
            to,
        )
    }

    /// Where the answers from a question on lead.
    fn led(&self, question: usize) -> String {
        let questions = (1 << self.depth) - 1;
        if question >= questions {
            return format!("c.{}", next(question - questions));
        }
        let inside = (0..self.columns).map(|column| {
            let number = sql::number(column);
            format!(
                "s.{number} >= c.{} AND s.{number} <= c.{}",
                low(question, column),
                high(question, column)
            )
        });
        let inside = inside.collect::<Vec<_>>().join(" AND ");
        format!(
            "CASE WHEN {inside} THEN {} ELSE {} END",
            self.led(2 * question + 1),
            self.led(2 * question + 2)
        )
    }
}

/// The label of a row's region, the `place`th of those that regions have.
pub(crate) fn of_region(place: usize) -> String {
    format!("g.{}", sql::label(place))
}

/// The names of the look-up tables that lead to regions, and of the one that has their labels; of each column, whether it is such a label.
#[derive(Clone)]
pub(crate) struct Followed {
    pub(crate) steps: Vec<String>,
    pub(crate) regions: String,
    pub(crate) labelled: Vec<bool>,
}

impl Followed {
    /// The places of the columns that are no labels.
    fn carried(&self) -> impl Iterator<Item = usize> + '_ {
        self.labelled
            .iter()
            .enumerate()
            .filter(|(_, labelled)| !**labelled)
            .map(|(place, _)| place)
    }
}

/// The name of a column on its way.
fn carry(place: usize) -> String {
    format!("o_{place}")
}

fn low(question: usize, column: usize) -> String {
    format!("low_{question}_{column}")
}

fn high(question: usize, column: usize) -> String {
    format!("high_{question}_{column}")
}

fn next(answer: usize) -> String {
    format!("next_{answer}")
}

fn broken() -> Error {
    Error::Internal {
        what: "the cuts do not fit themselves".to_owned(),
    }
}

/// Parts of the tree that wait for their questions, by the number of their step.
type Waiting = Vec<(i32, Vec<u32>)>;

/// The cuts: of each node its box, where its part of the list ends, and its region.
struct Tree {
    columns: usize,
    boxes: Vec<(i32, i32)>,
    ends: Vec<u32>,
    regions: Vec<Option<u32>>,
    steps: i32,
}

impl Tree {
    fn of(cuts: &[CutNode], columns: usize) -> Option<Tree> {
        i32::try_from(cuts.len()).ok().filter(|&nodes| nodes > 0)?;
        let mut ends = vec![0u32; cuts.len()];
        for (at, node) in cuts.iter().enumerate().rev() {
            ends[at] = match *node {
                CutNode::Region(_) => at as u32 + 1,
                CutNode::Cut { column, right, .. } => {
                    let fits =
                        right > at && ends.get(at + 1) == Some(&(right as u32)) && column < columns;
                    *ends.get(right).filter(|_| fits)?
                }
            };
        }
        let mut boxes = vec![ANY; cuts.len() * columns];
        for (at, node) in cuts.iter().enumerate() {
            let CutNode::Cut {
                column,
                rank,
                right,
            } = *node
            else {
                continue;
            };
            let rank = i32::try_from(rank).ok()?;
            for (side, left) in [(at + 1, true), (right, false)] {
                boxes.copy_within(at * columns..(at + 1) * columns, side * columns);
                let bounds = boxes.get_mut(side * columns + column)?;
                *bounds = if left {
                    (bounds.0, rank.min(bounds.1))
                } else {
                    (bounds.0.max(rank.saturating_add(1)), bounds.1)
                };
            }
        }
        let region = |node: &CutNode| match node {
            CutNode::Region(region) => Some(*region),
            CutNode::Cut { .. } => None,
        };
        let whole = ends.first().copied() == Some(cuts.len() as u32);
        let regions = cuts.iter().map(region).collect();
        whole.then_some(Tree {
            columns,
            boxes,
            ends,
            regions,
            steps: 0,
        })
    }

    /// The only region of a part of the tree, if it has one only.
    fn only(&self, part: &[u32]) -> Option<u32> {
        let mut regions = part.iter().filter_map(|&node| self.regions[node as usize]);
        regions.next().filter(|_| regions.next().is_none())
    }

    /// Where rows go that are in a part of the tree: to its only region, or to a step of its own.
    fn state(&mut self, part: Vec<u32>, waiting: &mut Waiting) -> i32 {
        if let Some(region) = self.only(&part) {
            return reached(region);
        }
        let number = self.steps;
        self.steps += 1;
        waiting.push((number, part));
        number
    }

    /// The node that parts the regions most evenly.
    fn middle(&self, part: &[u32]) -> Option<u32> {
        let mut before = Vec::with_capacity(part.len() + 1);
        before.push(0usize);
        for &node in part {
            before.push(
                before.last().copied().unwrap_or(0)
                    + usize::from(self.regions[node as usize].is_some()),
            );
        }
        let all = before.last().copied().unwrap_or(0);
        let uneven = |(at, &node): (usize, &u32)| {
            let end = part.partition_point(|&other| other < self.ends[node as usize]);
            let inside = before[end] - before[at];
            (inside > 0 && inside < all).then(|| (inside.max(all - inside), node))
        };
        part.iter()
            .enumerate()
            .filter_map(uneven)
            .min()
            .map(|(_, node)| node)
    }

    /// The questions of a step.
    fn step(&mut self, depth: usize, number: i32, part: Vec<u32>, waiting: &mut Waiting) -> Step {
        let questions = (1 << depth) - 1;
        let mut step = Step {
            number,
            bounds: vec![NEVER; questions * self.columns],
            next: vec![0; 1 << depth],
        };
        // A part of the tree for each question, those after an answer yes first.
        let mut parts: Vec<Option<Vec<u32>>> = vec![None; 2 * questions + 1];
        parts[0] = Some(part);
        for question in 0..questions {
            let Some(part) = parts[question].take() else {
                continue;
            };
            let Some(middle) = self.middle(&part) else {
                // Nothing is left to ask: whatever the answer, it leads to the same.
                parts[2 * question + 1] = Some(part.clone());
                parts[2 * question + 2] = Some(part);
                continue;
            };
            let (own, from) = (question * self.columns, middle as usize * self.columns);
            step.bounds[own..own + self.columns]
                .copy_from_slice(&self.boxes[from..from + self.columns]);
            let end = self.ends[middle as usize];
            let (inside, outside) = part
                .into_iter()
                .partition(|&node| node >= middle && node < end);
            parts[2 * question + 1] = Some(inside);
            parts[2 * question + 2] = Some(outside);
        }
        for (next, part) in step.next.iter_mut().zip(parts.drain(questions..)) {
            *next = self.state(part.unwrap_or_default(), waiting);
        }
        step
    }
}

#[cfg(test)]
mod tests;
