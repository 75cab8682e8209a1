//! The model that rows are drawn from: learnt from the table, or read from a file.

use std::sync::Mutex;
use std::time::{Duration, Instant};

use bauta_methods::synthesis::cocluster::{Effort, Found, Watch, search};
use bauta_methods::synthesis::{Instances, Model, climb, refine};
use bauta_table::{Fault, Progress, Stage};

use super::request::{Asked, Detail, RoundWatch, SynthesisOptions};
use super::result::Round;
use bauta_messages::Result;

/// How a model is learnt.
pub(crate) struct Fitting {
    pub rounds: usize,
    pub seconds: Option<u64>,
    pub seed: u64,
    pub detail: Detail,
    pub watch: Option<RoundWatch>,
}

impl Fitting {
    pub fn of(options: &SynthesisOptions) -> Self {
        let watch = options.watch.clone();
        Fitting {
            rounds: options.rounds,
            seconds: options.seconds,
            seed: options.seed,
            detail: options.detail,
            watch,
        }
    }
}

/// A model, and what is known of how it came about.
pub(crate) struct Learnt {
    pub model: Model,
    /// The cluster of each real row; unknown where the model comes from a file.
    pub row_cluster: Option<Vec<u32>>,
    pub rounds: Vec<Round>,
    /// Whether the time ended the search.
    pub by_time: bool,
    /// The criterion of one cluster on each axis.
    pub null_criterion: Option<f64>,
    pub notes: Vec<String>,
}

/// Learns a model; none if what is asked for cannot be had.
pub(crate) fn learn(
    asked: &Asked,
    fitting: &Fitting,
    progress: &dyn Progress,
) -> Result<Option<Learnt>> {
    let instances = Instances::new(&asked.modalities);
    let watching = Watching::new(fitting, progress);
    let effort = Effort {
        seed: fitting.seed,
        rounds: fitting.rounds,
    };
    let (best, _) = search(&instances.incidence, effort, &watching)?;
    let Some(climbed) = climb(&asked.modalities, &instances, &best, &asked.wanted) else {
        return Ok(None);
    };
    let by_time = watching.time_is_up();
    let rounds = watching.rounds.into_inner().unwrap_or_default();
    let null_criterion = climbed.model.levels.last().map(|level| level.criterion);
    let mut notes = Vec::new();
    if by_time {
        notes.push(
            "the search was ended by its time limit: another run may find another model".to_owned(),
        );
    }
    let climbed = match fitting.detail {
        Detail::Optimal => climbed,
        Detail::Fine => refine(&asked.modalities, climbed, &asked.wanted, fitting.seed),
    };
    let row_cluster = Some(climbed.row_cluster);
    Ok(Some(Learnt {
        model: climbed.model,
        row_cluster,
        rounds,
        by_time,
        null_criterion,
        notes,
    }))
}

/// Takes a model that was learnt before, at the level asked for; none if no level of it is coarse enough.
pub(crate) fn of_file(
    asked: &Asked,
    model: &Model,
    options: &SynthesisOptions,
) -> Result<Option<Learnt>> {
    let mut faults: Vec<Fault> = Vec::new();
    let attributes = asked.table.attributes();
    let names = |names: &mut dyn Iterator<Item = &String>| names.cloned().collect::<Vec<String>>();
    let own = names(&mut attributes.iter().map(|attribute| &attribute.name));
    if own != names(&mut model.forms.iter().map(|form| &form.name)) {
        faults.push(Fault::Request(
            "the model is of a table with other columns than this one".to_owned(),
        ));
    } else {
        for (attribute, form) in attributes.iter().zip(&model.forms) {
            let dictionary = attribute.column.dictionary();
            if dictionary.kind() != form.kind || *dictionary.style() != form.style {
                faults.push(Fault::Request(format!(
                    "column \"{}\" is of another kind or style in the model than in the table",
                    form.name
                )));
            }
        }
    }
    if options.l.is_some() || options.t.is_some() {
        faults.push(Fault::Request(
            "a model file does not hold which rows are in a cluster, so l and t cannot be checked; learn the model anew".to_owned(),
        ));
    }
    if !faults.is_empty() {
        return Err(faults.into());
    }
    let fits = |clusters: usize, smallest: u64| {
        smallest >= options.k && options.clusters.is_none_or(|most| clusters <= most)
    };
    let smallest = model
        .clusters
        .iter()
        .map(|cluster| cluster.rows)
        .min()
        .unwrap_or(0);
    let level = match fits(model.clusters.len(), smallest) {
        true => Some(0),
        false => model
            .levels
            .iter()
            .position(|level| fits(level.row_clusters, level.smallest)),
    };
    Ok(level.map(|level| Learnt {
        null_criterion: model.levels.last().map(|level| level.criterion),
        model: model.at_level(level),
        row_cluster: None,
        rounds: Vec::new(),
        by_time: false,
        notes: vec![
            "the model comes from a file: that its clusters have so many rows is its word"
                .to_owned(),
        ],
    }))
}

/// Passes on where the search is, and ends it when its time is up.
struct Watching<'a> {
    progress: &'a dyn Progress,
    start: Instant,
    limit: Option<Duration>,
    rounds: Mutex<Vec<Round>>,
    watch: Option<&'a RoundWatch>,
}

impl<'a> Watching<'a> {
    fn new(fitting: &'a Fitting, progress: &'a dyn Progress) -> Self {
        progress.tell(Stage::Search, 0, None);
        Watching {
            progress,
            start: Instant::now(),
            limit: fitting.seconds.map(Duration::from_secs),
            rounds: Mutex::new(Vec::new()),
            watch: fitting.watch.as_ref(),
        }
    }

    fn time_is_up(&self) -> bool {
        self.limit
            .is_some_and(|limit| self.start.elapsed() >= limit)
    }
}

impl Watch for Watching<'_> {
    fn tell(&self, found: &Found) {
        let seconds = self.start.elapsed().as_secs_f64();
        let round = Round {
            round: found.round,
            criterion: found.criterion,
            parts: found.parts,
            seconds,
        };
        if let Some(watch) = self.watch {
            watch(&round);
        }
        if let Ok(mut rounds) = self.rounds.lock() {
            rounds.push(round);
        }
    }

    fn at(&self, done: usize, of: usize) {
        self.progress
            .tell(Stage::Search, done as u64, Some(of as u64));
    }

    fn enough(&self) -> bool {
        self.time_is_up()
    }

    fn cancelled(&self) -> bool {
        self.progress.cancelled()
    }
}
