//! The program as people and scripts meet it: the real binary, on files in a folder of its own.
//!
//! One binary with one module a concern. Every run of [`support::Folder::run`] also checks what must hold always: no panic,
//! no escape sequence off a terminal.

// A helper of a test that cannot go on must stop at once and say where.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod attacks;
mod bad_data;
mod bad_files;
mod bad_requests;
mod claims;
mod cluster_tls;
mod correspondence;
mod engine_people;
mod engine_reports;
mod engines;
mod explain;
mod false_ticks;
mod generated;
mod graph;
mod graph_counts;
mod graph_engines;
mod graph_input;
mod graph_store;
mod guide;
mod hostile;
mod interrupted;
mod json;
mod keys;
mod linked;
mod linking;
mod main_line;
mod masking;
mod measured;
mod on_engines;
mod projected;
mod projects;
mod pseudonyms;
mod refusals;
mod report;
mod risk;
mod roles;
mod rules;
mod same_bytes;
mod scale;
mod search;
mod serve;
mod silence;
mod star;
mod steps;
mod support;
mod survey;
mod synthesis;
mod synthetic;
mod targets;
mod undecided;
