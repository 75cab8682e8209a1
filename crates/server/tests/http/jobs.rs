//! Jobs: their answers, their events, and how they are stopped.

use serde_json::json;

use crate::client::Bench;

#[test]
fn what_cannot_be_reached_is_an_answer() {
    let bench = Bench::new();
    let id = bench.people();
    let project = bench.project(&id, |it| {
        it["targets"] = json!({ "k": 3, "entropy-l": 4.9 });
    });
    let made = bench.job(&id, &json!({ "kind": "anonymize", "project": project }));
    assert_eq!(made["state"], "unreachable", "{made}");
    let job = made["id"].as_str().unwrap();
    assert!(
        bench.get(&format!("/jobs/{job}/result")).expect(200)["nearest_miss"]["advice"].is_string()
    );
    let english = bench.get(&format!("/jobs/{job}/result")).expect(200)["nearest_miss"].clone();
    assert_ne!(
        bench
            .get(&format!("/jobs/{job}/result?lang=fr"))
            .expect(200)["nearest_miss"],
        english
    );
    for path in ["rows", "distributions"] {
        assert_eq!(bench.get(&format!("/jobs/{job}/{path}")).status, 409);
    }
    assert_eq!(bench.get(&format!("/jobs/{job}/download")).status, 404);
    assert_eq!(bench.get(&format!("/jobs/{job}/report")).status, 200);
}

#[test]
fn a_wrong_request_fails_with_everything_that_is_wrong() {
    let bench = Bench::new();
    let id = bench.people();
    let project = bench.project(&id, |it| {
        it["roles"]["quasi-identifiers"] = json!(["CP", "Agee"]);
        it["targets"]["k"] = json!(0);
    });
    let made = bench.job(&id, &json!({ "kind": "anonymize", "project": project }));
    assert_eq!(made["state"], "failed");
    assert_eq!(made["errors"].as_array().unwrap().len(), 2, "{made}");
    let columns: Vec<_> = made["faults"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|it| it["column"].as_str())
        .collect();
    assert_eq!(columns, ["Agee"]);
    let job = made["id"].as_str().unwrap();
    assert_eq!(bench.get(&format!("/jobs/{job}/result")).status, 409);
    let french = bench.get(&format!("/jobs/{job}?lang=fr")).expect(200);
    assert_ne!(french["errors"], made["errors"]);
    let start = |body| {
        bench
            .send("POST", &format!("/datasets/{id}/jobs"), &body)
            .status
    };
    assert_eq!(start(json!({ "kind": "magic" })), 422);
    let told = bench
        .send(
            "POST",
            &format!("/datasets/{id}/jobs"),
            &json!({ "kind": "magic" }),
        )
        .json();
    assert!(told["errors"][0].is_string(), "{told}");
    for odd in [
        json!({ "kind": "risk", "project": { "version": "one" } }),
        json!({ "kind": "risk", "options": { "wait": 3 } }),
        json!({ "kind": "risk", "proyect": project }),
        json!({ "kind": "attack" }),
        json!({ "kind": "attack", "options": { "attacks": 3 } }),
        json!({ "kind": "steps", "options": { "wait": 3 } }),
    ] {
        assert_eq!(start(odd.clone()), 422, "{odd}");
    }
}

#[test]
fn events_tell_the_present_state_first_however_often_one_looks() {
    let bench = Bench::new();
    let id = bench.people();
    let project = bench.project(&id, |_| ());
    let order = json!({ "kind": "anonymize", "project": project });
    let started = bench
        .send("POST", &format!("/datasets/{id}/jobs"), &order)
        .expect(202);
    let job = started["id"].as_str().unwrap();
    let first = bench.events(job);
    assert_eq!(first[0].0, "state");
    assert_eq!(first.last().unwrap().1["state"], "done");
    // A page that is loaded again finds the job in the list, and one event that says all.
    let again = bench.events(job);
    assert_eq!(
        (again.len(), again[0].0.as_str(), &again[0].1["state"]),
        (1, "state", &json!("done"))
    );
    assert_eq!(bench.get("/jobs").expect(200)[0]["id"], job);
    // An ended job is forgotten when it is deleted.
    assert_eq!(
        bench.ask("DELETE", &format!("/jobs/{job}"), "", b"").status,
        200
    );
    assert_eq!(bench.get(&format!("/jobs/{job}")).status, 404);
}

#[test]
fn several_candidates_are_kept_compared_and_attacked() {
    let bench = Bench::new();
    let id = bench.people();
    let make = |k: u64| {
        let project = bench.project(&id, |it| it["targets"] = json!({ "k": k }));
        bench.job(
            &id,
            &json!({ "kind": "anonymize", "project": project, "name": format!("k = {k}") }),
        )
    };
    let (two, three) = (make(2), make(3));
    let k = |job: &serde_json::Value| {
        bench
            .get(&format!("/jobs/{}/result", job["id"].as_str().unwrap()))
            .expect(200)["privacy"]["k"]
            .clone()
    };
    assert!(k(&two).as_u64().unwrap() >= 2 && k(&three).as_u64().unwrap() >= 3);
    let asked = bench
        .get(&format!("/jobs/{}/project", three["id"].as_str().unwrap()))
        .expect(200);
    assert_eq!(asked["targets"]["k"], 3);

    let project = bench.project(&id, |_| ());
    let options =
        json!({ "candidates": [{ "method": "mondrian" }, { "method": "k-member", "k": 2 }] });
    let compared = bench.job(
        &id,
        &json!({ "kind": "compare", "project": project, "options": options }),
    );
    assert_eq!(compared["state"], "done", "{compared}");
    let found = bench
        .get(&format!(
            "/jobs/{}/result",
            compared["id"].as_str().unwrap()
        ))
        .expect(200);
    assert_eq!(found["candidates"].as_array().unwrap().len(), 2);

    let stepped = bench.project(&id, |it| {
        it["steps"] = json!([{ "method": "suppress", "parameters": { "scope": "attributes", "attributes": "CP" } }]);
    });
    let walked = bench.job(&id, &json!({ "kind": "steps", "project": stepped }));
    assert_eq!(walked["state"], "done", "{walked}");
    let found = bench
        .get(&format!("/jobs/{}/result", walked["id"].as_str().unwrap()))
        .expect(200);
    assert_eq!(
        (&found["input"], found["steps"].as_array().unwrap().len()),
        (&json!("people.csv"), 1)
    );

    let order = json!({ "kind": "attack", "project": project, "options": { "job": three["id"], "attacks": 50 } });
    let attacked = bench.job(&id, &order);
    assert_eq!(attacked["state"], "done", "{attacked}");
    let found = bench
        .get(&format!(
            "/jobs/{}/result",
            attacked["id"].as_str().unwrap()
        ))
        .expect(200);
    assert_eq!(found["rows"], 6);
    assert!(!found["explained"].as_array().unwrap().is_empty());
}

/// A table on which clusters take long.
fn large() -> String {
    let mut state = 7u64;
    let mut draw = |most: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut text = "A;B;C;D;E;F;G;H\n".to_owned();
    for _ in 0..60_000 {
        let cells: Vec<String> = (0..8).map(|_| draw(500).to_string()).collect();
        text += &(cells.join(";") + "\n");
    }
    text
}

#[test]
fn long_jobs_are_stopped_waiting_or_running() {
    let bench = Bench::new();
    let opened = bench.upload("large.csv", large().as_bytes()).expect(201);
    let id = opened["id"].as_str().unwrap();
    let mut project = bench.get(&format!("/datasets/{id}/project")).expect(200);
    project["roles"] = json!({ "quasi-identifiers": ["A", "B", "C", "D", "E", "F", "G", "H"] });
    project["targets"] = json!({ "k": 50 });
    project["anonymize"] = json!({ "method": "k-member" });
    let order = json!({ "kind": "anonymize", "project": project });
    let start = || {
        bench
            .send("POST", &format!("/datasets/{id}/jobs"), &order)
            .expect(202)["id"]
            .as_str()
            .unwrap()
            .to_owned()
    };
    // Two run at once; the third waits.
    let jobs: Vec<String> = (0..3).map(|_| start()).collect();
    assert_eq!(
        bench.get(&format!("/jobs/{}", jobs[2])).expect(200)["state"],
        "queued"
    );
    for job in jobs.iter().rev() {
        assert_eq!(
            bench.ask("DELETE", &format!("/jobs/{job}"), "", b"").status,
            200
        );
    }
    for job in &jobs {
        let events = bench.events(job);
        assert_eq!(events.last().unwrap().1["state"], "cancelled");
        assert_eq!(bench.get(&format!("/jobs/{job}/result")).status, 409);
    }
    // The workers go on.
    let risk = bench.job(id, &json!({ "kind": "risk", "project": project }));
    assert_eq!(risk["state"], "done", "{risk}");
}
