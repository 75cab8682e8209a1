//! Groups that miss the bounds join the most similar group until all hold.

use super::bounds::Bounds;
use super::{Cluster, Value};
use crate::taxonomy::Taxonomy;

/// Why there is no grouping: all values together miss the bounds.
#[derive(Debug, Clone, PartialEq)]
pub struct Missed {
    /// Different values.
    pub values: usize,
    /// The share of the most frequent one.
    pub share: f64,
}

/// Joins groups until every one holds. A union of groups without a common class has no type.
///
/// # Errors
/// Where one group is left and does not hold.
pub fn enforced(
    values: &[Value],
    mut clusters: Vec<Cluster>,
    taxonomy: &Taxonomy,
    bounds: &Bounds<'_>,
) -> Result<Vec<Cluster>, Missed> {
    let holds = |cluster: &Cluster| bounds.hold_at(values, &cluster.values);
    // Groups that hold need not be looked at again.
    let mut failing: Vec<Cluster> = Vec::new();
    let mut fine: Vec<Cluster> = Vec::new();
    clusters.drain(..).for_each(|cluster| {
        if holds(&cluster) {
            fine.push(cluster);
        } else {
            failing.push(cluster);
        }
    });
    while let Some(mut cluster) = failing.pop() {
        let similarity = |other: &Cluster| match (cluster.concept, other.concept) {
            (Some(a), Some(b)) => taxonomy.similarity(a, b),
            // Two groups without a class are likelier to belong together than one with and one without.
            (None, None) => 0.25,
            _ => 0.0,
        };
        let best = |among: &[Cluster]| {
            let scored = among
                .iter()
                .enumerate()
                .map(|(place, other)| (similarity(other), std::cmp::Reverse(place)));
            scored.max_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))
        };
        let other = match (best(&failing), best(&fine)) {
            // Of equally near ones a failing group: one that holds is left as it is.
            (Some(own), Some(other)) if own.0 >= other.0 => failing.remove(own.1.0),
            (_, Some(other)) => fine.remove(other.1.0),
            (Some(own), None) => failing.remove(own.1.0),
            (None, None) => {
                let counts = cluster.values.iter().map(|&place| values[place].count);
                let members = bounds.members(values, &cluster.values);
                return Err(Missed {
                    values: cluster.values.len(),
                    share: counts.max().unwrap_or(0) as f64 / members.max(1) as f64,
                });
            }
        };
        cluster.concept = cluster
            .concept
            .zip(other.concept)
            .and_then(|(a, b)| taxonomy.common(a, b));
        cluster.values.extend(other.values);
        if holds(&cluster) {
            fine.push(cluster);
        } else {
            failing.push(cluster);
        }
    }
    Ok(fine)
}
