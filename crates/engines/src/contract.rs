//! What an engine is asked, and what it answers.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use arrow_schema::DataType;
use bauta_formats::Locator;
use bauta_privacy::Approval;
use bauta_table::{Attribute, Progress, Table};

use crate::error::{Error, Result};

/// A data set, and the three things that can be asked about it. Same data, same answers, whichever engine gives them.
pub trait Engine: Send + Sync {
    /// The engine as the command line names it, without a password: `local`, `datafusion`, `ballista://host:port`, `postgres://…`.
    fn name(&self) -> String;

    /// The names of the columns, in their order.
    fn columns(&self) -> &[String];

    /// What it can do besides its three operations.
    fn capabilities(&self) -> Capabilities;

    /// Limits the bytes that an answer may take in this process: more combinations than that are refused.
    fn limit(&mut self, memory: u64);

    /// What can be said about each column without looking at combinations, in the order asked.
    ///
    /// # Errors
    /// A column that does not exist, or the engine failed.
    fn profile(&self, columns: &[String], progress: &dyn Progress) -> Result<Vec<Profile>>;

    /// The distinct combinations of some columns, and how many rows have each. In ascending order of the keys (missing values last), so
    /// that the answer does not depend on how the engine shared out the work.
    ///
    /// # Errors
    /// A column that does not exist, more combinations than memory has room for, or the engine failed.
    fn frequency_set(&self, columns: &[String], progress: &dyn Progress) -> Result<Counted>;

    /// The distinct combinations where they do not fit in memory, left on the disk. Only where [`LargeCounts::OnDisk`] is declared.
    ///
    /// # Errors
    /// A column that does not exist, or the engine failed.
    fn distinct(&self, columns: &[String], progress: &dyn Progress) -> Result<Box<dyn Distinct>> {
        let _ = (columns, progress);
        Err(Error::undeclared("combinations on the disk"))
    }

    /// Shows every row's cells in some columns, batch by batch and in no order, to be compared here one by one. From a cluster or a database they are sent as they
    /// are counted, and nobody keeps them.
    ///
    /// # Errors
    /// A column that does not exist, the engine failed, or what `each` fails with.
    fn scan(&self, columns: &[String], each: &Scan<'_>, progress: &dyn Progress) -> Result<()>;

    /// The rows as numbers, left in the engine, to be asked about region by region: the first `cut` columns are those that regions are cut
    /// along. What it needs on the way lies hidden beside `output`. Only where [`LargeCounts::InEngine`] is declared.
    ///
    /// # Errors
    /// A column that does not exist, or the engine failed.
    fn coded(
        &self,
        columns: &[Ranked],
        cut: usize,
        output: &Output,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Coded>> {
        let _ = (columns, cut, output, progress);
        Err(Error::undeclared("rows as numbers"))
    }

    /// The same data with some of their rows only, which are numbered anew. What has to be written for it is hidden beside the output, and goes with
    /// the answer. Only where [`Capabilities::row_numbers`] is declared.
    ///
    /// # Errors
    /// The engine failed.
    fn sampled(
        &self,
        chosen: &Chosen,
        output: &Output,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Engine>> {
        let _ = (chosen, output, progress);
        Err(Error::undeclared("a sample by row numbers"))
    }

    /// Refuses a place that the engine cannot write to.
    ///
    /// # Errors
    /// The reason, and the nearest place that it can write to.
    fn check_output(&self, place: &Locator) -> Result<()>;

    /// Writes every row recoded, beside the final place. Rows stand in an order that depends on what is written of them alone: by the first column, then by the
    /// second, missing values last. Where several processes write a file each, a row's file depends on what is written of it alone, too.
    ///
    /// # Errors
    /// The output exists and may not be replaced, or the engine failed; nothing is left behind then.
    fn apply(
        &self,
        mapping: &Mapping,
        output: &Output,
        progress: &dyn Progress,
    ) -> Result<Box<dyn Written>>;
}

/// What an engine can do besides its three operations. A request that needs more is refused before anything is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// Rows have numbers, from 0 in the order of the data: samples ([`Engine::sampled`]) and cells ([`Replaced::Drawn`]) are drawn by them.
    pub row_numbers: bool,
    /// Where columns are made row by row ([`Replaced::Made`]).
    pub pseudonyms: Pseudonyms,
    /// Where combinations stay that do not fit in memory.
    pub large_counts: LargeCounts,
}

/// Where an engine makes pseudonyms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pseudonyms {
    /// In this process, of every kind.
    Here,
    /// On executors, which know some makers only ([`Maker::elsewhere`]).
    OnExecutors,
    /// Nowhere: the server would have to be told the key.
    Nowhere,
}

impl Pseudonyms {
    /// Refuses a maker that does not work there.
    ///
    /// # Errors
    /// The reason, and the nearest thing that can be done.
    pub fn check(self, maker: &dyn Maker) -> Result<()> {
        match self {
            Pseudonyms::Here => Ok(()),
            Pseudonyms::OnExecutors if maker.elsewhere().is_some() => Ok(()),
            Pseudonyms::OnExecutors => Err(Error::unknown_to_executors()),
            Pseudonyms::Nowhere => Err(Error::request(
                "a database makes no pseudonyms: its server would have to be told the key",
                "leave out --pseudonym keyed-hash, and identifiers are left out; or pseudonymise a copy with bauta pseudonymize",
            )),
        }
    }
}

/// Where an engine leaves combinations that do not fit in memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LargeCounts {
    /// On the disk of this machine: [`Engine::distinct`].
    OnDisk,
    /// In the engine: [`Engine::coded`].
    InEngine,
}

/// What can be said about a column by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Profile {
    /// The column.
    pub column: String,
    /// Rows.
    pub rows: u64,
    /// Rows without a value.
    pub missing: u64,
    /// Different values, missing ones not counted.
    pub distinct: u64,
}

/// Distinct combinations of values with their counts.
pub struct Counted {
    /// The combinations in the engine's own types: what [`Mapping`] finds rows by. One column a column asked for, in that order.
    pub keys: RecordBatch,
    /// The same combinations, row by row, as a table that our own reader would have made of the data: techniques look at this.
    pub table: Table,
    /// How many rows of the data have each combination.
    pub weights: Vec<u64>,
}

impl Counted {
    /// Rows of the data.
    pub fn rows(&self) -> u64 {
        self.weights.iter().sum()
    }
}

/// Tells of a row, by its number, whether it is one of some.
pub type Chosen = Arc<dyn Fn(u64) -> bool + Send + Sync>;

/// What is done with some rows; several threads may do it at the same time.
pub type Scan<'a> = dyn Fn(&RecordBatch) -> Result<()> + Sync + 'a;

/// What is done with a combination: its codes, one a column, and how many rows have it.
pub type Visit<'a> = dyn FnMut(&[u32], u64) + 'a;

/// Distinct combinations that are visited in passes.
pub trait Distinct {
    /// The columns: of each its distinct values as a table has them, one a row, and the same in the engine's own type.
    fn columns(&self) -> &[(Attribute, ArrayRef)];

    /// How many combinations there are.
    fn combinations(&self) -> u64;

    /// Calls `each` with every combination, in codes of the columns' dictionaries.
    ///
    /// # Errors
    /// The disk failed.
    fn visit(&self, each: &mut Visit<'_>) -> std::io::Result<()>;
}

/// Rows as numbers, in the engine. Dropping it removes them.
pub trait Coded {
    /// All rows, and those that have a number in every column: only these are in regions.
    fn rows(&self) -> (u64, u64);

    /// Sends the rows down some cuts ([`Cuts::nodes`]), and tells of the regions `0..outlined` what their cuts depend on, and the distinct rows
    /// of the regions `outlined..asked`. Regions with higher numbers are not asked about.
    ///
    /// # Errors
    /// The cuts do not fit themselves, or the engine failed.
    fn ask(
        &self,
        cuts: &[CutNode],
        outlined_and_asked: (u32, u32),
        told: &mut dyn FnMut(Told<'_>),
        progress: &dyn Progress,
    ) -> Result<()>;
}

/// What is told of a region.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Told<'a> {
    /// How many different rows it has.
    Distinct {
        /// Which.
        region: u32,
        /// So many.
        rows: u64,
    },
    /// What is known of its rows that have a number in a column.
    At {
        /// Which.
        region: u32,
        /// The column, one of those that are cut.
        column: usize,
        /// The number.
        number: u32,
        /// How many rows.
        rows: u64,
        /// The least and the greatest number that they have in each column that is cut.
        bounds: &'a [(u32, u32)],
    },
    /// How many of them have a number in a column that is not cut.
    Beside {
        /// Which.
        region: u32,
        /// The column that is cut, and the number there.
        at: (usize, u32),
        /// The column that is not, counted after those that are, and the number there.
        beside: (usize, u32),
        /// How many rows.
        rows: u64,
    },
    /// A distinct row.
    Row {
        /// Which.
        region: u32,
        /// Its numbers, in the order of the columns.
        numbers: &'a [u32],
        /// How many rows are alike.
        rows: u64,
    },
}

/// How rows are recoded: a join with small look-up tables. Keys are compared so that a missing value equals a missing value.
pub struct Mapping {
    /// The columns of the output in their order; those of the data that are not here are left out.
    pub columns: Vec<(String, Replaced)>,
    /// Look-up by whole combinations, where values alone do not tell; rows whose combination is not in it are left out of the output.
    pub tuples: Option<Tuples>,
}

impl Mapping {
    /// The cuts that rows are sent down, if there are some.
    pub(crate) fn cuts(&self) -> Option<&Arc<Cuts>> {
        self.columns
            .iter()
            .find_map(|(_, replaced)| match replaced {
                Replaced::ByRegion { cuts, .. } => Some(cuts),
                _ => None,
            })
    }

    /// Of each column, whether it has the label of a region.
    pub(crate) fn labelled(&self) -> Vec<bool> {
        self.columns
            .iter()
            .map(|(_, replaced)| matches!(replaced, Replaced::ByRegion { .. }))
            .collect()
    }

    /// The labels of regions, for each column that has them.
    pub(crate) fn region_labels(&self) -> Vec<&[Option<String>]> {
        let all = self
            .columns
            .iter()
            .filter_map(|(_, replaced)| match replaced {
                Replaced::ByRegion { labels, .. } => Some(labels.as_slice()),
                _ => None,
            });
        all.collect()
    }
}

/// What happens to a column.
#[derive(Clone)]
pub enum Replaced {
    /// Nothing: values and type stay.
    Kept,
    /// Every value has one label, whatever the row: `keys[i]` (in the engine's own type, all values that occur, a missing one too) becomes
    /// the text `labels[i]`, or a missing value.
    ByValue {
        /// Values of the data.
        keys: ArrayRef,
        /// What stands in their place.
        labels: Vec<Option<String>>,
    },
    /// The label depends on the combination: it is column `place` of [`Tuples::labels`].
    ByTuple {
        /// Which.
        place: usize,
    },
    /// The label depends on the region that a row falls in: cuts are followed. Rows that a cut cannot place are left out of the output.
    ByRegion {
        /// The cuts, the same for all columns.
        cuts: Arc<Cuts>,
        /// The label of each region.
        labels: Vec<Option<String>>,
    },
    /// A text that is made of other columns of the same row. Its name need not be one of the data.
    Made(Made),
    /// A cell that is drawn for the row, by the row's number and the value that it has. Only where [`Capabilities::row_numbers`].
    Drawn(Drawn),
}

/// A column that is drawn row by row.
#[derive(Clone)]
pub struct Drawn {
    /// All values that occur, a missing one too, in the engine's own type.
    pub keys: ArrayRef,
    /// By what.
    pub by: Arc<dyn Drawing>,
}

/// Draws a column. What it knows (a key) stays in this process, or goes to executors of ours as a [`Recipe`].
pub trait Drawing: Send + Sync {
    /// The type of what it draws.
    fn kind(&self) -> DataType;

    /// The cells of some rows: the number of each, and the place of its value among the keys.
    ///
    /// # Errors
    /// Nothing can be drawn.
    fn draw(&self, rows: &[u64], places: &[u32]) -> Result<ArrayRef>;

    /// What our own executors make the same drawing of ([`Remake`]).
    fn recipe(&self) -> Recipe;
}

/// What a drawing is made of. It holds values, and what chance is drawn from: it travels as a file of the hidden place, and no plan or log has it.
pub struct Recipe {
    /// What only [`Remake`] understands.
    pub text: String,
    /// Columns that were counted, each by itself: its values in the engine's own type, and how many rows have each.
    pub counted: Vec<(RecordBatch, Vec<u64>)>,
}

/// Makes a drawing of the text of a recipe, and of its columns as the engine had counted them.
pub type Remake = fn(&str, Vec<Counted>) -> Result<Drawn>;

/// Cuts of some columns in regions.
pub struct Cuts {
    /// The columns that are cut.
    pub columns: Vec<Ranked>,
    /// The cuts; the first is where rows start, and the left side of each is the next one.
    pub nodes: Vec<CutNode>,
    /// How many regions there are.
    pub regions: u32,
}

/// A column that is cut: the rank of each of its values (in the engine's own type); none where rows with it are left out.
pub struct Ranked {
    /// Its name.
    pub column: String,
    /// Its values.
    pub keys: ArrayRef,
    /// Their ranks.
    pub ranks: Vec<Option<u32>>,
}

/// A cut, or where cuts end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CutNode {
    /// Ranks up to `rank` go to the next node, others to `right`.
    Cut {
        /// Which of [`Cuts::columns`].
        column: usize,
        /// The last rank of the left side.
        rank: u32,
        /// Where the others go.
        right: usize,
    },
    /// A region, by its number.
    Region(u32),
}

/// A column made of others, row by row.
#[derive(Clone)]
pub struct Made {
    /// The columns that it is made of.
    pub from: Vec<String>,
    /// How.
    pub by: Arc<dyn Maker>,
}

/// What makes a text of the columns of a row, where a look-up table would be as long as the data: pseudonyms. What it knows beyond the row (a key)
/// stays in this process: it is no part of a query, a plan or a log.
pub trait Maker: Send + Sync {
    /// The texts of some rows, given the columns that they are made of in the engine's own types.
    ///
    /// # Errors
    /// Rows of which nothing can be made.
    fn make(&self, columns: &RecordBatch) -> Result<StringArray>;

    /// The function by which our own executors make the same of texts, with what they know themselves; none where they cannot.
    fn elsewhere(&self) -> Option<&'static str>;
}

/// Labels by combinations of values.
pub struct Tuples {
    /// The combinations that stay, in the engine's own types; its columns have the names of the data's.
    pub keys: RecordBatch,
    /// For each column that is replaced by combination, the label of each combination; `None` is a missing value.
    pub labels: Vec<Vec<Option<String>>>,
}

/// Where rows go.
#[derive(Clone)]
pub struct Output {
    /// The final place. A folder of Parquet files where several processes write (`out.parquet` is then a folder of that name).
    pub place: Locator,
    /// Replace what is there.
    pub force: bool,
}

/// Rows that are written and not visible yet. Dropping it removes them.
///
/// They are published with the verifier's approval of what [`Written::reopen`] finds:
///
/// ```no_run
/// use bauta_privacy::{Requirement, examine};
/// # fn publish(written: Box<dyn bauta_engines::Written>, columns: &[String], asked: &[Requirement]) -> bauta_engines::Result<()> {
/// let found = written.reopen()?.frequency_set(columns, &bauta_table::Silent)?;
/// let examined = examine(&found.table.weighted(found.weights), asked);
/// match examined.approval() {
///     Some(approval) => written.publish(&approval),
///     None => Ok(()),
/// }
/// # }
/// ```
///
/// There is no other way:
///
/// ```compile_fail,E0061
/// # fn publish(written: Box<dyn bauta_engines::Written>) -> bauta_engines::Result<()> {
/// written.publish()
/// # }
/// ```
///
/// and only the verifier makes an approval:
///
/// ```compile_fail,E0423
/// # fn publish(written: Box<dyn bauta_engines::Written>) -> bauta_engines::Result<()> {
/// written.publish(&bauta_privacy::Approval(()))
/// # }
/// ```
pub trait Written {
    /// Rows written.
    fn rows(&self) -> u64;

    /// The written rows, to be counted again.
    ///
    /// # Errors
    /// The engine failed.
    fn reopen(&self) -> Result<Box<dyn Engine>>;

    /// The files of this machine that hold them, still under hidden names, each with its name in the output's folder, or none where
    /// the output is that file itself.
    fn files(&self) -> Vec<(Option<String>, PathBuf)> {
        Vec::new()
    }

    /// Makes them visible under their final name, all at once, after the verifier approved them.
    ///
    /// # Errors
    /// The file system, the store or the database failed.
    fn publish(self: Box<Self>, approval: &Approval) -> Result<()>;
}
