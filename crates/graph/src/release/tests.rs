//! Releases that are wrong on purpose: each check of the verifier fails where what it looks for was left or put back.

use bauta_table::Silent;
use oxrdfio::RdfFormat;

use super::*;
use crate::read::{ReadOptions, read};

const TEXT: &str = "@prefix e: <http://e/> . @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
    @prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> .
    e:nick rdfs:subPropertyOf e:name . e:exactAge rdfs:subPropertyOf e:age . e:affects owl:inverseOf e:has .
    e:Sick rdfs:subClassOf [ a owl:Restriction ; owl:onProperty e:has ; owl:hasValue e:v0 ] .
    e:p0 a e:P ; e:name \"Ann\" ; e:age 20 ; e:has e:v0 ; e:nick \"Annie\" ; e:exactAge 20 ; a e:Sick ; e:likes e:tea .
    e:p1 a e:P ; e:name \"Bob\" ; e:age 21 ; e:has e:v1 . e:p2 a e:P ; e:age 22 ; e:has e:v0 . e:p3 a e:P ; e:age 23 ; e:has e:v1 .
    e:v0 e:affects e:p0 . e:doc e:says \"see http://e/p1.\" . e:doc rdfs:label \"Ann\" . e:doc e:p1 e:v0 . <http://e/p1/x> e:says 1 .
    e:st rdf:subject e:p0 ; rdf:predicate e:has ; rdf:object e:v0 . GRAPH e:p1 { e:doc e:says 2 } GRAPH e:g { e:p2 a e:P } <http://o/ann> owl:sameAs e:doc .";

const CONTEXT: &str = "version = 1\n[prefixes]\ne = \"http://e/\"\n[entities]\nclass = \"e:P\"\n[identifiers]\nproperties = [\"e:name\"]\n\
    [[quasi-identifiers]]\nproperty = \"e:age\"\n[[sensitive]]\nproperty = \"e:has\"\n[k-anonymity]\nk = 2\n";

/// The release of the text, and what is found of it once it was tampered with: findings that do not hold, and properties of which something follows.
fn found(tamper: &dyn Fn(&mut Graph, &mut Edits)) -> (Vec<String>, Vec<String>) {
    let mut graph = Graph::default();
    let options = ReadOptions::default();
    read(
        &mut graph,
        TEXT.as_bytes(),
        RdfFormat::TriG,
        &options,
        &Silent,
    )
    .unwrap();
    let context = Context::parse(CONTEXT, "graph.toml").unwrap();
    let given = Given::default();
    let Ok(Answer::Released(mut release)) = anonymize(&mut graph, &context, &given, &Silent) else {
        unreachable!("there is a release");
    };
    tamper(&mut graph, &mut release.edits);
    let verified = verify::verified(&graph, &context, &given, &release);
    let broken = verified
        .findings
        .into_iter()
        .filter(|finding| !finding.holds);
    let broken = broken.map(|finding| finding.what).collect();
    (broken, follows::protected(&graph, &release))
}

/// Puts triples of the original back whose terms have these texts.
fn put_back(words: [&str; 3]) -> impl Fn(&mut Graph, &mut Edits) {
    let words = words.map(str::to_owned);
    move |graph, edits| {
        let is = |id: Id, word: &String| {
            word == "*" || graph.dictionary.text(id).contains(word.as_str())
        };
        let places = (0..graph.len()).filter(|&place| {
            let triple = graph.triple(place);
            is(triple.subject, &words[0])
                && is(triple.predicate, &words[1])
                && is(triple.object, &words[2])
        });
        let places: Vec<u32> = places.map(|place| place as u32).collect();
        assert!(!places.is_empty(), "{words:?}");
        edits.order.extend(places);
    }
}

#[test]
fn a_right_release_has_no_finding() {
    assert_eq!(found(&|_, _| ()), (Vec::new(), Vec::new()));
}

#[test]
fn every_check_of_names_fails_on_a_release_that_is_wrong() {
    let named = "no entity is named by its IRI or one that extends it, be it as a graph, a predicate or in a literal";
    let value = "no value of an identifier of an entity is left anywhere";
    let undeclared = "no triple of an entity has a property that is not declared";
    let graphs = "no named graph has a triple of an entity";
    let statement = "no reified statement tells a protected triple";
    let kept = "no entity keeps an identifying or a sensitive property";
    let cases: [([&str; 3], &str); 8] = [
        (["doc", "/p1>", "v0"], named),
        (["doc", "says", "see "], named),
        (["doc", "label", "Ann"], value),
        (["/p0>", "/name>", "Ann"], kept),
        (["/p0>", "/has>", "v0"], kept),
        (["/p0>", "likes", "tea"], undeclared),
        (["v0", "affects", "p0"], undeclared),
        (["/st>", "*", "*"], statement),
    ];
    for (words, finding) in cases {
        let (broken, _) = found(&put_back(words));
        assert!(
            broken.iter().any(|what| what == finding),
            "{words:?}: {broken:?}"
        );
    }
    // A graph that is called as it was, and one that has somebody in it.
    let unnamed = |graph: &mut Graph, edits: &mut Edits| {
        let id = graph.dictionary.find_iri("http://e/p1").unwrap();
        edits.renamed[id as usize] = id;
        put_back(["doc", "says", "\"2\""])(graph, edits);
    };
    assert!(found(&unnamed).0.contains(&named.to_owned()));
    let derived = |graph: &mut Graph, edits: &mut Edits| {
        let id = graph.dictionary.find_iri("http://e/p1/x").unwrap();
        edits.renamed[id as usize] = id;
        put_back(["/p1/x>", "says", "1"])(graph, edits);
    };
    assert!(found(&derived).0.contains(&named.to_owned()));
    let graphed = |graph: &mut Graph, edits: &mut Edits| {
        edits.ungraphed.clear();
        put_back(["/p2>", "#type", "/P>"])(graph, edits);
    };
    assert!(found(&graphed).0.contains(&graphs.to_owned()));
}

#[test]
fn the_reasoner_finds_what_follows_from_a_release_that_is_wrong() {
    let cases = [
        (["/p0>", "nick", "Annie"], "name"),
        (["/p0>", "exactAge", "20"], "age"),
        (["v0", "affects", "p0"], "has"),
        (["/p0>", "type", "Sick"], "has"),
    ];
    for (words, property) in cases {
        assert_eq!(found(&put_back(words)).1, [property], "{words:?}");
    }
    let same = |graph: &mut Graph, edits: &mut Edits| {
        let [other, same, own] = ["http://o/ann", crate::model::iri::SAME_AS, "http://e/p0"]
            .map(|name| graph.dictionary.find_iri(name).unwrap());
        edits.added.push(Triple {
            subject: other,
            predicate: same,
            object: edits.name(own),
        });
        edits
            .order
            .push((graph.len() + edits.added.len() - 1) as u32);
    };
    assert_eq!(found(&same).1, ["sameAs"]);
}
