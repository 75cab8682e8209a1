//! The slide negative binomial model: a class of the population has one person, and a negative binomial number of others.
//!
//! **Paper** `chen1998`. **Formula** P(F = 1 + j) = Γ(a+j) / (Γ(a) j!) b^a (1-b)^j for each of K classes; K b^a of them have one person. Of a
//! class each person is drawn with f, so with d = (1-f)(1-b) a class leaves
//! one row with P1 = f (b/(1-d))^a (1 + a d/(1-d)), and two with P2 = a f² (1-b)/2 b^a (1-d)^-(a+2) (2 - (1-a) d).
//!
//! **Idea** (1) The mean class has 1 + a (1-b)/b people, so K = N b / (b + a (1-b)). (2) a and b are those for which K P1 and K P2 are the numbers of
//! classes with one row and with two that the sample has. For each b, K P1 falls with a, from n, so there is one such a; along b, places
//! where K P2 passes its number are found by bisection. (3) Of several solutions, the one whose classes fit those of the sample best.
//!
//! **Differences from the paper** (a) Step 1: N is known, so K needs no estimate of its own. With the estimator that the paper takes, K is a third too
//! large at a sampling fraction of 0.15, even where the model holds. (b) No solution is an answer: the model does not fit.

/// Along the logarithm of b's odds, so many places are tried.
const PLACES: usize = 72;

/// The estimated share of the population that is unique in it; none where the model does not fit.
pub fn snb(sizes: &[(f64, f64)], sampling_fraction: f64) -> Option<f64> {
    let number = |size: f64| {
        sizes
            .iter()
            .find(|entry| entry.0 == size)
            .map_or(0.0, |entry| entry.1)
    };
    let rows: f64 = sizes.iter().map(|(size, count)| size * count).sum();
    let classes: f64 = sizes.iter().map(|entry| entry.1).sum();
    let (one, two) = (number(1.0), number(2.0));
    if one <= 0.0 || two <= 0.0 {
        return None;
    }
    let model = Model {
        f: sampling_fraction,
        population: rows / sampling_fraction,
        one,
        two,
    };
    let misfit = |&(a, b): &(f64, f64)| (model.seen(a, b) / classes).ln().abs();
    let (a, b) = model
        .solutions()
        .into_iter()
        .min_by(|s, t| misfit(s).total_cmp(&misfit(t)))?;
    let share = model.classes(a, b) * b.powf(a) / model.population;
    share.is_finite().then_some(share)
}

/// What is known: the sampling fraction, the population, and how many classes have one row and two.
struct Model {
    f: f64,
    population: f64,
    one: f64,
    two: f64,
}

impl Model {
    /// Step 1.
    fn classes(&self, a: f64, b: f64) -> f64 {
        self.population * b / (b + a * (1.0 - b))
    }

    fn d(&self, b: f64) -> f64 {
        (1.0 - self.f) * (1.0 - b)
    }

    /// Classes that leave a row.
    fn seen(&self, a: f64, b: f64) -> f64 {
        self.classes(a, b) * (1.0 - (1.0 - self.f) * (b / (1.0 - self.d(b))).powf(a))
    }

    /// The logarithm of K P1 by its number.
    fn first(&self, a: f64, b: f64) -> f64 {
        let d = self.d(b);
        let one = self.f.ln() + a * (b / (1.0 - d)).ln() + (a * d / (1.0 - d)).ln_1p();
        (self.classes(a, b) / self.one).ln() + one
    }

    /// The logarithm of K P2 by its number.
    fn second(&self, a: f64, b: f64) -> f64 {
        let d = self.d(b);
        let start = (a * self.f * self.f * (1.0 - b) / 2.0).ln();
        let two = start + a * b.ln() - (a + 2.0) * (1.0 - d).ln() + (2.0 - (1.0 - a) * d).ln();
        (self.classes(a, b) / self.two).ln() + two
    }

    /// The a for which K P1 is right.
    fn a_for(&self, b: f64) -> f64 {
        super::root(-40.0, 40.0, |log| self.first(log.exp(), b)).exp()
    }

    /// Step 2.
    fn solutions(&self) -> Vec<(f64, f64)> {
        let b_at = |place: f64| 1.0 / (1.0 + (18.0 - 36.0 * place / PLACES as f64).exp());
        let misses = |place: f64| {
            let b = b_at(place);
            self.second(self.a_for(b), b)
        };
        let found: Vec<f64> = (0..=PLACES).map(|place| misses(place as f64)).collect();
        let passes = found.windows(2).enumerate().filter(|(_, ends)| {
            ends.iter().all(|end| end.is_finite()) && (ends[0] > 0.0) != (ends[1] > 0.0)
        });
        passes
            .map(|(place, ends)| {
                let sign = if ends[0] > 0.0 { 1.0 } else { -1.0 };
                let b = b_at(super::root(place as f64, place as f64 + 1.0, |place| {
                    sign * misses(place)
                }));
                (self.a_for(b), b)
            })
            .collect()
    }
}

/// The share, and its standard error by the delta method with numbers of classes taken as independent Poisson counts; derivatives by differences, for the two
/// numbers that it is made of, rows and population being given.
pub fn snb_with_error(sizes: &[(u64, u64)], sampling_fraction: f64) -> Option<(f64, Option<f64>)> {
    let sizes: Vec<(f64, f64)> = sizes
        .iter()
        .map(|&(size, count)| (size as f64, count as f64))
        .collect();
    let share = snb(&sizes, sampling_fraction)?;
    let rows: f64 = sizes.iter().map(|(size, count)| size * count).sum();
    let slope = |place: usize| {
        let step = (0.02 * sizes[place].1).max(0.25);
        let moved = |by: f64| {
            let mut sizes = sizes.clone();
            sizes[place].1 += by;
            // Rows and population stay: the others' classes make up for it.
            let scale = 1.0
                - by * sizes[place].0
                    / (rows - sizes[0].0 * sizes[0].1 - 2.0 * sizes[1].1).max(1.0);
            sizes
                .iter_mut()
                .skip(2)
                .for_each(|entry| entry.1 *= scale.max(0.0));
            snb(&sizes, sampling_fraction)
        };
        Some((moved(step)? - moved(-step)?) / (2.0 * step))
    };
    // The sizes are ascending, and both 1 and 2 occur where the model fits.
    let variance: Option<f64> = (0..2)
        .map(|place| Some(sizes[place].1 * slope(place)?.powi(2)))
        .sum();
    Some((
        share,
        variance.map(f64::sqrt).filter(|error| error.is_finite()),
    ))
}
