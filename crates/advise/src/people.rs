//! People who do not exist, in two shapes: values about equally frequent, or some far more frequent than others.

use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

/// The quasi-identifiers, in the order in which experiments take them.
pub(super) const QUASI_IDENTIFIERS: [&str; 6] = [
    "age",
    "education",
    "sex",
    "postcode",
    "marital",
    "occupation",
];
/// What is predicted: a class, and a number.
pub(super) const TARGETS: [&str; 2] = ["income", "hours"];

const EDUCATION: [&str; 12] = [
    "none",
    "primary",
    "lower-secondary",
    "upper-secondary",
    "vocational",
    "some-college",
    "diploma",
    "bachelor",
    "graduate",
    "master",
    "specialist",
    "doctorate",
];
const MARITAL: [&str; 5] = ["single", "married", "divorced", "widowed", "separated"];
const OCCUPATION: [&str; 10] = [
    "farming",
    "craft",
    "transport",
    "sales",
    "service",
    "clerical",
    "technical",
    "teaching",
    "health",
    "managing",
];

/// A place from 0 to `count` - 1: each alike, or nearer ones far more often.
fn place(rng: &mut impl Rng, count: usize, uniform: bool) -> usize {
    if uniform {
        return rng.random_range(0..count);
    }
    // The product of two equal draws crowds near 0.
    let (a, b): (f64, f64) = (rng.random(), rng.random());
    ((a * b * count as f64) as usize).min(count - 1)
}

/// A table as CSV.
pub(super) fn csv(rows: usize, uniform: bool, seed: u64) -> String {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut out = format!("{},{}\n", QUASI_IDENTIFIERS.join(","), TARGETS.join(","));
    for _ in 0..rows {
        let age = 18
            + if uniform {
                rng.random_range(0..70)
            } else {
                // Three draws together crowd in the middle.
                (0..3).map(|_| rng.random_range(0..24)).sum::<usize>()
            };
        let education = place(&mut rng, EDUCATION.len(), uniform);
        let education = if uniform {
            education
        } else {
            (education + 3) % EDUCATION.len()
        };
        let sex = if rng.random_range(0..100) < if uniform { 50 } else { 67 } {
            "male"
        } else {
            "female"
        };
        let postcode = 10_000 + 100 * place(&mut rng, 40, uniform) + place(&mut rng, 10, uniform);
        let marital = MARITAL
            .get(place(&mut rng, MARITAL.len(), uniform))
            .copied()
            .unwrap_or_default();
        let occupation = place(&mut rng, OCCUPATION.len(), uniform);
        let ability =
            education as f64 / 11.0 + (age.min(60) as f64 - 18.0) / 60.0 + occupation as f64 / 30.0;
        let luck: f64 = rng.random::<f64>() * 0.6;
        let income = if ability + luck > 1.3 { "high" } else { "low" };
        let hours = (20.0 + 15.0 * ability + 15.0 * rng.random::<f64>()) as u32;
        let (education, occupation) = (
            EDUCATION.get(education).copied().unwrap_or_default(),
            OCCUPATION.get(occupation).copied().unwrap_or_default(),
        );
        out += &format!(
            "{age},{education},{sex},{postcode},{marital},{occupation},{income},{hours}\n"
        );
    }
    out
}
