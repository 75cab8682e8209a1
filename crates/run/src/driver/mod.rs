//! The one driver: from a request to a published release, whoever asked and wherever the rows are.
//!
//! ```text
//! Request → Checked → Prepared → Planned → Drafted → Staged → Verified → committed
//! ```
//!
//! Each stage is a type that only the stage before it can make, so nothing is skipped and nothing goes back. A [`Request`] is a
//! project and, where the rows were read already, its table. [`Checked`] is a request that fits its data: everything that is wrong was
//! told at once. [`Prepared`] has taken the steps. [`Drafted`] holds rows that the verifier accepted. [`Staged`] has written them where no
//! reader sees them, and [`Verified`] has read them back: it is the only type that has `commit`.

mod check;
mod history;
mod people;
mod plan;
mod prepare;
mod release;
mod request;

pub use crate::hierarchies::quasi_identifiers;
pub use crate::missing::without_missing;
pub use crate::reading::{Original, cancelled, read, read_in_roles, read_options, table_faults};
pub use crate::steps::{At, Drawn};
pub use check::{Checked, PseudonymOutput, target_faults};
pub use history::history;
pub use plan::{Applied, Planned};
pub use prepare::{Prepared, sensitive_of};
pub(crate) use release::commit_all;
pub use release::{Drafted, Staged, Unreachable, Verified, quasi_identifier_part, sensitive_part};
pub use request::Request;

use bauta_table::Progress;

use crate::project::Project;
use crate::report::Report;
use bauta_messages::Result;

/// What a run answers.
pub enum Answer {
    /// The release is written, and everything asked for holds.
    Released(Box<Report>),
    /// There is no such release; nothing is written.
    Unreachable(Box<Report>),
}

/// What came of a request before anything is written.
pub enum Draft {
    /// Verified rows.
    Rows(Box<Drafted>),
    /// There is no such release.
    Unreachable(Box<Unreachable>),
}

impl Draft {
    /// The report of the run so far.
    pub fn report(&self) -> &Report {
        match self {
            Draft::Rows(drafted) => &drafted.report,
            Draft::Unreachable(unreachable) => &unreachable.report,
        }
    }
}

/// Runs a project. Nothing is written before everything is known to be right; all outputs appear together at the end.
///
/// # Errors
/// All faults of the request and the data; the failure of a file; or that it was stopped.
pub fn anonymize(project: &Project, progress: &dyn Progress) -> Result<Answer> {
    publish(Request::new(project), progress)
}

/// Walks a request through all stages to its files. All outputs appear together at the end, or none.
///
/// # Errors
/// All faults of the request and the data; the verifier refuses what was written; the failure of a file; or that it was stopped.
pub fn publish(request: Request, progress: &dyn Progress) -> Result<Answer> {
    match draft(request, progress)? {
        Draft::Rows(drafted) => {
            let verified = drafted.stage(progress)?.verify(progress)?;
            Ok(Answer::Released(Box::new(verified.commit(progress)?)))
        }
        Draft::Unreachable(unreachable) => Ok(Answer::Unreachable(Box::new(unreachable.tell()?))),
    }
}

/// Walks a request to verified rows that are in memory, or to what is missing.
///
/// # Errors
/// All faults of the request and the data; the failure of a file; or that it was stopped.
pub fn draft(request: Request, progress: &dyn Progress) -> Result<Draft> {
    let prepared = request.check(progress)?.prepare(progress)?;
    let rows = prepared.applied(progress)?;
    Ok(prepared.draft(rows))
}
