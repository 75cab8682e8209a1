//! `bauta risk`: every risk measure of a table, as it stands.
//!
//! **Idea** (1) Read and check everything that was asked. (2) The quick estimate, from the shares of values. (3) Count the classes once;
//! everything else is computed from the distinct combinations and their counts; where people have several rows, classes have people. (4) What is known of the population: from a table, from
//! weights, from the sampling fraction, or by a model. (5) Special uniques and outliers. (6) What it comes to, in words.

mod classes;
mod notes;
mod paper;
mod people;
mod records;
mod report;
mod request;
mod several_rows;
mod verdict;

use std::collections::BTreeMap;

use bauta_privacy::risk::{
    Households, KReading, LReading, Outliers, RiskReading, Suda, class_bands, outliers,
    outliers_of_people, quick_estimate, risk_bands, risk_of_rows, suda, suda_of_people,
};
use bauta_privacy::utility::average_class_size::average_class_size;
use bauta_privacy::utility::discernibility::discernibility;
use bauta_privacy::{ProsecutorRisk, Utility};
use bauta_table::{Progress, Stage};

pub use report::{
    ExpectedMatches, HouseholdReport, OutlierReport, PopulationReport, PopulationSource,
    RiskPeople, RiskPrivacy, RiskReport, Risks, SudaReport, Verdict,
};
pub use request::RiskOptions;

use bauta_messages::{Error, Result};
use bauta_run::ProjectInput;
use bauta_run::report::{Seconds, timed};
use classes::Classes;
use people::People;
use request::Ready;

/// The largest sets of attributes that are looked at for special uniques, if the table is small enough.
const SUDA_SIZE: usize = 6;

/// What was counted and measured, before it is put together.
struct Measured {
    classes: Classes,
    people: Option<People>,
    suda: Option<Suda>,
    outliers: Outliers,
    households: Option<Households>,
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
    let (table, units) = (&ready.table, ready.units.as_ref());
    let classes = Classes::of(ready, options);
    let people = People::of(ready, options, &classes)?;
    let size = options
        .suda_size
        .unwrap_or_else(|| classes.affordable_size(SUDA_SIZE));
    let fraction = people
        .as_ref()
        .map_or(options.dis_fraction, |people| people.sampling_fraction);
    let qis = &ready.quasi_identifiers;
    let suda = match units {
        Some(units) => suda_of_people(table, qis, units, (size, fraction), progress),
        None => suda(&classes.set, size, fraction, progress),
    };
    if progress.cancelled() {
        return Err(Error::Cancelled);
    }
    let (found, most) = (suda.as_ref(), options.outliers);
    let outliers = match units {
        Some(units) => outliers_of_people(table, qis, units, found, most),
        None => outliers(&classes.set, &classes.of_unit, found, most),
    };
    let column = ready
        .household
        .map(|index| &table.attributes()[index].column);
    let households = column.map(|column| Households::of(column, units));
    let household = households
        .as_ref()
        .map(|households| household(ready, &classes, people.as_ref(), households));
    let measured = Measured {
        classes,
        people,
        suda,
        outliers,
        households,
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
    let classes = &measured.classes;
    let (counts, names) = (classes.set.counts(), names(ready));
    let rows = ready.table.counted_rows();
    let k = counts.iter().copied().min().unwrap_or(0);
    let people = ready.units.as_ref().map(|units| RiskPeople {
        count: units.people as u64,
        shown_by: units.shown_by.clone(),
        classes: counts.len() as u64,
        nonconforming: classes.people_where(units, |class| classes.misses(class)),
    });
    let alone = |class: usize| counts[class] == 1;
    let uniques = match &ready.units {
        Some(units) => classes.people_where(units, alone),
        None => counts.iter().filter(|&&rows| rows == 1).count() as u64,
    };
    let all = people.as_ref().map_or(rows, |people| people.count);
    let view = ready.counted();
    let mut report = RiskReport {
        bauta: env!("CARGO_PKG_VERSION"),
        input: ready.input.to_string(),
        rows,
        suppressed_rows: 0,
        classes: classes.row_sizes().len() as u64,
        verdict: Verdict {
            reading: RiskReading::Low,
            sentences: Vec::new(),
        },
        quick_estimate: quick_estimate(view, &ready.counted_quasi_identifiers()),
        findings: classes.findings.clone(),
        privacy: privacy(classes, k),
        risk: risks(measured, k),
        uniques,
        unique_share: uniques as f64 / all.max(1) as f64,
        nonconforming: classes.conformity,
        class_sizes: class_bands(counts),
        risk_distribution: risk_bands(counts, |class| 1.0 / counts[class] as f64),
        attributes: classes.contributions.clone(),
        population: measured.people.as_ref().map(|people| people.report(counts)),
        suda: measured.suda.as_ref().map(|suda| suda_report(suda, &names)),
        outliers: outliers_told(ready, measured, options),
        outlier_rows: measured.outliers.rows,
        utility: utility(classes.row_sizes(), rows, options.target_k),
        people,
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

fn privacy(classes: &Classes, k: u64) -> RiskPrivacy {
    let least = classes.l.values().copied().min();
    RiskPrivacy {
        k,
        k_reading: KReading::of(k),
        l_least: least,
        l_reading: least.map(LReading::of),
        l: classes.l.clone(),
        t: classes.t.clone(),
        determined_rows: classes.determined.iter().cloned().collect(),
    }
}

fn risks(measured: &Measured, k: u64) -> Risks {
    let set = &measured.classes.set;
    let (rows, classes) = (set.rows().max(1) as f64, set.len() as f64);
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
    classes: &Classes,
    people: Option<&People>,
    households: &Households,
) -> HouseholdReport {
    let counts = classes.set.counts();
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
            counts.iter().map(|&rows| 1.0 / rows as f64).collect(),
        ),
    };
    let risks = risk_of_rows(ready.units.as_ref(), &classes.of_unit, |class| {
        risk_of_class[class]
    });
    HouseholdReport {
        of,
        risk: households.risk(|row| risks[row]),
    }
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
