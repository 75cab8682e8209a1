//! Micro-aggregation: rows in small groups of neighbours; each gets the centre of its group.
//!
//! **Paper** domingo2002 and domingo2005 (MDAV); hansen2003 (the optimum for one attribute); solanas2006 (V-MDAV); gower1971
//! (numbers and words together); thesis, section 4.
//!
//! **Guarantee** every group has at least k rows, so that each combination of aggregated values occurs k times where groups are
//! formed on the aggregated attributes themselves. With `classes`: nothing beyond the classes that are there.
//!
//! **Idea**
//! 1. Groups of neighbours in the attributes of `by` (the aggregated ones where none are named):
//!    `optimal` (one attribute): the groups of k to 2k-1 neighbours in its order with the least sum of squares, by shortest path;
//!    `fixed` (one attribute): k after k in its order, the last group takes the rest;
//!    `mdav`: around the row farthest from the centre its k-1 nearest, the same around the row farthest from that one, again;
//!    `v-mdav`: groups grow to at most 2k-1 rows while a row is nearer to them than gamma times its distance to others;
//!    `classes`: rows that share their quasi-identifiers, for a sensitive number.
//! 2. In each group a value is replaced by the mean, the median or the most frequent one; words always by the latter.
//!
//! Distances: numbers are divided by their standard deviation, Euclid's distance; where words are among them Gower's, numbers divided
//! by their range and words equal or not.
//!
//! **Differences from the papers** (a) neighbours and farthest rows are found in a k-d tree from which rows are taken out, and the row
//! farthest from the moving centre in an order that is seldom made anew; the groups are those of the plain search, which takes
//! n²/k. (b) `auto` takes `optimal` for one attribute and `mdav` for several.
//!
//! **Cost** between n log n and n²/k, the less the fewer attributes: about n^1.5 was measured in six; `optimal` n × k.
//!
//! **Invariants** `mdav_finds_the_groups_of_the_plain_search`, `one_attribute_is_grouped_with_the_least_sum_of_squares`,
//! `every_group_has_at_least_k_rows`, `means_are_kept`.

mod groups;
mod line;
mod neighbours;
mod sums;
mod telling;

use std::sync::Arc;

use bauta_table::recoding::New;
use bauta_table::{Attribute, Codes, Column, Dictionary, Fault, Precision, Table};

use crate::contract::{Context, Outcome, Planner, Result, Task, Technique};
use crate::descriptor::{Descriptor, Family, Text};
use crate::keeps::{Claim, Keeps};
use crate::mask::told::{ANY, NOTHING, changed};
use crate::named::places;
use crate::parameter::{Attributes, Choice, Choices, Number, Parameter, Parameters, Whole};
use crate::trace::{Decision, Example, Grouping, Lesson, State, Template};
use groups::Partition;
use line::Line;
use sums::Sums;
use telling::Telling;

/// Micro-aggregation.
pub struct Microaggregate;

impl Technique for Microaggregate {
    fn descriptor(&self) -> &'static Descriptor {
        &DESCRIPTOR
    }

    fn planner(&self, parameters: &Parameters) -> Arc<dyn Planner> {
        Arc::new(MicroaggregateParameters {
            attributes: parameters.get(&ANY),
            by: parameters.get(&BY),
            grouping: parameters.get(&GROUPING),
            group_size: parameters.get(&GROUP_SIZE),
            aggregate: parameters.get(&AGGREGATE),
            gamma: parameters.get(&GAMMA),
        })
    }

    fn lesson(&self) -> Option<&'static Lesson> {
        Some(&LESSON)
    }
}

/// How groups are formed.
#[derive(Clone, Copy, PartialEq)]
enum GroupingRule {
    Auto,
    Optimal,
    Fixed,
    Mdav,
    VMdav,
    Classes,
}

/// What stands for a group.
#[derive(Clone, Copy, PartialEq)]
enum Aggregate {
    Mean,
    Median,
    Mode,
}

/// What micro-aggregation is told.
struct MicroaggregateParameters {
    attributes: Vec<String>,
    /// Attributes that groups are formed on; none = those that are changed.
    by: Vec<String>,
    grouping: GroupingRule,
    /// Fewest rows of a group; 0 = k, or 3 where no k is asked for.
    group_size: u64,
    aggregate: Aggregate,
    gamma: f64,
}

impl Planner for MicroaggregateParameters {
    fn technique(&self) -> &'static dyn Technique {
        &Microaggregate
    }

    fn needs_rows(&self) -> Option<&'static str> {
        Some("puts near rows together")
    }

    fn faults(&self, task: &Task<'_>) -> Vec<Fault> {
        let table = task.prepared.table;
        let by: Vec<&Attribute> = self
            .formed_on(table)
            .into_iter()
            .map(|index| &table.attributes()[index])
            .collect();
        let mut faults: Vec<Fault> = Vec::new();
        let grouping = self.rule(table);
        let in_line = matches!(grouping, GroupingRule::Optimal | GroupingRule::Fixed);
        if in_line && (by.len() != 1 || !by[0].column.dictionary().kind().is_measurable()) {
            let sentence = format!(
                "--grouping {} needs one attribute of numbers or dates; name it with --by",
                GROUPING.kind.word(grouping)
            );
            faults.push(Fault::Request(sentence));
        }
        if grouping == GroupingRule::Classes && task.prepared.qis.is_empty() {
            faults.push(Fault::Request(
                "classes need quasi-identifiers; name them with --qi".into(),
            ));
        }
        let (size, rows) = (self.group_size, table.rows());
        if grouping != GroupingRule::Classes && size > rows as u64 {
            faults.push(Fault::OutOfRange {
                parameter: GROUP_SIZE.name.into(),
                given: size.to_string(),
                allowed: format!("between 1 and {rows}, the number of rows"),
            });
        }
        if grouping != GroupingRule::Classes {
            if by.len() > groups::WIDEST {
                let most = groups::WIDEST;
                let sentence = format!(
                    "groups can be formed on {most} attributes at most; name fewer with --by"
                );
                faults.push(Fault::Request(sentence));
            }
            faults.extend(
                by.iter()
                    .filter_map(|attribute| incomplete(&attribute.name, &attribute.column)),
            );
        }
        faults
    }

    fn keeps(&self) -> Option<Keeps> {
        Some(match self.aggregate {
            Aggregate::Mean => Keeps {
                means: Claim::Exactly,
                variances: Claim::Smaller,
                ..Keeps::nothing(OF_MEANS)
            },
            Aggregate::Median | Aggregate::Mode => Keeps::nothing(OF_CENTRES),
        })
    }

    fn plan(&self, task: &Task<'_>, context: &mut Context<'_>) -> Result<Outcome> {
        let asked = if task.models.is_empty() {
            3
        } else {
            task.least_rows()
        };
        let size = self
            .group_size
            .max(if task.models.is_empty() { 0 } else { asked });
        let size = (if size == 0 { asked } else { size }) as usize;
        let trace = context.trace.as_ref();
        let told = trace.map(|trace| Telling::new(trace, task.prepared.table.rows()));
        let partition = self.partition(task, size, told.as_ref());
        let named = places(task.prepared.table, &self.attributes);
        let columns: Vec<&Column> = named
            .iter()
            .map(|&index| &task.prepared.table.attributes()[index].column)
            .collect();
        let sums: Vec<Option<Sums>> = columns
            .iter()
            .map(|column| Sums::of(column, &partition))
            .collect();
        let new = columns
            .iter()
            .zip(&sums)
            .map(|(column, sums)| aggregated(column, &partition, sums, self.aggregate));
        let new: Vec<Column> = new.collect();
        let smallest = partition.sizes().into_iter().min().unwrap_or(0);
        context.notes.push(format!(
            "{} groups, the smallest of {smallest} rows",
            partition.count
        ));
        if let Some(share) = sums::within(&sums) {
            let percent = 100.0 * share;
            context.notes.push(format!(
                "{percent:.3} % of the numbers' variation lies inside groups and is lost"
            ));
        }
        let outcome = changed(named.iter().copied().zip(new.into_iter().map(New::Rows)));
        if let (Some(trace), Outcome::Plan(plan)) = (trace, &outcome) {
            let aggregated = Decision::Aggregate {
                by: AGGREGATE.kind.word(self.aggregate).to_owned(),
                attributes: named,
            };
            trace.tell(aggregated, Vec::new(), State::recoded(plan.clone()));
        }
        Ok(outcome)
    }
}

impl MicroaggregateParameters {
    /// The attributes that groups are formed on.
    fn formed_on(&self, table: &Table) -> Vec<usize> {
        if self.by.is_empty() {
            places(table, &self.attributes)
        } else {
            places(table, &self.by)
        }
    }

    /// How groups of a table are formed; never `Auto`.
    fn rule(&self, table: &Table) -> GroupingRule {
        let is_number = |index: usize| {
            let column = &table.attributes()[index].column;
            column.dictionary().kind().is_measurable()
        };
        match (self.grouping, self.formed_on(table).as_slice()) {
            (GroupingRule::Auto, [only]) if is_number(*only) => GroupingRule::Optimal,
            (GroupingRule::Auto, _) => GroupingRule::Mdav,
            (own, _) => own,
        }
    }

    /// Step 1.
    fn partition(&self, task: &Task<'_>, size: usize, told: Option<&Telling<'_>>) -> Partition {
        let table = task.prepared.table;
        let columns: Vec<&Column> = self
            .formed_on(table)
            .into_iter()
            .map(|index| &table.attributes()[index].column)
            .collect();
        let line = || {
            columns
                .first()
                .map_or_else(Line::default, |own| Line::along(own))
        };
        match self.rule(table) {
            GroupingRule::Classes => {
                let classes = Partition {
                    of_row: task.prepared.tuple_of_row().to_vec(),
                    count: task.prepared.set().len(),
                };
                told.into_iter()
                    .for_each(|told| told.all(&classes, Grouping::SameClass));
                classes
            }
            GroupingRule::Fixed => line::fixed(&line(), size, told),
            GroupingRule::Optimal => line::optimal(&line(), size, told),
            GroupingRule::VMdav => {
                groups::v_mdav(&groups::Space::of(&columns), size, self.gamma, told)
            }
            GroupingRule::Mdav | GroupingRule::Auto => {
                groups::mdav(&groups::Space::of(&columns), size, told)
            }
        }
    }
}

fn incomplete(name: &str, column: &Column) -> Option<Fault> {
    let missing = column.dictionary().missing_code()?;
    let (first_rows, cells) = column.find_rows(1, |code| code == missing);
    let row = first_rows.first()? + 1;
    Some(Fault::Request(format!(
        "groups cannot be formed on \"{name}\": {cells} values are missing, first in data row {row}; leave such rows out, or name other attributes with --by"
    )))
}

/// Step 2.
fn aggregated(
    column: &Column,
    partition: &Partition,
    sums: &Option<Sums>,
    aggregate: Aggregate,
) -> Column {
    let Some(sums) = sums.as_ref().filter(|_| aggregate != Aggregate::Mode) else {
        return most_frequent(column, partition);
    };
    let mut centres = if aggregate == Aggregate::Median {
        medians(column, partition)
    } else {
        sums.means()
    };
    // Rows that have no value keep none.
    let missing = column.dictionary().missing_code();
    let missing = missing.filter(|code| column.find_rows(1, |found| found == *code).1 > 0);
    centres.extend(missing.map(|_| f64::NAN));
    let (dictionary, code_of) =
        Dictionary::of_measures(&centres, column.dictionary(), Precision::Digits(8));
    let rows = partition.of_row.len();
    let group = |row: usize| {
        if missing == Some(column.codes().get(row)) {
            partition.count
        } else {
            partition.of_row[row] as usize
        }
    };
    let codes = match missing {
        None => Codes::from_fn(rows, dictionary.len(), |row| {
            code_of[partition.of_row[row] as usize]
        }),
        Some(_) => Codes::from_fn(rows, dictionary.len(), |row| code_of[group(row)]),
    };
    Column::new(dictionary, codes)
}

/// Each group's middle value; of two, their mean.
fn medians(column: &Column, partition: &Partition) -> Vec<f64> {
    let values = column.measures().unwrap_or_default();
    let mut members: Vec<Vec<f64>> = vec![Vec::new(); partition.count];
    for (&group, &value) in partition
        .of_row
        .iter()
        .zip(&values)
        .filter(|(_, value)| !value.is_nan())
    {
        members[group as usize].push(value);
    }
    let middle = |values: &mut Vec<f64>| {
        values.sort_unstable_by(f64::total_cmp);
        let (low, high) = (
            values.get(values.len().saturating_sub(1) / 2),
            values.get(values.len() / 2),
        );
        low.zip(high)
            .map_or(f64::NAN, |(low, high)| 0.5 * (low + high))
    };
    members.iter_mut().map(middle).collect()
}

/// Each group's most frequent value, of equals the first; missing cells stay missing.
fn most_frequent(column: &Column, partition: &Partition) -> Column {
    let missing = column.dictionary().missing_code();
    let known = partition
        .of_row
        .iter()
        .copied()
        .zip(column.codes().iter())
        .filter(|&(_, code)| Some(code) != missing);
    let mut pairs: Vec<(u32, u32)> = known.collect();
    pairs.sort_unstable();
    let mut best: Vec<(usize, u32)> = vec![(0, 0); partition.count];
    for run in pairs.chunk_by(|a, b| a == b) {
        let (group, code) = run[0];
        if run.len() > best[group as usize].0 {
            best[group as usize] = (run.len(), code);
        }
    }
    let mut codes = Codes::new();
    for (&group, code) in partition.of_row.iter().zip(column.codes().iter()) {
        codes.push(if Some(code) == missing {
            code
        } else {
            best[group as usize].1
        });
    }
    column.with_codes(codes)
}

/// How it is explained.
pub const LESSON: Lesson = Lesson {
    template: Template::Aggregation,
    words: Text {
        en: include_str!("explain.en.md"),
        fr: include_str!("explain.fr.md"),
    },
    example: Example {
        k: None,
        may_leave_out: 0,
        parameters: &[
            ("attributes", "age,income"),
            ("grouping", "mdav"),
            ("group-size", "3"),
        ],
        ..Example::PLAIN
    },
};

/// The declaration.
pub const DESCRIPTOR: Descriptor = Descriptor {
    id: "microaggregate",
    title: Text {
        en: "Micro-aggregation",
        fr: "Micro-agrégation",
    },
    family: Family::Perturbation,
    summary: Text {
        en: "Puts neighbouring rows in groups of at least k and replaces their values by the group's mean, median or most frequent value.",
        fr: "Réunit des lignes voisines en groupes d'au moins k et remplace leurs valeurs par la moyenne, la médiane ou la valeur la plus fréquente du groupe.",
    },
    papers: &[
        "domingo2002",
        "domingo2005",
        "hansen2003",
        "solanas2006",
        "gower1971",
    ],
    parameters: &[&ANY, &BY, &GROUPING, &GROUP_SIZE, &AGGREGATE, &GAMMA],
    needs: NOTHING,
    guarantees: Text {
        en: "Each combination of aggregated values occurs at least k times where groups are formed on them; means are kept. What is asked for is verified.",
        fr: "Chaque combinaison de valeurs agrégées apparaît au moins k fois si les groupes sont formés sur elles ; les moyennes sont conservées. Ce qui est demandé est vérifié.",
    },
    cost: "about n^1.5 in six attributes",
    outputs: 1,
};

const BY: Parameter<Attributes> = Parameter {
    name: "by",
    kind: Attributes {
        measurable: false,
        least: 0,
        changed: false,
    },
    default: "",
    help: Text {
        en: "attributes in which members of a group are near each other; none = those that are changed",
        fr: "attributs pour lesquels les membres d'un groupe sont proches ; aucun = ceux qui sont modifiés",
    },
};

const GROUPING: Parameter<Choices<GroupingRule>> = Parameter {
    name: "grouping",
    kind: Choices(&[
        Choice {
            word: "auto",
            value: GroupingRule::Auto,
            help: Text {
                en: "optimal for one number, else mdav",
                fr: "optimal pour un seul nombre, sinon mdav",
            },
        },
        Choice {
            word: "optimal",
            value: GroupingRule::Optimal,
            help: Text {
                en: "least sum of squares, one attribute",
                fr: "somme des carrés minimale, un attribut",
            },
        },
        Choice {
            word: "fixed",
            value: GroupingRule::Fixed,
            help: Text {
                en: "k after k in the order of one attribute",
                fr: "k par k dans l'ordre d'un attribut",
            },
        },
        Choice {
            word: "mdav",
            value: GroupingRule::Mdav,
            help: Text {
                en: "around the rows farthest out",
                fr: "autour des lignes les plus éloignées",
            },
        },
        Choice {
            word: "v-mdav",
            value: GroupingRule::VMdav,
            help: Text {
                en: "the same, groups of k to 2k-1",
                fr: "de même, groupes de k à 2k-1",
            },
        },
        Choice {
            word: "classes",
            value: GroupingRule::Classes,
            help: Text {
                en: "rows that share their quasi-identifiers",
                fr: "lignes aux mêmes quasi-identifiants",
            },
        },
    ]),
    default: GroupingRule::Auto,
    help: Text {
        en: "how groups are formed",
        fr: "comment former les groupes",
    },
};

const GROUP_SIZE: Parameter<Whole> = Parameter {
    name: "group-size",
    kind: Whole {
        least: 0,
        most: 1_000_000_000,
    },
    default: 0,
    help: Text {
        en: "fewest rows of a group; 0 = k, or 3 where no k is asked for",
        fr: "taille minimale d'un groupe ; 0 = k, ou 3 si aucun k n'est demandé",
    },
};

const AGGREGATE: Parameter<Choices<Aggregate>> = Parameter {
    name: "aggregate",
    kind: Choices(&[
        Choice {
            word: "mean",
            value: Aggregate::Mean,
            help: Text {
                en: "the mean",
                fr: "la moyenne",
            },
        },
        Choice {
            word: "median",
            value: Aggregate::Median,
            help: Text {
                en: "the middle value",
                fr: "la valeur médiane",
            },
        },
        Choice {
            word: "mode",
            value: Aggregate::Mode,
            help: Text {
                en: "the most frequent value",
                fr: "la valeur la plus fréquente",
            },
        },
    ]),
    default: Aggregate::Mean,
    help: Text {
        en: "what stands for a group",
        fr: "ce qui représente un groupe",
    },
};

const GAMMA: Parameter<Number> = Parameter {
    name: "gamma",
    kind: Number {
        least: 0.0,
        most: 100.0,
    },
    default: 0.2,
    help: Text {
        en: "v-mdav: how readily groups grow",
        fr: "v-mdav : facilité d'extension des groupes",
    },
};

const OF_MEANS: Text = Text {
    en: "Micro-aggregation to means keeps the means of numbers exactly; variances shrink by what varies inside groups.",
    fr: "La micro-agrégation par la moyenne conserve exactement les moyennes des nombres ; les variances diminuent de ce qui varie à l'intérieur des groupes.",
};

const OF_CENTRES: Text = Text {
    en: "Micro-aggregation to a middle or most frequent value keeps no statistic exactly; the smaller the groups, the nearer they stay.",
    fr: "La micro-agrégation par une valeur médiane ou la plus fréquente ne conserve exactement aucune statistique ; plus les groupes sont petits, plus elles restent proches.",
};

#[cfg(test)]
mod tests;
