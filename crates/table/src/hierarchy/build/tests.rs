//! Each builder on a worked example, and its faults with their messages.

use super::super::tests::column;
use super::*;
use crate::{Cell, ColumnBuilder, ReadAs};

fn built(spec: impl Into<HierarchySpec>, cells: &[&str]) -> Hierarchy {
    spec.into().build("a", &column(cells)).unwrap()
}

fn lines(spec: impl Into<HierarchySpec>, cells: &[&str]) -> Vec<String> {
    built(spec, cells)
        .rows()
        .iter()
        .map(|row| row.join(" "))
        .collect()
}

fn faults(spec: impl Into<HierarchySpec>, cells: &[&str]) -> Vec<String> {
    spec.into()
        .build("a", &column(cells))
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect()
}

macro_rules! into_spec {
    ($($kind:ident),*) => {$(
        impl From<$kind> for HierarchySpec {
            fn from(spec: $kind) -> Self {
                HierarchySpec::$kind(spec)
            }
        }
    )*};
}
into_spec!(Masking, Dates, Order, Groups, Frequency);

/// A column of texts that stay text.
pub(super) fn texts(cells: &[&str]) -> Column {
    let mut builder = ColumnBuilder::new();
    cells.iter().for_each(|cell| builder.push(Cell::Text(cell)));
    builder.finish(&ReadAs::default())
}

#[test]
fn post_codes_lose_a_digit_a_level() {
    let zip = ["13053", "13068", "14853", "14850"];
    assert_eq!(
        lines(Masking::default(), &zip),
        [
            "13053 1305* 130** 13*** 1**** *",
            "13068 1306* 130** 13*** 1**** *",
            "14850 1485* 148** 14*** 1**** *",
            "14853 1485* 148** 14*** 1**** *"
        ]
    );
    let same_length = Masking {
        top: "*****".into(),
        ..Masking::default()
    };
    assert_eq!(
        lines(same_length, &zip)[0],
        "13053 1305* 130** 13*** 1**** *****"
    );
}

#[test]
fn steps_mask_several_characters_at_once_from_either_side() {
    let spec = Masking {
        steps: vec![2, 2],
        ..Masking::default()
    };
    assert_eq!(lines(spec.clone(), &["13053"]), ["13053 130** 1**** *"]);
    let left = Masking {
        from: Side::Left,
        mask: '#',
        ..spec
    };
    assert_eq!(lines(left, &["13053"]), ["13053 ##053 ####3 *"]);
}

#[test]
fn short_numbers_get_zeros_in_front_and_short_texts_nothing_invented() {
    assert_eq!(
        lines(Masking::default(), &["1053", "13053"])[0],
        "1053 0105* 010** 01*** 0**** *"
    );
    assert_eq!(
        lines(Masking::default(), &["AB", "ABC", "B"]),
        ["AB AB* A** *", "ABC AB* A** *", "B B** B** *"]
    );
    let spec = Masking {
        pad: Some('_'),
        pad_side: Some(Side::Left),
        ..Masking::default()
    };
    assert_eq!(lines(spec, &["é", "éa"]), ["é _* *", "éa é* *"]);
}

#[test]
fn masking_tells_what_it_cannot_do() {
    let spec = Masking {
        steps: vec![3, 0],
        ..Masking::default()
    };
    assert_eq!(
        faults(spec, &["-5", "13"]),
        [
            "masking of \"a\": some numbers are below 0, and a sign has no place; use intervals",
            "masking of \"a\": every step must mask at least 1 character",
            "masking of \"a\": its steps mask 3 characters, and the longest value has 2; shorten them",
        ]
    );
    assert_eq!(
        faults(Masking::default(), &["1.5"]),
        [
            "masking of \"a\": it needs text or whole numbers, and the attribute is decimal; use intervals or dates, or set its type to text"
        ]
    );
    assert_eq!(
        faults(Masking::default(), &["x".repeat(300).as_str()]),
        ["masking of \"a\": it would have more than 255 levels; give steps of several characters"]
    );
    assert_eq!(
        faults(Masking::default(), &[""]),
        ["masking of \"a\": the attribute has no value to build from"]
    );
}

#[test]
fn days_by_month_quarter_year_and_decade() {
    assert_eq!(
        lines(Dates::default(), &["2024-01-31", "2019-12-31"]),
        [
            "2019-12-31 2019-12 2019-Q4 2019 2010-2019 *",
            "2024-01-31 2024-01 2024-Q1 2024 2020-2029 *"
        ]
    );
    let years = Dates {
        levels: vec![Granularity::Year],
        top: "any".into(),
    };
    assert_eq!(
        lines(years, &["31/01/2024", "01/12/2024"]),
        ["31/01/2024 2024 any", "01/12/2024 2024 any"]
    );
}

#[test]
fn moments_start_with_their_day() {
    assert_eq!(
        lines(Dates::default(), &["1969-12-31T23:59:59"]),
        ["1969-12-31T23:59:59 1969-12-31 1969-12 1969-Q4 1969 1960-1969 *"]
    );
}

#[test]
fn a_week_belongs_to_the_year_of_its_thursday() {
    let spec = Dates {
        levels: vec![Granularity::Week, Granularity::Month, Granularity::Year],
        ..Dates::default()
    };
    assert_eq!(
        lines(spec, &["2024-12-29", "2024-12-30", "2025-01-05"]),
        [
            "2024-12-29 2024-W52 2024-12 2024 *",
            "2024-12-30 2025-W01 2025-01 2025 *",
            "2025-01-05 2025-W01 2025-01 2025 *"
        ]
    );
}

#[test]
fn dates_tell_what_they_cannot_do() {
    let spec = Dates {
        levels: vec![Granularity::Year, Granularity::Day],
        ..Dates::default()
    };
    assert_eq!(
        faults(spec.clone(), &["2024-01-31"]),
        [
            "dates of \"a\": the values are days already; leave day out of levels",
            "dates of \"a\": levels must go from fine to coarse: day, week, month, quarter, year, decade",
        ]
    );
    assert_eq!(
        faults(Dates::default(), &["31"]),
        [
            "dates of \"a\": they need days or moments, and the attribute is integer; set its type to date"
        ]
    );
}

const LEVELS: [&str; 7] = [
    "5ième",
    "3ième",
    "Seconde",
    "Terminale",
    "1ier et 2ième cycle",
    "Master",
    "Doctorat",
];

#[test]
fn ordered_values_in_groups_of_two_and_four() {
    let values = LEVELS.map(str::to_owned).to_vec();
    let spec = Order {
        values,
        ..Order::default()
    };
    assert_eq!(
        lines(spec, &["Doctorat", "Seconde"]),
        [
            "5ième [5ième..3ième] [5ième..Terminale] *",
            "3ième [5ième..3ième] [5ième..Terminale] *",
            "Seconde [Seconde..Terminale] [5ième..Terminale] *",
            "Terminale [Seconde..Terminale] [5ième..Terminale] *",
            "1ier et 2ième cycle [1ier et 2ième cycle..Master] [1ier et 2ième cycle..Doctorat] *",
            "Master [1ier et 2ième cycle..Master] [1ier et 2ième cycle..Doctorat] *",
            "Doctorat Doctorat [1ier et 2ième cycle..Doctorat] *",
        ]
    );
    let natural = Order {
        sizes: vec![2],
        ..Order::default()
    };
    assert_eq!(
        lines(natural, &["b", "c", "a"]),
        ["a [a..b] *", "b [a..b] *", "c c *"]
    );
}

#[test]
fn an_order_tells_what_is_wrong_and_which_rows_it_lacks() {
    let spec = Order {
        values: vec!["2".into(), "7".into(), "2.0".into()],
        sizes: vec![2, 3, 0],
        ..Order::default()
    };
    assert_eq!(
        faults(spec, &["2", "7"]),
        [
            "order of \"a\": values 1 and 3 of the order are the same; keep one",
            "order of \"a\": every size must be 1 or more",
            "order of \"a\": each of sizes must be a multiple of the one before, so that levels nest",
        ]
    );
    let spec = Order {
        values: vec!["a".into(), "b".into()],
        ..Order::default()
    };
    assert_eq!(
        faults(spec, &["a", "c", "b", "d"]),
        [
            "the hierarchy of \"a\" lacks 2 of its values, first in data row 2, 4; add a line for each"
        ]
    );
    let none = Order {
        sizes: Vec::new(),
        ..Order::default()
    };
    assert_eq!(
        faults(none, &["a"]),
        ["order of \"a\": give at least one of sizes"]
    );
}

fn group(label: &str, members: &[&str]) -> Group {
    Group {
        label: label.into(),
        members: members.iter().map(ToString::to_string).collect(),
    }
}

fn education() -> Groups {
    Groups {
        levels: vec![
            vec![
                group("collège", &["5ième", "3ième"]),
                group("lycée", &["Seconde", "Terminale"]),
                group("3ième cycle", &["Master", "Doctorat"]),
            ],
            vec![
                group("secondaire", &["collège", "lycée"]),
                group("université", &["1ier et 2ième cycle", "3ième cycle"]),
            ],
        ],
        top: "Tout_niveau_d'étude".into(),
        ..Groups::default()
    }
}

#[test]
fn declared_groups_make_the_worked_hierarchy_of_education() {
    let cells = [
        "5ième",
        "3ième",
        "Seconde",
        "1ier et 2ième cycle",
        "Master",
        "Doctorat",
    ];
    assert_eq!(
        lines(education(), &cells),
        [
            "5ième collège secondaire Tout_niveau_d'étude",
            "3ième collège secondaire Tout_niveau_d'étude",
            "Seconde lycée secondaire Tout_niveau_d'étude",
            "Terminale lycée secondaire Tout_niveau_d'étude",
            "Master 3ième cycle université Tout_niveau_d'étude",
            "Doctorat 3ième cycle université Tout_niveau_d'étude",
            "1ier et 2ième cycle 1ier et 2ième cycle université Tout_niveau_d'étude",
        ]
    );
}

#[test]
fn values_in_no_group_can_go_to_another() {
    let spec = Groups {
        levels: vec![vec![group("low", &["1", "2,0"])]],
        other: Some("rest".into()),
        ..Groups::default()
    };
    assert_eq!(
        lines(spec, &["2", "3", "4"]),
        ["1 low *", "2 low *", "3 rest *", "4 rest *"]
    );
}

#[test]
fn groups_tell_what_is_wrong_by_place() {
    let mut spec = education();
    spec.levels[0].push(group("collège", &["Master"]));
    spec.levels[0].push(group("none", &[]));
    spec.levels[1].push(group("x", &["collége"]));
    assert_eq!(
        faults(spec, &["5ième", "1ier et 2ième cycle"]),
        [
            "groups of \"a\": group 4 of level 1: member 1 is in a group already; keep one",
            "groups of \"a\": group 5 of level 1 has no member; give it some or leave it out",
            "groups of \"a\": group 3 of level 2: member 1 is no group of the level below; write it as there, or list the value there first",
            "groups of \"a\": two groups of level 1 have the same label; rename one",
        ]
    );
    assert_eq!(
        faults(Groups::default(), &["x"]),
        ["groups of \"a\": declare at least one level of groups"]
    );
    let twice = Groups {
        levels: vec![vec![group("y", &["x"])]],
        ..Groups::default()
    };
    assert_eq!(
        faults(twice, &["x", "y"]),
        ["groups of \"a\": two groups of level 1 have the same label; rename one"]
    );
}

/// `a` in 6 rows, `b` in 4, `c` in 3, `d` in 2, `e` and `f` in 1.
fn letters() -> Vec<&'static str> {
    [("a", 6), ("b", 4), ("c", 3), ("d", 2), ("e", 1), ("f", 1)]
        .iter()
        .flat_map(|&(c, n)| vec![c; n])
        .collect()
}

#[test]
fn the_rarest_values_join_until_their_group_is_large_enough() {
    let spec = Frequency {
        rows: Some(3),
        ..Frequency::default()
    };
    assert_eq!(
        lines(spec, &letters()),
        [
            "a a a *",
            "b b other *",
            "c c other *",
            "d other other *",
            "e other other *",
            "f other other *"
        ]
    );
    let spec = Frequency {
        rows: Some(2),
        other: "rare".into(),
        ..Frequency::default()
    };
    let level_1: Vec<String> = built(spec, &letters()).levels()[1]
        .labels()
        .iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(level_1, ["a", "b", "c", "d", "rare"]);
    let share = Frequency {
        share: Some(4.0 / 17.0),
        ..Frequency::default()
    };
    assert_eq!(built(share, &letters()).levels()[1].group_count(), 3);
}

#[test]
fn without_rare_values_only_halving_is_left() {
    let spec = Frequency {
        rows: Some(1),
        ..Frequency::default()
    };
    let groups: Vec<usize> = built(spec, &letters())
        .levels()
        .iter()
        .map(super::super::Level::group_count)
        .collect();
    assert_eq!(groups, [6, 3, 2, 1]);
    let all = Frequency {
        rows: Some(100),
        ..Frequency::default()
    };
    assert_eq!(built(all, &letters()).height(), 1);
}

#[test]
fn frequency_tells_what_is_wrong() {
    let spec = Frequency {
        rows: Some(0),
        share: Some(1.5),
        ..Frequency::default()
    };
    assert_eq!(
        faults(spec, &["other", "x"]),
        [
            "frequency of \"a\": give only one of rows and share",
            "frequency of \"a\": rows must be 1 or more",
            "frequency of \"a\": share must be above 0 and at most 1",
            "frequency of \"a\": a value is written like the label of the rare values; give another for other",
        ]
    );
    assert_eq!(
        faults(Frequency::default(), &["x"]),
        ["frequency of \"a\": say what is rare: give rows or share"]
    );
}

/// No name is in a twentieth of the rows.
const NAMES: [&str; 21] = [
    "Ada", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal", "Ida", "Jo", "Kim", "Lea", "Max", "Ned",
    "Olga", "Pam", "Ray", "Sue", "Tom", "Una", "Vic",
];

#[test]
fn suggestions_follow_the_kind_of_values() {
    let suggested = |column: &Column| {
        let spec = HierarchySpec::suggest(column)?;
        spec.build("a", column).unwrap();
        Some(spec)
    };
    let intervals = |cells: &[&str]| match suggested(&column(cells)) {
        Some(HierarchySpec::Intervals(spec)) => spec.width,
        _ => None,
    };
    assert_eq!(intervals(&["17", "90"]), Some(5.0));
    assert_eq!(intervals(&["0", "100"]), Some(5.0));
    assert_eq!(intervals(&["1", "5"]), Some(2.0));
    assert_eq!(intervals(&["0.001", "0.123"]), Some(0.01));
    assert_eq!(intervals(&["-250000", "999999"]), Some(100_000.0));
    assert_eq!(
        suggested(&column(&["2024-01-31", "2024-02-01"])),
        Some(HierarchySpec::Dates(Dates::default()))
    );
    assert_eq!(
        suggested(&texts(&["01000", "13053"])),
        Some(HierarchySpec::Masking(Masking::default()))
    );
    assert!(matches!(
        suggested(&column(&letters())),
        Some(HierarchySpec::Frequency(_))
    ));
    for cells in [
        &["yes", "no"][..],
        &["7"],
        &[""],
        &["x", "y"],
        &["a", "b", "c"],
        &NAMES,
    ] {
        assert_eq!(suggested(&column(cells)), None);
    }
}

#[test]
fn a_declaration_is_read_and_written_as_a_project_file_has_it() {
    let check = |json: &str, spec: HierarchySpec| {
        assert_eq!(serde_json::from_str::<HierarchySpec>(json).unwrap(), spec);
        let written = serde_json::to_string(&spec).unwrap();
        assert_eq!(
            serde_json::from_str::<HierarchySpec>(&written).unwrap(),
            spec
        );
    };
    let bounds = vec![Edge::Number(20.0), Edge::Text("40,5".into())];
    check(
        r#"{"type": "intervals", "bounds": [20, "40,5"], "factor": 2, "labels": "half-open"}"#,
        HierarchySpec::Intervals(Intervals {
            bounds,
            factor: Some(2),
            ..Intervals::default()
        }),
    );
    check(
        r#"{"type": "masking", "steps": [2], "pad-side": "left"}"#,
        Masking {
            steps: vec![2],
            pad_side: Some(Side::Left),
            ..Masking::default()
        }
        .into(),
    );
    check(
        r#"{"type": "dates", "levels": ["year"]}"#,
        Dates {
            levels: vec![Granularity::Year],
            ..Dates::default()
        }
        .into(),
    );
    check(
        r#"{"type": "order", "sizes": [3]}"#,
        Order {
            sizes: vec![3],
            ..Order::default()
        }
        .into(),
    );
    check(
        r#"{"type": "groups", "levels": [[{"label": "low", "members": ["1"]}]]}"#,
        Groups {
            levels: vec![vec![group("low", &["1"])]],
            ..Groups::default()
        }
        .into(),
    );
    check(
        r#"{"type": "frequency", "share": 0.05}"#,
        Frequency {
            share: Some(0.05),
            ..Frequency::default()
        }
        .into(),
    );
    assert!(serde_json::from_str::<HierarchySpec>(r#"{"type": "masking", "step": [2]}"#).is_err());
    assert!(serde_json::from_str::<HierarchySpec>(r#"{"type": "mask"}"#).is_err());
}
