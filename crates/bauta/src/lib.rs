//! The public library: the project file, the pipeline, and everything the command line, the page and other languages share.
//!
//! This crate reads and writes files and takes the time; everything below it does not. It prints nothing: what there is to
//! say is returned, and progress goes to a [`Progress`](bauta_table::Progress).

mod advise;
mod attack;
mod attempt;
mod auto;
mod catalog;
mod check;
mod coclusters;
mod compare;
mod document;
mod error;
mod evaluate;
mod explain;
mod french;
pub mod graph;
mod held;
mod hierarchies;
mod init;
mod inspect;
mod joined;
mod kept;
mod linked;
mod missing;
mod models;
mod opened;
mod pipeline;
mod places;
mod population;
mod problems;
pub mod project;
mod propose;
mod pseudonymize;
mod report;
mod request;
mod risk;
mod roles;
mod rules;
mod scale;
mod steps;
mod synthesize;
mod words;

pub use advise::{
    AdviceRequest, Grid, Learned, MeasuredSignature, Results, ScoreFiles, ScoreReport, Session,
    advise, answers_of, check_ontology, learn, load_ontology, methods_turtle, score_files,
};
pub use attack::{
    AttackRequest, Attacked, ClassAttacks, Criteria, Criterion, Explained, Inferred, Linkage,
    MeasuredRisk, SingledOut, TwoReleases, attack,
};
pub use bauta_guide as guide;
pub use bauta_methods::Drawn as Lattice;
pub use catalog::{MethodCard, ParameterCard, catalog};
pub use check::{Checked, check, check_known};
pub use coclusters::{CoclusterOptions, Coclusters, coclusters};
pub use compare::{
    Candidate, Compared, Comparison, Status, candidates_of_plan, compare, groups_only, plot_html,
    plot_svg,
};
pub use document::is_report_name;
pub use error::{Error, ErrorKind, Result};
pub use evaluate::{
    Confusion, Distances, EvaluateOptions, Evaluated, HeldOut, Matched, ModelScores,
    PropensityScore, QueryReport, ReleasePlaces, Score, Study, StudyLevel, StudyRequest,
    SyntheticEvaluated, SyntheticReading, SyntheticRequest, SyntheticVerdict, TaskUtility,
    evaluate, evaluate_synthetic, study,
};
pub use explain::{
    Ending, Explainable, Explanation, FamilyTold, FigureTold, LatticeShape, Setting, Shown,
    ShownRow, ShownTable, SlotTold, ToldStep, Weighed, explain, explainable,
};
pub use french::sentence;
pub use held::{Held, hold};
pub use hierarchies::{read_hierarchy, write_hierarchy};
pub use init::{InitOptions, default_output, project_text, relative_to};
pub use inspect::{AttributeProfile, Inspection, inspect};
pub use joined::{
    BrokenCopies, Joined, JoinedModel, JoinedOptions, JudgedCounts, PrivacySpent, synthesize_joined,
};
pub use kept::{Coefficient, Kept, Moments, NumberKept, PairKept, Regression, WordsKept};
pub use linked::{HouseholdFinding, KeyRecord, LinkedReport, TableReport, anonymize_linked};
pub use models::{ModelCard, Purpose, SettingCard, models};
pub use opened::{Opened, ProjectInput};
pub use pipeline::{Answer, anonymize, read};
pub use places::check_copy;
pub use project::Project;
pub use propose::{
    Combination, CombinationSearch, Content, Proposal, Proposals, Reason, TOLD_SHARE, listed,
    propose,
};
pub use pseudonymize::{
    PseudonymRecord, Pseudonymized, ReverseOptions, Reversed, key_fingerprint, new_key,
    pseudonymize, reverse,
};
pub use report::{Account, Paragraph, Report, Seconds, Standing};
pub use risk::{
    ExpectedMatches, HouseholdReport, OutlierReport, PopulationReport, PopulationSource,
    RiskOptions, RiskPrivacy, RiskReport, Risks, SudaReport, Verdict, risk,
};
pub use roles::Roles;
pub use scale::remake;
pub use steps::{Footing, History, StepRecord, add_step, history, undo_step};
pub use synthesize::{
    CopyCounts, Detail, Round, RoundWatch, Synthesis, SynthesisOptions, Synthesized, read_margins,
    read_model, synthesize,
};
pub use words::word;
