//! The whole way from a file to a release, by the interface alone.

use bauta_formats::Locator;
use bauta_table::Silent;
use serde_json::{Value, json};

use crate::client::{Bench, PEOPLE};

/// The people as a workbook.
fn workbook(folder: &std::path::Path) -> Vec<u8> {
    std::fs::write(folder.join("in.csv"), PEOPLE).unwrap();
    let read = |name: &str| {
        folder
            .join(name)
            .display()
            .to_string()
            .parse::<Locator>()
            .unwrap()
    };
    let source = bauta_formats::read(&read("in.csv"), &Default::default(), &Silent).unwrap();
    bauta_formats::stage(
        &source.table,
        &read("people.ods"),
        &Default::default(),
        &Silent,
    )
    .unwrap()
    .commit()
    .unwrap();
    std::fs::read(folder.join("people.ods")).unwrap()
}

/// Checks a downloaded release with the library: k in the given columns.
fn verified(folder: &std::path::Path, name: &str, bytes: &[u8], k: u64) {
    let path = folder.join(name);
    std::fs::write(&path, bytes).unwrap();
    let mut project = bauta::Project::new(&path.display().to_string());
    project.roles.quasi_identifiers = vec!["CP".into(), "Age".into()];
    project.roles.person = vec!["Pseudo".into()];
    project.targets.set_k(Some(k));
    assert!(
        bauta::check(&project, &bauta::CheckOptions::default(), &Silent)
            .unwrap()
            .holds,
        "{name}"
    );
}

#[test]
fn from_an_upload_to_a_release() {
    let bench = Bench::new();
    let folder = tempfile::tempdir().unwrap();
    let book = workbook(folder.path());
    for (name, bytes) in [
        ("people.csv", PEOPLE.as_bytes()),
        ("people.ods", book.as_slice()),
    ] {
        let opened = bench.upload(name, bytes).expect(201);
        let id = opened["id"].as_str().unwrap();
        look(&opened);
        let rows = bench
            .get(&format!("/datasets/{id}/rows?from=1&count=2"))
            .expect(200);
        assert_eq!(
            rows["rows"],
            json!([["Pat", "69000", "27", "70"], ["Bob", "18500", "21", "90"]])
        );
        let project = bench.project(id, |_| ());
        assert_eq!(
            bench
                .send("PUT", &format!("/datasets/{id}/project"), &project)
                .expect(200),
            project
        );

        let risk = bench.job(id, &json!({ "kind": "risk" }));
        assert_eq!(risk["state"], "done", "{risk}");
        let risk = bench
            .get(&format!("/jobs/{}/result", risk["id"].as_str().unwrap()))
            .expect(200);
        assert_eq!(
            (&risk["rows"], &risk["privacy"]["k"], &risk["uniques"]),
            (&json!(6), &json!(1), &json!(6))
        );

        let made = bench.job(id, &json!({ "kind": "anonymize", "name": "first" }));
        assert_eq!(
            (&made["state"], &made["name"]),
            (&json!("done"), &json!("first")),
            "{made}"
        );
        released(&bench, made["id"].as_str().unwrap(), name);
        for format in ["ods", "xlsx", "csv", "parquet"] {
            let path = format!(
                "/jobs/{}/download?format={format}",
                made["id"].as_str().unwrap()
            );
            let file = bench.get(&path);
            assert_eq!(file.status, 200);
            assert!(
                file.header("content-disposition")
                    .contains(&format!("people%2Danonymous%2E{format}"))
            );
            verified(folder.path(), &format!("out.{format}"), &file.bytes, 3);
        }
    }
    assert_eq!(
        bench.get("/datasets").expect(200).as_array().unwrap().len(),
        2
    );
    let left: Vec<_> = std::fs::read_dir(bench.server.folder()).unwrap().collect();
    assert_eq!(left.len(), 2, "downloads leave nothing behind");
}

fn look(opened: &Value) {
    assert_eq!(opened["rows"], 6);
    let names: Vec<&str> = opened["columns"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["Nom", "CP", "Age", "C.E."]);
    let age = &opened["columns"][2];
    assert_eq!(
        (&age["kind"], &age["distinct"], &age["role"]),
        (&json!("integer"), &json!(6), &json!("quasi-identifier"))
    );
    assert!(!age["reasons"].as_array().unwrap().is_empty());
    let counted: u64 = age["histogram"]
        .as_array()
        .unwrap()
        .iter()
        .map(|bar| bar["count"].as_u64().unwrap())
        .sum();
    assert_eq!(counted, 6);
}

fn released(bench: &Bench, job: &str, input: &str) {
    let report = bench.get(&format!("/jobs/{job}/result")).expect(200);
    assert_eq!(
        (&report["input"], &report["privacy"]["k"]),
        (&json!(input), &json!(3))
    );
    let rows = bench.get(&format!("/jobs/{job}/rows")).expect(200);
    assert_eq!((&rows["total"], &rows["parts"]), (&json!(6), &json!(1)));
    assert!(!rows["header"].as_array().unwrap().contains(&json!("Nom")));
    let (after, before) = (
        rows["rows"].as_array().unwrap(),
        rows["original_rows"].as_array().unwrap(),
    );
    // Sensitive values are kept, so that they show whether rows are beside their own.
    let place = rows["header"]
        .as_array()
        .unwrap()
        .iter()
        .position(|name| name == "C.E.")
        .unwrap();
    assert!(
        after
            .iter()
            .zip(before)
            .all(|(after, before)| after[place] == before[3])
    );
    let spread = bench.get(&format!("/jobs/{job}/distributions")).expect(200);
    let age = spread
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["name"] == "Age")
        .unwrap();
    assert_eq!(
        (
            age["before"].as_array().unwrap().len(),
            age["after"].as_array().unwrap().len() <= 2
        ),
        (6, true)
    );
    let regions = bench
        .get(&format!("/jobs/{job}/regions?x=CP&y=Age"))
        .expect(200);
    let counted: u64 = regions
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["rows"].as_u64().unwrap())
        .sum();
    assert_eq!(counted, 6);
    assert_eq!(
        bench.get(&format!("/jobs/{job}/lattice")).status,
        404,
        "mondrian has none"
    );
    for (format, word) in [
        ("html", "<!doctype html>"),
        ("md", "# "),
        ("json", "\"privacy\""),
    ] {
        let answer = bench.get(&format!("/jobs/{job}/report?format={format}"));
        assert!(
            answer.status == 200 && answer.text().to_lowercase().contains(word),
            "{format}"
        );
        assert!(
            !answer
                .text()
                .contains(bench.server.folder().to_str().unwrap()),
            "{format}"
        );
    }
    let french = bench
        .get(&format!("/jobs/{job}/report?format=md&lang=fr"))
        .text();
    assert!(french.contains("Le risque avant et après"), "{french}");
    assert_eq!(
        bench.get(&format!("/jobs/{job}/report?format=pdf")).status,
        400
    );
}

/// What the page has, the command line runs: same project, same release.
#[test]
fn the_project_file_is_the_command_lines_own() {
    let bench = Bench::new();
    let id = bench.people();
    let project = bench.project(&id, |it| {
        it["hierarchies"] = json!({ "Age": { "type": "intervals", "width": 5.0 } });
        it["anonymize"]["method"] = json!("mondrian");
        it["pseudonyms"]["method"] = json!("sequential");
    });
    bench
        .send("PUT", &format!("/datasets/{id}/project"), &project)
        .expect(200);
    let text = bench.get(&format!("/datasets/{id}/project.toml")).text();
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("bauta.toml"), &text).unwrap();
    std::fs::write(folder.path().join("people.csv"), PEOPLE).unwrap();
    let loaded = bauta::Project::load(&folder.path().join("bauta.toml")).unwrap();
    assert!(matches!(
        bauta::anonymize(&loaded, &Silent),
        Ok(bauta::Answer::Released(_))
    ));
    let made = bench.job(&id, &json!({ "kind": "anonymize" }));
    let file = bench.get(&format!(
        "/jobs/{}/download?format=csv",
        made["id"].as_str().unwrap()
    ));
    assert_eq!(
        file.bytes,
        std::fs::read(folder.path().join("people-anonymous.csv")).unwrap()
    );
    // And back: the text is taken again, comments and all.
    let changed = format!("# mine\n{}", text.replace("k = 3", "k = 2"));
    let kept = bench.ask(
        "PUT",
        &format!("/datasets/{id}/project.toml"),
        "application/toml",
        changed.as_bytes(),
    );
    assert_eq!(kept.expect(200)["targets"]["k"], 2);
    let wrong = bench.ask(
        "PUT",
        &format!("/datasets/{id}/project.toml"),
        "application/toml",
        b"version = 1\nkk = 2\n",
    );
    assert!(
        wrong.expect(400)["errors"][0]
            .as_str()
            .unwrap()
            .contains("line")
    );
}

#[test]
fn buckets_have_two_tables() {
    let bench = Bench::new();
    let id = bench.people();
    let project = bench.project(&id, |it| {
        it["anonymize"] = json!({ "method": "bucketize" });
        it["targets"] = json!({ "k": 3, "l": 2 });
    });
    let made = bench.job(&id, &json!({ "kind": "anonymize", "project": project }));
    assert_eq!(made["state"], "done", "{made}");
    let job = made["id"].as_str().unwrap();
    let header = |part: usize| {
        let rows = bench
            .get(&format!("/jobs/{job}/rows?part={part}"))
            .expect(200);
        assert_eq!(rows["parts"], 2);
        rows["header"].to_string()
    };
    assert!(header(0).contains("Age") && !header(0).contains("C.E."));
    assert!(header(1).contains("C.E.") && !header(1).contains("Age"));
    assert_eq!(bench.get(&format!("/jobs/{job}/rows?part=2")).status, 404);
    let (one, other) = (
        bench.get(&format!("/jobs/{job}/download?part=0")),
        bench.get(&format!("/jobs/{job}/download?part=1")),
    );
    assert!(one.status == 200 && other.status == 200 && one.bytes != other.bytes);
}

#[test]
fn releases_are_published_below_the_root_only() {
    let around = tempfile::tempdir().unwrap();
    let root = around.path().join("root");
    std::fs::create_dir(&root).unwrap();
    std::fs::write(root.join("people.csv"), PEOPLE).unwrap();
    let bench = Bench::with(&bauta_server::Settings {
        root: Some(root.clone()),
        ..Default::default()
    });
    let id = bench
        .send("POST", "/datasets", &json!({ "path": "people.csv" }))
        .expect(201)["id"]
        .clone();
    let id = id.as_str().unwrap();
    let project = bench.project(id, |_| ());
    let made = bench.job(id, &json!({ "kind": "anonymize", "project": project }));
    let publish = |names: Value, force: bool| {
        let path = format!("/jobs/{}/publish", made["id"].as_str().unwrap());
        bench
            .send("POST", &path, &json!({ "names": names, "force": force }))
            .status
    };
    for wrong in [
        json!(["../out.ods"]),
        json!(["/tmp/out.ods"]),
        json!(["people.csv"]),
        json!(["people.csv#Release"]),
        json!([]),
        json!(["a.ods", "b.ods"]),
    ] {
        assert_eq!(publish(wrong.clone(), true), 400, "{wrong}");
    }
    assert_eq!(publish(json!(["out.ods"]), false), 200);
    assert_eq!(
        publish(json!(["out.ods"]), false),
        400,
        "it is there already"
    );
    assert_eq!(publish(json!(["out.ods"]), true), 200);
    assert_eq!(
        std::fs::read_to_string(root.join("people.csv")).unwrap(),
        PEOPLE
    );
    assert_eq!(std::fs::read_dir(around.path()).unwrap().count(), 1);
    verified(
        &root,
        "copy.ods",
        &std::fs::read(root.join("out.ods")).unwrap(),
        3,
    );
}

#[test]
fn hierarchies_are_proposed_built_and_taken_as_files() {
    let bench = Bench::new();
    let id = bench.people();
    let preview = |body: Value| {
        bench.send(
            "POST",
            &format!("/datasets/{id}/hierarchies/preview"),
            &body,
        )
    };
    let proposed = preview(json!({ "column": "Age" })).expect(200);
    assert_eq!(proposed["spec"]["type"], "intervals");
    assert_eq!(
        (
            proposed["rows"].as_array().unwrap().len(),
            &proposed["levels"][0]["groups"]
        ),
        (6, &json!(6))
    );
    let top = proposed["levels"].as_array().unwrap().last().unwrap();
    assert_eq!(top["labels"][0]["rows"], 6);
    assert_eq!(preview(json!({ "column": "Agee" })).status, 400);
    assert_eq!(
        preview(json!({ "column": "Age", "rows": [["22", "*"]] })).status,
        400,
        "values are lacking"
    );

    let file = bench.get(&format!("/datasets/{id}/hierarchies/CP.csv"));
    assert_eq!(file.status, 200);
    let put = bench
        .ask(
            "PUT",
            &format!("/datasets/{id}/hierarchies/CP.csv"),
            "text/csv",
            &file.bytes,
        )
        .expect(200);
    assert_eq!(put["hierarchies"]["CP"], "CP.csv");
    assert_eq!(
        bench
            .get(&format!("/datasets/{id}/hierarchies/CP.csv"))
            .bytes,
        file.bytes
    );
    let broken = bench.ask(
        "PUT",
        &format!("/datasets/{id}/hierarchies/CP.csv"),
        "text/csv",
        b"18000;*\n",
    );
    assert_eq!(broken.status, 400);
    // A full-domain method takes both, and shows its lattice.
    let project = bench.project(&id, |it| {
        it["hierarchies"] = json!({ "CP": "CP.csv", "Age": proposed["spec"] });
        it["anonymize"] = json!({ "method": "optimal" });
    });
    let made = bench.job(&id, &json!({ "kind": "anonymize", "project": project }));
    assert_eq!(made["state"], "done", "{made}");
    let lattice = bench
        .get(&format!("/jobs/{}/lattice", made["id"].as_str().unwrap()))
        .expect(200);
    assert_eq!(lattice["attributes"], json!(["CP", "Age"]));
    assert_eq!(
        lattice["nodes"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|node| node["chosen"] == true)
            .count(),
        1
    );
}

/// A sheet of a workbook is a place in a file: writing it replaces the file.
#[test]
fn no_sheet_is_published_over_the_data() {
    let around = tempfile::tempdir().unwrap();
    let root = around.path().join("root");
    std::fs::create_dir(&root).unwrap();
    std::fs::write(root.join("people.csv"), PEOPLE).unwrap();
    let bench = Bench::with(&bauta_server::Settings {
        root: Some(root.clone()),
        ..Default::default()
    });
    let open = |path: &str| {
        let opened = bench.send("POST", "/datasets", &json!({ "path": path }));
        opened.expect(201)["id"].as_str().unwrap().to_owned()
    };
    let release = |id: &str| {
        let project = bench.project(id, |_| ());
        let made = bench.job(id, &json!({ "kind": "anonymize", "project": project }));
        made["id"].as_str().unwrap().to_owned()
    };
    let publish = |job: &str, name: &str| {
        let path = format!("/jobs/{job}/publish");
        let asked = json!({ "names": [name], "force": true });
        bench.send("POST", &path, &asked).status
    };
    let locator = |name: &str| -> bauta_formats::Locator {
        root.join(name).display().to_string().parse().unwrap()
    };
    let (options, silent) = (Default::default(), bauta_table::Silent);
    let people = bauta_formats::read(&locator("people.csv"), &options, &silent).unwrap();
    let written = bauta_formats::stage(
        &people.table,
        &locator("base.ods#People"),
        &Default::default(),
        &silent,
    );
    written.unwrap().commit().unwrap();
    let first = release(&open("people.csv"));
    let base = std::fs::read(root.join("base.ods")).unwrap();
    let second = release(&open("base.ods#People"));
    for job in [&first, &second] {
        for name in ["base.ods", "base.ods#Release", "./base.ods#People"] {
            assert_eq!(publish(job, name), 400, "{name}");
        }
    }
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(root.join("base.ods"), root.join("link.ods")).unwrap();
        assert_eq!(publish(&first, "link.ods#x"), 400);
        assert!(root.join("link.ods").is_symlink());
    }
    assert!(std::fs::read(root.join("base.ods")).unwrap() == base);
    assert_eq!(publish(&second, "out.ods#Release"), 200);
}
