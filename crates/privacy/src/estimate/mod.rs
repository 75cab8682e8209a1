//! How many rows of a sample are unique in the population that it was drawn from.
//!
//! **Papers** pitman1996 and hoshino2001 (the model and its fit), zayatz1991, dankar2012 (which of them to take).
//!
//! A row that is unique in the population is unique in the sample; the reverse need not hold. The estimate is a function of
//! how many classes of each size the sample has, and of the sampling fraction n/N.
//!
//! **Idea**
//! 1. No row is alone in its class: the share is 0. The sample is the population: it is the share of rows that are alone.
//! 2. At most a tenth of the population was drawn: *Pitman's* model. Its parameters alpha and theta are those under which
//!    the class sizes of the sample are most likely. A row of a population of N is then unique with the probability
//!    Γ(θ+α+N-1) Γ(θ+1) / (Γ(θ+α) Γ(θ+N)).
//! 3. More than a tenth: *Zayatz'* estimator. The sizes of population classes are taken to be distributed as those of the sample;
//!    of the classes that leave one row in a sample (hypergeometric), how many have one row to begin with?
//! 4. Pitman's model has no parameters where every row is alone: then step 3.
//!
//! **Differences from the papers**
//! (a) Step 2 has the exact expectation, not its limit for large N.
//! (b) Above a tenth the decision rule takes the smaller of Zayatz' estimate and that of the slide negative binomial model;
//!     we always take Zayatz', which is never below the rule's: the safe side.
//! (c) Where the likelihood has no maximum inside, alpha is 0 (Ewens' model) and theta the best for it.
//! (d) The share is never above that of the rows that are alone in the sample.

mod snb;

pub use snb::{snb, snb_with_error};
use statrs::function::gamma::{digamma, ln_gamma};

/// The sampling fraction up to which Pitman's model is taken.
pub const SMALL_FRACTION: f64 = 0.1;

/// The estimated share of rows that are unique in the population; classes of the sample as `(size, how many)`, ascending.
pub fn population_uniqueness(sizes: &[(u64, u64)], sampling_fraction: f64) -> f64 {
    let sample = Sample::of(sizes, sampling_fraction);
    // Step 1.
    if sample.alone == 0.0 || sampling_fraction >= 1.0 {
        return sample.alone / sample.rows.max(1.0);
    }
    // Steps 2 to 4.
    let pitman = if sampling_fraction <= SMALL_FRACTION {
        pitman(sizes, sampling_fraction)
    } else {
        None
    };
    pitman
        .unwrap_or_else(|| zayatz(sizes, sampling_fraction))
        .clamp(0.0, sample.alone / sample.rows)
}

/// What both estimators need of the sample.
struct Sample {
    rows: f64,
    classes: f64,
    /// Classes of one row.
    alone: f64,
    /// Rows of the population.
    population: f64,
}

impl Sample {
    fn of(sizes: &[(u64, u64)], sampling_fraction: f64) -> Self {
        let rows: u64 = sizes.iter().map(|(size, classes)| size * classes).sum();
        Sample {
            rows: rows as f64,
            classes: sizes.iter().map(|size| size.1).sum::<u64>() as f64,
            alone: sizes
                .iter()
                .find(|size| size.0 == 1)
                .map_or(0, |size| size.1) as f64,
            population: (rows as f64 / sampling_fraction).round().max(rows as f64),
        }
    }
}

/// Step 3: rows alone, times the probability that such a row is alone in the population, by all rows.
pub fn zayatz(sizes: &[(u64, u64)], sampling_fraction: f64) -> f64 {
    let sample = Sample::of(sizes, sampling_fraction);
    let leave_one: f64 = leave_one(sizes, &sample).iter().map(|entry| entry.1).sum();
    sample.alone * (sample.alone / leave_one) / sample.rows
}

/// The same, and its standard error by the delta method: numbers of classes are taken as independent Poisson counts.
pub fn zayatz_with_error(sizes: &[(u64, u64)], sampling_fraction: f64) -> (f64, Option<f64>) {
    let sample = Sample::of(sizes, sampling_fraction);
    let share = zayatz(sizes, sampling_fraction);
    let leave = leave_one(sizes, &sample);
    let total: f64 = leave.iter().map(|entry| entry.1).sum();
    let variance = sizes.iter().enumerate().map(|(place, &(size, classes))| {
        // Sizes beyond those of `leave` do not count.
        let weight = leave
            .get(place)
            .map_or(0.0, |entry| entry.1 / classes as f64);
        let own = if size == 1 { 2.0 / sample.alone } else { 0.0 };
        classes as f64 * (share * (own - weight / total)).powi(2)
    });
    (
        share,
        Some(variance.sum::<f64>().sqrt()).filter(|error| error.is_finite()),
    )
}

/// For each size, how many classes of it would leave one row in a sample, without the factor n/N that all of them have.
fn leave_one(sizes: &[(u64, u64)], sample: &Sample) -> Vec<(u64, f64)> {
    let (n, all) = (sample.rows, sample.population);
    // Of i rows of the population, the probability that one given row is drawn and the others are not, without n/N.
    let (mut reached, mut others_not_drawn, mut leave) = (1, 1.0, Vec::new());
    for &(size, classes) in sizes {
        while reached < size && others_not_drawn > 1e-30 {
            let drawn_before = (reached - 1) as f64;
            others_not_drawn *= ((all - n - drawn_before) / (all - 1.0 - drawn_before)).max(0.0);
            reached += 1;
        }
        if reached == size {
            leave.push((size, classes as f64 * size as f64 * others_not_drawn));
        }
    }
    leave
}

/// Step 2; none where every row is alone.
pub fn pitman(sizes: &[(u64, u64)], sampling_fraction: f64) -> Option<f64> {
    let parameters = pitman_parameters(sizes)?;
    Some(pitman_share(
        parameters,
        Sample::of(sizes, sampling_fraction).population,
    ))
}

/// The probability that a row of a population of `all` is unique.
fn pitman_share((alpha, theta): (f64, f64), all: f64) -> f64 {
    let share = ln_gamma(theta + alpha + all - 1.0) - ln_gamma(theta + alpha)
        + ln_gamma(theta + 1.0)
        - ln_gamma(theta + all);
    share.exp()
}

/// The alpha and theta under which the class sizes are most likely.
pub fn pitman_parameters(sizes: &[(u64, u64)]) -> Option<(f64, f64)> {
    let sample = Sample::of(sizes, 1.0);
    if sample.classes >= sample.rows {
        return None;
    }
    // The slope of the likelihood along alpha, theta being the best for it; it ends below 0 as alpha nears 1.
    let slope = |alpha: f64| slopes(sizes, &sample, alpha, best_theta(alpha, &sample)).0;
    let (least, most) = (1e-6, 1.0 - 1e-12);
    let alpha = if slope(least) <= 0.0 {
        least
    } else {
        root(least, most, slope)
    };
    Some((alpha, best_theta(alpha, &sample)))
}

/// Step 2 with its standard error: by the delta method from the curvature of the likelihood; none where that has no maximum inside.
pub fn pitman_with_error(
    sizes: &[(u64, u64)],
    sampling_fraction: f64,
) -> Option<(f64, Option<f64>)> {
    let (alpha, theta) = pitman_parameters(sizes)?;
    let sample = Sample::of(sizes, sampling_fraction);
    let share = pitman_share((alpha, theta), sample.population);
    if alpha <= 2e-6 || alpha >= 1.0 - 1e-6 {
        return Some((share, None));
    }
    let (by_alpha, by_theta) = (1e-5 * alpha.min(1.0 - alpha), 1e-5 * (theta + alpha));
    let along = |f: &dyn Fn(f64, f64) -> f64| {
        let in_alpha = (f(alpha + by_alpha, theta) - f(alpha - by_alpha, theta)) / (2.0 * by_alpha);
        (
            in_alpha,
            (f(alpha, theta + by_theta) - f(alpha, theta - by_theta)) / (2.0 * by_theta),
        )
    };
    let (aa, at) = along(&|alpha, theta| slopes(sizes, &sample, alpha, theta).0);
    let (_, tt) = along(&|alpha, theta| slopes(sizes, &sample, alpha, theta).1);
    let (da, dt) = along(&|alpha, theta| pitman_share((alpha, theta), sample.population));
    // The inverse of the negative curvature, from both sides.
    let determinant = aa * tt - at * at;
    let variance = (-tt * da * da + 2.0 * at * da * dt - aa * dt * dt) / determinant;
    Some((
        share,
        Some(variance.sqrt()).filter(|error| determinant > 0.0 && error.is_finite()),
    ))
}

/// The slopes of the likelihood along alpha and theta.
fn slopes(sizes: &[(u64, u64)], sample: &Sample, alpha: f64, theta: f64) -> (f64, f64) {
    let gaps = inverse_steps(alpha, theta, sample.classes);
    let tail: f64 = sizes
        .iter()
        .map(|&(size, classes)| {
            classes as f64 * (digamma(size as f64 - alpha) - digamma(1.0 - alpha))
        })
        .sum();
    let along_alpha = (sample.classes - 1.0 - theta * gaps) / alpha - tail;
    (
        along_alpha,
        gaps - (digamma(theta + sample.rows) - digamma(theta + 1.0)),
    )
}

/// The theta under which the class sizes are most likely for an alpha.
fn best_theta(alpha: f64, sample: &Sample) -> f64 {
    let slope = |log: f64| {
        let theta = log.exp() - alpha;
        inverse_steps(alpha, theta, sample.classes)
            - (digamma(theta + sample.rows) - digamma(theta + 1.0))
    };
    root(-60.0, 40.0, slope).exp() - alpha
}

/// The sum of 1/(theta + i alpha) for i from 1 to u-1.
fn inverse_steps(alpha: f64, theta: f64, u: f64) -> f64 {
    (digamma(theta / alpha + u) - digamma(theta / alpha + 1.0)) / alpha
}

/// Where a function that starts above 0 and ends below it passes 0.
fn root(mut low: f64, mut high: f64, f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..70 {
        let middle = 0.5 * (low + high);
        if f(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

#[cfg(test)]
mod tests;
