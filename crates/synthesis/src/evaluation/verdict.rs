//! What the figures come to, in a few sentences.

use serde::Serialize;

use super::SyntheticEvaluated;

/// How good news is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum SyntheticReading {
    /// Nothing stands out.
    #[default]
    Good,
    /// Useful within limits, or not fully tested.
    Mixed,
    /// Rows of people are repeated.
    Bad,
}

/// What it comes to.
#[derive(Debug, Clone, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct SyntheticVerdict {
    /// How good news is.
    pub reading: SyntheticReading,
    /// Why, in English; their French is that of other sentences.
    pub sentences: Vec<String>,
}

/// Synthetic rows nearer to the original than to people kept out, beyond this: they repeat people.
const NEARER: f64 = 0.55;
/// Copies beyond what people who were kept out have by chance.
const COPIES: f64 = 0.1;
/// Distances this many times what chance gives are worth a remark.
const FAR: f64 = 3.0;

pub(super) fn of(found: &SyntheticEvaluated) -> SyntheticVerdict {
    let mut verdict = SyntheticVerdict::default();
    protection(found, &mut verdict);
    usefulness(found, &mut verdict);
    verdict
}

impl SyntheticVerdict {
    fn say(&mut self, reading: SyntheticReading, sentence: String) {
        self.sentences.push(sentence);
        let worse = |it: SyntheticReading| it as u8;
        if worse(reading) > worse(self.reading) {
            self.reading = reading;
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn protection(found: &SyntheticEvaluated, verdict: &mut SyntheticVerdict) {
    let copies = &found.copies;
    let share = percent(copies.share);
    match copies.held_out_share {
        _ if copies.share >= 1.0 => verdict.say(
            SyntheticReading::Bad,
            "every synthetic row is a copy of a real row: this is the table itself, or a sample of it".into(),
        ),
        Some(other) if copies.share > other + COPIES => verdict.say(
            SyntheticReading::Bad,
            format!("{share} % of synthetic rows are equal to a real row, against {} % of the people kept out", percent(other)),
        ),
        Some(other) => verdict.say(
            SyntheticReading::Good,
            format!("{share} % of synthetic rows are equal to a real row, no more than {} % of the people kept out and a margin", percent(other)),
        ),
        None => verdict.say(SyntheticReading::Good, format!("{share} % of synthetic rows are equal to a real row")),
    }
    match found.distances.and_then(|it| it.nearer_share) {
        Some(nearer) if nearer > NEARER => verdict.say(
            SyntheticReading::Bad,
            format!("{} % of synthetic rows are nearer to the original than to people kept out: rows are repeated", percent(nearer)),
        ),
        Some(nearer) => verdict.say(
            SyntheticReading::Good,
            format!("{} % of synthetic rows are nearer to the original than to people kept out; 50 % is what copying nobody gives", percent(nearer)),
        ),
        None => verdict.say(
            SyntheticReading::Mixed,
            "protection is not fully tested: nobody is known to have been kept out (--holdout FILE)".into(),
        ),
    }
}

fn usefulness(found: &SyntheticEvaluated, verdict: &mut SyntheticVerdict) {
    let (two, floor) = (found.two_way.mean, found.two_way.floor);
    let reading = if two > FAR * floor {
        SyntheticReading::Mixed
    } else {
        SyntheticReading::Good
    };
    verdict.say(
        reading,
        format!(
            "tables of two attributes differ by {} % on average; a sample of the original would differ by {} %",
            hundredths(two),
            hundredths(floor)
        ),
    );
}

fn hundredths(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}
