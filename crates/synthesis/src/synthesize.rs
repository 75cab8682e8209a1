//! The one way from a request to fictitious rows: read, fit, sample, verify, write.
//!
//! **Invariant.** Rows are written only if the generator's verifier found nothing wrong with them and their model.

use bauta_messages::{Error, Result};
use bauta_run::report::{Seconds, timed};
use bauta_table::{Fault, Progress, Stage};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::generator::{Fit, FittedModel, Run, draw};
use crate::mend::{Sample, Standards};
use crate::modalities::hidden_values;
use crate::report::{KeptRule, Synthesis};
use crate::request::{Card, SynthesisRequest};
use crate::rules;
use crate::shadow;
use crate::source::Source;
use crate::verify::Verdict;

/// Fits a model to the project's data, draws a table from it and writes it.
///
/// # Errors
/// Everything that is wrong with the request or the data; a failure of a file; that it was stopped; or that the verifier refused the
/// table, which is a bug.
pub fn synthesize(request: &SynthesisRequest<'_>, progress: &dyn Progress) -> Result<Synthesis> {
    let generator = crate::find(&request.method).map_err(|fault| vec![fault])?;
    let card = generator.card();
    refuse_foreign_demands(card, request)?;
    let mut seconds = Seconds::default();
    let (source, mut problems) =
        timed(&mut seconds.read, || Source::read(request, card, progress))?;
    let mut notes = source.notes.clone();
    let standards = rules::standards(&source, request, card, &mut problems, &mut notes);
    progress.tell(Stage::Search, 0, None);
    let fit = timed(&mut seconds.search, || {
        generator.fit(&source, request, problems, progress)
    })?;
    let model = match fit {
        Fit::Model(model) => model,
        Fit::Unreachable(why) => return Ok(Synthesis::Unreachable(why)),
    };
    progress.tell(Stage::Apply, 0, None);
    let mut random = ChaCha20Rng::seed_from_u64(request.seed);
    let sample = timed(&mut seconds.apply, || {
        draw(model.as_ref(), &standards, &mut random)
    })?;
    if sample.table.rows() == 0 {
        return Ok(Synthesis::Unreachable(no_row(&sample, &standards)));
    }
    progress.tell(Stage::Verify, 0, None);
    let (verdict, rules) = timed(&mut seconds.verify, || {
        verified(model.as_ref(), &source, &sample, &standards)
    })?;
    if !verdict.failures.is_empty() {
        return Err(Error::Refused {
            method: card.id.into(),
            broken: verdict.failures,
        });
    }
    let membership = match request.shadow_models {
        0 => Vec::new(),
        models => timed(&mut seconds.verify, || {
            shadow::attacks(generator, &source, request, models, progress)
        })?,
    };
    if request.shadow_models > 0 && membership.is_empty() {
        notes.push("shadow models tell nothing: too few rows are unique".to_owned());
    }
    let staged = timed(&mut seconds.write, || {
        source.stage(&sample.table, model.text()?.as_deref(), request, progress)
    })?;
    if card.has("-k") && !(card.has("--rare") && request.keep_rare) {
        notes.extend(hidden_values(&source.table, request.k));
    }
    notes.extend(model.notes());
    notes.extend(mended_notes(&sample, &rules));
    notes.extend(staged.iter().flat_map(|staged| staged.notes().to_vec()));
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    for staged in staged {
        staged.commit()?;
    }
    Ok(model.report(Run {
        source: &source,
        request,
        sample: &sample,
        verdict: &verdict,
        rules,
        membership,
        notes,
        seconds,
    }))
}

/// Rows as the generator's verifier and that of rules find them.
fn verified(
    model: &dyn FittedModel,
    source: &Source,
    sample: &Sample,
    standards: &Standards,
) -> Result<(Verdict, Vec<KeptRule>)> {
    let mut verdict = model.verify(&sample.table);
    let found = verdict.look_at_rules(&sample.table, &standards.rules_of(&sample.table)?);
    for dependency in &standards.dependencies {
        let pair = [dependency.from.as_str(), dependency.to.as_str()];
        verdict.look_at_dependency(&sample.table, &source.table, pair, dependency.k);
    }
    let rules = found.into_iter().zip(&sample.breaking);
    let rules = rules.map(|(it, &drawn_breaking)| KeptRule {
        name: it.name,
        rule: it.rule,
        drawn_rows: sample.drawn,
        drawn_breaking,
        broken_rows: it.broken_rows,
        undecided_rows: it.undecided_rows,
    });
    Ok((verdict, rules.collect()))
}

/// What rules changed in the rows.
fn mended_notes(sample: &Sample, rules: &[KeptRule]) -> Vec<String> {
    let mended = rules.iter().filter(|it| it.drawn_breaking > 0);
    let mut notes: Vec<String> = mended
        .map(|it| {
            format!(
                "rule \"{}\": {} of {} drawn rows broke it and were mended; no row that is written does",
                it.name, it.drawn_breaking, it.drawn_rows
            )
        })
        .collect();
    if sample.lacking > 0 {
        notes.push(format!(
            "{} of {} rows are lacking: of all rows that were drawn for them none satisfies what is asked of every row",
            sample.lacking, sample.drawn
        ));
    }
    notes
}

/// Why no row is left.
fn no_row(sample: &Sample, standards: &Standards) -> String {
    let most = standards
        .rules
        .iter()
        .zip(&sample.breaking)
        .max_by_key(|it| it.1);
    match most.filter(|(_, breaking)| **breaking > 0) {
        Some((rule, breaking)) => format!(
            "no row that was drawn keeps all rules; {breaking} of {} break the rule \"{}\"",
            sample.drawn, rule.name
        ),
        None => "no row that was drawn satisfies what is asked of every row".to_owned(),
    }
}

/// Refuses demands that the generator cannot meet: rows that silently lack what was asked for would be believed to have it.
fn refuse_foreign_demands(card: &Card, request: &SynthesisRequest<'_>) -> Result<()> {
    let foreign = request.demands().filter(|flag| !card.has(flag));
    let mut faults: Vec<Fault> = foreign
        .map(|flag| {
            let able = crate::ALL.iter().map(|it| it.card());
            let able: Vec<&str> = able.filter(|it| it.has(flag)).map(|it| it.id).collect();
            Fault::Request(format!(
                "{flag} is for --method {} only; leave it out",
                able.join(" or ")
            ))
        })
        .collect();
    if request.shadow_models > 0 && request.model.is_some() {
        faults.push(Fault::Request(
            "--shadow-models learns models anew, and --model draws from a saved one; leave one of them out".to_owned(),
        ));
    }
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.into())
    }
}
