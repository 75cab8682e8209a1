//! Logistic regression on categories by Newton's method, to tell the rows of one table from those of another.
//!
//! **Paper.** Snoke and others (key `snoke2018`): pMSE is the mean
//! squared difference of the propensity p(synthetic | row) and the share c of synthetic rows. If the synthetic rows are drawn from the
//! distribution of the real ones, as a bootstrap sample is, its expectation is (p - 1)(1 - c)² c / N for a logistic model with p parameters; the ratio to that is 1 for a perfect synthesis.
//!
//! **Why not the library's regression?** The expectation holds at the maximum of the likelihood, which that one, made for prediction, does not
//! reach on tens of thousands of rows. Rows have one active cell an attribute, so a Newton step costs rows x attributes².

/// A fitted model.
#[derive(Debug, Clone, PartialEq)]
pub struct Propensity {
    /// Mean squared difference of the propensity and the share of the rows that are synthetic.
    pub pmse: f64,
    /// What it is expected to be if the synthetic rows are drawn from the distribution of the real ones; twice that for other rows of the population.
    pub expected: f64,
    /// Parameters that can be told apart, the constant included.
    pub parameters: usize,
    /// The propensity of each row.
    pub of_row: Vec<f64>,
}

/// Keeps the curvature from vanishing where a value occurs in one table only.
const RIDGE: f64 = 1e-4;
/// The most steps.
const STEPS: usize = 30;

/// Fits p(synthetic | row) on main effects: `columns` has one code below its number of `cells` a row. `None` without rows of both kinds.
pub fn propensity(columns: &[Vec<u32>], cells: &[usize], synthetic: &[bool]) -> Option<Propensity> {
    let rows = synthetic.len();
    let made = synthetic.iter().filter(|&&it| it).count();
    if made == 0 || made == rows {
        return None;
    }
    let model = Design::new(columns, cells, rows);
    let mut beta = vec![0.0; model.width];
    beta[0] = (made as f64 / (rows - made) as f64).ln();
    let mut fit = model.likelihood(&beta, synthetic);
    for _ in 0..STEPS {
        let (gradient, curvature) = model.slopes(&beta, synthetic);
        let step = solve(&curvature, &gradient, model.width);
        let mut length = 1.0;
        let (next, found) = loop {
            let next: Vec<f64> = beta
                .iter()
                .zip(&step)
                .map(|(b, s)| b + length * s)
                .collect();
            let found = model.likelihood(&next, synthetic);
            if found >= fit || length < 1e-6 {
                break (next, found);
            }
            length /= 2.0;
        };
        let gain = found - fit;
        (beta, fit) = (next, found);
        if gain < 1e-7 * (1.0 + fit.abs()) {
            break;
        }
    }
    let share = made as f64 / rows as f64;
    let of_row: Vec<f64> = (0..rows)
        .map(|row| chance(model.score(&beta, row)))
        .collect();
    let pmse = of_row
        .iter()
        .map(|p| (p - share) * (p - share))
        .sum::<f64>()
        / rows as f64;
    let parameters = model.rank();
    let expected =
        (parameters.saturating_sub(1)) as f64 * (1.0 - share).powi(2) * share / rows as f64;
    Some(Propensity {
        pmse,
        expected,
        parameters,
        of_row,
    })
}

fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-score).exp())
}

/// Which features are active in each row: the constant, and one an attribute unless its code is the first.
struct Design {
    width: usize,
    attributes: usize,
    /// Row after row; 0 stands for the first code of an attribute and adds nothing.
    active: Vec<u32>,
}

impl Design {
    fn new(columns: &[Vec<u32>], cells: &[usize], rows: usize) -> Self {
        let mut starts = Vec::with_capacity(cells.len());
        let mut width = 1;
        for &cells in cells {
            starts.push(width as u32);
            width += cells.saturating_sub(1);
        }
        let feature = |row: usize, place: usize| match columns[place][row] {
            0 => 0,
            code => starts[place] + code - 1,
        };
        let active = (0..rows).flat_map(|row| (0..cells.len()).map(move |place| (row, place)));
        Design {
            width,
            attributes: cells.len(),
            active: active.map(|(row, place)| feature(row, place)).collect(),
        }
    }

    fn row(&self, row: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let own = &self.active[row * self.attributes..][..self.attributes];
        std::iter::once(0).chain(
            own.iter()
                .filter(|&&feature| feature > 0)
                .map(|&feature| feature as usize),
        )
    }

    fn score(&self, beta: &[f64], row: usize) -> f64 {
        self.row(row).map(|feature| beta[feature]).sum()
    }

    fn likelihood(&self, beta: &[f64], synthetic: &[bool]) -> f64 {
        let one = |(row, &made): (usize, &bool)| {
            let score = self.score(beta, row) * if made { 1.0 } else { -1.0 };
            // ln 1/(1+e^-s), without overflow.
            score.min(0.0) - (-score.abs()).exp().ln_1p()
        };
        let penalty: f64 = beta.iter().skip(1).map(|b| b * b).sum();
        synthetic.iter().enumerate().map(one).sum::<f64>() - RIDGE / 2.0 * penalty
    }

    fn slopes(&self, beta: &[f64], synthetic: &[bool]) -> (Vec<f64>, Vec<f64>) {
        let mut gradient: Vec<f64> = beta.iter().map(|b| -RIDGE * b).collect();
        gradient[0] = 0.0;
        let mut curvature = vec![0.0; self.width * self.width];
        for (row, &made) in synthetic.iter().enumerate() {
            let p = chance(self.score(beta, row));
            let (error, weight) = (f64::from(u8::from(made)) - p, p * (1.0 - p));
            for a in self.row(row) {
                gradient[a] += error;
                self.row(row)
                    .for_each(|b| curvature[a * self.width + b] += weight);
            }
        }
        (0..self.width).for_each(|place| curvature[place * (self.width + 1)] += RIDGE);
        (gradient, curvature)
    }

    /// Features that are not sums of others: those whose pivot stays when the counts are factorised.
    fn rank(&self) -> usize {
        let rows = self.active.len().checked_div(self.attributes).unwrap_or(0);
        let mut counts = vec![0.0; self.width * self.width];
        for row in 0..rows {
            for a in self.row(row) {
                self.row(row)
                    .for_each(|b| counts[a * self.width + b] += 1.0);
            }
        }
        factorise(&mut counts, self.width)
    }
}

/// Cholesky factor in the lower half, pivots that vanish left out; returns how many stayed.
fn factorise(matrix: &mut [f64], width: usize) -> usize {
    let mut rank = 0;
    for column in 0..width {
        let own = matrix[column * width + column];
        let (done, _) = matrix[column * width..].split_at(column);
        let pivot = own - done.iter().map(|x| x * x).sum::<f64>();
        let kept = pivot > 1e-9 * own.max(1e-12);
        rank += usize::from(kept);
        let root = if kept { pivot.sqrt() } else { 0.0 };
        matrix[column * width + column] = root;
        for row in column + 1..width {
            let dot: f64 = (0..column)
                .map(|place| matrix[row * width + place] * matrix[column * width + place])
                .sum();
            let value = matrix[row * width + column] - dot;
            matrix[row * width + column] = if kept { value / root } else { 0.0 };
        }
    }
    rank
}

/// Solves a positive definite system.
fn solve(matrix: &[f64], right: &[f64], width: usize) -> Vec<f64> {
    let mut factor = matrix.to_vec();
    factorise(&mut factor, width);
    let mut x = right.to_vec();
    for row in 0..width {
        let dot: f64 = (0..row)
            .map(|place| factor[row * width + place] * x[place])
            .sum();
        let pivot = factor[row * width + row];
        x[row] = if pivot > 0.0 {
            (x[row] - dot) / pivot
        } else {
            0.0
        };
    }
    for row in (0..width).rev() {
        let dot: f64 = (row + 1..width)
            .map(|place| factor[place * width + row] * x[place])
            .sum();
        let pivot = factor[row * width + row];
        x[row] = if pivot > 0.0 {
            (x[row] - dot) / pivot
        } else {
            0.0
        };
    }
    x
}
