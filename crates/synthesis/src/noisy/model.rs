//! Choosing, measuring and drawing.

use rand_chacha::ChaCha20Rng;

use super::shape::Shape;
use super::{Budget, Error, opendp};
use crate::report::Spent;
use crate::trees::{Coded, rounded};

/// Shares of ε: one-way tables, choices; the tables have the rest.
const ONE_WAY: f64 = 0.2;
const CHOICES: f64 = 0.1;
/// The most cells of a table.
const MOST_CELLS: usize = 20_000;

/// A variable and what it follows.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The variable.
    pub variable: usize,
    /// One or two earlier ones; none for the first.
    pub follows: Vec<usize>,
    /// Shares of its groups, for each combination of groups of what it follows.
    shares: Vec<Vec<f64>>,
}

/// A model measured with noise.
#[derive(Debug, Clone, PartialEq)]
pub struct NoisyModel {
    /// What was spent on each question.
    pub spent: Vec<Spent>,
    /// Noisy number of rows: the true one is not told.
    pub rows: u64,
    /// Variables in the order of drawing.
    pub steps: Vec<Step>,
    shapes: Vec<Shape>,
}

/// Measures a model of `data`, whose domain must not have been read off the rows.
///
/// # Errors
/// A budget that is not positive, nothing to measure, or a refusal of the library.
pub fn measure(data: &Coded<'_>, budget: &Budget) -> Result<NoisyModel, Error> {
    let epsilon = budget.epsilon;
    if !(epsilon > 0.0 && epsilon.is_finite()) {
        return Err(Error::Budget);
    }
    let variables = data.columns.len();
    if variables < 2
        || data.rows() == 0
        || data.values.contains(&0)
        || budget.target.is_some_and(|it| it >= variables)
    {
        return Err(Error::Empty);
    }
    let mut maker = Maker {
        data,
        spent: Vec::new(),
        shapes: Vec::new(),
        grouped: Vec::new(),
        rows: 0.0,
    };
    maker.one_way(epsilon * ONE_WAY / variables as f64)?;
    let network = maker.choose(budget.target, epsilon)?;
    let tables = network.iter().filter(|it| !it.1.is_empty()).count() as f64;
    let each = epsilon * (1.0 - ONE_WAY - CHOICES) / tables;
    let mut steps = Vec::new();
    for (variable, follows) in network {
        steps.push(maker.step(variable, follows, each)?);
    }
    Ok(NoisyModel {
        spent: maker.spent,
        rows: maker.rows.round().max(1.0) as u64,
        steps,
        shapes: maker.shapes,
    })
}

struct Maker<'a> {
    data: &'a Coded<'a>,
    spent: Vec<Spent>,
    shapes: Vec<Shape>,
    /// Groups of each row, by variable.
    grouped: Vec<Vec<u32>>,
    /// Noisy number of rows.
    rows: f64,
}

impl Maker<'_> {
    fn pay(&mut self, question: &'static str, variables: Vec<usize>, epsilon: f64, scale: f64) {
        self.spent.push(Spent {
            question,
            variables,
            epsilon,
            scale,
        });
    }

    fn one_way(&mut self, each: f64) -> Result<(), Error> {
        let mut totals = 0.0;
        for (variable, column) in self.data.columns.iter().enumerate() {
            let mut counts = vec![0i64; self.data.values[variable]];
            column.iter().for_each(|&code| counts[code as usize] += 1);
            let (noisy, epsilon, scale) = opendp::noisy_counts(&counts, each)?;
            self.pay("one-way", vec![variable], epsilon, scale);
            totals += noisy.iter().sum::<i64>() as f64;
            let shape = Shape::of(&noisy, scale, self.data.ordered[variable]);
            self.grouped.push(
                column
                    .iter()
                    .map(|&code| shape.group_of[code as usize])
                    .collect(),
            );
            self.shapes.push(shape);
        }
        self.rows = (totals / self.data.columns.len() as f64).max(1.0);
        Ok(())
    }

    /// Which variable comes when, and what it follows.
    fn choose(
        &mut self,
        target: Option<usize>,
        epsilon: f64,
    ) -> Result<Vec<(usize, Vec<usize>)>, Error> {
        let count = self.data.columns.len();
        let gaps = self.gaps();
        let noise = (count as f64 - 1.0) / (epsilon * (1.0 - ONE_WAY - CHOICES));
        let first = target.unwrap_or_else(|| self.widest());
        let mut network: Vec<(usize, Vec<usize>)> = vec![(first, Vec::new())];
        // Pairs that one earlier table holds, so that a variable may follow both.
        let mut pairs: Vec<[usize; 2]> = Vec::new();
        let choices = (count - 1) as f64;
        for _ in 1..count {
            let known: Vec<usize> = network.iter().map(|it| it.0).collect();
            let left = (0..count).filter(|variable| !known.contains(variable));
            let mut candidates: Vec<(usize, Vec<usize>)> = Vec::new();
            for variable in left {
                let single = known
                    .iter()
                    .filter(|&&it| target.is_none_or(|target| target == it));
                candidates.extend(single.map(|&it| (variable, vec![it])));
                let double = pairs
                    .iter()
                    .filter(|pair| target.is_none_or(|target| pair.contains(&target)));
                candidates.extend(double.map(|pair| (variable, pair.to_vec())));
            }
            candidates.retain(|(variable, follows)| {
                self.cells(*variable, follows) <= MOST_CELLS || follows.len() == 1
            });
            let quality = |(variable, follows): &(usize, Vec<usize>)| {
                let gain: f64 = follows.iter().map(|&it| gaps[*variable][it]).sum();
                // What the noise of the table is expected to add to its distance.
                gain - self.cells(*variable, follows) as f64 * noise
            };
            let qualities: Vec<f64> = candidates.iter().map(quality).collect();
            let (chosen, spent, scale) =
                opendp::choose(&qualities, 2.0, epsilon * CHOICES / choices)?;
            let (variable, follows) = candidates.swap_remove(chosen.min(candidates.len() - 1));
            self.pay(
                "choice",
                std::iter::once(variable)
                    .chain(follows.iter().copied())
                    .collect(),
                spent,
                scale,
            );
            pairs.extend(follows.iter().map(|&it| [variable, it]));
            network.push((variable, follows));
        }
        Ok(network)
    }

    /// The variable with the most groups: known from noisy counts.
    fn widest(&self) -> usize {
        (0..self.shapes.len())
            .max_by_key(|&it| (self.shapes[it].groups.min(12), usize::MAX - it))
            .unwrap_or(0)
    }

    fn cells(&self, variable: usize, follows: &[usize]) -> usize {
        follows
            .iter()
            .fold(self.shapes[variable].groups, |cells, &it| {
                cells.saturating_mul(self.shapes[it].groups)
            })
    }

    /// How far pairs are from independence, in rows: a row more or less changes each by one at most, since what it is compared with is noisy already.
    fn gaps(&self) -> Vec<Vec<f64>> {
        let count = self.shapes.len();
        let mut gaps = vec![vec![0.0; count]; count];
        for (a, b) in (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))) {
            let table = self.table(&[a, b]);
            let wide = self.shapes[b].groups;
            let gap: f64 = table
                .iter()
                .enumerate()
                .map(|(cell, &rows)| {
                    let expected = self.rows
                        * self.shapes[a].shares[cell / wide]
                        * self.shapes[b].shares[cell % wide];
                    (rows as f64 - expected).abs()
                })
                .sum();
            (gaps[a][b], gaps[b][a]) = (gap, gap);
        }
        gaps
    }

    /// Counts of groups of some variables together; the last one changes fastest.
    fn table(&self, variables: &[usize]) -> Vec<i64> {
        let cells = variables.iter().map(|&it| self.shapes[it].groups).product();
        let mut counts = vec![0i64; cells];
        for row in 0..self.data.rows() {
            let place = |cell: usize, &it: &usize| {
                cell * self.shapes[it].groups + self.grouped[it][row] as usize
            };
            counts[variables.iter().fold(0, place)] += 1;
        }
        counts
    }

    fn step(&mut self, variable: usize, follows: Vec<usize>, each: f64) -> Result<Step, Error> {
        if follows.is_empty() {
            return Ok(Step {
                variable,
                follows,
                shares: vec![self.shapes[variable].shares.clone()],
            });
        }
        let variables: Vec<usize> = follows.iter().copied().chain([variable]).collect();
        let (noisy, epsilon, scale) = opendp::noisy_counts(&self.table(&variables), each)?;
        self.pay("table", variables, epsilon, scale);
        let counts = not_negative(&noisy, self.rows);
        let own = self.shapes[variable].groups;
        let shares = counts
            .chunks_exact(own)
            .map(|line| drawn_towards(line, &self.shapes[variable].shares, scale));
        let shares = shares.collect();
        Ok(Step {
            variable,
            follows,
            shares,
        })
    }
}

/// The nearest counts that are not negative and add up to `total` (projection on a simplex).
fn not_negative(noisy: &[i64], total: f64) -> Vec<f64> {
    let mut sorted: Vec<f64> = noisy.iter().map(|&count| count as f64).collect();
    sorted.sort_unstable_by(|a, b| b.total_cmp(a));
    let (mut sum, mut shift) = (0.0, 0.0);
    for (place, count) in sorted.iter().enumerate() {
        sum += count;
        let next = (sum - total) / (place + 1) as f64;
        if *count - next <= 0.0 {
            break;
        }
        shift = next;
    }
    noisy
        .iter()
        .map(|&count| (count as f64 - shift).max(0.0))
        .collect()
}

/// Shares of a line of counts; those of a few rows are drawn towards the shares of everybody.
fn drawn_towards(line: &[f64], all: &[f64], scale: f64) -> Vec<f64> {
    let sum: f64 = line.iter().sum();
    let weight = scale;
    line.iter()
        .zip(all)
        .map(|(count, share)| (count + weight * share) / (sum + weight))
        .collect()
}

impl NoisyModel {
    /// ε of everything together.
    pub fn epsilon(&self) -> f64 {
        self.spent.iter().map(|it| it.epsilon).sum()
    }

    /// Draws rows: by variable, one code a row. The draws are the generator's, the noise in the model is not.
    pub fn draw(&self, rows: usize, rng: &mut ChaCha20Rng) -> Vec<Vec<u32>> {
        let mut groups: Vec<Vec<u32>> = vec![vec![0; rows]; self.shapes.len()];
        for step in &self.steps {
            let line_of = |row: usize| {
                step.follows.iter().fold(0, |line, &it| {
                    line * self.shapes[it].groups + groups[it][row] as usize
                })
            };
            let lines: Vec<u32> = (0..rows).map(|row| line_of(row) as u32).collect();
            groups[step.variable] = rounded(&lines, &step.shares, rng);
        }
        self.shapes
            .iter()
            .zip(groups)
            .map(|(shape, groups)| shape.values(&groups, rng))
            .collect()
    }
}

impl Shape {
    /// Values of drawn groups, by their noisy shares.
    fn values(&self, groups: &[u32], rng: &mut ChaCha20Rng) -> Vec<u32> {
        let mut shares = vec![vec![0.0; self.group_of.len()]; self.groups];
        for (value, (&group, share)) in self.group_of.iter().zip(&self.inside).enumerate() {
            shares[group as usize][value] = *share;
        }
        rounded(groups, &shares, rng)
    }
}
