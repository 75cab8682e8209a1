//! A knowledge graph that anonymises itself: privileged users see the exact graph, everybody else a published one that stays safe while the
//! data change.

pub mod access;
pub mod anatomy;
pub mod audit;
pub mod backup;
pub mod budget;
pub mod context;
pub mod endpoint;
pub mod engine;
mod error;
pub mod files;
pub mod graph;
pub mod invariance;
pub mod journal;
pub mod rewrite;
pub mod state;

pub use context::Context;
pub use engine::{Asked, Engine, Using, View};
pub use error::{Error, Refusal, Result, Right, Said};
