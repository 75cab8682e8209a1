//! One part of the context after the other.

use super::answers::{Answers, Percent};
use super::inputs::{k_candidates, largest_k, suppression_candidates};
use super::{Hierarchies, Origin, Part, QuasiIdentifier, TableFacts};
use crate::ahp::Usage;
use crate::ontology::{ContextQuestion, Ontology};
use crate::{Error, Result, Said};

/// Everything that a deduction looks at.
pub(super) struct Deduction<'a> {
    pub ontology: &'a Ontology,
    pub questions: &'a [ContextQuestion],
    pub facts: &'a TableFacts,
    pub answers: &'a Answers,
}

impl Deduction<'_> {
    fn question(&self, id: &str) -> Option<&ContextQuestion> {
        self.questions
            .iter()
            .find(|question| question.named.id == id)
    }

    fn part(&self, id: &str, value: impl Into<String>, origin: Origin, reason: Said) -> Part {
        let label = self
            .question(id)
            .map_or_else(|| Said::same(id), |question| question.named.label.clone());
        Part {
            id: id.to_owned(),
            label,
            value: value.into(),
            origin,
            reason,
        }
    }

    fn threshold(&self, id: &str) -> f64 {
        self.question(id)
            .and_then(|question| question.threshold.as_ref()?.parse().ok())
            .unwrap_or(0.0)
    }

    /// The answer, or the default of the ontology; with the reason.
    fn answered(&self, id: &str, answer: Option<&str>) -> Result<(String, Origin, Said), Error> {
        Ok(match answer {
            Some(answer) => (
                answer.to_owned(),
                Origin::Answered,
                Said::new("so you said", "vous l'avez dit"),
            ),
            None => {
                let default = self
                    .question(id)
                    .and_then(|question| question.default.clone())
                    .ok_or_else(|| {
                        Error::internal(format!("the ontology has no usual answer to {id}"))
                    })?;
                let reason = Said::new(
                    "nothing was said; this is usual",
                    "rien n'a été dit ; c'est l'usage",
                );
                (default, Origin::Default, reason)
            }
        })
    }

    pub fn risk(&self, parts: &mut Vec<Part>, faults: &mut Vec<Said>) -> Result<Percent, Error> {
        let answer = self.answers.risk.map(|risk| risk.to_string());
        let (text, origin, reason) = self.answered("risk", answer.as_deref())?;
        let risk: Percent = text.parse().unwrap_or_default();
        if !risk.is_within(false) {
            faults.push(Said::new(
                format!("the tolerated risk of {text} % must be above 0 and at most 100"),
                format!("le risque toléré de {text} % doit être au-dessus de 0 et au plus de 100"),
            ));
        }
        parts.push(self.part("risk", format!("{risk} %"), origin, reason));
        Ok(risk)
    }

    pub fn suppression(
        &self,
        parts: &mut Vec<Part>,
        faults: &mut Vec<Said>,
    ) -> Result<Percent, Error> {
        let answer = self.answers.suppression.map(|share| share.to_string());
        let (text, origin, reason) = self.answered("suppression", answer.as_deref())?;
        let share: Percent = text.parse().unwrap_or_default();
        if !share.is_within(true) {
            faults.push(Said::new(
                format!("the share of rows that may be left out, {text} %, must be from 0 to 100"),
                format!("la part de lignes qui peut être écartée, {text} %, doit être de 0 à 100"),
            ));
        }
        parts.push(self.part("suppression", format!("{share} %"), origin, reason));
        Ok(share)
    }

    pub fn inputs(
        &self,
        risk: Percent,
        share: Percent,
        parts: &mut Vec<Part>,
        faults: &mut Vec<Said>,
    ) -> (Vec<u64>, Vec<u64>) {
        let list = |values: &[u64]| {
            values
                .iter()
                .map(u64::to_string)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let (mut k, origin, mut reason) = match self.answers.k.as_slice() {
            [] => {
                let k = k_candidates(risk);
                let reason = Said::new(
                    format!(
                        "100 / {risk} rounded up, and the same 5 and 10 points below the ceiling"
                    ),
                    format!(
                        "100 / {risk} arrondi par excès, et de même 5 et 10 points sous le plafond"
                    ),
                );
                (k, Origin::Computed, reason)
            }
            given => {
                let least = k_candidates(risk).first().copied().unwrap_or(1);
                let below = given.iter().filter(|k| **k < least);
                faults.extend(below.map(|k| {
                    Said::new(
                        format!("k = {k} does not keep the risk at {risk} % or less, which needs {least} or more"),
                        format!("k = {k} ne tient pas le risque à {risk} % au plus, ce qui exige {least} ou plus"),
                    )
                }));
                (
                    given.to_vec(),
                    Origin::Answered,
                    Said::new("so you said", "vous l'avez dit"),
                )
            }
        };
        let too_large: Vec<u64> = k
            .extract_if(.., |k| *k > largest_k(self.facts.people))
            .collect();
        if !too_large.is_empty() {
            let (left, people) = (list(&too_large), self.facts.people);
            reason.en += &format!(
                "; not proposed: {left}, because {people} people do not make two groups of that size"
            );
            reason.fr += &format!(
                " ; non proposé : {left}, car {people} personnes ne font pas deux groupes de cette taille"
            );
        }
        parts.push(self.part("k", list(&k), origin, reason));
        let max_suppression = suppression_candidates(self.facts.rows, share);
        let rows = self.facts.rows;
        let reason = Said::new(
            format!(
                "{rows} rows × {share} % rounded down, and the same 5 and 10 points below the ceiling"
            ),
            format!(
                "{rows} lignes × {share} % arrondi par défaut, et de même 5 et 10 points sous le plafond"
            ),
        );
        parts.push(self.part(
            "max-suppression",
            list(&max_suppression),
            Origin::Computed,
            reason,
        ));
        (k, max_suppression)
    }

    pub fn usage(&self, parts: &mut Vec<Part>, faults: &mut Vec<Said>) -> Result<Usage, Error> {
        let (need, origin, reason) = self.answered(
            "usage",
            self.answers.usage.as_ref().map(|usage| usage.need.as_str()),
        )?;
        let known = self.ontology.named("Usage")?;
        unknown(
            "usage",
            &need,
            known.iter().map(|usage| usage.id.as_str()),
            faults,
        );
        let target = self.facts.target.as_ref().map(|(name, _)| name.clone());
        let needs_target = ["classification", "regression"].contains(&need.as_str());
        if needs_target && target.is_none() {
            faults.push(Said::new(
                format!("{need} needs a target; name the attribute that will be predicted (usage.target, or --target)"),
                format!("{need} exige une cible ; nommez l'attribut qui sera prédit (usage.target, ou --target)"),
            ));
        }
        let shown = target
            .as_ref()
            .filter(|_| needs_target)
            .map_or(need.clone(), |target| format!("{need} ({target})"));
        parts.push(self.part("usage", shown, origin, reason));
        Ok(Usage { need, target })
    }

    pub fn generalization_type(
        &self,
        parts: &mut Vec<Part>,
        faults: &mut Vec<Said>,
    ) -> Result<String, Error> {
        let id = "generalization-type";
        let (value, origin, reason) =
            self.answered(id, self.answers.generalization_type.as_deref())?;
        let known = self.ontology.named("GeneralizationType")?;
        unknown(
            "generalization_type",
            &value,
            known.iter().map(|own| own.id.as_str()).chain(["any"]),
            faults,
        );
        parts.push(self.part(id, value.clone(), origin, reason));
        Ok(value)
    }

    pub fn interaction(&self, parts: &mut Vec<Part>) -> Result<bool, Error> {
        let answer = self
            .answers
            .interaction
            .map(|yes| if yes { "yes" } else { "no" });
        let (value, origin, reason) = self.answered("interaction", answer)?;
        parts.push(self.part("interaction", value.clone(), origin, reason));
        Ok(value == "yes")
    }

    pub fn size(&self, parts: &mut Vec<Part>, faults: &mut Vec<Said>) -> String {
        let (rows, limit) = (self.facts.rows, self.threshold("size"));
        let (value, origin, reason) = match &self.answers.size {
            Some(size) => (
                size.clone(),
                Origin::Answered,
                Said::new("so you said", "vous l'avez dit"),
            ),
            None => {
                let large = rows as f64 >= limit;
                let reason = Said::new(
                    format!("{rows} rows; {limit} or more count as large"),
                    format!("{rows} lignes ; {limit} ou plus comptent comme grand"),
                );
                (
                    if large { "large" } else { "small" }.to_owned(),
                    Origin::Deduced,
                    reason,
                )
            }
        };
        unknown(
            "db_size_class",
            &value,
            ["small", "large"].into_iter(),
            faults,
        );
        parts.push(self.part("size", value.clone(), origin, reason));
        value
    }

    pub fn distribution(&self, parts: &mut Vec<Part>, faults: &mut Vec<Said>) -> String {
        let limit = self.threshold("distribution");
        let (value, origin, reason) = match &self.answers.distribution {
            Some(value) => (
                value.clone(),
                Origin::Answered,
                Said::new("so you said", "vous l'avez dit"),
            ),
            None => {
                let own = &self.facts.quasi_identifiers;
                let mean =
                    own.iter().map(|own| own.evenness).sum::<f64>() / own.len().max(1) as f64;
                let reason = Said::new(
                    format!(
                        "the mean evenness of the quasi-identifiers is {mean:.2}; {limit} or more counts as uniform"
                    ),
                    format!(
                        "l'égalité moyenne des quasi-identifiants est de {mean:.2} ; {limit} ou plus compte comme uniforme"
                    ),
                );
                (
                    if mean >= limit { "uniform" } else { "dense" }.to_owned(),
                    Origin::Deduced,
                    reason,
                )
            }
        };
        unknown(
            "distribution",
            &value,
            ["uniform", "dense"].into_iter(),
            faults,
        );
        parts.push(self.part("distribution", value.clone(), origin, reason));
        value
    }

    /// What the table says of its attributes.
    pub fn table(&self, parts: &mut Vec<Part>, faults: &mut Vec<Said>) {
        let own = &self.facts.quasi_identifiers;
        if own.is_empty() {
            faults.push(Said::new(
                "no quasi-identifier is known; name those that single people out together (--qi)",
                "aucun quasi-identifiant n'est connu ; nommez ceux qui, ensemble, désignent quelqu'un (--qi)",
            ));
        }
        let list = |tell: &dyn Fn(&QuasiIdentifier) -> String| {
            own.iter().map(tell).collect::<Vec<_>>().join(", ")
        };
        let names = list(&|own| own.name.clone());
        let origin = if self.facts.roles_answered {
            Origin::Answered
        } else {
            Origin::Deduced
        };
        parts.push(self.part(
            "quasi-identifiers",
            names,
            origin,
            self.facts.roles_reason.clone(),
        ));
        if !self.facts.sensitive.is_empty() {
            let reason = self.facts.roles_reason.clone();
            parts.push(self.part("sensitive", self.facts.sensitive.join(", "), origin, reason));
        }
        let natures = list(&|own| format!("{}: {}", own.name, own.nature.id()));
        let reason = Said::new(
            "numbers and dates are continuous, words categorical",
            "nombres et dates sont continus, mots catégoriels",
        );
        parts.push(self.part("natures", natures, Origin::Deduced, reason));
        let word = |state| match state {
            Hierarchies::Given => "given",
            Hierarchies::Buildable => "buildable",
            Hierarchies::None => "none",
        };
        let hierarchies = list(&|own| format!("{}: {}", own.name, word(own.hierarchy)));
        let reason = Said::new(
            "files that were named; otherwise what the values allow to build",
            "les fichiers nommés ; sinon, ce que les valeurs permettent de construire",
        );
        parts.push(self.part("hierarchies", hierarchies, Origin::Deduced, reason));
        if let Some((target, _)) = &self.facts.target {
            let limit = self.threshold("correlations");
            let goes = own
                .iter()
                .filter(|own| own.association.is_some_and(|value| value >= limit));
            let found: Vec<String> = goes
                .map(|own| format!("{} ({:.2})", own.name, own.association.unwrap_or(0.0)))
                .collect();
            let reason = Said::new(
                format!("association with {target} (Cramér's V) of {limit} or more"),
                format!("association avec {target} (V de Cramér) de {limit} ou plus"),
            );
            parts.push(self.part("correlations", found.join(", "), Origin::Deduced, reason));
        }
    }
}

/// Notes a word that is none of those that are known.
fn unknown<'a>(
    key: &str,
    value: &str,
    known: impl Iterator<Item = &'a str>,
    faults: &mut Vec<Said>,
) {
    let known: Vec<&str> = known.collect();
    if !known.contains(&value) {
        let words = known.join(", ");
        faults.push(Said::new(
            format!("{key}: \"{value}\" is none of {words}"),
            format!("{key} : « {value} » n'est aucun de {words}"),
        ));
    }
}
