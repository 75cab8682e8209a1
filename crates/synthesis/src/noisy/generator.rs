//! The registry entry of noisy counts: a request checked against a table, measured with noise, drawn from and verified.

use bauta_messages::{Problems, Result};
use bauta_run::hierarchies;
use bauta_table::{Attribute, Fault, Progress, Role, Table, Text};
use rand_chacha::ChaCha20Rng;

use super::Budget;
use super::domain::{Domain, declare};
use super::model::{NoisyModel, measure};
use super::values::values;
use crate::generator::{Fit, FittedModel, Generator, Run};
use crate::mend::Draft;
use crate::report::{JoinedReport, PrivacySpent, Synthesis};
use crate::request::{Card, SynthesisRequest};
use crate::source::Source;
use crate::trees::Columns;
use crate::verify::Verdict;

/// Rows drawn from noisy counts.
pub struct NoisyGenerator;

static CARD: Card = Card {
    id: "noisy",
    title: Text {
        en: "differential privacy",
        fr: "confidentialité différentielle",
    },
    summary: Text {
        en: "Drawn from noisy tables, with differential privacy.",
        fr: "Tirées de tables bruitées, avec confidentialité différentielle.",
    },
    guarantee: Text {
        en: "ε-differential privacy for one row more or less, δ = 0.",
        fr: "Confidentialité différentielle ε pour une ligne de plus ou de moins, δ = 0.",
    },
    settings: &["--epsilon", "--hierarchy", "--values"],
    differentially_private: true,
};

/// ε may exceed what was asked for by this share: sums of decimal numbers are rounded.
const ROUNDING: f64 = 1e-6;

impl Generator for NoisyGenerator {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn fit<'a>(
        &self,
        source: &'a Source,
        request: &'a SynthesisRequest<'_>,
        mut problems: Problems,
        _progress: &dyn Progress,
    ) -> Result<Fit<Box<dyn FittedModel + 'a>>> {
        let table = &source.table;
        problems.extend(source.name_faults(request));
        let mut given = hierarchies::declared(&source.project, &mut problems);
        let (declared, faults) = values(&request.values);
        given.extend(declared);
        problems.extend(faults);
        if source.rows_read < 2 {
            problems.push(Fault::NoRows);
        }
        problems.result()?;
        let (domains, columns) = declare(table, &given)?;
        let columns = Columns {
            columns,
            values: domains.iter().map(Domain::len).collect(),
            ordered: domains.iter().map(Domain::ordered).collect(),
        };
        let budget = Budget {
            epsilon: request.epsilon,
            target: table.with_role(Role::Target).first().copied(),
        };
        let model = measure(&columns.coded(), &budget)
            .map_err(|error| vec![Fault::Request(error.to_string())])?;
        Ok(Fit::Model(Box::new(FittedCounts {
            request,
            domains,
            model,
        })))
    }
}

/// Noisy counts of a table. They hold nothing of the table itself, so that what is drawn depends on them alone.
struct FittedCounts<'a> {
    request: &'a SynthesisRequest<'a>,
    domains: Vec<Domain>,
    model: NoisyModel,
}

impl FittedModel for FittedCounts<'_> {
    fn rows(&self) -> usize {
        self.request.rows.unwrap_or(self.model.rows as usize)
    }

    fn sample(&self, rows: usize, random: &mut ChaCha20Rng) -> Result<Draft> {
        let codes = self.model.draw(rows, random);
        let attributes = self
            .domains
            .iter()
            .zip(&codes)
            .map(|(domain, codes)| Attribute {
                name: domain.name.clone(),
                role: domain.role,
                column: domain.column(codes),
            });
        let table = Table::from_attributes(attributes.collect());
        let group = vec![0; rows];
        Ok(Draft { table, group })
    }

    /// The budget and the columns. Looking whether rows copy real ones would look at the data again, and is not paid for.
    fn verify(&self, drawn: &Table) -> Verdict {
        let mut verdict = Verdict::default();
        if self.model.epsilon() > self.request.epsilon * (1.0 + ROUNDING) {
            verdict
                .failures
                .push("more than ε was spent on the questions to the data".to_owned());
        }
        let drawn = drawn.attributes().iter().map(|attribute| &attribute.name);
        if drawn.ne(self.domains.iter().map(|domain| &domain.name)) {
            verdict
                .failures
                .push("the synthetic table has other columns than the real one".to_owned());
        }
        verdict
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = vec![
            "the noise comes from the operating system: the same seed gives another table, as it must".to_owned(),
            "the proof rests on domains (declared values) and kinds of columns that were not chosen by looking at the rows"
                .to_owned(),
            "each run on the same people spends its own ε, and they add up: no ledger is kept".to_owned(),
        ];
        if self.request.rows.is_none() {
            notes.push("the number of synthetic rows is noisy too; the record has the true one (original_rows): do not publish it".into());
        }
        notes
    }

    fn report(&self, run: Run<'_>) -> Synthesis {
        let epsilon = self.request.epsilon;
        let claim =
            format!("ε-differential privacy with ε = {epsilon} for one row more or less, δ = 0");
        let spent = PrivacySpent {
            epsilon: self.model.epsilon(),
            delta: 0.0,
            neighbours: "one row more or less",
            spent: self.model.spent.clone(),
        };
        Synthesis::Joined(Box::new(JoinedReport {
            privacy: Some(spent),
            ..run.joined(CARD.id, claim)
        }))
    }
}
