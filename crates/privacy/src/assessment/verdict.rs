//! What a release comes to: whether everything that was asked for holds, and what a careful reader should know all the same.

use serde::Serialize;

use super::Assessment;
use crate::disclosure::Measure;
use crate::risk::KReading;

/// What a release comes to.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct ReleaseVerdict {
    /// In one word.
    pub level: VerdictLevel,
    /// Why it is not simply good.
    pub reservations: Vec<Reservation>,
    /// What survey weights and households say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub survey: Option<SurveyVerdict>,
}

/// What survey weights and households say of a release.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SurveyVerdict {
    /// How many people can be expected to be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<f64>,
    /// Their share of all people of the release.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub individual: Option<RiskChange>,
    /// The risk of the household that is easiest to find.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub household: Option<RiskChange>,
}

/// A figure of a release, and of the table before.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct RiskChange {
    /// Of the table before, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// Of the release.
    pub after: f64,
}

/// A verdict in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum VerdictLevel {
    /// Everything that was asked for holds, and nothing speaks against it.
    Good,
    /// Everything that was asked for holds, with reservations.
    Mixed,
    /// Something that was asked for does not hold.
    Bad,
}

/// Something that speaks against a release although everything asked for holds.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Reservation {
    /// No privacy model was asked for.
    NothingAsked,
    /// No attribute is named that an attacker may know: nothing is known about how well people are hidden.
    NoQuasiIdentifier,
    /// The smallest class has fewer people than is usual.
    SmallClasses {
        /// People of the smallest class.
        k: u64,
    },
    /// Nothing was asked for a sensitive attribute.
    UnprotectedAttribute {
        /// The attribute.
        attribute: String,
        /// Share of rows whose value is certain for an attacker who knows the quasi-identifiers.
        certain: f64,
        /// How sure such an attacker can be of a value, in the class where that is surest.
        confidence: f64,
    },
    /// What was asked for a sensitive attribute holds, and yet an attacker can be nearly sure of a value.
    NearlyCertain {
        /// The attribute.
        attribute: String,
        /// How sure an attacker who knows the quasi-identifiers can be of a value, in the class where that is surest.
        confidence: f64,
    },
    /// Quasi-identifiers are published as they are, beside buckets of sensitive values.
    ExactQuasiIdentifiers {
        /// The chance to find the row of the person who is easiest to find.
        highest_risk: f64,
    },
    /// Hardly anything is left of the quasi-identifiers.
    HardlyAnythingLeft {
        /// Share of their information that is lost.
        lost: f64,
    },
}

/// An attacker who is as sure as this of a sensitive value has all but learnt it.
const NEARLY_CERTAIN: f64 = 0.9;

impl ReleaseVerdict {
    /// Only what it says about sensitive values.
    #[must_use]
    pub fn about_values(mut self) -> ReleaseVerdict {
        self.reservations.retain(|it| {
            matches!(
                it,
                Reservation::UnprotectedAttribute { .. } | Reservation::NearlyCertain { .. }
            )
        });
        if self.level == VerdictLevel::Mixed && self.reservations.is_empty() {
            self.level = VerdictLevel::Good;
        }
        self
    }

    /// Before anything was looked at.
    pub(super) fn unknown() -> ReleaseVerdict {
        ReleaseVerdict {
            level: VerdictLevel::Bad,
            reservations: Vec::new(),
            survey: None,
        }
    }

    /// Of an assessment.
    pub(super) fn of(assessment: &Assessment) -> ReleaseVerdict {
        let mut reservations = Vec::new();
        let risk = assessment.risk.prosecutor.max;
        if !assessment.asks_for_privacy {
            reservations.push(Reservation::NothingAsked);
        }
        let k = assessment.privacy.k;
        if assessment.quasi_identifiers == 0 {
            reservations.push(Reservation::NoQuasiIdentifier);
        } else if assessment.is_separated() {
            reservations.push(Reservation::ExactQuasiIdentifiers { highest_risk: risk });
        } else if matches!(KReading::of(k), KReading::Bad | KReading::Mediocre) {
            reservations.push(Reservation::SmallClasses { k });
        }
        for attribute in &assessment.unprotected {
            let figure = |measure: Measure| {
                let mut own = assessment.findings.iter();
                let own = own
                    .find(|it| it.measure == measure && it.attribute.as_ref() == Some(attribute));
                own.and_then(|finding| finding.after)
            };
            let known = figure(Measure::CertainValues).zip(figure(Measure::HighestConfidence));
            reservations.extend(known.map(|(certain, confidence)| {
                Reservation::UnprotectedAttribute {
                    attribute: attribute.clone(),
                    certain,
                    confidence,
                }
            }));
        }
        let surest = assessment.findings.iter().filter(|finding| {
            let attribute = finding.attribute.as_ref();
            finding.measure == Measure::HighestConfidence
                && attribute.is_some_and(|name| !assessment.unprotected.contains(name))
        });
        reservations.extend(surest.filter_map(|finding| {
            let confidence = finding.after.filter(|&after| after >= NEARLY_CERTAIN)?;
            let attribute = finding.attribute.clone()?;
            Some(Reservation::NearlyCertain {
                attribute,
                confidence,
            })
        }));
        let utility = &assessment.utility;
        if let Some(lost) = utility.lost().filter(|_| utility.keeps_hardly_anything()) {
            reservations.push(Reservation::HardlyAnythingLeft { lost });
        }
        ReleaseVerdict {
            level: match (assessment.holds(), reservations.is_empty()) {
                (false, _) => VerdictLevel::Bad,
                (true, false) => VerdictLevel::Mixed,
                (true, true) => VerdictLevel::Good,
            },
            reservations,
            survey: survey(assessment),
        }
    }
}

/// What survey weights and households say, from the findings.
fn survey(assessment: &Assessment) -> Option<SurveyVerdict> {
    let change = |measure: Measure| {
        let finding = assessment
            .findings
            .iter()
            .find(|it| it.measure == measure)?;
        let before = finding.before;
        finding.after.map(|after| RiskChange { before, after })
    };
    let (individual, household) = (
        change(Measure::MeanIndividualRisk),
        change(Measure::HighestHouseholdRisk),
    );
    (individual.is_some() || household.is_some()).then_some(SurveyVerdict {
        expected: assessment.expected_found,
        individual,
        household,
    })
}
