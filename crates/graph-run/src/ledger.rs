//! What counts with differential privacy have cost so far, in a file that is only ever added to.
//!
//! The first line is the budget, each further line an answer: `{"epsilon":0.5,"delta":0.0,"query":"…"}`. An answer is written down before it is
//! given, and the file is locked meanwhile: two who ask at once cannot spend the same ε. A file that ends in the middle of a line is refused.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

use bauta_table::Fault;
use serde::{Deserialize, Serialize};

use bauta_messages::{Error, Result};

/// A budget or a cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Cost {
    /// ε
    pub epsilon: f64,
    /// δ
    #[serde(default)]
    pub delta: f64,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Budget {
    budget: Cost,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    epsilon: f64,
    #[serde(default)]
    delta: f64,
    query: String,
}

/// An open ledger; nobody else can open it meanwhile.
pub(super) struct Ledger {
    file: File,
    budget: Cost,
    spent: Cost,
}

/// Sums of parts need not be exact.
const SLACK: f64 = 1e-9;

impl Ledger {
    /// Opens a ledger; a new one with the budget that is given.
    pub fn open(path: &Path, asked: Option<Cost>) -> Result<Self> {
        let failed = |source| Error::Formats(bauta_formats::Error::io(path, source));
        if !path.exists() && asked.is_none() {
            return Err(fault(format!(
                "there is no ledger {}; say with --budget how much may be spent",
                path.display()
            )));
        }
        let mut file = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(path)
            .map_err(failed)?;
        file.lock().map_err(failed)?;
        let mut text = String::new();
        file.read_to_string(&mut text).map_err(failed)?;
        if text.is_empty() {
            let budget = asked.ok_or_else(|| damaged(path, 1))?;
            if !(budget.epsilon > 0.0
                && budget.epsilon.is_finite()
                && (0.0..1.0).contains(&budget.delta))
            {
                let _ = std::fs::remove_file(path);
                return Err(fault(
                    "a budget has an epsilon above 0 and a delta from 0 to below 1".into(),
                ));
            }
            let mut ledger = Ledger {
                file,
                budget,
                spent: Cost {
                    epsilon: 0.0,
                    delta: 0.0,
                },
            };
            ledger.append(&Budget { budget }, path)?;
            return Ok(ledger);
        }
        let (budget, spent) = read(&text, path)?;
        if asked.is_some_and(|asked| asked != budget) {
            let (epsilon, delta) = (budget.epsilon, budget.delta);
            return Err(fault(format!(
                "the ledger's budget is {epsilon} (delta {delta}) and cannot be changed"
            )));
        }
        Ok(Ledger {
            file,
            budget,
            spent,
        })
    }

    /// What is left.
    pub fn left(&self) -> Cost {
        let left = |budget: f64, spent: f64| {
            if budget - spent > SLACK * budget {
                budget - spent
            } else {
                0.0
            }
        };
        Cost {
            epsilon: left(self.budget.epsilon, self.spent.epsilon),
            delta: left(self.budget.delta, self.spent.delta),
        }
    }

    /// Writes an answer down if it can be paid; whether it can.
    pub fn charge(&mut self, cost: Cost, query: &str, path: &Path) -> Result<bool> {
        let within = |spent: f64, cost: f64, budget: f64| spent + cost <= budget * (1.0 + SLACK);
        if !within(self.spent.epsilon, cost.epsilon, self.budget.epsilon)
            || !within(self.spent.delta, cost.delta, self.budget.delta)
        {
            return Ok(false);
        }
        let Cost { epsilon, delta } = cost;
        self.append(
            &Entry {
                epsilon,
                delta,
                query: query.to_owned(),
            },
            path,
        )?;
        self.spent = Cost {
            epsilon: self.spent.epsilon + epsilon,
            delta: self.spent.delta + delta,
        };
        Ok(true)
    }

    fn append(&mut self, line: &impl Serialize, path: &Path) -> Result<()> {
        let failed = |source| Error::Formats(bauta_formats::Error::io(path, source));
        let mut text = serde_json::to_string(line).map_err(|error| failed(error.into()))?;
        text.push('\n');
        self.file
            .write_all(text.as_bytes())
            .and_then(|()| self.file.sync_all())
            .map_err(failed)
    }
}

/// The budget and what was spent of it.
fn read(text: &str, path: &Path) -> Result<(Cost, Cost)> {
    if !text.ends_with('\n') {
        return Err(damaged(path, text.lines().count()));
    }
    let mut lines = text.lines().enumerate();
    let first = lines
        .next()
        .and_then(|(_, line)| serde_json::from_str::<Budget>(line).ok());
    let budget = first.ok_or_else(|| damaged(path, 1))?.budget;
    let mut spent = Cost {
        epsilon: 0.0,
        delta: 0.0,
    };
    for (place, line) in lines {
        let entry: Entry = serde_json::from_str(line).map_err(|_| damaged(path, place + 1))?;
        if !(entry.epsilon >= 0.0 && entry.delta >= 0.0) {
            return Err(damaged(path, place + 1));
        }
        spent = Cost {
            epsilon: spent.epsilon + entry.epsilon,
            delta: spent.delta + entry.delta,
        };
    }
    Ok((budget, spent))
}

fn damaged(path: &Path, line: usize) -> Error {
    fault(format!(
        "{}, line {line}: this is no ledger of answers; nothing is answered with it",
        path.display()
    ))
}

fn fault(sentence: String) -> Error {
    Error::Faults(vec![Fault::Request(sentence)])
}
