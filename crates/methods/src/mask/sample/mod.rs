//! Sampling: only some rows are released, drawn at random.
//!
//! **Paper** hundepool2012, section 3.2.1; thesis of a statistics office, section 4 (a sample of 1 in 20 divides the risk by
//! about 20 for an attacker who does not know who was drawn).
//!
//! **Guarantee** every row has the same chance to be in the release. Nothing is said about k: who is drawn and unique in the
//! sample is found by whoever knows that they were drawn.
//!
//! **Idea**
//! 1. n = the share of the rows, rounded to the nearest whole number, at least 1.
//! 2. Draw n rows without replacement, all sets of n equally likely; they stay in their order. Which rows are drawn depends on the seed and on how many rows
//!    there are, and not on what they hold: wherever rows have numbers, the same are drawn.
//!
//! **Cost** a draw a row, and a bit.
//!
//! **Invariants** `so_many_rows_are_drawn_in_their_order`, `every_row_is_drawn_equally_often`.

use std::sync::Arc;

use bauta_table::recoding::{Recoding, Replaced};

use crate::by_row::{Chosen, RowSampling, RowWise};
use crate::contract::{Context, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Text};
use crate::keeps::{Claim, Keeps};
use crate::mask::told::NOTHING;
use crate::parameter::{Number, Parameter, Parameters};

/// Simple random sampling.
pub struct Sample;

impl Technique for Sample {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(SampleParameters {
            share: parameters.get(&SHARE),
        })
    }
}

/// What sampling is told.
struct SampleParameters {
    /// The share of rows that stay.
    share: f64,
}

impl Planner for SampleParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Sample
    }

    fn keeps(&self) -> Option<Keeps> {
        let average = Claim::OnAverage;
        Some(Keeps {
            frequencies: average,
            means: average,
            variances: average,
            quantiles: average,
            between: average,
            with_others: average,
            text: KEEPS,
        })
    }

    fn row_wise(&self) -> Option<RowWise<'_>> {
        Some(RowWise::Sampling(self))
    }

    /// No value changes.
    fn is_truthful(&self) -> bool {
        true
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let chosen = self.chosen(task.prepared.table.rows() as u64, context);
        let kept = Some(chosen.numbers().map(|row| row as u32).collect());
        Ok(Outcome::Plan(Recoding::Replaced(Replaced {
            kept,
            ..Replaced::default()
        })))
    }
}

impl RowSampling for SampleParameters {
    fn chosen(&self, rows: u64, context: &mut Context<'_>) -> Chosen {
        // Step 1.
        let wanted = (self.share * rows as f64).round() as u64;
        let wanted = wanted.clamp(rows.min(1), rows);
        let fraction = if rows > 0 {
            wanted as f64 / rows as f64
        } else {
            0.0
        };
        context.notes.push(format!(
            "{wanted} of {rows} rows were drawn (sampling fraction {fraction:.4})"
        ));
        // Step 2.
        Chosen::draw(rows, wanted, &mut context.rng)
    }
}

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "sample",
    title: Text {
        en: "Sampling",
        fr: "Échantillonnage",
    },
    family: Family::Reduction,
    summary: Text {
        en: "Releases a simple random sample of the rows, drawn by the seed.",
        fr: "Publie un échantillon aléatoire simple des lignes, tiré selon la graine.",
    },
    papers: &["hundepool2012"],
    parameters: &[&SHARE],
    needs: NOTHING,
    guarantees: Text {
        en: "Every row has the same chance to be released. Nothing is promised about k; what is asked for is verified.",
        fr: "Chaque ligne a la même chance d'être publiée. Rien n'est promis sur k ; ce qui est demandé est vérifié.",
    },
    cost: "O(n)",
    outputs: 1,
};

const SHARE: Parameter<Number> = Parameter {
    name: "share",
    kind: Number {
        least: 0.0,
        most: 1.0,
    },
    default: 0.1,
    help: Text {
        en: "share of the rows",
        fr: "part des lignes",
    },
};

const KEEPS: Text = Text {
    en: "A simple random sample keeps every statistic on average; how far a sample is off falls with the root of its rows.",
    fr: "Un échantillon aléatoire simple conserve toute statistique en moyenne ; son écart diminue comme la racine de son nombre de lignes.",
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::trial::{Trial, numbers, settings};

    fn trial(rows: usize) -> Trial {
        Trial::of_column(
            "x",
            &(0..rows).map(|row| row.to_string()).collect::<Vec<_>>(),
        )
    }

    #[test]
    fn so_many_rows_are_drawn_in_their_order() {
        for (rows, share, expected) in [(10, "0.25", 3), (10, "0", 1), (10, "1", 10), (3, "0.5", 2)]
        {
            let drawn =
                numbers(&trial(rows).released(&Sample, &settings(&[("share", share)]), 9)[0]);
            assert_eq!(drawn.len(), expected, "{rows} {share}");
            assert!(drawn.is_sorted());
        }
        let draft = trial(10)
            .drafted(&Sample, &[], &settings(&[("share", "0.3")]), 1)
            .unwrap()
            .unwrap();
        assert_eq!(draft.suppressed_rows, 7);
    }

    /// Over 2000 seeds a row is drawn 600 times, give or take 20; five times that is out of the question.
    #[test]
    fn every_row_is_drawn_equally_often() {
        let trial = trial(10);
        let mut times = [0; 10];
        for seed in 0..2000 {
            for row in numbers(&trial.released(&Sample, &settings(&[("share", "0.3")]), seed)[0]) {
                times[row as usize] += 1;
            }
        }
        assert!(
            times.iter().all(|&times: &i32| (times - 600).abs() < 103),
            "{times:?}"
        );
    }
}
