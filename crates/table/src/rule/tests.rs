//! What conditions say, which rows break a rule, and which rules contradict each other.

use super::*;
use crate::{ColumnBuilder, ReadAs, Table};

fn table(columns: &[(&str, &[&str])]) -> Table {
    let column = |cells: &[&str]| {
        let mut builder = ColumnBuilder::new();
        cells.iter().for_each(|cell| builder.push_text(cell));
        builder.finish(&ReadAs {
            text_may_be_typed: true,
            ..ReadAs::default()
        })
    };
    Table::new(
        columns
            .iter()
            .map(|(name, cells)| ((*name).to_owned(), column(cells))),
    )
}

fn people() -> Table {
    table(&[
        ("age", &["8", "14", "15", "40", ""]),
        (
            "marital status",
            &["single", "married", "married", "", "single"],
        ),
        (
            "born",
            &[
                "2015-01-01",
                "2009-05-05",
                "2008-01-01",
                "1983-07-01",
                "1990-01-01",
            ],
        ),
        ("weight", &["20.5", "50.0", "60.0", "80.0", "70.0"]),
    ])
}

fn rule(name: &str, when: &str, then: &str) -> Rule {
    let when = (!when.is_empty()).then(|| parse(when).unwrap());
    Rule {
        name: name.into(),
        text: String::new(),
        when,
        then: parse(then).unwrap(),
    }
}

fn broken(when: &str, then: &str) -> Vec<u64> {
    Rules::new(vec![rule("r", when, then)], &people())
        .unwrap()
        .broken_in(&people(), 10)
        .remove(0)
        .0
}

#[test]
fn conditions_are_judged_with_three_truths() {
    assert_eq!(broken("age < 15", "`marital status` = \"single\""), [1]);
    assert_eq!(
        broken("age >= 15", "`marital status` != 'married'"),
        [2],
        "a missing status breaks nothing"
    );
    assert_eq!(
        broken("", "age between 10 and 20"),
        [0, 3],
        "a missing age breaks nothing"
    );
    assert_eq!(broken("", "age is not missing"), [4]);
    assert_eq!(broken("age is missing", "`marital status` is missing"), [4]);
    assert_eq!(
        broken("born < 2000-01-01", "age > 40 or weight <= 60"),
        [3],
        "unknown or false is unknown"
    );
    assert_eq!(
        broken(
            "(age in [8, 14] or age = 15) and weight > 30",
            "`marital status` not in [\"married\"]"
        ),
        [1, 2]
    );
    assert_eq!(broken("age ≥ 14 AND weight ≠ 50", "age <> 15"), [2]);
}

#[test]
fn two_attributes_of_a_row_are_compared_where_both_are_exact() {
    let stays = table(&[
        ("start", &["2024-01-05", "2024-01-05", "", "2024-03-01"]),
        (
            "end",
            &[
                "2024-01-09T08:00:00",
                "2024-01-04T10:30:00",
                "2023-01-01T00:00:00",
                "2024-03-01T00:00:00",
            ],
        ),
        ("age", &["40", "8", "30", "12"]),
        ("age_at_diagnosis", &["39.5", "9", "31", ""]),
        ("sent", &["A", "B", "A", "A"]),
        ("billed", &["A", "A", "B", "A"]),
    ]);
    let broken = |when: &str, then: &str| {
        Rules::new(vec![rule("r", when, then)], &stays)
            .unwrap()
            .broken_in(&stays, 10)
            .remove(0)
            .0
    };
    assert_eq!(
        broken("", "start <= end"),
        [1],
        "a missing start breaks nothing"
    );
    assert_eq!(broken("", "start < end"), [1, 3], "a day is its midnight");
    assert_eq!(broken("", "age_at_diagnosis <= age"), [1, 2]);
    assert_eq!(broken("age >= 18", "age_at_diagnosis <= `age`"), [2]);
    assert_eq!(broken("", "sent = billed"), [1, 2]);
    assert_eq!(
        broken("start > end", "sent = billed or age != age_at_diagnosis"),
        [0u64; 0]
    );
    let clash = |one: &str, other: &str| !clashes_in(&stays, &[("", one), ("", other)]).is_empty();
    assert!(clash("start < end", "start > end"));
    assert!(clash("start < end", "start = end"));
    assert!(
        !clash("start <= end", "start >= end"),
        "the same day keeps both"
    );
    assert!(clash(
        "age < age_at_diagnosis and age_at_diagnosis < 5",
        "age > 4"
    ));
    assert!(
        !clash("age < age_at_diagnosis and age_at_diagnosis < 5", "age > 3"),
        "4, 4.5"
    );
    assert!(
        clash(
            "age_at_diagnosis < age and age < 5",
            "age_at_diagnosis >= 4"
        ),
        "ages are whole"
    );
    assert!(clash("sent = billed", "sent != billed"));
    assert!(!clash("start <= end", "end <= start"));
    assert!(clash(
        "start < end",
        "end < 2020-01-01 and start > 2020-01-01"
    ));
    assert_eq!(
        clashes_in(
            &stays,
            &[("age < 5", "start < end"), ("age > 4", "start > end")]
        ),
        [],
        "no age is both"
    );
    assert_eq!(
        clashes_in(
            &stays,
            &[("age < 6", "start < end"), ("age > 4", "start > end")]
        ),
        [(0, 1)]
    );
    assert_eq!(clashes_in(&stays, &[("", "start < start")]), [(0, 0)]);
    let faults = |then: &str| {
        Rules::new(vec![rule("r", "", then)], &stays)
            .err()
            .map_or(0, |faults| faults.len())
    };
    assert_eq!(
        [
            "age < start",
            "sent < billed",
            "sent = age",
            "age < fifteen"
        ]
        .map(faults),
        [1; 4]
    );
    let released = table(&[
        ("start", &["2024-01-05", "2024-01-05", "2024", "*"]),
        (
            "end",
            &["2024-01-01", "2024-01", "2023-01-01", "2023-01-01"],
        ),
    ]);
    let rules = Rules::new(vec![rule("r", "", "start <= end")], &stays).unwrap();
    assert_eq!(
        rules.broken_in(&released, 10),
        [(vec![0], 1)],
        "what is generalised is unknown"
    );
}

#[test]
fn problems_are_told_with_their_place() {
    let problem = |text: &str| {
        parse(text)
            .err()
            .map(|problem| (problem.at, problem.what))
            .unwrap()
    };
    assert_eq!(
        problem("age <"),
        (
            6,
            "a value is expected: a number, a date such as 2020-01-31, or a text in quotes"
        )
    );
    assert_eq!(problem("é = \"a").0, 5);
    assert_eq!(
        problem("age < 15 marital = 1"),
        (10, "\"and\", \"or\" or the end is expected")
    );
    assert_eq!(problem("(age < 15").1, "a closing parenthesis is expected");
    assert_eq!(
        problem("age in 15").1,
        "a list in brackets is expected, such as [\"a\", \"b\"]"
    );
    assert_eq!(problem("age between 1, 2").0, 14);
    assert_eq!(
        problem("town < \"b\"").1,
        "words have no order; give a number or a date, or compare by =, != or in"
    );
    assert_eq!(problem(""), (1, "an attribute is expected"));
    assert_eq!(problem("a is 5").0, 6);
    assert_eq!(problem("a ? 5"), (3, "this character has no meaning here"));
    assert_eq!(
        problem("a = 2020-13-45").1,
        "a number or a date such as 2020-01-31 is expected"
    );
    assert!(
        parse(&"(".repeat(100_000)).is_err(),
        "no stack is exhausted"
    );
}

#[test]
fn values_of_another_kind_and_unknown_names_are_all_told() {
    let rules = vec![
        rule("one", "age = \"15\"", "born > 3"),
        rule("two", "", "`marital status` = 3 and agee > 3"),
    ];
    let faults = Rules::new(rules, &people()).err().unwrap();
    assert_eq!(faults.len(), 4, "{faults:?}");
}

/// Which pairs contradict each other.
fn clashes(rules: &[(&str, &str)]) -> Vec<(usize, usize)> {
    clashes_in(&people(), rules)
}

fn clashes_in(table: &Table, rules: &[(&str, &str)]) -> Vec<(usize, usize)> {
    let rules = rules
        .iter()
        .map(|(when, then)| rule("r", when, then))
        .collect();
    contradictions(&Rules::new(rules, table).unwrap(), table)
}

#[test]
fn rules_that_no_row_can_keep_contradict_each_other() {
    let single = "`marital status` = \"single\"";
    assert_eq!(
        clashes(&[
            ("age < 15", single),
            ("age < 15", "`marital status` = \"married\"")
        ]),
        [(0, 1)]
    );
    assert_eq!(
        clashes(&[("age < 15", "weight < 20"), ("age > 10", "weight > 30")]),
        [(0, 1)],
        "from 11 to 14"
    );
    assert_eq!(
        clashes(&[("age < 15", "weight < 20"), ("age > 14", "weight > 30")]),
        [],
        "no whole age is both"
    );
    assert_eq!(clashes(&[("", "weight < 20 and weight > 30")]), [(0, 0)]);
    assert_eq!(
        clashes(&[
            ("", "`marital status` != \"single\""),
            ("", "`marital status` != \"married\"")
        ]),
        [(0, 1)]
    );
    assert_eq!(
        clashes(&[("age < 9", "weight < 30"), ("age < 15", "weight < 60")]),
        []
    );
    assert_eq!(
        clashes(&[
            ("age < 15", single),
            ("`marital status` = \"married\"", "age >= 15")
        ]),
        [],
        "the same, turned round"
    );
    assert_eq!(
        clashes(&[
            ("age < 15", "weight is missing"),
            ("age < 15", "weight is not missing")
        ]),
        [(0, 1)]
    );
    assert_eq!(
        clashes(&[
            ("born < 2000-01-01", "age > 20"),
            ("born < 1990-01-01", "age < 20")
        ]),
        [(0, 1)]
    );
}

/// What a reader of a release cannot know breaks no rule.
#[test]
fn generalised_and_suppressed_cells_are_unknown() {
    let rules = vec![rule("r", "age < 15", "`marital status` = \"single\"")];
    let rules = Rules::new(rules, &people()).unwrap();
    let released = table(&[
        ("age", &["[8-14]", "14", "*", "14", "8", "14"]),
        (
            "marital status",
            &[
                "married",
                "married",
                "married",
                "*",
                "{married, single}",
                "wed or not",
            ],
        ),
    ]);
    assert_eq!(rules.broken_in(&released, 10), [(vec![1], 1)]);
}
