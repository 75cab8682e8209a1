//! Looking at released rows: which of their classes break a requirement.
//!
//! This is the verifier. It shares no counting code with the techniques: classes are found by refining one partition of the
//! rows column after column, and sensitive values by sorting (`released_classes`). It looks at labels, which is what a reader of
//! the release sees: two codes with the same label are one value here.

mod rules;

use bauta_table::Role;
use bauta_table::rule::Rules;
use serde::Serialize;

use crate::distance::Distance;
use crate::models::{Requirement, Whole};
use crate::released_classes::{Background, People, Published, ReleasedClasses};
use crate::risk::SurveyRisk;
pub use rules::RuleFinding;
pub(crate) use rules::merged;

/// A class that breaks a requirement, by its size and place; its values are not told.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct FailingClass {
    /// The requirement it breaks, in words.
    pub breaks: String,
    /// Rows in the class.
    pub rows: u64,
    /// The first of them, counted from 1 below the header.
    pub first_row: u64,
    /// Different sensitive values, one number a sensitive attribute.
    pub distinct: Vec<u64>,
}

/// What was found in a release.
pub struct Examination {
    /// Its equivalence classes: rows with the same quasi-identifiers.
    pub classes: ReleasedClasses,
    /// The groups of rows that sensitive values are linked with, where these are not the equivalence classes.
    groups: Option<ReleasedClasses>,
    /// The classes that break a requirement, the smallest first.
    pub failing: Vec<FailingClass>,
    /// The requirements and edit rules that were checked, in words, and whether each holds.
    pub checked: Vec<(String, bool)>,
    /// What was found about each edit rule.
    pub rules: Vec<RuleFinding>,
    /// How many quasi-identifiers there are.
    quasi_identifiers: usize,
    /// The risk by survey weights and of households, where the table has them.
    survey: Option<SurveyRisk>,
    /// How many people there are, where people have several rows.
    people: Option<u64>,
    /// What the release was held to.
    requirements: Vec<Requirement>,
    /// The distance that a requirement asked for.
    distance: Option<Distance>,
}

impl Examination {
    /// Whether every requirement holds and every rule is kept.
    pub fn holds(&self) -> bool {
        self.checked.iter().all(|(_, holds)| *holds)
    }

    /// How many people there are, where people have several rows.
    pub fn people(&self) -> Option<u64> {
        self.people
    }

    /// What the release was held to.
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// The risk by survey weights and of households, where the table has them.
    pub(crate) fn survey(&self) -> Option<&SurveyRisk> {
        self.survey.as_ref()
    }

    /// How many quasi-identifiers there are.
    pub fn quasi_identifiers(&self) -> usize {
        self.quasi_identifiers
    }

    /// Rows in the smallest class; 0 for a table without rows.
    pub fn k(&self) -> u64 {
        self.classes.sizes().iter().copied().min().unwrap_or(0)
    }

    /// The rows that a sensitive value may belong to: equivalence classes, or the groups of a release that separates sensitive values from
    /// their rows.
    pub fn linked(&self) -> &ReleasedClasses {
        self.groups.as_ref().unwrap_or(&self.classes)
    }

    /// Groups of rows that sensitive values are linked with, where these are not the equivalence classes.
    pub fn groups(&self) -> Option<&ReleasedClasses> {
        self.groups.as_ref()
    }

    /// Fewest different values of each sensitive attribute in a class.
    pub fn l(&self) -> Vec<(String, u64)> {
        let classes = self.linked();
        let least = |s: usize| {
            (0..classes.len())
                .map(|class| classes.distinct(class, s))
                .min()
                .unwrap_or(0)
        };
        classes
            .sensitive_names()
            .iter()
            .enumerate()
            .map(|(s, name)| (name.clone(), least(s)))
            .collect()
    }

    /// For each sensitive attribute, what the values of classes tell at the most: the largest share of one in a class, its largest gain
    /// relative to its share in the whole, and the largest |log2| of the two shares' ratio (infinite if a class lacks a value).
    pub fn told(&self) -> Vec<(String, [f64; 3])> {
        let classes = self.linked();
        let of_class = |class: usize, s: usize| {
            let people = classes.known(class, s) as f64;
            let counts = classes.counts(class, s).map(|(_, count)| count);
            let known = counts.sum::<u64>() as f64;
            let lacks = known > 0.0 && classes.distinct(class, s) < classes.whole_distinct(s);
            let start = [0.0, 0.0, if lacks { f64::INFINITY } else { 0.0 }];
            classes
                .counts(class, s)
                .fold(start, |told, (number, count)| {
                    let (p, q) = (count as f64 / known, classes.whole_share(s, number));
                    // Nothing is above infinity: the logarithm need not be taken.
                    let ratio = if lacks {
                        told[2]
                    } else {
                        told[2].max((p / q).log2().abs())
                    };
                    [
                        told[0].max(count as f64 / people),
                        told[1].max((p - q) / q),
                        ratio,
                    ]
                })
        };
        let most = |s: usize| classes.largest(|class| of_class(class, s));
        classes
            .sensitive_names()
            .iter()
            .enumerate()
            .map(|(s, name)| (name.clone(), most(s)))
            .collect()
    }

    /// The largest distance of a class to the whole, for each sensitive attribute; as a requirement measures it, or else by
    /// the attribute's kind.
    pub fn t(&self) -> Vec<(String, f64)> {
        let classes = self.linked();
        let distance = |class: usize, s: usize| [classes.distance(class, s, self.distance)];
        let largest = |s: usize| classes.largest(|class| distance(class, s))[0];
        // Without what rounding leaves of a distance of 0.
        let largest = |s: usize| (largest(s) * 1e12).round() / 1e12;
        classes
            .sensitive_names()
            .iter()
            .enumerate()
            .map(|(s, name)| (name.clone(), largest(s)))
            .collect()
    }
}

/// Checks the rows of a table, as they stand and with nothing else known, against requirements.
pub fn examine<'a>(release: impl Into<Published<'a>>, requirements: &[Requirement]) -> Examination {
    examine_with(release, requirements, &Background::default())
}

/// Checks a release against requirements, as a reader sees it and with what is known besides. What is required of people's rows is looked
/// for in the equivalence classes; what is required of sensitive values, in the rows that these are linked with.
pub fn examine_with<'a>(
    release: impl Into<Published<'a>>,
    requirements: &[Requirement],
    background: &Background<'_>,
) -> Examination {
    let published = release.into();
    let (mut classes, groups) = rayon::join(
        || ReleasedClasses::of_people(&published, background),
        || ReleasedClasses::of_links(&published, background),
    );
    let looks_at_labels = |it: &Requirement| it.descriptor().needs.labels;
    if requirements.iter().any(looks_at_labels) {
        classes.note_labels(published.quasi_identifiers);
    }
    let mut failing = Vec::new();
    let mut checked = Vec::new();
    for requirement in requirements {
        let judged = match &groups {
            Some(groups) if requirement.needs_sensitive() => groups,
            _ => &classes,
        };
        let (verdict, broken) = judge(judged, requirement);
        checked.push(verdict);
        failing.extend(broken);
    }
    failing.sort_by_key(|class| (class.rows, class.first_row));
    let distance = requirements.iter().find_map(Requirement::distance);
    let rules = background
        .rules
        .map(|rules| findings(&published, rules))
        .unwrap_or_default();
    checked.extend(rules.iter().map(|rule| (rule.title(), rule.holds())));
    Examination {
        quasi_identifiers: published
            .quasi_identifiers
            .with_role(Role::QuasiIdentifier)
            .len(),
        survey: SurveyRisk::of(published.quasi_identifiers),
        people: People::of(published.quasi_identifiers).map(|people| people.in_rows()),
        classes,
        groups,
        failing,
        checked,
        rules,
        requirements: requirements.to_vec(),
        distance,
    }
}

/// What is found about edit rules, in both tables where there are two.
fn findings(published: &Published<'_>, rules: &Rules) -> Vec<RuleFinding> {
    let own = rules::findings(published.quasi_identifiers, rules);
    if std::ptr::eq(published.quasi_identifiers, published.sensitive) {
        own
    } else {
        merged(vec![own, rules::findings(published.sensitive, rules)])
    }
}

/// Whether classes satisfy a requirement, in words, and those that break it.
fn judge(
    classes: &ReleasedClasses,
    requirement: &Requirement,
) -> ((String, bool), Vec<FailingClass>) {
    let model = requirement.model(&Whole::default());
    let broken = model.failing(classes);
    let holds = broken.is_empty() && !model.breaks_whole(classes);
    let failing = broken.into_iter().map(|class| FailingClass {
        breaks: model.title(),
        rows: classes.size(class),
        first_row: classes.first_row(class) + 1,
        distinct: (0..classes.sensitive_count())
            .map(|s| classes.distinct(class, s))
            .collect(),
    });
    ((model.title(), holds), failing.collect())
}

#[cfg(test)]
mod tests;
