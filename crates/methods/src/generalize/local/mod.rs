//! Local: full-domain generalisation again and again on the rows that are left, then every class for itself.
//!
//! **Paper** xu2006 (local recoding: the same value may be generalised in one class and not in another); the rounds of step 1 are
//! those of ARX (prasser2020arx).
//!
//! **Guarantee** every class satisfies every model asked for. Values become groups, ranges or sets that contain the original value.
//! Where the search of step 1 is exact, no more is lost (arithmetic mean, groups or sets) than by the best full-domain node with the same
//! limit on rows left out. It is for models that a class goes on to satisfy whatever joins it (k, distinct l) up to a million nodes,
//! for others up to `checks` nodes; beyond, that is likely but not certain.
//!
//! **Idea**
//! 1. Find the full-domain node that loses least when any number of rows may be outliers, each at the price of what it will probably lose
//!    later. Its classes that satisfy the models are kept. The outliers are a table of their own: go on with them, until no class
//!    is found or few rows are left.
//! 2. Cut classes that are larger than need be, as Mondrian does.
//! 3. In blocks of classes that are alike, blocks on both cores: each tuple that is left joins others by the cheapest union, as in k-member;
//!    then tuples move between classes, or change places, as long as the loss falls. Again with other blocks.
//! 4. Classes that do not satisfy the models even then join the nearest class of all.
//! 5. Summarise each class by the values present in it: the lowest common group of each attribute.
//! 6. If that loses more than the node of step 1, look for the full-domain node within the limit, and keep the better.
//!
//! **Notation** normalized certainty penalty NCP → rows times the spread of a class's summaries · outlier → row of a class that breaks
//! a model.
//!
//! **Differences from the paper**
//! (a) The paper cuts the table or joins rows bottom-up from nothing; here most classes come from a search over whole levels.
//! (b) Any model may be asked for, not only k.
//! (c) It works on distinct tuples with their counts: equal rows stay together.
//!
//! **Cost** step 1: nodes looked at times m distinct tuples, less in each round; step 3: O(d · m · b) for d quasi-identifiers and
//! blocks of b classes.
//!
//! **Invariants** `every_class_holds_and_covers_its_values`, `never_loses_more_than_the_best_node`, `cores_do_not_change_the_plan`.

mod blocks;

use std::sync::Arc;

use bauta_table::recoding::{Groups, Members, Recoding};
use bauta_table::{Silent, Stage};
use rayon::prelude::*;

use super::full_domain::{Domain, Loss, Losses, too_wide};
use super::k_member::cluster::Clusters;
use super::k_member::hull::Hulls;
use super::mondrian::search::{Parts, Space, divide};
use super::mondrian::{ByMedian, aside, missed, partakers};
use super::optimal::best;
use super::summarize::{NOTATION, RECODING, SummaryParameters};
use crate::contract::{Context, Error, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Needs, Text};
use crate::parameter::{Number, Parameter, Parameters, Whole};

/// What rounding may add to a loss.
const SLACK: f64 = 1e-9;

/// Full-domain in rounds, then local recoding.
pub struct Local;

impl Technique for Local {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(LocalParameters {
            checks: parameters.get(&CHECKS),
            price: parameters.get(&PRICE),
            left: parameters.get(&LEFT),
            block: parameters.get(&BLOCK) as usize,
            turns: parameters.get(&TURNS) as usize,
            summary: SummaryParameters::read(parameters),
        })
    }
}

/// What the search is told.
struct LocalParameters {
    /// How many nodes may be looked at in a round, where not all can be.
    checks: u64,
    /// What a round reckons that a row left to the next one will lose.
    price: f64,
    /// Per cent of the rows that are not searched again.
    left: f64,
    /// Classes that are compared with each other.
    block: usize,
    /// How often tuples may move between classes.
    turns: usize,
    summary: SummaryParameters,
}

impl Planner for LocalParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Local
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let tuples = partakers(task);
        let SummaryParameters { recoding, notation } = self.summary;
        let space = Space::new(task, task.prepared.set(), recoding);
        let search = Search {
            parameters: self,
            space: &space,
            hulls: &Hulls::new(&space),
            context,
            tuples: &tuples,
        };
        let Some(rounds) = search.rounds()? else {
            return Ok(too_wide(task));
        };
        // All together satisfy the models, so that those who are left can join others; or else all of them are left out.
        let miss = missed(task, &tuples);
        let mut found = match &miss {
            None => Release {
                classes: search.clusters(&rounds)?,
                dropped: Vec::new(),
            },
            Some(_) => Release {
                classes: rounds.classes,
                dropped: rounds.rest,
            },
        };
        let (starred, mut dropped) = aside(task);
        let may_drop = task.may_drop.saturating_sub(space.rows(&dropped));
        let is_better = found.dropped.is_empty() && search.loss(&found) <= rounds.loss + SLACK;
        if !is_better && let Some(other) = search.full_domain(may_drop)? {
            let fits = space.rows(&found.dropped) <= may_drop;
            if !fits || search.loss(&other) < search.loss(&found) {
                found = other;
            }
        }
        match miss {
            Some(miss) if space.rows(&found.dropped) > may_drop => {
                return Ok(Outcome::Unreachable(miss));
            }
            _ => dropped.extend(&found.dropped),
        }
        let mut group_of_tuple = vec![u32::MAX; task.prepared.set().len()];
        for (group, tuples) in found.classes.iter().enumerate() {
            tuples
                .iter()
                .for_each(|&tuple| group_of_tuple[tuple as usize] = group as u32);
        }
        Ok(Outcome::Plan(Recoding::Groups(Groups {
            // Step 5.
            summaries: found
                .classes
                .par_iter()
                .map(|tuples| space.summaries(tuples))
                .collect(),
            members: Members::Tuples(group_of_tuple),
            notation,
            starred,
            dropped,
        })))
    }
}

/// What the steps share.
struct Search<'s> {
    parameters: &'s LocalParameters,
    space: &'s Space<'s>,
    hulls: &'s Hulls,
    context: &'s Context<'s>,
    /// Those who take part.
    tuples: &'s [u32],
}

/// What comes of step 1.
struct Rounds {
    classes: Vec<Vec<u32>>,
    /// Tuples that are in none of them.
    rest: Vec<u32>,
    /// What the first node loses with outliers at their price: no node of the whole table loses less with them left out,
    /// where the search is exact.
    loss: f64,
}

/// The tuples of each class, and those that are left out.
struct Release {
    classes: Vec<Vec<u32>>,
    dropped: Vec<u32>,
}

impl Search<'_> {
    /// Step 1; none where the tuples cannot be packed.
    fn rounds(&self) -> Result<Option<Rounds>> {
        let task = self.space.task;
        let (checks, total) = (self.parameters.checks, self.space.rows(self.tuples));
        let left = self.parameters.left / 100.0 * total as f64;
        let mut rounds = Rounds {
            classes: Vec::new(),
            rest: self.tuples.to_vec(),
            loss: f64::INFINITY,
        };
        let mut gone = task.set_aside.clone();
        let mut is_first = true;
        while is_first || self.space.rows(&rounds.rest) as f64 > left {
            let Some(domain) = Domain::without(task, &gone, u64::MAX) else {
                return Ok(None);
            };
            let losses = Losses::priced(&domain, Loss::Mean, self.parameters.price);
            let Some((node, loss)) = best(&domain, &losses, self.context.progress, checks)? else {
                break;
            };
            if std::mem::take(&mut is_first) {
                rounds.loss = loss;
            }
            let (classes, rest) = domain.parted(&node);
            if classes.is_empty() {
                break;
            }
            gone.extend(classes.iter().flatten());
            rounds.classes.extend(classes);
            rounds.rest = rest;
            let fixed = total - self.space.rows(&rounds.rest);
            self.context
                .progress
                .tell(Stage::Search, fixed, Some(total));
        }
        Ok(Some(rounds))
    }

    /// Steps 2 to 4.
    fn clusters(&self, rounds: &Rounds) -> Result<Vec<Vec<u32>>> {
        let block = self.parameters.block;
        let mut clusters = self.cut(rounds.classes.clone())?;
        clusters.extend(rounds.rest.iter().map(|&tuple| vec![tuple]));
        for turn in 0..self.parameters.turns {
            // Step 3.
            let blocks = blocks::blocks(self.space, clusters, block, turn);
            let made: Option<Vec<Vec<Vec<u32>>>> = blocks
                .into_par_iter()
                .with_max_len(1)
                .map(|block| self.improved(block))
                .collect();
            clusters = self.cut(
                made.ok_or(Error::Cancelled)?
                    .into_iter()
                    .flatten()
                    .collect(),
            )?;
        }
        // Step 4.
        let mut clusters = Clusters::of(self.space, self.hulls, clusters);
        clusters.grow(self.context.progress);
        if self.context.progress.cancelled() {
            return Err(Error::Cancelled);
        }
        Ok(members(clusters))
    }

    /// Step 3 on a block; none when the work was cancelled.
    fn improved(&self, block: Vec<Vec<u32>>) -> Option<Vec<Vec<u32>>> {
        if self.context.progress.cancelled() {
            return None;
        }
        let mut clusters = Clusters::of(self.space, self.hulls, block);
        clusters.grow(self.context.progress);
        clusters.improve(self.context.progress);
        (!self.context.progress.cancelled()).then(|| members(clusters))
    }

    /// Step 2.
    fn cut(&self, classes: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>> {
        let cuts = ByMedian::least_loss(self.space);
        let parts = classes
            .into_par_iter()
            .map(|class| divide(self.space, &cuts, &Silent, class, &<[u32]>::to_vec));
        Ok(parts
            .collect::<Result<Vec<_>>>()?
            .into_iter()
            .flat_map(Parts::regions)
            .collect())
    }

    /// Step 6: the node that loses least within a limit on the rows left out.
    fn full_domain(&self, may_drop: u64) -> Result<Option<Release>> {
        let task = self.space.task;
        let Some(domain) = Domain::without(task, &task.set_aside, may_drop) else {
            return Ok(None);
        };
        let (losses, checks) = (Losses::new(&domain, Loss::Mean), self.parameters.checks);
        let Some((node, _)) = best(&domain, &losses, self.context.progress, checks)? else {
            return Ok(None);
        };
        let (classes, dropped) = domain.parted(&node);
        Ok(Some(Release { classes, dropped }))
    }

    /// What a cell loses on average; one of a row left out is lost.
    fn loss(&self, release: &Release) -> f64 {
        let qis = &self.space.task.prepared.qis;
        let lost: f64 = release
            .classes
            .par_iter()
            .map(|tuples| {
                let spreads = self
                    .space
                    .summaries(tuples)
                    .iter()
                    .zip(qis)
                    .zip(&self.space.task.weights)
                    .map(|((summary, qi), weight)| weight * summary.spread(qi))
                    .sum::<f64>();
                self.space.rows(tuples) as f64 * spreads
            })
            .collect::<Vec<f64>>()
            .iter()
            .sum();
        let (width, rows) = (
            qis.len().max(1) as f64,
            self.space.rows(self.tuples).max(1) as f64,
        );
        (lost / width + self.space.rows(&release.dropped) as f64) / rows
    }
}

/// The tuples of each cluster.
fn members(clusters: Clusters<'_>) -> Vec<Vec<u32>> {
    clusters
        .all
        .into_iter()
        .map(|cluster| cluster.tuples)
        .filter(|tuples| !tuples.is_empty())
        .collect()
}

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "local",
    title: Text {
        en: "Local recoding in rounds",
        fr: "Recodage local par tours",
    },
    family: Family::Generalization,
    summary: Text {
        en: "Finds the best combination of hierarchy levels, goes on with the rows that it would leave out, and then lets every class keep as much as its own values allow. The same value may be released differently in different classes.",
        fr: "Trouve la meilleure combinaison de niveaux des hiérarchies, continue avec les lignes qu'elle écarterait, puis laisse chaque classe garder ce que ses propres valeurs permettent. Une même valeur peut être publiée différemment d'une classe à l'autre.",
    },
    papers: &["xu2006", "prasser2020arx"],
    parameters: &[&CHECKS, &PRICE, &LEFT, &BLOCK, &TURNS, &RECODING, &NOTATION],
    needs: Needs {
        quasi_identifiers: 1,
        sensitive: 0,
        sensitive_at_most: usize::MAX,
        hierarchies: true,
    },
    guarantees: Text {
        en: "Every class satisfies every requirement.",
        fr: "Chaque classe satisfait toutes les exigences.",
    },
    cost: "nodes looked at times m distinct tuples, less in each round; then O(d m b) for d quasi-identifiers and blocks of b classes",
    outputs: 1,
};

const CHECKS: Parameter<Whole> = Parameter {
    name: "checks",
    kind: Whole {
        least: 1,
        most: 1_000_000_000_000,
    },
    default: 300,
    help: Text {
        en: "how many combinations of levels may be looked at in a round, where not all can be",
        fr: "combien de combinaisons de niveaux examiner au plus par tour, si toutes ne peuvent l'être",
    },
};

const PRICE: Parameter<Number> = Parameter {
    name: "price",
    kind: Number {
        least: 0.0,
        most: 1.0,
    },
    default: 0.3,
    help: Text {
        en: "what a round reckons that a row left to the next one will lose, from 0 to 1 (everything)",
        fr: "ce qu'un tour suppose perdu par une ligne laissée au suivant, de 0 à 1 (tout)",
    },
};

const LEFT: Parameter<Number> = Parameter {
    name: "left",
    kind: Number {
        least: 0.0,
        most: 100.0,
    },
    default: 10.0,
    help: Text {
        en: "per cent of the rows that are not searched again but join other classes",
        fr: "pour cent des lignes qui ne sont plus cherchées mais rejoignent d'autres classes",
    },
};

const BLOCK: Parameter<Whole> = Parameter {
    name: "block",
    kind: Whole {
        least: 2,
        most: 100_000,
    },
    default: 500,
    help: Text {
        en: "classes that are compared with each other; larger blocks lose less and take longer",
        fr: "classes comparées entre elles ; de plus grands blocs perdent moins et prennent plus de temps",
    },
};

const TURNS: Parameter<Whole> = Parameter {
    name: "turns",
    kind: Whole {
        least: 0,
        most: 1000,
    },
    default: 1,
    help: Text {
        en: "how often tuples may move between classes, each time in other blocks",
        fr: "combien de fois les combinaisons peuvent changer de classe, chaque fois dans d'autres blocs",
    },
};

#[cfg(test)]
mod tests;
