//! Losses and scores against golden cases, against slow judges on random releases, and their laws.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod golden;
mod judges;
mod readings;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use bauta_formats::{Locator, ReadOptions, read_rows};
use bauta_privacy::utility::queries::{Estimator, Workload, answer, queries};
use bauta_privacy::utility::{
    Losses, Reading, ambiguity, average_class_size, classification, completeness,
};
use bauta_privacy::utility::{discernibility, divergence, entropy, pairing};
use bauta_privacy::{Assessment, examine};
use bauta_table::recoding::{Levels, Prepared, Recoding, apply};
use bauta_table::{Hierarchy, Node, Qi, Role, Silent, Table};
use bauta_testkit::oracle::rows_of;
use bauta_testkit::{random_table, table_of};
use serde_json::Value;

fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(id)
}

fn case(id: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder(id).join("case.json")).unwrap()).unwrap()
}

fn table(id: &str, file: &str, qis: &[&str]) -> Table {
    let locator: Locator = folder(id).join(file).to_str().unwrap().parse().unwrap();
    let mut table = bauta_formats::read(&locator, &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    qis.iter()
        .for_each(|name| table.set_role(table.index_of(name).unwrap(), Role::QuasiIdentifier));
    table
}

fn near(found: f64, expected: f64, what: &str) {
    assert!(
        (found - expected).abs() <= 1e-6 * expected.abs().max(1.0),
        "{what}: {found} is not {expected}"
    );
}

const LATTICE: [&str; 3] = ["Sexe", "Code postal", "Niveau d'étude"];
