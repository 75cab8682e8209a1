//! Semantic anatomy: values of a sensitive attribute in groups of like meaning; people keep the group and lose the value.
//!
//! **Paper** thouvenot2022, chapter 4 (Algorithm 1); anatomy is xiao2006anatomy's.
//!
//! **Guarantee** whoever knows that a person is in a group finds a value of theirs with the share that the value has in the group: at
//! most `max_posterior` where that is asked for, among at least `l` values. Quasi-identifiers stay exact: who is in the graph is not hidden.
//!
//! **Idea**
//! 1. One cluster a value, with how many people have it and its most specific class.
//! 2. Clusters of like classes join, as printed ([`printed`]), as its authors programmed it ([`as_programmed`]), or by a rule that does not look at the order ([`stable`]).
//! 3. Groups that miss the bounds join the most similar group until they hold ([`enforced`]).
//! 4. A group is typed by the least common ancestor of its values' classes; values without a class are in groups without a type.
//!
//! **Differences from the paper** (a) its line 24 runs in both branches. (b) A cluster without any common ancestor stays by itself in step 2.
//! (c) Clusters of one class are interchangeable, so that the closest is looked for among classes, not among clusters. (d) Bounds
//! besides the number of values: two values of which one is rare hide nobody.
//!
//! **Cost** n·c for n values of c classes, where the paper has n².
//!
//! **Invariants** `nine_values_give_one_partition_in_any_order`, `eight_values_give_the_published_partitions`,
//! `clusters_are_a_partition_with_the_least_common_type`, `the_stable_rule_does_not_look_at_the_order`.

mod bounds;
mod closeness;
mod enforced;
mod printed;
mod stable;

use crate::model::{Dictionary, Id};
use crate::taxonomy::{Concept, Taxonomy};

pub use bounds::Bounds;
pub use closeness::{semantic_l, semantic_t};
pub use enforced::{Missed, enforced};
pub use printed::{as_programmed, printed};
pub use stable::stable;

/// A value of a sensitive attribute.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Value {
    /// The term.
    pub term: Id,
    /// How many entities have it.
    pub count: u64,
    /// Its most specific class, if it has any.
    pub concept: Option<Concept>,
}

/// Values that are published together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cluster {
    /// Places of the values in the list of values, ascending by text once finished.
    pub values: Vec<usize>,
    /// What they have in common.
    pub concept: Option<Concept>,
}

/// How clusters are formed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Clustering {
    /// The smallest groups that hold, from the deepest classes up, whatever the order of values.
    #[default]
    Stable,
    /// Algorithm 1 as printed, with values in the order of their texts.
    Printed,
    /// Algorithm 1 as its authors programmed it: the last value first, and on equal similarity a group that is there already.
    Authors,
}

/// What happens to values that have no class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unclassed {
    /// All in one group, as in the source's own program.
    #[default]
    OneGroup,
    /// The smallest groups that hold, values of like frequency together.
    SmallGroups,
}

/// Groups the values of one attribute.
///
/// # Errors
/// How near it came, where no grouping satisfies the bounds.
pub fn clustered(
    values: &[Value],
    taxonomy: &Taxonomy,
    dictionary: &Dictionary,
    (clustering, unclassed): (Clustering, Unclassed),
    bounds: &Bounds<'_>,
) -> Result<Vec<Cluster>, Missed> {
    let with_class: Vec<usize> = (0..values.len())
        .filter(|&place| values[place].concept.is_some())
        .collect();
    let without: Vec<usize> = (0..values.len())
        .filter(|&place| values[place].concept.is_none())
        .collect();
    let ranks = ranks(values, dictionary);
    let (mut clusters, mut left) = match clustering {
        Clustering::Stable => stable(values, &with_class, &ranks, taxonomy, bounds),
        Clustering::Printed | Clustering::Authors => {
            let mut order = with_class;
            order.sort_unstable_by_key(|&place| ranks[place]);
            let joined = if clustering == Clustering::Printed {
                printed
            } else {
                as_programmed
            };
            (joined(values, &order, taxonomy), Vec::new())
        }
    };
    left.extend(without);
    if !left.is_empty() {
        let groups = match unclassed {
            Unclassed::OneGroup => vec![left],
            Unclassed::SmallGroups => {
                let (mut groups, rest) = stable::smallest(values, left, &ranks, bounds);
                match groups.last_mut() {
                    Some(last) => last.extend(rest),
                    None => groups.push(rest),
                }
                groups
            }
        };
        clusters.extend(groups.into_iter().map(|values| Cluster {
            values,
            concept: None,
        }));
    }
    let mut clusters = enforced(values, clusters, taxonomy, bounds)?;
    clusters
        .iter_mut()
        .for_each(|cluster| cluster.values.sort_unstable_by_key(|&place| ranks[place]));
    clusters.sort_unstable_by_key(|cluster| cluster.values.first().map(|&place| ranks[place]));
    Ok(clusters)
}

/// The place of each value in the order of their texts.
fn ranks(values: &[Value], dictionary: &Dictionary) -> Vec<u32> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_unstable_by(|&a, &b| {
        dictionary
            .text(values[a].term)
            .cmp(dictionary.text(values[b].term))
    });
    let mut ranks = vec![0; values.len()];
    order
        .into_iter()
        .enumerate()
        .for_each(|(rank, place)| ranks[place] = rank as u32);
    ranks
}

/// The least common ancestor of many classes; none where one has none or they share nothing.
pub fn common_of(
    taxonomy: &Taxonomy,
    mut concepts: impl Iterator<Item = Option<Concept>>,
) -> Option<Concept> {
    let first = concepts.next()??;
    concepts.try_fold(first, |common, concept| {
        if Some(common) == concept {
            Some(common)
        } else {
            taxonomy.common(common, concept?)
        }
    })
}

#[cfg(test)]
mod tests;
