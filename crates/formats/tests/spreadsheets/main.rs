//! Workbooks as users have them: written, read, opened by LibreOffice, damaged, malicious.

// A helper that cannot do its part must stop the test at once and say where.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]
#![cfg(feature = "spreadsheet")]

mod guards;
mod in_place;
mod libreoffice;
mod looking;
mod reading;
mod round_trip;
mod support;
mod writing;
