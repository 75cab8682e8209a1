//! What came of a job, for the page: the library's reports, told apart by the kind of the job.

use bauta::guide::Said;
use bauta::guide::context::{Answers, Context};
use bauta::guide::suggest::Suggestion;
use bauta::{
    Attacked, Comparison, Explained, History, Report, Results, RiskReport, Session, Study,
    SyntheticEvaluated,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::job::{Job, Outcome};
use crate::job_kind::JobKind;
use crate::language::Language;
use crate::synthetic::SynthesisResult;

/// What came of a job, by its kind.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum JobResult<'a> {
    /// Risks.
    Risk(&'a RiskReport),
    /// A release, or how near it came.
    Anonymize(&'a Report),
    /// Candidates side by side.
    Compare(Box<Comparison>),
    /// What attacks gave.
    Attack(AttackResult<'a>),
    /// Reductions.
    Steps(&'a History),
    /// The context and what is suggested for it.
    Advise(AdviceResult<'a>),
    /// The same, with what was picked measured.
    Measure(AdviceResult<'a>),
    /// Fictitious rows, or why there are none.
    Synthesize(&'a SynthesisResult),
    /// How good they are.
    Evaluate(&'a SyntheticEvaluated),
    /// How good they are, level by level.
    Study(&'a Study),
}

/// What attacks gave, in figures and in words.
#[derive(Serialize, JsonSchema)]
pub struct AttackResult<'a> {
    #[serde(flatten)]
    found: &'a Attacked,
    /// Every attack in words.
    explained: Vec<Explained>,
}

/// The guided path as far as it went, without places of files.
#[derive(Serialize, JsonSchema)]
pub struct AdviceResult<'a> {
    /// What was answered.
    answers: &'a Answers,
    /// The situation.
    context: &'a Context,
    /// What fits it.
    suggestion: &'a Suggestion,
    /// Numbers of signatures that were picked.
    picked: &'a [String],
    /// What was measured.
    results: Option<&'a Results>,
    /// The number of the signature that was chosen.
    choice: Option<&'a str>,
    /// Things worth saying.
    notes: &'a [Said],
    /// What is picked when nobody does.
    usual_picks: Vec<String>,
}

impl<'a> AdviceResult<'a> {
    fn of(session: &'a Session) -> Self {
        AdviceResult {
            answers: &session.answers,
            context: &session.context,
            suggestion: &session.suggestion,
            picked: &session.picked,
            results: session.results.as_ref(),
            choice: session.choice.as_deref(),
            notes: &session.notes,
            usual_picks: session.usual_picks(),
        }
    }
}

impl<'a> JobResult<'a> {
    /// What a job found, its reasons in the reader's language.
    pub fn of(job: &Job, outcome: &'a Outcome, language: Language) -> Self {
        match outcome {
            Outcome::Risk(report) => JobResult::Risk(report),
            Outcome::Held(held) => JobResult::Anonymize(&held.account.report),
            Outcome::Compared(found) => JobResult::Compare(compared(found, language)),
            Outcome::Attacked(found) => JobResult::Attack(AttackResult {
                explained: found.explained(language.0),
                found,
            }),
            Outcome::Steps(history) => JobResult::Steps(history),
            Outcome::Advised(session) if job.kind == JobKind::Measure => {
                JobResult::Measure(AdviceResult::of(session))
            }
            Outcome::Advised(session) => JobResult::Advise(AdviceResult::of(session)),
            Outcome::Synthetic(made) => JobResult::Synthesize(&made.result),
            Outcome::Evaluated(found) => JobResult::Evaluate(found),
            Outcome::Studied(found) => JobResult::Study(found),
        }
    }
}

/// A comparison whose reasons are in the reader's language.
fn compared(found: &Comparison, language: Language) -> Box<Comparison> {
    let mut found = found.clone();
    if language.0 == "fr" {
        found
            .candidates
            .iter_mut()
            .for_each(|candidate| candidate.reasons = std::mem::take(&mut candidate.reasons_fr));
    }
    Box::new(found)
}
