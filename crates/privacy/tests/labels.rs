//! Sets and ranges of values that hold the signs which labels are made of.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

use std::collections::{BTreeMap, BTreeSet};

use bauta_privacy::attack::{Frame, candidates};
use bauta_privacy::utility::Reading;
use bauta_table::{Codes, Column, Dictionary, Qi, Table};
use proptest::prelude::*;

/// A column of texts, whatever they look like.
fn texts(cells: &[String]) -> Table {
    let (dictionary, codes) = Dictionary::of_labels(cells, false);
    let distinct = dictionary.len();
    let codes = Codes::from_fn(cells.len(), distinct, |row| codes[row]);
    Table::new([("town".to_owned(), Column::new(dictionary, codes))])
}

/// Distinct values of odd signs, without spaces at their ends.
fn values() -> impl Strategy<Value = Vec<String>> {
    let value = "[ab1,;{}\\[\\]. *-]{1,6}";
    proptest::collection::vec(value, 2..9).prop_map(|values| {
        let values = values.iter().map(|value| value.trim().to_owned());
        let told = values.filter(|value| value.bytes().any(|byte| byte != b'*'));
        let distinct: BTreeSet<String> = told.collect();
        distinct.into_iter().collect()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    /// Whatever the values are, the set or range that lists them contains them: for who evaluates a release, and for who attacks it.
    #[test]
    fn sets_and_ranges_contain_what_they_list(values in values(), picks in proptest::collection::vec(any::<bool>(), 9)) {
        let members: Vec<String> = values.iter().zip(&picks).filter(|(_, pick)| **pick).map(|(value, _)| value.clone()).collect();
        prop_assume!(members.len() > 1);
        let (first, last) = (&members[0], &members[members.len() - 1]);
        let original = texts(&values);
        let qis = vec![Qi::new(&original, 0, None).unwrap()];
        let rank = |value: &String| {
            let dictionary = original.attributes()[0].column.dictionary();
            (0..dictionary.len() as u32).find(|&code| dictionary.label(code) == value.as_str()).unwrap()
        };
        for label in [format!("{{{}}}", members.join(", ")), format!("[{first}..{last}]"), format!("[{first};{last}]")] {
            let released = texts(std::slice::from_ref(&label));
            let listed: Vec<&String> = if label.starts_with('{') { members.iter().collect() } else { vec![first, last] };
            let reading = Reading::of(&original, &qis, &released, values.len() as u64);
            prop_assert_eq!(reading.not_understood(), 0, "{}", &label);
            for member in &listed {
                prop_assert!(reading.columns[0].covers[0].ranks.contains(rank(member)), "{} in {}", member, &label);
            }
            let frame = Frame::of(&[&original, &released], &[1], &["town".to_owned()], &BTreeMap::new()).unwrap();
            prop_assert!(frame.not_understood(1).is_empty(), "{}", &label);
            let matched = candidates(&frame, 1, 0, &[0]);
            for member in listed {
                let row = values.iter().position(|value| value == member).unwrap();
                let person = matched.person_of_row[row] as usize;
                prop_assert_eq!(matched.boxes_of_person[person].len(), 1, "{} in {}", member, &label);
            }
        }
    }
}

/// A set whose values have commas lists these values and no others.
#[test]
fn values_with_commas_are_told_apart() {
    let towns = ["Paris, 12e", "Paris, 13e", "Lyon", "12e"].map(str::to_owned);
    let original = texts(&towns);
    let released = texts(&["{Paris, 12e, Lyon}".to_owned()]);
    let frame = Frame::of(
        &[&original, &released],
        &[1],
        &["town".to_owned()],
        &BTreeMap::new(),
    )
    .unwrap();
    let matched = candidates(&frame, 1, 0, &[0]);
    let fits =
        |row: usize| !matched.boxes_of_person[matched.person_of_row[row] as usize].is_empty();
    assert_eq!(
        [fits(0), fits(1), fits(2), fits(3)],
        [true, false, true, false]
    );
}
