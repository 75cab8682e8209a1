//! `bauta risk`: every risk measure of a table, as it stands.
//!
//! **Idea** (1) Read and check everything that was asked. (2) The quick estimate, from the shares of values. (3) Count the classes once;
//! everything else is computed from the distinct combinations and their counts. (4) What is known of the population: from a table, from
//! weights, from the sampling fraction, or by a model. (5) Special uniques and outliers. (6) What it comes to, in words.

mod notes;
mod paper;
mod people;
mod records;
mod report;
mod request;
mod verdict;

use std::collections::BTreeMap;

use bauta_privacy::risk::{
    ClassMeasures, KReading, LReading, Outliers, Suda, affordable_size, class_bands, conformity,
    contributions, household_risk, outliers, quick_estimate, risk_bands, suda,
};
use bauta_privacy::utility::average_class_size::average_class_size;
use bauta_privacy::utility::discernibility::discernibility;
use bauta_privacy::{ProsecutorRisk, Utility, findings_of_counts};
use bauta_table::count::FrequencySet;
use bauta_table::{Progress, Stage};

pub use report::{
    ExpectedMatches, HouseholdReport, OutlierReport, PopulationReport, PopulationSource,
    RiskPrivacy, RiskReport, Risks, SudaReport, Verdict,
};
pub use request::RiskOptions;

use bauta_messages::{Error, Result};
use bauta_run::ProjectInput;
use bauta_run::report::{Seconds, timed};
use people::People;
use request::Ready;

/// The largest sets of attributes that are looked at for special uniques, if the table is small enough.
const SUDA_SIZE: usize = 6;
/// So many combinations of a subset of attributes and a tuple are looked at without being asked.
const SUDA_BUDGET: f64 = 6e7;

/// What was counted and measured, before it is put together.
struct Measured {
    set: FrequencySet,
    class_of: Vec<u32>,
    measures: ClassMeasures,
    people: Option<People>,
    suda: Option<Suda>,
    outliers: Outliers,
    household: Option<HouseholdReport>,
}

/// Measures the risk of the project's data in their roles, without changing anything.
pub fn risk<'a>(
    input: impl Into<ProjectInput<'a>>,
    options: &RiskOptions,
    progress: &dyn Progress,
) -> Result<RiskReport> {
    let mut seconds = Seconds::default();
    let input = input.into();
    let ready = timed(&mut seconds.read, || Ready::new(input, options, progress))?;
    let mut report = timed(&mut seconds.verify, || measured(&ready, options, progress))?;
    if let (Some(locator), (_, measured)) = (&ready.records, &report) {
        timed(&mut seconds.write, || {
            records::write(&ready, measured, locator, options, progress)
        })?;
    }
    report.0.records = ready.records.as_ref().map(ToString::to_string);
    report.0.seconds = seconds;
    Ok(report.0)
}

fn measured(
    ready: &Ready,
    options: &RiskOptions,
    progress: &dyn Progress,
) -> Result<(RiskReport, Measured)> {
    progress.tell(Stage::Verify, 0, None);
    let table = &ready.table;
    let (set, class_of) = FrequencySet::count(table, &ready.quasi_identifiers, &ready.sensitive);
    let measures = ClassMeasures::of(table, &set, &ready.sensitive);
    let people = People::of(ready, options, &set, &class_of)?;
    let size = options
        .suda_size
        .unwrap_or_else(|| affordable_size(set.width(), set.len(), SUDA_SIZE, SUDA_BUDGET));
    let fraction = people.as_ref().map_or(options.dis_fraction, |people| {
        people.uniqueness.sampling_fraction
    });
    let suda = suda(&set, size, fraction, progress);
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    let outliers = outliers(&set, &class_of, suda.as_ref(), options.outliers);
    let household = household(ready, &set, &class_of, people.as_ref());
    let measured = Measured {
        set,
        class_of,
        measures,
        people,
        suda,
        outliers,
        household,
    };
    Ok((report(ready, options, &measured, size), measured))
}

/// Step 6.
fn report(
    ready: &Ready,
    options: &RiskOptions,
    measured: &Measured,
    suda_size: usize,
) -> RiskReport {
    let Measured {
        set,
        measures,
        people,
        ..
    } = measured;
    let (counts, names) = (set.counts(), names(ready));
    let (rows, classes) = (set.rows(), set.len() as u64);
    let k = counts.iter().copied().min().unwrap_or(0);
    let uniques = counts.iter().filter(|&&rows| rows == 1).count() as u64;
    let least = measures.least();
    let mut report = RiskReport {
        bauta: env!("CARGO_PKG_VERSION"),
        input: ready.input.to_string(),
        rows,
        suppressed_rows: 0,
        classes,
        verdict: Verdict {
            reading: bauta_privacy::risk::RiskReading::Low,
            sentences: Vec::new(),
        },
        quick_estimate: quick_estimate(&ready.table, &ready.quasi_identifiers),
        findings: findings_of_counts(&ready.table, set, &ready.sensitive),
        privacy: privacy(measures, k),
        risk: risks(measured, k),
        uniques,
        unique_share: uniques as f64 / rows.max(1) as f64,
        nonconforming: conformity(counts, least.as_deref(), options.target_k, options.target_l),
        class_sizes: class_bands(counts),
        risk_distribution: risk_bands(counts, |class| 1.0 / counts[class] as f64),
        attributes: contributions(set, &names),
        population: people.as_ref().map(|people| people.report(counts)),
        suda: measured.suda.as_ref().map(|suda| suda_report(suda, &names)),
        outliers: outliers_told(ready, measured, options),
        outlier_rows: measured.outliers.rows,
        utility: utility(counts, rows, options.target_k),
        quasi_identifiers: names,
        records: None,
        notes: ready.notes.clone(),
        seconds: Seconds::default(),
    };
    report
        .notes
        .extend(notes::notes(ready, options, measured, suda_size));
    report.verdict = verdict::verdict(&report);
    report
}

fn names(ready: &Ready) -> Vec<String> {
    let name = |&index: &usize| ready.table.attributes()[index].name.clone();
    ready.quasi_identifiers.iter().map(name).collect()
}

fn privacy(measures: &ClassMeasures, k: u64) -> RiskPrivacy {
    let l = measures.l();
    let least = l.values().copied().min();
    let determined = measures
        .diversity
        .iter()
        .map(|found| (found.attribute.clone(), found.determined));
    RiskPrivacy {
        k,
        k_reading: KReading::of(k),
        l_least: least,
        l_reading: least.map(LReading::of),
        l,
        t: measures.t(),
        determined_rows: determined.collect(),
    }
}

fn risks(measured: &Measured, k: u64) -> Risks {
    let (rows, classes) = (measured.set.rows().max(1) as f64, measured.set.len() as f64);
    let people = measured.people.as_ref();
    Risks {
        prosecutor: ProsecutorRisk {
            max: if k > 0 { 1.0 / k as f64 } else { 0.0 },
            mean: classes / rows,
        },
        marketer: classes / rows,
        journalist: people.map(|people| ProsecutorRisk {
            max: people.risk.max,
            mean: people.risk.mean,
        }),
        expected_matches: people.map(|people| ExpectedMatches {
            total: people.risk.expected_matches,
            share: people.risk.expected_matches / rows,
            max_of_class: people.risk.max_share,
        }),
        individual: people.and_then(|people| people.individual.clone()),
        household: measured.household.clone(),
    }
}

fn household(
    ready: &Ready,
    set: &FrequencySet,
    class_of: &[u32],
    people: Option<&People>,
) -> Option<HouseholdReport> {
    let column = &ready.table.attributes()[ready.household?].column;
    let (of, risk_of_class): (_, Vec<f64>) = match people {
        Some(People {
            individual: Some(risk),
            ..
        }) => ("individual", risk.of_class.clone()),
        Some(people) => (
            "journalist",
            people.of_class.iter().map(|people| 1.0 / people).collect(),
        ),
        None => (
            "prosecutor",
            set.counts().iter().map(|&rows| 1.0 / rows as f64).collect(),
        ),
    };
    // Who has no household is one alone.
    let (missing, mut alone) = (
        column.dictionary().missing_code(),
        column.dictionary().len() as u32,
    );
    let household_of: Vec<u32> = column
        .codes()
        .iter()
        .map(|code| {
            alone += u32::from(Some(code) == missing);
            if Some(code) == missing {
                alone - 1
            } else {
                code
            }
        })
        .collect();
    let risk = household_risk(household_of.iter().copied(), alone as usize, |row| {
        risk_of_class[class_of[row] as usize]
    });
    Some(HouseholdReport { of, risk })
}

fn suda_report(suda: &Suda, names: &[String]) -> SudaReport {
    let contribution: BTreeMap<String, f64> = names
        .iter()
        .cloned()
        .zip(suda.contribution.iter().copied())
        .collect();
    SudaReport {
        suda: suda.clone(),
        contribution,
    }
}

fn outliers_told(ready: &Ready, measured: &Measured, options: &RiskOptions) -> Vec<OutlierReport> {
    if ready.table.weights().is_some() {
        return Vec::new();
    }
    let attribute = |place: &usize| &ready.table.attributes()[ready.quasi_identifiers[*place]];
    let told = measured
        .outliers
        .listed
        .iter()
        .map(|outlier| OutlierReport {
            row: outlier.row + 1,
            attributes: outlier
                .attributes
                .iter()
                .map(|place| attribute(place).name.clone())
                .collect(),
            frequency: outlier.frequency,
            score: outlier.score,
            values: options.show_values.then(|| {
                let value = |place| {
                    attribute(place)
                        .column
                        .label(outlier.row as usize)
                        .into_owned()
                };
                outlier.attributes.iter().map(value).collect()
            }),
        });
    told.collect()
}

fn utility(counts: &[u64], rows: u64, target_k: u64) -> Utility {
    Utility {
        discernibility: discernibility(counts),
        discernibility_with_suppression: discernibility(counts),
        average_class_size: average_class_size(rows, counts.len() as u64, Some(target_k)),
        ..Utility::default()
    }
}
