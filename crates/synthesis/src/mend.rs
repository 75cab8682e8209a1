//! Drawn rows that break a rule, or that copy a unique real row where that is unwanted, are mended or left out.
//!
//! **Idea.** (1) Columns that others determine follow these. (2) A row that offends exchanges one of its values with another row, of its group if that
//! helps, so that no margin changes; a row that breaks a rule exchanges a value that the rule speaks of. (3) A row for which no exchange helps is left
//! out; others are drawn then ([`draw`](crate::generator::draw)).
//!
//! Nothing here looks at real rows but [`Copies`] and [`Dependency`], so that what noise protects stays protected.

use bauta_messages::{Error, Result};
use bauta_table::rule::{Bound, Rule, Rules};
use bauta_table::{Attribute, Codes, Table};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha20Rng;

use crate::dependency::Dependency;
use crate::guard::Copies;

/// Exchanges that are tried for a row in its group, and again among all rows.
const TRIES: usize = 60;

/// Rows as a model draws them.
pub struct Draft {
    /// The rows.
    pub table: Table,
    /// Rows of one group exchange values first.
    pub group: Vec<u32>,
}

/// What drawn rows must satisfy.
#[derive(Default)]
pub struct Standards {
    /// Real rows that no drawn row may equal.
    pub copies: Option<Copies>,
    /// Edit rules.
    pub rules: Vec<Rule>,
    /// Columns that follow others.
    pub dependencies: Vec<Dependency>,
}

impl Standards {
    /// The rules for a table of drawn rows, whose own values say how cells are read.
    pub fn rules_of(&self, drawn: &Table) -> Result<Rules> {
        Rules::new(self.rules.clone(), drawn)
            .map_err(|_| Error::internal("drawn rows do not have the columns of a rule"))
    }
}

/// Drawn rows that satisfy what was asked for.
pub struct Sample {
    /// The rows.
    pub table: Table,
    /// Rows that were drawn at first.
    pub drawn: u64,
    /// Copies of unique real rows among them.
    pub copied: u64,
    /// For each rule, rows among them that broke it.
    pub breaking: Vec<u64>,
    /// Rows that are lacking: none that was drawn satisfied everything.
    pub lacking: u64,
}

/// Rows that satisfy everything, and what was wrong with those that were drawn.
pub(crate) struct Mended {
    /// The rows.
    pub table: Table,
    /// Copies of unique real rows that were drawn.
    pub copied: u64,
    /// For each rule, rows that were drawn and broke it.
    pub breaking: Vec<u64>,
}

/// Mends or leaves out rows.
pub(crate) fn mend(
    draft: Draft,
    standards: &Standards,
    random: &mut ChaCha20Rng,
) -> Result<Mended> {
    let Draft { mut table, group } = draft;
    let dependent: Vec<usize> = standards
        .dependencies
        .iter()
        .filter_map(|it| table.index_of(&it.to).ok())
        .collect();
    (table, _) = followed(table, &standards.dependencies);
    let rules = standards.rules_of(&table)?;
    let mut mending = Mending::new(&table, standards, &rules, &dependent);
    let (copied, breaking) = mending.offences();
    let exchanged = mending.exchange_all(&group, random);
    let rows = std::mem::take(&mut mending.rows);
    if exchanged {
        table = rearranged(table, &rows);
    }
    let (table, unfit) = followed(table, &standards.dependencies);
    let mending = Mending::new(&table, standards, &rules, &dependent);
    let kept: Vec<u32> = (0..table.rows())
        .filter(|&row| !unfit.get(row).copied().unwrap_or(false) && !mending.offends(row))
        .map(|row| row as u32)
        .collect();
    Ok(Mended {
        table: if kept.len() < table.rows() {
            table.picked(&kept)
        } else {
            table
        },
        copied,
        breaking,
    })
}

/// The table with its dependent columns as they follow from the others, and the rows for which a value is lacking.
fn followed(mut table: Table, dependencies: &[Dependency]) -> (Table, Vec<bool>) {
    let mut unfit = Vec::new();
    for dependency in dependencies {
        let rows;
        (table, rows) = dependency.followed(table);
        unfit.resize(table.rows(), false);
        rows.into_iter().for_each(|row| unfit[row] = true);
    }
    (table, unfit)
}

/// The table in which each attribute's cell of a row is that of another one.
fn rearranged(table: Table, rows: &[Vec<u32>]) -> Table {
    let attributes = table.into_attributes().into_iter().zip(rows);
    let attributes = attributes.map(|(attribute, rows)| {
        let codes = attribute.column.codes();
        let distinct = attribute.column.dictionary().len();
        let codes = Codes::from_fn(rows.len(), distinct, |row| codes.get(rows[row] as usize));
        Attribute {
            column: attribute.column.with_codes(codes),
            ..attribute
        }
    });
    Table::from_attributes(attributes.collect())
}

/// Rows between which values are exchanged.
struct Mending<'a> {
    table: &'a Table,
    /// For each attribute, the drawn row whose value a row has.
    rows: Vec<Vec<u32>>,
    copies: Option<(&'a Copies, Vec<Vec<u32>>)>,
    rules: Bound<'a>,
    /// The attribute at each place of the rules.
    places: Vec<usize>,
    /// The attributes whose values a row may exchange when it breaks a rule; of all rules last.
    exchangeable: Vec<Vec<usize>>,
}

impl<'a> Mending<'a> {
    fn new(table: &'a Table, standards: &'a Standards, rules: &Rules, dependent: &[usize]) -> Self {
        let attributes = table.attributes();
        let bound = Bound::new(rules, |name| {
            let found = attributes.iter().find(|attribute| attribute.name == name);
            found.map(|attribute| &attribute.column)
        });
        let places: Vec<usize> = bound
            .attributes()
            .iter()
            .map(|name| table.index_of(name).unwrap_or(0))
            .collect();
        let free = |attribute: &usize| !dependent.contains(attribute);
        let of_rule = |rule: usize| {
            let spoken = (0..places.len()).filter(|&place| bound.speaks_of(rule, place));
            spoken.map(|place| places[place]).filter(free).collect()
        };
        let mut exchangeable: Vec<Vec<usize>> = (0..bound.len()).map(of_rule).collect();
        exchangeable.push((0..attributes.len()).filter(free).collect());
        let own: Vec<u32> = (0..table.rows() as u32).collect();
        Mending {
            table,
            rows: vec![own; attributes.len()],
            copies: (standards.copies.as_ref()).map(|copies| (copies, copies.codes_of(table))),
            rules: bound,
            places,
            exchangeable,
        }
    }

    fn breaks(&self, rule: usize, row: usize) -> bool {
        self.rules
            .breaks(rule, |place| self.rows[self.places[place]][row] as usize)
    }

    fn is_copy(&self, row: usize) -> bool {
        let Some((copies, codes_of)) = &self.copies else {
            return false;
        };
        let attributes = self.table.attributes().iter();
        let codes = attributes.zip(&self.rows).zip(codes_of);
        let codes: Vec<u32> = codes
            .map(|((attribute, rows), codes)| {
                codes[attribute.column.codes().get(rows[row] as usize) as usize]
            })
            .collect();
        copies.is_unique(&codes)
    }

    fn offends(&self, row: usize) -> bool {
        (0..self.rules.len()).any(|rule| self.breaks(rule, row)) || self.is_copy(row)
    }

    /// Copies of unique real rows, and for each rule the rows that break it.
    fn offences(&self) -> (u64, Vec<u64>) {
        let rows = 0..self.table.rows();
        let count = |offends: &dyn Fn(usize) -> bool| {
            rows.clone().filter(|&row| offends(row)).count() as u64
        };
        let copied = match self.copies {
            Some(_) => count(&|row| self.is_copy(row)),
            None => 0,
        };
        let breaking = (0..self.rules.len()).map(|rule| count(&|row| self.breaks(rule, row)));
        (copied, breaking.collect())
    }

    /// Exchanges values until no row offends, as far as that succeeds; whether anything was exchanged.
    fn exchange_all(&mut self, group: &[u32], random: &mut impl Rng) -> bool {
        if self.rules.is_empty() && self.copies.is_none() {
            return false;
        }
        let groups = group.iter().max().map_or(0, |&last| last as usize + 1);
        let mut rows_of = vec![Vec::new(); groups];
        group
            .iter()
            .enumerate()
            .for_each(|(row, &of)| rows_of[of as usize].push(row as u32));
        let all: Vec<u32> = (0..self.table.rows() as u32).collect();
        let mut exchanged = false;
        for row in 0..self.table.rows() {
            if self.offends(row) {
                exchanged |= self.exchange(row, &rows_of[group[row] as usize], random)
                    || self.exchange(row, &all, random);
            }
        }
        exchanged
    }

    /// Exchanges a value with one of some rows so that the row does not offend any more, nor the other one unless it did before.
    fn exchange(&mut self, row: usize, others: &[u32], random: &mut impl Rng) -> bool {
        for _ in 0..TRIES {
            let broken = (0..self.rules.len()).find(|&rule| self.breaks(rule, row));
            let attributes = &self.exchangeable[broken.unwrap_or(self.rules.len())];
            if attributes.is_empty() {
                return false;
            }
            let attribute = attributes[random.random_range(0..attributes.len())];
            let other = others[random.random_range(0..others.len())] as usize;
            let offended = self.offends(other);
            self.rows[attribute].swap(row, other);
            if !self.offends(row) && (offended || !self.offends(other)) {
                return true;
            }
            self.rows[attribute].swap(row, other);
        }
        false
    }
}
