//! A synthetic table by co-clustering: read, prepare, learn, climb, draw, guard, verify, write.
//!
//! **Invariant.** Nothing is written that the verifier of `bauta_methods::synthesis` did not pass: it counts the clusters again, and
//! looks at columns, domains and copies of real rows with its own code.

mod learn;
mod model_file;
mod request;
mod result;

use bauta_formats::{Staged, WriteOptions};
use bauta_methods::synthesis::generate::{Copies, Guarded, draw, fit, guard};
use bauta_methods::synthesis::{Evidence, Model, Verdict, verify};
use bauta_table::{Attribute, Progress, Stage, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

pub(crate) use learn::{Fitting, Learnt, learn};
use model_file::model_text;
pub use model_file::read_model;
pub(crate) use request::{Asked, read_asked, without};
pub use request::{Detail, RoundWatch, SynthesisOptions, read_margins};
pub use result::{CopyCounts, Round, Synthesis, Synthesized};

use bauta_messages::{Error, Result};
use bauta_run::ProjectInput;
use bauta_run::driver::cancelled;
use bauta_run::report::{Seconds, timed};

/// Draws a synthetic table from a model of the project's data and writes it.
///
/// # Errors
/// Everything that is wrong with the request or the data; a failure of a file; that it was stopped; or that the verifier refused the
/// table, which is a bug.
pub fn synthesize<'a>(
    input: impl Into<ProjectInput<'a>>,
    options: &SynthesisOptions,
    progress: &dyn Progress,
) -> Result<Synthesis> {
    let mut seconds = Seconds::default();
    let input = input.into();
    let asked = timed(&mut seconds.read, || read_asked(input, options, progress))?;
    let mut notes = asked.notes.clone();
    let learnt = timed(&mut seconds.search, || match &options.model {
        Some(path) => learn::of_file(&asked, &read_model(path)?, options),
        None => learn(&asked, &Fitting::of(options), progress),
    })?;
    let Some(learnt) = learnt else {
        return Ok(Synthesis::Unreachable(asked.unreachable(options)));
    };
    notes.extend(learnt.notes.iter().cloned());
    progress.tell(Stage::Apply, 0, None);
    let guarded = timed(&mut seconds.apply, || drawn(&asked, &learnt.model, options))?;
    progress.tell(Stage::Verify, 0, None);
    let verdict = timed(&mut seconds.verify, || {
        verified(&asked, &learnt, &guarded.table, options)
    })?;
    let copies = CopyCounts {
        unique_real_rows: guarded.unique,
        equal_to_a_real_row: verdict.equal_rows,
        equal_to_a_unique_row: verdict.unique_copies,
        exchanged: guarded.guarded.exchanged as u64,
        left_out: guarded.guarded.left_out as u64,
    };
    let table = &guarded.table;
    let staged = timed(&mut seconds.write, || {
        stage(&asked, table, &learnt.model, options, progress)
    })?;
    notes.extend(staged.iter().flat_map(|staged| staged.notes().to_vec()));
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    for staged in staged {
        staged.commit()?;
    }
    let made = result::Made {
        asked: &asked,
        learnt: &learnt,
        table,
        verdict: &verdict,
        copies,
    };
    Ok(Synthesis::Written(Box::new(result::told(
        &made, options, notes, seconds,
    ))))
}

/// A drawn table in which no copy of a unique row is left.
pub(crate) struct Drawn {
    pub table: Table,
    pub unique: u64,
    pub guarded: Guarded,
}

/// Draws the rows asked for.
pub(crate) fn drawn(asked: &Asked, model: &Model, options: &SynthesisOptions) -> Result<Drawn> {
    let mut random = ChaCha20Rng::seed_from_u64(options.seed);
    let fitted = match options.given.is_empty() {
        true => None,
        false => Some(fit(model, &options.given)?),
    };
    let rows = options.rows.unwrap_or(asked.table.rows());
    let model = &Model {
        doubt: options.doubt.max(model.doubt),
        ..model.clone()
    };
    let drawn = draw(model, rows, options.way, fitted.as_ref(), &mut random);
    let columns = model
        .forms
        .iter()
        .zip(&drawn.codes)
        .map(|(form, codes)| Attribute {
            name: form.name.clone(),
            role: form.role,
            column: form.column(codes, &mut random),
        });
    let table = Table::from_attributes(columns.collect());
    let copies = Copies::new(&asked.table);
    let unique = copies.unique() as u64;
    let guarded = match options.allow_copies {
        true => Guarded {
            table,
            cluster: drawn.cluster,
            exchanged: 0,
            left_out: 0,
        },
        false => guard(table, drawn.cluster, &copies, &mut random),
    };
    Ok(Drawn {
        table: guarded.table.clone(),
        unique,
        guarded,
    })
}

fn verified(
    asked: &Asked,
    learnt: &Learnt,
    table: &Table,
    options: &SynthesisOptions,
) -> Result<Verdict> {
    let evidence = Evidence {
        real: &asked.table,
        modalities: &asked.modalities,
        row_cluster: learnt.row_cluster.as_deref(),
        model: &learnt.model,
        wanted: &asked.wanted,
        copies_allowed: options.allow_copies,
    };
    let verdict = verify(table, &evidence);
    match verdict.failures.is_empty() {
        true => Ok(verdict),
        false => Err(Error::Refused {
            method: "synthesize".into(),
            broken: verdict.failures,
        }),
    }
}

fn stage(
    asked: &Asked,
    table: &Table,
    model: &Model,
    options: &SynthesisOptions,
    progress: &dyn Progress,
) -> Result<Vec<Staged>> {
    let delimiter = asked.output.delimited_like(asked.delimiter);
    let writing = WriteOptions {
        force: options.force,
        delimiter,
        ..WriteOptions::default()
    };
    let mut staged =
        vec![bauta_formats::stage(table, &asked.output, &writing, progress).map_err(cancelled)?];
    if let Some((kept, place)) = &asked.kept {
        let writing = WriteOptions {
            delimiter: place.delimited_like(asked.delimiter),
            ..writing.clone()
        };
        staged.push(bauta_formats::stage(kept, place, &writing, progress).map_err(cancelled)?);
    }
    if let Some(path) = &options.save_model {
        staged.push(bauta_formats::stage_text(
            &model_text(model, asked)?,
            path,
            options.force,
        )?);
    }
    Ok(staged)
}
