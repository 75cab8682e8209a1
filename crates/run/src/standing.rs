//! Where a table stands: its classes, how they are spread, and what each quasi-identifier adds. Told before and after a release.

use std::collections::BTreeMap;

use bauta_privacy::risk::{
    Band, ClassMeasures, Conformity, Contribution, KReading, LReading, class_bands, conformity,
    contributions, contributions_of_people, risk_bands,
};
use bauta_privacy::{PeopleUnits, ProsecutorRisk, Release, examine};
use bauta_table::count::FrequencySet;
use bauta_table::{Role, Table};
use serde::Serialize;

use crate::project::Project;

/// Where a table stands.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Standing {
    /// Its rows.
    pub rows: u64,
    /// Its equivalence classes.
    pub classes: u64,
    /// Rows of the smallest class.
    pub k: u64,
    /// What that means.
    pub k_reading: KReading,
    /// Fewest different values in a class, by sensitive attribute.
    pub l: BTreeMap<String, u64>,
    /// What the least of them means.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub l_reading: Option<LReading>,
    /// Rows alone in their class.
    pub uniques: u64,
    /// The chance to find a person who is known to be in the table.
    pub prosecutor: ProsecutorRisk,
    /// Classes and rows that miss the targets.
    pub nonconforming: Conformity,
    /// How class sizes are spread.
    pub class_sizes: Vec<Band>,
    /// How the risk of rows is spread.
    pub risk_distribution: Vec<Band>,
    /// What each quasi-identifier adds to the risk.
    pub contributions: Vec<Contribution>,
    /// Different values of each quasi-identifier.
    pub distinct: BTreeMap<String, u64>,
}

/// The least class and the least diversity that conform.
#[derive(Debug, Clone, Copy)]
pub struct Thresholds {
    /// Fewest rows of a class.
    pub k: u64,
    /// Fewest different sensitive values of a class.
    pub l: u64,
}

impl Standing {
    /// Of a table in its roles.
    pub(crate) fn of(table: &Table, thresholds: Thresholds) -> Self {
        if let Some(people) = PeopleUnits::of(table) {
            return Standing::of_people(table, &people, thresholds);
        }
        let qis = table.with_role(Role::QuasiIdentifier);
        let sensitive = table.with_role(Role::Sensitive);
        let (set, _) = FrequencySet::count(table, &qis, &sensitive);
        Standing::counted(table, &set, (&qis, &sensitive), thresholds)
    }

    /// Of people who have several rows, with what the verifier found about their sensitive values.
    fn of_people(table: &Table, people: &PeopleUnits, thresholds: Thresholds) -> Self {
        let found = examine(table, &[]);
        let l: BTreeMap<String, u64> = found.l().into_iter().collect();
        let standing = Standing::of(&people.table, thresholds);
        let (sizes, least) = (found.classes.sizes(), found.classes.least_distinct());
        let qis = table.with_role(Role::QuasiIdentifier);
        Standing {
            l_reading: l.values().min().map(|&least| LReading::of(least)),
            l,
            nonconforming: conformity(sizes, least.as_deref(), thresholds.k, thresholds.l),
            contributions: contributions_of_people(table, &qis, people),
            ..standing
        }
    }

    /// Of a table that was counted by these quasi-identifiers and sensitive attributes.
    pub(crate) fn counted(
        table: &Table,
        set: &FrequencySet,
        (qis, sensitive): (&[usize], &[usize]),
        thresholds: Thresholds,
    ) -> Self {
        let names: Vec<String> = qis
            .iter()
            .map(|&index| table.attributes()[index].name.clone())
            .collect();
        let measured = ClassMeasures::of(table, set, sensitive);
        let counts = set.counts();
        let rows: u64 = counts.iter().sum();
        let k = counts.iter().copied().min().unwrap_or(0);
        let l = measured.l();
        let distinct = |&index: &usize| {
            let column = &table.attributes()[index].column;
            let counts = column.codes().counts(column.dictionary().len());
            counts.iter().filter(|&&count| count > 0).count() as u64
        };
        Standing {
            rows,
            classes: counts.len() as u64,
            k,
            k_reading: KReading::of(k),
            l_reading: l.values().min().map(|&least| LReading::of(least)),
            l,
            uniques: counts.iter().filter(|&&count| count == 1).count() as u64,
            prosecutor: ProsecutorRisk {
                max: if k > 0 { 1.0 / k as f64 } else { 0.0 },
                mean: if rows > 0 {
                    counts.len() as f64 / rows as f64
                } else {
                    0.0
                },
            },
            nonconforming: conformity(
                counts,
                measured.least().as_deref(),
                thresholds.k,
                thresholds.l,
            ),
            class_sizes: class_bands(counts),
            risk_distribution: risk_bands(counts, |class| 1.0 / counts[class] as f64),
            contributions: contributions(set, &names),
            distinct: names
                .iter()
                .cloned()
                .zip(qis.iter().map(distinct))
                .collect(),
        }
    }

    /// Of a release: its classes, and the diversity of the rows that sensitive values are linked with. None of a release without a table.
    pub(crate) fn of_release(release: &Release, thresholds: Thresholds) -> Option<Self> {
        if let Some(table) = release.table_of_people() {
            return Some(Standing::of(&table, thresholds));
        }
        let view = release.view()?;
        let table = view.quasi_identifiers;
        if !view.is_linked() {
            return Some(Standing::of(table, thresholds));
        }
        let quasi_identifiers = table.with_role(Role::QuasiIdentifier);
        let (set, _) = FrequencySet::count(table, &quasi_identifiers, &[]);
        let standing = Standing::counted(table, &set, (&quasi_identifiers, &[]), thresholds);
        let l = release.assessment().privacy.l.clone();
        let least = l.values().min();
        Some(Standing {
            l_reading: least.map(|&least| LReading::of(least)),
            l,
            ..standing
        })
    }
}

/// The thresholds that conform: the targets, or else those of the manual.
pub(crate) fn thresholds(project: &Project) -> Thresholds {
    Thresholds {
        k: project.targets.k().unwrap_or(10),
        l: project.targets.l().unwrap_or(3),
    }
}
