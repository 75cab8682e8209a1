//! `bauta risk`: the document, the words in both languages, bad input.

use serde_json::Value;

use crate::support::Folder;

/// Ten people: three classes of three, and somebody alone; weights, households, one missing age.
const SURVEY: &str = "age,sex,illness,w,home\n20,m,a,10,1\n20,m,b,20,1\n20,m,c,30,2\n30,f,a,10,2\n30,f,b,10,3\n30,f,c,5,3\n40,m,a,2,4\n40,m,a,2,4\n40,m,a,2,5\n90,f,zz,4,5\n";

const ROLES: &str = "--qi age,sex --sensitive illness";

fn survey() -> Folder {
    Folder::new().with("s.csv", SURVEY)
}

fn number(found: &Value, path: &str) -> f64 {
    let at = path.split(' ').fold(found, |value, key| {
        value
            .get(key)
            .unwrap_or_else(|| panic!("no {path} in {found:#}"))
    });
    at.as_f64().unwrap_or_else(|| panic!("{path} is {at}"))
}

#[test]
fn the_document_has_every_name_of_the_contract() {
    let found = survey()
        .run(&format!("risk s.csv {ROLES} --target-k 3 --json"))
        .ok()
        .json();
    let wanted = [
        ("rows", 10.0),
        ("suppressed_rows", 0.0),
        ("classes", 4.0),
        ("privacy k", 1.0),
        ("privacy l illness", 1.0),
        ("risk prosecutor max", 1.0),
        ("risk prosecutor mean", 0.4),
        ("risk marketer", 0.4),
        ("utility discernibility", 28.0),
        ("quick_estimate product", 6.0),
        ("quick_estimate per_attribute sex", 2.0),
        ("uniques", 1.0),
        ("nonconforming classes", 2.0),
        ("nonconforming rows", 4.0),
        ("outlier_rows", 1.0),
    ];
    for (path, wanted) in wanted {
        assert!(
            (number(&found, path) - wanted).abs() < 1e-12,
            "{path} in {found:#}"
        );
    }
    for stage in ["read", "search", "apply", "verify", "write"] {
        number(&found, &format!("seconds {stage}"));
    }
    assert_eq!(found["quick_estimate"]["reading"], "high");
    assert!(
        found["risk"].get("journalist").is_none(),
        "nothing is known of the population"
    );
    let outlier = &found["outliers"][0];
    assert_eq!(
        (&outlier["row"], &outlier["attributes"]),
        (&Value::from(10), &serde_json::json!(["age"]))
    );
    assert!(outlier.get("values").is_none());
}

#[test]
fn values_are_told_on_request_only() {
    let folder = survey();
    for line in [
        "risk s.csv --qi sex,illness --json",
        "risk s.csv --qi sex,illness",
    ] {
        let run = folder.run(line).ok();
        assert!(!run.out.contains("zz") && !run.err.contains("zz"), "{run}");
        assert!(
            folder
                .run(&format!("{line} --show-values"))
                .ok()
                .out
                .contains("zz")
        );
    }
}

#[test]
fn weights_a_fraction_a_size_and_a_table_say_how_large_classes_are() {
    let folder = survey().with("all.csv", SURVEY.to_owned() + "20,m,x,1,9\n50,f,x,1,9\n");
    let with = |more: &str| {
        folder
            .run(&format!("risk s.csv {ROLES} {more} --json"))
            .ok()
            .json()
    };
    let weights = with("--weight w --household home");
    assert!(
        (number(&weights, "risk expected_matches total") - (3.0 / 60.0 + 3.0 / 25.0 + 0.5 + 0.25))
            .abs()
            < 1e-12
    );
    assert_eq!(
        (
            number(&weights, "risk journalist max"),
            number(&weights, "population size")
        ),
        (0.25, 95.0)
    );
    assert_eq!(weights["risk"]["household"]["of"], "individual");
    assert!(
        number(&weights, "risk individual max") > 0.25
            && number(&weights, "risk household max") <= 1.0
    );
    let fraction = with("--sampling-fraction 0.1");
    assert!((number(&fraction, "risk journalist max") - 0.1).abs() < 1e-12);
    assert!(number(&fraction, "population uniqueness share") <= 0.1);
    let size = with("--population 1000");
    assert_eq!(
        (
            &size["population"]["source"],
            number(&size, "population size")
        ),
        (&Value::from("model"), 1000.0)
    );
    let table = with("--population all.csv");
    assert_eq!(number(&table, "population smallest_class"), 1.0);
    assert!(
        (number(&table, "population uniqueness share") - 2.0 / 12.0).abs() < 1e-12,
        "two of twelve are alone"
    );
    assert_eq!(table["population"]["uniqueness"]["chosen"], "exact");
}

#[test]
fn sampling_is_told_to_be_no_guarantee() {
    let run = survey().run(&format!("risk s.csv {ROLES} --weight w")).ok();
    let run = run.says(&[
        "3 rows (33.3 %) share their \"illness\"",
        "who was drawn",
        "took part",
    ]);
    assert!(
        !survey()
            .run(&format!("risk s.csv {ROLES}"))
            .ok()
            .err
            .contains("sampling"),
        "{run}"
    );
}

#[test]
fn the_verdict_comes_first_in_both_languages() {
    let folder = survey();
    let english = folder
        .run(&format!("risk s.csv {ROLES} --weight w --household home"))
        .ok();
    assert!(english.out.starts_with("HIGH RISK"), "{english}");
    for part in [
        "k: 1 (bad)",
        "prosecutor, 1/x",
        "journalist, 1/X",
        "Without one quasi-identifier",
        "SUDA2",
        "█",
    ] {
        assert!(english.out.contains(part), "{part}\n{english}");
    }
    let french = folder
        .run(&format!(
            "risk s.csv {ROLES} --weight w --household home --lang fr"
        ))
        .ok();
    assert!(french.out.starts_with("RISQUE ÉLEVÉ"), "{french}");
    for part in [
        "k : 1 (mauvais)",
        "procureur",
        "journaliste",
        "ménage",
        "réduisez d'abord « age »",
        "d'après les poids",
    ] {
        assert!(french.out.contains(part), "{part}\n{french}");
    }
    for english in ["rows", "risk", "alone", "class "] {
        assert!(
            !french.out.contains(english) && !french.err.contains(english),
            "{english}\n{french}"
        );
    }
}

#[test]
fn records_are_written_without_values() {
    let folder = survey();
    folder
        .run(&format!(
            "risk s.csv {ROLES} --weight w --household home --records r.csv"
        ))
        .ok();
    let rows = folder.cells("r.csv");
    assert_eq!(rows[0][..3], ["row", "class_rows", "prosecutor_risk"]);
    assert_eq!(
        (
            rows.len(),
            rows[0].len(),
            rows[10][0].as_str(),
            rows[10][1].as_str()
        ),
        (11, 9, "10", "1")
    );
    assert!(!folder.text("r.csv").contains("zz"));
    folder
        .run(&format!("risk s.csv {ROLES} --records r.csv"))
        .exits(2)
        .says(&["exists already"]);
    folder
        .run(&format!("risk s.csv {ROLES} --records s.csv --force"))
        .exits(2);
}

#[test]
fn bad_weights_are_told_with_their_rows() {
    let folder = Folder::new()
        .with("z.csv", "q,w\na,0\na,-2\nb,3\nb,\n")
        .with("t.csv", "q,w\na,x\nb,y\n")
        .with("m.csv", "q,w\na,0.1\nb,0.2\n");
    let zero = folder.run("risk z.csv --qi q --weight w").exits(2);
    let zero = zero.says(&[
        "missing in 1 rows, first in data row 4",
        "zero or negative in 2 rows, first in data row 1",
    ]);
    assert_eq!(zero.errors().len(), 2);
    folder
        .run("risk t.csv --qi q --weight w")
        .exits(2)
        .says(&["are no numbers"]);
    folder
        .run("risk m.csv --qi q --weight w")
        .exits(2)
        .says(&["less than the number of rows"]);
    folder
        .run("risk m.csv --qi q --weight v")
        .exits(2)
        .says(&["there is no attribute \"v\""]);
    let french = folder
        .run("risk z.csv --qi q --weight w --lang fr")
        .exits(2);
    french.says(&["manquent à 1 lignes", "sont nuls ou négatifs à 2 lignes"]);
}

#[test]
fn bad_populations_are_refused() {
    let folder = survey()
        .with("few.csv", "age,sex\n20,m\n")
        .with("other.csv", "age,sex\n".to_owned() + &"20,m\n".repeat(12));
    let refused = |more: &str, part: &str| {
        folder
            .run(&format!("risk s.csv {ROLES} {more}"))
            .exits(2)
            .says(&[part]);
    };
    refused(
        "--population 9",
        "smaller than the table, which has 10 rows",
    );
    refused("--population few.csv", "fewer than the 10");
    refused("--population other.csv", "3 classes, of 7 rows in all");
    refused("--sampling-fraction 0", "above 0 and at most 1");
    refused("--sampling-fraction 1.5", "above 0 and at most 1");
    refused("--sampling-fraction -0.5", "above 0 and at most 1");
    refused(
        "--sampling-fraction 0.5 --population 20",
        "give one of them",
    );
    refused("--weight w --population other.csv", "give one of them");
    refused("--household house", "there is no attribute \"house\"");
    refused("--target-k 0", "target-k is 0");
    folder
        .run("risk s.csv")
        .exits(2)
        .says(&["needs at least one quasi-identifier"]);
}

#[test]
fn an_attribute_that_differs_in_every_row_is_told() {
    let folder = Folder::new().with("i.csv", "id,q,s\n1,a,x\n2,a,y\n3,b,z\n");
    folder
        .run("risk i.csv --qi id,q --sensitive s")
        .ok()
        .says(&[
            "\"id\" differs in every row: probably an identifier",
            "\"s\" differs in every row: its diversity says nothing",
        ]);
    let missing = Folder::new()
        .with("m.csv", "q,r\na,1\n,1\nb,2\n")
        .run("risk m.csv --qi q,r")
        .ok();
    missing.says(&["\"q\" is missing in 1 rows"]);
}
