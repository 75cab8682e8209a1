//! A technique run in process, as the benchmarks time it.

use std::time::Instant;

use bauta_methods::{Context, Outcome, Settings, Task};
use bauta_privacy::Requirement;
use bauta_table::Silent;
use bauta_table::recoding::{Prepared, Recoding};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

use crate::Result;

/// The plan of a method when at most so many rows may be left out, and what it says about itself.
pub fn planned(
    method: &str,
    prepared: &Prepared<'_>,
    requirements: &[Requirement],
    settings: &Settings,
    limit: u64,
) -> Result<(Recoding, Vec<String>)> {
    let technique = bauta_methods::find(method).map_err(|fault| fault.to_string())?;
    let task = Task::new(technique, prepared, requirements, settings, Vec::new());
    let task = task.map_err(|faults| {
        faults
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("\n")
    })?;
    let task = task.with_limit(limit);
    let start = Instant::now();
    let mut context = Context {
        rng: ChaCha20Rng::seed_from_u64(1),
        progress: &Silent,
        elapsed: &(move || start.elapsed().as_secs_f64()),
        notes: Vec::new(),
        view: None,
        trace: None,
    };
    match task.plan(&mut context) {
        Ok(Outcome::Plan(plan)) => Ok((plan, context.notes)),
        Ok(Outcome::Unreachable(miss)) => Err(miss.attempt),
        Err(error) => Err(error.to_string()),
    }
}
