//! From a co-clustering to a model that may be used: the finest level at which every cluster of rows is large enough, and tells no
//! more about a sensitive attribute than is allowed.

use super::instances::Instances;
use super::model::{Model, SavedMerge};
use super::search::{Grid, Hierarchy};
use crate::modalities::{Modalities, Variable};
use crate::report::SavedLevel;
use bauta_table::Kind;

/// What every cluster of rows must satisfy.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Wanted {
    /// Rows of a cluster.
    pub k: u64,
    /// At most so many clusters of rows.
    pub clusters: Option<usize>,
    /// Different modalities of a sensitive variable among the rows of a cluster, by variable.
    pub diversity: Vec<(usize, usize)>,
    /// The largest distance between a sensitive variable's distribution in a cluster and in the table, by variable.
    pub closeness: Vec<(usize, f64)>,
}

/// A model and the clusters of the real rows behind it.
pub struct Climbed {
    /// The model.
    pub model: Model,
    /// The cluster of each row of the table. It stays here: the model does not hold it.
    pub row_cluster: Vec<u32>,
    /// How many merges above the best grid it is.
    pub level: usize,
}

/// Climbs to the finest level that satisfies everything; none if even a single cluster does not.
pub fn climb(
    modalities: &Modalities,
    instances: &Instances,
    best: &Grid,
    wanted: &Wanted,
) -> Option<Climbed> {
    let hierarchy = Hierarchy::new(&instances.incidence, best);
    let mut level = hierarchy.at_least(wanted.k)?;
    if let Some(clusters) = wanted.clusters {
        level = level.max(hierarchy.with_at_most(clusters.max(1))?);
    }
    loop {
        let grid = hierarchy.grid(&instances.incidence, best, level);
        let row_cluster = instances.of_rows(grid.part_of(0));
        let clustered = (0..).zip(row_cluster.iter().copied());
        if tells_little(modalities, clustered, grid.parts()[0], wanted) {
            return Some(model_of(
                modalities,
                instances,
                &hierarchy,
                (best, &grid),
                level,
                row_cluster,
            ));
        }
        // Only a merge of rows changes what clusters tell.
        level += 1 + hierarchy
            .merges()
            .get(level..)?
            .iter()
            .position(|merge| merge.axis == 0)?;
    }
}

/// Whether clusters of rows, given as rows with their cluster, satisfy what is wanted of sensitive variables.
pub(super) fn tells_little(
    modalities: &Modalities,
    row_cluster: impl Iterator<Item = (u32, u32)> + Clone,
    clusters: usize,
    wanted: &Wanted,
) -> bool {
    let counts = |variable: usize| {
        counts_in(
            &modalities.variables()[variable],
            row_cluster.clone(),
            clusters,
        )
    };
    let diverse = wanted.diversity.iter().all(|&(variable, least)| {
        counts(variable)
            .iter()
            .all(|counts| counts.iter().filter(|&&count| count > 0).count() >= least)
    });
    diverse
        && wanted.closeness.iter().all(|&(variable, most)| {
            let form = &modalities.variables()[variable].form;
            let ordered = !matches!(form.kind, Kind::Text | Kind::Boolean);
            counts(variable)
                .iter()
                .all(|counts| distance(counts, &form.rows, ordered) <= most + 1e-12)
        })
}

/// Rows of each modality in each cluster.
fn counts_in(
    variable: &Variable,
    row_cluster: impl Iterator<Item = (u32, u32)>,
    clusters: usize,
) -> Vec<Vec<u64>> {
    let mut counts = vec![vec![0; variable.form.len()]; clusters];
    for (row, cluster) in row_cluster {
        counts[cluster as usize][variable.codes.get(row as usize) as usize] += 1;
    }
    counts
}

/// The distance of t-closeness: for words half of the sum of differences, for numbers and dates the earth mover's with evenly spaced
/// intervals.
pub(crate) fn distance(cluster: &[u64], table: &[u64], ordered: bool) -> f64 {
    let share = |counts: &[u64]| {
        let total = counts.iter().sum::<u64>().max(1) as f64;
        counts
            .iter()
            .map(|&count| count as f64 / total)
            .collect::<Vec<f64>>()
    };
    let differences: Vec<f64> = share(cluster)
        .iter()
        .zip(share(table))
        .map(|(own, all)| own - all)
        .collect();
    if !ordered {
        return differences
            .iter()
            .map(|difference| difference.abs())
            .sum::<f64>()
            / 2.0;
    }
    let mut carried = 0.0;
    let moved: f64 = differences
        .iter()
        .map(|difference| {
            carried += difference;
            f64::abs(carried)
        })
        .sum();
    moved / (differences.len().max(2) - 1) as f64
}

fn model_of(
    modalities: &Modalities,
    instances: &Instances,
    hierarchy: &Hierarchy,
    (best, grid): (&Grid, &Grid),
    level: usize,
    row_cluster: Vec<u32>,
) -> Climbed {
    let modality_cluster = (modalities.variables().iter().zip(&instances.offsets))
        .map(|(variable, &offset)| grid.part_of(1)[offset..offset + variable.form.len()].to_vec())
        .collect();
    let mut model = Model::new(modalities, &row_cluster, modality_cluster);
    model.levels = (level..hierarchy.levels().len())
        .map(|level| saved(hierarchy, level))
        .collect();
    model.merges = later_merges(hierarchy, best, grid, level);
    Climbed {
        model,
        row_cluster,
        level,
    }
}

/// A level as it is saved.
pub fn saved(hierarchy: &Hierarchy, level: usize) -> SavedLevel {
    let at = hierarchy.levels()[level];
    SavedLevel {
        row_clusters: at.parts[0],
        modality_clusters: at.parts[1],
        criterion: at.criterion,
        level: hierarchy.kept(level),
        smallest: at.smallest,
        largest: at.largest,
    }
}

/// The merges above a level, in the numbers of its own parts.
fn later_merges(hierarchy: &Hierarchy, best: &Grid, grid: &Grid, level: usize) -> Vec<SavedMerge> {
    // A part of the best grid is where its first unit is.
    let new: [Vec<u32>; 2] = [0, 1].map(|axis| {
        let mut new = vec![0; best.parts()[axis]];
        best.part_of(axis)
            .iter()
            .zip(grid.part_of(axis))
            .for_each(|(&old, &now)| new[old as usize] = now);
        new
    });
    let saved = |merge: &super::search::Merge| {
        let of = |part: u32| new[merge.axis][part as usize];
        SavedMerge {
            rows: merge.axis == 0,
            kept: of(merge.kept),
            joined: of(merge.joined),
        }
    };
    hierarchy.merges()[level..].iter().map(saved).collect()
}
