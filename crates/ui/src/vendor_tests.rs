//! The libraries of the page are the very files that `vendor.lock` names, and each has its licence.
#![allow(clippy::unwrap_used)]

use std::path::Path;

use sha2::{Digest, Sha256};

const LOCK: &str = include_str!("../vendor.lock");

fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    let lines = LOCK.lines().filter_map(|line| line.strip_prefix("file "));
    lines.map(|line| {
        (
            line.split(' ').next().unwrap(),
            line.rsplit(' ').next().unwrap(),
        )
    })
}

#[test]
fn every_library_is_as_it_was_fetched() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("vendor");
    for (name, sum) in files() {
        let digest = Sha256::digest(std::fs::read(folder.join(name)).unwrap());
        let found: String = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(found, sum, "{name}");
    }
    assert!(files().count() > 15);
}

#[test]
fn every_library_has_its_licence() {
    let paths: Vec<_> = crate::paths()
        .filter(|path| path.starts_with("vendor/"))
        .collect();
    for script in paths.iter().filter(|path| path.ends_with(".js")) {
        let near = |path: &&std::borrow::Cow<'static, str>| {
            let stem = path
                .trim_end_matches("LICENSE.txt")
                .trim_end_matches(['.', '/']);
            path.ends_with("LICENSE.txt") && script.starts_with(stem)
        };
        assert!(paths.iter().any(|path| near(&path)), "{script}");
    }
}
