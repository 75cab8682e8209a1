//! The guided path: what is known, what judgements amount to, and from answers to a release with its argument.

use serde_json::{Value, json};

use crate::client::Bench;

/// People whose income goes with their age.
pub fn workers(rows: usize) -> String {
    let mut state = 11u64;
    let mut draw = |most: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % most
    };
    let mut text = "age;sex;town;income\n".to_owned();
    for _ in 0..rows {
        let (age, sex, town) = (
            20 + draw(40),
            ["f", "m"][draw(2) as usize],
            ["Lyon", "Bron", "Paris"][draw(3) as usize],
        );
        let income = if age + draw(10) > 42 { "high" } else { "low" };
        text += &format!("{age};{sex};{town};{income}\n");
    }
    text
}

fn opened(bench: &Bench, rows: usize) -> (String, Value) {
    let id = bench
        .upload("workers.csv", workers(rows).as_bytes())
        .expect(201)["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut project = bench.get(&format!("/datasets/{id}/project")).expect(200);
    project["roles"] =
        json!({ "quasi-identifiers": ["age", "sex", "town"], "targets": ["income"] });
    project["targets"] = json!({});
    (id, project)
}

fn advised(bench: &Bench, id: &str, project: &Value, answers: Value) -> (String, Value) {
    let job = bench.job(
        id,
        &json!({ "kind": "advise", "project": project, "options": { "answers": answers } }),
    );
    assert_eq!(job["state"], "done", "{job}");
    let job = job["id"].as_str().unwrap().to_owned();
    let found = bench.get(&format!("/jobs/{job}/result")).expect(200);
    (job, found)
}

#[test]
fn what_is_known_is_told_in_one_language() {
    let bench = Bench::new();
    let [en, fr] =
        ["en", "fr"].map(|language| bench.get(&format!("/advise?lang={language}")).expect(200));
    assert_eq!(
        en["words"][4],
        json!({ "intensity": 5, "word": "strongly" })
    );
    assert_eq!(fr["words"][4]["word"], "fortement");
    assert!(
        en["needs"]
            .as_array()
            .unwrap()
            .contains(&json!("classification")),
        "{}",
        en["needs"]
    );
    for key in [
        "questions",
        "usages",
        "types",
        "criteria",
        "metrics",
        "algorithms",
        "distributions",
    ] {
        let all = en[key].as_array().unwrap();
        assert!(
            !all.is_empty() && all.iter().all(|it| it["label"].is_string()),
            "{key}"
        );
    }
}

#[test]
fn contradicting_judgements_are_told_with_their_causes_and_a_repair() {
    let bench = Bench::new();
    let judged = |ab: f64, ac: f64, bc: f64| {
        let pair = |a: &str, b: &str, intensity: f64| json!({ "parent": "goal", "a": a, "b": b, "intensity": intensity });
        let judgements = [pair("x", "y", ab), pair("x", "z", ac), pair("y", "z", bc)];
        let body = json!({ "hierarchy": { "goal": ["x", "y", "z"] }, "judgements": judgements });
        bench.send("POST", "/advise/weigh", &body).expect(200)
    };
    let fine = judged(2.0, 4.0, 2.0);
    assert_eq!(fine["groups"]["goal"]["consistent"], true);
    assert_eq!(fine["groups"]["goal"]["repairs"], json!([]));
    assert!(
        (fine["global"]["x"].as_f64().unwrap() - 4.0 / 7.0).abs() < 1e-9,
        "{fine}"
    );
    // x before y, y before z, and z far before x.
    let crossed = judged(5.0, 1.0 / 7.0, 5.0);
    let group = &crossed["groups"]["goal"];
    assert_eq!(group["consistent"], false);
    assert!(
        group["ratio"].as_f64().unwrap() > 0.1 && !group["causes"].as_array().unwrap().is_empty(),
        "{group}"
    );
    let mut now = [("x", "y", 5.0), ("x", "z", 1.0 / 7.0), ("y", "z", 5.0)];
    for repair in group["repairs"].as_array().unwrap() {
        let place = now
            .iter()
            .position(|it| repair["a"] == it.0 && repair["b"] == it.1)
            .unwrap();
        now[place].2 = repair["instead"].as_f64().unwrap();
    }
    let mended = judged(now[0].2, now[1].2, now[2].2);
    assert_eq!(mended["groups"]["goal"]["consistent"], true, "{mended}");
    let lacking = json!({ "hierarchy": { "goal": ["x", "y"] }, "judgements": [] });
    assert!(bench.send("POST", "/advise/weigh", &lacking).expect(400)["errors"][0].is_string());
}

#[test]
fn from_answers_to_a_release_that_is_argued_for() {
    let bench = Bench::new();
    let (id, project) = opened(&bench, 400);
    let (advice, found) = advised(
        &bench,
        &id,
        &project,
        json!({ "risk": "20", "usage": "classification" }),
    );
    let text = found.to_string();
    assert!(
        !text.contains("\"fr\"") && found.get("project").is_none() && !text.contains("/tmp"),
        "one language, no places"
    );
    let part = |id: &str| {
        found["context"]["parts"]
            .as_array()
            .unwrap()
            .iter()
            .find(|it| it["id"] == id)
            .unwrap()
            .clone()
    };
    assert_eq!(
        (&part("risk")["origin"], &part("size")["origin"]),
        (&json!("answered"), &json!("deduced"))
    );
    assert!(
        part("size")["reason"].as_str().unwrap().contains("400"),
        "{}",
        part("size")
    );
    assert!(
        found["suggestion"]["weighed"]["leaves"]
            .as_array()
            .unwrap()
            .contains(&json!("usage_need"))
    );

    let picks = found["usual_picks"].clone();
    assert_eq!(picks.as_array().unwrap().len(), 3, "{picks}");
    let run = bench.job(
        &id,
        &json!({ "kind": "measure", "options": { "job": advice, "picked": picks } }),
    );
    assert_eq!(run["state"], "done", "{run}");
    let run = run["id"].as_str().unwrap();
    let measured = bench
        .get(&format!("/jobs/{run}/result?lang=fr"))
        .expect(200)["results"]["measured"]
        .clone();
    let fit: Vec<&Value> = measured
        .as_array()
        .unwrap()
        .iter()
        .filter(|it| it["released"] == true && it["beyond"] == json!([]))
        .collect();
    assert!(
        !fit.is_empty() && fit[0]["score"].is_number() && fit.iter().any(|it| it["pareto"] == true),
        "{measured}"
    );
    let choice = fit[0]["id"].as_str().unwrap();
    let argument = |lang: &str| {
        bench
            .get(&format!(
                "/advise/{run}/argument?choice={choice}&lang={lang}"
            ))
            .expect(200)
    };
    assert!(
        argument("en").to_string().contains("chosen because")
            && argument("fr").to_string().contains("choisi parce que")
    );

    let order = json!({ "kind": "anonymize", "name": "advised", "options": { "job": run, "choice": choice } });
    let made = bench.job(&id, &order);
    assert_eq!(made["state"], "done", "{made}");
    assert_eq!(made["method"], fit[0]["algorithm"]);
    let made = made["id"].as_str().unwrap();
    assert!(
        bench
            .get(&format!("/jobs/{made}/report?format=md"))
            .text()
            .contains("chosen because")
    );
    assert!(
        bench
            .get(&format!("/jobs/{made}/report?format=html&lang=fr"))
            .text()
            .contains("choisi parce que")
    );
    let own = bench.get(&format!("/jobs/{made}/project")).expect(200);
    assert_eq!(
        (&own["targets"]["k"], &own["input"]["data"]),
        (&fit[0]["k"], &json!("workers.csv"))
    );
    assert!(!own.to_string().contains("/tmp"), "{own}");
    assert!(
        bench.get(&format!("/jobs/{made}/result")).expect(200)["privacy"]["k"]
            .as_u64()
            .unwrap()
            >= 5
    );
    // The project that is shown makes the same release again.
    let again = bench.job(&id, &json!({ "kind": "anonymize", "project": own }));
    let table = |job: &str| bench.get(&format!("/jobs/{job}/download?format=csv")).bytes;
    assert_eq!(table(again["id"].as_str().unwrap()), table(made));
}

#[test]
fn a_context_that_nothing_fits_has_reasons_and_relaxations() {
    let bench = Bench::new();
    let (id, project) = opened(&bench, 1200);
    // Optimal searches are for small tables, and nobody else reduces whole columns with a number to predict.
    let answers = json!({
        "usage": { "need": "regression", "target": "age" }, "generalization_type": "subtree", "size": "large"
    });
    let mut project = project;
    project["roles"] = json!({ "quasi-identifiers": ["sex", "town"], "insensitive": ["age"], "targets": ["income"] });
    let (_, found) = advised(&bench, &id, &project, answers);
    assert_eq!(
        found["suggestion"]["suggested"],
        json!([]),
        "{}",
        found["suggestion"]["suggested"]
    );
    let candidates = &found["suggestion"]["candidates"];
    assert!(
        candidates["exclusions"]
            .as_array()
            .unwrap()
            .iter()
            .all(|it| it["reasons"][0].is_string())
    );
    assert!(
        candidates["relaxations"][0]["changes"][0].is_string(),
        "{candidates}"
    );
}

#[test]
fn wrong_answers_and_wrong_orders_are_refused() {
    let bench = Bench::new();
    let (id, project) = opened(&bench, 50);
    let failed = |answers: Value| {
        let job = bench.job(
            &id,
            &json!({ "kind": "advise", "project": project, "options": { "answers": answers } }),
        );
        assert_eq!(job["state"], "failed", "{job}");
        job["errors"].to_string()
    };
    assert!(failed(json!({ "risk": "0" })).contains("above 0"));
    assert!(failed(json!({ "colour": "red" })).contains("colour"));
    let mut without = project.clone();
    without["roles"]["targets"] = json!([]);
    let order = json!({ "kind": "advise", "project": without, "options": { "answers": { "usage": "classification" } } });
    let told = bench.job(&id, &order)["errors"].to_string();
    assert!(
        told.contains("needs a target") && !told.contains("--"),
        "{told}"
    );
    let start = |order: Value| {
        bench
            .send("POST", &format!("/datasets/{id}/jobs"), &order)
            .status
    };
    assert_eq!(
        start(json!({ "kind": "measure", "options": { "picked": ["1"] } })),
        422
    );
    assert_eq!(
        start(json!({ "kind": "measure", "options": { "job": "j99", "picked": ["1"] } })),
        404
    );
    let (advice, _) = advised(&bench, &id, &project, json!({}));
    let odd = bench.job(
        &id,
        &json!({ "kind": "measure", "options": { "job": advice, "picked": ["900"] } }),
    );
    assert!(odd["errors"].to_string().contains("900"), "{odd}");
    assert_eq!(
        start(json!({ "kind": "anonymize", "options": { "job": advice, "choice": "1" } })),
        400,
        "nothing ran"
    );
    assert_eq!(bench.get(&format!("/advise/{advice}/argument")).status, 409);
}
