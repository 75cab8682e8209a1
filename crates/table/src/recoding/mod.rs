//! Recodings: what a technique decides, and the one place where a decision touches rows.
//!
//! A [`Recoding`] is a plan in terms of codes, small enough to store, audit and hand to another engine. [`apply`] turns the
//! plan and the table into a [`Draft`]: the tables that would be published. A draft is not a release: the `privacy` crate's
//! verifier makes one of it, after looking at the drafted rows.

mod buckets;
mod cells;
mod cuts;
mod groups;
mod levels;
mod population;
mod pseudonyms;
mod regions;
mod replaced;
mod summary;

pub use buckets::{BucketOutput, Buckets, Places, Shuffle, codes_by_bucket, gathered};
pub use cells::{Cells, Suppressed, SuppressedInRow};
pub use cuts::{Cut, Cuts};
pub use groups::{Groups, Members};
pub use levels::Levels;
pub use population::recoded_population;
pub use pseudonyms::{Pseudonyms, pseudonymized, shifted};
pub use regions::{Regions, Tree};
pub use replaced::{Added, Change, New, Replaced};
pub use summary::{Notation, Summary, labels as summary_labels};

use std::borrow::Cow;
use std::sync::OnceLock;

use crate::codes::Codes;
use crate::count::{FrequencySet, Histogram};
use crate::dictionary::Dictionary;
use crate::error::Fault;
use crate::hierarchy::{Bound, Hierarchy};
use crate::lattice::Node;
use crate::qi::Qi;
use crate::role::Role;
use crate::table::{Attribute, Column, Table};

/// A table with its quasi-identifiers made ready and its rows counted: what techniques search and plans are applied to.
pub struct Prepared<'t> {
    /// The table.
    pub table: &'t Table,
    /// Its quasi-identifiers.
    pub qis: Vec<Qi>,
    /// The indices of its sensitive attributes.
    pub sensitive: Vec<usize>,
    /// The distinct tuples and the tuple of each row, when somebody has asked for them.
    counted: OnceLock<(FrequencySet, Vec<u32>)>,
    /// For each sensitive attribute its hierarchy, if it has one.
    pub sensitive_hierarchies: Vec<Option<Bound>>,
    /// The sensitive attributes before rows were left out, where some were: what classes are compared with.
    pub original: Option<&'t Table>,
    /// The population, if there is one, counted by the same quasi-identifiers; its codes are their ranks
    /// ([`Qi::rank_of_code`]), the groups of level 0.
    pub population: Option<FrequencySet>,
}

impl<'t> Prepared<'t> {
    /// The table with these quasi-identifiers.
    pub fn new(table: &'t Table, qis: Vec<Qi>) -> Self {
        let sensitive = table.with_role(Role::Sensitive);
        let (sensitive_hierarchies, counted) = (vec![None; sensitive.len()], OnceLock::new());
        Prepared {
            table,
            qis,
            sensitive,
            counted,
            sensitive_hierarchies,
            original: None,
            population: None,
        }
    }

    /// The distinct quasi-identifier tuples, in ascending order of their codes: what a technique decides between equal ones does not depend on
    /// the order of the rows, nor on who counted them. The rows are counted when this is first asked.
    pub fn set(&self) -> &FrequencySet {
        &self.counted().0
    }

    /// The tuple of each row.
    pub fn tuple_of_row(&self) -> &[u32] {
        &self.counted().1
    }

    fn counted(&self) -> &(FrequencySet, Vec<u32>) {
        self.counted.get_or_init(|| {
            let attributes: Vec<usize> = self.qis.iter().map(|qi| qi.attribute).collect();
            let (set, mut tuple_of_row) =
                FrequencySet::count(self.table, &attributes, &self.sensitive);
            // Counting numbers tuples by first appearance; in the order of codes the search does not depend on the order of rows.
            let (set, place_of) = set.in_order_of_codes();
            tuple_of_row
                .iter_mut()
                .for_each(|tuple| *tuple = place_of[*tuple as usize]);
            (set, tuple_of_row)
        })
    }

    /// The same, with hierarchies of sensitive attributes, by name.
    ///
    /// # Errors
    /// The attributes with values that their hierarchy lacks.
    pub fn with_sensitive_hierarchies(
        mut self,
        hierarchies: &std::collections::BTreeMap<String, Hierarchy>,
    ) -> Result<Self, Vec<Fault>> {
        let mut faults = Vec::new();
        for (bound, &index) in self.sensitive_hierarchies.iter_mut().zip(&self.sensitive) {
            let attribute = &self.table.attributes()[index];
            let given = hierarchies.get(&attribute.name);
            match given
                .map(|hierarchy| hierarchy.bind(&attribute.name, &attribute.column))
                .transpose()
            {
                Ok(given) => *bound = given,
                Err(fault) => faults.push(fault),
            }
        }
        if faults.is_empty() {
            Ok(self)
        } else {
            Err(faults)
        }
    }

    /// The same, with the population that the table was drawn from.
    ///
    /// # Errors
    /// What is wrong with the population: attributes that it lacks, missing values, values without a place in the hierarchy.
    pub fn with_population(mut self, population: &Table) -> Result<Self, Vec<Fault>> {
        self.population = Some(population::count(self.table, &self.qis, population)?);
        Ok(self)
    }

    /// How often each value of any attribute occurs under each tuple. Sensitive ones are counted already, others now.
    pub fn histogram(&self, attribute: usize) -> Cow<'_, Histogram> {
        if let Some(place) = self
            .sensitive
            .iter()
            .position(|&sensitive| sensitive == attribute)
        {
            return Cow::Borrowed(&self.set().histograms()[place]);
        }
        let column = &self.table.attributes()[attribute].column;
        let distinct = column.dictionary().len();
        Cow::Owned(Histogram::new(
            self.set().len(),
            distinct,
            self.tuple_of_row(),
            column.codes(),
            self.table.weights(),
        ))
    }
}

/// What a technique decides.
#[derive(Clone)]
#[non_exhaustive]
pub enum Recoding {
    /// One level of each hierarchy for the whole table; some tuples left out.
    Levels(Levels),
    /// The same, with single cells replaced by `*`.
    Cells(Cells),
    /// A cut of each hierarchy's tree; some tuples left out.
    Cuts(Cuts),
    /// Regions of the space of quasi-identifiers, each with its summary.
    Regions(Regions),
    /// Groups of any shape, each with its summary.
    Groups(Groups),
    /// Buckets inside which quasi-identifiers and sensitive values lose their link.
    Buckets(Buckets),
    /// Other values in named attributes; some attributes or rows left out.
    Replaced(Replaced),
}

impl Recoding {
    /// Which row of the table each released row was: the rows that stay, in their order.
    pub fn rows_kept(&self, prepared: &Prepared<'_>) -> RowsKept {
        let dropped = match self {
            Recoding::Levels(plan) => &plan.dropped,
            Recoding::Cells(plan) => &plan.levels.dropped,
            Recoding::Cuts(plan) => &plan.dropped,
            Recoding::Regions(plan) => &plan.dropped,
            Recoding::Groups(plan) => &plan.dropped,
            Recoding::Replaced(plan) => {
                return plan.kept.clone().map_or(RowsKept::All, RowsKept::Some);
            }
            Recoding::Buckets(_) => return RowsKept::Parted,
        };
        regions::rows_without(prepared, dropped).map_or(RowsKept::All, RowsKept::Some)
    }

    /// The level of each quasi-identifier, where the whole table has one.
    pub fn node(&self) -> Option<&Node> {
        match self {
            Recoding::Levels(levels) | Recoding::Cells(Cells { levels, .. }) => Some(&levels.node),
            _ => None,
        }
    }

    /// How many groups, regions or buckets there are, where rows are put in such.
    pub fn groups(&self) -> Option<usize> {
        match self {
            Recoding::Groups(groups) => Some(groups.summaries.len()),
            Recoding::Regions(regions) => Some(regions.regions().len()),
            Recoding::Buckets(buckets) => Some(buckets.count),
            _ => None,
        }
    }

    /// The group or bucket of each row, where rows are put in such.
    pub fn group_of_row(&self, prepared: &Prepared<'_>) -> Vec<Option<u32>> {
        let tuples = prepared.tuple_of_row();
        match self {
            Recoding::Groups(groups) => match &groups.members {
                Members::Tuples(of) => tuples
                    .iter()
                    .map(|&tuple| of.get(tuple as usize).copied())
                    .collect(),
                Members::Rows(of) => of.iter().copied().map(Some).collect(),
            },
            Recoding::Buckets(buckets) => buckets.bucket_of_row.iter().copied().map(Some).collect(),
            _ => vec![None; tuples.len()],
        }
    }

    /// Takes out the tuples that are left out, so that all rows are in the plan.
    pub fn take_dropped(&mut self) -> Vec<u32> {
        let dropped = match self {
            Recoding::Levels(levels) | Recoding::Cells(Cells { levels, .. }) => &mut levels.dropped,
            Recoding::Cuts(cuts) => &mut cuts.dropped,
            Recoding::Regions(regions) => &mut regions.dropped,
            Recoding::Groups(groups) => &mut groups.dropped,
            Recoding::Buckets(_) | Recoding::Replaced(_) => return Vec::new(),
        };
        std::mem::take(dropped)
    }
}

/// Which rows of a table stay in its release.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RowsKept {
    /// Every row, in the order of the table.
    All,
    /// These rows, in this order.
    Some(Vec<u32>),
    /// Rows are parted into several tables whose rows are in another order: no released row is one of the table.
    Parted,
}

impl RowsKept {
    /// The rows that stay of those that stayed before.
    #[must_use]
    pub fn after(self, before: RowsKept) -> RowsKept {
        match (before, self) {
            (RowsKept::Parted, _) | (_, RowsKept::Parted) => RowsKept::Parted,
            (RowsKept::All, kept) | (kept, RowsKept::All) => kept,
            (RowsKept::Some(first), RowsKept::Some(then)) => RowsKept::Some(
                // The later list counts the rows that the earlier one has left.
                then.into_iter()
                    .filter_map(|row| first.get(row as usize).copied())
                    .collect(),
            ),
        }
    }

    /// The rows as a list, of a table of this many rows; none where rows are parted.
    pub fn list(self, rows: usize) -> Option<Vec<u32>> {
        match self {
            RowsKept::All => Some((0..rows as u32).collect()),
            RowsKept::Some(kept) => Some(kept),
            RowsKept::Parted => None,
        }
    }
}

/// Which part of a release a table is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// Quasi-identifiers and bucket.
    QuasiIdentifiers,
    /// Bucket and sensitive values.
    Sensitive,
    /// The same; published are the distinct rows with their counts, which say as much.
    SensitiveCounts,
}

impl Part {
    /// Whether it has sensitive values and no quasi-identifiers.
    pub fn is_sensitive(self) -> bool {
        matches!(self, Part::Sensitive | Part::SensitiveCounts)
    }
}

/// How much a released code says less than the original value did; 0 = nothing lost, 1 = everything.
#[derive(Clone, Default)]
pub struct CodeLoss {
    /// The attribute.
    pub attribute: String,
    /// Share of the attribute's scale or values that each released code covers.
    pub spread: Vec<f64>,
    /// Share of the hierarchy's height that each released code has climbed.
    pub level: Vec<f64>,
}

/// Tables as they would be published, not verified yet.
pub struct Draft {
    /// The tables and what each is.
    pub tables: Vec<(Part, Table)>,
    /// Rows of the original that are left out.
    pub suppressed_rows: u64,
    /// For each quasi-identifier, what its released codes lost.
    pub losses: Vec<CodeLoss>,
    /// The attributes, by name, that link a sensitive value with people, where its row does not: the bucket, and what stays with the
    /// value. Empty where a sensitive value is that of its own row.
    pub linked_by: Vec<String>,
}

/// Applies a plan to the rows.
pub fn apply(prepared: &Prepared<'_>, recoding: &Recoding) -> Draft {
    match recoding {
        Recoding::Levels(levels) => levels::apply(prepared, levels),
        Recoding::Cells(cells) => cells::apply(prepared, cells),
        Recoding::Cuts(cuts) => cuts::apply(prepared, cuts),
        Recoding::Regions(regions) => regions::apply(prepared, regions),
        Recoding::Groups(groups) => groups::apply(prepared, groups),
        Recoding::Buckets(buckets) => buckets::apply(prepared, buckets),
        Recoding::Replaced(replaced) => replaced::apply(prepared, replaced),
    }
}

/// A quasi-identifier's released column, from the summary of each row's class.
struct Recoded {
    column: Column,
    loss: CodeLoss,
}

/// Writes a quasi-identifier's summaries as labels, one summary a tuple.
fn recoded(
    prepared: &Prepared<'_>,
    qi: &Qi,
    summaries: &[Summary],
    summary_of_tuple: &[u32],
    notation: Notation,
) -> Recoded {
    recoded_by(
        prepared,
        qi,
        summaries,
        (summary_of_tuple, prepared.tuple_of_row()),
        notation,
    )
}

/// The same for any classes of rows. A column in which every value kept itself stays as it was, with its kind.
fn recoded_by(
    prepared: &Prepared<'_>,
    qi: &Qi,
    summaries: &[Summary],
    (summary_of_class, class_of_row): (&[u32], &[u32]),
    notation: Notation,
) -> Recoded {
    let original = &prepared.table.attributes()[qi.attribute].column;
    // Nothing was generalised: the original column keeps its kind and its spelling, which labels would lose.
    if summaries.iter().all(Summary::is_single) {
        let codes = original.dictionary().len();
        let loss = CodeLoss {
            attribute: qi.name.clone(),
            spread: vec![0.0; codes],
            level: vec![0.0; codes],
        };
        return Recoded {
            column: original.clone(),
            loss,
        };
    }
    let labels = summary::labels(qi, original.dictionary(), summaries, notation);
    let (dictionary, code_of) = Dictionary::of_labels(&labels, false);
    let mut loss = CodeLoss {
        attribute: qi.name.clone(),
        spread: vec![0.0; dictionary.len()],
        level: vec![0.0; dictionary.len()],
    };
    for (summary, &code) in summaries.iter().zip(&code_of) {
        let code = code as usize;
        // Two summaries may have one label; a reader can only assume the wider one.
        loss.spread[code] = loss.spread[code].max(summary.spread(qi));
        loss.level[code] = loss.level[code].max(summary.level_share(qi));
    }
    let code_of_class: Vec<u32> = summary_of_class
        .iter()
        .map(|&summary| code_of[summary as usize])
        .collect();
    let codes = Codes::from_fn(class_of_row.len(), dictionary.len(), |row| {
        code_of_class[class_of_row[row] as usize]
    });
    Recoded {
        column: Column::new(dictionary, codes),
        loss,
    }
}

/// The released table: identifiers gone, quasi-identifiers replaced, everything else as it was, in the original order.
fn released(table: &Table, qis: &[Qi], recoded: Vec<Recoded>) -> (Table, Vec<CodeLoss>) {
    let mut losses = Vec::new();
    let mut columns: Vec<Option<Column>> = vec![None; table.attributes().len()];
    for (qi, recoded) in qis.iter().zip(recoded) {
        columns[qi.attribute] = Some(recoded.column);
        losses.push(recoded.loss);
    }
    let attributes = table
        .attributes()
        .iter()
        .zip(columns)
        // The one place where identifiers leave for most plans: whatever a technique forgot, they are not released.
        .filter(|(attribute, _)| attribute.role != Role::Identifier)
        .map(|(attribute, column)| Attribute {
            name: attribute.name.clone(),
            role: attribute.role,
            column: column.unwrap_or_else(|| attribute.column.clone()),
        })
        .collect();
    (
        Table::from_attributes(attributes).weighted_like(table),
        losses,
    )
}

#[cfg(test)]
mod tests;
