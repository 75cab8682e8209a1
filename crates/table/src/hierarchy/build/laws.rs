//! What every hierarchy of a builder has: levels nest, groups are as large as asked for, suggestions can be built.

use proptest::prelude::*;

use super::super::tests::column;
use super::tests::texts;
use super::*;
use crate::{Cell, ColumnBuilder, ReadAs};

proptest! {
    #[test]
    fn masking_levels_nest_and_hide_more_each_time(
        values in proptest::collection::btree_set("[a-c0-1]{1,5}", 1..20),
        left in any::<bool>(),
        steps in proptest::option::of(1u32..3),
    ) {
        let cells: Vec<&str> = values.iter().map(String::as_str).collect();
        let longest = cells.iter().map(|c| c.len()).max().unwrap() as u32;
        let spec = Masking {
            from: if left { Side::Left } else { Side::Right },
            steps: steps.filter(|&step| step <= longest).into_iter().collect(),
            ..Masking::default()
        };
        let hierarchy = HierarchySpec::Masking(spec).build("a", &texts(&cells)).unwrap();
        let rows: Vec<Vec<String>> = hierarchy.rows().iter().map(|r| r.iter().map(ToString::to_string).collect()).collect();
        prop_assert_eq!(&Hierarchy::from_rows("a", &rows).unwrap(), &hierarchy);
        for row in &rows {
            let hidden: Vec<usize> = row[1..row.len() - 1].iter().map(|l| l.matches('*').count()).collect();
            prop_assert!(hidden.windows(2).all(|pair| pair[0] <= pair[1]));
        }
    }

    #[test]
    fn no_group_of_the_first_level_is_rarer_than_asked_for(
        values in proptest::collection::vec("[a-h]", 1..60),
        least in 1u64..20,
    ) {
        let cells: Vec<&str> = values.iter().map(String::as_str).collect();
        let column = texts(&cells);
        let hierarchy = HierarchySpec::from(Frequency { rows: Some(least), ..Frequency::default() }).build("a", &column).unwrap();
        let bound = hierarchy.bind("a", &column).unwrap();
        let mut rows = vec![0u64; bound.group_count(1)];
        column.codes().iter().for_each(|code| rows[bound.group(1, code) as usize] += 1);
        prop_assert!(hierarchy.height() == 1 || rows.iter().all(|&rows| rows >= least), "{:?}", rows);
        prop_assert!(hierarchy.levels().windows(2).all(|pair| pair[1].group_count() < pair[0].group_count()
            || pair[1].group_count() == 1));
    }

    #[test]
    fn dates_nest_with_and_without_weeks(days in proptest::collection::btree_set(-40_000i32..40_000, 1..40), weeks in any::<bool>()) {
        let mut builder = ColumnBuilder::new();
        days.iter().for_each(|&day| builder.push(Cell::Date(day)));
        let column = builder.finish(&ReadAs::default());
        use Granularity::{Decade, Month, Quarter, Week, Year};
        let week = weeks.then_some(Week);
        let levels = week.into_iter().chain([Month, Quarter, Year, Decade]).collect();
        let hierarchy = HierarchySpec::from(Dates { levels, ..Dates::default() }).build("a", &column).unwrap();
        let rows: Vec<Vec<String>> = hierarchy.rows().iter().map(|r| r.iter().map(ToString::to_string).collect()).collect();
        prop_assert_eq!(Hierarchy::from_rows("a", &rows).unwrap(), hierarchy);
    }

    #[test]
    fn what_is_suggested_can_be_built_and_bound(cells in proptest::collection::vec("[0-9]{1,3}([.][0-9])?|[a-c]|", 1..30)) {
        let cells: Vec<&str> = cells.iter().map(String::as_str).collect();
        let column = column(&cells);
        if let Some(spec) = HierarchySpec::suggest(&column) {
            let hierarchy = spec.build("a", &column).unwrap();
            prop_assert!(hierarchy.has_root());
            prop_assert!(hierarchy.bind("a", &column).is_ok());
        }
    }
}
