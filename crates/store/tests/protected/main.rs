//! What counts as protected: what follows, what belongs to an entity, what comes before a release; and what an attacker makes of all releases together.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod belongings;
#[path = "../common/mod.rs"]
mod common;
mod entailed;
mod features;
mod migrated;
mod named_graphs;
mod refutation;
mod stated;
mod unseen;
