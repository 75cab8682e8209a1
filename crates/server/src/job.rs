//! A piece of long work: what it does, where it is, what came of it. It goes on whoever looks, and can be stopped.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::{Duration, Instant};

use bauta::{
    Attacked, Comparison, Held, History, Opened, Project, ProjectInput, RiskReport, Session, Study,
    SyntheticEvaluated,
};
use bauta_table::{Progress, Stage, Table};
use serde::Serialize;
use tokio::sync::watch;
use utoipa::ToSchema;

use crate::answer::Problem;
use crate::dataset::{Dataset, Read};
use crate::job_kind::JobKind;
use crate::language::Language;
use crate::places::Place;
use crate::request::JobRequest;
use crate::synthetic::Synthetic;

/// How often a change is told at the most.
const PAUSE: Duration = Duration::from_millis(60);

/// Where a job is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum JobState {
    /// It waits for others.
    Queued,
    /// It runs.
    Running,
    /// There is a result.
    Done,
    /// The target cannot be reached; the result says how near it came.
    Unreachable,
    /// The request or the data are wrong, or a file failed.
    Failed,
    /// It was stopped.
    Cancelled,
    /// There was a release; it was given up to make room for later ones.
    Dropped,
}

impl JobState {
    /// Whether nothing more will come.
    pub fn has_ended(self) -> bool {
        !matches!(self, JobState::Queued | JobState::Running)
    }
}

/// How far the work is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct Advance {
    /// read, search, apply, verify or write.
    pub stage: Option<&'static str>,
    /// Units of the stage that are done.
    pub done: u64,
    /// Units of the stage, where they are known.
    pub total: Option<u64>,
}

/// What is told of a job as it goes.
#[derive(Debug, Clone, Copy)]
pub struct Status {
    /// Where it is.
    pub state: JobState,
    /// How far.
    pub advance: Advance,
    /// How long it took, or takes.
    pub seconds: f64,
}

/// What came of a job.
pub enum Outcome {
    /// Risks.
    Risk(Box<RiskReport>),
    /// A release, or none that can be had.
    Held(Arc<Held>),
    /// Candidates.
    Compared(Box<Comparison>),
    /// Attacks.
    Attacked(Box<Attacked>),
    /// Reductions.
    Steps(Box<History>),
    /// The guided path as far as it went.
    Advised(Box<Session>),
    /// Fictitious rows, or none that can be had.
    Synthetic(Box<Synthetic>),
    /// How good they are.
    Evaluated(Box<SyntheticEvaluated>),
    /// The same, level by level.
    Studied(Box<Study>),
}

/// Why nothing came of it, in both languages.
pub struct Failure {
    en: Problem,
    fr: Problem,
}

impl Failure {
    /// By language.
    pub fn of(make: impl Fn(Language) -> Problem) -> Self {
        Failure {
            en: make(Language("en")),
            fr: make(Language("fr")),
        }
    }

    /// In a language.
    pub fn problem(&self, language: Language) -> Problem {
        if language.0 == "fr" {
            self.fr.clone()
        } else {
            self.en.clone()
        }
    }
}

/// How a job ended.
pub type Ended = Result<Outcome, Failure>;

/// About what a run takes: its tables with four bytes a cell, and where rows came from.
fn bytes(held: &Held) -> u64 {
    let cells = |table: &Table| (table.rows() * table.attributes().len() * 4) as u64;
    let tables = held.release.as_ref().map_or(0, |release| {
        release.tables().iter().map(|(_, table)| cells(table)).sum()
    });
    tables
        + held
            .origins
            .as_ref()
            .map_or(0, |origins| origins.len() as u64 * 4)
}

/// A piece of long work.
pub struct Job {
    /// `j` and a number.
    pub id: String,
    /// Its data.
    pub dataset: Arc<Dataset>,
    /// What it does.
    pub kind: JobKind,
    /// What the user calls it.
    pub name: String,
    /// The project that it runs, as the user has it.
    pub project: Project,
    /// The same, as it can be run here.
    pub runnable: Project,
    /// The table as that project wants it read, where it is open already.
    pub data: Option<Arc<Read>>,
    /// What was asked for.
    pub request: JobRequest,
    /// The job that it goes on from: whose release is attacked, whose suggestions run, whose choice is released.
    pub of: Option<Arc<Job>>,
    /// How a search goes: its seconds and criterion, round by round.
    pub curve: Arc<Mutex<Vec<[f64; 2]>>>,
    stopped: AtomicBool,
    status: watch::Sender<Status>,
    started: Mutex<Instant>,
    told: Mutex<Instant>,
    ended: RwLock<Option<Arc<Ended>>>,
}

/// A job as the page sees it.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct JobView {
    /// Its id.
    pub id: String,
    /// The dataset's id.
    pub dataset: String,
    /// What it does.
    pub kind: JobKind,
    /// What the user calls it.
    pub name: String,
    /// The method, for releases.
    pub method: String,
    /// Where it is.
    pub state: JobState,
    /// How far.
    pub progress: Advance,
    /// Everything that was wrong, a sentence each.
    pub errors: Vec<String>,
    /// The same with places.
    pub faults: Vec<Place>,
    /// How long it took, or takes.
    pub seconds: f64,
    /// Seconds and criterion of each round of a search that tells them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<(f64, f64)>)]
    pub curve: Vec<[f64; 2]>,
}

/// What a new job is made of.
pub struct Order {
    /// `j` and a number.
    pub id: String,
    /// Its data.
    pub dataset: Arc<Dataset>,
    /// What the user calls it.
    pub name: String,
    /// The project, as the user has it.
    pub project: Project,
    /// The same, as it can be run here.
    pub runnable: Project,
    /// The table as that project wants it read, where it is open already.
    pub data: Option<Arc<Read>>,
    /// What was asked for.
    pub request: JobRequest,
    /// The job that it goes on from.
    pub of: Option<Arc<Job>>,
}

impl Job {
    /// A job that waits.
    pub fn new(order: Order) -> Self {
        let Order {
            id,
            dataset,
            name,
            project,
            runnable,
            data,
            request,
            of,
        } = order;
        let (kind, ..) = request.head();
        let status = Status {
            state: JobState::Queued,
            advance: Advance::default(),
            seconds: 0.0,
        };
        Job {
            id,
            dataset,
            kind,
            name,
            project,
            runnable,
            data,
            request,
            of,
            curve: Arc::default(),
            stopped: AtomicBool::new(false),
            status: watch::Sender::new(status),
            started: Mutex::new(Instant::now()),
            told: Mutex::new(Instant::now()),
            ended: RwLock::default(),
        }
    }

    /// What it runs, and on which rows.
    pub fn input(&self) -> ProjectInput<'_> {
        ProjectInput {
            project: &self.runnable,
            opened: self.opened(),
        }
    }

    /// The table, where it is open already.
    pub fn opened(&self) -> Option<&Opened> {
        self.data.as_ref().map(|data| &data.opened)
    }

    /// Asks it to stop; one that waits is stopped at once.
    pub fn cancel(&self) {
        self.stopped.store(true, Ordering::Relaxed);
        self.status.send_if_modified(|status| {
            let waits = status.state == JobState::Queued;
            if waits {
                status.state = JobState::Cancelled;
            }
            waits
        });
    }

    /// Begins it, unless it was stopped.
    pub fn begin(&self) -> bool {
        *self.started.lock().unwrap_or_else(PoisonError::into_inner) = Instant::now();
        self.status.send_if_modified(|status| {
            let waits = status.state == JobState::Queued;
            if waits {
                status.state = JobState::Running;
            }
            waits
        })
    }

    /// Ends it.
    pub fn end(&self, state: JobState, outcome: Result<Outcome, Failure>) {
        *self.ended.write().unwrap_or_else(PoisonError::into_inner) = Some(Arc::new(outcome));
        let seconds = self.elapsed();
        self.status.send_modify(|status| {
            status.state = state;
            status.seconds = seconds;
        });
    }

    fn elapsed(&self) -> f64 {
        self.started
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .elapsed()
            .as_secs_f64()
    }

    /// Names for the tables of its release: those of the project, where it has as many.
    pub fn outputs(&self, tables: usize) -> Vec<String> {
        let named = &self.project.output.tables;
        if named.len() == tables {
            return named.clone();
        }
        let name = bauta::default_output(self.dataset.name.split('#').next().unwrap_or_default());
        let (stem, extension) = name.rsplit_once('.').unwrap_or((&name, "csv"));
        (1..=tables)
            .map(|number| format!("{stem}-{number}.{extension}"))
            .collect()
    }

    /// Where it is.
    pub fn state(&self) -> JobState {
        self.status.borrow().state
    }

    /// To be told of changes; the present state first.
    pub fn watch(&self) -> watch::Receiver<Status> {
        let mut receiver = self.status.subscribe();
        receiver.mark_changed();
        receiver
    }

    /// How it ended, if it did.
    pub fn ended(&self) -> Option<Arc<Ended>> {
        self.ended
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// The run that it made; it stays for as long as somebody looks at it.
    pub fn held(&self) -> Option<Arc<Held>> {
        match self.ended()?.as_ref() {
            Ok(Outcome::Held(held)) => Some(Arc::clone(held)),
            _ => None,
        }
    }

    /// The guided path as far as it led it.
    pub fn session(&self) -> Option<Session> {
        match self.ended()?.as_ref() {
            Ok(Outcome::Advised(session)) => Some(session.as_ref().clone()),
            _ => None,
        }
    }

    /// The file of the fictitious rows that it made.
    pub fn synthetic(&self) -> Option<PathBuf> {
        match self.ended()?.as_ref() {
            Ok(Outcome::Synthetic(made)) => made.table.clone(),
            _ => None,
        }
    }

    /// About how many bytes its release takes.
    pub fn held_bytes(&self) -> u64 {
        self.held().map_or(0, |held| bytes(&held))
    }

    /// Gives its release up. Who reads it at the moment still can.
    pub fn drop_release(&self) {
        *self.ended.write().unwrap_or_else(PoisonError::into_inner) = None;
        self.status
            .send_modify(|status| status.state = JobState::Dropped);
    }

    /// As the page sees it.
    pub fn view(&self, language: Language) -> JobView {
        let Status {
            state,
            advance,
            seconds,
        } = *self.status.borrow();
        let ended = self.ended();
        let failure = ended
            .as_ref()
            .and_then(|ended| ended.as_ref().as_ref().err());
        let problem = failure.map(|it| it.problem(language));
        let (errors, faults) = problem
            .map(|problem| (problem.errors, problem.faults))
            .unwrap_or_default();
        JobView {
            id: self.id.clone(),
            dataset: self.dataset.id.clone(),
            kind: self.kind,
            name: self.name.clone(),
            method: self.project.anonymize.method.clone(),
            state,
            progress: advance,
            errors,
            faults,
            seconds: if state == JobState::Running {
                self.elapsed()
            } else {
                seconds
            },
            curve: self
                .curve
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone(),
        }
    }
}

impl Progress for Job {
    fn tell(&self, stage: Stage, done: u64, total: Option<u64>) {
        let word = match stage {
            Stage::Read => "read",
            Stage::Search => "search",
            Stage::Apply => "apply",
            Stage::Verify => "verify",
            _ => "write",
        };
        let same = self.status.borrow().advance.stage == Some(word);
        if same {
            // Many times a second from many threads: who comes too early, or while another one tells, leaves it.
            let Ok(mut told) = self.told.try_lock() else {
                return;
            };
            if told.elapsed() < PAUSE {
                return;
            }
            *told = Instant::now();
        }
        self.status.send_modify(|status| {
            status.advance = Advance {
                stage: Some(word),
                done,
                total,
            }
        });
    }

    fn cancelled(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}
