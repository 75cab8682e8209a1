//! A generator of fictitious rows: its card in the registry, and the model that it fits to a table.
//!
//! The driver ([`synthesize`](crate::synthesize())) walks all of them in the same way: fit, sample, verify, write. Rows that `verify` finds fault
//! with are not written.

use bauta_messages::{Problems, Result};
use bauta_run::report::Seconds;
use bauta_table::{Progress, Table};
use rand_chacha::ChaCha20Rng;

use crate::guard::Sample;
use crate::report::{JoinedReport, Synthesis};
use crate::request::{Card, SynthesisRequest};
use crate::source::Source;
use crate::verify::Verdict;

/// A generator of fictitious rows.
pub trait Generator: Sync {
    /// Its registry entry.
    fn card(&self) -> &'static Card;

    /// Learns a model of a table.
    ///
    /// # Errors
    /// The problems found so far together with everything that is wrong with the request for these data; or that it was stopped.
    fn fit<'a>(
        &self,
        source: &'a Source,
        request: &'a SynthesisRequest<'_>,
        problems: Problems,
        progress: &dyn Progress,
    ) -> Result<Fit<Box<dyn FittedModel + 'a>>>;
}

/// A model, or why there is none.
pub enum Fit<M> {
    /// A model that satisfies the request.
    Model(M),
    /// No model of the table satisfies the request.
    Unreachable(String),
}

/// A model that rows can be drawn from.
pub trait FittedModel {
    /// Draws the rows that the request asks for.
    ///
    /// # Errors
    /// What is asked for contradicts the model.
    fn sample(&self, random: &mut ChaCha20Rng) -> Result<Sample>;

    /// Checks model and rows against the real table, with code that shares nothing with what made them.
    fn verify(&self, drawn: &Table) -> Verdict;

    /// Remarks about how the model came about.
    fn notes(&self) -> Vec<String>;

    /// The answer for people and programs.
    fn report(&self, run: Run<'_>) -> Synthesis;

    /// The model as a file, for a generator that can save it.
    ///
    /// # Errors
    /// The model cannot be written as text.
    fn text(&self) -> Result<Option<String>> {
        Ok(None)
    }
}

/// A run whose rows were verified and written.
pub struct Run<'a> {
    /// The real data.
    pub source: &'a Source,
    /// The request.
    pub request: &'a SynthesisRequest<'a>,
    /// The rows.
    pub sample: &'a Sample,
    /// What the verifier found.
    pub verdict: &'a Verdict,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went.
    pub seconds: Seconds,
}

impl Run<'_> {
    /// The report of a joined model, without the figures that only some have.
    pub(crate) fn joined(self, method: &'static str, claim: String) -> JoinedReport {
        JoinedReport {
            bauta: env!("CARGO_PKG_VERSION"),
            input: self.source.input.to_string(),
            output: self.source.output.to_string(),
            method,
            original_rows: self.source.table.rows() as u64,
            held_out_rows: self.source.rows_kept_out(),
            rows: self.sample.table.rows() as u64,
            claim,
            counts: None,
            copies: None,
            privacy: None,
            seed: self.request.seed,
            notes: self.notes,
            seconds: self.seconds,
        }
    }
}
