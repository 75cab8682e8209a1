//! Checks a synthetic table and its model against the real table, with code of its own: nothing here is shared with what made them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bauta_table::{Kind, Table};

use super::climb::Wanted;
use super::form::Modality;
use super::model::Model;
use super::prepare::Modalities;

/// What a synthetic table is checked against.
pub struct Evidence<'a> {
    /// The real table.
    pub real: &'a Table,
    /// The real table as modalities.
    pub modalities: &'a Modalities,
    /// The cluster of each real row, where the model was made in the same run.
    pub row_cluster: Option<&'a [u32]>,
    /// The model.
    pub model: &'a Model,
    /// What was asked for.
    pub wanted: &'a Wanted,
    /// Whether copies of unique rows are allowed.
    pub copies_allowed: bool,
}

/// What an inspection found; nothing may be written unless `failures` is empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Verdict {
    /// What does not hold, in sentences without a value.
    pub failures: Vec<String>,
    /// Rows of the smallest cluster, as counted here.
    pub smallest_cluster: u64,
    /// Synthetic rows that equal a real row.
    pub equal_rows: u64,
    /// Synthetic rows that equal a real row that is unique.
    pub unique_copies: u64,
}

/// Checks a synthetic table.
pub fn verify(synthetic: &Table, evidence: &Evidence<'_>) -> Verdict {
    let mut verdict = Verdict::default();
    clusters(evidence, &mut verdict);
    layout(synthetic, evidence.real, &mut verdict);
    if verdict.failures.is_empty() {
        domains(synthetic, evidence.model, &mut verdict);
        copies(synthetic, evidence, &mut verdict);
    }
    verdict
}

fn clusters(evidence: &Evidence<'_>, verdict: &mut Verdict) {
    let model = evidence.model;
    let told: u64 = model.clusters.iter().map(|cluster| cluster.rows).sum();
    if told != model.rows {
        verdict
            .failures
            .push("the clusters of the model do not add up to its rows".to_owned());
    }
    let variables = model.forms.len() as u64;
    if model
        .clusters
        .iter()
        .any(|cluster| cluster.counts.iter().sum::<u64>() != cluster.rows * variables)
    {
        verdict
            .failures
            .push("the cells of a cluster do not add up to its rows".to_owned());
    }
    verdict.smallest_cluster = model
        .clusters
        .iter()
        .map(|cluster| cluster.rows)
        .min()
        .unwrap_or(0);
    if let Some(row_cluster) = evidence.row_cluster {
        recounted(evidence, row_cluster, verdict);
    }
    if verdict.smallest_cluster < evidence.wanted.k {
        verdict.failures.push(format!(
            "a cluster has {} rows, fewer than k",
            verdict.smallest_cluster
        ));
    }
}

/// Rows, cells and sensitive values of each cluster, counted from the rows themselves.
fn recounted(evidence: &Evidence<'_>, row_cluster: &[u32], verdict: &mut Verdict) {
    let mut rows: BTreeMap<u32, u64> = BTreeMap::new();
    row_cluster
        .iter()
        .for_each(|&cluster| *rows.entry(cluster).or_default() += 1);
    verdict.smallest_cluster = rows.values().copied().min().unwrap_or(0);
    let told: Vec<u64> = evidence
        .model
        .clusters
        .iter()
        .map(|cluster| cluster.rows)
        .collect();
    if rows.values().copied().collect::<Vec<u64>>() != told {
        verdict
            .failures
            .push("the rows of the clusters are not those of the model".to_owned());
        return;
    }
    let width = evidence
        .model
        .clusters
        .first()
        .map_or(0, |cluster| cluster.counts.len());
    let mut counts: BTreeMap<u32, Vec<u64>> = rows
        .keys()
        .map(|&cluster| (cluster, vec![0; width]))
        .collect();
    for (variable, of) in evidence
        .modalities
        .variables()
        .iter()
        .zip(&evidence.model.modality_cluster)
    {
        for (row, cluster) in row_cluster.iter().enumerate() {
            let column = of[variable.codes.get(row) as usize] as usize;
            if let Some(counts) = counts.get_mut(cluster) {
                counts[column] += 1;
            }
        }
    }
    if counts
        .values()
        .zip(&evidence.model.clusters)
        .any(|(counts, told)| *counts != told.counts)
    {
        verdict
            .failures
            .push("the cells of a cluster are not those of the model".to_owned());
        return;
    }
    sensitive(evidence, row_cluster, verdict);
}

fn sensitive(evidence: &Evidence<'_>, row_cluster: &[u32], verdict: &mut Verdict) {
    let counted = |variable: usize| {
        let codes = &evidence.modalities.variables()[variable].codes;
        let mut counts: BTreeMap<u32, BTreeMap<u32, u64>> = BTreeMap::new();
        for (row, &cluster) in row_cluster.iter().enumerate() {
            *counts
                .entry(cluster)
                .or_default()
                .entry(codes.get(row))
                .or_default() += 1;
        }
        counts
    };
    let name = |variable: usize| &evidence.modalities.variables()[variable].form.name;
    for &(variable, least) in &evidence.wanted.diversity {
        if counted(variable)
            .values()
            .any(|values| values.len() < least)
        {
            verdict.failures.push(format!(
                "a cluster has fewer than {least} values of \"{}\"",
                name(variable)
            ));
        }
    }
    for &(variable, most) in &evidence.wanted.closeness {
        let form = &evidence.modalities.variables()[variable].form;
        let far =
            |values: &BTreeMap<u32, u64>| farness(values, &form.rows, form.kind) > most + 1e-9;
        if counted(variable).values().any(far) {
            verdict.failures.push(format!(
                "a cluster is farther than {most} from the table in \"{}\"",
                name(variable)
            ));
        }
    }
}

/// How far the values of a cluster are from those of the table: cumulated for what has an order, plain for words.
fn farness(values: &BTreeMap<u32, u64>, table: &[u64], kind: Kind) -> f64 {
    let (own, all) = (
        values.values().sum::<u64>() as f64,
        table.iter().sum::<u64>() as f64,
    );
    let (mut plain, mut ahead, mut moved) = (0.0, 0.0, 0.0);
    for (code, &rows) in table.iter().enumerate() {
        let difference =
            values.get(&(code as u32)).copied().unwrap_or(0) as f64 / own - rows as f64 / all;
        plain += f64::max(difference, 0.0);
        ahead += difference;
        moved += f64::abs(ahead);
    }
    match kind {
        Kind::Text | Kind::Boolean => plain,
        _ if table.len() > 2 => moved / (table.len() - 1) as f64,
        _ => moved,
    }
}

fn layout(synthetic: &Table, real: &Table, verdict: &mut Verdict) {
    if synthetic.attributes().len() != real.attributes().len() {
        verdict
            .failures
            .push("the synthetic table has other columns than the real one".to_owned());
        return;
    }
    for (drawn, source) in synthetic.attributes().iter().zip(real.attributes()) {
        let (one, other) = (drawn.column.dictionary(), source.column.dictionary());
        if drawn.name != source.name || one.kind() != other.kind() || one.style() != other.style() {
            verdict.failures.push(format!(
                "column \"{}\" is not of the name, kind and style of the source",
                source.name
            ));
        }
    }
}

/// Every value is one that the model may tell.
fn domains(synthetic: &Table, model: &Model, verdict: &mut Verdict) {
    for (attribute, form) in synthetic.attributes().iter().zip(&model.forms) {
        let dictionary = attribute.column.dictionary();
        let words: BTreeSet<&str> = (form.modalities.iter())
            .flat_map(|modality| match modality {
                Modality::Text(word) => vec![word.as_str()],
                Modality::Pool(words) => words.iter().map(|(word, _)| word.as_str()).collect(),
                _ => Vec::new(),
            })
            .collect();
        let ends: Vec<(f64, f64)> = (form.modalities.iter())
            .filter_map(|modality| match modality {
                Modality::Interval(interval) => Some(interval.bounds()),
                _ => None,
            })
            .collect();
        let may_miss = form
            .modalities
            .iter()
            .any(|modality| matches!(modality, Modality::Missing));
        let allowed = |code: u32| match (dictionary.measure(code), dictionary.kind()) {
            _ if Some(code) == dictionary.missing_code() => may_miss,
            (Some(value), _) => {
                let rounding = 1e-9 * value.abs().max(1.0);
                ends.iter()
                    .any(|&(low, high)| value >= low - rounding && value <= high + rounding)
            }
            (None, Kind::Text) => words.contains(dictionary.label(code).as_ref()),
            _ => true,
        };
        let used = attribute.column.codes().counts(dictionary.len());
        if (0..dictionary.len() as u32).any(|code| used[code as usize] > 0 && !allowed(code)) {
            verdict.failures.push(format!(
                "column \"{}\" has a value outside its domain",
                attribute.name
            ));
        }
    }
}

/// Counts synthetic rows that are real ones, by what a reader sees.
fn copies(synthetic: &Table, evidence: &Evidence<'_>, verdict: &mut Verdict) {
    let text = |table: &Table, row: usize| {
        let labels: Vec<String> = table
            .attributes()
            .iter()
            .map(|attribute| attribute.column.label(row).into_owned())
            .collect();
        labels.join("\u{1f}")
    };
    let mut real: HashMap<String, u32> = HashMap::with_capacity(evidence.real.rows());
    for row in 0..evidence.real.rows() {
        *real.entry(text(evidence.real, row)).or_default() += 1;
    }
    for row in 0..synthetic.rows() {
        let rows = real.get(&text(synthetic, row)).copied().unwrap_or(0);
        verdict.equal_rows += u64::from(rows > 0);
        verdict.unique_copies += u64::from(rows == 1);
    }
    if verdict.unique_copies > 0 && !evidence.copies_allowed {
        verdict.failures.push(format!(
            "{} rows are copies of unique real rows",
            verdict.unique_copies
        ));
    }
}
