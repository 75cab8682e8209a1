//! A table is read once: every kind of job runs on what was read when it was opened.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::advise::workers;
use crate::client::Bench;

/// All files below a folder.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths
        .flat_map(|path| {
            if path.is_dir() {
                files(&path)
            } else {
                vec![path]
            }
        })
        .collect()
}

fn result(bench: &Bench, job: &Value) -> Value {
    assert_eq!(job["state"], "done", "{job}");
    let id = job["id"].as_str().unwrap();
    let found = bench.get(&format!("/jobs/{id}/result")).expect(200);
    assert_eq!(found["kind"], job["kind"], "{id}");
    found
}

#[test]
fn every_job_runs_when_the_file_is_gone() {
    let bench = Bench::new();
    let opened = bench.upload("workers.csv", workers(400).as_bytes());
    let id = opened.expect(201)["id"].as_str().unwrap().to_owned();
    let mut project = bench.get(&format!("/datasets/{id}/project")).expect(200);
    project["roles"] = json!({
        "quasi-identifiers": ["age", "sex", "town"], "sensitive": ["income"], "targets": []
    });
    project["targets"] = json!({ "k": 5 });
    let order = |kind: &str, options: Value| json!({ "kind": kind, "project": project, "options": options });

    let uploaded = files(bench.server.folder());
    assert_eq!(uploaded.len(), 1, "{uploaded:?}");
    let before = bench.job(&id, &order("anonymize", json!({})));
    std::fs::remove_file(&uploaded[0]).unwrap();

    let after = bench.job(&id, &order("anonymize", json!({})));
    let [with, without] = [&before, &after].map(|job| {
        let mut found = result(&bench, job);
        found.as_object_mut().unwrap().remove("seconds");
        found
    });
    assert_eq!(with, without);
    let report = |job: &Value| {
        let id = job["id"].as_str().unwrap();
        let text = bench.get(&format!("/jobs/{id}/report?format=json")).json();
        text["input_sha256"].as_str().unwrap().to_owned()
    };
    assert_eq!(report(&before), report(&after));

    let attacks = json!({ "job": after["id"], "attacks": 50 });
    let attacked = result(&bench, &bench.job(&id, &order("attack", attacks)));
    assert_eq!(attacked["rows"], without["rows"]);
    assert!(
        attacked["criteria"].is_object(),
        "the original is compared with: {attacked}"
    );
    assert!(
        files(bench.server.folder()).is_empty(),
        "an attack writes nothing"
    );

    result(&bench, &bench.job(&id, &order("risk", json!({}))));
    let candidates = json!({ "candidates": [{ "method": "mondrian" }, { "method": "datafly" }] });
    result(&bench, &bench.job(&id, &order("compare", candidates)));
    result(&bench, &bench.job(&id, &order("steps", json!({}))));
    let advised = bench.job(&id, &order("advise", json!({})));
    let picks = result(&bench, &advised)["usual_picks"].clone();
    let picked = json!({ "job": advised["id"], "picked": picks });
    let measured = bench.job(&id, &order("measure", picked));
    result(&bench, &measured);
    let chosen = json!({ "kind": "anonymize", "options": { "job": measured["id"] } });
    result(&bench, &bench.job(&id, &chosen));
    let made = bench.job(&id, &order("synthesize", json!({ "k": 20 })));
    result(&bench, &made);
    let trees = json!({ "method": "trees" });
    result(&bench, &bench.job(&id, &order("synthesize", trees)));
    let judged = json!({ "job": made["id"], "attacks": 0 });
    result(&bench, &bench.job(&id, &order("evaluate", judged)));
    let levels = json!({ "levels": [2, 1] });
    result(&bench, &bench.job(&id, &order("study", levels)));
    let explained = json!({ "method": "mondrian", "dataset": id, "rows": 30 });
    bench.send("POST", "/explain", &explained).expect(200);
}

#[test]
fn another_way_of_reading_reads_again() {
    let bench = Bench::new();
    let id = bench.people();
    let project = bench.project(&id, |it| {
        it["input"]["types"] = json!({ "Age": "text" });
    });
    std::fs::remove_file(&files(bench.server.folder())[0]).unwrap();
    let job = bench.job(&id, &json!({ "kind": "risk", "project": project }));
    assert_eq!(job["state"], "failed", "{job}");
    assert!(
        job["errors"].to_string().contains("does not exist"),
        "{job}"
    );
}
