//! F11: a store with another context goes on with the signatures of the one before.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bauta_store::{Context, Engine, Error, View};

use super::common::{HOSPITAL, as_set, ask, hospital, public_text, quads, update};

fn patient(at: usize) -> String {
    format!(
        "ex:q{at} a ex:Patient ; ex:name \"Name {at}\" ; ex:age {} ; ex:zipcode \"8050{}\" ; ex:disease ex:d{} ; ex:treatedIn ex:ward ; ex:seenBy \"Doctor {}\" . ",
        20 + at % 7,
        at % 9,
        at % 6,
        at % 2
    )
}

/// The values among which each person was published, by who they are.
fn signatures(engine: &Engine) -> BTreeMap<String, Vec<BTreeSet<String>>> {
    let state = engine.state();
    let named = |own: &Vec<u32>| {
        own.iter()
            .map(|value| state.values[*value as usize].clone())
            .collect()
    };
    let entities = state.links.iter().filter(|(_, link)| link.owner.is_none());
    entities
        .filter_map(|(address, link)| {
            let known = state.history.get(&link.id)?;
            Some((
                address.clone(),
                known.signatures.iter().map(named).collect(),
            ))
        })
        .collect()
}

#[test]
fn a_changed_context_keeps_the_signatures() {
    let folder = tempfile::tempdir().unwrap();
    let old = Engine::open(&folder.path().join("old"), hospital(), HOSPITAL).unwrap();
    let all: String = (0..36).map(patient).collect();
    old.insert(quads(&format!("{all} ex:g {{ ex:a ex:b ex:c }}")))
        .unwrap();
    old.publish().unwrap();
    for at in [1, 7, 20] {
        update(&old, &format!("DELETE WHERE {{ ex:q{at} ?p ?o }}")).unwrap();
    }
    let last = old.publish().unwrap();
    let before = signatures(&old);
    assert_eq!(before.len(), 36);
    let text = HOSPITAL
        .replace("hidden = 2", "hidden = 3")
        .replace("open = [", "open = [\"ex:seenBy\", ");
    let context = || Context::parse(&text, Path::new(".")).unwrap();
    let place = folder.path().join("new");
    let new = old.migrate(&place, context(), &text).unwrap();
    assert_eq!(
        as_set(new.exact(None).unwrap()),
        as_set(old.exact(None).unwrap())
    );
    assert_eq!(new.graphs().unwrap(), old.graphs().unwrap());
    assert_eq!(signatures(&new), before);
    drop(new);
    let new = Engine::open(&place, context(), &text).unwrap();
    assert_eq!(signatures(&new), before);
    assert!(
        !public_text(&new).contains("_:"),
        "nothing is published yet"
    );
    // One of those who are gone comes back, and somebody is new.
    new.insert(quads(&(patient(7) + &patient(40)))).unwrap();
    let summary = new.publish().unwrap();
    assert_eq!(summary.number, last.number + 1);
    let after = signatures(&new);
    for (who, own) in &before {
        assert_eq!(&after[who], own, "{who}");
    }
    let shown = ask(
        &new,
        "SELECT ?s { ?s ex:disease ?d ; ex:seenBy ?w }",
        View::Public,
    )
    .unwrap();
    assert_eq!(shown.len(), summary.entities + summary.counterfeits);
    assert!(matches!(
        old.migrate(&place, context(), &text),
        Err(Error::InUse(_) | Error::Data(_))
    ));
}

#[test]
fn a_context_that_cannot_go_on_is_refused_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let old = Engine::open(&folder.path().join("old"), hospital(), HOSPITAL).unwrap();
    let all: String = (0..12).map(patient).collect();
    old.insert(quads(&all)).unwrap();
    old.publish().unwrap();
    let cases = [
        ("m = 2", "m = 6", "m = 6 is more than"),
        (
            "sensitive = \"ex:disease\"",
            "sensitive = \"ex:illness\"",
            "another sensitive property",
        ),
        (
            "others = \"public\"",
            "others = \"public\"\nmethod = \"semantic-anatomy\"",
            "another method",
        ),
    ];
    for (at, (from, to, expected)) in cases.into_iter().enumerate() {
        let text = HOSPITAL.replace(from, to);
        let context = Context::parse(&text, Path::new(".")).unwrap();
        let place = folder.path().join(format!("new{at}"));
        let Err(error) = old.migrate(&place, context, &text) else {
            panic!("{to} was accepted")
        };
        assert!(error.to_string().contains(expected), "{error}");
        assert!(!place.exists(), "nothing was begun");
    }
}
