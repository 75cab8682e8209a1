//! What a run tells about itself: the `--json` document, the record beside a release, and the report for people.

mod account;
mod accounting;
mod attacks;
mod done;
mod paper;
mod private;
mod references;
mod rules;
mod verdict;

pub use crate::seconds::{Seconds, timed};
pub use crate::standing::{Standing, Thresholds};
pub use account::{Account, FileSum, Paragraph};
pub(crate) use accounting::Accounting;
pub use accounting::Sums;
pub use attacks::{AttackResults, AttackTarget, ReleaseAttack};
pub use paper::{risk_label, size_label};
pub(crate) use verdict::{headline, reservation};

use std::collections::BTreeMap;

use bauta_methods::{DifferentialPrivacy, NearestMiss};
use bauta_privacy::{Assessment, Measure, Reservation, RuleFinding};
use serde::Serialize;

use crate::kept::Kept;
use crate::pseudonymize::PseudonymRecord;
use crate::steps::StepRecord;
use bauta_messages::Result;
use bauta_messages::french::sentence;

/// What a run did.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Report {
    /// Program and version.
    pub bauta: &'static str,
    /// Where the data came from.
    pub input: String,
    /// Where the tables went.
    pub outputs: Vec<String>,
    /// The technique.
    pub method: String,
    /// Its parameters, defaults included.
    pub parameters: BTreeMap<String, String>,
    /// The seed.
    pub seed: u64,
    /// Whether the method leaves values that contain those before it, which is then verified on the labels of quasi-identifiers; steps say
    /// it for themselves.
    pub truthful: bool,
    /// Whether the same settings and seed give the same release; told where they do not.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub reproducible: bool,
    /// What was asked for, in words, where nothing was released; a release has it in its assessment.
    #[serde(rename = "guarantees", skip_serializing_if = "Vec::is_empty")]
    pub refused: Vec<(String, bool)>,
    /// What noise of a stated ε and δ guarantees by how it was drawn, that of steps first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub differential_privacy: Vec<DifferentialPrivacy>,
    /// Rows that were read.
    pub original_rows: u64,
    /// The assessment of the release; absent when nothing was released.
    #[serde(flatten)]
    pub assessment: Option<Assessment>,
    /// Columns that are published as they are: attackers are assumed not to know them.
    pub unchanged: Vec<String>,
    /// The level of each attribute, for full-domain recodings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<BTreeMap<String, u8>>,
    /// Number of quasi-identifiers; without one, classes and risks mean nothing.
    #[serde(skip)]
    pub quasi_identifiers: usize,
    /// How near the best attempt came, when the target cannot be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest_miss: Option<NearestMiss>,
    /// What the method made of the statistics of the table, where its theory says something about them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
    /// How pseudonyms were made, where there are identifiers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pseudonyms: Option<PseudonymRecord>,
    /// The steps before the method, each with where it led.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepRecord>,
    /// Why this release was chosen among others, where the choice was guided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub because: Vec<bauta_guide::Said>,
    /// The edit rules, each with what the verifier found in the release.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleFinding>,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went.
    pub seconds: Seconds,
}

impl Account {
    /// The account as a file whose name ends in `.html`, `.md` or `.json`, in a language (`en` or `fr`).
    pub fn text(&self, path: &std::path::Path, language: &str) -> Result<String> {
        bauta_documents::written(path, self, &paper::document(self, language))
    }
}

impl Report {
    /// What was asked for, in words, and whether it was verified.
    pub fn guarantees(&self) -> &[(String, bool)] {
        let released = self.assessment.as_ref().map(|it| &it.guarantees);
        released.unwrap_or(&self.refused)
    }

    /// What was done and found, for people, in a language (`en` or `fr`).
    pub fn text(&self, language: &str) -> String {
        let say = |en: &'static str, fr: &'static str| if language == "fr" { fr } else { en };
        let colon = say(":", " :");
        let mut lines = vec![format!(
            "{}{colon} {} {}",
            self.input,
            self.original_rows,
            say("rows read", "lignes lues")
        )];
        let translated = |text: &str| sentence(language, text);
        let reservations = self
            .assessment
            .iter()
            .flat_map(|it| &it.verdict.reservations);
        // A line with the buckets says it.
        let reservations =
            reservations.filter(|it| !matches!(it, Reservation::ExactQuasiIdentifiers { .. }));
        let (empty, others): (Vec<_>, Vec<_>) =
            reservations.partition(|it| matches!(it, Reservation::HardlyAnythingLeft { .. }));
        let told = |all: Vec<&Reservation>| {
            let said = all.into_iter().map(|it| reservation(it, language));
            said.map(|line| format!("! {line}")).collect::<Vec<_>>()
        };
        // Whoever reads one line more than the first should know it.
        lines.extend(told(empty));
        for (guarantee, holds) in self.guarantees() {
            let guarantee = translated(guarantee);
            let (mark, verdict) = if *holds {
                (
                    "✓",
                    say(
                        "verified on the released rows",
                        "vérification réussie sur les lignes publiées",
                    ),
                )
            } else {
                ("✗", say("cannot be reached", "hors d'atteinte"))
            };
            lines.push(format!("{mark} {guarantee}{colon} {verdict}"));
        }
        if self.assessment.is_some() {
            lines.extend(
                self.differential_privacy
                    .iter()
                    .map(|of| format!("✓ {}", private::line(language, of))),
            );
        }
        if let Some(m) = &self.assessment {
            let said = if self.quasi_identifiers > 0 {
                measured(m, say)
            } else {
                vec![rows(m, say)]
            };
            lines.extend(said);
            lines.extend(exact_classes(m, language).map(|line| format!("! {line}")));
            lines.extend(told(others));
            if !self.unchanged.is_empty() {
                let said = say(
                    "published unchanged, assumed unknown to attackers",
                    "publiées telles quelles, supposées inconnues des attaquants",
                );
                lines.push(format!("  {said}{colon} {}", self.unchanged.join(", ")));
            }
        }
        if let Some(miss) = &self.nearest_miss {
            lines.push(format!(
                "  {}{colon} {}",
                say("nearest attempt", "tentative la plus proche"),
                translated(&miss.attempt)
            ));
            let missing: Vec<String> = miss.missing.iter().map(|text| translated(text)).collect();
            lines.push(format!(
                "  {}{colon} {}",
                say("it misses", "il y manque"),
                missing.join(", ")
            ));
            lines.push(format!("  {}", translated(&miss.advice)));
            lines.push(say("nothing was written", "rien n'a été écrit").to_owned());
        } else {
            let settings: Vec<String> = self
                .parameters
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            let (method, seed) = (say("method", "méthode"), say("seed", "graine"));
            lines.push(format!(
                "  {method} {} ({}), {seed} {}",
                self.method,
                settings.join(", "),
                self.seed
            ));
            lines.push(format!(
                "{}{colon} {}",
                say("written", "écrit"),
                self.outputs.join(", ")
            ));
        }
        lines.join("\n")
    }
}

/// What is protected where sensitive values are linked with buckets and quasi-identifiers are published as they are; none elsewhere.
pub fn exact_classes(assessment: &Assessment, language: &str) -> Option<String> {
    let (buckets, size) = assessment.buckets.zip(assessment.privacy.bucket_size)?;
    Some(match language {
        "fr" => format!(
            "ce n'est pas du k-anonymat : les quasi-identifiants sont publiés tels quels ; ce qui est caché, c'est à qui appartient une valeur sensible (paquets : {buckets}, le plus petit de {size} lignes)"
        ),
        _ => format!(
            "this is not k-anonymity: quasi-identifiers are published as they are; what is hidden is whose a sensitive value is (buckets: {buckets}, the smallest of {size} rows)"
        ),
    })
}

/// How many rows there are.
fn rows(m: &Assessment, say: impl Fn(&'static str, &'static str) -> &'static str) -> String {
    format!(
        "  {} {} · {} {}",
        say("rows", "lignes"),
        m.rows,
        say("left out", "écartées"),
        m.suppressed_rows
    )
}

/// The risk by survey weights and of households, before and after.
fn survey(m: &Assessment, say: impl Fn(&'static str, &'static str) -> &'static str) -> Vec<String> {
    let language = say("en", "fr");
    let of = |measure: Measure| {
        let finding = m.findings.iter().find(|it| it.measure == measure)?;
        let percent = |share: f64| format!("{:.2} %", 100.0 * share);
        let after = percent(finding.after?);
        let title = measure.title().get(language);
        let colon = say(":", " :");
        Some(match finding.before {
            Some(before) => format!("  {title}{colon} {} → {after}", percent(before)),
            None => format!("  {title}{colon} {after}"),
        })
    };
    let measures = [
        Measure::HighestIndividualRisk,
        Measure::MeanIndividualRisk,
        Measure::HighestHouseholdRisk,
        Measure::MeanHouseholdRisk,
    ];
    measures.into_iter().filter_map(of).collect()
}

fn measured(
    m: &Assessment,
    say: impl Fn(&'static str, &'static str) -> &'static str,
) -> Vec<String> {
    let percent = |share: f64| format!("{:.1} %", 100.0 * share);
    let mut lines = vec![format!(
        "  {} {} · {} {} · {} {} · {} {}",
        say("rows", "lignes"),
        m.rows,
        say("left out", "écartées"),
        m.suppressed_rows,
        say("classes", "classes"),
        m.classes,
        say("smallest class", "plus petite classe"),
        m.privacy.k
    )];
    if let Some(people) = &m.people {
        lines.push(format!(
            "  {} {} · {}",
            say("people", "personnes"),
            people.count,
            say(
                "classes and risks count people, not rows",
                "les classes et les risques comptent des personnes et non des lignes"
            )
        ));
    }
    for (attribute, l) in &m.privacy.l {
        lines.push(format!(
            "  {} {attribute}{} {l}",
            say("fewest different values of", "nombre minimal de valeurs de"),
            say(":", " :")
        ));
    }
    for (attribute, t) in &m.privacy.t {
        let farthest = say(
            "largest distance of a class to the table in",
            "plus grande distance d'une classe à la table pour",
        );
        lines.push(format!("  {farthest} {attribute}{} {t:.4}", say(":", " :")));
    }
    lines.extend(survey(m, &say));
    let loss = m.utility.lost().map_or(String::new(), |loss| {
        format!(
            " · {} {}",
            say("information lost", "information perdue"),
            percent(loss)
        )
    });
    lines.push(format!(
        "  {} {} · {} {}{loss}",
        say("highest risk", "risque maximal"),
        percent(m.risk.prosecutor.max),
        say("mean risk", "risque moyen"),
        percent(m.risk.prosecutor.mean)
    ));
    lines
}
