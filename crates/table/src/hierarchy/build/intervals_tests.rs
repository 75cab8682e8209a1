//! Intervals as documents print them, every fault with its message, then the laws of a partition.

use proptest::prelude::*;

use super::intervals::*;
use crate::hierarchy::tests::column;
use crate::hierarchy::{Hierarchy, HierarchySpec};
use crate::interval;

fn built(spec: &Intervals, cells: &[&str]) -> Hierarchy {
    HierarchySpec::Intervals(spec.clone())
        .build("age", &column(cells))
        .unwrap()
}

/// The rows of the hierarchy, each as one line.
fn lines(spec: &Intervals, cells: &[&str]) -> Vec<String> {
    built(spec, cells)
        .rows()
        .iter()
        .map(|row| row.join(" "))
        .collect()
}

fn faults(spec: &Intervals, cells: &[&str]) -> Vec<String> {
    let faults = HierarchySpec::Intervals(spec.clone())
        .build("age", &column(cells))
        .unwrap_err();
    faults.iter().map(ToString::to_string).collect()
}

fn widths(widths: &[f64]) -> Intervals {
    Intervals {
        widths: widths.to_vec(),
        ..Intervals::default()
    }
}

fn bounds(bounds: &[f64]) -> Intervals {
    Intervals {
        bounds: bounds.iter().map(|&bound| Edge::Number(bound)).collect(),
        ..Intervals::default()
    }
}

fn count(count: u32, equal: Equal) -> Intervals {
    Intervals {
        count: Some(count),
        equal: Some(equal),
        ..Intervals::default()
    }
}

const AGES: [&str; 6] = ["22", "27", "21", "20", "26", "28"];

#[test]
fn ages_in_intervals_of_5_10_and_20_years() {
    assert_eq!(
        lines(&widths(&[5.0, 10.0, 20.0]), &["4", "17", "23"]),
        [
            "4 [0,5[ [0,10[ [0,20[ *",
            "17 [15,20[ [10,20[ [0,20[ *",
            "23 [20,25[ [20,30[ [20,40[ *"
        ]
    );
}

#[test]
fn the_worked_table_has_ages_20_to_24_and_25_to_29() {
    let spec = Intervals {
        width: Some(5.0),
        labels: IntervalLabels::Dash,
        ..Intervals::default()
    };
    let hierarchy = built(&spec, &AGES);
    assert_eq!(
        hierarchy.levels()[1].labels().iter().collect::<Vec<_>>(),
        ["[20-24]", "[25-29]"]
    );
    let dots = Intervals {
        labels: IntervalLabels::Dots,
        ..spec
    };
    assert_eq!(
        built(&dots, &AGES).levels()[1]
            .labels()
            .iter()
            .collect::<Vec<_>>(),
        ["[20..24]", "[25..29]"]
    );
}

#[test]
fn an_inclusive_interval_of_one_value_is_that_value() {
    let spec = Intervals {
        labels: IntervalLabels::Dash,
        ..widths(&[1.0, 2.0])
    };
    assert_eq!(
        lines(&spec, &["-3", "4"]),
        ["-3 -3 [-4--3] *", "4 4 [4-5] *"]
    );
}

#[test]
fn the_grid_goes_through_its_origin_and_below_zero() {
    let spec = Intervals {
        origin: Some(Edge::Number(3.0)),
        ..widths(&[10.0])
    };
    assert_eq!(
        lines(&spec, &["-8", "2", "3", "12"]),
        ["-8 [-17,-7[ *", "2 [-7,3[ *", "3 [3,13[ *", "12 [3,13[ *"]
    );
}

#[test]
fn a_factor_widens_until_one_interval_would_be_left() {
    let spec = Intervals {
        width: Some(5.0),
        factor: Some(2),
        ..Intervals::default()
    };
    let hierarchy = built(&spec, &["3", "8", "17", "38"]);
    let groups: Vec<usize> = hierarchy
        .levels()
        .iter()
        .map(crate::hierarchy::Level::group_count)
        .collect();
    assert_eq!(groups, [4, 4, 3, 2, 1]);
    assert_eq!(
        hierarchy.rows()[2],
        ["17", "[15,20[", "[10,20[", "[0,20[", "*"]
    );
}

#[test]
fn values_outside_the_bounds_are_a_group_on_either_side() {
    let spec = Intervals {
        factor: Some(2),
        ..bounds(&[20.0, 40.0, 60.0, 80.0])
    };
    assert_eq!(
        lines(&spec, &["19", "20", "39", "40", "79", "80", "95"]),
        [
            "19 <20 <20 *",
            "20 [20,40[ [20,60[ *",
            "39 [20,40[ [20,60[ *",
            "40 [40,60[ [20,60[ *",
            "79 [60,80[ [60,80[ *",
            "80 >=80 >=80 *",
            "95 >=80 >=80 *"
        ]
    );
    assert_eq!(
        lines(&bounds(&[30.0]), &["29", "30"]),
        ["29 <30 *", "30 >=30 *"]
    );
}

#[test]
fn a_count_of_equal_widths_covers_the_range() {
    assert_eq!(
        lines(&count(3, Equal::Width), &["18", "40", "60", "77"]),
        [
            "18 [18,38[ *",
            "40 [38,58[ *",
            "60 [58,78[ *",
            "77 [58,78[ *"
        ]
    );
    assert_eq!(
        lines(&count(3, Equal::Width), &["0.5", "2", "3.5"]),
        ["0.5 [0.5,1.5[ *", "2 [1.5,2.5[ *", "3.5 [2.5,3.5] *"]
    );
    assert_eq!(lines(&count(4, Equal::Width), &["7", "7"]), ["7 [7,8[ *"]);
}

#[test]
fn a_count_of_equal_frequencies_follows_the_rows() {
    let cells = ["1", "1", "1", "1", "2", "3", "50", "1000"];
    assert_eq!(
        lines(&count(2, Equal::Frequency), &cells),
        [
            "1 [1,2[ *",
            "2 [2,1001[ *",
            "3 [2,1001[ *",
            "50 [2,1001[ *",
            "1000 [2,1001[ *"
        ]
    );
    assert_eq!(
        built(&count(100, Equal::Frequency), &cells).levels()[1].group_count(),
        5
    );
    let decimals = ["0.25", "0.26", "7.75", "7.5"];
    assert_eq!(
        lines(&count(2, Equal::Frequency), &decimals)[1..3],
        ["0.26 [0,7[ *", "7.5 [7,8[ *"]
    );
}

#[test]
fn decimal_bounds_are_exact_and_follow_the_decimal_comma() {
    let spec = widths(&[0.1, 0.3]);
    assert_eq!(
        lines(&spec, &["0.30", "0.95"]),
        ["0.30 [0.3,0.4[ [0.3,0.6[ *", "0.95 [0.9,1[ [0.9,1.2[ *"]
    );
    assert_eq!(
        lines(&widths(&[2.5]), &["1,5", "12,5"]),
        ["1,5 [0;2,5[ *", "12,5 [12,5;15[ *"]
    );
}

#[test]
fn days_and_moments_are_cut_in_days() {
    let spec = Intervals {
        origin: Some(Edge::Text("2024-01-01".into())),
        ..widths(&[7.0])
    };
    assert_eq!(
        lines(&spec, &["2024-01-07", "2024-01-08"])[1],
        "2024-01-08 [2024-01-08,2024-01-15[ *"
    );
    assert_eq!(
        lines(&spec, &["07/01/2024", "28/01/2024"])[0],
        "07/01/2024 [01/01/2024,08/01/2024[ *"
    );
    let dots = Intervals {
        labels: IntervalLabels::Dots,
        ..spec.clone()
    };
    assert_eq!(
        lines(&dots, &["2024-01-07"]),
        ["2024-01-07 [2024-01-01..2024-01-07] *"]
    );
    let half_days = Intervals {
        widths: vec![0.5, 1.0],
        ..spec
    };
    assert_eq!(
        lines(&half_days, &["2024-01-07T13:00:00"]),
        ["2024-01-07T13:00:00 [2024-01-07T12:00:00,2024-01-08[ [2024-01-07,2024-01-08[ *"]
    );
    let at = |text: &str| Edge::Text(text.into());
    let spec = Intervals {
        bounds: vec![at("2024-01-01"), at("01/02/2024")],
        ..Intervals::default()
    };
    assert_eq!(
        lines(&spec, &["31/12/2023", "31/01/2024"])[1],
        "31/01/2024 [01/01/2024,01/02/2024[ *"
    );
}

#[test]
fn whole_numbers_beyond_the_precision_of_doubles_are_cut_exactly() {
    let cells = ["9007199254740992", "9007199254740993"];
    assert_eq!(
        lines(&widths(&[1.0]), &cells)[1],
        "9007199254740993 [9007199254740993,9007199254740994[ *"
    );
}

#[test]
fn every_wrong_parameter_is_told_at_once() {
    let spec = Intervals {
        count: Some(0),
        origin: Some(Edge::Number(0.0)),
        factor: Some(1),
        ..bounds(&[2.0, 1.0, 1.5])
    };
    assert_eq!(
        faults(&spec, &AGES),
        [
            "intervals of \"age\": give only one of width, bounds and count",
            "intervals of \"age\": origin goes with width; leave it out",
            "intervals of \"age\": factor must be 2 or more",
            "intervals of \"age\": count must be 1 or more",
            "intervals of \"age\": bound 3 is not a whole number",
        ]
    );
}

#[test]
fn each_wrong_parameter_has_its_message() {
    let text = |bound: &str| Intervals {
        bounds: vec![Edge::Text(bound.into())],
        ..Intervals::default()
    };
    let of = |spec: Intervals, cells: &[&str], end: &str| {
        let found = faults(&spec, cells);
        assert!(
            found.len() == 1 && found[0].ends_with(end),
            "{found:?} instead of {end}"
        );
    };
    of(
        Intervals::default(),
        &AGES,
        "say how to cut: give width, bounds or count",
    );
    of(
        widths(&[2.5]),
        &AGES,
        "every width must be a whole number above 0",
    );
    of(
        widths(&[0.0]),
        &["1.5"],
        "every width must be a number above 0 of at most 12 decimals",
    );
    of(
        widths(&[f64::NAN]),
        &["1.5"],
        "every width must be a number above 0 of at most 12 decimals",
    );
    of(
        widths(&[1e-13]),
        &["1.5"],
        "every width must be a number above 0 of at most 12 decimals",
    );
    of(
        widths(&[0.5]),
        &["2024-01-31"],
        "every width must be a whole number of days above 0 and up to 1000000",
    );
    of(
        widths(&[5.0, 12.0]),
        &AGES,
        "each of widths must be a multiple of the one before, so that levels nest",
    );
    of(
        widths(&[1e-12]),
        &["1.5", "900000.5"],
        "width is too small for the range of the values; give a larger one",
    );
    of(
        widths(&[5.0]),
        &["1e400", "x"],
        "masking, order or groups, or set its type",
    );
    of(
        widths(&[5.0]),
        &["", ""],
        "use masking, order or groups, or set its type",
    );
    of(
        Intervals {
            factor: Some(2),
            ..widths(&[5.0])
        },
        &AGES,
        "give only one of widths and factor",
    );
    of(
        Intervals {
            equal: Some(Equal::Frequency),
            ..widths(&[5.0])
        },
        &AGES,
        "give a count or leave it out",
    );
    of(
        Intervals {
            labels: IntervalLabels::Dash,
            ..widths(&[5.0])
        },
        &["1.5"],
        "use half-open labels",
    );
    of(bounds(&[3.0, 2.0]), &AGES, "bounds must ascend");
    of(
        bounds(&[3.0]),
        &["2024-01-31"],
        "bound 1 is not a day; write it in quotes, as in \"2024-01-31\"",
    );
    of(
        text("2024-02-30"),
        &["2024-01-31"],
        "bound 1 is not a day; write it in quotes, as in \"2024-01-31\"",
    );
    of(
        text("x"),
        &["1.5"],
        "bound 1 is not a number of at most 12 decimals",
    );
    of(
        Intervals {
            origin: Some(Edge::Number(0.5)),
            ..widths(&[1.0])
        },
        &AGES,
        "origin is not a whole number",
    );
}

#[test]
fn infinite_and_huge_decimals_are_refused() {
    let of = |value: f64| {
        let mut builder = crate::ColumnBuilder::new();
        builder.push(crate::Cell::Decimal(value));
        let column = builder.finish(&crate::ReadAs::default());
        widths(&[1.0])
            .build("a", column.dictionary(), &[])
            .unwrap_err()[0]
            .to_string()
    };
    assert!(
        of(f64::INFINITY).ends_with("has infinite values; correct them or name them as missing")
    );
    assert!(of(1.5e300).ends_with("cannot be cut exactly; use a larger unit"));
}

/// Any way of cutting that suits numbers.
fn any_spec() -> impl Strategy<Value = Intervals> {
    let grid = (
        1u32..60,
        proptest::collection::vec(2u32..4, 0..3),
        -50i32..50,
    )
        .prop_map(|(width, factors, origin)| {
            let mut width = f64::from(width);
            let mut all = vec![width];
            for factor in factors {
                width *= f64::from(factor);
                all.push(width);
            }
            Intervals {
                origin: Some(Edge::Number(f64::from(origin))),
                ..widths(&all)
            }
        });
    let by_factor = (1u32..60, 2u32..4).prop_map(|(width, factor)| {
        Intervals {
            factor: Some(factor),
            ..widths(&[])
        }
        .with_width(f64::from(width))
    });
    let by_bounds = (
        proptest::collection::btree_set(-200i32..200, 1..8),
        proptest::option::of(2u32..4),
    )
        .prop_map(|(set, factor)| Intervals {
            factor,
            ..bounds(&set.into_iter().map(f64::from).collect::<Vec<_>>())
        });
    let by_count = (1u32..9, any::<bool>(), proptest::option::of(2u32..4)).prop_map(
        |(n, frequency, factor)| Intervals {
            factor,
            ..count(
                n,
                if frequency {
                    Equal::Frequency
                } else {
                    Equal::Width
                },
            )
        },
    );
    prop_oneof![grid, by_factor, by_bounds, by_count]
}

impl Intervals {
    fn with_width(self, width: f64) -> Self {
        Intervals {
            width: Some(width),
            ..self
        }
    }
}

/// Each value is in the interval that its label writes, and the intervals of a level do not overlap.
fn check_partition(hierarchy: &Hierarchy) -> Result<(), TestCaseError> {
    for level in &hierarchy.levels()[1..hierarchy.height()] {
        let intervals: Vec<interval::Interval> = level
            .labels()
            .iter()
            .map(|l| interval::parse(l).unwrap())
            .collect();
        for (leaf, text) in hierarchy.leaves().iter().enumerate() {
            let value = interval::parse(text).unwrap().low;
            let inside = |i: &interval::Interval| {
                let above = if i.closed_low {
                    value >= i.low
                } else {
                    value > i.low
                };
                above
                    && if i.closed_high {
                        value <= i.high
                    } else {
                        value < i.high
                    }
            };
            let holding: Vec<usize> = (0..intervals.len())
                .filter(|&at| inside(&intervals[at]))
                .collect();
            prop_assert_eq!(holding, vec![level.group_of_leaf()[leaf] as usize]);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn intervals_of_whole_numbers_partition_them(
        spec in any_spec(),
        values in proptest::collection::vec(-150i32..150, 1..40),
        inclusive in any::<bool>(),
    ) {
        let labels = if inclusive { IntervalLabels::Dash } else { IntervalLabels::HalfOpen };
        let cells: Vec<String> = values.iter().map(ToString::to_string).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let hierarchy = built(&Intervals { labels, ..spec }, &cells);
        check_partition(&hierarchy)?;
        let rows: Vec<Vec<String>> = hierarchy.rows().iter().map(|r| r.iter().map(ToString::to_string).collect()).collect();
        prop_assert_eq!(Hierarchy::from_rows("age", &rows).unwrap(), hierarchy);
    }

    #[test]
    fn intervals_of_decimals_partition_them(
        spec in any_spec(),
        values in proptest::collection::vec(-15000i32..15000, 1..40),
        scale in prop_oneof![Just(1.0), Just(0.1), Just(0.01)],
        comma in any::<bool>(),
    ) {
        let scaled = |width: f64| format!("{:.2}", width * scale).parse::<f64>().unwrap();
        let spec = Intervals {
            width: spec.width.map(scaled),
            widths: spec.widths.iter().map(|&width| scaled(width)).collect(),
            ..spec
        };
        let cells: Vec<String> = values.iter().map(|v| format!("{:.2}", f64::from(*v) / 100.0)).collect();
        let cells: Vec<String> = cells.into_iter().map(|c| if comma { c.replace('.', ",") } else { c }).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        check_partition(&built(&spec, &cells))?;
    }

    #[test]
    fn equal_frequencies_are_as_even_as_distinct_values_allow(n in 1u32..6, values in proptest::collection::vec(0i32..1000, 30..60)) {
        let mut values = values;
        values.sort_unstable();
        values.dedup();
        let cells: Vec<String> = values.iter().map(ToString::to_string).collect();
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let level = &built(&count(n, Equal::Frequency), &cells).levels()[1].clone();
        let (least, most) = (level.leaves_under().iter().min().unwrap(), level.leaves_under().iter().max().unwrap());
        prop_assert_eq!(level.group_count(), n as usize);
        prop_assert!(most - least <= 1, "{} to {} values", least, most);
    }
}
