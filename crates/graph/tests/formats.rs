//! Every format there and back, compressed and not; what is malformed is told by its place.

#![allow(clippy::unwrap_used, reason = "a test that cannot be set up fails")]

use std::collections::BTreeSet;

use bauta_graph::read::{
    Compression, ReadOptions, Reading, compressed, decompressed, format_of, read,
};
use bauta_graph::sparql::{Asked, parsed};
use bauta_graph::write::write;
use bauta_graph::{Error, Graph, RdfFormat};
use bauta_table::Silent;

const TEXT: &str = r#"@prefix e: <http://e.org/> .
e:a e:knows e:b , [ e:name "Zoé \"Z\"\n" ; e:age 12 ] ; e:name "A"@en , "A"@fr .
e:b e:height 1.75 ; e:knows _:same . _:same e:knows e:a .
"#;

fn load(text: &[u8], format: RdfFormat, options: &ReadOptions) -> Result<(Graph, Reading), Error> {
    let mut graph = Graph::default();
    let found = read(&mut graph, text, format, options, &Silent)?;
    Ok((graph, found))
}

fn turtle(text: &str) -> Graph {
    load(text.as_bytes(), RdfFormat::Turtle, &ReadOptions::default())
        .unwrap()
        .0
}

/// Triples as texts, in which blank nodes are called by their number of triples as subject and object: enough for these graphs.
fn shape(graph: &Graph) -> BTreeSet<String> {
    let name = |id| {
        let text = graph.dictionary.text(id);
        let out = graph
            .triples()
            .filter(|triple| triple.subject == id)
            .count();
        let into = graph.triples().filter(|triple| triple.object == id).count();
        if text.starts_with('_') {
            format!("_:{out}-{into}")
        } else {
            text.to_owned()
        }
    };
    graph
        .triples()
        .map(|t| {
            format!(
                "{} {} {}",
                name(t.subject),
                name(t.predicate),
                name(t.object)
            )
        })
        .collect()
}

#[test]
fn every_format_comes_back() {
    let graph = turtle(TEXT);
    assert_eq!(graph.len(), 9);
    for name in [
        "a.nt",
        "a.nq",
        "a.ttl",
        "a.trig",
        "a.rdf",
        "a.jsonld",
        "a.nt.gz",
        "a.ttl.zst",
    ] {
        let (format, compression) = format_of(name).unwrap();
        let mut out = Vec::new();
        compressed(&mut out, compression, |stream| {
            write(
                &graph,
                stream,
                format,
                &[("e".into(), "http://e.org/".into())],
                &Silent,
            )
            .map(|_| ())
        })
        .unwrap();
        let mut again = Graph::default();
        let stream = decompressed(out.as_slice(), compression).unwrap();
        read(&mut again, stream, format, &ReadOptions::default(), &Silent).unwrap();
        assert_eq!(shape(&again), shape(&graph), "{name}");
    }
    assert_eq!(format_of("a.csv"), None);
    assert_eq!(format_of("a.owl.gz").unwrap().1, Compression::Gzip);
}

#[test]
fn named_graphs_are_kept_or_refused() {
    let text = "<http://s> <http://p> <http://o> <http://g> .\n<http://s> <http://p> _:x .\n";
    let (graph, _) = load(text.as_bytes(), RdfFormat::NQuads, &ReadOptions::default()).unwrap();
    let mut out = Vec::new();
    write(&graph, &mut out, RdfFormat::NQuads, &[], &Silent).unwrap();
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "<http://s> <http://p> <http://o> <http://g> .\n<http://s> <http://p> _:b0 .\n"
    );
    let refused = write(&graph, &mut Vec::new(), RdfFormat::Turtle, &[], &Silent).unwrap_err();
    assert!(refused.to_string().contains("named graphs"), "{refused}");
}

#[test]
fn blank_nodes_of_two_files_stay_apart_and_are_named_alike_every_time() {
    let text = "_:x <http://p> _:x .\n";
    let mut graph = Graph::default();
    for _ in 0..2 {
        read(
            &mut graph,
            text.as_bytes(),
            RdfFormat::NTriples,
            &ReadOptions::default(),
            &Silent,
        )
        .unwrap();
    }
    let written = |graph: &Graph| {
        let mut out = Vec::new();
        write(graph, &mut out, RdfFormat::NTriples, &[], &Silent).unwrap();
        String::from_utf8(out).unwrap()
    };
    assert_eq!(
        written(&graph),
        "_:b0 <http://p> _:b0 .\n_:b1 <http://p> _:b1 .\n"
    );
    assert_eq!(written(&turtle(TEXT)), written(&turtle(TEXT)));
}

#[test]
fn malformed_triples_are_told_by_their_place_or_left_out() {
    let mut text = String::new();
    (0..30_000).for_each(|n| {
        text.push_str(&format!(
            "<http://s/{n}> <http://p> \"a value that is somewhat longer than others {n}\" .\n"
        ));
    });
    text.push_str("<http://s> no <http://o> .\n<http://s> <http://p> <http://o> .\n\"l\" <http://p> <http://o> .\n");
    let strict = load(
        text.as_bytes(),
        RdfFormat::NTriples,
        &ReadOptions {
            name: "a.nt".into(),
            ..ReadOptions::default()
        },
    );
    let told = strict.unwrap_err().to_string();
    assert!(
        told.starts_with("a.nt, line 30001, column 12: this is not valid N-Triples"),
        "{told}"
    );
    assert!(told.contains("line 30003, column 1"), "{told}");
    assert!(!told.contains("http://"), "{told}");
    let lenient = ReadOptions {
        lenient: true,
        ..ReadOptions::default()
    };
    let (graph, found) = load(text.as_bytes(), RdfFormat::NTriples, &lenient).unwrap();
    assert_eq!((graph.len(), found.skipped), (30_001, 2));
    let told = load(
        b"<a> <b> .",
        RdfFormat::Turtle,
        &ReadOptions {
            name: "b.ttl".into(),
            ..ReadOptions::default()
        },
    )
    .unwrap_err();
    assert!(
        told.to_string().starts_with("b.ttl, line 1, column"),
        "{told}"
    );
    let told = load(
        b"<rdf:RDF",
        RdfFormat::RdfXml,
        &ReadOptions {
            name: "c.rdf".into(),
            ..ReadOptions::default()
        },
    )
    .unwrap_err();
    assert!(told.to_string().starts_with("c.rdf"), "{told}");
}

#[test]
fn a_large_file_is_the_same_whatever_its_blocks() {
    let graph = bauta_graph::generate::Universities::new(1, 1)
        .graph()
        .unwrap();
    let mut text = Vec::new();
    write(&graph, &mut text, RdfFormat::NTriples, &[], &Silent).unwrap();
    assert!(text.len() > 8 << 20);
    let (again, _) = load(&text, RdfFormat::NTriples, &ReadOptions::default()).unwrap();
    let mut twice = Vec::new();
    write(&again, &mut twice, RdfFormat::NTriples, &[], &Silent).unwrap();
    assert!(text == twice);
    // Without a line end at the end.
    let (cut, _) = load(
        &text[..text.len() - 1],
        RdfFormat::NTriples,
        &ReadOptions::default(),
    )
    .unwrap();
    assert_eq!(cut.len(), graph.len());
}

#[test]
fn the_columns_answer_queries() {
    let graph = turtle(TEXT);
    let asked = Asked::new(&graph);
    let prefixes = [("e".to_owned(), "http://e.org/".to_owned())];
    let rows = |text: &str| asked.select(&parsed(text, &prefixes).unwrap()).unwrap().1;
    assert_eq!(rows("SELECT ?s WHERE { ?s e:knows e:a }").len(), 1);
    assert_eq!(
        rows("SELECT ?s ?o WHERE { ?s e:knows ?x . ?x e:knows ?o }").len(),
        4
    );
    let old = rows("SELECT ?age WHERE { ?s e:age ?age FILTER(?age > 11) }");
    assert_eq!(
        old[0][0].as_ref().unwrap().to_string(),
        "\"12\"^^<http://www.w3.org/2001/XMLSchema#integer>"
    );
    assert_eq!(
        rows("SELECT (COUNT(*) AS ?n) WHERE { ?s ?p ?o }")[0][0]
            .as_ref()
            .unwrap()
            .to_string(),
        "\"9\"^^<http://www.w3.org/2001/XMLSchema#integer>"
    );
    assert_eq!(rows("SELECT ?s WHERE { ?s e:unknown ?o }").len(), 0);
    assert_eq!(rows("SELECT ?s WHERE { e:a e:knows+ ?s }").len(), 4);
    assert!(parsed("SELECT ?s WHERE { ?s unknown:p ?o }", &prefixes).is_err());
}

/// The names that a leniently read file has, of people 0 to 5, person 2 being malformed.
fn lenient_names(text: &str, format: RdfFormat) -> (BTreeSet<String>, u64) {
    let lenient = ReadOptions {
        lenient: true,
        ..ReadOptions::default()
    };
    let (graph, found) = load(text.as_bytes(), format, &lenient).unwrap();
    let names = graph.links_of("http://e.org/name").into_iter();
    let names = names.map(|link| graph.dictionary.label(link.1).into_owned());
    (names.collect(), found.skipped)
}

#[test]
fn a_text_without_an_end_costs_its_own_line_only() {
    for malformed in [
        "\"n2",
        "\"n2 .",
        "<http://e.org/n2",
        "\"n\\x2\"",
        "\"n2\"@@",
    ] {
        let end = |n: usize| {
            if n == 2 {
                malformed.to_owned()
            } else {
                format!("\"n{n}\"")
            }
        };
        let lines: String = (0..6)
            .map(|n| format!("<http://e.org/{n}> <http://e.org/name> {} .\n", end(n)))
            .collect();
        let rest: BTreeSet<String> = ["n0", "n1", "n3", "n4", "n5"].map(str::to_owned).into();
        for format in [RdfFormat::NTriples, RdfFormat::NQuads, RdfFormat::Turtle] {
            assert_eq!(
                lenient_names(&lines, format),
                (rest.clone(), 1),
                "{malformed} {format}"
            );
        }
    }
}

#[test]
fn turtle_goes_on_at_the_next_statement_with_its_prefixes() {
    let text = "@prefix e: <http://e.org/> .\n@base <http://b.org/> .\ne:a e:name \"n0\" ;\n  e:name \"n2 ;\n  e:name \"lost\" .\n<c> e:name \"n3\" .\n_:x e:knows e:a .\ne:b e:name \"n4\" .\n";
    let (names, skipped) = lenient_names(text, RdfFormat::Turtle);
    assert_eq!(
        (names, skipped),
        (["n0", "n3", "n4"].map(str::to_owned).into(), 1)
    );
}
