//! What is told of clusters: their size, what is typical of them, how much they tell.

use crate::cocluster::Model;

use super::{Axis, ClusterCard, Typical};

/// Modalities that are told of a cluster of rows.
const TOLD: usize = 8;

/// The axes of a model and its cells, the largest clusters first.
pub(super) fn of_model(model: &Model) -> ([Axis; 2], Vec<Vec<u64>>) {
    let cells: Vec<Vec<u64>> = model
        .clusters
        .iter()
        .map(|cluster| cluster.counts.clone())
        .collect();
    let rows: Vec<u64> = model.clusters.iter().map(|cluster| cluster.rows).collect();
    let typical = (0..rows.len())
        .map(|cluster| typical_of(model, cluster))
        .collect();
    let members = members(model);
    let sizes = members.iter().map(|members| members.len() as u64).collect();
    let (axes, cells) = arranged(
        cells,
        [
            ("rows".to_owned(), rows, typical),
            ("modalities".to_owned(), sizes, members),
        ],
    );
    (axes, cells)
}

/// A name, sizes of clusters, and what is told of each.
pub(super) type Raw = (String, Vec<u64>, Vec<Vec<Typical>>);

/// Axes with interests, clusters sorted by their counts.
pub(super) fn arranged(cells: Vec<Vec<u64>>, raw: [Raw; 2]) -> ([Axis; 2], Vec<Vec<u64>>) {
    let width = cells.first().map_or(0, Vec::len);
    let counts = [
        cells
            .iter()
            .map(|row| row.iter().sum())
            .collect::<Vec<u64>>(),
        (0..width)
            .map(|column| cells.iter().map(|row| row[column]).sum())
            .collect(),
    ];
    let total = counts[0].iter().sum::<u64>().max(1) as f64;
    let told = |row: usize, column: usize| {
        let (both, own) = (
            cells[row][column] as f64 / total,
            counts[0][row] as f64 / total,
        );
        let other = counts[1][column] as f64 / total;
        if both > 0.0 {
            both * (both / (own * other)).ln()
        } else {
            0.0
        }
    };
    let interest = [
        (0..cells.len())
            .map(|row| (0..width).map(|column| told(row, column)).sum())
            .collect::<Vec<f64>>(),
        (0..width)
            .map(|column| (0..cells.len()).map(|row| told(row, column)).sum())
            .collect(),
    ];
    let orders = counts.each_ref().map(|counts| {
        let mut order: Vec<usize> = (0..counts.len()).collect();
        order.sort_by_key(|&cluster| (std::cmp::Reverse(counts[cluster]), cluster));
        order
    });
    let sorted = orders[0]
        .iter()
        .map(|&row| orders[1].iter().map(|&column| cells[row][column]).collect())
        .collect();
    let mut axis = 0;
    let axes = raw.map(|(name, sizes, mut typical)| {
        let most = interest[axis].iter().copied().fold(1e-300, f64::max);
        let clusters = orders[axis].iter().map(|&cluster| ClusterCard {
            size: sizes[cluster],
            count: counts[axis][cluster],
            interest: (interest[axis][cluster] / most).max(0.0),
            typical: std::mem::take(&mut typical[cluster]),
        });
        let clusters = clusters.collect();
        axis += 1;
        Axis { name, clusters }
    });
    (axes, sorted)
}

/// The modalities that tell a cluster of rows from the table, the most telling first.
fn typical_of(model: &Model, cluster: usize) -> Vec<Typical> {
    let mut all: Vec<(f64, Typical)> = Vec::new();
    for (variable, form) in model.forms.iter().enumerate() {
        for (code, share) in model.chances(cluster, variable).into_iter().enumerate() {
            let table = form.rows[code] as f64 / model.rows.max(1) as f64;
            if share <= table || table == 0.0 {
                continue;
            }
            let lift = share / table;
            let typical = Typical {
                variable: form.name.clone(),
                modality: form.label(code),
                share,
                lift,
            };
            all.push((share * lift.ln(), typical));
        }
    }
    all.sort_by(|one, other| other.0.total_cmp(&one.0));
    all.into_iter()
        .take(TOLD)
        .map(|(_, typical)| typical)
        .collect()
}

/// The modalities of each cluster of modalities, the most frequent first.
fn members(model: &Model) -> Vec<Vec<Typical>> {
    let mut members: Vec<Vec<Typical>> = vec![Vec::new(); model.modality_clusters()];
    for (form, of) in model.forms.iter().zip(&model.modality_cluster) {
        for (code, &cluster) in of.iter().enumerate() {
            let share = form.rows[code] as f64 / model.rows.max(1) as f64;
            let modality = form.label(code);
            members[cluster as usize].push(Typical {
                variable: form.name.clone(),
                modality,
                share,
                lift: 1.0,
            });
        }
    }
    members
        .iter_mut()
        .for_each(|members| members.sort_by(|one, other| other.share.total_cmp(&one.share)));
    members
}
