//! Workbooks as users have them: written, read, opened by LibreOffice, damaged, malicious.

#![cfg(feature = "spreadsheet")]

mod guards;
mod in_place;
mod libreoffice;
mod reading;
mod round_trip;
mod support;
mod writing;
