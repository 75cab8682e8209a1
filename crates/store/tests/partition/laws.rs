//! Random histories.

use super::*;

/// What can happen to a store.
#[derive(Debug, Clone)]
enum Event {
    Insert(u8, u8, u8),
    Delete(u8),
    Disease(u8, u8),
    Open(u8, u8),
    Publish,
    Crash,
    Snapshot,
}

fn events() -> impl Strategy<Value = Vec<Event>> {
    let event = prop_oneof![
        6 => (0..12u8, 0..4u8, 0..60u8).prop_map(|(who, disease, age)| Event::Insert(who, disease, age)),
        2 => (0..12u8).prop_map(Event::Delete),
        2 => (0..12u8, 0..4u8).prop_map(|(who, disease)| Event::Disease(who, disease)),
        2 => (0..12u8, 0..12u8).prop_map(|(one, other)| Event::Open(one, other)),
        2 => Just(Event::Publish),
        1 => Just(Event::Crash),
        1 => Just(Event::Snapshot),
    ];
    prop::collection::vec(event, 1..30)
}

fn text_of(event: &Event) -> Option<String> {
    Some(match event {
        Event::Insert(who, disease, age) => format!(
            "DELETE {{ ex:p{who} ?p ?o }} INSERT {{ ex:p{who} a ex:Patient ; ex:name \"Name {who}\" ; ex:age {age} ; ex:zipcode \"{age:05}\" ; \
             ex:disease ex:d{disease} ; ex:treatedIn ex:ward }} WHERE {{ OPTIONAL {{ ex:p{who} ?p ?o }} }}"
        ),
        Event::Delete(who) => format!("DELETE WHERE {{ ex:p{who} ?p ?o }}"),
        Event::Disease(who, disease) => format!(
            "DELETE {{ ?p ex:disease ?old }} INSERT {{ ?p ex:disease ex:d{disease} }} WHERE {{ ?p ex:name \"Name {who}\" ; ex:disease ?old }}"
        ),
        Event::Open(one, other) => {
            format!(
                "INSERT DATA {{ ex:p{one} ex:likes ex:p{other} . ex:thing{one} ex:likes ex:thing{other} }}"
            )
        }
        Event::Publish | Event::Crash | Event::Snapshot => return None,
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// A store through any history, with crashes, against a plain store that gets the same updates.
    #[test]
    fn any_history_keeps_the_exact_data_and_no_secret(events in events()) {
        let folder = tempfile::tempdir().unwrap();
        let open = || Engine::open(folder.path(), hospital(), HOSPITAL).unwrap();
        let mut engine = open();
        let plain = oxigraph::store::Store::new().unwrap();
        let mut ever = BTreeSet::new();
        // Those whom everybody saw before they became patients: they stay to be seen until the next release.
        let mut outdated = BTreeSet::new();
        let shows = |engine: &Engine, who: &u8| public_text(engine).contains(&format!("org/p{who}>"));
        for event in &events {
            if let Event::Insert(who, _, _) = event && ever.insert(*who) && shows(&engine, who) {
                outdated.insert(*who);
            }
            if let Some(text) = text_of(event) {
                update(&engine, &text).unwrap();
                #[allow(deprecated, reason = "the shortest call of the plain store")]
                plain.update(&format!("PREFIX ex: <http://example.org/> {text}")).unwrap();
            }
            match event {
                Event::Publish => {
                    engine.publish().unwrap();
                    outdated.clear();
                }
                Event::Snapshot => engine.snapshot().unwrap(),
                Event::Crash => {
                    let (before, entries) = (public_text(&engine), engine.entries());
                    drop(engine);
                    engine = open();
                    let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
                    prop_assert_eq!(lines(&public_text(&engine)), lines(&before));
                    prop_assert_eq!(engine.entries(), entries);
                }
                _ => {}
            }
            let expected: BTreeSet<String> = plain.iter().map(|quad| quad.unwrap().to_string()).collect();
            prop_assert_eq!(as_set(engine.exact(None).unwrap()), expected);
            let public = public_text(&engine);
            prop_assert!(!public.contains("Name ") && !public.contains("http://private"), "{}", public);
            prop_assert!(ever.difference(&outdated).all(|who| !shows(&engine, who)), "{}", public);
        }
        engine.publish().unwrap();
        let ages = ask(&engine, "SELECT ?o { ?s ex:age ?o FILTER(!isBlank(?o)) }", View::Public).unwrap();
        prop_assert_eq!(ages, Vec::<String>::new());
    }
}
