//! Values that a column can have, as a person writes them: words with commas between, and spans of whole numbers (`0..120`).

use std::collections::BTreeMap;

use bauta_table::Fault;

/// More values than this are no list that somebody declares.
const MOST: i64 = 100_000;

/// What columns are declared to have.
///
/// # Errors
/// Columns of which nothing is declared, and spans that are none; all together.
pub(super) fn values(
    given: &BTreeMap<String, String>,
) -> (BTreeMap<String, Vec<String>>, Vec<Fault>) {
    let (mut found, mut faults) = (BTreeMap::new(), Vec::new());
    for (name, text) in given {
        match listed(text) {
            Some(values) => {
                found.insert(name.clone(), values);
            }
            None => faults.push(Fault::Request(format!(
                "the values of \"{name}\" must be words with commas between, or spans of at most {MOST} whole numbers such as 0..120"
            ))),
        }
    }
    (found, faults)
}

fn listed(text: &str) -> Option<Vec<String>> {
    let mut values: Vec<String> = Vec::new();
    for part in text
        .split(',')
        .map(str::trim)
        .filter(|part| !part.is_empty())
    {
        match part
            .split_once("..")
            .map(|(from, to)| (from.trim().parse::<i64>(), to.trim().parse::<i64>()))
        {
            Some((Ok(from), Ok(to))) if from <= to && to.checked_sub(from)? < MOST => {
                values.extend((from..=to).map(|number| number.to_string()));
            }
            Some((Ok(_), Ok(_))) => return None,
            _ => values.push(part.to_owned()),
        }
    }
    let mut seen = std::collections::BTreeSet::new();
    values.retain(|value| seen.insert(value.clone()));
    (!values.is_empty()).then_some(values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_spans_are_listed_once() {
        let listed = |text: &str| listed(text).unwrap_or_default().join("|");
        assert_eq!(listed("f, m"), "f|m");
        assert_eq!(listed("-1..2, 9,unknown ,2"), "-1|0|1|2|9|unknown");
        assert_eq!(listed("a..b"), "a..b");
    }

    #[test]
    fn what_declares_nothing_is_told_with_its_column() {
        let given = [
            ("age", "9..1"),
            ("sex", " , "),
            ("id", "0..999999999"),
            ("town", "Lyon"),
        ];
        let given = given
            .map(|(name, text)| (name.to_owned(), text.to_owned()))
            .into_iter()
            .collect();
        let (found, faults) = values(&given);
        assert_eq!(found.keys().collect::<Vec<_>>(), ["town"]);
        assert_eq!(faults.len(), 3);
    }
}
