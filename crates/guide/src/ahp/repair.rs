//! Judgements that contradict the others, and the smallest change that makes a matrix consistent.
//!
//! **Idea.** With weights w, a judgement a(i,j) agrees with the others where it is near w(i)/w(j). Those farthest from it are the causes.
//! A repair is one judgement of the scale whose change brings the ratio to a tenth or less: of all such, the one that moves
//! fewest steps. Where no single change is enough, the one that helps most is made, and the search goes on.

use serde::{Deserialize, Serialize};

use super::matrix::Matrix;
use super::weights::{THRESHOLD, WeightMethod, consistency, weights};

/// A judgement that disagrees with the others.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Cause {
    /// The preferred thing.
    pub a: usize,
    /// The other.
    pub b: usize,
    /// How many times `a` was preferred to `b`.
    pub given: f64,
    /// How many times the other judgements together prefer it.
    pub implied: f64,
}

/// A change of one judgement.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Repair {
    /// The first thing.
    pub a: usize,
    /// The second.
    pub b: usize,
    /// How many times `a` was preferred to `b`.
    pub given: f64,
    /// How many times it should be.
    pub suggested: f64,
    /// The ratio after this change and those before it in the list.
    pub cr: f64,
}

/// The judgements of a matrix, the one that agrees least with the others first.
pub fn causes(matrix: &Matrix) -> Vec<Cause> {
    let weights = weights(matrix, WeightMethod::Eigenvector);
    let weight = |place: usize| weights.get(place).copied().unwrap_or(1.0);
    let mut causes: Vec<Cause> = matrix
        .pairs()
        .map(|(a, b)| Cause {
            a,
            b,
            given: matrix.get(a, b),
            implied: weight(a) / weight(b),
        })
        .collect();
    let apart = |cause: &Cause| (cause.given / cause.implied).ln().abs();
    causes.sort_by(|one, other| apart(other).total_cmp(&apart(one)));
    causes
}

/// The fewest changes found that make a matrix consistent; none where it is.
pub fn repair(matrix: &Matrix) -> Vec<Repair> {
    let (mut matrix, mut repairs) = (matrix.clone(), Vec::new());
    // Twice as many rounds as pairs are more than any matrix of the scale was seen to need.
    for _ in matrix.pairs().chain(matrix.pairs()) {
        if consistency(&matrix).consistent {
            break;
        }
        let changes = changes(&matrix);
        let moved = |repair: &Repair| (place(repair.suggested) - place(repair.given)).abs();
        let enough = changes.iter().filter(|repair| repair.cr <= THRESHOLD);
        let smallest = enough.min_by(|one, other| {
            moved(one)
                .total_cmp(&moved(other))
                .then(one.cr.total_cmp(&other.cr))
        });
        let best = || {
            changes
                .iter()
                .min_by(|one, other| one.cr.total_cmp(&other.cr))
        };
        let Some(change) = smallest.or_else(best) else {
            break;
        };
        matrix.set(change.a, change.b, change.suggested);
        repairs.push(change.clone());
    }
    repairs
}

/// Every change of one judgement to another step of the scale.
fn changes(matrix: &Matrix) -> Vec<Repair> {
    let steps = scale();
    let tried = matrix
        .pairs()
        .flat_map(|(a, b)| steps.iter().map(move |&suggested| (a, b, suggested)));
    let changes = tried.filter_map(|(a, b, suggested)| {
        let given = matrix.get(a, b);
        let cr = || consistency(&matrix.with(a, b, suggested)).cr;
        (suggested != given).then(|| Repair {
            a,
            b,
            given,
            suggested,
            cr: cr(),
        })
    });
    changes.collect()
}

/// 1/9, …, 1/2, 1, 2, …, 9.
fn scale() -> Vec<f64> {
    (2..=9)
        .rev()
        .map(|n| 1.0 / f64::from(n))
        .chain((1..=9).map(f64::from))
        .collect()
}

/// Where an intensity stands on the scale, in steps from 1.
fn place(intensity: f64) -> f64 {
    if intensity >= 1.0 {
        intensity - 1.0
    } else {
        1.0 - 1.0 / intensity
    }
}
