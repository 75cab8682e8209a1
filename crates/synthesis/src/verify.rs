//! Checks drawn rows against the real ones, with code of its own: nothing here is shared with what made them.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use bauta_privacy::{Background, RuleFinding, examine_with};
use bauta_table::rule::Rules;
use bauta_table::{Kind, Table};

use crate::modalities::{Form, Modality};

/// What an inspection found; nothing may be written unless `failures` is empty.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Verdict {
    /// What does not hold, in sentences without a value.
    pub failures: Vec<String>,
    /// Rows of the smallest cluster, or behind the least count of the model, as counted here.
    pub least: u64,
    /// Counts of the model that were recounted.
    pub counts: u64,
    /// Synthetic rows that equal a real row.
    pub equal_rows: u64,
    /// Synthetic rows that equal a real row that is unique.
    pub unique_copies: u64,
    /// Real rows that are unique.
    pub unique_rows: u64,
}

impl Verdict {
    /// Checks columns, values and copies of rows drawn from modalities.
    pub fn look_at_rows(
        &mut self,
        synthetic: &Table,
        real: &Table,
        forms: &[Form],
        copies_allowed: bool,
    ) {
        layout(synthetic, real, self);
        if self.failures.is_empty() {
            domains(synthetic, forms, self);
            copies(synthetic, real, copies_allowed, self);
        }
    }

    /// Checks the edit rules by the reading of rules that judges releases, and says what it found.
    pub(crate) fn look_at_rules(&mut self, synthetic: &Table, rules: &Rules) -> Vec<RuleFinding> {
        if rules.rules.is_empty() {
            return Vec::new();
        }
        let background = Background {
            rules: Some(rules),
            ..Background::default()
        };
        let found = examine_with(synthetic, &[], &background).rules;
        for finding in found.iter().filter(|it| it.broken_rows > 0) {
            self.failures.push(format!(
                "{} rows break the rule \"{}\"",
                finding.broken_rows, finding.name
            ));
        }
        found
    }

    /// Checks that a column follows from another one: in the synthetic rows, and as in the real rows where k of these have a value.
    pub(crate) fn look_at_dependency(
        &mut self,
        synthetic: &Table,
        real: &Table,
        [from, to]: [&str; 2],
        k: u64,
    ) {
        let pairs = |table: &Table| {
            let column = |name: &str| table.attributes().iter().find(|it| it.name == name);
            let mut pairs: BTreeMap<String, BTreeMap<String, u64>> = BTreeMap::new();
            if let (Some(from), Some(to)) = (column(from), column(to)) {
                for row in 0..table.rows() {
                    let (own, other) = (from.column.label(row), to.column.label(row));
                    let beside = pairs.entry(own.into_owned()).or_default();
                    *beside.entry(other.into_owned()).or_default() += 1;
                }
            }
            pairs
        };
        let (drawn, source) = (pairs(synthetic), pairs(real));
        let wrong = drawn.iter().any(|(own, beside)| {
            let told = source.get(own).filter(|it| it.values().sum::<u64>() >= k);
            beside.len() > 1
                || told.is_some_and(|told| beside.keys().any(|it| !told.contains_key(it)))
        });
        if wrong {
            self.failures
                .push(format!("column \"{to}\" does not follow from \"{from}\""));
        }
    }
}

fn layout(synthetic: &Table, real: &Table, verdict: &mut Verdict) {
    if synthetic.attributes().len() != real.attributes().len() {
        verdict
            .failures
            .push("the synthetic table has other columns than the real one".to_owned());
        return;
    }
    for (drawn, source) in synthetic.attributes().iter().zip(real.attributes()) {
        let (one, other) = (drawn.column.dictionary(), source.column.dictionary());
        if drawn.name != source.name || one.kind() != other.kind() || one.style() != other.style() {
            verdict.failures.push(format!(
                "column \"{}\" is not of the name, kind and style of the source",
                source.name
            ));
        }
    }
}

/// Every value is one that the model may tell.
fn domains(synthetic: &Table, forms: &[Form], verdict: &mut Verdict) {
    for (attribute, form) in synthetic.attributes().iter().zip(forms) {
        let dictionary = attribute.column.dictionary();
        let words: BTreeSet<&str> = (form.modalities.iter())
            .flat_map(|modality| match modality {
                Modality::Text(word) => vec![word.as_str()],
                Modality::Pool(words) => words.iter().map(|(word, _)| word.as_str()).collect(),
                _ => Vec::new(),
            })
            .collect();
        let ends: Vec<(f64, f64)> = (form.modalities.iter())
            .filter_map(|modality| match modality {
                Modality::Interval(interval) => Some(interval.bounds()),
                _ => None,
            })
            .collect();
        let may_miss = form
            .modalities
            .iter()
            .any(|modality| matches!(modality, Modality::Missing));
        let allowed = |code: u32| match (dictionary.measure(code), dictionary.kind()) {
            _ if Some(code) == dictionary.missing_code() => may_miss,
            (Some(value), _) => {
                let rounding = 1e-9 * value.abs().max(1.0);
                ends.iter()
                    .any(|&(low, high)| value >= low - rounding && value <= high + rounding)
            }
            (None, Kind::Text) => words.contains(dictionary.label(code).as_ref()),
            _ => true,
        };
        let used = attribute.column.codes().counts(dictionary.len());
        if (0..dictionary.len() as u32).any(|code| used[code as usize] > 0 && !allowed(code)) {
            verdict.failures.push(format!(
                "column \"{}\" has a value outside its domain",
                attribute.name
            ));
        }
    }
}

/// Counts synthetic rows that are real ones, by what a reader sees.
fn copies(synthetic: &Table, real: &Table, allowed: bool, verdict: &mut Verdict) {
    let text = |table: &Table, row: usize| {
        let labels: Vec<String> = table
            .attributes()
            .iter()
            .map(|attribute| attribute.column.label(row).into_owned())
            .collect();
        labels.join("\u{1f}")
    };
    let mut known: HashMap<String, u32> = HashMap::with_capacity(real.rows());
    for row in 0..real.rows() {
        *known.entry(text(real, row)).or_default() += 1;
    }
    verdict.unique_rows = known.values().filter(|&&rows| rows == 1).count() as u64;
    for row in 0..synthetic.rows() {
        let rows = known.get(&text(synthetic, row)).copied().unwrap_or(0);
        verdict.equal_rows += u64::from(rows > 0);
        verdict.unique_copies += u64::from(rows == 1);
    }
    if verdict.unique_copies > 0 && !allowed {
        verdict.failures.push(format!(
            "{} rows are copies of unique real rows",
            verdict.unique_copies
        ));
    }
}
