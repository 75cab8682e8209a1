//! Columns that others determine, as a diagnosis determines its label.
//!
//! A value that at least k real rows have brings the value that goes with it in the real table; so the pair is told by k people. For other values
//! the first drawn pair holds for all drawn rows.

use bauta_table::{Attribute, Codes, Fault, Table};
use foldhash::fast::FixedState;
use hashbrown::HashMap;

/// A column that another one determines.
pub struct Dependency {
    /// The column that determines.
    pub from: String,
    /// The column that follows.
    pub to: String,
    /// Rows that a value must have to bring what goes with it.
    pub k: u64,
    /// What goes with each value that k real rows have, as a reader sees them.
    known: HashMap<String, String, FixedState>,
}

impl Dependency {
    /// Of the real rows.
    ///
    /// # Errors
    /// A column that is not there; or rows that contradict it.
    pub fn of(real: &Table, from: &str, to: &str, k: u64) -> Result<Self, Fault> {
        let (a, b) = (real.index_of(from)?, real.index_of(to)?);
        let mut pairs: HashMap<String, (String, u64), FixedState> = HashMap::default();
        let mut contradicting = 0u64;
        for row in 0..real.rows() {
            let [own, other] =
                [a, b].map(|index| real.attributes()[index].column.label(row).into_owned());
            let pair = pairs.entry(own).or_insert_with(|| (other.clone(), 0));
            pair.1 += 1;
            contradicting += u64::from(pair.0 != other);
        }
        if contradicting > 0 {
            return Err(Fault::Request(format!(
                "\"{from}\" does not determine \"{to}\": {contradicting} rows of the original have another value than the first row with the same \"{from}\"; correct them, or leave out --determines"
            )));
        }
        let known = pairs.into_iter().filter(|(_, (_, rows))| *rows >= k);
        Ok(Dependency {
            from: from.to_owned(),
            to: to.to_owned(),
            k,
            known: known.map(|(own, (other, _))| (own, other)).collect(),
        })
    }

    /// A table of drawn rows in which the column follows, and the rows for which the value that goes with theirs was never drawn.
    pub fn followed(&self, table: Table) -> (Table, Vec<usize>) {
        let (Ok(a), Ok(b)) = (table.index_of(&self.from), table.index_of(&self.to)) else {
            return (table, Vec::new());
        };
        let (own, other) = (&table.attributes()[a].column, &table.attributes()[b].column);
        let labels = other.dictionary();
        let code_of: HashMap<String, u32, FixedState> = (0..labels.len() as u32)
            .map(|code| (labels.label(code).into_owned(), code))
            .collect();
        // None: its value was never drawn.
        let mut code_for: HashMap<u32, Option<u32>, FixedState> = HashMap::default();
        let (mut codes, mut lacking) = (Vec::with_capacity(table.rows()), Vec::new());
        for row in 0..table.rows() {
            let value = own.codes().get(row);
            let drawn = other.codes().get(row);
            let follows = *code_for.entry(value).or_insert_with(|| {
                match self.known.get(own.dictionary().label(value).as_ref()) {
                    Some(label) => code_of.get(label).copied(),
                    None => Some(drawn),
                }
            });
            if follows.is_none() {
                lacking.push(row);
            }
            codes.push(follows.unwrap_or(drawn));
        }
        let column = other.with_codes(Codes::from_fn(codes.len(), labels.len(), |row| codes[row]));
        let mut attributes = table.into_attributes();
        attributes[b] = Attribute {
            column,
            ..attributes[b].clone()
        };
        (Table::from_attributes(attributes), lacking)
    }
}
