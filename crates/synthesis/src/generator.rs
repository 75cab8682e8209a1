//! A generator of fictitious rows: its card in the registry, and the model that it fits to a table.
//!
//! The driver ([`synthesize`](crate::synthesize())) walks all of them in the same way: fit, sample, verify, write. Rows that `verify` finds fault
//! with are not written.

use bauta_messages::{Error, Problems, Result};
use bauta_run::report::Seconds;
use bauta_table::{Progress, Table};
use rand_chacha::ChaCha20Rng;

use crate::measures::membership::MembershipAttack;
use crate::mend::{Draft, Sample, Standards, mend};
use crate::report::{CopyCounts, JoinedReport, KeptRule, Synthesis};
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
    /// How many rows the request asks for.
    fn rows(&self) -> usize;

    /// Draws rows.
    ///
    /// # Errors
    /// What is asked for contradicts the model.
    fn sample(&self, rows: usize, random: &mut ChaCha20Rng) -> Result<Draft>;

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
    /// The edit rules, as the verifier found them.
    pub rules: Vec<KeptRule>,
    /// What shadow models found.
    pub membership: Vec<MembershipAttack>,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went.
    pub seconds: Seconds,
}

impl Run<'_> {
    /// Synthetic rows that are real ones, as the verifier counted them.
    pub(crate) fn copies(&self) -> CopyCounts {
        CopyCounts {
            unique_real_rows: self.verdict.unique_rows,
            equal_to_a_real_row: self.verdict.equal_rows,
            equal_to_a_unique_row: self.verdict.unique_copies,
            broken: self.sample.copied,
        }
    }

    /// The report of a joined model, without the figures that only some have.
    pub(crate) fn joined(self, method: &'static str, claim: String) -> JoinedReport {
        JoinedReport {
            bauta: env!("CARGO_PKG_VERSION"),
            input: self.source.input.to_string(),
            output: self.source.output.to_string(),
            method,
            original_rows: self.source.table.rows() as u64,
            held_out_rows: self.source.rows_kept_out(),
            parts: self.source.written_parts(),
            rows: self.sample.table.rows() as u64,
            claim,
            counts: None,
            copies: None,
            privacy: None,
            rules: self.rules,
            membership: self.membership,
            seed: self.request.seed,
            notes: self.notes,
            seconds: self.seconds,
        }
    }
}

/// How often rows are drawn until enough are left.
const TURNS: usize = 4;
/// The most rows that are drawn for one that is wanted.
const MOST_DRAWN: f64 = 12.0;

/// Draws rows from a model until as many satisfy everything as it is asked for. If too few are left, more are drawn than are wanted, so that enough
/// remain: these follow the model given the rules.
///
/// # Errors
/// What is asked for contradicts the model.
pub(crate) fn draw(
    model: &dyn FittedModel,
    standards: &Standards,
    random: &mut ChaCha20Rng,
) -> Result<Sample> {
    let wanted = model.rows();
    let (mut asked, mut first) = (wanted, None);
    for turn in 1.. {
        let mended = mend(model.sample(asked, random)?, standards, random)?;
        let left = mended.table.rows();
        let (copied, breaking) = first.take().unwrap_or((mended.copied, mended.breaking));
        if left >= wanted || turn == TURNS {
            let rows: Vec<u32> = (0..left.min(wanted) as u32).collect();
            return Ok(Sample {
                lacking: (wanted - rows.len()) as u64,
                table: mended.table.into_picked(&rows),
                drawn: wanted as u64,
                copied,
                breaking,
            });
        }
        first = Some((copied, breaking));
        let share = (left as f64 / asked.max(1) as f64).max(1.0 / MOST_DRAWN);
        let more = (wanted as f64 / share * 1.1).min(wanted as f64 * MOST_DRAWN);
        asked = more.ceil() as usize;
    }
    Err(Error::internal("rows were drawn without an end"))
}
