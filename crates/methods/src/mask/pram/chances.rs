//! Transition matrices: with which chance a value becomes which.

use bauta_table::{Dictionary, Fault};

/// A matrix of chances over codes, in the shape that it was declared.
pub(super) enum Chances {
    /// Kept with a chance, else drawn from the frequencies of the table, given as running sums.
    Invariant { keep: f64, reached: Vec<f64> },
    /// Kept with a chance, else any other of so many values.
    Uniform { keep: f64, values: usize },
    /// Every line as running sums.
    Lines(Vec<Vec<f64>>),
}

impl Chances {
    /// rI + (1-r)·1tᵀ/n.
    pub(super) fn invariant(keep: f64, counts: &[u64]) -> Self {
        let rows = counts.iter().sum::<u64>().max(1) as f64;
        let mut seen = 0;
        let reached = counts.iter().map(|&count| {
            seen += count;
            seen as f64 / rows
        });
        Chances::Invariant {
            keep,
            reached: reached.collect(),
        }
    }

    pub(super) fn uniform(keep: f64, values: usize) -> Self {
        Chances::Uniform { keep, values }
    }

    /// What somebody wrote: `yes:yes=0.9,no=0.1;no:no=1`.
    pub(super) fn given(
        text: &str,
        attribute: &str,
        dictionary: &Dictionary,
    ) -> Result<Self, Fault> {
        let wrong =
            |problem: String| Fault::Request(format!("--matrix for \"{attribute}\": {problem}"));
        let values = dictionary.value_count();
        let code_of = |word: &str| {
            let found = (0..values as u32).find(|&code| dictionary.label(code) == word.trim());
            found
                .map(|code| code as usize)
                .ok_or_else(|| wrong(format!("\"{}\" is no value of it", word.trim())))
        };
        let mut lines: Vec<Vec<f64>> = vec![Vec::new(); values];
        for line in text.split(';').filter(|line| !line.trim().is_empty()) {
            let (from, to) = line
                .split_once(':')
                .ok_or_else(|| wrong("each line must be value:value=chance,…".into()))?;
            let mut chances = vec![0.0; values];
            for entry in to.split(',') {
                let (value, chance) = entry
                    .rsplit_once('=')
                    .ok_or_else(|| wrong("each entry must be value=chance".into()))?;
                let chance: f64 = chance.trim().parse().unwrap_or(f64::NAN);
                if !(0.0..=1.0).contains(&chance) {
                    return Err(wrong("a chance must be a number from 0 to 1".into()));
                }
                chances[code_of(value)?] += chance;
            }
            let sum: f64 = chances.iter().sum();
            if (sum - 1.0).abs() > 1e-9 {
                return Err(wrong(format!(
                    "the line of \"{}\" sums to {sum}, but must sum to 1",
                    from.trim()
                )));
            }
            lines[code_of(from)?] = running(&chances);
        }
        match lines.iter().filter(|line| line.is_empty()).count() {
            0 => Ok(Chances::Lines(lines)),
            lacking => Err(wrong(format!(
                "{lacking} of its values have no line; give one for each"
            ))),
        }
    }

    /// What a code becomes, by two numbers from 0 to 1 that chance has drawn.
    pub(super) fn draw(&self, code: u32, first: f64, second: f64) -> u32 {
        match self {
            Chances::Invariant { keep, .. } | Chances::Uniform { keep, .. } if first < *keep => {
                code
            }
            Chances::Invariant { reached, .. } => place(reached, second),
            Chances::Uniform { values: 0 | 1, .. } => code,
            Chances::Uniform { values, .. } => {
                let other = ((second * (values - 1) as f64) as u32).min(*values as u32 - 2);
                if other < code { other } else { other + 1 }
            }
            Chances::Lines(lines) => place(&lines[code as usize], first),
        }
    }
}

fn running(chances: &[f64]) -> Vec<f64> {
    let mut sum = 0.0;
    let sums = chances.iter().map(|chance| {
        sum += chance;
        sum
    });
    sums.collect()
}

/// The first place whose running sum is above a number; values that cannot happen are never drawn.
fn place(reached: &[f64], drawn: f64) -> u32 {
    let whole = reached.last().copied().unwrap_or(1.0);
    reached
        .partition_point(|&sum| sum <= drawn * whole)
        .min(reached.len().saturating_sub(1)) as u32
}
