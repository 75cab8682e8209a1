//! A control set is people who had no part in the synthetic table. One that shares people with the original makes every comparison void.
//!
//! **Idea.** Let r be the share of original rows that equal another original row. Somebody else of the same population equals a row of the original
//! with about this chance. If a share c of the control rows does, f = (c - r) / (1 - r) of them are there for another reason: they are the same
//! people. That is refused where f is beyond a tenth and c more than four standard errors above r.

use bauta_messages::Result;
use bauta_table::{Fault, Table};

use crate::measures::Aligned;
use crate::measures::copies::copies;

/// The share of control rows that may be people of the original.
const MOST_SHARED: f64 = 0.1;
/// Standard errors above chance that are no accident.
const ERRORS: f64 = 4.0;

/// Refuses a control set that holds people of the original.
pub(super) fn refuse_overlap(original: &Table, control: &Table, names: &[String]) -> Result<()> {
    let aligned = Aligned::of(&[original, control], names);
    let found = copies(&aligned, 0, 1, None);
    let (c, r) = (found.share, found.expected_share);
    let (rows, own) = (control.rows() as f64, original.rows() as f64);
    // One row more or less is always possible, also where r is 0.
    let spread = (r * (1.0 - r)).max(1.0 / own);
    let error = (spread / rows + spread / own).sqrt();
    let shared = c > r + MOST_SHARED * (1.0 - r) && c > r + ERRORS * error;
    if !shared {
        return Ok(());
    }
    Err(vec![Fault::Request(format!(
        "{} of the {} rows of --holdout equal a row of the original, where chance explains {:.1} %: they are the same people, and the test would be void; compare with the rows that the synthetic table was made from (synthesize --keep-out 0.2=kept.csv,training.csv writes both parts)",
        found.rows,
        control.rows(),
        100.0 * r
    ))]
    .into())
}
