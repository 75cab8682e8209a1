//! A run, from a request to a verified release: the project file, checks, pseudonyms, steps, engines and the report.
//!
//! This crate reads and writes files and takes the time; everything below it does not. It prints nothing: messages are
//! returned, and progress goes to a [`Progress`](bauta_table::Progress).

mod auto;
pub mod backend;
mod catalog;
mod check;
mod checksum;
pub mod driver;
mod held;
pub mod hierarchies;
mod init;
pub mod kept;
mod linked;
pub mod missing;
mod models;
mod people;
pub mod places;
pub mod population;
pub mod project;
pub mod pseudonymize;
pub mod reading;
pub mod report;
mod roles;
mod row_order;
pub mod rules;
mod seconds;
mod standing;
pub mod steps;
mod survey;
mod undecided;

pub use backend::remake;
pub use catalog::{MethodCard, ParameterCard, catalog};
pub use check::{CheckOptions, CheckReport, check};
pub use driver::{
    Answer, Checked, Draft, Drafted, Prepared, Request, Staged, Unreachable, Verified, anonymize,
    draft, history, publish, read,
};
pub use held::{Held, hold};
pub use hierarchies::{read_hierarchy, write_hierarchy};
pub use init::{InitOptions, default_output, project_text, relative_to};
pub use kept::{Coefficient, Kept, Moments, NumberKept, PairKept, Regression, WordsKept};
pub use linked::{HouseholdFinding, KeyRecord, LinkedReport, TableReport, anonymize_linked};
pub use models::{ModelCard, SettingCard, models, targets_table};
pub use people::{
    faults as people_faults, person_of_original, says_people, several_rows, shown_people,
    with_hidden_people, with_shown_people,
};
pub use places::check_copy;
pub use project::Project;
pub use pseudonymize::{
    PseudonymRecord, Pseudonymized, ReverseOptions, Reversed, key_fingerprint, new_key,
    pseudonymize, reverse,
};
pub use reading::{Opened, ProjectInput, ReadRelease, ReleaseParts, ReleasePlaces};
pub use report::{
    Account, AttackResults, AttackTarget, Paragraph, Report, Seconds, Standing, exact_classes,
};
pub use roles::Roles;
pub use steps::{Footing, History, StepRecord, add_step, undo_step};
pub use survey::{differing_weights, weights, with_survey, with_survey_of_rows};
pub use undecided::faults as undecided_faults;
