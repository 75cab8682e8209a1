//! Post-randomisation (PRAM): values change by chance, with known chances.
//!
//! **Paper** gouweleeuw1998; hundepool2012, section 3.4.3.
//!
//! **Guarantee** a released value may be untrue, with chances that are published: nobody can be sure of a single one. With
//! `invariant` the expected frequencies are those of the original. Nothing is said about k.
//!
//! **Idea**
//! 1. The matrix P: `uniform` keeps a value with chance r and else takes another one, each equally likely; `invariant` keeps it
//!    with chance r and else draws from the table's own frequencies; `given` is what the user wrote.
//! 2. Each row draws its new value from the line of P of its old one, by the row's number (`by_row`). Missing values stay missing.
//!
//! **Notation** P → `Chances`; t, the frequencies → `counts`.
//!
//! **Differences from the paper** (a) its two-stage way to an invariant matrix is replaced by the mixture rI + (1-r)·1tᵀ/n, which
//! is invariant by its form: t(rI + (1-r)1tᵀ/n) = t. (b) A line of a given matrix that does not sum to 1 is a fault.
//!
//! **Cost** n × log of the distinct values.
//!
//! **Invariants** `invariant_keeps_expected_frequencies`, `uniform_does_not`, `values_are_kept_as_often_as_told`,
//! `a_given_matrix_must_sum_to_one`.

mod chances;

use std::sync::Arc;

use bauta_table::recoding::New;
use bauta_table::{Codes, Column, Fault, Table};
use rand::RngExt;
use rand_chacha::ChaCha20Rng;
use rayon::prelude::*;

use crate::by_row::{BLOCK, CellDrawing, Cells, Draws, RowWise};
use crate::contract::{Context, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Text};
use crate::keeps::{Claim, Keeps};
use crate::mask::told::{ANY, NOTHING, changed};
use crate::named::places;
use crate::parameter::{Choice, Choices, FreeText, Number, Parameter, Parameters};
use chances::Chances;

/// Post-randomisation.
pub struct Pram;

impl Technique for Pram {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(PramParameters {
            attributes: parameters.get(&ANY),
            transition: parameters.get(&TRANSITION),
            retention: parameters.get(&RETENTION),
            matrix: parameters.get(&MATRIX),
        })
    }
}

/// What a value becomes that is not kept.
#[derive(Clone, Copy, PartialEq)]
enum Transition {
    Invariant,
    Uniform,
    Given,
}

/// What post-randomisation is told.
struct PramParameters {
    attributes: Vec<String>,
    transition: Transition,
    /// Chance that a value is kept.
    retention: f64,
    /// Chances as they were written; empty unless the transition is given.
    matrix: String,
}

impl Planner for PramParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Pram
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        let table = task.prepared.table;
        self.matrices(table, &self.counts(table))
            .err()
            .unwrap_or_default()
    }

    fn keeps(&self) -> Option<Keeps> {
        let average = Claim::OnAverage;
        Some(match self.transition {
            Transition::Invariant => Keeps {
                frequencies: average,
                means: average,
                variances: average,
                between: Claim::Smaller,
                with_others: Claim::Smaller,
                ..Keeps::nothing(INVARIANT)
            },
            Transition::Uniform | Transition::Given => Keeps {
                between: Claim::Smaller,
                with_others: Claim::Smaller,
                ..Keeps::nothing(KNOWN)
            },
        })
    }

    fn redraws(&self) -> bool {
        true
    }

    fn row_wise(&self) -> Option<RowWise<'_>> {
        Some(RowWise::Drawing(self))
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let table = task.prepared.table;
        let counts = self.counts(table);
        self.tell_kept(table, &counts, context);
        let matrices = self.matrices(table, &counts).unwrap_or_default();
        let draws = Draws::of_attributes(matrices.len(), &mut context.rng);
        let drawn = places(table, &self.attributes)
            .into_iter()
            .zip(matrices.into_iter().zip(draws));
        let drawn = drawn.map(|(index, (chances, draws))| {
            let like = table.attributes()[index].column.clone();
            (
                index,
                New::Rows(
                    Changing {
                        chances,
                        draws,
                        like,
                    }
                    .all(),
                ),
            )
        });
        Ok(changed(drawn.collect::<Vec<_>>()))
    }
}

impl CellDrawing for PramParameters {
    fn attributes(&self) -> &[String] {
        &self.attributes
    }

    fn drawn(
        &self,
        values: &Table,
        counts: &[Vec<u64>],
        context: &mut Context<'_>,
    ) -> Result<Vec<Box<dyn Cells>>, Vec<Fault>> {
        let matrices = self.matrices(values, counts)?;
        self.tell_kept(values, counts, context);
        let draws = Draws::of_attributes(matrices.len(), &mut context.rng);
        let columns = places(values, &self.attributes)
            .into_iter()
            .map(|index| &values.attributes()[index].column);
        let cells = columns
            .zip(matrices.into_iter().zip(draws))
            .map(|(like, (chances, draws))| {
                let like = like.with_codes(Codes::new());
                Box::new(Changing {
                    chances,
                    draws,
                    like,
                }) as Box<dyn Cells>
            });
        Ok(cells.collect())
    }
}

impl PramParameters {
    /// How many rows have each code, for each attribute.
    fn counts(&self, table: &Table) -> Vec<Vec<u64>> {
        places(table, &self.attributes)
            .into_iter()
            .map(|index| table.counts_of(index))
            .collect()
    }

    /// Says how often values are really kept where what is drawn may be the value itself.
    fn tell_kept(&self, table: &Table, counts: &[Vec<u64>], context: &mut Context<'_>) {
        if self.transition != Transition::Invariant || self.retention >= 1.0 {
            return;
        }
        for (index, counts) in places(table, &self.attributes).into_iter().zip(counts) {
            let attribute = &table.attributes()[index];
            let values = attribute.column.dictionary().value_count();
            let counts = counts.get(..values).unwrap_or_default();
            let rows = counts.iter().sum::<u64>().max(1) as f64;
            let same: f64 = counts.iter().map(|&own| (own as f64 / rows).powi(2)).sum();
            let kept = self.retention + (1.0 - self.retention) * same;
            context.notes.push(format!(
                "\"{}\": a value is kept with a chance of {kept:.3} on average: what is drawn from the table's frequencies may be the value itself",
                attribute.name
            ));
        }
    }

    /// Step 1, for each attribute.
    fn matrices(&self, table: &Table, counts: &[Vec<u64>]) -> Result<Vec<Chances>, Vec<Fault>> {
        let named = places(table, &self.attributes);
        let is_given = self.transition == Transition::Given;
        if is_given && named.len() != 1 {
            let sentence = "a matrix is for one attribute; name one with --attributes, or choose --transition invariant";
            return Err(vec![Fault::Request(sentence.into())]);
        }
        if is_given == self.matrix.is_empty() {
            let sentence = "--matrix and --transition given belong together; give both or neither";
            return Err(vec![Fault::Request(sentence.into())]);
        }
        let of = |(&index, counts): (&usize, &Vec<u64>)| {
            let attribute = &table.attributes()[index];
            let dictionary = attribute.column.dictionary();
            match self.transition {
                Transition::Given => Chances::given(&self.matrix, &attribute.name, dictionary),
                Transition::Uniform => {
                    Ok(Chances::uniform(self.retention, dictionary.value_count()))
                }
                Transition::Invariant => Ok(Chances::invariant(
                    self.retention,
                    counts.get(..dictionary.value_count()).unwrap_or_default(),
                )),
            }
        };
        named
            .iter()
            .zip(counts)
            .map(of)
            .collect::<Result<_, _>>()
            .map_err(|fault| vec![fault])
    }
}

/// Step 2, for an attribute: every row draws by its number.
struct Changing {
    chances: Chances,
    draws: Draws,
    /// The attribute as it is.
    like: Column,
}

impl Changing {
    fn some(
        &self,
        rows: impl Iterator<Item = u64>,
        mut codes: impl Iterator<Item = u32>,
    ) -> Vec<u32> {
        let missing = self.like.dictionary().missing_code();
        let mut new = Vec::new();
        let draw = |rng: &mut ChaCha20Rng| (rng.random(), rng.random());
        self.draws.for_rows(rows, draw, |(first, second)| {
            new.extend(codes.next().map(|code| {
                if Some(code) == missing {
                    code
                } else {
                    self.chances.draw(code, first, second)
                }
            }));
        });
        new
    }

    /// The new cells of all rows.
    fn all(&self) -> Column {
        let (rows, old) = (self.like.len(), self.like.codes());
        let block = |block: usize| {
            let rows = block * BLOCK..rows.min((block + 1) * BLOCK);
            self.some(
                rows.start as u64..rows.end as u64,
                rows.map(|row| old.get(row)),
            )
        };
        let blocks: Vec<Vec<u32>> = (0..rows.div_ceil(BLOCK))
            .into_par_iter()
            .map(block)
            .collect();
        let distinct = self.like.dictionary().len();
        self.like.with_codes(Codes::from_fn(rows, distinct, |row| {
            blocks[row / BLOCK][row % BLOCK]
        }))
    }
}

impl Cells for Changing {
    fn cells(&self, rows: &[u64], codes: &[u32]) -> Result<Column> {
        let new = self.some(rows.iter().copied(), codes.iter().copied());
        Ok(self.like.with_codes(Codes::from_fn(
            new.len(),
            self.like.dictionary().len(),
            |row| new[row],
        )))
    }
}

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "pram",
    title: Text {
        en: "Post-randomisation (PRAM)",
        fr: "Post-randomisation (PRAM)",
    },
    family: Family::Perturbation,
    summary: Text {
        en: "Replaces values by others of the same attribute by chance, with known chances.",
        fr: "Remplace au hasard des valeurs par d'autres du même attribut, selon des probabilités connues.",
    },
    papers: &["gouweleeuw1998", "hundepool2012"],
    parameters: &[&ANY, &TRANSITION, &RETENTION, &MATRIX],
    needs: NOTHING,
    guarantees: Text {
        en: "Any single value may be untrue; with transition=invariant the expected frequencies are kept. Nothing is promised about k; what is asked for is verified.",
        fr: "Chaque valeur isolée peut être inexacte ; avec transition=invariant, les fréquences attendues sont conservées. Rien n'est promis sur k ; ce qui est demandé est vérifié.",
    },
    cost: "n × log of the distinct values",
    outputs: 1,
};

const TRANSITION: Parameter<Choices<Transition>> = Parameter {
    name: "transition",
    kind: Choices(&[
        Choice {
            word: "invariant",
            value: Transition::Invariant,
            help: Text {
                en: "others by their frequency: expected frequencies are kept",
                fr: "les autres selon leur fréquence : fréquences attendues conservées",
            },
        },
        Choice {
            word: "uniform",
            value: Transition::Uniform,
            help: Text {
                en: "all others equally likely",
                fr: "toutes les autres également probables",
            },
        },
        Choice {
            word: "given",
            value: Transition::Given,
            help: Text {
                en: "as --matrix says",
                fr: "selon --matrix",
            },
        },
    ]),
    default: Transition::Invariant,
    help: Text {
        en: "what a value becomes that is not kept",
        fr: "ce que devient une valeur qui n'est pas gardée",
    },
};

const RETENTION: Parameter<Number> = Parameter {
    name: "retention",
    kind: Number {
        least: 0.0,
        most: 1.0,
    },
    default: 0.8,
    help: Text {
        en: "chance that a value is left alone; with transition=invariant what is drawn otherwise may be the value itself, so more are kept",
        fr: "probabilité de laisser une valeur telle quelle ; avec transition=invariant, ce qui est tiré sinon peut être la valeur même, donc davantage sont gardées",
    },
};

const MATRIX: Parameter<FreeText> = Parameter {
    name: "matrix",
    kind: FreeText,
    default: "",
    help: Text {
        en: "a line a value: yes:yes=0.9,no=0.1;no:no=1",
        fr: "une ligne par valeur : oui:oui=0.9,non=0.1;non:non=1",
    },
};

const INVARIANT: Text = Text {
    en: "Invariant post-randomisation keeps the frequency of every value on average, and so means and variances; links to other attributes become weaker.",
    fr: "La post-randomisation invariante conserve en moyenne la fréquence de chaque valeur, donc moyennes et variances ; les liens avec les autres attributs s'affaiblissent.",
};

const KNOWN: Text = Text {
    en: "Post-randomisation with a known matrix changes frequencies; who knows the matrix can estimate the original ones from the release.",
    fr: "La post-randomisation de matrice connue change les fréquences ; qui connaît la matrice peut estimer celles d'origine à partir de la publication.",
};

#[cfg(test)]
mod tests;
