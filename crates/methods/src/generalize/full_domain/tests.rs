//! Counting and bounds against the slow way, and toys for the searches: lattices small enough to look at every node, judged from
//! rows and labels alone.

use std::collections::{BTreeMap, BTreeSet};

use bauta_privacy::Requirement;
use bauta_table::recoding::Prepared;
use bauta_table::{Hierarchy, Role, Table};
use bauta_testkit::table_of;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::*;
use crate::Settings;
use crate::generalize::optimal::Optimal;

/// A table with hierarchies, as text.
pub(in super::super) struct Toy {
    table: Table,
    /// For each quasi-identifier and level, the label of each row.
    labels: Vec<Vec<Vec<String>>>,
    /// For each quasi-identifier, the lines of its hierarchy.
    lines: Vec<Vec<Vec<String>>>,
    sensitive: Vec<String>,
    pub(in super::super) k: u64,
    distinct: usize,
    entropy: f64,
}

impl Toy {
    /// Three or four quasi-identifiers with hierarchies of heights 1 to 3, one of them without a root; in every second toy the
    /// first has missing values. By turns k alone, with distinct l, with entropy l.
    pub(in super::super) fn new(seed: u64) -> Toy {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        let (rows, width) = (rng.random_range(8..36), rng.random_range(3..5));
        let values: Vec<usize> = (0..width).map(|_| rng.random_range(2..8)).collect();
        let mut cells: Vec<Vec<String>> = Vec::new();
        for _ in 0..rows {
            let mut row: Vec<String> = values
                .iter()
                .map(|&values| format!("v{}", rng.random_range(0..values)))
                .collect();
            if seed.is_multiple_of(2) && rng.random_range(0..6) == 0 {
                row[0] = String::new();
            }
            row.push(format!("s{}", rng.random_range(0..3)));
            cells.push(row);
        }
        let header = ["q0", "q1", "q2", "q3"];
        let header: Vec<&str> = header[..width]
            .iter()
            .copied()
            .chain(["sensitive"])
            .collect();
        let borrowed: Vec<Vec<&str>> = cells
            .iter()
            .map(|row| row.iter().map(String::as_str).collect())
            .collect();
        let mut table = table_of(
            &header,
            &borrowed.iter().map(Vec::as_slice).collect::<Vec<_>>(),
        );
        (0..width).for_each(|qi| table.set_role(qi, Role::QuasiIdentifier));
        table.set_role(width, Role::Sensitive);
        let lines: Vec<Vec<Vec<String>>> = values
            .iter()
            .enumerate()
            .map(|(qi, &values)| lines(values, (seed as usize + qi) % 4))
            .collect();
        let labels = (0..width)
            .map(|qi| labels(&lines[qi], cells.iter().map(|row| row[qi].as_str())))
            .collect();
        let sensitive = cells.iter().map(|row| row[width].clone()).collect();
        let (distinct, entropy) = [(1, 1.0), (2, 1.0), (1, 1.7)][seed as usize / 4 % 3];
        Toy {
            table,
            labels,
            lines,
            sensitive,
            k: rng.random_range(2..5),
            distinct,
            entropy,
        }
    }

    pub(in super::super) fn prepared(&self) -> Prepared<'_> {
        let qis = self.lines.iter().enumerate();
        let hierarchy = |lines: &[Vec<String>]| Hierarchy::from_rows("q", lines).unwrap();
        Prepared::new(
            &self.table,
            qis.map(|(qi, own)| Qi::new(&self.table, qi, Some(hierarchy(own))).unwrap())
                .collect(),
        )
    }

    pub(in super::super) fn requirements(&self) -> Vec<Requirement> {
        let mut all = vec![Requirement::k_anonymity(self.k)];
        if self.distinct > 1 {
            all.push(Requirement::distinct_l_diversity(self.distinct as u64));
        }
        if self.entropy > 1.0 {
            all.push(Requirement::entropy_l_diversity(self.entropy));
        }
        all
    }

    /// Whether models hold on for whatever is merged into a class.
    pub(in super::super) fn absorbs(&self) -> bool {
        self.entropy <= 1.0
    }

    pub(in super::super) fn rows(&self) -> u64 {
        self.sensitive.len() as u64
    }

    /// Every node, in lexicographic order.
    pub(in super::super) fn nodes(&self) -> Vec<Vec<u8>> {
        self.labels.iter().fold(vec![Vec::new()], |nodes, levels| {
            let all = nodes.iter().flat_map(|node| {
                (0..levels.len())
                    .map(move |level| node.iter().copied().chain([level as u8]).collect())
            });
            all.collect()
        })
    }

    /// The rows of each class of a node.
    fn classes(&self, node: &[u8]) -> Vec<Vec<usize>> {
        let mut classes: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
        for row in 0..self.sensitive.len() {
            let key = node
                .iter()
                .zip(&self.labels)
                .map(|(&level, labels)| labels[usize::from(level)][row].as_str());
            classes.entry(key.collect()).or_default().push(row);
        }
        classes.into_values().collect()
    }

    fn is_fine(&self, class: &[usize]) -> bool {
        let mut counts: BTreeMap<&str, f64> = BTreeMap::new();
        class
            .iter()
            .for_each(|&row| *counts.entry(&self.sensitive[row]).or_default() += 1.0);
        let size = class.len() as f64;
        let entropy: f64 = counts
            .values()
            .map(|count| -count / size * (count / size).ln())
            .sum();
        class.len() as u64 >= self.k
            && counts.len() >= self.distinct
            && entropy >= self.entropy.ln() - 1e-9
    }

    pub(in super::super) fn outliers(&self, node: &[u8]) -> u64 {
        self.classes(node)
            .iter()
            .filter(|class| !self.is_fine(class))
            .map(|class| class.len() as u64)
            .sum()
    }

    /// All nodes with no more outliers than that, in lexicographic order.
    pub(in super::super) fn solutions(&self, limit: u64) -> Vec<Vec<u8>> {
        self.nodes()
            .into_iter()
            .filter(|node| self.outliers(node) <= limit)
            .collect()
    }

    /// What a node loses, from the definition of the loss.
    pub(in super::super) fn loss(&self, word: &str, node: &[u8]) -> f64 {
        let (kept, gone): (Vec<_>, Vec<_>) = self
            .classes(node)
            .into_iter()
            .partition(|class| self.is_fine(class));
        let gone: BTreeSet<usize> = gone.into_iter().flatten().collect();
        let rows = self.sensitive.len() as f64;
        let shares =
            || (0..node.len()).map(|qi| self.share(word, qi, usize::from(node[qi]), &gone));
        match word {
            "height" => node.iter().map(|&level| f64::from(level)).sum(),
            "discernibility" => {
                kept.iter()
                    .map(|class| (class.len() * class.len()) as f64)
                    .sum::<f64>()
                    + rows * gone.len() as f64
            }
            "class-size" => rows / kept.len() as f64 / self.k as f64,
            "geometric" => {
                shares()
                    .map(|share| 1.0 + share)
                    .product::<f64>()
                    .powf(1.0 / node.len() as f64)
                    - 1.0
            }
            _ => shares().sum::<f64>() / node.len() as f64,
        }
    }

    /// The part of what an attribute could lose that it does.
    fn share(&self, word: &str, qi: usize, level: usize, gone: &BTreeSet<usize>) -> f64 {
        let labels = &self.labels[qi];
        let rows = 0..self.sensitive.len();
        let same = |level: usize, row: usize| {
            labels[level]
                .iter()
                .filter(|l| **l == labels[level][row])
                .count() as f64
        };
        let leaves = self.lines[qi].len();
        let missing = usize::from(labels[0].iter().any(String::is_empty));
        let covered = |row: usize| match labels[level][row].as_str() {
            "" => 1,
            "*" => leaves + missing,
            label => self.lines[qi]
                .iter()
                .filter(|line| line[level] == label)
                .count(),
        };
        // What a row loses, and what it could.
        let lost = |row: usize| match word {
            "precision" => (level as f64, (labels.len() - 1) as f64),
            "entropy" => {
                let own = same(0, row).log2();
                (
                    same(level, row).log2() - own,
                    (self.sensitive.len() as f64).log2() - own,
                )
            }
            _ => ((covered(row) - 1) as f64, (leaves + missing - 1) as f64),
        };
        let sum: f64 = rows
            .clone()
            .map(|row| {
                if gone.contains(&row) {
                    lost(row).1
                } else {
                    lost(row).0
                }
            })
            .sum();
        let all: f64 = rows.map(|row| lost(row).1).sum();
        if all > 0.0 { sum / all } else { 0.0 }
    }
}

/// A hierarchy of so many values: `*` right above them; pairs below it; pairs and fours below it; or pairs alone.
fn lines(values: usize, shape: usize) -> Vec<Vec<String>> {
    let line = |value: usize| {
        let (leaf, pair, four) = (
            format!("v{value}"),
            format!("pair {}", value / 2),
            format!("four {}", value / 4),
        );
        match shape {
            0 => vec![leaf, "*".into()],
            1 => vec![leaf, pair, "*".into()],
            2 => vec![leaf, pair, four, "*".into()],
            // Three values at least, so that there are two pairs.
            _ => vec![leaf, pair],
        }
    };
    (0..if shape == 3 { values.max(3) } else { values })
        .map(line)
        .collect()
}

/// For each level, the label of each cell; a missing one stays so below `*`.
fn labels<'c>(lines: &[Vec<String>], cells: impl Iterator<Item = &'c str>) -> Vec<Vec<String>> {
    let cells: Vec<&str> = cells.collect();
    let label = |level: usize, cell: &str| match lines.iter().find(|line| line[0] == cell) {
        Some(line) => line[level].clone(),
        None if lines[0][level] == "*" => "*".into(),
        None => String::new(),
    };
    (0..lines[0].len())
        .map(|level| cells.iter().map(|cell| label(level, cell)).collect())
        .collect()
}

/// The sensitive values of a class, with their counts, one list an attribute.
type Values = Vec<Vec<(u32, u64)>>;

/// Classes in an order of their own.
fn sorted(set: &TupleSet) -> Vec<(Vec<u64>, u64, Values)> {
    let class = |class: usize| {
        let values = set
            .values()
            .iter()
            .map(|values| values.of(class).collect())
            .collect();
        (set.key(class).to_vec(), set.rows()[class], values)
    };
    let mut classes: Vec<_> = (0..set.len()).map(class).collect();
    classes.sort_unstable();
    classes
}

#[test]
fn a_walk_counts_as_from_the_base() {
    for seed in 0..100 {
        let toy = Toy::new(seed);
        let (prepared, mut rng) = (toy.prepared(), ChaCha20Rng::seed_from_u64(seed));
        let task = Task::new(
            &Optimal,
            &prepared,
            &toy.requirements(),
            &Settings::new(),
            Vec::new(),
        )
        .unwrap();
        let domain = Domain::new(&task, Outliers::Drop).unwrap();
        let (mut walk, nodes) = (Walk::new(&domain), toy.nodes());
        let in_order = nodes.iter().cloned();
        let at_random: Vec<_> = (0..50)
            .map(|_| nodes[rng.random_range(0..nodes.len())].clone())
            .collect();
        for node in in_order.chain(at_random) {
            let bottom = domain.lattice.bottom();
            let direct = domain.raised(
                domain.base(),
                bottom.levels(),
                &node,
                &mut Scratch::default(),
            );
            assert!(
                sorted(walk.classes(&node)) == sorted(&direct),
                "seed {seed} {node:?}"
            );
            assert_eq!(
                domain.count(&direct, |_| ()).outliers,
                toy.outliers(&node),
                "seed {seed} {node:?}"
            );
            assert_eq!(
                domain.judge(Node::from(node.clone())).outliers,
                toy.outliers(&node),
                "seed {seed} {node:?}"
            );
        }
    }
}

/// The invariant of the losses; and what a node loses is what the definition says.
#[test]
fn no_node_above_loses_less_than_the_bound() {
    for seed in 0..60 {
        let toy = Toy::new(seed);
        let prepared = toy.prepared();
        let task = Task::new(
            &Optimal,
            &prepared,
            &toy.requirements(),
            &Settings::new(),
            Vec::new(),
        )
        .unwrap();
        let domain = Domain::new(&task, Outliers::Drop).unwrap();
        let nodes = toy.nodes();
        for (word, loss) in LOSSES.iter().map(|choice| (choice.word, choice.value)) {
            let losses = Losses::new(&domain, loss);
            let mut walk = Walk::new(&domain);
            let of = nodes.iter().map(|node| {
                let set = walk.classes(node);
                let mut outliers = Vec::new();
                let count = domain.count(set, |class| outliers.push(class as u32));
                let bounds = [losses.lower(node, Some(set)), losses.lower(node, None)];
                (
                    losses.of(&domain, node, set, (count, &outliers)),
                    bounds,
                    losses.lower_outliers(node, count),
                )
            });
            let of: Vec<_> = of.collect();
            for (node, (loss, bounds, of_outliers)) in nodes.iter().zip(&of) {
                let slow = toy.loss(word, node);
                assert!(
                    close(*loss, slow),
                    "seed {seed} {word} {node:?}: {loss} {slow}"
                );
                assert!(of_outliers <= loss, "seed {seed} {word} {node:?}");
                let above = nodes
                    .iter()
                    .zip(&of)
                    .filter(|(other, _)| other.iter().zip(node).all(|(a, b)| a >= b));
                for (other, (loss, ..)) in above {
                    assert!(
                        bounds.iter().all(|bound| bound <= loss),
                        "seed {seed} {word} {node:?} {other:?}"
                    );
                }
            }
        }
    }
}

/// Whether two sums are the same but for rounding.
pub(in super::super) fn close(a: f64, b: f64) -> bool {
    a == b || (a - b).abs() <= 1e-5 * (1.0 + b.abs())
}
