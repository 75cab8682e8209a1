//! The golden cases of the thesis that the foundation covers: k-anonymity, l-diversity, t-closeness, bucketisation, full-domain recoding,
//! the lattice, the Mondrians. Compared with `expected*`, never with `printed*`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)] // a test stops where something is not as expected

mod models;
mod mondrian;
mod recodings;
mod searches;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use bauta::Answer;
use bauta::project::{HierarchySource, Project};
use bauta_formats::{Locator, ReadOptions, read_rows};
use bauta_methods::{Context, Settings, Task, View};
use bauta_privacy::utility::{Losses, Reading};
use bauta_privacy::{
    Assessment, Background, Class, Distance, Release, Requirement, Whole, examine, examine_with,
};
use bauta_table::recoding::{BucketOutput, Buckets, Levels, Prepared, Recoding, apply};
use bauta_table::{Hierarchy, Lattice, Node, Qi, Role, Silent, Table};
use bauta_testkit::oracle::rows_of;
use rand::SeedableRng;
use serde_json::Value;

fn folder(id: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(id)
}

fn case(id: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(folder(id).join("case.json")).unwrap()).unwrap()
}

/// The input table, with the roles that the case gives.
fn input(id: &str) -> Table {
    let locator: Locator = folder(id)
        .join("input.csv")
        .to_str()
        .unwrap()
        .parse()
        .unwrap();
    let mut table = bauta_formats::read(&locator, &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    for (name, role) in case(id)["roles"].as_object().into_iter().flatten() {
        let role = match role.as_str().unwrap() {
            "quasi_identifier" => Role::QuasiIdentifier,
            "sensitive" => Role::Sensitive,
            _ => Role::Insensitive,
        };
        table.set_role(table.index_of(name).unwrap(), role);
    }
    table
}

fn hierarchy(id: &str, attribute: &str) -> Hierarchy {
    let file = case(id)["hierarchies"][attribute]
        .as_str()
        .unwrap()
        .to_owned();
    Hierarchy::from_rows(attribute, &read_rows(&folder(id).join(file)).unwrap()).unwrap()
}

fn expected(id: &str, file: &str) -> Vec<Vec<String>> {
    read_rows(&folder(id).join(file))
        .unwrap()
        .into_iter()
        .skip(1)
        .collect()
}

fn numbers(value: &Value) -> Vec<u64> {
    value
        .as_array()
        .unwrap()
        .iter()
        .map(|number| number.as_u64().unwrap())
        .collect()
}
