//! Hierarchies after a step: an attribute that was recoded to a level goes on from that level.

use std::collections::BTreeMap;

use bauta_table::{Hierarchy, Table};

/// Each hierarchy from the first level on that has all values of its attribute; those of which no level has are left out, as are
/// those of attributes that are gone.
pub(super) fn fitting(
    hierarchies: &BTreeMap<String, Hierarchy>,
    table: &Table,
) -> BTreeMap<String, Hierarchy> {
    let mut fit = BTreeMap::new();
    for (name, hierarchy) in hierarchies {
        let Ok(index) = table.index_of(name) else {
            continue;
        };
        let column = &table.attributes()[index].column;
        let from_level =
            |level: usize| from(name, hierarchy, level).filter(|it| it.bind(name, column).is_ok());
        if let Some(found) = (0..=hierarchy.height()).find_map(from_level) {
            fit.insert(name.clone(), found);
        }
    }
    fit
}

/// The hierarchy whose leaves are the groups of a level.
fn from(name: &str, hierarchy: &Hierarchy, level: usize) -> Option<Hierarchy> {
    if level == 0 {
        return Some(hierarchy.clone());
    }
    let mut rows: Vec<Vec<String>> = Vec::new();
    for row in hierarchy.rows() {
        let row: Vec<String> = row[level..]
            .iter()
            .map(|label| (*label).to_owned())
            .collect();
        if !rows.iter().any(|known| known.first() == row.first()) {
            rows.push(row);
        }
    }
    Hierarchy::from_rows(name, &rows).ok()
}

#[cfg(test)]
mod tests {
    use bauta_testkit::table_of;

    use super::*;

    fn hierarchy() -> Hierarchy {
        let rows = [
            ["1", "1-2", "*"],
            ["2", "1-2", "*"],
            ["3", "3-4", "*"],
            ["4", "3-4", "*"],
        ];
        Hierarchy::from_rows("a", &rows.map(|row| row.map(str::to_owned).to_vec())).unwrap()
    }

    #[test]
    fn a_recoded_attribute_goes_on_from_its_level() {
        let given = BTreeMap::from([
            ("a".to_owned(), hierarchy()),
            ("gone".to_owned(), hierarchy()),
        ]);
        let recoded = table_of(&["a"], &[&["1-2"], &["3-4"], &["1-2"]]);
        let fit = fitting(&given, &recoded);
        assert_eq!(fit.keys().collect::<Vec<_>>(), ["a"]);
        assert_eq!(fit["a"].rows(), [["1-2", "*"], ["3-4", "*"]]);
    }

    #[test]
    fn a_hierarchy_that_fits_no_more_is_left_out() {
        let given = BTreeMap::from([("a".to_owned(), hierarchy())]);
        assert!(fitting(&given, &table_of(&["a"], &[&["1-2"], &["other"]])).is_empty());
        let as_it_was = fitting(&given, &table_of(&["a"], &[&["1"], &["3"]]));
        assert_eq!(as_it_was["a"].height(), 2);
    }
}
