//! What it comes to, in words: the most important first, and what to do.

use bauta_privacy::risk::RiskReading;

use super::report::{RiskReport, Verdict};

/// Up to this share of rows (people, where they have several) that miss the targets, the risk is medium.
const FEW: f64 = 0.05;

/// The verdict on what was measured.
pub(super) fn verdict(report: &RiskReport) -> Verdict {
    let people = report.people.as_ref();
    let missed = people.map_or(report.nonconforming.any.rows, |it| it.nonconforming);
    let all = people.map_or(report.rows, |it| it.count);
    let share = missed as f64 / all.max(1) as f64;
    let reading = match missed {
        0 => RiskReading::Low,
        _ if share <= FEW => RiskReading::Medium,
        _ => RiskReading::High,
    };
    let mut sentences = vec![targets(report, (missed, all), share)];
    if report.uniques > 0 {
        let (uniques, percent) = (report.uniques, 100.0 * report.unique_share);
        sentences.push(match people {
            None => format!(
                "{uniques} rows ({percent:.1} %) are alone: who knows them is certain to find them"
            ),
            Some(_) => format!(
                "{uniques} people ({percent:.1} %) are alone in a class: who knows them is certain to find them"
            ),
        });
    }
    if missed > 0 {
        sentences.extend(most(report));
    } else if report.outlier_rows > 0 {
        let rows = report.outlier_rows;
        sentences.push(format!(
            "{rows} rows have a rare value or pair of values: treat them one by one"
        ));
    }
    Verdict { reading, sentences }
}

fn targets(report: &RiskReport, (missed, all): (u64, u64), share: f64) -> String {
    let (k, l) = (report.nonconforming.target_k, report.nonconforming.target_l);
    let of = if report.people.is_some() {
        "people"
    } else {
        "rows"
    };
    let percent = 100.0 * share;
    match (missed, report.privacy.l_least) {
        (0, None) => format!("every class has at least {k} {of}"),
        (0, Some(_)) => {
            format!("every class has at least {k} {of} and {l} different sensitive values")
        }
        (_, None) => {
            format!("{missed} of {all} {of} ({percent:.1} %) are in classes of fewer than {k} {of}")
        }
        (_, Some(_)) => format!(
            "{missed} of {all} {of} ({percent:.1} %) are in classes of fewer than {k} {of} or {l} different sensitive values"
        ),
    }
}

/// The quasi-identifier to reduce first: the one without which most of the risk goes away.
fn most(report: &RiskReport) -> Option<String> {
    let first = report
        .attributes
        .iter()
        .max_by(|a, b| a.contribution.total_cmp(&b.contribution))?;
    let (name, percent) = (&first.attribute, 100.0 * first.contribution);
    let (before, after) = (report.uniques, first.uniques_without);
    (report.attributes.len() > 1).then(|| match report.people {
        None => format!(
            "reduce \"{name}\" first: without it the mean risk falls by {percent:.0} %, and {after} rows are alone instead of {before}"
        ),
        Some(_) => format!("reduce \"{name}\" first: without it the mean risk falls by {percent:.0} %"),
    })
}
