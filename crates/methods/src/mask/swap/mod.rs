//! Swapping: rows exchange their values of some attributes; every value stays in the table.
//!
//! **Paper** thesis, section 4 (swapping); moore1996 (rank swapping); hundepool2012, section 3.4.2 (targeted record swapping).
//!
//! **Guarantee** each attribute's values are exactly those of the original, only in other rows; inside a block they stay inside.
//! Nothing is said about k: whoever is found may have the values of somebody else.
//!
//! **Idea**
//! 1. `rank`: each attribute by itself. Rows in the order of their values; each, if not exchanged yet, exchanges with one of the
//!    rows that are not exchanged yet and stand at most p per cent of the rows further on, chosen at random.
//! 2. `targeted`: rows in classes of fewer than k rows (2 where no k is asked for) exchange all named attributes together with a
//!    row of the same block that differs in them: a row of another failing class if there is one, else any.
//! 3. `random`: p per cent of the rows, drawn by chance, exchange in pairs inside their block.
//!
//! A block are the rows that share their values of `blocks`: the key on which partners must be alike. Missing values take no
//! part in `rank`. Where edit rules are declared, rows exchange only with partners with whom both keep them (`fit`): values stay in the
//! table as they are, and who finds no such partner (among a thousand) keeps its own.
//!
//! **Differences from the paper** (a) all rows are one block unless said; (b) a row that has no partner stays as it is and is
//! counted in a note.
//!
//! **Cost** O(n log n).
//!
//! **Invariants** `marginals_are_kept_exactly`, `ranks_move_no_further_than_told`, `risky_rows_exchange_inside_their_block`,
//! `rules_are_kept_and_marginals_too`.

mod fit;
mod open;

use std::collections::VecDeque;
use std::sync::Arc;

use bauta_table::count::{KeyColumn, group};
use bauta_table::recoding::New;
use bauta_table::{Column, Fault};
use rand::seq::SliceRandom;

use crate::contract::{Context, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Text};
use crate::keeps::{Claim, Keeps};
use crate::mask::ranks::ascending;
use crate::mask::told::{ANY, NOTHING, changed};
use crate::named::places;
use crate::parameter::{Attributes, Choice, Choices, Number, Parameter, Parameters};
use fit::Fit;
use open::{Queues, TRIES, Window};

/// Swapping.
pub struct Swap;

impl Technique for Swap {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(SwapParameters {
            attributes: parameters.get(&ANY),
            swapping: parameters.get(&SWAPPING),
            percent: parameters.get(&PERCENT),
            blocks: parameters.get(&BLOCKS),
        })
    }
}

/// Who exchanges with whom.
#[derive(Clone, Copy, PartialEq)]
enum Swapping {
    Rank,
    Targeted,
    Random,
}

/// What swapping is told.
struct SwapParameters {
    attributes: Vec<String>,
    swapping: Swapping,
    percent: f64,
    blocks: Vec<String>,
}

impl Planner for SwapParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Swap
    }

    fn needs_rows(&self) -> Option<&'static str> {
        Some("exchanges values between rows")
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        if self.swapping != Swapping::Rank {
            return Vec::new();
        }
        let named = places(task.prepared.table, &self.attributes)
            .into_iter()
            .map(|index| &task.prepared.table.attributes()[index]);
        let words = named.filter(|attribute| !attribute.column.dictionary().kind().is_measurable());
        let sentence = |name: &str| {
            format!(
                "ranks need numbers or dates, which \"{name}\" is not; swap it with --swapping targeted or random"
            )
        };
        words
            .map(|attribute| Fault::Request(sentence(&attribute.name)))
            .collect()
    }

    fn keeps(&self) -> Option<Keeps> {
        let marginals = Keeps::marginals(KEEPS);
        // Ranks are exchanged for each attribute by itself, rows for all of them together.
        Some(if self.swapping == Swapping::Rank {
            marginals
        } else {
            Keeps {
                between: Claim::Exactly,
                ..marginals
            }
        })
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let named = places(task.prepared.table, &self.attributes);
        let blocks = blocks(task, &self.blocks);
        let share = self.percent / 100.0;
        let mut fit = Fit::new(task, &named);
        let together = match self.swapping {
            Swapping::Targeted => targeted(task, &named, &blocks, &mut fit, context),
            Swapping::Random => random(&blocks, share, &mut fit, context),
            Swapping::Rank => {
                let mut moved = Vec::new();
                for &index in &named {
                    fit.exchange(task, &[index]);
                    let column = &task.prepared.table.attributes()[index].column;
                    let source = ranked(column, &blocks, share, &mut fit, context);
                    fit.exchanged(&source);
                    moved.push((index, New::Moved(source)));
                }
                context.notes.extend(fit.note());
                return Ok(changed(moved));
            }
        };
        context.notes.extend(fit.note());
        Ok(changed(
            named
                .into_iter()
                .map(|index| (index, New::Moved(together.clone()))),
        ))
    }
}

/// The rows of each block, in the order in which blocks first appear.
fn blocks(task: &Task<'_>, names: &[String]) -> Vec<Vec<u32>> {
    let named = places(task.prepared.table, names);
    if named.is_empty() {
        return vec![(0..task.prepared.table.rows() as u32).collect()];
    }
    let class_of = alike(task, &named);
    let mut blocks = vec![Vec::new(); class_of.iter().max().map_or(0, |&last| last as usize + 1)];
    class_of
        .iter()
        .enumerate()
        .for_each(|(row, &class)| blocks[class as usize].push(row as u32));
    blocks
}

/// For each row, the number of its combination of values.
fn alike(task: &Task<'_>, attributes: &[usize]) -> Vec<u32> {
    let table = task.prepared.table;
    let column = |&index: &usize| {
        let column = &table.attributes()[index].column;
        KeyColumn {
            codes: column.codes(),
            map: None,
            distinct: column.dictionary().len(),
        }
    };
    group(
        &attributes.iter().map(column).collect::<Vec<_>>(),
        table.rows(),
    )
    .class_of
}

/// For each row, the row whose value it gets: itself at first.
fn itself(blocks: &[Vec<u32>]) -> Vec<u32> {
    (0..blocks.iter().map(Vec::len).sum::<usize>() as u32).collect()
}

/// Step 1.
fn ranked(
    column: &Column,
    blocks: &[Vec<u32>],
    share: f64,
    fit: &mut Fit<'_>,
    context: &mut Context<'_>,
) -> Vec<u32> {
    let mut source = itself(blocks);
    let missing = column.dictionary().missing_code();
    for block in blocks {
        let code = |row: u32| column.codes().get(row as usize);
        let mut order = ascending(
            column,
            block
                .iter()
                .copied()
                .filter(|&row| Some(code(row)) != missing),
        );
        // Rows of one value stand in any order.
        let alike = order.chunk_by_mut(|&a, &b| code(a) == code(b));
        alike.for_each(|rows| rows.shuffle(&mut context.rng));
        let reach = (share * order.len() as f64).floor() as usize;
        let mut window = Window::new(order.len());
        for (place, &row) in order.iter().enumerate() {
            window.reach((place + reach).min(order.len() - 1) as u32);
            if !window.take(place as u32) {
                continue;
            }
            match window.draw(&mut context.rng, |other| {
                fit.allows(row, order[other as usize])
            }) {
                Some(partner) => source.swap(row as usize, order[partner as usize] as usize),
                None => fit.alone += u64::from(!window.is_empty()),
            }
        }
    }
    source
}

/// Step 2.
fn targeted(
    task: &Task<'_>,
    named: &[usize],
    blocks: &[Vec<u32>],
    fit: &mut Fit<'_>,
    context: &mut Context<'_>,
) -> Vec<u32> {
    let prepared = task.prepared;
    let least = if task.models.is_empty() {
        2
    } else {
        task.least_rows().max(2)
    };
    let risky =
        |row: u32| prepared.set().counts()[prepared.tuple_of_row()[row as usize] as usize] < least;
    let class_of = alike(task, named);
    let mut source = itself(blocks);
    let (mut exchanged, mut alone) = (0, 0);
    for block in blocks {
        // Partners are looked for in one random order, failing classes first.
        let mut order = block.clone();
        order.shuffle(&mut context.rng);
        order.sort_by_key(|&row| !risky(row));
        let mut open = Queues::new(order.iter().map(|&row| class_of[row as usize]));
        for (place, &row) in order.iter().enumerate().take_while(|(_, row)| risky(**row)) {
            let class = class_of[row as usize];
            if !open.take(place, class) {
                continue;
            }
            match open.other(class, |other| fit.allows(row, order[other])) {
                Some((partner, other)) => {
                    open.take(partner, other);
                    source.swap(row as usize, order[partner] as usize);
                    exchanged += 1;
                }
                None => alone += 1,
            }
        }
    }
    context.notes.push(format!(
        "{exchanged} pairs of rows exchanged values, {alone} rows at risk found no partner"
    ));
    source
}

/// Step 3.
fn random(
    blocks: &[Vec<u32>],
    share: f64,
    fit: &mut Fit<'_>,
    context: &mut Context<'_>,
) -> Vec<u32> {
    let mut source = itself(blocks);
    for block in blocks {
        let mut drawn = block.clone();
        drawn.shuffle(&mut context.rng);
        drawn.truncate((share * block.len() as f64).round() as usize);
        let mut open: VecDeque<u32> = drawn.into();
        while let Some(row) = open.pop_front() {
            match open
                .iter()
                .take(TRIES)
                .position(|&other| fit.allows(row, other))
                .and_then(|place| open.remove(place))
            {
                Some(other) => source.swap(row as usize, other as usize),
                None => fit.alone += u64::from(!open.is_empty()),
            }
        }
    }
    source
}

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "swap",
    title: Text {
        en: "Swapping",
        fr: "Permutation de valeurs",
    },
    family: Family::Perturbation,
    summary: Text {
        en: "Rows exchange values: with rows of near rank, rows at risk with alike rows, or at random.",
        fr: "Des lignes échangent leurs valeurs : entre rangs voisins, lignes à risque avec des lignes semblables, ou au hasard.",
    },
    papers: &["moore1996", "hundepool2012"],
    parameters: &[&ANY, &SWAPPING, &PERCENT, &BLOCKS],
    needs: NOTHING,
    guarantees: Text {
        en: "Each attribute keeps exactly its values and their frequencies. Nothing is promised about k; what is asked for is verified.",
        fr: "Chaque attribut garde exactement ses valeurs et leurs fréquences. Rien n'est promis sur k ; ce qui est demandé est vérifié.",
    },
    cost: "O(n log n)",
    outputs: 1,
};

const SWAPPING: Parameter<Choices<Swapping>> = Parameter {
    name: "swapping",
    kind: Choices(&[
        Choice {
            word: "rank",
            value: Swapping::Rank,
            help: Text {
                en: "values of near rank",
                fr: "des valeurs de rangs voisins",
            },
        },
        Choice {
            word: "targeted",
            value: Swapping::Targeted,
            help: Text {
                en: "rows of small classes with rows of their block",
                fr: "les lignes des petites classes avec des lignes de leur bloc",
            },
        },
        Choice {
            word: "random",
            value: Swapping::Random,
            help: Text {
                en: "pairs drawn by chance",
                fr: "des paires tirées au hasard",
            },
        },
    ]),
    default: Swapping::Rank,
    help: Text {
        en: "who exchanges with whom",
        fr: "qui échange avec qui",
    },
};

const PERCENT: Parameter<Number> = Parameter {
    name: "percent",
    kind: Number {
        least: 0.0,
        most: 100.0,
    },
    default: 5.0,
    help: Text {
        en: "rank: how far ranks may be apart; random: how many rows exchange",
        fr: "rank : écart maximal des rangs ; random : part des lignes qui échangent",
    },
};

const BLOCKS: Parameter<Attributes> = Parameter {
    name: "blocks",
    kind: Attributes {
        measurable: false,
        least: 0,
        changed: false,
    },
    default: "",
    help: Text {
        en: "attributes in which partners must agree; none = everybody may exchange with everybody",
        fr: "attributs sur lesquels les partenaires doivent concorder ; aucun = tous peuvent échanger avec tous",
    },
};

const KEEPS: Text = Text {
    en: "Swapping keeps each attribute's values exactly, and so means, variances, quantiles and frequencies; links to attributes that are not exchanged with them become weaker.",
    fr: "L'échange conserve exactement les valeurs de chaque attribut, donc moyennes, variances, quantiles et fréquences ; les liens avec les attributs qui ne sont pas échangés avec eux s'affaiblissent.",
};

#[cfg(test)]
mod tests;
