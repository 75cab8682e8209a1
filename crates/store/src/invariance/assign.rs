//! New tuples that no bucket lacked: which buckets they join, and who has to wait.

use super::{Signature, Tuple, Value, Waiting};

/// A move of tuples to a bucket.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The bucket's signature.
    pub signature: Signature,
    /// How many of each value.
    pub each: usize,
    /// The tuples.
    pub tuples: Vec<Tuple>,
}

/// Takes out the fewest tuples after which the rest is m-eligible: the latest of values that are too frequent.
pub fn deferred(waiting: &mut Waiting, m: usize) -> Vec<Tuple> {
    let most = waiting
        .values()
        .map(std::collections::VecDeque::len)
        .max()
        .unwrap_or(0);
    let kept = |limit: usize| {
        waiting
            .values()
            .map(|list| list.len().min(limit))
            .sum::<usize>()
    };
    // `kept` grows by at most one for each value that reaches the limit, so that the condition holds up to some limit and not after.
    let (mut fits, mut fails) = (0, most + 1);
    while fails - fits > 1 {
        let limit = fits.midpoint(fails);
        if kept(limit) >= m * limit {
            fits = limit;
        } else {
            fails = limit;
        }
    }
    let mut out = Vec::new();
    for list in waiting.values_mut().filter(|list| list.len() > fits) {
        out.extend(list.split_off(fits));
    }
    out
}

/// Moves every tuple of an m-eligible set; what cannot be moved stays.
pub fn assign(waiting: &mut Waiting, m: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    while let Some((values, each)) = choice(waiting, m) {
        let mut tuples = Vec::with_capacity(each * values.len());
        for value in &values {
            let list = waiting.entry(*value).or_default();
            tuples.extend(list.drain(..each.min(list.len())));
        }
        let mut signature = values;
        signature.sort_unstable();
        steps.push(Step {
            signature,
            each,
            tuples,
        });
    }
    steps
}

/// The β most frequent values and α: the smallest β from m on for which there is an α, and the largest α for it, after which the rest
/// is m-eligible still.
fn choice(waiting: &Waiting, m: usize) -> Option<(Vec<Value>, usize)> {
    let mut counts: Vec<(usize, Value)> = waiting
        .iter()
        .map(|(value, list)| (list.len(), *value))
        .collect();
    counts.retain(|(count, _)| *count > 0);
    counts.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    let all: usize = counts.iter().map(|(count, _)| count).sum();
    let most = counts.first()?.0;
    for beta in m..=counts.len() {
        let least = counts.get(beta.checked_sub(1)?)?.0;
        let next = counts.get(beta).map_or(0, |(count, _)| *count);
        // The value that is left out could become too frequent in what remains: more values must go along.
        let Some(room) = all.checked_sub(m * next) else {
            continue;
        };
        let mut alpha = least.min(room / beta);
        if beta > m {
            // With more than m values a round takes more from the whole than from the most frequent one, which must stay at most an m-th of
            // the rest.
            alpha = alpha.min(all.checked_sub(m * most)? / (beta - m));
        }
        if alpha > 0 {
            return Some((
                counts.iter().take(beta).map(|(_, value)| *value).collect(),
                alpha,
            ));
        }
    }
    None
}
