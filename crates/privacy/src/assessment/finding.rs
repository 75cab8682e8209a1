//! What an attacker can do with a release, by kind of disclosure, with the figure behind it.

use bauta_table::Table;
use bauta_table::count::FrequencySet;
use serde::Serialize;

use crate::disclosure::{Attacker, Disclosure, Measure};
use crate::examine::Examination;
use crate::models::{Requirement, Whole};
use crate::risk::SurveyRisk;

/// One figure about what an attacker can do.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Finding {
    /// What the release may give away.
    pub disclosure: Disclosure,
    /// What is measured.
    pub measure: Measure,
    /// The sensitive attribute that it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// Who attacks.
    pub attacker: Attacker,
    /// The figure for the original table, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<f64>,
    /// The figure for the release; absent where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<f64>,
    /// Where the figure is estimated, the interval that it lies in with 95 % confidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interval: Option<(f64, f64)>,
    /// The largest figure that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<f64>,
    /// Whether the release stays below it; absent where nothing was asked or nothing is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub holds: Option<bool>,
    /// The code that found the figure.
    pub found_by: FoundBy,
}

/// The code that found a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum FoundBy {
    /// The verifier, on the labels of released rows.
    Verifier,
    /// The counting kernel, on the codes of a table as it stands.
    Counting,
}

/// What a threshold of rounding leaves open.
const ROUNDING: f64 = 1e-9;

impl Finding {
    /// A figure of a release; none where it is not known.
    pub fn new(measure: Measure, after: Option<f64>, found_by: FoundBy) -> Finding {
        Finding {
            disclosure: measure.disclosure(),
            measure,
            attribute: None,
            attacker: measure.attacker(),
            before: None,
            after,
            interval: None,
            threshold: None,
            holds: None,
            found_by,
        }
    }

    fn of(mut self, attribute: &str) -> Finding {
        self.attribute = Some(attribute.to_owned());
        self
    }

    /// Whether both are about the same thing.
    fn is_like(&self, other: &Finding) -> bool {
        (self.measure, &self.attribute) == (other.measure, &other.attribute)
    }

    /// Sets the strictest threshold that requirements ask for.
    fn held_to(mut self, requirements: &[Requirement]) -> Finding {
        let asked = requirements.iter().flat_map(|requirement| {
            let model = requirement.model(&Whole::default());
            model.bounds()
        });
        let own = asked.filter(|(measure, _)| *measure == self.measure);
        self.threshold = own.map(|(_, most)| most).reduce(f64::min);
        let known = self.threshold.zip(self.after);
        self.holds = known.map(|(most, after)| after <= most + ROUNDING);
        self
    }
}

/// What the verifier found, by kind of disclosure.
pub(super) fn of_examination(found: &Examination) -> Vec<Finding> {
    let verifier = |measure, after| Finding::new(measure, after, FoundBy::Verifier);
    let (classes, linked) = (&found.classes, found.linked());
    let rows: u64 = classes.sizes().iter().sum();
    let share = |count: u64| (rows > 0).then(|| count as f64 / rows as f64);
    let (k, unique) = (found.k(), classes.sizes().iter().filter(|&&size| size == 1));
    let mut findings = vec![
        verifier(Measure::HighestRisk, (k > 0).then(|| 1.0 / k as f64)),
        verifier(Measure::MeanRisk, share(classes.len() as u64)),
        verifier(Measure::UniqueRows, share(unique.count() as u64)),
    ];
    let population = classes.highest_population_risk();
    findings.extend(population.map(|risk| verifier(Measure::HighestPopulationRisk, Some(risk))));
    findings.extend(found.survey().into_iter().flat_map(of_survey));
    let told = found.told();
    for (s, (name, [confidence, ..])) in told.iter().enumerate() {
        let of = |measure, after| verifier(measure, after).of(name);
        let all: u64 = linked.sizes().iter().sum();
        let certain = (all > 0).then(|| linked.certain_rows(s) as f64 / all as f64);
        findings.push(of(Measure::CertainValues, certain));
        findings.push(of(Measure::HighestConfidence, Some(*confidence)));
    }
    for (name, distance) in found.t() {
        let known = Some(distance).filter(|distance| distance.is_finite());
        findings.push(verifier(Measure::LargestDistance, known).of(&name));
    }
    findings.push(verifier(
        Measure::HighestPresence,
        classes.highest_presence(),
    ));
    let held = findings
        .into_iter()
        .map(|it| it.held_to(found.requirements()));
    let mut findings: Vec<Finding> = held.collect();
    findings.sort_by_key(|finding| finding.disclosure);
    findings
}

/// The risk by survey weights and of households.
pub(super) fn of_survey(survey: &SurveyRisk) -> Vec<Finding> {
    let individual = survey.individual.iter().flat_map(|risk| {
        [
            (Measure::HighestIndividualRisk, risk.max),
            (Measure::MeanIndividualRisk, risk.mean),
        ]
    });
    let household = survey.household.iter().flat_map(|risk| {
        [
            (Measure::HighestHouseholdRisk, risk.max),
            (Measure::MeanHouseholdRisk, risk.mean),
        ]
    });
    let all = individual.chain(household);
    all.map(|(measure, risk)| Finding::new(measure, Some(risk), FoundBy::Counting))
        .collect()
}

/// Sets the figures of the original table beside those of its release.
pub(super) fn beside(findings: &mut [Finding], before: &[Finding]) {
    for finding in findings {
        let like = before.iter().find(|it| it.is_like(finding));
        finding.before = like.and_then(|it| it.after);
    }
}

/// What an attacker can do with a table as it stands, by its counts.
pub(super) fn of_counts(table: &Table, set: &FrequencySet, sensitive: &[usize]) -> Vec<Finding> {
    let counted = |measure, after| Finding::new(measure, after, FoundBy::Counting);
    let counts = set.counts();
    let rows: u64 = counts.iter().sum();
    let share = |count: u64| (rows > 0).then(|| count as f64 / rows as f64);
    let smallest = counts.iter().copied().min();
    let unique = counts.iter().filter(|&&rows| rows == 1).count() as u64;
    let mut findings = vec![
        counted(Measure::HighestRisk, smallest.map(|k| 1.0 / k as f64)),
        counted(Measure::MeanRisk, share(counts.len() as u64)),
        counted(Measure::UniqueRows, share(unique)),
    ];
    for (histogram, &index) in set.histograms().iter().zip(sensitive) {
        let attribute = &table.attributes()[index];
        let missing = attribute.column.dictionary().missing_code();
        let (mut certain, mut confidence) = (0, 0.0_f64);
        for (class, &rows) in counts.iter().enumerate() {
            let values = histogram.of(class);
            let known = values.filter(|(code, _)| Some(*code) != missing);
            let (most, all) = known.fold((0, 0), |(most, all), (_, count)| {
                (count.max(most), all + count)
            });
            certain += if most == rows { rows } else { 0 };
            confidence = confidence.max(most as f64 / u64::max(all, 1) as f64);
        }
        let of = |measure, after| counted(measure, after).of(&attribute.name);
        findings.push(of(Measure::CertainValues, share(certain)));
        findings.push(of(Measure::HighestConfidence, share(1).map(|_| confidence)));
    }
    findings.extend(SurveyRisk::of(table).iter().flat_map(of_survey));
    findings
}
