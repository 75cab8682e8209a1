//! A real server on a free port of loopback, asked by a real client.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, missing_docs)]

mod advise;
mod client;
mod explain;
mod guard;
mod jobs;
mod journey;
mod layout;
mod open;
mod synthesis;
mod tables;
