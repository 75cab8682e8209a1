//! `bauta graph`: from file to file, in both languages, and what is refused.

use crate::support::Folder;

const GRAPH: &str = include_str!("../../../../examples/graph/hospital.ttl");
const CONTEXT: &str = include_str!("../../../../examples/graph/context.toml");

fn hospital() -> Folder {
    Folder::new()
        .with("hospital.ttl", GRAPH)
        .with("context.toml", CONTEXT)
}

const RUN: &str = "graph anonymize hospital.ttl --context context.toml";

#[test]
fn the_example_is_released_in_every_format() {
    for output in [
        "out.ttl",
        "out.nt.zst",
        "out.rdf",
        "out.jsonld.gz",
        "out.trig",
        "out.nq",
    ] {
        let folder = hospital();
        let found = folder
            .run(&format!("{RUN} -o {output} --json --seed 1"))
            .ok()
            .json();
        assert_eq!(
            (found["released"].as_bool(), found["entities"].as_u64()),
            (Some(true), Some(12))
        );
        assert!(found["k"].as_u64().unwrap() >= 3);
        assert!(found["max_posterior"]["suffersFrom"].as_f64().unwrap() <= 0.6);
        assert_eq!(found["renamed"], serde_json::json!([12, 1]));
        let evaluated = folder
            .run(&format!(
                "graph evaluate {output} --original hospital.ttl --context context.toml --json"
            ))
            .ok()
            .json();
        assert_eq!(evaluated["entities"], serde_json::json!([12, 12]));
        assert!(evaluated["attack"]["fewest_candidates"].as_u64().unwrap() >= 3);
    }
}

#[test]
fn nobody_is_named_in_the_release() {
    let folder = hospital();
    folder
        .run(&format!(
            "{RUN} -o out.nt --updates audit.ru --report report.html --seed 1"
        ))
        .ok();
    let text = folder.text("out.nt");
    for word in [
        "anna>",
        "bela",
        "Alba",
        "suffersFrom> <http://hospital.example/Flu>",
    ] {
        assert!(!text.contains(word), "{word}");
    }
    assert!(text.contains("inGroup") && text.contains("cardinality"));
    assert!(folder.text("audit.ru").contains("DELETE"));
    let report = folder.text("report.html");
    assert!(report.contains("Everything asked for holds") && !report.contains("Alba"));
    folder
        .run(&format!("{RUN} -o out.nt --lang fr"))
        .exits(2)
        .says(&["existe"]);
    let french = folder
        .run(&format!("{RUN} -o fr.nt --report fr.html --lang fr"))
        .ok();
    assert!(
        french
            .out
            .contains("chaque entité est semblable à au moins 2 autres"),
        "{}",
        french.out
    );
    assert!(
        folder
            .text("fr.html")
            .contains("Tout ce qui est demandé tient")
    );
}

#[test]
fn the_seed_repeats_a_release_and_no_seed_does_not() {
    let folder = hospital();
    for output in ["a.nt", "b.nt"] {
        folder.run(&format!("{RUN} -o {output} --seed 4")).ok();
    }
    assert_eq!(folder.bytes("a.nt"), folder.bytes("b.nt"));
    for output in ["c.nt", "d.nt"] {
        folder.run(&format!("{RUN} -o {output}")).ok();
    }
    assert_ne!(folder.bytes("c.nt"), folder.bytes("d.nt"));
}

#[test]
fn what_cannot_be_had_is_an_answer() {
    let strict = CONTEXT.replace("max-posterior = 0.6", "max-posterior = 0.01");
    let folder = Folder::new()
        .with("hospital.ttl", GRAPH)
        .with("context.toml", strict);
    let run = folder.run(&format!("{RUN} -o out.nt")).exits(1);
    assert!(
        run.out
            .contains("all 6 values of \"suffersFrom\" in one group"),
        "{}",
        run.out
    );
    assert_eq!(folder.names(), ["context.toml", "hospital.ttl"]);
    let told = folder.run(&format!("{RUN} -o out.nt --lang fr")).exits(1);
    assert!(
        told.out
            .contains("les 6 valeurs de « suffersFrom » en un seul groupe"),
        "{}",
        told.out
    );
}

#[test]
fn a_link_from_which_a_hidden_one_follows_is_left_out() {
    let graph =
        format!("{GRAPH}h:suffersFrom owl:inverseOf h:affects . h:Flu h:affects p:anna .\n");
    let folder = Folder::new()
        .with("hospital.ttl", graph)
        .with("context.toml", CONTEXT);
    let run = folder.run(&format!("{RUN} -o out.nt")).ok();
    assert!(
        run.err
            .contains("1 triple is left out, as a protected triple follows from it"),
        "{}",
        run.err
    );
    assert!(!folder.text("out.nt").contains("affects> _:"));
}

/// A release that names nobody by graphs and tells what was left out, in both languages.
#[test]
fn what_is_left_out_is_told() {
    let folder = hospital();
    let run = folder.run(&format!("{RUN} -o out.nt")).ok();
    // Twelve doctors, a file and an X-ray.
    assert!(
        run.err
            .contains("triples of entities are left out, as their properties are not declared"),
        "{}",
        run.err
    );
    assert!(!folder.text("out.nt").contains("treatedBy"));
    let run = folder
        .run(&format!("{RUN} -o out.nt --force --lang fr"))
        .ok();
    assert!(
        run.err.contains("leurs propriétés n'étant pas déclarées"),
        "{}",
        run.err
    );
    assert!(
        run.out
            .contains("aucun triplet d'une entité n'a de propriété non déclarée"),
        "{}",
        run.out
    );
    let open = CONTEXT.replacen("version = 1", "version = 1\nothers = \"open\"", 1);
    let folder = folder.with("context.toml", open);
    let run = folder.run(&format!("{RUN} -o out.nt --force")).ok();
    // Anna has a file and Bela an X-ray; everybody else shares a doctor.
    assert!(
        run.err
            .contains("about, treatedBy; 2 of 12 entities are the only ones"),
        "{}",
        run.err
    );
    assert!(folder.text("out.nt").contains("treatedBy"));
}

#[test]
fn all_that_is_wrong_is_told_by_its_place() {
    let folder = hospital().with(
        "bad.nt",
        "<http://a> <http://b> .\n<http://a> <http://b> <http://c> .\n",
    );
    folder
        .run("graph anonymize bad.nt --context context.toml -o out.nt")
        .exits(2)
        .says(&["bad.nt, line 1, column"]);
    folder
        .run("graph anonymize bad.nt --context context.toml -o out.nt --lang fr")
        .exits(2)
        .says(&["bad.nt, ligne 1, colonne"]);
    folder
        .run("graph anonymize bad.nt --lenient --context context.toml -o out.nt")
        .exits(2)
        .says(&["no instance of \"h:Patient\"", "\"h:zip\" does not occur"]);
    folder
        .run("graph anonymize absent.nt --context context.toml -o out.nt")
        .exits(3);
    folder
        .run("graph anonymize hospital.ttl --context absent.toml -o out.nt")
        .exits(3);
    folder
        .run("graph anonymize hospital.ttl --context context.toml -o out.csv")
        .exits(2)
        .says(&["none of the endings"]);
    let misspelt = folder.with("wrong.toml", CONTEXT.replace("[anatomy]", "[anatomie]"));
    misspelt
        .run("graph anonymize hospital.ttl --context wrong.toml -o out.nt")
        .exits(2)
        .says(&["wrong.toml, line"]);
    assert!(!misspelt.names().contains(&"out.nt".to_owned()));
}

#[test]
fn a_university_is_generated_and_the_same_again() {
    let folder = Folder::new();
    let found = folder
        .run("graph generate --universities 1 -o a.nt.zst --religion skewed --generic level=15 --json")
        .ok()
        .json();
    assert!(found["triples"].as_u64().unwrap() > 90_000);
    folder
        .run("graph generate --universities 1 -o b.nt.zst --religion skewed --generic level=15")
        .ok();
    assert_eq!(folder.bytes("a.nt.zst"), folder.bytes("b.nt.zst"));
    folder
        .run("graph generate --universities 1 -o a.nt.zst")
        .exits(2)
        .says(&["exists already"]);
    folder
        .run("graph generate --universities 1 -o c.nt --religion some")
        .exits(2);
}

#[test]
fn policies_are_turned_into_updates_and_carried_out() {
    let folder = hospital()
        .with(
            "hide.rq",
            "PREFIX h: <http://hospital.example/> SELECT ?name ?x WHERE { ?p h:name ?name . ?p h:suffersFrom ?x }",
        )
        .with("keep.rq", "PREFIX h: <http://hospital.example/> SELECT ?p ?x WHERE { ?p h:suffersFrom ?x }");
    let found = folder
        .run("graph policy --privacy hide.rq --utility keep.rq --json")
        .ok()
        .json();
    assert_eq!(found["sequences"].as_array().unwrap().len(), 3);
    folder.run("graph policy --privacy hide.rq --utility keep.rq --choose 1 --graph hospital.ttl -o out.nt").ok();
    assert!(!folder.text("out.nt").contains("hospital.example/name"));
    folder
        .run("graph policy --privacy hide.rq --utility keep.rq --choose 9 --graph hospital.ttl -o out2.nt")
        .exits(2)
        .says(&["3 sequences"]);
    folder
        .run("graph policy --privacy hide.rq --utility hide.rq")
        .exits(2)
        .says(&["incompatible"]);
}

#[test]
fn counts_get_noise_or_are_refused() {
    let folder = hospital();
    let count = |query: &str| {
        folder.run_args(&[
            "graph",
            "count",
            "hospital.ttl",
            "--context",
            "context.toml",
            "--epsilon",
            "10",
            "--json",
            "--query",
            query,
        ])
    };
    let found = count("SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x h:age ?a FILTER(?a < 40) }")
        .ok()
        .json();
    assert!((found["count"].as_i64().unwrap() - 8).abs() < 8, "{found}");
    count("SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?y h:about ?x . ?x h:age ?a }")
        .exits(2)
        .says(&["every pattern has ?x as its subject"]);
}
