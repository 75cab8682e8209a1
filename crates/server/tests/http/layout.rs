//! Files that are no table: their faults at their cells; and requests that are none.

use bauta_server::Settings;
use serde_json::{Value, json};

use crate::client::Bench;

#[test]
fn a_refused_file_comes_back_with_its_faults_at_their_cells() {
    let bench = Bench::new();
    let text = "name;;age;age\nAnn;x;20;1\nsecret;x;21;2;3;4\n";
    let refused = bench.upload("people.csv", text.as_bytes()).expect(400);
    let sheet = &refused["sheet"];
    assert_eq!(sheet["name"], Value::Null);
    assert_eq!(
        sheet["rows"][2]["cells"],
        json!(["secret", "x", "21", "2", "3", "4"])
    );
    let marks: Vec<(u64, u64)> = sheet["marks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mark| {
            (
                mark["row"].as_u64().unwrap(),
                mark["column"].as_u64().unwrap(),
            )
        })
        .collect();
    assert_eq!(marks, [(1, 1), (1, 2), (1, 3)]);
    assert_eq!(
        (
            &refused["faults"][0]["row"],
            &refused["faults"][0]["column"]
        ),
        (&json!(1), &json!("B"))
    );
    assert!(
        !refused["errors"].to_string().contains("secret"),
        "messages hold no cell"
    );
    assert!(
        !refused["faults"].to_string().contains("secret"),
        "messages hold no cell"
    );
    assert_eq!(
        bench.get("/datasets").expect(200),
        json!([]),
        "nothing is open"
    );
}

#[test]
fn rows_of_another_length_are_marked_where_they_differ() {
    let bench = Bench::new();
    let refused = bench
        .upload("people.csv", b"name;age\nAnn;20\nBob;21;3;4\n")
        .expect(400);
    assert_eq!(
        refused["sheet"]["marks"],
        json!([{ "fault": 0, "row": 3, "column": 2, "rows": 1, "columns": 2 }])
    );
    let broken = bench
        .upload("people.ods", b"no workbook at all")
        .expect(400);
    assert!(broken.get("sheet").is_none(), "{broken}");
}

#[test]
fn a_bad_query_is_a_problem_like_others() {
    let bench = Bench::new();
    let id = bench.people();
    let wrong = bench
        .get(&format!("/datasets/{id}/rows?from=first"))
        .expect(400);
    assert!(
        wrong["errors"][0].as_str().unwrap().contains("from"),
        "{wrong}"
    );
    assert!(bench.get("/jobs/j1/regions?x=only").expect(400)["errors"].is_array());
}

#[test]
fn where_nothing_can_be_proposed_the_values_stand_by_themselves() {
    let bench = Bench::new();
    let text = "town;age\nLyon;20\nBron;30\nParis;40\n;50\n";
    let id = bench.upload("towns.csv", text.as_bytes()).expect(201)["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let shown = bench.send(
        "POST",
        &format!("/datasets/{id}/hierarchies/preview"),
        &json!({ "column": "town" }),
    );
    let shown = shown.expect(200);
    assert_eq!(shown["spec"], Value::Null);
    assert!(
        shown["rows"]
            .as_array()
            .unwrap()
            .contains(&json!(["Lyon", "*"])),
        "{shown}"
    );
}

#[test]
fn sentences_name_places_of_the_page_instead_of_flags() {
    let bench = Bench::new();
    let id = bench.people();
    let project = bench.project(&id, |project| {
        project["anonymize"]["method"] = json!("optimal");
        project["hierarchies"] = json!({});
    });
    let job = bench.job(&id, &json!({ "kind": "anonymize", "project": project }));
    let told = job["errors"].to_string();
    assert!(
        told.contains("step 3, Hierarchies") && !told.contains("--"),
        "{told}"
    );
}

/// Each of its tables would name a file that the page has no business with.
#[test]
fn a_project_of_several_tables_is_refused() {
    let bench = Bench::new();
    let id = bench.people();
    let project = bench.project(&id, |project| {
        project["tables"] = json!([{ "name": "other", "data": "/etc/passwd" }]);
    });
    let order = json!({ "kind": "risk", "project": project });
    let told = bench
        .send("POST", &format!("/datasets/{id}/jobs"), &order)
        .expect(400);
    assert!(
        told["errors"][0]
            .as_str()
            .unwrap()
            .contains("several tables"),
        "{told}"
    );
}

#[test]
fn the_models_and_a_population_make_a_request() {
    let bench = Bench::new();
    let models = bench.get("/models?lang=fr").expect(200);
    assert!(
        models
            .as_array()
            .unwrap()
            .iter()
            .any(|model| model["id"] == "delta-presence")
    );
    let id = bench.people();
    let text = crate::client::PEOPLE.as_bytes();
    let path = format!("/datasets/{id}/population/all.csv");
    let taken = bench
        .ask("PUT", &path, "application/octet-stream", text)
        .expect(200);
    assert_eq!(
        (&taken["name"], &taken["rows"]),
        (&json!("all.csv"), &json!(6))
    );
    let project = bench.project(&id, |project| {
        project["targets"] = json!({ "k-map": 2, "population": "all.csv" });
        let (post, age) = (
            json!({ "type": "masking", "from": "right" }),
            json!({ "type": "intervals", "widths": [10, 20] }),
        );
        project["hierarchies"] = json!({ "CP": post, "Age": age });
        project["anonymize"]["method"] = json!("datafly");
    });
    let job = bench.job(&id, &json!({ "kind": "anonymize", "project": project }));
    assert_eq!(job["state"], "done", "{job}");
    let bad = bench
        .ask("PUT", &path, "application/octet-stream", b"a;a\n1;2\n")
        .expect(400);
    assert!(bad["errors"].is_array());
}

#[test]
fn the_oldest_release_goes_when_memory_is_short_and_that_is_said() {
    let bench = Bench::with(&Settings {
        held_bytes: 100,
        ..Settings::default()
    });
    let id = bench.people();
    let project = bench.project(&id, |project| {
        project["anonymize"]["method"] = json!("mondrian");
    });
    let order = json!({ "kind": "anonymize", "project": project });
    let first = bench.job(&id, &order)["id"].as_str().unwrap().to_owned();
    assert_eq!(
        bench.get(&format!("/jobs/{first}")).expect(200)["state"],
        "done",
        "one always stays"
    );
    let second = bench.job(&id, &order)["id"].as_str().unwrap().to_owned();
    // The worker gives the older one up right after it has told the end of the newer.
    let state = || bench.get(&format!("/jobs/{first}")).expect(200)["state"].clone();
    while state() != "dropped" {
        std::thread::yield_now();
    }
    let told = bench
        .get(&format!("/jobs/{first}/result?lang=fr"))
        .expect(409);
    assert!(
        told["errors"][0]
            .as_str()
            .unwrap()
            .contains("faire place en mémoire"),
        "{told}"
    );
    bench.get(&format!("/jobs/{second}/result")).expect(200);
    assert_eq!(
        bench
            .send("DELETE", &format!("/jobs/{first}"), &json!({}))
            .status,
        200
    );
}
