//! Checks a synthetic table and its co-clusters against the real table, with code of its own: nothing here is shared with what made them.

use std::collections::BTreeMap;

use bauta_table::{Kind, Table};

use super::climb::Wanted;
use super::model::Model;
use crate::modalities::Modalities;
use crate::verify::Verdict;

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

/// Checks a synthetic table.
pub fn verify(synthetic: &Table, evidence: &Evidence<'_>) -> Verdict {
    let mut verdict = Verdict::default();
    clusters(evidence, &mut verdict);
    verdict.look_at_rows(
        synthetic,
        evidence.real,
        &evidence.model.forms,
        evidence.copies_allowed,
    );
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
    verdict.least = model
        .clusters
        .iter()
        .map(|cluster| cluster.rows)
        .min()
        .unwrap_or(0);
    if let Some(row_cluster) = evidence.row_cluster {
        recounted(evidence, row_cluster, verdict);
    }
    if verdict.least < evidence.wanted.k {
        verdict.failures.push(format!(
            "a cluster has {} rows, fewer than k",
            verdict.least
        ));
    }
}

/// Rows, cells and sensitive values of each cluster, counted from the rows themselves.
fn recounted(evidence: &Evidence<'_>, row_cluster: &[u32], verdict: &mut Verdict) {
    let mut rows: BTreeMap<u32, u64> = BTreeMap::new();
    row_cluster
        .iter()
        .for_each(|&cluster| *rows.entry(cluster).or_default() += 1);
    verdict.least = rows.values().copied().min().unwrap_or(0);
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
