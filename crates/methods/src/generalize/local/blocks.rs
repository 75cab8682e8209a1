//! Blocks: clusters that are alike, few enough to be compared with each other.

use crate::generalize::cover::Cover;
use crate::generalize::mondrian::search::Space;

/// Parts clusters, each known by its first tuple, into blocks of at most `most` where their values allow. In another `turn`
/// other clusters meet: the first cut goes through another attribute.
pub(super) fn blocks(
    space: &Space<'_>,
    clusters: Vec<Vec<u32>>,
    most: usize,
    turn: usize,
) -> Vec<Vec<Vec<u32>>> {
    let mut done = Vec::new();
    let mut open = vec![(clusters, turn)];
    while let Some((clusters, turn)) = open.pop() {
        match if clusters.len() > most {
            cut(space, &clusters, turn)
        } else {
            None
        } {
            Some((qi, rank)) => {
                let is_left = |tuples: &Vec<u32>| value(space, qi, tuples) < rank;
                let (left, right): (Vec<_>, Vec<_>) = clusters.into_iter().partition(is_left);
                open.push((right, 0));
                // Pushed last and taken first: blocks come out from left to right.
                open.push((left, 0));
            }
            None => done.push(clusters),
        }
    }
    done
}

fn value(space: &Space<'_>, qi: usize, cluster: &[u32]) -> u32 {
    // A cluster is put where its first tuple lies; it is whole in one block either way.
    space.ranks[qi][cluster[0] as usize]
}

/// The cut near the middle after which clusters of the same side differ least: the attribute and the first rank of the right.
fn cut(space: &Space<'_>, clusters: &[Vec<u32>], turn: usize) -> Option<(usize, u32)> {
    let mut cuts: Vec<(f64, usize, u32)> = Vec::new();
    for (qi, own) in space.task.prepared.qis.iter().enumerate() {
        let values: Vec<u32> = clusters
            .iter()
            .map(|tuples| value(space, qi, tuples))
            .collect();
        let Some(rank) = middle(&values) else {
            continue;
        };
        let mut cover = Cover::new(own, space.style);
        let (left, right): (Vec<u32>, Vec<u32>) = values.iter().partition(|&&value| value < rank);
        let gain =
            apart(&values, &mut cover) - apart(&left, &mut cover) - apart(&right, &mut cover);
        cuts.push((space.task.weights[qi] * gain, qi, rank));
    }
    cuts.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    // Each turn cuts along another attribute, so that neighbours that one turn parts may meet in the next.
    cuts.get(turn.min(cuts.len().saturating_sub(1)))
        .map(|&(_, qi, rank)| (qi, rank))
}

/// The rank nearest to the middle that has others below it.
fn middle(values: &[u32]) -> Option<u32> {
    let mut sorted = values.to_vec();
    sorted.sort_unstable();
    let least = *sorted.first()?;
    let half = sorted.len() / 2;
    let at = sorted[half];
    let below = sorted.partition_point(|&value| value < at);
    let after = sorted.partition_point(|&value| value <= at);
    match sorted.get(after) {
        Some(&next) if at == least || after - half < half - below => Some(next),
        _ => (at > least).then_some(at),
    }
}

/// How much is lost by each value when it meets another one, added up.
fn apart(values: &[u32], cover: &mut Cover<'_>) -> f64 {
    // Each value against the one half the list away: pairs without drawing any, in time that grows with the list only.
    let other = values.iter().cycle().skip(values.len() / 2);
    let lost = values.iter().zip(other).map(|(&a, &b)| {
        cover.clear();
        cover.add(a);
        cover.add(b);
        cover.spread()
    });
    lost.sum()
}
