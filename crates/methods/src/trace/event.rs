//! The kinds of events.

use bauta_table::Node;
use bauta_table::recoding::{Recoding, Summary};

/// A decision of an algorithm.
pub struct Event {
    /// What was decided.
    pub decision: Decision,
    /// What was weighed.
    pub candidates: Vec<Candidate>,
    /// What the table is then.
    pub state: State,
}

/// What the table is after a decision.
pub enum State {
    /// As this plan would release it.
    Recoded(Box<Recoding>),
    /// As it was, with rows in groups as far as they are formed.
    Grouped(Vec<Option<u32>>),
}

impl State {
    pub(crate) fn recoded(plan: Recoding) -> State {
        State::Recoded(Box::new(plan))
    }
}

/// Something that was weighed.
pub struct Candidate {
    /// What it is.
    pub what: Subject,
    /// What it was weighed by.
    pub figures: Vec<(Figure, f64)>,
    /// What became of it.
    pub fate: Fate,
}

/// What can be weighed. Quasi-identifiers are numbered as in the task, attributes as in the table.
pub enum Subject {
    /// A quasi-identifier, to be raised to a level.
    Level {
        /// The quasi-identifier.
        qi: usize,
        /// The level.
        level: u8,
    },
    /// A combination of levels; none for an attribute that is not looked at.
    Node(Vec<Option<u8>>),
    /// A part of a quasi-identifier's values.
    Part {
        /// The quasi-identifier.
        qi: usize,
        /// The part.
        part: Summary,
    },
    /// A cut of a quasi-identifier: values up to a rank on one side.
    Cut {
        /// The quasi-identifier.
        qi: usize,
        /// The last rank of the left side.
        rank: u32,
    },
    /// A quasi-identifier.
    Dimension(usize),
    /// A value of the sensitive attribute, by its code.
    Value(u32),
    /// A row.
    Row(u32),
    /// Rows that would be a group.
    Rows(Vec<u32>),
    /// Two groups of attributes.
    Columns(Vec<usize>, Vec<usize>),
}

impl Subject {
    /// A combination of levels.
    pub(crate) fn of_node(node: &Node) -> Subject {
        Subject::Node(node.levels().iter().map(|&level| Some(level)).collect())
    }
}

/// What a candidate is weighed by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// Different values in the table as it stands.
    DistinctValues,
    /// Rows in classes that break a requirement.
    Outliers,
    /// Share of the information that would be lost.
    Loss,
    /// Rows times the width of what stands for them, added up.
    RemainingLoss,
    /// Share of the whole scale that the values take.
    Width,
    /// What is no longer told about the class attribute, in bits.
    InformationLoss,
    /// What is told more about the class attribute, in bits.
    InformationGain,
    /// By how many rows the smallest class grows.
    AnonymityGain,
    /// By how many rows the smallest class shrinks.
    AnonymityLoss,
    /// The ratio that decides.
    Score,
    /// Mean entropy of the target on both sides, in bits.
    Entropy,
    /// Squared deviations of the target from its mean on both sides.
    Deviance,
    /// Rows on the left of a cut.
    Left,
    /// Rows on the right of a cut.
    Right,
    /// Rows that are not in a group yet.
    RowsLeft,
    /// Distance.
    Distance,
    /// Squared deviations from the means of the groups so far.
    Squares,
    /// Cramér's V, from 0 to 1.
    Association,
}

/// What became of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It was taken.
    Chosen,
    /// It could have been taken; another one was better.
    Passed,
    /// It satisfies what is asked for.
    Solves,
    /// It does, since one below it does; it was not counted.
    SolvesAsBelow,
    /// It leaves too many outliers.
    Fails,
    /// It does, since it does with fewer attributes; it was not counted.
    FailsAsSubset,
    /// A class would break a requirement.
    Unsafe,
    /// It cannot be better than what is known already.
    Worse,
    /// It was not looked at: another one is enough.
    Skipped,
    /// Nothing would be gained.
    Useless,
}

/// By what rule a choice was made, where a method has several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rule {
    /// The user said so.
    Told,
    /// Most different values.
    MostValues,
    /// Fewest outliers left.
    FewestOutliers,
    /// Least loss.
    LeastLoss,
    /// First in the order of levels.
    First,
    /// Fewest steps in all.
    FewestSteps,
    /// Widest first.
    Widest,
    /// In the order of quasi-identifiers.
    InOrder,
    /// Least entropy of the target.
    LeastEntropy,
    /// Least deviance of the target.
    LeastDeviance,
    /// Least loss of information for the anonymity gained.
    LossPerGain,
    /// Most information for the anonymity lost.
    GainPerLoss,
}

/// What was decided.
pub enum Decision {
    /// Where the run begins.
    Start,
    /// Classes of at least so many rows are asked for, for the sake of a statement about the whole release.
    LargerClasses {
        /// The rows.
        least: u64,
    },
    /// An attribute goes up to a level.
    Raise {
        /// The quasi-identifier.
        qi: usize,
        /// Its new level.
        level: u8,
        /// Outliers before.
        outliers: u64,
        /// How many may be left.
        limit: u64,
        /// Why this one.
        rule: Rule,
    },
    /// Few enough outliers are left: they go.
    LeaveOut {
        /// How many rows.
        outliers: u64,
        /// How many may go.
        limit: u64,
    },
    /// Single cells of outliers are suppressed.
    SuppressCells {
        /// The outliers before.
        outliers: u64,
        /// How many cells.
        cells: u64,
        /// Of how many rows.
        rows: u64,
        /// Rows that are left out all the same.
        dropped: u64,
    },
    /// The combinations of levels of one height were looked at.
    TryHeight {
        /// The lowest height that may have a solution.
        low: usize,
        /// A height that has one.
        high: usize,
        /// The height that was tried.
        height: usize,
        /// Whether it has one.
        solved: bool,
    },
    /// The combinations of levels of some quasi-identifiers alone were looked at.
    TrySubset {
        /// The quasi-identifiers.
        qis: Vec<usize>,
        /// How many combinations there are.
        nodes: usize,
    },
    /// The levels of one attribute were tried beside those that others have already.
    TryLevels {
        /// The quasi-identifier.
        qi: usize,
        /// The levels of those that have one.
        given: Vec<Option<u8>>,
        /// What the best combination so far loses.
        best: Option<f64>,
    },
    /// The neighbours of a combination were looked at.
    TryNeighbours {
        /// The combination.
        node: Vec<u8>,
        /// What the best combination so far loses.
        best: f64,
    },
    /// One of the solutions is released.
    ChooseNode {
        /// Its levels.
        node: Vec<u8>,
        /// Why this one.
        rule: Rule,
    },
    /// Sibling values become one.
    PutTogether {
        /// The quasi-identifier.
        qi: usize,
        /// What stands for them.
        part: Summary,
        /// Rows of the smallest class before.
        smallest: u64,
        /// Why this one.
        rule: Rule,
    },
    /// A group becomes its parts.
    Split {
        /// The quasi-identifier.
        qi: usize,
        /// The group.
        part: Summary,
        /// Rows of the smallest class before.
        smallest: u64,
        /// Why this one.
        rule: Rule,
    },
    /// No group can be split any more.
    NothingToSplit,
    /// A region is cut in two.
    CutRegion {
        /// The quasi-identifier.
        qi: usize,
        /// The last rank of the left side.
        rank: u32,
        /// Rows on both sides.
        sides: (u64, u64),
        /// Why here.
        rule: Rule,
    },
    /// A region cannot be cut any more.
    KeepRegion {
        /// Its rows.
        rows: u64,
        /// The fewest rows that a region must have.
        least: u64,
    },
    /// Rows become a group.
    FormGroup {
        /// The group.
        group: u32,
        /// Its rows.
        rows: Vec<u32>,
        /// Why these.
        why: Grouping,
    },
    /// A row joins a group.
    JoinGroup {
        /// The row.
        row: u32,
        /// The group.
        group: u32,
        /// Why this one.
        why: Grouping,
    },
    /// Groups are joined in pairs, since some break a requirement.
    PairGroups {
        /// How many there were.
        before: usize,
        /// How many there are.
        after: usize,
    },
    /// Every way to cut a line of values was weighed.
    WeighLine {
        /// The fewest rows of a group.
        size: usize,
    },
    /// Attributes go together from now on.
    JoinColumns {
        /// How strongly they go together.
        strength: f64,
        /// The least strength that counts.
        least: f64,
    },
    /// No more attributes go together.
    KeepColumns {
        /// The column groups, as indices of attributes.
        groups: Vec<Vec<usize>>,
        /// The least strength that counts.
        least: f64,
    },
    /// A bucket is cut in two.
    CutBucket {
        /// The quasi-identifier.
        qi: usize,
        /// Rows on both sides.
        sides: (u64, u64),
    },
    /// A bucket cannot be cut any more.
    KeepBucket {
        /// Its rows.
        rows: u64,
    },
    /// Column groups are shuffled against each other inside buckets.
    Shuffle,
    /// Values are replaced by what stands for their group.
    Aggregate {
        /// `mean`, `median` or `mode`.
        by: String,
        /// The attributes.
        attributes: Vec<usize>,
    },
    /// Quasi-identifiers and sensitive values are published apart.
    PartTables {
        /// How many groups link them.
        groups: usize,
    },
}

/// Why rows are in a group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouping {
    /// One row of each of the sensitive values with most rows left.
    MostFrequent,
    /// The group is the first that lacks the row's value.
    FirstWithout,
    /// The value is missing; groups get such rows in turn.
    InTurn,
    /// A row far from the centre, and its nearest.
    FarFromCentre(u32),
    /// The row farthest from the one before, and its nearest.
    FarFromFirst(u32),
    /// The rows that were left.
    Rest,
    /// Nearer to the group than to others.
    NearerThanOthers,
    /// The group is the nearest.
    Nearest,
    /// Neighbours in the order of values, so many after so many.
    Neighbours,
    /// Part of the cheapest way to cut the line.
    Cheapest,
    /// They share their quasi-identifiers.
    SameClass,
}
