//! From ceilings to values to try, in whole numbers.
//!
//! **Rule.** Walk down from the ceiling by 5 points, three values at most, while something is left. k = ⌈100 / risk⌉; rows that may be left
//! out = ⌊rows × share / 100⌋. Every value keeps the ceiling.

use super::answers::Percent;

/// Points between two values.
const STEP: u64 = 5;
/// Values at most.
const VALUES: u64 = 3;

/// Values of k for a risk ceiling.
pub fn k_candidates(risk: Percent) -> Vec<u64> {
    let hundred = Percent::whole(100).parts();
    let mut values: Vec<u64> = walk(risk).map(|part| hundred.div_ceil(part)).collect();
    values.dedup();
    values
}

/// The largest k that people can carry: two groups of that size. With one group everybody has the same quasi-identifiers, and nothing is left
/// of them.
pub fn largest_k(people: u64) -> u64 {
    people / 2
}

/// Numbers of rows that may be left out, for a ceiling on their share.
pub fn suppression_candidates(rows: u64, share: Percent) -> Vec<u64> {
    let hundred = u128::from(Percent::whole(100).parts());
    let count = |part: u64| {
        u64::try_from(u128::from(rows) * u128::from(part) / hundred).unwrap_or(u64::MAX)
    };
    let mut values: Vec<u64> = walk(share).map(count).collect();
    if values.is_empty() {
        values.push(0);
    }
    values.dedup();
    values
}

/// The ceiling, then 5 and 10 points less, as long as they are above 0.
fn walk(ceiling: Percent) -> impl Iterator<Item = u64> {
    let step = Percent::whole(STEP).parts();
    (0..VALUES)
        .map_while(move |index| ceiling.parts().checked_sub(index * step))
        .filter(|part| *part > 0)
}
