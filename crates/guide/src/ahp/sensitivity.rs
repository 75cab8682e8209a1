//! How far a weight may move before another alternative wins.
//!
//! **Idea.** When criterion c has weight w, all others keep their proportions: the score of an alternative is w·in(a) + (1-w)·out(a), where
//! in(a) is its mean weight on the leaves under c and out(a) that on all other leaves. Two such lines cross at one w at most, so the nearest
//! crossing is solved.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::hierarchy::Weighed;
use super::score::Scored;

/// The share of itself by which a weight is moved to see whether the winner changes.
const TENTH: f64 = 0.1;

/// What moving the weight of one criterion does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, schemars::JsonSchema)]
pub struct Moved {
    /// The criterion.
    pub criterion: String,
    /// Its share in the whole.
    pub weight: f64,
    /// Who wins when its weight is a tenth less.
    pub winner_below: String,
    /// Who wins when its weight is a tenth more.
    pub winner_above: String,
    /// Whether either is another one than now.
    pub changes: bool,
    /// The nearest weight at which another alternative catches up with the winner, if there is any.
    pub tips_at: Option<f64>,
    /// The smallest move that changes the winner: `tips_at` minus the weight.
    pub smallest_move: Option<f64>,
    /// Who wins beyond it.
    pub tips_to: Option<String>,
}

/// What moving the weight of each criterion below the goal does, in the order of the tree's names.
pub fn sensitivity(weighed: &Weighed, scored: &Scored) -> Vec<Moved> {
    let Some(winner) = scored.ranking.first() else {
        return Vec::new();
    };
    let criteria = weighed
        .global
        .iter()
        .filter(|(name, _)| **name != weighed.goal);
    criteria
        .map(|(criterion, &weight)| moved(criterion, weight, winner, weighed, scored))
        .collect()
}

fn moved(criterion: &str, weight: f64, winner: &str, weighed: &Weighed, scored: &Scored) -> Moved {
    let lines: BTreeMap<&str, (f64, f64)> = scored
        .ranking
        .iter()
        .map(|id| (id.as_str(), line(criterion, weight, id, weighed, scored)))
        .collect();
    let at = |w: f64, id: &str| {
        lines
            .get(id)
            .map_or(0.0, |(within, without)| w * within + (1.0 - w) * without)
    };
    let best = |w: f64| {
        let first = (winner.to_owned(), at(w, winner));
        let others = scored.ranking.iter().map(|id| (id.clone(), at(w, id)));
        others
            .fold(first, |best, other| {
                if other.1 > best.1 + 1e-15 {
                    other
                } else {
                    best
                }
            })
            .0
    };
    let (winner_below, winner_above) = (
        best((weight * (1.0 - TENTH)).max(0.0)),
        best((weight * (1.0 + TENTH)).min(1.0)),
    );
    let (own_in, own_out) = lines.get(winner).copied().unwrap_or_default();
    let crossings =
        lines
            .iter()
            .filter(|(id, _)| **id != winner)
            .filter_map(|(id, (within, without))| {
                let w = (own_out - without) / ((own_out - without) + (within - own_in));
                // At the very ends of the range alternatives meet that are equal there; none wins beyond.
                (w > 1e-9 && w < 1.0 - 1e-9).then_some((w, *id))
            });
    let apart = |w: f64| (w - weight).abs();
    let tip = crossings.min_by(|one, other| apart(one.0).total_cmp(&apart(other.0)));
    Moved {
        criterion: criterion.to_owned(),
        weight,
        changes: winner_below != winner || winner_above != winner,
        winner_below,
        winner_above,
        tips_at: tip.map(|(w, _)| w),
        smallest_move: tip.map(|(w, _)| w - weight),
        tips_to: tip.map(|(_, id)| id.to_owned()),
    }
}

/// The mean weight of an alternative on the leaves under a criterion, and on all others.
fn line(criterion: &str, weight: f64, id: &str, weighed: &Weighed, scored: &Scored) -> (f64, f64) {
    let under = leaves_under(criterion, weighed);
    let (mut within, mut without) = (0.0, 0.0);
    for leaf in &weighed.leaves {
        let share = weighed.global.get(leaf).copied().unwrap_or(0.0);
        let local = scored
            .local
            .get(leaf)
            .and_then(|local| local.get(id))
            .copied()
            .unwrap_or(0.0);
        let side = if under.contains(&leaf.as_str()) {
            &mut within
        } else {
            &mut without
        };
        *side += share * local;
    }
    let mean = |sum: f64, share: f64| if share > 0.0 { sum / share } else { 0.0 };
    (mean(within, weight), mean(without, 1.0 - weight))
}

fn leaves_under<'a>(criterion: &'a str, weighed: &'a Weighed) -> Vec<&'a str> {
    match weighed.children.get(criterion) {
        Some(children) => children
            .iter()
            .flat_map(|child| leaves_under(child, weighed))
            .collect(),
        None => vec![criterion],
    }
}
