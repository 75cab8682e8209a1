//! What is kept of a table for drawing synthetic rows: clusters of rows as distributions over clusters of modalities.
//!
//! A model holds no row. It tells the told values of each variable with their number of rows, which modalities are alike, and how
//! often each cluster of rows meets each cluster of modalities.

use serde::{Deserialize, Serialize};

use crate::modalities::Form;
use crate::modalities::Modalities;
use crate::report::SavedLevel;

/// A cluster of rows.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Cluster {
    /// Its rows.
    pub rows: u64,
    /// How often it meets each cluster of modalities.
    pub counts: Vec<u64>,
}

/// Two clusters that become one: those of the saved grid, by number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedMerge {
    /// Whether clusters of rows merge, or clusters of modalities.
    pub rows: bool,
    /// The cluster that stays.
    pub kept: u32,
    /// The cluster that joins it.
    pub joined: u32,
}

/// A model of a table, from which rows can be drawn.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
pub struct Model {
    /// Rows of the table.
    pub rows: u64,
    /// The variables, in table order.
    pub forms: Vec<Form>,
    /// The cluster of each modality of each variable.
    pub modality_cluster: Vec<Vec<u32>>,
    /// The clusters of rows.
    pub clusters: Vec<Cluster>,
    /// The levels from this grid up, this one first.
    pub levels: Vec<SavedLevel>,
    /// The merges between them.
    pub merges: Vec<SavedMerge>,
    /// The chance with which a value comes from the whole table instead of its row's cluster. Above 0, no cluster excludes any value.
    #[serde(default)]
    pub doubt: f64,
}

impl Model {
    /// Counts the model of given clusters of rows and of modalities.
    pub fn new(
        modalities: &Modalities,
        row_cluster: &[u32],
        modality_cluster: Vec<Vec<u32>>,
    ) -> Self {
        let count = |clusters: &mut dyn Iterator<Item = u32>| {
            clusters.max().map_or(0, |last| last as usize + 1)
        };
        let row_clusters = count(&mut row_cluster.iter().copied());
        let modality_clusters = count(&mut modality_cluster.iter().flatten().copied());
        let mut clusters = vec![
            Cluster {
                rows: 0,
                counts: vec![0; modality_clusters]
            };
            row_clusters
        ];
        row_cluster
            .iter()
            .for_each(|&cluster| clusters[cluster as usize].rows += 1);
        for (variable, of) in modalities.variables().iter().zip(&modality_cluster) {
            for (&cluster, code) in row_cluster.iter().zip(variable.codes.iter()) {
                clusters[cluster as usize].counts[of[code as usize] as usize] += 1;
            }
        }
        let rows = modalities.rows() as u64;
        let (forms, levels, merges) = (modalities.forms(), Vec::new(), Vec::new());
        Model {
            rows,
            forms,
            modality_cluster,
            clusters,
            levels,
            merges,
            doubt: 0.0,
        }
    }

    /// Whether its parts fit together, as those of a file may not: numbers within their bounds, counts that add up.
    pub fn is_sound(&self) -> bool {
        let (rows, columns) = (self.clusters.len(), self.modality_clusters());
        let variables = self.forms.len();
        let clusters = rows > 0
            && self.clusters.iter().all(|cluster| {
                cluster.counts.len() == columns
                    && cluster
                        .counts
                        .iter()
                        .try_fold(0u64, |sum, &count| sum.checked_add(count))
                        == cluster.rows.checked_mul(variables as u64)
            });
        let forms = self.modality_cluster.len() == variables
            && self
                .forms
                .iter()
                .zip(&self.modality_cluster)
                .all(|(form, of)| {
                    form.rows.len() == form.len()
                        && of.len() == form.len()
                        && !form.is_empty()
                        && of.iter().all(|&cluster| (cluster as usize) < columns)
                });
        let merges = self.merges.iter().all(|merge| {
            let most = if merge.rows { rows } else { columns };
            (merge.kept as usize) < most && (merge.joined as usize) < most
        });
        let total = self
            .clusters
            .iter()
            .try_fold(0u64, |sum, cluster| sum.checked_add(cluster.rows));
        let levels = self.levels.is_empty() || self.levels.len() == self.merges.len() + 1;
        let doubt = (0.0..=1.0).contains(&self.doubt);
        clusters && forms && merges && levels && doubt && variables > 0 && total == Some(self.rows)
    }

    /// Number of clusters of modalities.
    pub fn modality_clusters(&self) -> usize {
        self.clusters
            .first()
            .map_or(0, |cluster| cluster.counts.len())
    }

    /// The chance of each modality of a variable in a cluster of rows: that of its cluster of modalities, times its share there;
    /// over the modalities of the variable; with [`Model::doubt`], their shares in the table have a part in it.
    pub fn chances(&self, cluster: usize, variable: usize) -> Vec<f64> {
        let counts = &self.clusters[cluster].counts;
        let totals = self.cluster_totals();
        self.chances_with(counts, &totals, variable)
    }

    /// The same for all clusters of rows.
    pub fn all_chances(&self, variable: usize) -> Vec<Vec<f64>> {
        let totals = self.cluster_totals();
        self.clusters
            .iter()
            .map(|cluster| self.chances_with(&cluster.counts, &totals, variable))
            .collect()
    }

    fn chances_with(&self, counts: &[u64], totals: &[u64], variable: usize) -> Vec<f64> {
        let form = &self.forms[variable];
        let weight = |(&part, &rows): (&u32, &u64)| {
            let total = totals[part as usize].max(1) as f64;
            counts[part as usize] as f64 * rows as f64 / total
        };
        let weights: Vec<f64> = self.modality_cluster[variable]
            .iter()
            .zip(&form.rows)
            .map(weight)
            .collect();
        let sum: f64 = weights.iter().sum();
        let shares = form
            .rows
            .iter()
            .map(|&rows| rows as f64 / self.rows.max(1) as f64);
        if sum > 0.0 {
            let mixed = |(weight, share): (&f64, f64)| {
                (1.0 - self.doubt) * weight / sum + self.doubt * share
            };
            weights.iter().zip(shares).map(mixed).collect()
        } else {
            // A variable whose modalities this cluster never meets cannot be; the table's shares are the honest answer.
            shares.collect()
        }
    }

    /// Instances in each cluster of modalities.
    fn cluster_totals(&self) -> Vec<u64> {
        let mut totals = vec![0; self.modality_clusters()];
        for cluster in &self.clusters {
            totals
                .iter_mut()
                .zip(&cluster.counts)
                .for_each(|(total, count)| *total += count);
        }
        totals
    }

    /// The model with fewer clusters: at a level of its hierarchy.
    pub fn at_level(&self, level: usize) -> Model {
        let merges = &self.merges[..level.min(self.merges.len())];
        let rows = renumbered(
            self.clusters.len(),
            merges.iter().filter(|merge| merge.rows),
        );
        let columns = renumbered(
            self.modality_clusters(),
            merges.iter().filter(|merge| !merge.rows),
        );
        let count = |of: &[u32]| of.iter().max().map_or(0, |last| *last as usize + 1);
        let mut clusters = vec![
            Cluster {
                rows: 0,
                counts: vec![0; count(&columns)]
            };
            count(&rows)
        ];
        for (cluster, &new) in self.clusters.iter().zip(&rows) {
            let merged = &mut clusters[new as usize];
            merged.rows += cluster.rows;
            cluster
                .counts
                .iter()
                .zip(&columns)
                .for_each(|(count, &column)| merged.counts[column as usize] += count);
        }
        let modality_cluster = (self.modality_cluster.iter())
            .map(|of| {
                of.iter()
                    .map(|&cluster| columns[cluster as usize])
                    .collect()
            })
            .collect();
        let levels = self.levels.get(level..).unwrap_or_default().to_vec();
        let later = self.merges[level.min(self.merges.len())..].iter();
        let merges = later
            .map(|merge| {
                let new = |cluster: u32| {
                    if merge.rows {
                        rows[cluster as usize]
                    } else {
                        columns[cluster as usize]
                    }
                };
                SavedMerge {
                    rows: merge.rows,
                    kept: new(merge.kept),
                    joined: new(merge.joined),
                }
            })
            .collect();
        let (rows, forms, doubt) = (self.rows, self.forms.clone(), self.doubt);
        Model {
            rows,
            forms,
            modality_cluster,
            clusters,
            levels,
            merges,
            doubt,
        }
    }
}

/// New numbers from 0 for clusters after some merges, in the order of the old ones.
fn renumbered<'a>(
    clusters: usize,
    merges: impl DoubleEndedIterator<Item = &'a SavedMerge>,
) -> Vec<u32> {
    let mut into: Vec<u32> = (0..clusters as u32).collect();
    for merge in merges.rev() {
        into[merge.joined as usize] = into[merge.kept as usize];
    }
    let mut number = vec![u32::MAX; clusters];
    let mut next = 0;
    for root in into.iter().map(|&root| root as usize) {
        if number[root] == u32::MAX {
            number[root] = next;
            next += 1;
        }
    }
    into.iter().map(|&root| number[root as usize]).collect()
}
