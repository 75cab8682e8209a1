//! Random vocabularies against a reasoner that shares no code with us.

use oxrdf::NamedNode;
use proptest::prelude::*;
use reasonable::reasoner::Reasoner;

use super::*;

/// What one axiom says, over four classes and five properties of which some are declared.
fn axiom((kind, a, b): (u8, u8, u8)) -> String {
    let class = |n: u8| ["e:Patient", "e:C1", "e:C2", "e:C3"][usize::from(n % 4)];
    let property = |n: u8| ["e:has", "e:name", "e:p1", "e:p2", "e:p3"][usize::from(n % 5)];
    match kind % 11 {
        0 => format!("{} rdfs:subClassOf {} .", class(a), class(b)),
        1 => format!("{} owl:equivalentClass {} .", class(a), class(b)),
        2 => format!("{} rdfs:subPropertyOf {} .", property(a), property(b)),
        3 => format!("{} owl:equivalentProperty {} .", property(a), property(b)),
        4 => format!("{} owl:inverseOf {} .", property(a), property(b)),
        5 => format!("{} rdfs:domain {} .", property(a), class(b)),
        6 => format!("{} rdfs:range {} .", property(a), class(b)),
        7 => format!("{} a owl:SymmetricProperty .", property(a)),
        8 => format!(
            "{} owl:onProperty {} ; owl:hasValue e:v ; a owl:Restriction .",
            class(a),
            property(b)
        ),
        9 => format!(
            "{} owl:onProperty {} ; owl:someValuesFrom owl:Thing ; a owl:Restriction .",
            class(a),
            property(b)
        ),
        _ => format!("{} owl:unionOf ({} {}) .", class(a), class(b), class(b / 4)),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Whatever a general reasoner derives from a vocabulary and one triple, the closure has named that triple for it.
    #[test]
    fn the_closure_has_all_that_a_reasoner_derives(
        axioms in proptest::collection::vec((0u8..11, 0u8..20, 0u8..20), 0..6),
        stated in 0u8..9,
    ) {
        let text: String = axioms.iter().map(|one| axiom(*one)).collect();
        let fact = match stated {
            0..4 => format!("e:x a {} .", ["e:Patient", "e:C1", "e:C2", "e:C3"][usize::from(stated)]),
            _ => format!("e:x {} e:v .", ["e:has", "e:name", "e:p1", "e:p2", "e:p3"][usize::from(stated - 4)]),
        };
        let found = closure(&text);
        let own = triples(&fact);
        let (predicate, object) = (own[0].predicate.as_str().to_owned(), key(own[0].object.as_ref()));
        let mut reasoner = Reasoner::new();
        reasoner.load_triples(triples(&(text.clone() + &fact)));
        reasoner.reason();
        let derived: BTreeSet<[String; 3]> = reasoner.get_triples().into_iter()
            .map(|triple| [key(triple.subject.as_ref().into()), triple.predicate.as_str().to_owned(), key(triple.object.as_ref())]).collect();
        let node = |name: &str| NamedNode::new_unchecked(format!("http://e/{name}")).into_string();
        // A fixed value may be the object of the triple as well, and then something follows of it for being that value.
        let skipped = stated < 4 || text.contains("hasValue");
        let designated = found.designates("http://e/x", &predicate, &object);
        for (end, own) in [(End::Subject, node("x")), (End::Object, node("v"))] {
            let is_entity = derived.contains(&[own.clone(), iri::TYPE.to_owned(), node("Patient")])
                || derived.iter().any(|[s, p, _]| *s == own && *p == node("has"));
            let known = designated[usize::from(end == End::Object)];
            prop_assert!(known || !is_entity || skipped && end == End::Object, "{end:?} is an entity: {text} {fact}");
            for property in ["has", "name"] {
                let follows = derived.iter().any(|[s, p, _]| *s == own && *p == node(property));
                let guarded = found.guard_of(end, &predicate, &object).is_some();
                prop_assert!(guarded || !follows || skipped && end == End::Object, "{property} of the {end:?} follows: {text} {fact}");
            }
        }
    }
}

#[test]
fn only_the_vocabulary_changes_the_closure() {
    let mut vocabulary = Vocabulary::default();
    let all = triples(
        "e:nick rdfs:subPropertyOf e:name . e:x a e:Patient ; e:name \"Ann\" . e:p a owl:SymmetricProperty .",
    );
    let changed: Vec<bool> = all
        .iter()
        .map(|triple| vocabulary.insert(triple.as_ref()))
        .collect();
    assert_eq!(changed, [true, false, false, true]);
    assert!(!vocabulary.insert(all[0].as_ref()), "it is there already");
    assert!(vocabulary.remove(all[0].as_ref()) && !vocabulary.remove(all[0].as_ref()));
    assert_eq!(
        role(
            &Protection::of(&hospital(), &vocabulary),
            "nick",
            End::Subject
        ),
        None
    );
}
