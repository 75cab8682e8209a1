//! The header's invariants.

use bauta_table::recoding::{Prepared, apply};
use bauta_table::rule::{Rule, Rules, parse};

use crate::laws::context;
use crate::mask::{microaggregate::Microaggregate, noise::Noise, pram::Pram, swap::Swap};
use crate::trial::{Columns, Trial, columns, numbers, settings};
use crate::{NearestMiss, Outcome, Settings, Task, Technique};

fn rules(trial: &Trial, given: &[(&str, &str)]) -> Rules {
    let rule = |(place, (when, then)): (usize, &(&str, &str))| Rule {
        name: format!("r{place}"),
        text: String::new(),
        when: (!when.is_empty()).then(|| parse(when).unwrap()),
        then: parse(then).unwrap(),
    };
    let mut rules = Rules::new(given.iter().enumerate().map(rule).collect(), &trial.table).unwrap();
    rules.known = rules
        .broken_in(&trial.table, 0)
        .into_iter()
        .map(|(_, rows)| rows)
        .collect();
    rules
}

fn planned(
    trial: &Trial,
    rules: &Rules,
    technique: &dyn Technique,
    given: &Settings,
    seed: u64,
) -> Result<Columns, NearestMiss> {
    let prepared = Prepared::new(&trial.table, Vec::new());
    let mut task = Task::new(technique, &prepared, &[], given, Vec::new())
        .unwrap()
        .with_rules(Some(rules));
    match crate::plan(&mut task, &mut context(seed)).unwrap() {
        Outcome::Plan(plan) => Ok(columns(&apply(&prepared, &plan).tables[0].1)),
        Outcome::Unreachable(miss) => Err(miss),
    }
}

/// 60 rows: men have no pregnancy, children are single.
fn people() -> Trial {
    let of = |row: usize| {
        let (sex, illness) = [
            ("M", "flu"),
            ("F", "pregnancy"),
            ("M", "gout"),
            ("F", "flu"),
        ][row % 4];
        let age = 5 + row;
        (
            sex,
            illness,
            age.to_string(),
            if age < 15 {
                "single"
            } else {
                ["single", "married"][row % 2]
            },
        )
    };
    let rows: Vec<_> = (0..60).map(of).collect();
    let ages: Vec<&str> = rows.iter().map(|row| row.2.as_str()).collect();
    Trial::of_columns(&[
        ("sex", &rows.iter().map(|row| row.0).collect::<Vec<_>>()),
        ("illness", &rows.iter().map(|row| row.1).collect::<Vec<_>>()),
        ("age", &ages),
        ("marital", &rows.iter().map(|row| row.3).collect::<Vec<_>>()),
    ])
}

const RULES: [(&str, &str); 2] = [
    ("sex = \"M\"", "illness not in [\"pregnancy\"]"),
    ("age < 15", "marital = \"single\""),
];

fn keeps(columns: &Columns) -> bool {
    (0..columns[0].len()).all(|row| {
        let at = |column: usize| columns[column][row].as_str();
        let pregnant_man = at(0) == "M" && at(1) == "pregnancy";
        let married_child = at(2).parse::<i64>().unwrap() < 15 && at(3) != "single";
        !pregnant_man && !married_child
    })
}

#[test]
fn rows_that_break_a_rule_are_drawn_again() {
    let trial = people();
    let rules = rules(&trial, &RULES);
    let pram = settings(&[("attributes", "illness,marital"), ("retention", "0.3")]);
    let noise = settings(&[("attributes", "age"), ("variance", "2")]);
    let cases: [(&dyn Technique, &Settings); 2] = [(&Pram, &pram), (&Noise, &noise)];
    for (technique, given) in cases {
        for seed in 0..20 {
            let found = planned(&trial, &rules, technique, given, seed).unwrap();
            assert!(keeps(&found), "{} {seed}", technique.descriptor().id);
            assert_eq!(
                found,
                planned(&trial, &rules, technique, given, seed).unwrap(),
                "the same again"
            );
        }
        assert!(
            (0..20).any(|seed| !keeps(&trial.released(technique, given, seed))),
            "the rules do bind"
        );
    }
    // What broke nothing is as it was drawn first.
    let (free, bound) = (
        trial.released(&Noise, &noise, 3),
        planned(&trial, &rules, &Noise, &noise, 3).unwrap(),
    );
    let breaks = |row: usize| numbers(&free[2])[row] < 15.0 && free[3][row] != "single";
    assert!((0..60).all(|row| breaks(row) || free[2][row] == bound[2][row]));
}

#[test]
fn rules_are_kept_and_marginals_too() {
    let trial = people();
    let rules = rules(&trial, &RULES);
    let sorted = |column: &Vec<String>| {
        let mut column = column.clone();
        column.sort();
        column
    };
    let before = columns(&trial.table);
    for given in [
        [
            ("attributes", "illness"),
            ("swapping", "random"),
            ("percent", "100"),
        ],
        [
            ("attributes", "illness,marital"),
            ("swapping", "random"),
            ("percent", "60"),
        ],
        [
            ("attributes", "age"),
            ("swapping", "rank"),
            ("percent", "50"),
        ],
    ] {
        let mut moved = 0;
        for seed in 0..20 {
            let found = planned(&trial, &rules, &Swap, &settings(&given), seed).unwrap();
            assert!(keeps(&found));
            for (was, is) in before.iter().zip(&found) {
                assert_eq!(sorted(was), sorted(is), "exactly the same values");
            }
            moved += before[1]
                .iter()
                .zip(&found[1])
                .chain(before[2].iter().zip(&found[2]))
                .filter(|(a, b)| a != b)
                .count();
        }
        assert!(moved > 20 * 10, "rows still exchange: {moved}");
        assert!(
            (0..20).any(|seed| !keeps(&trial.released(&Swap, &settings(&given), seed))),
            "the rules do bind"
        );
    }
}

#[test]
fn what_cannot_be_drawn_again_is_refused_with_its_rows() {
    let trial = people();
    let rules = rules(&trial, &[("marital = \"married\"", "age >= 16")]);
    let given = settings(&[("attributes", "age"), ("group-size", "20")]);
    let miss = planned(&trial, &rules, &Microaggregate, &given, 1)
        .err()
        .unwrap();
    // Ages 5 to 24 become their mean, 14; of them 16, 18, … and 24 are married.
    assert_eq!(miss.missing, ["rule \"r0\", which 5 rows would break"]);
    assert!(miss.advice.contains("cannot draw"), "{}", miss.advice);
    let never = self::rules(
        &trial,
        &[
            ("", "illness != \"flu\" or sex in [\"M\", \"F\"]"),
            ("sex = \"F\"", "age < 1000"),
        ],
    );
    assert!(planned(&trial, &never, &Microaggregate, &given, 1).is_ok());
}

/// The rule that nobody can keep is broken by every row that was drawn, a hundred times.
#[test]
fn rows_that_no_draw_mends_are_counted() {
    let trial = Trial::of_columns(&[("x", &["a", "a", "a", "b"]), ("y", &["1", "1", "1", "2"])]);
    let rules = rules(&trial, &[("y = 1", "x = \"a\"")]);
    let given = settings(&[
        ("attributes", "x"),
        ("transition", "given"),
        ("matrix", "a:b=1;b:a=1"),
    ]);
    let miss = planned(&trial, &rules, &Pram, &given, 1).err().unwrap();
    assert_eq!(miss.missing, ["rule \"r0\", which 3 rows would break"]);
}

#[test]
fn rows_known_to_break_a_rule_are_exempt() {
    let trial = Trial::of_columns(&[
        ("x", &["b", "a", "a", "a", "a", "b"]),
        ("y", &["1", "1", "1", "1", "1", "2"]),
    ]);
    let rules = rules(&trial, &[("y = 1", "x = \"a\"")]);
    assert_eq!(rules.known, [1]);
    let given = settings(&[("attributes", "x"), ("retention", "0.5")]);
    for seed in 0..20 {
        let found = planned(&trial, &rules, &Pram, &given, seed).unwrap();
        assert!(
            found[0][1..5].iter().all(|cell| cell == "a"),
            "only the first row may"
        );
    }
}
