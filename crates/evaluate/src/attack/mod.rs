//! Measured attacks on any release, whoever made it.
//!
//! **Idea.** (1) Read the release and whatever the attacker is given: a file about people, the original, people who are not in it, another release.
//! (2) Check everything together. (3) Make every attack that the given tables allow; what cannot be tried is left out, and a
//! note says why. (4) Compare the risks with the limit, if there is one: with their upper bounds, since a release passes only if the risk is
//! shown to be low.

mod classes;
mod criteria;
mod intersect;
mod link;
mod of_release;
mod people;
mod report;
mod request;
mod words;

use std::collections::BTreeMap;

use bauta_privacy::attack::record_linkage::Measured;
use bauta_privacy::attack::{Rate, Risk};
use bauta_table::{Hierarchy, Progress, Stage, Table};
use serde::Serialize;

pub use classes::ClassAttacks;
pub use criteria::{Criteria, Criterion, Inferred, SingledOut};
pub use intersect::TwoReleases;
pub use link::Linkage;
pub use of_release::attack_release;
pub use report::attacks_section;
pub use request::AttackRequest;
pub use words::Explained;

use bauta_messages::{Error, Result};
use bauta_run::report::{Seconds, timed};
use bauta_run::{Opened, ProjectInput};

/// A risk that can be compared with a limit.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct MeasuredRisk {
    /// The attack.
    pub attack: &'static str,
    /// The attribute that is disclosed, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// The risk: a share of people or rows, or what an attack achieves beyond chance.
    pub risk: f64,
    /// Its upper bound; the risk itself where it is a plain count.
    pub high: f64,
    /// Whether the upper bound is above the limit, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<bool>,
}

/// A risk that could not be measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct UnknownRisk {
    /// The attack.
    pub attack: &'static str,
    /// The attribute that is disclosed, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// Why it is not known, as a sentence.
    pub reason: String,
}

/// What the attacks gave.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Attacked {
    /// Where the release is.
    pub release: String,
    /// Its rows.
    pub rows: u64,
    /// People in it, where they are known to have several rows: those are attacked and counted, and not rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub people: Option<u64>,
    /// Level of confidence of all intervals.
    pub confidence: f64,
    /// Seed of everything that was drawn.
    pub seed: u64,
    /// Record, table and attribute linkage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub linkage: Option<Linkage>,
    /// Homogeneity, similarity, skewness and background knowledge, by sensitive attribute.
    pub classes: Vec<ClassAttacks>,
    /// Intersection with another release.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub intersection: Option<TwoReleases>,
    /// Singling out, linkability and inference.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub criteria: Option<Criteria>,
    /// All risks that a limit is compared with.
    pub risks: Vec<MeasuredRisk>,
    /// Risks that could not be measured; with a limit, none of them is shown to be low.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown: Vec<UnknownRisk>,
    /// The limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fail_above: Option<f64>,
    /// Whether no upper bound is above the limit, and no risk unknown; true without a limit.
    pub holds: bool,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went; `verify` is the attacks'.
    pub seconds: Seconds,
}

/// Attacks the project's data, which are a release, in the project's roles. The request names the table before; where it is open already,
/// `original` is it.
///
/// # Errors
/// Everything that is wrong with the request or the data; or the failure of a file.
pub fn attack<'a>(
    release: impl Into<ProjectInput<'a>>,
    original: Option<&Opened>,
    request: &AttackRequest,
    progress: &dyn Progress,
) -> Result<Attacked> {
    let mut seconds = Seconds::default();
    let release = release.into();
    let mut ready = timed(&mut seconds.read, || {
        request::read(release, original, request, progress)
    })?;
    progress.tell(Stage::Verify, 0, None);
    let mut notes = std::mem::take(&mut ready.notes);
    people::tell(&mut ready, request, &mut notes);
    let untold = ready.untold;
    let mut found = timed(&mut seconds.verify, || -> Result<Attacked> {
        let linkage = link::link(&ready, request, &mut notes)?;
        let classes = classes::classes(&ready, request, &mut notes)?;
        let intersection = intersect::intersect(&ready, request, &mut notes)?;
        stop(progress)?;
        let criteria = criteria::criteria(&ready, request, progress, &mut notes)?;
        stop(progress)?;
        Ok(Attacked {
            release: release.project.input.data.clone(),
            rows: ready.released.rows() as u64,
            people: people::count(&ready.released),
            confidence: request.confidence,
            seed: request.seed,
            linkage,
            classes,
            intersection,
            criteria,
            risks: Vec::new(),
            unknown: Vec::new(),
            fail_above: request.fail_above,
            holds: true,
            notes: Vec::new(),
            seconds: Seconds::default(),
        })
    })?;
    (found.risks, found.unknown) = (risks(&found), unknown(&found, &ready.roles.sensitive));
    if untold {
        found
            .unknown
            .extend(people::untold_risks(&ready.roles.sensitive));
    }
    if let Some(limit) = request.fail_above {
        found
            .risks
            .iter_mut()
            .for_each(|risk| risk.above = Some(risk.high > limit));
        let is_above = found.risks.iter().any(|risk| risk.above == Some(true));
        found.holds = !is_above && found.unknown.is_empty();
    }
    (found.notes, found.seconds) = (notes, seconds);
    Ok(found)
}

/// Singling out, linkability and inference on tables that are read already: the release, the original, and people who are not in it where
/// `controlled`.
pub fn criteria_of(
    [released, original, control]: [Table; 3],
    controlled: bool,
    roles: bauta_run::Roles,
    hierarchies: BTreeMap<String, Hierarchy>,
    request: &AttackRequest,
    progress: &dyn Progress,
    notes: &mut Vec<String>,
) -> Result<Option<Criteria>> {
    let (against, second) = (None, None);
    let (original, control) = (Some(original), controlled.then_some(control));
    let ready = request::Ready {
        released,
        roles,
        against,
        original,
        control,
        second,
        hierarchies,
        names: Vec::new(),
        untold: false,
        notes: Vec::new(),
    };
    criteria::criteria(&ready, request, progress, notes)
}

fn stop(progress: &dyn Progress) -> Result<()> {
    if progress.cancelled() {
        Err(Error::Cancelled)
    } else {
        Ok(())
    }
}

/// The risks that a limit is compared with.
fn risks(found: &Attacked) -> Vec<MeasuredRisk> {
    let mut risks = Vec::new();
    let mut add = |attack, attribute: Option<&String>, risk: f64, high: f64| {
        risks.push(MeasuredRisk {
            attack,
            attribute: attribute.cloned(),
            risk,
            high,
            above: None,
        });
    };
    if let Some(linkage) = &found.linkage {
        let it = &linkage.record;
        // People of whom nothing can be said may all be found.
        let at_worst = |known: f64| (known + it.unknown as f64) / it.people.max(1) as f64;
        match (&it.measured, it.expected_share) {
            (Some(Measured { any, .. }), Some(_)) if it.unknown == 0 => {
                add("record-linkage", None, any.rate, any.high);
            }
            (_, Some(share)) => add("record-linkage", None, share, at_worst(it.expected)),
            _ => {}
        }
        for attribute in &linkage.attributes {
            let (certain, share) = (attribute.certain as f64, attribute.certain_share);
            let all = (attribute.people + it.unknown).max(1) as f64;
            let high = (certain + it.unknown as f64) / all;
            add("attribute-linkage", Some(&attribute.attribute), share, high);
        }
    }
    for classes in &found.classes {
        let name = Some(&classes.attribute);
        add(
            "homogeneity",
            name,
            classes.homogeneity.share,
            classes.homogeneity.share,
        );
        if let Some(levels) = &classes.similarity {
            let share = levels.iter().map(|level| level.shares.share).sum::<f64>()
                + classes.homogeneity.share;
            add("similarity", name, share, share);
        }
    }
    for both in found.intersection.iter().flat_map(|both| &both.attributes) {
        add(
            "intersection",
            Some(&both.attribute),
            both.disclosed_share,
            both.disclosed_share,
        );
    }
    if let Some(criteria) = &found.criteria {
        let out = [
            ("singling-out-one", &criteria.singling_out.one),
            ("singling-out", &criteria.singling_out.several),
        ];
        out.iter()
            .for_each(|(attack, it)| add(attack, None, it.risk.risk, it.risk.high));
        criteria
            .linkability
            .iter()
            .for_each(|it| add("linkability", None, it.risk.risk, it.risk.high));
        for inferred in &criteria.inference {
            add(
                "inference",
                Some(&inferred.attribute),
                inferred.criterion.risk.risk,
                inferred.criterion.risk.high,
            );
        }
    }
    risks
}

/// The risks that could not be measured.
fn unknown(found: &Attacked, sensitive: &[String]) -> Vec<UnknownRisk> {
    let mut unknown = Vec::new();
    let mut add = |attack, attribute: Option<&String>, reason: String| {
        let attribute = attribute.cloned();
        unknown.push(UnknownRisk {
            attack,
            attribute,
            reason,
        });
    };
    let linkage = found.linkage.as_ref().map(|it| &it.record);
    if let Some(it) = linkage.filter(|it| it.expected_share.is_none()) {
        let reason = format!("nothing can be said of any of the {} people", it.people);
        add("record-linkage", None, reason.clone());
        for name in sensitive {
            add("attribute-linkage", Some(name), reason.clone());
        }
    }
    let cells = found.criteria.as_ref().map_or(0, |it| it.not_understood);
    if cells > 0 {
        let reason = format!(
            "{cells} released cells are not understood, and an attacker who understands them learns more"
        );
        for attack in ["singling-out", "linkability", "inference"] {
            add(attack, None, reason.clone());
        }
    }
    unknown
}

/// A share of attacks beside what chance and, where there is one, the control achieve.
pub(crate) fn criterion(attack: Rate, chance: Rate, control: Option<Rate>) -> Criterion {
    let baseline = control.unwrap_or(chance);
    Criterion {
        attack,
        chance,
        baseline,
        risk: Risk::beyond(&attack, &baseline),
    }
}
