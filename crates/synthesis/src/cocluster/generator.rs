//! The registry entry of co-clusters: a request checked against a table, fitted, drawn from and verified.

use bauta_messages::{Problems, Result};
use bauta_table::{Progress, Table, Text};
use rand_chacha::ChaCha20Rng;

use super::check::{CheckedRequest, check};
use super::climb::climb;
use super::draw::{draw, fit as fit_margins};
use super::files::{model_text, read_model};
use super::instances::Instances;
use super::model::Model;
use super::refine::refine;
use super::search::{Effort, search};
use super::verify::{Evidence, verify};
use super::watch::SearchWatch;
use crate::generator::{Fit, FittedModel, Generator, Run};
use crate::mend::Draft;
use crate::modalities::table_of;
use crate::report::{CoclusterReport, Detail, Round, Synthesis};
use crate::request::{Card, SynthesisRequest};
use crate::source::Source;
use crate::verify::Verdict;

/// Rows drawn from co-clusters.
pub struct CoclusterGenerator;

static CARD: Card = Card {
    id: "coclusters",
    title: Text {
        en: "clusters of k rows",
        fr: "clusters de k lignes",
    },
    summary: Text {
        en: "Drawn from co-clusters of at least k rows.",
        fr: "Tirées de co-clusters d'au moins k lignes.",
    },
    guarantee: Text {
        en: "Every cluster that rows are drawn from has at least k real rows.",
        fr: "Chaque cluster dont des lignes sont tirées a au moins k lignes réelles.",
    },
    settings: &[
        "-k",
        "-l",
        "-t",
        "--clusters",
        "--detail",
        "--draw",
        "--given",
        "--margins",
        "--quantiles",
        "--even",
        "--rare",
        "--doubt",
        "--rounds",
        "--seconds",
        "--model",
        "--save-model",
        "--determines",
        "--break-copies",
    ],
    differentially_private: false,
};

impl Generator for CoclusterGenerator {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn fit<'a>(
        &self,
        source: &'a Source,
        request: &'a SynthesisRequest<'_>,
        problems: Problems,
        progress: &dyn Progress,
    ) -> Result<Fit<Box<dyn FittedModel + 'a>>> {
        Ok(match fit(source, request, problems, progress)? {
            Fit::Model(model) => Fit::Model(Box::new(model)),
            Fit::Unreachable(why) => Fit::Unreachable(why),
        })
    }
}

/// Co-clusters of a table, and how they were found.
pub(crate) struct FittedCoclusters<'a> {
    checked: CheckedRequest<'a>,
    /// The model that rows are drawn from.
    pub model: Model,
    /// The cluster of each real row; unknown where the model comes from a file.
    row_cluster: Option<Vec<u32>>,
    /// Rounds of the search.
    pub rounds: Vec<Round>,
    /// Whether the time limit ended the search.
    ended_by_time: bool,
    /// The criterion of one cluster on each axis.
    pub null_criterion: Option<f64>,
    notes: Vec<String>,
}

/// Learns co-clusters of a table, or takes them from a file.
pub(crate) fn fit<'a>(
    source: &'a Source,
    request: &'a SynthesisRequest<'_>,
    problems: Problems,
    progress: &dyn Progress,
) -> Result<Fit<FittedCoclusters<'a>>> {
    let checked = check(source, request, problems, progress)?;
    match &request.model {
        Some(path) => of_file(checked, &read_model(path)?),
        None => learn(checked, progress),
    }
}

/// Learns the model.
fn learn<'a>(
    checked: CheckedRequest<'a>,
    progress: &dyn Progress,
) -> Result<Fit<FittedCoclusters<'a>>> {
    let request = checked.request;
    let instances = Instances::new(&checked.modalities);
    let watch = SearchWatch::new(request, progress);
    let effort = Effort {
        seed: request.seed,
        rounds: request.rounds,
    };
    let (best, _) = search(&instances.incidence, effort, &watch)?;
    let Some(climbed) = climb(&checked.modalities, &instances, &best, &checked.wanted) else {
        return Ok(Fit::Unreachable(checked.unreachable()));
    };
    let ended_by_time = watch.time_is_up();
    let null_criterion = climbed.model.levels.last().map(|level| level.criterion);
    let mut notes = Vec::new();
    if ended_by_time {
        notes.push(
            "the search was ended by its time limit: another run may find another model".to_owned(),
        );
    }
    let climbed = match request.detail {
        Detail::Optimal => climbed,
        Detail::Fine => refine(&checked.modalities, climbed, &checked.wanted, request.seed),
    };
    Ok(Fit::Model(FittedCoclusters {
        model: climbed.model,
        row_cluster: Some(climbed.row_cluster),
        rounds: watch.into_rounds(),
        ended_by_time,
        null_criterion,
        notes,
        checked,
    }))
}

/// Takes a model that was learnt before, at the level asked for.
fn of_file<'a>(checked: CheckedRequest<'a>, model: &Model) -> Result<Fit<FittedCoclusters<'a>>> {
    let faults = checked.model_faults(model);
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let request = checked.request;
    let fits = |clusters: usize, smallest: u64| {
        smallest >= request.k && request.clusters.is_none_or(|most| clusters <= most)
    };
    let smallest = model.clusters.iter().map(|cluster| cluster.rows).min();
    let level = if fits(model.clusters.len(), smallest.unwrap_or(0)) {
        Some(0)
    } else {
        model
            .levels
            .iter()
            .position(|level| fits(level.row_clusters, level.smallest))
    };
    let Some(level) = level else {
        return Ok(Fit::Unreachable(checked.unreachable()));
    };
    Ok(Fit::Model(FittedCoclusters {
        null_criterion: model.levels.last().map(|level| level.criterion),
        model: model.at_level(level),
        notes: vec![
            "the model comes from a file: that its clusters have so many rows is its word"
                .to_owned(),
        ],
        row_cluster: None,
        rounds: Vec::new(),
        ended_by_time: false,
        checked,
    }))
}

impl FittedModel for FittedCoclusters<'_> {
    fn rows(&self) -> usize {
        let (request, source) = (self.checked.request, self.checked.source);
        request.rows.unwrap_or(source.table.rows())
    }

    fn sample(&self, rows: usize, random: &mut ChaCha20Rng) -> Result<Draft> {
        let request = self.checked.request;
        let margins = if self.checked.given.is_empty() {
            None
        } else {
            Some(fit_margins(&self.model, &self.checked.given)?)
        };
        let model = Model {
            doubt: request.doubt.max(self.model.doubt),
            ..self.model.clone()
        };
        let drawn = draw(&model, rows, request.way, margins.as_ref(), random);
        Ok(Draft {
            table: table_of(&model.forms, &drawn.codes, random),
            group: drawn.cluster,
        })
    }

    fn verify(&self, drawn: &Table) -> Verdict {
        verify(
            drawn,
            &Evidence {
                real: &self.checked.source.table,
                modalities: &self.checked.modalities,
                row_cluster: self.row_cluster.as_deref(),
                model: &self.model,
                wanted: &self.checked.wanted,
                copies_allowed: !self.checked.request.break_copies,
            },
        )
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = self.notes.clone();
        if self.model.clusters.len() == 1 && self.model.forms.len() > 1 {
            notes.push(
                "there is one cluster of rows: columns are drawn independently of each other, and no link between them is kept; take --method trees, or a smaller k".to_owned(),
            );
        }
        notes
    }

    fn text(&self) -> Result<Option<String>> {
        model_text(&self.model, &self.checked.source.input).map(Some)
    }

    fn report(&self, run: Run<'_>) -> Synthesis {
        let copies = run.copies();
        let Run {
            source,
            request,
            sample,
            verdict,
            rules,
            membership,
            notes,
            seconds,
        } = run;
        let (model, rows) = (&self.model, sample.table.rows());
        let here = model.levels.first();
        let sizes = model.clusters.iter().map(|cluster| cluster.rows);
        Synthesis::Coclusters(Box::new(CoclusterReport {
            bauta: env!("CARGO_PKG_VERSION"),
            input: source.input.to_string(),
            output: source.output.to_string(),
            original_rows: source.table.rows() as u64,
            held_out_rows: source.rows_kept_out(),
            parts: source.written_parts(),
            rows: rows as u64,
            dropped: source.dropped(request),
            k: request.k,
            detail: request.detail,
            smallest_cluster: verdict.least,
            largest_cluster: sizes.max().unwrap_or(0),
            row_clusters: model.clusters.len(),
            modality_clusters: model.modality_clusters(),
            criterion: here.map(|level| level.criterion),
            null_criterion: self.null_criterion,
            level: here.map(|level| level.level),
            levels: model.levels.clone(),
            copies,
            rules,
            membership,
            search: self.rounds.clone(),
            ended_by_time: self.ended_by_time,
            seed: request.seed,
            notes,
            seconds,
        }))
    }
}
