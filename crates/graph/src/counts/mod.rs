//! Counts with differential privacy: answers to SPARQL aggregates that hardly depend on any one entity.
//!
//! **Paper** dwork2006; counts of groups that nobody declared are published above a threshold, as korolova2009 does it. Noise and its cost are OpenDP's.
//!
//! **Guarantee** for one entity with all triples of which it is the subject: with or without them, any answer is at most e^ε times as likely, apart
//! from cases of probability δ where groups are not declared. Answers add up.
//!
//! **Idea**
//! 1. Every pattern has the entity's variable as its subject ([`question`]), so that an entity has rows of its own whatever others do. Patterns that
//!    reach further (friends of friends) are refused: there is no bound to scale the noise by.
//! 2. Of each entity at most `most` rows count ([`rows`]): entities once for each group, or their rows, or their different values.
//! 3. Groups are declared, and each gets a noisy count, those that nobody is in as well; or they are not, and a noisy count is published where it
//!    is above a threshold that a group of one entity passes with a chance of at most δ ([`noise`]).
//!
//! **Invariants** `counts_are_near_the_truth`, `queries_that_reach_further_are_refused`, `an_entity_counts_at_most_so_often`,
//! `neighbouring_graphs_answer_alike`, `a_group_of_one_is_not_shown`.

mod noise;
mod question;
mod rows;

use serde::Serialize;
use spargebra::Query;

use crate::context::Resolved;
use crate::error::{Error, Result};
use crate::model::Graph;

/// Which groups are shown.
#[derive(Debug, Clone, PartialEq)]
pub enum Groups {
    /// These, whoever is in them: for each a value of every variable of GROUP BY, as it is read or by its address.
    Declared(Vec<Vec<String>>),
    /// Those whose noisy count is high enough; a group of one entity passes with a chance of at most δ.
    Threshold(f64),
}

/// How an answer is given.
#[derive(Debug, Clone, PartialEq)]
pub struct Terms {
    /// What it may cost.
    pub epsilon: f64,
    /// Rows (or groups, or values) of an entity that count at the most.
    pub most: u64,
    /// Which groups are shown; nothing where the query has none.
    pub groups: Option<Groups>,
}

/// A noisy answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NoisyCounts {
    /// The count with noise, where the query has no groups.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<i64>,
    /// What the groups are by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variables: Vec<String>,
    /// Each group with its noisy count.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<NoisyGroup>,
    /// What it cost.
    pub epsilon: f64,
    /// And with what chance it costs more.
    pub delta: f64,
    /// The standard deviation of the noise.
    pub deviation: f64,
    /// Groups are shown from this noisy count on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<i64>,
}

/// A group.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NoisyGroup {
    /// Its values.
    pub key: Vec<String>,
    /// Its count with noise.
    pub count: i64,
}

impl Terms {
    /// The δ that an answer costs.
    pub fn delta(&self) -> f64 {
        match self.groups {
            Some(Groups::Threshold(delta)) => delta,
            _ => 0.0,
        }
    }

    fn check(&self, groups: usize) -> Result<()> {
        let mut faults: Vec<&str> = Vec::new();
        if !(self.epsilon > 0.0 && self.epsilon.is_finite()) {
            faults.push("epsilon must be above 0");
        }
        if self.most == 0 {
            faults.push("at least one row of an entity must count");
        }
        match &self.groups {
            None if groups > 0 => faults.push(
                "the query has groups, and which of them occur must not be told by the data: declare the keys, or give a delta",
            ),
            Some(_) if groups == 0 => faults.push("keys and delta are for queries with GROUP BY"),
            Some(Groups::Threshold(delta)) if !(*delta > 0.0 && *delta < 1.0) => {
                faults.push("delta must be between 0 and 1");
            }
            Some(Groups::Declared(keys)) if keys.iter().any(|key| key.len() != groups) => {
                faults.push("every key must have one value for each variable of GROUP BY");
            }
            _ => {}
        }
        let faults: Vec<_> = faults
            .into_iter()
            .map(|text| bauta_table::Fault::Request(text.into()))
            .collect();
        if faults.is_empty() {
            Ok(())
        } else {
            Err(Error::Faults(faults))
        }
    }
}

/// Refuses a query or terms that cannot be answered, before anything is spent.
///
/// # Errors
/// What is wrong with them.
pub fn check(query: &Query, terms: &Terms) -> Result<()> {
    terms.check(question::asked(query)?.groups.len())
}

/// Answers a query with noise.
///
/// # Errors
/// Queries and terms that cannot be answered so.
pub fn count(
    graph: &Graph,
    resolved: &Resolved,
    query: &Query,
    terms: &Terms,
) -> Result<NoisyCounts> {
    let question = question::asked(query)?;
    terms.check(question.groups.len())?;
    let truth = rows::counted(graph, resolved, &question, terms.most)?;
    let variables = question
        .groups
        .iter()
        .map(|variable| variable.as_str().to_owned())
        .collect();
    // Groups of entities: one entity changes a count by one; rows and values of an entity may all be in one group.
    let most = terms.most.min(i64::MAX as u64) as i64;
    let change = match (&question.counting, question.groups.is_empty()) {
        (question::Counting::Entities, true) => noise::Change {
            groups: 1,
            all: 1,
            one: 1,
        },
        (question::Counting::Entities, false) => noise::Change {
            groups: terms.most,
            all: most,
            one: 1,
        },
        _ => noise::Change {
            groups: terms.most,
            all: most,
            one: most,
        },
    };
    let mut answer = match &terms.groups {
        Some(Groups::Threshold(delta)) => {
            noise::above_threshold(truth, &change, terms.epsilon, *delta)?
        }
        Some(Groups::Declared(keys)) => {
            let counts = keys
                .iter()
                .map(|key| truth.get(key).copied().unwrap_or(0))
                .collect();
            let mut answer = noise::noisy(counts, &change, terms.epsilon)?;
            answer
                .groups
                .iter_mut()
                .zip(keys)
                .for_each(|(group, key)| group.key.clone_from(key));
            answer
        }
        None => {
            let mut answer = noise::noisy(vec![truth.values().sum()], &change, terms.epsilon)?;
            answer.count = answer.groups.pop().map(|group| group.count);
            answer
        }
    };
    answer.variables = variables;
    Ok(answer)
}

#[cfg(test)]
mod tests;
