//! `bauta graph anonymize` on graphs and contexts that are odd or wrong, one by one, in both languages.

use crate::support::Folder;

const HEAD: &str =
    "@prefix e: <http://e/> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n";
const CONTEXT: &str = "version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:P\"\n[[sensitive]]\nproperty = \"e:has\"\n";
const RUN: &str = "graph anonymize graph.ttl --context context.toml -o out.nt --seed 1";

fn folder(graph: &str, context: &str) -> Folder {
    Folder::new()
        .with("graph.ttl", format!("{HEAD}{graph}"))
        .with("context.toml", context)
}

/// Refused in both languages, and nothing is written.
fn refused(folder: &Folder, arguments: &str, status: i32, english: &str, french: &str) {
    let run = folder.run(arguments).exits(status);
    assert!(
        format!("{}{}", run.out, run.err).contains(english),
        "{}{}",
        run.out,
        run.err
    );
    let run = folder.run(&format!("{arguments} --lang fr")).exits(status);
    assert!(
        format!("{}{}", run.out, run.err).contains(french),
        "{}{}",
        run.out,
        run.err
    );
    assert!(!folder.names().contains(&"out.nt".to_owned()));
}

/// Four people with two values of classes that follow.
fn four(classes: &str) -> String {
    let people = (0..4).map(|n| format!("e:p{n} a e:P ; e:has e:v{} .\n", n % 2));
    people.collect::<String>() + classes
}

#[test]
fn malformed_triples_stop_or_are_left_out() {
    let bad =
        "<http://e/p0> <http://e/has> <http://e/v0> .\n<http://e/p0> nonsense <http://e/v0> .\n";
    let good: String = (0..4)
        .map(|n| format!("<http://e/p{n}> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> <http://e/P> .\n<http://e/p{n}> <http://e/has> <http://e/v{}> .\n", n % 2))
        .collect();
    let folder = folder("", CONTEXT).with("bad.nt", format!("{bad}{good}"));
    let run = "graph anonymize bad.nt --context context.toml -o out.nt";
    refused(
        &folder,
        run,
        2,
        "bad.nt, line 2, column 15: this is not valid N-Triples",
        "bad.nt, ligne 2, colonne 15",
    );
    let run = folder
        .run("graph anonymize bad.nt --context context.toml -o out.nt --lenient")
        .ok();
    assert!(
        run.err
            .contains("1 malformed triples were left out, the first in line 2, column 15"),
        "{}",
        run.err
    );
    assert!(folder.names().contains(&"out.nt".to_owned()));
}

#[test]
fn circles_of_blank_nodes_are_released() {
    let graph = "_:a a e:P ; e:has e:v0 ; e:knows _:b . _:b a e:P ; e:has e:v1 ; e:knows _:a . _:c e:near _:c .\n";
    let open = CONTEXT.replacen("version = 1", "version = 1\nothers = \"open\"", 1);
    let folder = folder(graph, &open);
    let found = folder.run(&format!("{RUN} --json")).ok().json();
    assert_eq!(found["entities"].as_u64(), Some(2));
    let text = folder.text("out.nt");
    assert_eq!(
        text.lines()
            .filter(|line| line.contains("/knows>") && line.matches("_:").count() == 2)
            .count(),
        2
    );
    folder
        .run("graph evaluate out.nt --original graph.ttl --context context.toml")
        .ok();
}

#[test]
fn an_ontology_with_circles_is_one_class() {
    let circle = "e:A rdfs:subClassOf e:B . e:B rdfs:subClassOf e:C . e:C rdfs:subClassOf e:A . e:v0 a e:A . e:v1 a e:C . e:A rdfs:subClassOf e:A .\n";
    let folder = folder(&four(circle), CONTEXT);
    let found = folder.run(&format!("{RUN} --json")).ok().json();
    assert_eq!(
        (found["groups"]["has"].as_u64(), found["l"]["has"].as_u64()),
        (Some(1), Some(2))
    );
}

#[test]
fn values_without_a_common_ancestor_are_one_group_without_a_class() {
    let folder = folder(
        &four(
            "e:v0 a e:A . e:v1 a e:B . e:A rdfs:subClassOf e:Top . e:B rdfs:subClassOf e:Other .\n",
        ),
        CONTEXT,
    );
    let found = folder.run(&format!("{RUN} --json")).ok().json();
    assert_eq!(
        (found["groups"]["has"].as_u64(), found["l"]["has"].as_u64()),
        (Some(1), Some(2))
    );
    assert!(
        !folder
            .text("out.nt")
            .lines()
            .any(|line| line.contains("group0> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type>"))
    );
}

#[test]
fn one_distinct_value_hides_nobody() {
    let graph = (0..4)
        .map(|n| format!("e:p{n} a e:P ; e:has e:v .\n"))
        .collect::<String>();
    let folder = folder(&graph, CONTEXT);
    refused(
        &folder,
        RUN,
        1,
        "all 1 values of \"has\" in one group",
        "les 1 valeurs de « has » en un seul groupe",
    );
}

#[test]
fn an_entity_without_quasi_identifiers_is_told_and_needs_company() {
    let graph = four("e:p0 e:age 20 . e:p1 e:age 21 . e:p2 e:age 22 .\n");
    let context =
        format!("{CONTEXT}[[quasi-identifiers]]\nproperty = \"e:age\"\n[k-anonymity]\nk = 2\n");
    let folder = folder(&graph, &context);
    let run = folder.run(RUN).ok();
    assert!(run.err.contains("1 entity has no \"age\""), "{}", run.err);
    assert!(
        folder.run(&format!("{RUN} --json --force")).ok().json()["k"]
            .as_u64()
            .unwrap()
            >= 2
    );
    let strict = folder.with(
        "context.toml",
        format!("{context}missing-values = \"refuse\"\n"),
    );
    let run = strict
        .run("graph anonymize graph.ttl --context context.toml -o other.nt")
        .exits(2);
    assert!(
        run.err
            .contains("1 entities have no \"age\"; set missing-values"),
        "{}",
        run.err
    );
}

#[test]
fn a_property_that_does_not_occur_is_told_with_the_nearest() {
    let folder = folder(&four(""), &CONTEXT.replace("e:has", "e:haz"));
    refused(
        &folder,
        RUN,
        2,
        "the property \"e:haz\" does not occur in the graph; did you mean \"has\"?",
        "la propriété « e:haz » n'apparaît pas dans le graphe ; vouliez-vous dire « has » ?",
    );
}

#[test]
fn a_query_that_selects_nothing_is_told() {
    let query = CONTEXT.replace(
        "class = \"e:P\"",
        "query = \"SELECT ?x WHERE { ?x e:none ?y }\"",
    );
    refused(
        &folder(&four(""), &query),
        RUN,
        2,
        "the query of [entities] selects nothing",
        "la requête de [entities] ne sélectionne rien",
    );
}

#[test]
fn links_from_which_others_follow_by_chains_or_class_expressions_are_left_out() {
    let open = CONTEXT.replacen("version = 1", "version = 1\nothers = \"open\"", 1);
    let chain = "@prefix owl: <http://www.w3.org/2002/07/owl#> . e:has owl:propertyChainAxiom (e:lies e:ward) . e:p0 e:lies e:bed . e:bed e:ward e:v0 .\n";
    let classes = "@prefix owl: <http://www.w3.org/2002/07/owl#> . e:InWard owl:onProperty e:lies ; owl:someValuesFrom e:Ward ; a owl:Restriction ; rdfs:subClassOf e:Sick .
        e:Sick owl:onProperty e:has ; owl:hasValue e:v0 ; a owl:Restriction . e:p0 e:lies e:bed . e:bed a e:Ward .\n";
    for text in [chain, classes] {
        for entailment in ["rules", "owl-rl", "none"] {
            let regime = format!("version = 1\nentailment = \"{entailment}\"");
            let folder = folder(&four(text), &open.replacen("version = 1", &regime, 1));
            folder.run(RUN).ok();
            let text = folder.text("out.nt");
            assert!(!text.contains("/lies> <http://e/bed>"), "{text}");
        }
    }
}

#[test]
fn a_context_that_contradicts_itself_is_refused() {
    let both = format!("{CONTEXT}[identifiers]\nproperties = [\"e:has\"]\n");
    refused(
        &folder(&four(""), &both),
        RUN,
        2,
        "the property \"http://e/has\" has several roles; give it one",
        "la propriété « http://e/has » a plusieurs rôles ; donnez-lui-en un",
    );
    let open = CONTEXT.replacen("version = 1", "version = 1\nopen = [\"x:likes\"]", 1);
    refused(
        &folder(&four(""), &open),
        RUN,
        2,
        "\"x:likes\" has a prefix that [prefixes] does not declare",
        "« x:likes » a un préfixe que [prefixes] ne déclare pas",
    );
    let circle = "e:a rdfs:subPropertyOf e:has . e:has rdfs:subPropertyOf e:a .\n";
    folder(&four(circle), CONTEXT).run(RUN).ok();
}

#[test]
fn no_university_is_refused() {
    let folder = Folder::new();
    refused(
        &folder,
        "graph generate --universities 0 -o out.nt",
        2,
        "ask for at least one university",
        "demandez au moins une université",
    );
    refused(
        &folder,
        "graph generate --universities 1 --generic age=4 -o out.nt",
        2,
        "\"age\" is a property already",
        "« age » est déjà une propriété",
    );
    folder
        .run("graph generate --universities 1 --without age,sex --professors-only -o out.nt")
        .ok();
    let text = folder.text("out.nt");
    assert!(
        text.contains("#zipcode> ") && !text.contains("#age> \"") && !text.contains("#sex> \"")
    );
    folder
        .run("graph generate --universities 1 --without shoes -o other.nt")
        .exits(2);
}
