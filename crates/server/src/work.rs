//! The threads that do the work: calls of the library, one job at a time each.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use bauta::{AttackRequest, Error, ErrorKind, EvaluateOptions, Opened, ProjectInput, RiskOptions};
use bauta_privacy::Release;
use bauta_table::Fault;

use crate::advice;
use crate::answer::Problem;
use crate::job::{Failure, Job, JobState, Outcome};
use crate::request::{
    AnonymizeSettings, AttackSettings, CompareSettings, JobRequest, RiskSettings,
};
use crate::synthesis;

/// How many jobs run at once: each uses all cores by itself, and a quick one need not wait for a long one.
const WORKERS: usize = 2;

/// Threads that take jobs in their order.
pub struct Workers {
    queue: Mutex<Sender<Arc<Job>>>,
}

impl Workers {
    /// Starts them; finished releases may take so many bytes.
    pub fn new(held_bytes: u64) -> io::Result<Self> {
        let held = Arc::new(Kept {
            most: held_bytes,
            jobs: Mutex::default(),
        });
        let (sender, receiver) = channel::<Arc<Job>>();
        let receiver = Arc::new(Mutex::new(receiver));
        for number in 1..=WORKERS {
            let (jobs, held) = (Arc::clone(&receiver), Arc::clone(&held));
            std::thread::Builder::new()
                .name(format!("worker {number}"))
                .spawn(move || work(&jobs, &held))?;
        }
        Ok(Workers {
            queue: Mutex::new(sender),
        })
    }

    /// Has a job done.
    pub fn take(&self, job: Arc<Job>) {
        let _ = self
            .queue
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .send(job);
    }
}

fn work(jobs: &Mutex<Receiver<Arc<Job>>>, held: &Kept) {
    loop {
        let next = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = next else { return };
        if job.begin() {
            run(&job);
            held.add(&job);
        }
    }
}

/// The releases in memory, the oldest first, and how much they may take.
struct Kept {
    most: u64,
    jobs: Mutex<Vec<Weak<Job>>>,
}

impl Kept {
    /// Keeps a release, and gives up the oldest ones until all that are left fit. The newest always stays.
    fn add(&self, job: &Arc<Job>) {
        let mut jobs = self.jobs.lock().unwrap_or_else(PoisonError::into_inner);
        jobs.retain(|job| job.upgrade().is_some_and(|job| job.held_bytes() > 0));
        if job.held_bytes() > 0 {
            jobs.push(Arc::downgrade(job));
        }
        let sizes: Vec<u64> = jobs
            .iter()
            .map(|job| job.upgrade().map_or(0, |job| job.held_bytes()))
            .collect();
        let mut left: u64 = sizes.iter().sum();
        let mut gone = 0;
        while left > self.most && gone + 1 < jobs.len() {
            left -= sizes.get(gone).copied().unwrap_or_default();
            gone += 1;
        }
        jobs.drain(..gone)
            .filter_map(|job| job.upgrade())
            .for_each(|job| job.drop_release());
    }
}

fn run(job: &Job) {
    match catch_unwind(AssertUnwindSafe(|| outcome(job))) {
        Ok(Ok(outcome)) => {
            let state = match &outcome {
                Outcome::Held(held) if held.release.is_none() => JobState::Unreachable,
                Outcome::Synthetic(made) if made.table.is_none() => JobState::Unreachable,
                _ => JobState::Done,
            };
            job.end(state, Ok(outcome));
        }
        Ok(Err(error)) => {
            let stopped = error.kind() == ErrorKind::Cancelled;
            let state = if stopped {
                JobState::Cancelled
            } else {
                JobState::Failed
            };
            job.end(
                state,
                Err(Failure::of(|language| {
                    Problem::of(&error, language, &job.dataset.folder)
                })),
            );
        }
        Err(_) => job.end(JobState::Failed, Err(Failure::of(Problem::failed))),
    }
}

fn outcome(job: &Job) -> bauta::Result<Outcome> {
    match &job.request {
        JobRequest::Risk(order) => risk(job, order.settings()),
        JobRequest::Anonymize(order) => anonymize(job, order.settings()),
        JobRequest::Compare(order) => compare(job, &order.options),
        JobRequest::Attack(order) => attack(job, &order.options),
        JobRequest::Steps(_) => steps(job),
        JobRequest::Advise(order) => advice::suggest(job, &order.settings()),
        JobRequest::Measure(order) => advice::measure(job, &order.options),
        JobRequest::Synthesize(order) => synthesis::make(job, &order.settings()),
        JobRequest::Evaluate(order) => synthesis::evaluate(job, &order.options),
        JobRequest::Study(order) => synthesis::study(job, order.settings()),
    }
}

fn risk(job: &Job, asked: RiskSettings) -> bauta::Result<Outcome> {
    let usual = RiskOptions::default();
    let targets = &job.project.targets;
    let options = RiskOptions {
        weight: asked.weight,
        population: asked.population.map(|people| people.to_string()),
        sampling_fraction: asked.sampling_fraction,
        household: asked.household,
        target_k: asked.target_k.or(targets.k()).unwrap_or(usual.target_k),
        target_l: asked.target_l.or(targets.l()).unwrap_or(usual.target_l),
        outliers: asked.outliers.unwrap_or(usual.outliers),
        show_values: asked.show_values,
        ..usual
    };
    let mut report = bauta::risk(job.input(), &options, job)?;
    report.input.clone_from(&job.dataset.name);
    Ok(Outcome::Risk(Box::new(report)))
}

fn anonymize(job: &Job, asked: AnonymizeSettings) -> bauta::Result<Outcome> {
    let mut held = bauta::hold(job.input(), job)?;
    held.account.report.input.clone_from(&job.dataset.name);
    held.account.report.outputs = job.outputs(
        held.release
            .as_ref()
            .map_or(0, |release| release.tables().len()),
    );
    held.account.report.because = advice::because(job, asked.choice.as_deref())?;
    Ok(Outcome::Held(Arc::new(held)))
}

fn steps(job: &Job) -> bauta::Result<Outcome> {
    let mut history = bauta::history(job.input(), job)?;
    history.input.clone_from(&job.dataset.name);
    Ok(Outcome::Steps(Box::new(history)))
}

fn compare(job: &Job, asked: &CompareSettings) -> bauta::Result<Outcome> {
    let usual = EvaluateOptions::default();
    let options = EvaluateOptions {
        seed: asked.seed.unwrap_or(job.project.anonymize.seed),
        models: asked.models.unwrap_or(usual.models),
        ..usual
    };
    let mut found = bauta::compare(job.input(), &asked.candidates, &options, job)?;
    found.input.clone_from(&job.dataset.name);
    Ok(Outcome::Compared(Box::new(found)))
}

/// Attacks a release as it stands in memory; the original is the attacker's to compare with.
fn attack(job: &Job, asked: &AttackSettings) -> bauta::Result<Outcome> {
    let of = job.of.as_ref();
    let Some((of, held)) = of.and_then(|of| Some((of, of.held()?))) else {
        return Err(wrong("there is no release to attack; anonymise first"));
    };
    let tables = held.release.as_ref().map(Release::published);
    let tables = tables.unwrap_or_default();
    let [table] = tables.as_slice() else {
        return Err(wrong("attacks need a release of one table"));
    };
    let release = Opened::of_table(table);
    let project = &job.runnable;
    let usual = AttackRequest::default();
    let request = AttackRequest {
        original: Some(job.runnable.input.data.clone()),
        attacks: asked.attacks.unwrap_or(usual.attacks),
        exclude: asked.exclude.unwrap_or(usual.exclude),
        seed: asked.seed.unwrap_or(usual.seed),
        fail_above: asked.fail_above,
        ..usual
    };
    let release = ProjectInput {
        project,
        opened: Some(&release),
    };
    // The rows that the release was made of, whatever the dataset holds by now.
    let mut found = bauta::attack(release, of.opened(), &request, job)?;
    found.release.clone_from(&of.name);
    Ok(Outcome::Attacked(Box::new(found)))
}

/// A fault of the request.
fn wrong(sentence: &str) -> Error {
    Error::Faults(vec![Fault::Request(sentence.to_owned())])
}
