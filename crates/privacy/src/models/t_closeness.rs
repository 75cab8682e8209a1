//! t-closeness: in every class the values of each sensitive attribute are distributed almost as in the whole table.
//!
//! **Paper** li2007tcloseness · **Counters** skewness and, with the ordered distance, similarity; homogeneity as far as t is
//! small · **Monotone** yes: the earth mover's distance is convex, so that of a merged class is at most the mean of its
//! parts' · **Does not counter** linking a record to a person: ask for k-anonymity as well.
//!
//! *Equal distance*: any two values are equally far, the distance is half the sum of |p - q|. *Ordered distance*: values lie
//! on a line at their ranks 0 … m-1 among the m values of the table, the distance is the sum over ranks of |P - Q| (both
//! cumulated), by m - 1. *Hierarchical distance*: two values are as far as the level of their lowest common group, by the
//! height H of the hierarchy. A branch with fewer steps repeats its label in the file: it counts by the file's columns, and a
//! group of one part costs nothing. Values that no group has together are 1 apart; if the last level has several groups, "anything" is
//! one more level above them. All distances lie between 0 and 1. Missing values are left out on both sides; a class without a
//! known value shows no distribution, and its distance is 0.
//!
//! A sensitive attribute that was itself changed (top-coded, moved by noise, generalised by a step) has values that the original has not. It is
//! compared with the table after the steps, and where the last method changed it, with all released rows: what a reader knows of everybody.
//!
//! Elsewhere the table is the original one, also where rows are left out: what an attacker learns is measured against what is known of
//! everybody, and a class that is close enough stays so whatever happens to other rows.
//!
//! **Cost** of a class with v values: v for the equal distance, v log m for the ordered one, v log v for each level of a
//! hierarchy. Between two values of the class P does not change, and Q only grows, so the sum has a part below P and one
//! above it, each found from running sums. In a tree each row moves half a level up and half a level down for each level that
//! it climbs: the distance is the mean over the levels below the top of the equal distance between groups.

use bauta_table::Text;

use super::bounds::SLACK;
use super::{
    Class, Distance, Distribution, Limit, Model, ModelDescriptor, ModelNeeds, ModelParameter,
    ParameterDomain, ParameterValue, Purpose, Requirement, Target, Whole,
};
use crate::disclosure::Measure;
use crate::released_classes::ReleasedClasses;

/// A distance of at most `t` between each class and the table.
pub struct TCloseness {
    t: f64,
    distance: Option<Distance>,
    /// One a sensitive attribute.
    scales: Vec<Scale>,
}

/// The table's distribution, ready to be compared with.
enum Scale {
    Equal {
        /// By code.
        shares: Vec<f64>,
    },
    Ordered {
        /// By code; `None` for a value that no row has.
        rank_of: Vec<Option<usize>>,
        /// For each rank the share of it and all below.
        up_to: Vec<f64>,
        /// Running sums of `up_to`, from 0 on.
        sums: Vec<f64>,
    },
    Hierarchical {
        /// From the leaves to below the top: the group of each code, and the share of each group.
        levels: Vec<(Vec<u32>, Vec<f64>)>,
    },
}

impl TCloseness {
    /// Closeness to this table; without a distance, each attribute has that of its kind.
    pub fn new(t: f64, distance: Option<Distance>, whole: &Whole) -> Self {
        let scales = whole.attributes().iter().map(|attribute| {
            let natural = if attribute.ordered {
                Distance::Ordered
            } else {
                Distance::Equal
            };
            Scale::new(attribute, distance.unwrap_or(natural))
        });
        TCloseness {
            t,
            distance,
            scales: scales.collect(),
        }
    }
}

impl Scale {
    fn new(attribute: &Distribution, distance: Distance) -> Self {
        let counts = &attribute.counts;
        let rows: u64 = counts.iter().sum();
        let share = |count: u64| count as f64 / rows.max(1) as f64;
        match distance {
            // Without a hierarchy no two values are near each other.
            Distance::Hierarchical if attribute.hierarchy.is_none() => {
                Scale::new(attribute, Distance::Equal)
            }
            Distance::Equal => Scale::Equal {
                shares: counts.iter().map(|&count| share(count)).collect(),
            },
            Distance::Ordered => {
                let (mut rank_of, mut up_to, mut sums, mut rows) =
                    (Vec::new(), Vec::new(), vec![0.0], 0);
                for &count in counts {
                    rank_of.push((count > 0).then_some(up_to.len()));
                    if count > 0 {
                        rows += count;
                        sums.push(sums.last().copied().unwrap_or(0.0) + share(rows));
                        up_to.push(share(rows));
                    }
                }
                Scale::Ordered {
                    rank_of,
                    up_to,
                    sums,
                }
            }
            Distance::Hierarchical => {
                let levels = attribute.hierarchy.iter().flat_map(|bound| {
                    let below_top = bound.height() + usize::from(!bound.hierarchy().has_root());
                    (0..below_top).map(|level| {
                        let (group_of, mut groups) = (
                            bound.level(level).to_vec(),
                            vec![0; bound.group_count(level)],
                        );
                        counts
                            .iter()
                            .zip(&group_of)
                            .for_each(|(count, &group)| groups[group as usize] += count);
                        (group_of, groups.into_iter().map(share).collect())
                    })
                });
                Scale::Hierarchical {
                    levels: levels.collect(),
                }
            }
        }
    }

    /// From a class, by its values and their counts, to the table; infinite if the table lacks one of them.
    fn distance(&self, values: &[(u32, u64)]) -> f64 {
        let known = values.iter().map(|value| value.1).sum::<u64>() as f64;
        match self {
            _ if values.is_empty() => 0.0,
            // What is too much in some places is missing in others: the surplus is half of all differences.
            Scale::Equal { shares } => {
                let share = |code: u32| shares.get(code as usize).copied().unwrap_or(0.0);
                values
                    .iter()
                    .map(|&(code, count)| (count as f64 / known - share(code)).max(0.0))
                    .sum()
            }
            Scale::Ordered {
                rank_of,
                up_to,
                sums,
            } => {
                let (mut total, mut rows, mut from) = (0.0, 0, 0);
                if up_to.len() < 2 {
                    return 0.0;
                }
                for &(code, count) in values {
                    let Some(&Some(rank)) = rank_of.get(code as usize) else {
                        return f64::INFINITY;
                    };
                    total += gap(up_to, sums, from..rank, rows as f64 / known);
                    (rows, from) = (rows + count, rank);
                }
                (total + gap(up_to, sums, from..up_to.len(), 1.0)) / (up_to.len() - 1) as f64
            }
            Scale::Hierarchical { levels } => {
                let surplus = |(group_of, shares): &(Vec<u32>, Vec<f64>)| -> f64 {
                    let mut groups: Vec<(u32, u64)> = values
                        .iter()
                        .map(|&(code, count)| (group_of[code as usize], count))
                        .collect();
                    groups.sort_unstable();
                    let groups = groups.chunk_by(|a, b| a.0 == b.0).filter_map(|run| {
                        let share = run.iter().map(|group| group.1).sum::<u64>() as f64 / known;
                        Some((share - shares[run.first()?.0 as usize]).max(0.0))
                    });
                    groups.sum()
                };
                levels.iter().map(surplus).sum::<f64>() / levels.len() as f64
            }
        }
    }
}

/// The sum over some ranks of the distance between the table's share up to there and a fixed one.
fn gap(up_to: &[f64], sums: &[f64], ranks: std::ops::Range<usize>, share: f64) -> f64 {
    let (from, to) = (ranks.start, ranks.end);
    let middle = from + up_to[ranks].partition_point(|&table| table <= share);
    let below = (middle - from) as f64 * share - (sums[middle] - sums[from]);
    let above = (sums[to] - sums[middle]) - (to - middle) as f64 * share;
    below + above
}

impl Model for TCloseness {
    fn bounds(&self) -> Vec<(Measure, f64)> {
        vec![(Measure::LargestDistance, self.t)]
    }

    fn holds(&self, class: &Class<'_>) -> bool {
        let near = |(s, values): (usize, &Vec<(u32, u64)>)| {
            self.scales
                .get(s)
                .is_some_and(|scale| scale.distance(values) <= self.t + SLACK)
        };
        class.sensitive.iter().enumerate().all(near)
    }

    fn is_monotone(&self) -> bool {
        true
    }

    fn compares_with_table(&self) -> bool {
        true
    }

    fn failing(&self, released: &ReleasedClasses) -> Vec<usize> {
        released
            .failing_where(|class, s| released.distance(class, s, self.distance) - self.t > SLACK)
    }
}

/// The declaration.
pub(super) static DESCRIPTOR: ModelDescriptor = ModelDescriptor {
    id: "t-closeness",
    name: "t-closeness",
    statement: Text {
        en: "{t}-closeness{distance}",
        fr: "{t}-proximité{distance}",
    },
    parameters: &[
        ModelParameter {
            name: "t",
            path: &["t"],
            value_name: "T",
            domain: ParameterDomain::Number {
                least: 0.0,
                above: false,
                start: 0.2,
                limit: Limit::Fixed {
                    most: 1.0,
                    allowed: Text {
                        en: "a distance from 0 to 1; 0.1 to 0.3 are usual",
                        fr: "une distance de 0 à 1 ; 0.1 à 0.3 sont courants",
                    },
                },
            },
            called: Text { en: "t", fr: "t" },
            title: Some(Text {
                en: "Largest distance (t)",
                fr: "Plus grande distance (t)",
            }),
        },
        ModelParameter {
            name: "distance",
            path: &["t-distance"],
            value_name: "DISTANCE",
            domain: ParameterDomain::Distance,
            called: Text {
                en: "t-distance",
                fr: "t-distance",
            },
            title: Some(Text {
                en: "How far two values are apart",
                fr: "Écart entre deux valeurs",
            }),
        },
    ],
    needs: ModelNeeds::SENSITIVE,
    papers: &["li2007tcloseness"],
    target: Some(Target {
        key: "t",
        flag: "-t",
        purpose: Purpose::Learned,
        usual: false,
        title: Text {
            en: "Distance of distributions (t)",
            fr: "Distance des répartitions (t)",
        },
        help: Text {
            en: "t-closeness: sensitive values in each group are spread as in the whole table, up to t, from 0 to 1.",
            fr: "t-proximité : dans chaque groupe, les valeurs sensibles sont réparties comme dans toute la table, à t près, de 0 à 1.",
        },
    }),
    build: |asked, whole| Box::new(TCloseness::new(asked.number("t"), asked.distance(), whole)),
};

impl Requirement {
    /// t-closeness; without a distance, each attribute has that of its kind.
    pub fn t_closeness(t: f64, distance: Option<Distance>) -> Requirement {
        Requirement::new(
            &DESCRIPTOR,
            vec![
                ParameterValue::Number(t),
                ParameterValue::Distance(distance),
            ],
        )
    }
}
