//! `bauta graph` on folders of triples: the release of an engine is that of the same folder in memory, triple by triple.

use bauta_testkit::machines::Machines;

use crate::support::{Folder, Run, with_clusters};

const HOSPITAL: &str = include_str!("../../../../examples/graph/hospital.ttl");
const CONTEXT: &str = include_str!("../../../../examples/graph/context.toml");

/// The example's context; an engine does not withhold what is not declared.
fn hospital() -> String {
    CONTEXT.replacen("version = 1\n", "version = 1\nothers = \"open\"\n", 1)
}

const PROFESSORS: &str = "version = 1\nothers = \"open\"\n[prefixes]\nub = \"http://swat.cse.lehigh.edu/onto/univ-bench.owl#\"\n\
    [entities]\nclass = \"ub:Professor\"\n\
    [identifiers]\nproperties = [\"ub:name\", \"ub:emailAddress\", \"ub:telephone\"]\n\
    [[sensitive]]\nproperty = \"ub:hasReligion\"\n";

const MORE: &str = "[[sensitive]]\nproperty = \"ub:politics\"\n";

const QUASI: &str = "[[quasi-identifiers]]\nproperty = \"ub:age\"\nhierarchy = { type = \"intervals\", widths = [10, 20] }\n\
    [[quasi-identifiers]]\nproperty = \"ub:zipcode\"\nhierarchy = { type = \"masking\" }\n\
    [[quasi-identifiers]]\nproperty = \"ub:sex\"\n";

/// What is asked of the university: groups; ranges and masks of all; of each group by itself; names only.
fn contexts() -> Vec<(&'static str, String)> {
    let with = |more: &str| format!("{PROFESSORS}{more}");
    vec![
        ("groups", with(MORE)),
        (
            "both",
            with(&format!(
                "{MORE}{QUASI}[k-anonymity]\nk = 5\nmethod = \"mondrian\"\n"
            )),
        ),
        (
            "levels",
            with(&format!(
                "{QUASI}[anatomy]\nmethod = \"none\"\n[k-anonymity]\nk = 4\nmethod = \"local\"\n"
            )),
        ),
        (
            "by-group",
            with(&format!(
                "{QUASI}[k-anonymity]\nk = 2\nscope = \"group\"\nmethod = \"optimal\"\n"
            )),
        ),
        ("names", with("[anatomy]\nmethod = \"none\"\n")),
    ]
}

/// Some departments of a university, as a folder of triples.
fn university() -> Folder {
    let folder = Folder::new();
    folder
        .run("graph generate --universities 1 -o whole.nt")
        .ok();
    let whole = folder.text("whole.nt");
    let some: Vec<&str> = whole.lines().take(12_000).collect();
    let professor = "http://www.Department0.University0.edu/FullProfessor0";
    let derived: String = ["-", "_", "@", ",", "'", "$", "%2F", "(", "/a-"]
        .map(|mark| format!("\n<{professor}{mark}x> <http://e/of> \"somebody\" ."))
        .concat();
    assert!(
        some.iter()
            .any(|line| line.contains(&format!("<{professor}>")))
    );
    let mut folder = folder.with("some.nt", some.join("\n") + &derived + "\n");
    for (name, text) in contexts() {
        folder = folder.with(&format!("{name}.toml"), text);
    }
    folder.run("graph convert some.nt -o some.triples").ok();
    folder
}

/// The triples of a folder, in an order of their own.
fn lines(folder: &Folder, name: &str) -> Vec<String> {
    folder
        .run(&format!("graph convert {name} -o lines.nt --force"))
        .ok();
    let mut lines: Vec<String> = folder.text("lines.nt").lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

const TOLD: [&str; 12] = [
    "released",
    "triples",
    "entities",
    "guarantees",
    "k",
    "classes",
    "l",
    "max_posterior",
    "groups",
    "semantic_l",
    "semantic_t",
    "renamed",
];

/// What both look at: names in graphs, predicates, literals and statements are looked at in memory only, and told apart.
fn guarantees(report: &serde_json::Value) -> Vec<String> {
    let names = [
        "IRI",
        "identifier of",
        "not declared",
        "named graph",
        "reified",
    ];
    let mut told: Vec<String> = report["guarantees"]
        .as_array()
        .unwrap()
        .iter()
        .map(ToString::to_string)
        .filter(|what| names.iter().all(|name| !what.contains(name)))
        .collect();
    told.sort();
    told
}

/// A release in memory and one on an engine, of the same folder.
fn same(folder: &Folder, data: &str, context: &str, engine: &str) {
    let line = |out: &str, engine: &str| {
        format!(
            "graph anonymize {data} --context {context}.toml -o {out}.triples --seed 7 --json --force {engine}"
        )
    };
    let memory = folder.run(&line("memory", "")).ok();
    let other = folder
        .run(&line("other", &format!("--engine {engine}")))
        .ok();
    let (memory, other) = (memory.json(), other.json());
    for key in TOLD.into_iter().filter(|key| *key != "guarantees") {
        assert_eq!(memory[key], other[key], "{context}: {key}");
    }
    assert_eq!(guarantees(&memory), guarantees(&other), "{context}");
    let (expected, found) = (
        lines(folder, "memory.triples"),
        lines(folder, "other.triples"),
    );
    assert!(
        expected.len() as u64 == memory["triples"][1].as_u64().unwrap(),
        "{context}"
    );
    let first = expected.iter().zip(&found).find(|(a, b)| a != b);
    assert!(
        expected == found,
        "{context}: {} and {} triples, {first:?}",
        expected.len(),
        found.len()
    );
}

#[test]
fn a_folder_is_the_graph() {
    let folder = university();
    let mut expected: Vec<String> = folder.text("some.nt").lines().map(str::to_owned).collect();
    expected.sort();
    assert!(
        lines(&folder, "some.triples") == expected,
        "no blank nodes: the same lines"
    );
    folder
        .run("graph convert some.nt -o some.triples")
        .exits(2)
        .says(&["exists"]);
    let whole = folder
        .run("graph anonymize some.nt --context groups.toml -o a.nt --seed 1 --json")
        .ok()
        .json();
    let other = folder
        .run("graph anonymize some.triples --context groups.toml -o b.nt --seed 1 --json")
        .ok()
        .json();
    for key in TOLD {
        assert_eq!(whole[key], other[key], "{key}");
    }
}

#[test]
fn datafusion_in_process() {
    let folder = university();
    if !with_clusters() {
        return;
    }
    for (context, _) in contexts() {
        same(&folder, "some.triples", context, "datafusion");
    }
    assert!(
        folder
            .names()
            .iter()
            .all(|name| !name.starts_with(".bauta")),
        "nothing is left behind"
    );
}

#[test]
fn a_cluster_of_two_executors() {
    let Some(machines) = Machines::start(2) else {
        return;
    };
    let folder = university();
    let engine = machines.engine().replace("partitions=4", "partitions=2");
    for context in ["both", "levels"] {
        same(&folder, "some.triples", context, &engine);
    }
}

/// The example, with a blank node, a repeated triple and somebody without a quasi-identifier.
#[test]
fn the_example_with_odd_ends() {
    let more = "p:mona a h:Patient ; h:name \"Mona\" ; h:zip \"13002\" ; h:suffersFrom h:Flu ; h:treatedBy [ h:name \"Who\" ] .\n\
        p:nora a h:Patient ; h:zip \"13003\" . p:olga a h:Patient ; h:zip \"13003\" ; h:suffersFrom h:Asthma .\n\
        h:anna-file h:bed \"13\" . _:b0 h:about p:nora .\n";
    let folder = Folder::new()
        .with("h.ttl", format!("{HOSPITAL}{more}"))
        .with("groups.toml", hospital());
    folder.run("graph convert h.ttl -o h.triples").ok();
    if with_clusters() {
        same(&folder, "h.triples", "groups", "datafusion");
        let text = lines(&folder, "other.triples").join("\n");
        assert!(
            !text.contains("anna>") && !text.contains("Alba") && text.contains("inGroup"),
            "nobody is named"
        );
        let terms = folder.cells("other.triples/terms/*.parquet");
        assert!(
            terms
                .iter()
                .flatten()
                .all(|cell| !cell.contains("Alba") && !cell.contains("patient/")),
            "nor in a file"
        );
    }
}

fn refused(folder: &Folder, engine: &str, context: &str, words: &[&str]) -> Run {
    let line =
        format!("graph anonymize h.triples --context {context} -o out.triples --engine {engine}");
    let run = folder.run(&line).exits(2).says(words);
    assert!(
        !folder.path("out.triples").exists()
            && folder
                .names()
                .iter()
                .all(|name| !name.starts_with(".bauta"))
    );
    run
}

#[test]
fn what_an_engine_cannot_do_is_said_and_leaves_nothing() {
    let two = "p:anna h:suffersFrom h:Asthma .\n";
    let query = hospital().replace(
        "class = \"h:Patient\"",
        "query = \"SELECT ?x WHERE { ?x a h:Patient }\"",
    );
    let folder = Folder::new()
        .with("h.ttl", format!("{HOSPITAL}{two}"))
        .with("groups.toml", hospital())
        .with("query.toml", query)
        .with("absent.toml", hospital().replace("h:zip", "h:zap"))
        .with("withheld.toml", CONTEXT);
    if !with_clusters() {
        return;
    }
    folder.run("graph convert h.ttl -o h.triples").ok();
    refused(
        &folder,
        "datafusion",
        "groups.toml",
        &["1 entities have several values", "leave out --engine"],
    );
    refused(
        &folder,
        "datafusion",
        "query.toml",
        &["entities.query cannot be had on an engine"],
    );
    refused(
        &folder,
        "datafusion",
        "withheld.toml",
        &["others = \"withheld\"", "cannot be had on an engine"],
    );
    refused(
        &folder,
        "datafusion",
        "absent.toml",
        &["\"h:zap\" does not occur"],
    );
    refused(&folder, "postgres", "groups.toml", &["no such engine"]);
    let line = "graph anonymize h.ttl --context groups.toml -o out.nt --engine datafusion";
    folder
        .run(line)
        .exits(2)
        .says(&["one folder of triples", "NAME.triples"]);
    folder
        .run(&format!("{line} --lang fr"))
        .exits(2)
        .says(&["un dossier de triplets"]);
}

#[test]
fn properties_from_which_a_hidden_link_follows_are_refused() {
    let inverse = "h:sufferedBy owl:inverseOf h:suffersFrom . h:Flu h:sufferedBy p:anna .\n";
    let folder = Folder::new()
        .with("h.ttl", format!("{HOSPITAL}{inverse}"))
        .with("groups.toml", hospital());
    if !with_clusters() {
        return;
    }
    folder.run("graph convert h.ttl -o h.triples").ok();
    folder
        .run("graph anonymize h.triples --context groups.toml -o in-memory.triples")
        .ok();
    refused(
        &folder,
        "datafusion",
        "groups.toml",
        &["more than what is declared is protected", "sufferedBy"],
    );
}
