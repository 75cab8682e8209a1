//! Fictitious rows: made, watched, drawn again at another level, evaluated, sent.

use serde_json::{Value, json};

use crate::advise::workers;
use crate::client::Bench;

fn opened(bench: &Bench) -> (String, Value) {
    let people = workers(400);
    let named = people.lines().enumerate().map(|(row, line)| match row {
        0 => format!("name;{line}\n"),
        row => format!("P{row:04};{line}\n"),
    });
    let text: String = named.collect();
    let id = bench.upload("workers.csv", text.as_bytes()).expect(201)["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let mut project = bench.get(&format!("/datasets/{id}/project")).expect(200);
    project["roles"] = json!({
        "identifiers": ["name"], "quasi-identifiers": ["age", "sex", "town"], "targets": ["income"]
    });
    (id, project)
}

fn lines(bench: &Bench, job: &str) -> Vec<String> {
    let sent = bench.get(&format!("/jobs/{job}/download?format=csv"));
    assert!(sent.header("content-disposition").contains("synthetic"));
    sent.text().lines().map(str::to_owned).collect()
}

#[test]
fn rows_are_made_drawn_again_at_a_level_and_evaluated() {
    let bench = Bench::new();
    let (id, project) = opened(&bench);
    let options = json!({ "k": 20, "drop": ["name"] });
    let order =
        json!({ "kind": "synthesize", "name": "made", "project": project, "options": options });
    let started = bench
        .send("POST", &format!("/datasets/{id}/jobs"), &order)
        .expect(202)["id"]
        .as_str()
        .unwrap()
        .to_owned();
    let made = bench.events(&started).last().unwrap().1.clone();
    assert_eq!(made["state"], "done", "{made}");
    let falls = |curve: &Value| {
        let points: Vec<f64> = curve
            .as_array()
            .unwrap()
            .iter()
            .map(|point| point[1].as_f64().unwrap())
            .collect();
        points.len() > 10 && points.windows(2).all(|pair| pair[1] <= pair[0])
    };
    assert!(falls(&made["curve"]), "{}", made["curve"]);
    let job = made["id"].as_str().unwrap();
    let told = bench.get(&format!("/jobs/{job}/result")).expect(200);
    assert!(
        told["smallest_cluster"].as_u64().unwrap() >= 20 && !told.to_string().contains("/tmp"),
        "{told}"
    );
    let rows = lines(&bench, job);
    assert_eq!((rows.len(), rows[0].as_str()), (401, "age;sex;town;income"));
    assert_eq!(
        bench
            .get(&format!("/jobs/{job}/download?format=parquet"))
            .bytes[..4],
        *b"PAR1"
    );

    let levels = told["levels"].as_array().unwrap();
    assert!(
        levels.iter().any(|level| level["row_clusters"] == 2),
        "{levels:?}"
    );
    let options = json!({ "job": job, "k": 20, "drop": ["name"], "clusters": 2, "rows": 100 });
    let coarser = bench.job(
        &id,
        &json!({ "kind": "synthesize", "project": project, "options": options }),
    );
    assert_eq!(coarser["state"], "done", "{coarser}");
    assert!(coarser.get("curve").is_none(), "nothing is searched");
    let own = coarser["id"].as_str().unwrap();
    assert_eq!(
        bench.get(&format!("/jobs/{own}/result")).expect(200)["row_clusters"],
        2
    );
    assert_eq!(lines(&bench, own).len(), 101);

    let order =
        json!({ "kind": "evaluate", "project": project, "options": { "job": job, "attacks": 50 } });
    let judged = bench.job(&id, &order);
    assert_eq!(judged["state"], "done", "{judged}");
    let judged = judged["id"].as_str().unwrap();
    let found = bench
        .get(&format!("/jobs/{judged}/result?lang=fr"))
        .expect(200);
    assert_eq!(
        (&found["synthetic"], &found["original"]),
        (&json!("made"), &json!("workers.csv"))
    );
    assert!(
        found["one_way"]["tables"].as_array().unwrap().len() == 4
            && !found.to_string().contains("/tmp")
    );
    assert!(
        bench
            .get(&format!("/jobs/{judged}/report?format=html&lang=fr"))
            .text()
            .contains("table synthétique")
    );
}

#[test]
fn levels_are_evaluated_one_by_one() {
    let bench = Bench::new();
    let (id, project) = opened(&bench);
    let order = json!({ "kind": "study", "project": project, "options": { "levels": [2, 1], "drop": ["name"] } });
    let job = bench.job(&id, &order);
    assert_eq!(job["state"], "done", "{job}");
    let job = job["id"].as_str().unwrap();
    let found = bench.get(&format!("/jobs/{job}/result")).expect(200);
    assert_eq!(
        (&found["rows"], &found["held_out_rows"], &found["original"]),
        (&json!(320), &json!(80), &json!("workers.csv"))
    );
    let levels = found["levels"].as_array().unwrap();
    assert_eq!(levels.last().unwrap()["clusters"], 1);
    assert!(
        levels.iter().all(
            |level| level["attribution"].is_number() && level["tasks"][0]["target"] == "income"
        )
    );
    assert!(found["confusion"]["agreement"].is_number());
    assert!(
        bench
            .get(&format!("/jobs/{job}/report?format=html"))
            .text()
            .contains("<html")
    );
    let none = bench.job(
        &id,
        &json!({ "kind": "study", "project": project, "options": { "drop": ["name"] } }),
    );
    assert_eq!(none["state"], "failed", "{none}");
}

#[test]
fn identifiers_are_refused_and_so_is_what_cannot_be() {
    let bench = Bench::new();
    let (id, project) = opened(&bench);
    let failed = |options: Value, lang: &str| {
        let job = bench.job(
            &id,
            &json!({ "kind": "synthesize", "project": project, "options": options }),
        );
        assert_eq!(job["state"], "failed", "{job}");
        bench
            .get(&format!(
                "/jobs/{}?lang={lang}",
                job["id"].as_str().unwrap()
            ))
            .expect(200)["errors"]
            .to_string()
    };
    let en = failed(json!({}), "en");
    assert!(
        en.contains("is an identifier")
            && en.contains("Columns to leave out")
            && !en.contains("--"),
        "{en}"
    );
    let fr = failed(json!({}), "fr");
    assert!(
        fr.contains("est un identifiant")
            && fr.contains("Colonnes à écarter")
            && !fr.contains("--"),
        "{fr}"
    );
    assert!(failed(json!({ "k": 900, "drop": ["name"] }), "en").contains("fewer than k"));
    let magic = json!({ "kind": "synthesize", "options": { "method": "magic" } });
    let told = bench.send("POST", &format!("/datasets/{id}/jobs"), &magic);
    let told = told.expect(422)["errors"].to_string();
    assert!(
        ["coclusters", "trees", "noisy"].map(|word| told.contains(word)) == [true; 3],
        "{told}"
    );
    let noisy = failed(json!({ "method": "noisy", "drop": ["name"] }), "en");
    assert!(
        noisy.contains("step 3, Hierarchies") && !noisy.contains("--"),
        "{noisy}"
    );
    let start = |order: Value| {
        bench
            .send("POST", &format!("/datasets/{id}/jobs"), &order)
            .status
    };
    assert_eq!(start(json!({ "kind": "evaluate" })), 422);
    let risk = bench.job(&id, &json!({ "kind": "risk", "project": project }));
    assert_eq!(
        start(json!({ "kind": "evaluate", "options": { "job": risk["id"] } })),
        409
    );
}

#[test]
fn trees_keep_people_out_for_the_evaluation() {
    let bench = Bench::new();
    let (id, project) = opened(&bench);
    let options = json!({ "method": "trees", "drop": ["name"], "keep_out": true });
    let made = bench.job(
        &id,
        &json!({ "kind": "synthesize", "project": project, "options": options }),
    );
    assert_eq!(made["state"], "done", "{made}");
    let told = bench
        .get(&format!(
            "/jobs/{}/result?lang=fr",
            made["id"].as_str().unwrap()
        ))
        .expect(200);
    assert_eq!(
        (&told["held_out_rows"], &told["original_rows"]),
        (&json!(80), &json!(320))
    );
    let order = json!({ "kind": "evaluate", "project": project, "options": { "job": made["id"], "attacks": 0 } });
    let judged = bench.job(&id, &order);
    let found = bench
        .get(&format!("/jobs/{}/result", judged["id"].as_str().unwrap()))
        .expect(200);
    assert_eq!(
        (&found["original_rows"], &found["held_out_rows"]),
        (&json!(320), &json!(80)),
        "{found}"
    );
    assert!(
        !found["notes"].to_string().contains("the same people"),
        "nobody is his own control"
    );
    assert!(found["distances"]["held_out"].is_object() && found.get("criteria").is_none());
}
