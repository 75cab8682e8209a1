//! What the figures come to, in a few sentences.
//!
//! Protection is judged by attacks: copies beyond what chance gives, membership inference, singling out, linkability, inference. Distances to the
//! closest rows are shown and judge nothing: a table may be far from everybody on average and give a few away.

use serde::Serialize;

use super::SyntheticEvaluated;
use crate::measures::membership::MembershipAttack;
use bauta_evaluate::{Criteria, Criterion};

/// How good news is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, schemars::JsonSchema,
)]
#[serde(rename_all = "kebab-case")]
pub enum SyntheticReading {
    /// Nothing stands out.
    #[default]
    Good,
    /// Useful within limits, or not fully tested.
    Mixed,
    /// People are given away.
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

/// What attacks on membership come to.
#[derive(Debug, Clone, PartialEq)]
pub struct MembershipReading {
    /// How good news is.
    pub reading: SyntheticReading,
    /// The strongest attack, in English.
    pub sentence: String,
}

/// Copies so far beyond what chance gives, as a share of the rows, repeat people.
const COPIES: f64 = 0.1;
/// Standard errors beyond chance that are worth a remark.
const ERRORS: f64 = 3.0;
/// An area under the curve that is surely above this gives people away.
const AREA: f64 = 0.6;
/// An area under the curve that is surely above this is worth a remark.
const REMARKABLE_AREA: f64 = 0.52;
/// Members recognised at 1 % false alarms: surely more than this gives people away.
const RECOGNISED: f64 = 0.05;
/// A risk beyond people kept out that is surely above this gives people away.
const RISK: f64 = 0.1;
/// A risk beyond people kept out that is surely above this is worth a remark.
const REMARKABLE_RISK: f64 = 0.02;
/// An attack of fewer attempts proves nothing.
const FEWEST_ATTACKS: u64 = 30;
/// Differences this many times what chance gives are worth a remark.
const FAR: f64 = 3.0;

pub(super) fn of(found: &SyntheticEvaluated) -> SyntheticVerdict {
    let mut verdict = SyntheticVerdict::default();
    copies(found, &mut verdict);
    match found.copies.held_out_share {
        Some(_) => attacks(found, &mut verdict),
        None => verdict.say(
            SyntheticReading::Mixed,
            "protection is not fully tested: nobody is known to have been kept out (--holdout FILE)"
                .into(),
        ),
    }
    usefulness(found, &mut verdict);
    verdict
}

impl SyntheticVerdict {
    fn say(&mut self, reading: SyntheticReading, sentence: String) {
        self.sentences.push(sentence);
        self.reading = self.reading.max(reading);
    }
}

fn percent(share: f64) -> String {
    format!("{:.1}", 100.0 * share)
}

fn copies(found: &SyntheticEvaluated, verdict: &mut SyntheticVerdict) {
    let copies = &found.copies;
    let expected = copies.held_out_share.unwrap_or(copies.expected_share);
    let others = match copies.held_out_share {
        Some(_) => found.held_out_rows,
        None => found.original_rows,
    };
    let (rows, others) = (found.synthetic_rows as f64, others.max(1) as f64);
    let both = (copies.share * rows + expected * others) / (rows + others);
    let error = (both * (1.0 - both) * (1.0 / rows + 1.0 / others)).sqrt();
    let reading = if copies.share >= 1.0 || copies.share > expected + COPIES {
        SyntheticReading::Bad
    } else if copies.share > expected + ERRORS * error {
        SyntheticReading::Mixed
    } else {
        SyntheticReading::Good
    };
    let (share, other) = (percent(copies.share), percent(expected));
    let more = reading != SyntheticReading::Good;
    let sentence = match (more, copies.held_out_share) {
        _ if copies.share >= 1.0 => "every synthetic row is a copy of a real row: this is the table itself, or a sample of it".to_owned(),
        (true, Some(_)) => format!("{share} % of synthetic rows are equal to a real row, against {other} % of the people kept out"),
        (true, None) => format!("{share} % of synthetic rows are equal to a real row, while {other} % of the real rows are equal to another one"),
        (false, Some(_)) => format!("{share} % of synthetic rows are equal to a real row, no more than chance explains: {other} % of the people kept out are"),
        (false, None) => format!("{share} % of synthetic rows are equal to a real row, no more than chance explains: {other} % of the real rows are equal to another one"),
    };
    verdict.say(reading, sentence);
}

/// Attacks on people of the original beside the same attacks on people kept out.
fn attacks(found: &SyntheticEvaluated, verdict: &mut SyntheticVerdict) {
    match found.membership.as_deref().and_then(MembershipReading::of) {
        Some(found) => {
            verdict.say(found.reading, found.sentence);
            verdict.say(
                SyntheticReading::Good,
                "these attacks know the synthetic table only; somebody who has the generator too may do better, which synthesize --shadow-models measures".into(),
            );
        }
        None => verdict.say(
            SyntheticReading::Mixed,
            "whether membership can be inferred was not tested".into(),
        ),
    }
    match found.criteria.as_ref() {
        Some(found) => criteria(found, verdict),
        None => verdict.say(
            SyntheticReading::Mixed,
            "singling out, linkability and inference were not tested".into(),
        ),
    }
}

impl MembershipReading {
    /// What attacks come to; none without any.
    pub fn of(attacks: &[MembershipAttack]) -> Option<Self> {
        let reading = |it: &MembershipAttack| {
            let it = &it.separation;
            let above_chance = it.true_positives_low > it.false_positives_high;
            if it.auc_low > AREA || (above_chance && it.true_positives_low > RECOGNISED) {
                SyntheticReading::Bad
            } else if it.auc_low > REMARKABLE_AREA || above_chance {
                SyntheticReading::Mixed
            } else {
                SyntheticReading::Good
            }
        };
        let strongest = attacks.iter().max_by(|a, b| {
            let area = |it: &MembershipAttack| it.separation.auc_low;
            reading(a)
                .cmp(&reading(b))
                .then(area(a).total_cmp(&area(b)))
        })?;
        let it = &strongest.separation;
        let figures = format!(
            "{:.3} ({:.3} to {:.3}; 0.5 is guessing); at 1 % false alarms it recognises {} % of them ({} % to {} %)",
            it.auc,
            it.auc_low,
            it.auc_high,
            percent(it.true_positives),
            percent(it.true_positives_low),
            percent(it.true_positives_high)
        );
        let reading = reading(strongest);
        let sentence = match reading {
            SyntheticReading::Bad => format!(
                "membership can be inferred: an attack tells people who took part from others with an area under the curve of {figures}"
            ),
            SyntheticReading::Mixed => format!(
                "membership can be inferred for some: the strongest of these attacks tells people who took part from others with an area under the curve of {figures}"
            ),
            SyntheticReading::Good => format!(
                "membership is not shown to be inferable: the strongest of these attacks tells people who took part from others with an area under the curve of {figures}"
            ),
        };
        Some(MembershipReading { reading, sentence })
    }
}

/// The three criteria.
enum Name {
    SinglingOut,
    Linkability,
    Inference,
}

/// The criterion whose risk is surely the highest.
fn criteria(found: &Criteria, verdict: &mut SyntheticVerdict) {
    let out = [&found.singling_out.one, &found.singling_out.several];
    let inferred = found
        .inference
        .iter()
        .map(|it| (Name::Inference, &it.criterion));
    let all = out
        .into_iter()
        .map(|it| (Name::SinglingOut, it))
        .chain(found.linkability.iter().map(|it| (Name::Linkability, it)))
        .chain(inferred);
    let tried = all.filter(|it| it.1.attack.attacks >= FEWEST_ATTACKS);
    let worst = tried.max_by(|a, b| a.1.risk.low.total_cmp(&b.1.risk.low));
    let Some((name, Criterion { risk, .. })) = worst else {
        return;
    };
    let [value, low, high] = [risk.risk, risk.low, risk.high].map(percent);
    if risk.low > REMARKABLE_RISK {
        let reading = if risk.low > RISK {
            SyntheticReading::Bad
        } else {
            SyntheticReading::Mixed
        };
        let figures = format!("{value} % ({low} % to {high} %)");
        verdict.say(reading, match name {
            Name::SinglingOut => format!("people of the original are singled out more often than people kept out: risk {figures}"),
            Name::Linkability => format!("records of people of the original are linked more often than those of people kept out: risk {figures}"),
            Name::Inference => format!("values of people of the original are inferred more often than those of people kept out: risk {figures}"),
        });
    } else {
        verdict.say(
            SyntheticReading::Good,
            "singling out, linkability and inference are not shown to succeed more often for people of the original than for people kept out".into(),
        );
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
