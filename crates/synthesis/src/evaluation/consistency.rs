//! Whether synthetic rows keep what the real rows keep: the project's edit rules, and columns that determine others, as a code determines its label.
//!
//! **Idea** (1) The verifier of releases counts the rows that break each rule, in both tables. (2) A column determines another one if every value of
//! it goes with one value of the other in all rows of the original, and that is no accident: enough rows share their value with others, and enough of
//! these rows do not have the other column's most frequent value. (3) A synthetic row contradicts this if its value is known and goes with something
//! else.

use bauta_privacy::{Background, examine_with};
use bauta_table::Table;
use bauta_table::rule::Rules;
use foldhash::fast::FixedState;
use hashbrown::HashMap;
use serde::Serialize;

/// Contradicted dependencies that are told in a sentence each.
const NAMED: usize = 5;

/// What rows keep, in the original and in the synthetic table.
#[derive(Debug, Clone, PartialEq, Default, Serialize, schemars::JsonSchema)]
pub struct RowConsistency {
    /// The edit rules of the project.
    pub rules: Vec<RuleCount>,
    /// Columns that determine others in the original, the most contradicted first.
    pub dependencies: Vec<DependencyCount>,
}

/// How many rows break a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct RuleCount {
    /// Its name.
    pub name: String,
    /// What it says.
    pub rule: String,
    /// Rows of the original that break it.
    pub original: u64,
    /// Synthetic rows that break it.
    pub synthetic: u64,
}

/// How many synthetic rows contradict a dependency.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct DependencyCount {
    /// The column that determines.
    pub from: String,
    /// The column that follows.
    pub to: String,
    /// Synthetic rows whose value of the first is known from the original.
    pub known: u64,
    /// Those of them that have another value of the second.
    pub contradicting: u64,
}

impl RowConsistency {
    /// Of two tables with some attributes in common.
    pub(super) fn of(
        original: &Table,
        synthetic: &Table,
        names: &[String],
        rules: Option<&Rules>,
    ) -> Self {
        let broken = |table: &Table| {
            let background = Background {
                rules,
                ..Background::default()
            };
            examine_with(table, &[], &background).rules
        };
        let rules = broken(original).into_iter().zip(broken(synthetic));
        let rules = rules.map(|(real, made)| RuleCount {
            name: real.name,
            rule: real.rule,
            original: real.broken_rows,
            synthetic: made.broken_rows,
        });
        let pairs = names.iter().flat_map(|from| {
            let others = names.iter().filter(move |to| *to != from);
            others.filter_map(move |to| dependency(original, synthetic, from, to))
        });
        let mut dependencies: Vec<DependencyCount> = pairs.collect();
        dependencies.sort_by_key(|it| std::cmp::Reverse(it.contradicting));
        RowConsistency {
            rules: rules.collect(),
            dependencies,
        }
    }

    /// What is broken, in sentences.
    pub(super) fn notes(&self, rows: u64) -> Vec<String> {
        let broken = self.rules.iter().filter(|rule| rule.synthetic > 0);
        let rules = broken.map(|rule| {
            format!(
                "rule \"{}\" is broken by {} of {rows} synthetic rows; in the original by {}",
                rule.name, rule.synthetic, rule.original
            )
        });
        let contradicted = self.dependencies.iter().filter(|it| it.contradicting > 0);
        let dependencies = contradicted.take(NAMED).map(|it| {
            format!(
                "in the original \"{}\" determines \"{}\"; {} of {} synthetic rows contradict that",
                it.from, it.to, it.contradicting, it.known
            )
        });
        rules.chain(dependencies).collect()
    }
}

/// How far a column determines another one in synthetic rows; none where it does not in the original.
fn dependency(
    original: &Table,
    synthetic: &Table,
    from: &str,
    to: &str,
) -> Option<DependencyCount> {
    let follows = followed(original, from, to)?;
    let (a, b) = (synthetic.index_of(from).ok()?, synthetic.index_of(to).ok()?);
    let columns = [a, b].map(|index| &synthetic.attributes()[index].column);
    let labels = columns.map(|column| {
        let dictionary = column.dictionary();
        let codes = 0..dictionary.len() as u32;
        codes.map(|code| dictionary.label(code)).collect::<Vec<_>>()
    });
    let (mut known, mut contradicting) = (0, 0);
    for row in 0..synthetic.rows() {
        let [own, other] = columns.map(|column| column.codes().get(row) as usize);
        if let Some(expected) = follows.get(labels[0][own].as_ref()) {
            known += 1;
            contradicting += u64::from(expected != labels[1][other].as_ref());
        }
    }
    Some(DependencyCount {
        from: from.to_owned(),
        to: to.to_owned(),
        known,
        contradicting,
    })
}

/// What goes with each value of a column that determines another one; none if it does not.
fn followed(table: &Table, from: &str, to: &str) -> Option<HashMap<String, String, FixedState>> {
    let (a, b) = (table.index_of(from).ok()?, table.index_of(to).ok()?);
    let [own, other] = [a, b].map(|index| table.attributes()[index].column.dictionary());
    let determined = table.determined(a, b)?;
    let labels = determined.into_iter().enumerate();
    let labels = labels.filter_map(|(code, follows)| {
        let own = own.label(code as u32).into_owned();
        Some((own, other.label(follows?).into_owned()))
    });
    Some(labels.collect())
}

#[cfg(test)]
mod tests {
    use bauta_table::Table;
    use bauta_testkit::table_of;

    use super::RowConsistency;

    /// Three wards with two doctors each: a doctor determines the ward, not the other way round.
    fn rows(change: impl Fn(usize, &mut [String])) -> Vec<Vec<String>> {
        let row = |row: usize| {
            let (doctor, flag) = (row % 6, row / 6 % 3);
            let mut cells = vec![
                format!("doctor {doctor}"),
                format!("ward {}", doctor / 2),
                format!("flag {flag}"),
            ];
            change(row, &mut cells);
            cells
        };
        (0..120).map(row).collect()
    }

    fn table(rows: &[Vec<String>]) -> Table {
        let rows: Vec<Vec<&str>> = rows
            .iter()
            .map(|row| row.iter().map(String::as_str).collect())
            .collect();
        let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
        table_of(&["doctor", "ward", "flag"], &rows)
    }

    #[test]
    fn contradicted_dependencies_are_counted() {
        let names = ["doctor", "ward", "flag"].map(str::to_owned);
        let real = table(&rows(|_, _| ()));
        let same = RowConsistency::of(&real, &real, &names, None);
        let [only] = same.dependencies.as_slice() else {
            panic!("{same:?}");
        };
        assert_eq!(
            (only.from.as_str(), only.to.as_str(), only.contradicting),
            ("doctor", "ward", 0)
        );
        assert!(same.notes(120).is_empty());
        // Every tenth synthetic row has another ward; one doctor is not known.
        let made = table(&rows(|row, cells| {
            if row % 10 == 0 {
                cells[1] = "ward 9".into();
            }
            if row == 1 {
                cells[0] = "doctor 9".into();
            }
        }));
        let found = RowConsistency::of(&real, &made, &names, None);
        assert_eq!(
            (
                found.dependencies[0].contradicting,
                found.dependencies[0].known
            ),
            (12, 119)
        );
        assert_eq!(found.notes(120).len(), 1);
    }
}
