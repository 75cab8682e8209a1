//! What the page must be for a browser that trusts nothing but it.
#![allow(clippy::unwrap_used)]

use super::*;

fn text(path: &str) -> String {
    String::from_utf8(file(path).unwrap().0.into_owned()).unwrap()
}

#[test]
fn the_page_is_at_the_root_and_has_its_type() {
    let (bytes, kind) = file("/").unwrap();
    assert!(bytes.starts_with(b"<!doctype html>"));
    assert_eq!(kind, "text/html; charset=utf-8");
    assert_eq!(
        file("/app/main.js").unwrap().1,
        "text/javascript; charset=utf-8"
    );
    assert!(file("/app/main.tsx").is_none() && file("/../Cargo.toml").is_none());
}

/// A strict policy refuses inline scripts, and a page for personal data asks nobody else for anything.
#[test]
fn nothing_is_inline_and_nothing_comes_from_elsewhere() {
    let page = text("/");
    for script in page.split("<script").skip(1) {
        assert!(script.starts_with(" type=\"module\" src=\"/"), "{script}");
    }
    for path in paths().filter(|path| !path.starts_with("vendor/")) {
        let text = text(&path);
        let elsewhere = text
            .split("http")
            .skip(1)
            .filter(|rest| rest.starts_with("://") || rest.starts_with("s://"));
        let elsewhere: Vec<&str> = elsewhere
            .filter(|rest| !rest.starts_with("://www.w3.org/"))
            .collect();
        assert!(elsewhere.is_empty(), "{path}: {elsewhere:?}");
    }
}

/// A name that stays in an import would only fail in the browser.
#[test]
fn every_import_is_a_file_of_the_page() {
    let mut seen = 0;
    for path in paths().filter(|path| path.ends_with(".js") && !path.ends_with("echarts.js")) {
        for line in text(&path)
            .lines()
            .filter(|line| line.starts_with("import ") || line.starts_with("export "))
        {
            let Some((_, rest)) = line.rsplit_once(" from \"") else {
                continue;
            };
            let name = rest.trim_end_matches(['"', ';']);
            assert!(found(&path, name), "{path}: {name}");
            seen += 1;
        }
    }
    assert!(seen > 50, "{seen}");
}

fn found(from: &str, name: &str) -> bool {
    if name.starts_with('/') {
        return file(name).is_some();
    }
    let mut folder: Vec<&str> = from.split('/').collect();
    folder.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => drop(folder.pop()),
            part => folder.push(part),
        }
    }
    file(&folder.join("/")).is_some()
}
