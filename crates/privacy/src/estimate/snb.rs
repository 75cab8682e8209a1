//! The slide negative binomial model: a class of the population has one person, and a negative binomial number of others.
//!
//! **Paper** `chen1998`. **Formula** P(F = 1 + j) = Γ(a+j) / (Γ(a) j!) b^a (1-b)^j for each of K classes; K b^a of them have one person. Of a
//! class each person is drawn with f, so with d = (1-f)(1-b) a class leaves
//! one row with P1 = f (b/(1-d))^a (1 + a d/(1-d)), and two with P2 = a f² (1-b)/2 b^a (1-d)^-(a+2) (2 - (1-a) d).
//!
//! **Idea** (1) K by the modified estimator of Shlosser (`haas1998`). (2) a and b are those for which K P1 and K P2 are the numbers of classes with one
//! row and with two that the sample has: for each b, P1 rises with a and then falls, so there is at most one a on each side; along b, places where K P2
//! passes its number are found by bisection. (3) Of several solutions, the one whose mean class size fits N best.
//!
//! **Differences from the paper** (a) Step 3, where the paper has one solution in mind. (b) No solution is an answer: the model does not fit.

/// Along the logarithm of b's odds, so many places are tried.
const PLACES: usize = 96;

/// The estimated share of the population that is unique in it; none where the model does not fit.
pub fn snb(sizes: &[(f64, f64)], sampling_fraction: f64) -> Option<f64> {
    let number = |size: f64| sizes.iter().find(|entry| entry.0 == size).map_or(0.0, |entry| entry.1);
    let (one, two) = (number(1.0), number(2.0));
    if one <= 0.0 || two <= 0.0 {
        return None;
    }
    let classes = population_classes(sizes, sampling_fraction);
    let rows: f64 = sizes.iter().map(|(size, count)| size * count).sum();
    let population = rows / sampling_fraction;
    let model = Model { f: sampling_fraction, one: one / classes, two: two / classes };
    let misfit = |&(a, b): &(f64, f64)| (classes * (1.0 + a * (1.0 - b) / b) / population).ln().abs();
    let solutions = model.solutions();
    let (a, b) = solutions.into_iter().min_by(|s, t| misfit(s).total_cmp(&misfit(t)))?;
    let share = classes * b.powf(a) / population;
    share.is_finite().then_some(share)
}

/// Step 1: how many classes the population has.
fn population_classes(sizes: &[(f64, f64)], f: f64) -> f64 {
    let (mut seen, mut one, mut absent, mut single) = (0.0, 0.0, 0.0, 0.0);
    let (mut upper, mut lower) = (0.0, 0.0);
    for &(size, count) in sizes {
        seen += count;
        one += if size == 1.0 { count } else { 0.0 };
        absent += count * (1.0 - f).powf(size);
        single += count * size * f * (1.0 - f).powf(size - 1.0);
        upper += count * size * f * f * (1.0 - f * f).powf(size - 1.0);
        lower += count * ((1.0 - f * f).powf(size) - (1.0 - f).powf(size));
    }
    seen + one * (upper / lower) * (absent / single).powi(2)
}

/// What the sample says: its shares of classes with one row and with two.
struct Model {
    f: f64,
    one: f64,
    two: f64,
}

impl Model {
    fn d(&self, b: f64) -> f64 {
        (1.0 - self.f) * (1.0 - b)
    }

    /// The logarithm of P1 by its target.
    fn first(&self, a: f64, b: f64) -> f64 {
        let d = self.d(b);
        self.f.ln() + a * (b / (1.0 - d)).ln() + (a * d / (1.0 - d)).ln_1p() - self.one.ln()
    }

    /// The logarithm of P2 by its target.
    fn second(&self, a: f64, b: f64) -> f64 {
        let d = self.d(b);
        let start = (a * self.f * self.f * (1.0 - b) / 2.0).ln();
        start + a * b.ln() - (a + 2.0) * (1.0 - d).ln() + (2.0 - (1.0 - a) * d).ln() - self.two.ln()
    }

    /// The a for which P1 is right, before (`rising`) or after its maximum.
    fn a_for(&self, b: f64, rising: bool) -> Option<f64> {
        let d = self.d(b);
        let fall = -(b / (1.0 - d)).ln();
        let top = (1.0 / fall - (1.0 - d) / d).max(0.0);
        let (mut low, mut high) = if rising { (0.0, top) } else { (top, top.max(1.0) + 200.0 / fall) };
        if self.first(top, b) < 0.0 || (rising && (top == 0.0 || self.first(0.0, b) > 0.0)) {
            return None;
        }
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            if (self.first(middle, b) > 0.0) == rising { high = middle } else { low = middle }
        }
        Some(0.5 * (low + high))
    }

    /// Step 2.
    fn solutions(&self) -> Vec<(f64, f64)> {
        let b_at = |place: f64| 1.0 / (1.0 + (-18.0 + 36.0 * place / PLACES as f64).exp());
        let mut found = Vec::new();
        for rising in [false, true] {
            let misses = |place: f64| {
                let b = b_at(place);
                self.a_for(b, rising).map(|a| self.second(a, b)).filter(|misses| misses.is_finite())
            };
            let mut before: Option<f64> = None;
            for place in 0..=PLACES {
                let now = misses(place as f64);
                if let (Some(start), Some(end)) = (before, now)
                    && (start > 0.0) != (end > 0.0)
                {
                    let place = between(place as f64 - 1.0, place as f64, start > 0.0, misses);
                    found.extend(place.and_then(|place| Some((self.a_for(b_at(place), rising)?, b_at(place)))));
                }
                before = now;
            }
        }
        found
    }
}

/// Where a function passes 0, by bisection; none where it is not defined on the way.
fn between(mut low: f64, mut high: f64, above_at_low: bool, f: impl Fn(f64) -> Option<f64>) -> Option<f64> {
    for _ in 0..45 {
        let middle = 0.5 * (low + high);
        if (f(middle)? > 0.0) == above_at_low { low = middle } else { high = middle }
    }
    Some(0.5 * (low + high))
}

/// The share, and its standard error by the delta method with numbers of classes taken as independent Poisson counts; derivatives by differences, for sizes
/// that tell something about classes of one person.
pub fn snb_with_error(sizes: &[(u64, u64)], sampling_fraction: f64) -> Option<(f64, Option<f64>)> {
    let sizes: Vec<(f64, f64)> = sizes.iter().map(|&(size, count)| (size as f64, count as f64)).collect();
    let share = snb(&sizes, sampling_fraction)?;
    let small = sizes.iter().take_while(|size| (1.0 - sampling_fraction).powf(size.0) > 1e-3 && size.0 <= 40.0).count();
    let slope = |place: usize| {
        let step = (0.02 * sizes[place].1).max(0.25);
        let moved = |by: f64| {
            let mut sizes = sizes.clone();
            sizes[place].1 += by;
            snb(&sizes, sampling_fraction)
        };
        Some((moved(step)? - moved(-step)?) / (2.0 * step))
    };
    let variance: Option<f64> = (0..small).map(|place| Some(sizes[place].1 * slope(place)?.powi(2))).sum();
    Some((share, variance.map(f64::sqrt).filter(|error| error.is_finite())))
}
