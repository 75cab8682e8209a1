//! The registry entry of trees: a request checked against a table, fitted, drawn from and verified.

use bauta_messages::{Error, Problems, Result};
use bauta_table::{Fault, Progress, Role, Table, Text};
use rand_chacha::ChaCha20Rng;

use super::Columns;
use super::draw::draw;
use super::grow::{Growing, learn};
use super::node::Trees;
use super::verify::verify;
use crate::generator::{Fit, FittedModel, Generator, Run};
use crate::mend::Draft;
use crate::modalities::{Modalities, Preparing, Rare, prepare, table_of};
use crate::report::{JoinedReport, JudgedCounts, Synthesis};
use crate::request::{Card, SynthesisRequest, Way};
use crate::source::Source;
use crate::verify::Verdict;

/// Rows drawn from trees.
pub struct TreeGenerator;

static CARD: Card = Card {
    id: "trees",
    title: Text {
        en: "trees and two-way tables of which every count is of k rows, nearest to the table",
        fr: "des arbres et des tables croisées dont chaque effectif est de k lignes, au plus près de la table",
    },
    summary: Text {
        en: "Drawn column by column from trees whose leaves have at least k rows.",
        fr: "Tirées colonne par colonne d'arbres dont les feuilles ont au moins k lignes.",
    },
    guarantee: Text {
        en: "Every count of the model is of at least k real rows.",
        fr: "Chaque effectif du modèle est d'au moins k lignes réelles.",
    },
    settings: &["-k", "--order", "--draw", "--determines", "--break-copies"],
    differentially_private: false,
};

/// Intervals of numbers and dates; each has k rows at least.
const QUANTILES: usize = 100;

impl Generator for TreeGenerator {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn fit<'a>(
        &self,
        source: &'a Source,
        request: &'a SynthesisRequest<'_>,
        mut problems: Problems,
        progress: &dyn Progress,
    ) -> Result<Fit<Box<dyn FittedModel + 'a>>> {
        problems.extend(table_faults(source, request));
        problems.result()?;
        let preparing = Preparing {
            quantiles: Some(QUANTILES),
            least: request.k,
            rare: Rare::Hide,
            ..Preparing::default()
        };
        let modalities = prepare(&source.table, &preparing)?;
        let columns = Columns::of(&modalities);
        let growing = Growing {
            k: request.k,
            order: order(&source.table, &request.order),
            ..Growing::default()
        };
        let trees = learn(&columns.coded(), &growing, &|| progress.cancelled());
        if progress.cancelled() {
            return Err(Error::Cancelled);
        }
        Ok(Fit::Model(Box::new(FittedTrees {
            source,
            request,
            modalities,
            columns,
            trees,
        })))
    }
}

fn table_faults(source: &Source, request: &SynthesisRequest<'_>) -> Vec<Fault> {
    let (table, k) = (&source.table, request.k);
    let mut faults = source.name_faults(request);
    if source.rows_read < 2 {
        faults.push(Fault::NoRows);
    }
    if (table.rows() as u64) < k {
        faults.push(Fault::Request(format!(
            "the table has {} rows, fewer than k = {k}: nothing of so many rows can be told; ask for a smaller k",
            table.rows()
        )));
    }
    faults
}

/// The order asked for; targets last, so that all others predict them.
fn order(table: &Table, named: &[String]) -> Vec<usize> {
    let mut order: Vec<usize> = named
        .iter()
        .filter_map(|name| table.index_of(name).ok())
        .collect();
    let target = table.with_role(Role::Target).first().copied();
    let others = (0..table.attributes().len()).filter(|index| Some(*index) != target);
    for index in others.collect::<Vec<_>>() {
        if !order.contains(&index) {
            order.push(index);
        }
    }
    order
}

/// Trees of a table.
struct FittedTrees<'a> {
    source: &'a Source,
    request: &'a SynthesisRequest<'a>,
    modalities: Modalities,
    columns: Columns,
    trees: Trees,
}

impl FittedModel for FittedTrees<'_> {
    fn rows(&self) -> usize {
        self.request.rows.unwrap_or(self.source.table.rows())
    }

    /// Values are exchanged among rows that are alike in the last variable (the target, if there is one), so that its tables with the others stay.
    fn sample(&self, rows: usize, random: &mut ChaCha20Rng) -> Result<Draft> {
        let real = &self.source.table;
        let codes = draw(&self.trees, rows, self.request.way, random);
        let table = table_of(&self.modalities.forms(), &codes, random);
        let target = real.with_role(Role::Target).first().copied();
        let last = target.or_else(|| codes.len().checked_sub(1));
        let alike = last.and_then(|place| codes.get(place)).cloned();
        let group = alike.unwrap_or_else(|| vec![0; rows]);
        Ok(Draft { table, group })
    }

    fn verify(&self, drawn: &Table) -> Verdict {
        let judged = verify(&self.trees, &self.columns.coded());
        let mut verdict = Verdict {
            least: judged.least,
            counts: judged.counts,
            ..Verdict::default()
        };
        if !judged.holds(self.request.k) {
            verdict.failures.push(format!(
                "the least of {} counts is of {} rows, {} are wrong",
                judged.counts, judged.least, judged.wrong
            ));
        }
        verdict.look_at_rows(
            drawn,
            &self.source.table,
            &self.modalities.forms(),
            !self.request.break_copies,
        );
        verdict
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec!["the rule of k is a heuristic: it says how many rows a count is of, not what an attacker who knows much can infer; for a proof, use noisy tables (epsilon)".to_owned()];
        if self.request.way == Way::Quotas {
            notes.push("values come up as often as in the table, so that an attacker who knows everybody else can tell who took part; --draw independent hides that, and --shadow-models measures it".to_owned());
        }
        notes
    }

    fn report(&self, run: Run<'_>) -> Synthesis {
        let (k, counts, least) = (self.request.k, run.verdict.counts, run.verdict.least);
        let claim = format!(
            "each of the {counts} counts in the model is of at least {k} rows; the least is of {least}"
        );
        Synthesis::Joined(Box::new(JoinedReport {
            counts: Some(JudgedCounts { k, least, counts }),
            copies: Some(run.copies()),
            ..run.joined(CARD.id, claim)
        }))
    }
}
