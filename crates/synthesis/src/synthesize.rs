//! The one way from a request to fictitious rows: read, fit, sample, verify, write.
//!
//! **Invariant.** Rows are written only if the generator's verifier found nothing wrong with them and their model.

use bauta_messages::{Error, Result};
use bauta_run::report::{Seconds, timed};
use bauta_table::{Fault, Progress, Stage};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::generator::{Fit, Run};
use crate::report::Synthesis;
use crate::request::{Card, SynthesisRequest};
use crate::source::Source;

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
    let (source, problems) = timed(&mut seconds.read, || Source::read(request, card, progress))?;
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
    let sample = timed(&mut seconds.apply, || model.sample(&mut random))?;
    progress.tell(Stage::Verify, 0, None);
    let verdict = timed(&mut seconds.verify, || model.verify(&sample.table));
    if !verdict.failures.is_empty() {
        return Err(Error::Refused {
            method: card.id.into(),
            broken: verdict.failures,
        });
    }
    let staged = timed(&mut seconds.write, || {
        source.stage(&sample.table, model.text()?.as_deref(), request, progress)
    })?;
    let mut notes = source.notes.clone();
    notes.extend(model.notes());
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
        notes,
        seconds,
    }))
}

/// Refuses demands that the generator cannot meet: rows that silently lack what was asked for would be believed to have it.
fn refuse_foreign_demands(card: &Card, request: &SynthesisRequest<'_>) -> Result<()> {
    let foreign = request.demands().filter(|flag| !card.has(flag));
    let faults: Vec<Fault> = foreign
        .map(|flag| {
            let able = crate::ALL.iter().map(|it| it.card());
            let able: Vec<&str> = able.filter(|it| it.has(flag)).map(|it| it.id).collect();
            Fault::Request(format!(
                "{flag} is for --method {} only; leave it out",
                able.join(" or ")
            ))
        })
        .collect();
    if faults.is_empty() {
        Ok(())
    } else {
        Err(faults.into())
    }
}
