//! What a node loses: one number, by which an optimal search compares nodes.
//!
//! **Idea.** Most losses are sums over cells of what a cell's group says less than its value. They are known from the levels alone,
//! but for outliers, whose cells lose everything: so each attribute has, for each level, the sum over all rows, and for each
//! group what is lost more when a row of it is left out. All in whole units, so that the order of summing cannot change the result.
//!
//! **Invariant** `lower` of a node is never above `of` the same node or of any node above it.

use bauta_table::count::TupleSet;
use bauta_table::recoding::Summary;
use rayon::prelude::*;

use super::{Count, Domain, group_count, height};
use crate::descriptor::Text;
use crate::parameter::Choice;

/// A way to say what a node loses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Loss {
    /// Share of an attribute's values that a group covers; geometric mean over attributes.
    Geometric,
    /// The same; arithmetic mean.
    Mean,
    /// Share of the hierarchy's levels that are climbed.
    Precision,
    /// Share of its bits by which a group says less than its values; arithmetic mean over attributes.
    Entropy,
    /// Sum of squared class sizes, and all rows for each one left out.
    Discernibility,
    /// Rows by class, and by the fewest a class must have.
    ClassSize,
    /// Sum of levels.
    Height,
}

/// What each word means.
pub(in super::super) const CHOICES: &[Choice<Loss>] = &[
    Choice {
        word: "geometric",
        value: Loss::Geometric,
        help: Text {
            en: "share of its values that a group covers, geometric mean over attributes",
            fr: "part des valeurs que couvre un groupe, moyenne géométrique sur les attributs",
        },
    },
    Choice {
        word: "information-loss",
        value: Loss::Mean,
        help: Text {
            en: "the same, arithmetic mean (GenILoss)",
            fr: "de même, moyenne arithmétique (GenILoss)",
        },
    },
    Choice {
        word: "precision",
        value: Loss::Precision,
        help: Text {
            en: "share of levels climbed (1 - Prec)",
            fr: "part des niveaux gravis (1 - Prec)",
        },
    },
    Choice {
        word: "entropy",
        value: Loss::Entropy,
        help: Text {
            en: "share of an attribute's bits that are lost (non-uniform entropy), mean over attributes",
            fr: "part des bits perdus d'un attribut (entropie non uniforme), moyenne sur les attributs",
        },
    },
    Choice {
        word: "discernibility",
        value: Loss::Discernibility,
        help: Text {
            en: "sum of squared class sizes",
            fr: "somme des carrés des tailles de classe",
        },
    },
    Choice {
        word: "class-size",
        value: Loss::ClassSize,
        help: Text {
            en: "mean class size (C_AVG)",
            fr: "taille moyenne des classes (C_AVG)",
        },
    },
    Choice {
        word: "height",
        value: Loss::Height,
        help: Text {
            en: "sum of levels",
            fr: "somme des niveaux",
        },
    },
];

/// Units of a bit.
const BIT: f64 = (1u64 << 20) as f64;

/// A loss, ready for the nodes of a domain.
pub(in super::super) struct Losses {
    kind: Loss,
    rows: u64,
    least_rows: u64,
    attributes: Vec<Units>,
    /// How much each attribute counts; 1 on average.
    weights: Vec<f64>,
}

/// One attribute, in units.
struct Units {
    /// What all rows lose at each level.
    base: Vec<u64>,
    /// For each level and group, what a row loses more when it is left out.
    extra: Vec<Vec<u64>>,
    /// The least of them at each level.
    least: Vec<u64>,
    /// What all rows lose when all are left out.
    full: u64,
}

impl Losses {
    pub(in super::super) fn new(domain: &Domain<'_>, kind: Loss) -> Losses {
        Losses::priced(domain, kind, 1.0)
    }

    /// The same, where a row left out does not lose everything but a share `price` of it, if its groups lose no more.
    pub(in super::super) fn priced(domain: &Domain<'_>, kind: Loss, price: f64) -> Losses {
        let rows = domain.base().rows().iter().sum();
        let qis = 0..domain.lattice.attributes();
        let attributes = qis
            .into_par_iter()
            .map(|qi| Units::new(domain, kind, qi, (rows, price)))
            .collect();
        Losses {
            kind,
            rows,
            least_rows: domain.task.least_rows(),
            attributes,
            weights: domain.task.weights.clone(),
        }
    }

    /// What a node and all above it lose at least; `below` are the classes of the node or of one below it, where they are known.
    pub(in super::super) fn lower(&self, levels: &[u8], below: Option<&TupleSet>) -> f64 {
        match (self.kind, below) {
            (Loss::Discernibility, Some(set)) => squares(set.rows().iter().copied()),
            (Loss::ClassSize, Some(set)) => {
                // There can be no more classes that are large enough than rows divided by their least size.
                self.mean_size((set.len() as u64).min(self.rows / self.least_rows))
            }
            (Loss::Discernibility | Loss::ClassSize, None) => 0.0,
            _ => self.combined(levels, |_, units, level| units.base[level]),
        }
    }

    /// Whether `lower` looks at classes.
    pub(in super::super) fn needs_classes(&self) -> bool {
        matches!(self.kind, Loss::Discernibility | Loss::ClassSize)
    }

    /// What a node with so many outliers, and all above it with no fewer, lose at least.
    pub(in super::super) fn lower_outliers(&self, levels: &[u8], count: Count) -> f64 {
        match self.kind {
            Loss::Height | Loss::ClassSize => self.lower(levels, None),
            Loss::Discernibility => self.rows as f64 * count.outliers as f64,
            _ => self.combined(levels, |_, units, level| {
                units.base[level] + count.outliers * units.least[level]
            }),
        }
    }

    /// What every node loses at least in which the `fixed` attributes are at these levels and the others no lower, from the
    /// classes in which all others are at their top: what is an outlier there is one in all of them.
    pub(in super::super) fn lower_fixed(
        &self,
        domain: &Domain<'_>,
        (levels, fixed): (&[u8], &[bool]),
        set: &TupleSet,
        (count, outliers): (Count, &[u32]),
    ) -> f64 {
        match self.kind {
            Loss::Height | Loss::ClassSize => self.lower(levels, None),
            Loss::Discernibility => self.rows as f64 * count.outliers as f64,
            _ => self.separable(domain, (levels, fixed), set, (count, outliers)),
        }
    }

    /// What a node loses, by its classes.
    pub(in super::super) fn of(
        &self,
        domain: &Domain<'_>,
        levels: &[u8],
        set: &TupleSet,
        (count, outliers): (Count, &[u32]),
    ) -> f64 {
        match self.kind {
            Loss::Height => self.lower(levels, None),
            Loss::Discernibility => {
                let gone = squares(outliers.iter().map(|&class| set.rows()[class as usize]));
                squares(set.rows().iter().copied()) - gone
                    + self.rows as f64 * count.outliers as f64
            }
            Loss::ClassSize => self.mean_size(count.kept),
            _ => self.separable(
                domain,
                (levels, &vec![true; levels.len()]),
                set,
                (count, outliers),
            ),
        }
    }

    fn separable(
        &self,
        domain: &Domain<'_>,
        (levels, fixed): (&[u8], &[bool]),
        set: &TupleSet,
        (count, outliers): (Count, &[u32]),
    ) -> f64 {
        let extra = self.extra(domain, (levels, fixed), set, (count, outliers));
        let extra = |qi: usize| extra[qi];
        self.combined(levels, |qi, units, level| units.base[level] + extra(qi))
    }

    fn extra(
        &self,
        domain: &Domain<'_>,
        (levels, fixed): (&[u8], &[bool]),
        set: &TupleSet,
        (count, outliers): (Count, &[u32]),
    ) -> Vec<u64> {
        let fields = domain.layout().fields();
        let least =
            |(units, &level): (&Units, &u8)| count.outliers * units.least[usize::from(level)];
        let mut extra: Vec<u64> = self.attributes.iter().zip(levels).map(least).collect();
        let tables: Vec<(usize, &[u64])> = (0..levels.len())
            .filter(|&qi| fixed[qi])
            .map(|qi| {
                (
                    qi,
                    self.attributes[qi].extra[usize::from(levels[qi])].as_slice(),
                )
            })
            .collect();
        // For fixed attributes the outliers are known, and are added exactly below.
        tables.iter().for_each(|&(qi, _)| extra[qi] = 0);
        for &class in outliers {
            let (words, rows) = (set.key(class as usize), set.rows()[class as usize]);
            for &(qi, table) in &tables {
                extra[qi] += rows * table[fields[qi].of(words) as usize];
            }
        }
        extra
    }

    fn mean_size(&self, classes: u64) -> f64 {
        self.rows as f64 / classes as f64 / self.least_rows as f64
    }

    /// The mean over attributes, by their weights, of their shares of what could be lost.
    fn combined(&self, levels: &[u8], units: impl Fn(usize, &Units, usize) -> u64) -> f64 {
        let shares = self
            .attributes
            .iter()
            .zip(levels)
            .enumerate()
            .map(|(qi, (own, &level))| match own.full {
                0 => 0.0,
                full => units(qi, own, usize::from(level)) as f64 / full as f64,
            })
            .zip(&self.weights);
        let count = levels.len() as f64;
        match self.kind {
            Loss::Height => levels.iter().map(|&level| f64::from(level)).sum(),
            Loss::Geometric => {
                shares
                    .map(
                        |(share, weight)| match (weight - 1.0).abs() < f64::EPSILON {
                            true => 1.0 + share,
                            false => (1.0 + share).powf(*weight),
                        },
                    )
                    .product::<f64>()
                    .powf(1.0 / count)
                    - 1.0
            }
            _ => shares.map(|(share, weight)| weight * share).sum::<f64>() / count,
        }
    }
}

impl Units {
    fn new(domain: &Domain<'_>, kind: Loss, qi: usize, (rows, price): (u64, f64)) -> Units {
        let counts = group_rows(domain, qi);
        // For each level and group, what a row of the group loses, and what one that is left out does.
        let (lost, all): (Vec<Vec<u64>>, u64) = match kind {
            Loss::Precision => level_units(domain, qi, &counts),
            Loss::Entropy => entropy_units(&counts, rows),
            _ => cover_units(domain, qi, &counts),
        };
        let own = match kind {
            // Bits are counted from the value's own: a value that all rows share has none to lose.
            Loss::Entropy => counts[0]
                .iter()
                .zip(&lost[0])
                .map(|(rows, lost)| rows * lost)
                .sum(),
            _ => 0,
        };
        let base = counts
            .iter()
            .zip(&lost)
            .map(|(counts, lost)| dot(counts, lost) - own)
            .collect();
        // What a row that is left out loses.
        let gone = (all as f64 * price).round() as u64;
        let extra: Vec<Vec<u64>> = lost
            .iter()
            .map(|lost| lost.iter().map(|&lost| gone - lost.min(gone)).collect())
            .collect();
        let least = extra.iter().zip(&counts).map(|(extra, counts)| {
            let present = extra.iter().zip(counts).filter(|(_, rows)| **rows > 0);
            present.map(|(&extra, _)| extra).min().unwrap_or(0)
        });
        let least = least.collect();
        Units {
            base,
            extra,
            least,
            full: rows * all - own,
        }
    }
}

/// Values that a group covers, but for one.
fn cover_units(domain: &Domain<'_>, qi: usize, counts: &[Vec<u64>]) -> (Vec<Vec<u64>>, u64) {
    let own = &domain.task.prepared.qis[qi];
    let leaves = own.ranks().saturating_sub(1) as u64;
    let covered = |level: usize, group: u32| {
        let spread = Summary::Group {
            level: level as u8,
            group,
        }
        .spread(own);
        (spread * leaves as f64).round() as u64
    };
    let lost = counts.iter().enumerate();
    (
        lost.map(|(level, counts)| {
            (0..counts.len() as u32)
                .map(|group| covered(level, group))
                .collect()
        })
        .collect(),
        leaves,
    )
}

fn level_units(domain: &Domain<'_>, qi: usize, counts: &[Vec<u64>]) -> (Vec<Vec<u64>>, u64) {
    let top = height(&domain.task.prepared.qis[qi]) as u64;
    (
        counts
            .iter()
            .enumerate()
            .map(|(level, counts)| vec![level as u64; counts.len()])
            .collect(),
        top,
    )
}

fn entropy_units(counts: &[Vec<u64>], rows: u64) -> (Vec<Vec<u64>>, u64) {
    let bits = |rows: u64| (BIT * (rows.max(1) as f64).log2()).round() as u64;
    (
        counts
            .iter()
            .map(|counts| counts.iter().map(|&rows| bits(rows)).collect())
            .collect(),
        bits(rows),
    )
}

/// Rows of each group, for each level of an attribute.
fn group_rows(domain: &Domain<'_>, qi: usize) -> Vec<Vec<u64>> {
    let own = &domain.task.prepared.qis[qi];
    let field = domain.layout().fields()[qi];
    let mut counts = vec![vec![0; group_count(own, 0)]];
    for (words, rows) in domain.base().keys().zip(domain.base().rows()) {
        counts[0][field.of(words) as usize] += rows;
    }
    for level in 1..=height(own) {
        let mut above = vec![0; group_count(own, level)];
        let map = domain.map(qi, 0, level as u8);
        counts[0]
            .iter()
            .zip(map)
            .for_each(|(rows, &group)| above[group as usize] += rows);
        counts.push(above);
    }
    counts
}

fn dot(counts: &[u64], lost: &[u64]) -> u64 {
    counts
        .iter()
        .zip(lost)
        .map(|(rows, lost)| rows * lost)
        .sum()
}

fn squares(sizes: impl Iterator<Item = u64>) -> f64 {
    sizes
        .map(|size| u128::from(size) * u128::from(size))
        .sum::<u128>() as f64
}
