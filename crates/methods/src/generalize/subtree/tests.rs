//! A slow and obvious judge of the subtree algorithms, which sees rows and paths of labels only.

use std::collections::{BTreeMap, BTreeSet};

use bauta_table::{Qi, Table};

/// Each row's path from its value up to the root, for each quasi-identifier, and its class label.
pub(crate) struct Rows {
    pub(crate) paths: Vec<Vec<Vec<String>>>,
    pub(crate) classes: Vec<String>,
    /// The children of each group of a tree, by label, those without rows included.
    pub(crate) children: Vec<BTreeMap<String, BTreeSet<String>>>,
}

impl Rows {
    /// Labels of different levels must differ within an attribute.
    pub(crate) fn new(table: &Table, qis: &[Qi], class: usize) -> Self {
        let path = |qi: &Qi, code: u32| -> Vec<String> {
            let bound = qi.hierarchy.as_ref().unwrap();
            let mut path: Vec<String> = (0..=bound.height())
                .map(|level| bound.label(level, bound.group(level, code)).to_owned())
                .collect();
            path.dedup();
            path
        };
        let of_row = |row: usize| {
            qis.iter()
                .map(|qi| path(qi, table.attributes()[qi.attribute].column.codes().get(row)))
                .collect()
        };
        let mut children = vec![BTreeMap::<String, BTreeSet<String>>::new(); qis.len()];
        for (qi, children) in qis.iter().zip(&mut children) {
            for mut line in qi.hierarchy.as_ref().unwrap().hierarchy().rows() {
                line.dedup();
                for step in line.windows(2) {
                    children
                        .entry(step[1].to_owned())
                        .or_default()
                        .insert(step[0].to_owned());
                }
            }
        }
        let classes = (0..table.rows())
            .map(|row| table.attributes()[class].column.label(row).into_owned())
            .collect();
        Rows {
            paths: (0..table.rows()).map(of_row).collect(),
            classes,
            children,
        }
    }

    /// The label of a row in a cut: the first of its path that is in it.
    pub(crate) fn label(&self, row: usize, qi: usize, cut: &BTreeSet<String>) -> String {
        self.paths[row][qi]
            .iter()
            .find(|label| cut.contains(*label))
            .unwrap()
            .clone()
    }

    /// The size of the smallest class of some cuts.
    pub(crate) fn smallest(&self, cuts: &[BTreeSet<String>]) -> u64 {
        let mut sizes: BTreeMap<Vec<String>, u64> = BTreeMap::new();
        for row in 0..self.paths.len() {
            let key = cuts
                .iter()
                .enumerate()
                .map(|(qi, cut)| self.label(row, qi, cut))
                .collect();
            *sizes.entry(key).or_default() += 1;
        }
        sizes.into_values().min().unwrap()
    }

    /// Entropy of the class labels of the rows under a group, and their number.
    fn entropy(&self, qi: usize, group: &str) -> (f64, f64) {
        let under = (0..self.paths.len())
            .filter(|&row| self.paths[row][qi].iter().any(|label| label == group));
        let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
        under.for_each(|row| *counts.entry(&self.classes[row]).or_default() += 1.0);
        let rows: f64 = counts.values().sum();
        (
            counts
                .values()
                .map(|count| -count / rows * (count / rows).log2())
                .sum(),
            rows,
        )
    }

    /// What the children of a group tell about the class more than itself does.
    pub(crate) fn information(&self, qi: usize, group: &str) -> f64 {
        let (whole, rows) = self.entropy(qi, group);
        let children = self.children[qi][group]
            .iter()
            .map(|child| self.entropy(qi, child));
        if rows == 0.0 {
            return 0.0;
        }
        whole
            - children
                .filter(|child| child.1 > 0.0)
                .map(|(entropy, part)| part / rows * entropy)
                .sum::<f64>()
    }
}
