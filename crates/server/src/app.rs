//! What all requests share.

use std::collections::BTreeMap;
use std::io;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use crate::Settings;
use crate::answer::{Problem, Result};
use crate::dataset::Dataset;
use crate::hosts::Hosts;
use crate::job::Job;
use crate::language::Language;
use crate::work::Workers;

/// What all requests share.
pub struct App {
    /// The secret of the opened address.
    pub token: String,
    /// What the cookie holds. Browsers send cookies to every port of a machine, so that it is not the secret, and opens less.
    pub ticket: String,
    /// Names under which the server may be called.
    pub hosts: Hosts,
    /// The folder that may be looked into, whole.
    pub root: Option<PathBuf>,
    /// Where uploads are.
    pub folder: PathBuf,
    /// The largest upload.
    pub upload_bytes: u64,
    /// The description of the interface.
    pub description: OnceLock<String>,
    datasets: RwLock<BTreeMap<u64, Arc<Dataset>>>,
    jobs: RwLock<BTreeMap<u64, Arc<Job>>>,
    next: AtomicU64,
    workers: Workers,
}

impl App {
    /// An empty session with a new secret.
    pub fn new(
        settings: &Settings,
        address: SocketAddr,
        root: Option<PathBuf>,
        folder: PathBuf,
    ) -> io::Result<Arc<App>> {
        Ok(Arc::new(App {
            token: secret()?,
            ticket: secret()?,
            hosts: Hosts::new(address),
            root,
            folder,
            upload_bytes: settings.upload_bytes,
            description: OnceLock::new(),
            datasets: RwLock::default(),
            jobs: RwLock::default(),
            next: AtomicU64::new(1),
            workers: Workers::new(settings.held_bytes)?,
        }))
    }

    /// A number that was not used before.
    pub fn number(&self) -> u64 {
        self.next.fetch_add(1, Ordering::Relaxed)
    }

    /// All datasets, the oldest first.
    pub fn datasets(&self) -> Vec<Arc<Dataset>> {
        self.datasets
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .values()
            .cloned()
            .collect()
    }

    /// A dataset by its id.
    pub fn dataset(&self, id: &str, language: Language) -> Result<Arc<Dataset>> {
        let number = id.strip_prefix('d').and_then(|number| number.parse().ok());
        let datasets = self.datasets.read().unwrap_or_else(PoisonError::into_inner);
        number
            .and_then(|number: u64| datasets.get(&number).cloned())
            .ok_or_else(|| Problem::no_dataset(language))
    }

    /// Adds a dataset.
    pub fn add_dataset(&self, number: u64, dataset: Arc<Dataset>) {
        self.datasets
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(number, dataset);
    }

    /// Forgets a dataset with its jobs and files.
    pub fn remove_dataset(&self, id: &str, language: Language) -> Result<()> {
        let dataset = self.dataset(id, language)?;
        self.datasets
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|_, other| other.id != dataset.id);
        self.jobs
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|_, job| {
                let own = job.dataset.id == dataset.id;
                if own {
                    job.cancel();
                }
                !own
            });
        dataset.remove_files();
        Ok(())
    }

    /// All jobs, the oldest first.
    pub fn jobs(&self) -> Vec<Arc<Job>> {
        self.jobs
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .values()
            .cloned()
            .collect()
    }

    /// A job by its id.
    pub fn job(&self, id: &str, language: Language) -> Result<Arc<Job>> {
        let number = id.strip_prefix('j').and_then(|number| number.parse().ok());
        let jobs = self.jobs.read().unwrap_or_else(PoisonError::into_inner);
        number
            .and_then(|number: u64| jobs.get(&number).cloned())
            .ok_or_else(|| Problem::no_job(language))
    }

    /// Adds a job and has it done.
    pub fn add_job(&self, number: u64, job: Arc<Job>) {
        self.jobs
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(number, Arc::clone(&job));
        self.workers.take(job);
    }

    /// Forgets a job.
    pub fn remove_job(&self, job: &Job) {
        self.jobs
            .write()
            .unwrap_or_else(PoisonError::into_inner)
            .retain(|_, other| other.id != job.id);
    }

    /// Asks all jobs to stop.
    pub fn cancel_all(&self) {
        self.jobs().iter().for_each(|job| job.cancel());
    }
}

/// 128 bits of the operating system, as digits.
fn secret() -> io::Result<String> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes).map_err(|error| io::Error::other(error.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}
