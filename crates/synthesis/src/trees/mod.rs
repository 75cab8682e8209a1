//! Joined small models: one tree of conditional distributions a variable, in which every count is of at least k persons.
//!
//! **Paper.** Trees instead of tables in a Bayesian network after Friedman and Goldszmidt (key `friedman1996`); sequential synthesis by trees
//! after Reiter (key `reiter2005`), whose leaves may hold any number of persons. The rule of k is ours.
//!
//! **Guarantee.** Every number in the model is a count of at least k rows: the rows of a node, its rows with a value that is told by itself, its
//! rows with the values that are told together. [`verify`] recounts all of them from the rows with code of its own.
//!
//! **Idea.**
//! 1. Variables are learnt one after another; the tree of a variable may ask for those before it only.
//! 2. A node tells the values that at least k of its rows have by themselves, and the others together (the *pool*), the rarest of the former
//!    with them if need be. Inside the pool the shares are those of the node above.
//! 3. A node is split in two by the values of one earlier variable, where both sides have k rows; the split is the one after which the rows
//!    are likeliest, as the nodes tell them. What a pool hides is no gain.
//! 4. A split that saves less than it costs to tell (MDL: which variable, which values, half a logarithm of the rows a new count) is not made.
//! 5. Rows are drawn variable by variable. A leaf's shares become whole numbers of rows so that sums over neighbouring leaves are right too:
//!    what a leaf rounds off, the next one makes good.
//! 6. The two-way tables of all pairs are told by the same rule of k, and the drawn rows brought near to them ([`pairs`]).
//!
//! **Differences from the literature.** (a) The order of values of a word is that of the first axis of its contingency table, so that a
//! split is looked for among its cuts only. (b) Drawing rounds instead of drawing every row by itself: tables of the synthetic rows then differ from
//! the model by less than a sample does.
//!
//! **What it does not promise.** Differences of counts may be of fewer than k persons: a node of 30 rows in one of 32 leaves two others. The model is
//! not published; a proof against any attacker is the noisy variant's.
//!
//! **Cost.** A level of a tree costs rows x earlier variables.
//!
//! **Invariants** (tests of that name): `every_count_is_of_k_rows`, `the_verifier_finds_a_count_of_fewer`, `margins_are_kept`,
//! `dependence_is_kept`, `the_same_seed_gives_the_same_rows`.

mod draw;
mod generator;
mod grow;
mod node;
mod pairs;
mod verify;

pub(crate) use draw::rounded;
pub use generator::TreeGenerator;

#[cfg(test)]
mod tests;

use crate::modalities::Modalities;

/// Variables as codes, kept.
#[derive(Debug, Clone, PartialEq)]
pub struct Columns {
    /// By variable, one code a row.
    pub columns: Vec<Vec<u32>>,
    /// Number of codes of each variable.
    pub values: Vec<usize>,
    /// Whether the order of a variable's codes means something.
    pub ordered: Vec<bool>,
}

impl Columns {
    /// The modalities of a prepared table.
    pub fn of(modalities: &Modalities) -> Self {
        let variables = modalities.variables();
        Columns {
            columns: variables
                .iter()
                .map(|it| it.codes.iter().collect())
                .collect(),
            values: variables.iter().map(|it| it.form.len()).collect(),
            ordered: variables
                .iter()
                .map(|it| it.form.kind.is_measurable())
                .collect(),
        }
    }

    /// To be learnt from.
    pub fn coded(&self) -> Coded<'_> {
        Coded {
            columns: &self.columns,
            values: &self.values,
            ordered: &self.ordered,
        }
    }
}

/// Variables as codes: what trees are learnt from.
#[derive(Debug, Clone, Copy)]
pub struct Coded<'a> {
    /// By variable, one code a row.
    pub columns: &'a [Vec<u32>],
    /// Number of codes of each variable.
    pub values: &'a [usize],
    /// Whether the order of a variable's codes means something.
    pub ordered: &'a [bool],
}

impl Coded<'_> {
    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }
}
