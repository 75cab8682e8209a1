//! Which candidates carry the star, by which criteria, and the sentences that say so.
//!
//! **Idea.** (1) Everything that has a release is measured by the same named criteria, each to be small. (2) A release that lost more than
//! nine tenths of the information is no choice, however safe it is, and stays out; so does one in which somebody is found more easily than the k
//! that was asked for allows, as where quasi-identifiers stay exact. (3) Of the others those are on the front that no other one
//! equals in all criteria and beats in one. (4) Candidates with the same figures in all criteria are one point of the front: the first
//! carries the star, and a sentence names the others.

use bauta_messages::french::sentence;
use bauta_privacy::{Assessment, Measure, Utility};
use serde::Serialize;

use super::{Compared, Comparison};

/// A figure that candidates are compared by; less is better, of accuracy more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ComparisonCriterion {
    /// The chance to find a person in the worst class.
    HighestRisk,
    /// Mean risk over rows.
    MeanRisk,
    /// Share of rows whose sensitive value is certain, where there is a sensitive attribute.
    CertainValues,
    /// Share of the quasi-identifiers' information that is gone.
    InformationLost,
    /// Rows that were left out.
    RowsLeftOut,
    /// Accuracy of the best model, where there is a target.
    Accuracy,
}

impl ComparisonCriterion {
    /// All of them, in the order in which they are named.
    const ALL: [ComparisonCriterion; 6] = [
        ComparisonCriterion::HighestRisk,
        ComparisonCriterion::MeanRisk,
        ComparisonCriterion::CertainValues,
        ComparisonCriterion::InformationLost,
        ComparisonCriterion::RowsLeftOut,
        ComparisonCriterion::Accuracy,
    ];

    /// Its name in a language (`en` or `fr`).
    pub fn name(self, language: &str) -> &'static str {
        let (en, fr) = match self {
            ComparisonCriterion::HighestRisk => ("highest risk", "risque maximal"),
            ComparisonCriterion::MeanRisk => ("mean risk", "risque moyen"),
            ComparisonCriterion::CertainValues => (
                "rows whose sensitive value is certain",
                "lignes dont la valeur sensible est certaine",
            ),
            ComparisonCriterion::InformationLost => ("information lost", "information perdue"),
            ComparisonCriterion::RowsLeftOut => ("rows left out", "lignes écartées"),
            ComparisonCriterion::Accuracy => ("accuracy", "exactitude"),
        };
        if language == "fr" { fr } else { en }
    }

    /// What is to be small; `None` where it was not measured.
    fn cost(self, candidate: &Compared, assessment: &Assessment) -> Option<f64> {
        match self {
            ComparisonCriterion::HighestRisk => Some(assessment.risk.prosecutor.max),
            ComparisonCriterion::MeanRisk => Some(assessment.risk.prosecutor.mean),
            ComparisonCriterion::CertainValues => assessment.largest(Measure::CertainValues),
            ComparisonCriterion::InformationLost => assessment.utility.lost(),
            ComparisonCriterion::RowsLeftOut => Some(assessment.suppressed_rows as f64),
            ComparisonCriterion::Accuracy => candidate.accuracy().map(|accuracy| 1.0 - accuracy),
        }
    }
}

/// Marks the candidates that no other one beats, and says by which criteria.
pub(super) fn mark(compared: &mut [Compared]) -> Vec<ComparisonCriterion> {
    let measured = |criterion: &ComparisonCriterion| {
        let cost = |it: &Compared| criterion.cost(it, it.assessment.as_ref()?);
        compared.iter().any(|it| cost(it).is_some())
    };
    let criteria: Vec<ComparisonCriterion> = ComparisonCriterion::ALL
        .into_iter()
        .filter(measured)
        .collect();
    let costs: Vec<Option<Vec<f64>>> = compared.iter().map(|it| costs(it, &criteria)).collect();
    let unbeaten = unbeaten(&costs);
    for place in 0..compared.len() {
        let (before, _) = costs.split_at(place);
        let own = costs.get(place).and_then(Option::as_ref);
        let first = own.and_then(|own| before.iter().position(|it| it.as_ref() == Some(own)));
        if let (Some(candidate), Some(true)) = (compared.get_mut(place), unbeaten.get(place)) {
            candidate.pareto = first.is_none();
            candidate.same_as = first.map(|first| first + 1);
        }
    }
    criteria
}

/// The costs of a candidate that may carry a star: there is a release, and something is left in it. A cost that could not be measured counts as
/// the worst.
fn costs(candidate: &Compared, criteria: &[ComparisonCriterion]) -> Option<Vec<f64>> {
    let assessment = candidate.assessment.as_ref()?;
    if assessment.utility.keeps_hardly_anything() || candidate.exceeded_risk().is_some() {
        return None;
    }
    let cost = |criterion: &ComparisonCriterion| {
        let cost = criterion.cost(candidate, assessment);
        // Beyond nine digits figures differ by rounding only.
        cost.map_or(f64::INFINITY, |cost| (cost * 1e9).round() / 1e9)
    };
    Some(criteria.iter().map(cost).collect())
}

/// Whether each is Pareto-optimal: no other one is as small in everything and smaller in something. Those without costs are not.
pub fn unbeaten(costs: &[Option<Vec<f64>>]) -> Vec<bool> {
    let beats = |one: &[f64], other: &[f64]| {
        one.iter().zip(other).all(|(a, b)| a <= b) && one.iter().zip(other).any(|(a, b)| a < b)
    };
    let is_unbeaten = |own: &Option<Vec<f64>>| {
        own.as_ref()
            .is_some_and(|own| !costs.iter().flatten().any(|other| beats(other, own)))
    };
    costs.iter().map(is_unbeaten).collect()
}

impl Comparison {
    /// The sentences below the table: what the star means, who shares one, and who has none because hardly anything is left.
    pub fn star_notes(&self, language: &str) -> Vec<String> {
        let say = |en: &'static str, fr: &'static str| if language == "fr" { fr } else { en };
        let names: Vec<&str> = self.criteria.iter().map(|it| it.name(language)).collect();
        let mut notes = Vec::new();
        if self.candidates.iter().any(|it| it.pareto) {
            let meaning = say(
                "* no other candidate is as good in all of these and better in one: ",
                "* aucun autre candidat n'est aussi bon en tout ceci et meilleur en un point : ",
            );
            notes.push(format!("{meaning}{}", names.join(", ")));
        }
        let shares = self.candidates.iter().filter_map(|it| {
            let first = it.same_as?.checked_sub(1)?;
            Some((it, self.candidates.get(first)?))
        });
        notes.extend(shares.map(|(own, first)| {
            let (own, first) = (own.title(language), first.title(language));
            match language {
                "fr" => format!("{own} a les mêmes chiffres que {first} et partage son étoile"),
                _ => format!("{own} has the same figures as {first} and shares its star"),
            }
        }));
        let starless = self.candidates.iter();
        notes.extend(starless.filter_map(|it| it.without_star(language)));
        notes
    }
}

impl Compared {
    /// The k that was asked for, the risk that it allows and the highest one that there is, where that is above: what holds is then less than
    /// k-anonymity of all quasi-identifiers.
    fn exceeded_risk(&self) -> Option<(u64, f64, f64)> {
        let (k, found) = (self.asked_k?, self.assessment.as_ref()?.risk.prosecutor.max);
        let allowed = 1.0 / k.max(1) as f64;
        (found > allowed + 1e-9).then_some((k, allowed, found))
    }

    /// Why it can carry no star although there is a release, in a language (`en` or `fr`).
    fn without_star(&self, language: &str) -> Option<String> {
        let name = self.title(language);
        let percent = |share: f64| {
            let text = format!("{:.1} %", 100.0 * share);
            if language == "fr" {
                text.replace('.', ",")
            } else {
                text
            }
        };
        if let Some((k, allowed, found)) = self.exceeded_risk() {
            let (allowed, found) = (percent(allowed), percent(found));
            return Some(match language {
                "fr" => format!(
                    "{name} laisse un risque maximal de {found}, au-dessus des {allowed} que permet k = {k} : pas d'étoile"
                ),
                _ => format!(
                    "{name} leaves a highest risk of {found}, above the {allowed} that k = {k} allows: no star"
                ),
            });
        }
        let utility = &self.assessment.as_ref()?.utility;
        let lost = utility.lost().filter(|_| utility.keeps_hardly_anything())?;
        let (lost, most) = (percent(lost), 100.0 * Utility::MOST_LOST);
        Some(match language {
            "fr" => {
                format!(
                    "{name} a perdu {lost} de l'information : pas d'étoile au-delà de {most:.0} %"
                )
            }
            _ => format!("{name} lost {lost} of the information: no star above {most:.0} %"),
        })
    }

    /// Method, settings and targets, in a language (`en` or `fr`): `mondrian median=nearest (5-anonymity)`.
    pub fn title(&self, language: &str) -> String {
        let targets = self.targets.iter().map(|it| sentence(language, it));
        let targets = targets.collect::<Vec<_>>().join(", ");
        format!("{} ({targets})", self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beaten_candidate_is_not_on_the_front() {
        let costs = [
            Some(vec![0.5, 0.5, 0.1]),
            Some(vec![0.2, 0.2, 0.3]),
            // Beaten by the second.
            Some(vec![0.2, 0.2, 0.4]),
            // Not to be had.
            None,
            // Equal to the first: neither beats the other.
            Some(vec![0.5, 0.5, 0.1]),
        ];
        assert_eq!(unbeaten(&costs), [true, true, false, false, true]);
    }
}
