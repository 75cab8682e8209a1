//! Explanations over the wire: on the example, on an open table, in both languages, and what is refused.

use serde_json::json;

use crate::client::Bench;

#[test]
fn methods_are_explained_on_the_example_and_on_an_open_table() {
    let bench = Bench::new();
    let list = bench.get("/explain").expect(200);
    let ids: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card["id"].as_str().unwrap())
        .collect();
    assert!(
        ids.contains(&"datafly") && ids.contains(&"slicing"),
        "{ids:?}"
    );
    let told = bench
        .send("POST", "/explain", &json!({ "method": "datafly" }))
        .expect(200);
    assert_eq!(
        (&told["setting"]["example"], &told["outcome"]["reached"]),
        (&true.into(), &true.into())
    );
    assert_eq!(told["family"]["id"], "table-recoding");
    let french = bench
        .send(
            "POST",
            "/explain?lang=fr",
            &json!({ "method": "datafly", "k": 3 }),
        )
        .expect(200);
    assert!(
        french["setting"]["asked"][0]
            .as_str()
            .unwrap()
            .contains('3'),
        "{}",
        french["setting"]
    );
    assert_ne!(french["words"], told["words"]);

    let id = bench.people();
    let project = bench.project(&id, |_| ());
    bench
        .send("PUT", &format!("/datasets/{id}/project"), &project)
        .expect(200);
    let own = bench
        .send(
            "POST",
            "/explain",
            &json!({ "method": "mondrian", "dataset": id, "rows": 6 }),
        )
        .expect(200);
    assert_eq!(
        (&own["setting"]["rows"], &own["setting"]["data"]),
        (&6.into(), &"people.csv".into())
    );
    let columns = own["steps"][0]["state"]["tables"][0]["columns"].to_string();
    assert!(!columns.contains("Nom"), "names are not shown: {columns}");
}

#[test]
fn what_cannot_be_explained_is_refused_with_its_reason() {
    let bench = Bench::new();
    let told = bench
        .send("POST", "/explain", &json!({ "method": "swap" }))
        .expect(400);
    assert!(
        told["errors"][0]
            .as_str()
            .unwrap()
            .contains("does not explain itself"),
        "{told}"
    );
    bench
        .send(
            "POST",
            "/explain",
            &json!({ "method": "datafly", "dataset": "d99" }),
        )
        .expect(404);
    bench
        .send(
            "POST",
            "/explain",
            &json!({ "method": "datafly", "nonsense": 1 }),
        )
        .expect(422);
}
