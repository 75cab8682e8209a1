//! The data set as different readers see it: exact, as published, or only some graphs of it. Below the evaluator, so that no query can see
//! past it.

mod exact;
mod guarded;
mod names;
mod source;

pub(crate) use exact::is_made;
pub use exact::{Exact, SAME_AS};
pub use guarded::{Guarded, Sight};
pub use names::{key, key_of_node, term_of_key};
pub use source::Source;
