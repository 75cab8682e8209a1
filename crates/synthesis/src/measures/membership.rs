//! Membership inference on a finished table: can one tell who took part?
//!
//! **Papers.** Comparison with a density of other people: van Breugel and others (key `vanbreugel2023domias`). Rows that are expected and absent: Ganev and
//! De Cristofaro (key `ganev2023inadequacy`).
//!
//! **Idea.** (1) Those attacked are unique among all real rows, members (who took part) and strangers (who were kept out) together; so a value says
//! nothing about the side but by the synthetic table, since members and strangers were separated at random. (2) The attacker has the synthetic table and
//! knows all other people. Three scores, each higher for those taken for members: *closest*, how near the closest synthetic rows are; *density ratio*,
//! how near they are compared with all other people; *expected but absent*, how many equal synthetic rows the rows that differ in one value let
//! expect, where there is none. (3) The same for the tenth that is farthest from all other people.

use foldhash::fast::FixedState;
use hashbrown::HashMap;
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;
use serde::Serialize;

use super::copies::classes;
use super::nearest::{Nearest, nearest, places};
use super::roc::Separation;
use super::{Aligned, Coded};

/// Fewer members or strangers than this tell nothing.
pub const FEWEST: usize = 50;
/// The share of those attacked that are the most exposed.
const MOST_EXPOSED: f64 = 0.1;
/// The most people to whom those attacked are compared.
const MOST_OTHERS: usize = 100_000;
/// What distances are rounded to, so that no ratio is infinite.
const GRAIN: f64 = 1e-3;

/// The weight of the second closest row: less than any difference of distances.
const AMONG_EQUALS: f64 = 1e-9;

/// Who was attacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Attacked {
    /// People whose row is unique.
    Unique,
    /// The tenth of them that is farthest from all others.
    MostExposed,
}

/// An attack, and how well it tells members from strangers.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct MembershipAttack {
    /// `closest`, `density-ratio`, `expected-but-absent`, or `shadow-models`.
    pub attack: &'static str,
    /// Who was attacked.
    pub attacked: Attacked,
    /// How well it tells them apart.
    #[serde(flatten)]
    pub separation: Separation,
}

impl MembershipAttack {
    /// The attack and those attacked, for people.
    pub fn title(&self, language: &str) -> String {
        let french = language == "fr";
        let attack = match (self.attack, french) {
            ("closest", false) => "closest synthetic rows",
            ("closest", true) => "lignes synthétiques les plus proches",
            ("density-ratio", false) => "closest synthetic rows, compared with other people",
            ("density-ratio", true) => {
                "lignes synthétiques les plus proches, comparées aux autres personnes"
            }
            ("expected-but-absent", false) => "rows expected but absent",
            ("expected-but-absent", true) => "lignes attendues mais absentes",
            (_, false) => "shadow models",
            (_, true) => "modèles fantômes",
        };
        let people = match (self.attacked, french) {
            (Attacked::Unique, false) => "unique rows",
            (Attacked::Unique, true) => "lignes uniques",
            (Attacked::MostExposed, false) => "the most exposed rows",
            (Attacked::MostExposed, true) => "les lignes les plus exposées",
        };
        format!("{attack}; {people}")
    }
}

/// Real rows that are unique among all real rows, of one table.
pub fn unique_rows(aligned: &Aligned, tables: [usize; 2]) -> [Vec<u32>; 2] {
    let (found, count) = classes(&tables.map(|table| &aligned.tables[table]));
    let mut rows = vec![0u32; count];
    found
        .iter()
        .flatten()
        .for_each(|&class| rows[class as usize] += 1);
    [0, 1].map(|side| {
        let own = found[side].iter().enumerate();
        let unique = own.filter(|(_, class)| rows[**class as usize] == 1);
        unique.map(|(row, _)| row as u32).collect()
    })
}

/// Attacks on people of two tables by way of the synthetic one. `tables`: members, strangers, synthetic; at most `most` of each side. None where too
/// few people are unique; their numbers are handed back.
pub fn membership(
    aligned: &Aligned,
    [members, strangers, made]: [usize; 3],
    most: usize,
    rng: &mut ChaCha20Rng,
) -> Result<Vec<MembershipAttack>, [usize; 2]> {
    let unique = unique_rows(aligned, [members, strangers]);
    if unique.iter().any(|rows| rows.len() < FEWEST) {
        return Err(unique.map(|rows| rows.len()));
    }
    let chosen = unique.map(|rows| picked(rows, most, rng));
    let people = gathered(aligned, [members, strangers], &chosen, rng);
    let attacked = chosen[0].len() + chosen[1].len();
    let rows: Vec<u32> = (0..attacked as u32).collect();
    let synthetic = &aligned.tables[made];
    let ready = places(aligned, &[&people, synthetic]);
    let to_people = nearest(&ready[0], &rows, &ready[0], true);
    let to_made = nearest(&ready[0], &rows, &ready[1], false);
    let two = |it: &Nearest| (it.first + it.second) / 2.0;
    // The closest synthetic row decides, the second one among equals.
    let near = |it: &Nearest| it.first + AMONG_EQUALS * it.second;
    let closest: Vec<f64> = to_made.iter().map(|it| -near(it)).collect();
    let both = to_people.iter().zip(&to_made);
    let ratio: Vec<f64> = both
        .map(|(people, made)| ((two(people) + GRAIN) / (near(made) + GRAIN)).ln())
        .collect();
    let absent: Vec<f64> = rows
        .par_iter()
        .map(|&row| Matches::of(&people, row as usize, synthetic).absence())
        .collect();
    let mut exposed: Vec<usize> = (0..attacked).collect();
    exposed.sort_by(|&a, &b| {
        two(&to_people[b])
            .total_cmp(&two(&to_people[a]))
            .then(a.cmp(&b))
    });
    exposed.truncate((attacked as f64 * MOST_EXPOSED) as usize);
    let all: Vec<usize> = (0..attacked).collect();
    let mut found = Vec::new();
    for (attack, scores) in [
        ("closest", &closest),
        ("density-ratio", &ratio),
        ("expected-but-absent", &absent),
    ] {
        for (attacked, places) in [(Attacked::Unique, &all), (Attacked::MostExposed, &exposed)] {
            let (own, others): (Vec<usize>, Vec<usize>) =
                places.iter().partition(|&&place| place < chosen[0].len());
            if own.len() < FEWEST || others.len() < FEWEST {
                continue;
            }
            let [own, others] = [own, others].map(|places| {
                places
                    .into_iter()
                    .map(|place| scores[place])
                    .collect::<Vec<f64>>()
            });
            found.extend(
                Separation::of(&own, &others).map(|separation| MembershipAttack {
                    attack,
                    attacked,
                    separation,
                }),
            );
        }
    }
    Ok(found)
}

/// Some of the rows, drawn.
fn picked(rows: Vec<u32>, most: usize, rng: &mut ChaCha20Rng) -> Vec<u32> {
    if rows.len() <= most {
        return rows;
    }
    let places = rand::seq::index::sample(rng, rows.len(), most);
    places.into_iter().map(|place| rows[place]).collect()
}

/// Those attacked, members first, and other people of both tables.
fn gathered(
    aligned: &Aligned,
    tables: [usize; 2],
    chosen: &[Vec<u32>; 2],
    rng: &mut ChaCha20Rng,
) -> Coded {
    let mut parts: Vec<Coded> = (tables.iter().zip(chosen))
        .map(|(&table, rows)| aligned.tables[table].picked(rows))
        .collect();
    let all: usize = tables.iter().map(|&table| aligned.tables[table].rows).sum();
    for (&table, chosen) in tables.iter().zip(chosen) {
        let mut other = vec![true; aligned.tables[table].rows];
        chosen.iter().for_each(|&row| other[row as usize] = false);
        let rows: Vec<u32> = (0..other.len() as u32)
            .filter(|&row| other[row as usize])
            .collect();
        // Both tables give the same share of their rows.
        let share = (MOST_OTHERS as f64 / all as f64).min(1.0);
        let most = (rows.len() as f64 * share).ceil() as usize;
        parts.push(aligned.tables[table].picked(&picked(rows, most, rng)));
    }
    Coded {
        rows: parts.iter().map(|part| part.rows).sum(),
        codes: (0..aligned.fields.len())
            .map(|field| {
                parts
                    .iter()
                    .flat_map(|part| part.codes[field].clone())
                    .collect()
            })
            .collect(),
    }
}

/// How many synthetic rows agree with somebody, by the attributes in which they do.
pub struct Matches {
    fields: usize,
    rows: f64,
    counts: Vec<(u64, f64)>,
}

/// Attributes beyond this are not compared here.
const MOST_FIELDS: usize = 64;

impl Matches {
    /// Of a row of one table in another one.
    pub fn of(people: &Coded, row: usize, synthetic: &Coded) -> Self {
        let fields = synthetic.codes.len().min(MOST_FIELDS);
        let mut masks = vec![0u64; synthetic.rows];
        for (field, codes) in synthetic.codes.iter().take(fields).enumerate() {
            let own = people.codes[field][row];
            let agreeing = masks.iter_mut().zip(codes);
            agreeing.for_each(|(mask, &code)| *mask |= u64::from(code == own) << field);
        }
        let mut counts: HashMap<u64, u32, FixedState> = HashMap::default();
        masks
            .iter()
            .for_each(|&mask| *counts.entry(mask).or_default() += 1);
        let mut counts: Vec<(u64, f64)> = counts
            .into_iter()
            .map(|(mask, count)| (mask, f64::from(count)))
            .collect();
        counts.sort_unstable_by_key(|it| it.0);
        Matches {
            fields,
            rows: synthetic.rows.max(1) as f64,
            counts,
        }
    }

    /// Rows that agree in all of some attributes.
    pub fn agreeing(&self, mask: u64) -> f64 {
        let agrees = |it: &&(u64, f64)| it.0 & mask == mask;
        self.counts.iter().filter(agrees).map(|it| it.1).sum()
    }

    /// The attributes that are compared, as a mask.
    pub fn all(&self) -> u64 {
        u64::MAX >> (64 - self.fields.max(1))
    }

    /// Rows that agree in all attributes but this number of them.
    pub fn all_but(&self, other: u32) -> f64 {
        let wanted = (self.fields as u32).saturating_sub(other);
        let agrees = |it: &&(u64, f64)| it.0.count_ones() == wanted;
        self.counts.iter().filter(agrees).map(|it| it.1).sum()
    }

    /// How many equal rows are expected: those that agree in all attributes but one, by how often the value of that one goes with each of the others.
    pub fn expected(&self) -> f64 {
        let single: Vec<f64> = (0..self.fields)
            .map(|field| self.agreeing(1 << field))
            .collect();
        let by_field = (0..self.fields).map(|field| {
            let others = (0..self.fields).filter(|&other| other != field && single[other] > 0.0);
            let chances =
                others.map(|other| self.agreeing(1 << field | 1 << other) / single[other]);
            let (sum, count) = chances.fold((0.0, 0.0), |(sum, count), it| (sum + it, count + 1.0));
            let chance = if count > 0.0 {
                sum / count
            } else {
                single[field] / self.rows
            };
            self.agreeing(self.all() & !(1 << field)) * chance
        });
        by_field.sum::<f64>() / self.fields.max(1) as f64
    }

    /// How many equal rows are expected, where there is none; below 0 where there are some.
    pub fn absence(&self) -> f64 {
        match self.agreeing(self.all()) {
            0.0 => self.expected(),
            equal => -equal,
        }
    }
}
