//! The releases that a paper printed.

use super::*;

const ANATOMY: &str = "[vocabulary]\nnamespace = \"http://example.org/examples#\"\n[entities]\nquery = \"SELECT ?s WHERE { ?s ub:hasReligion ?r }\"\n[identifiers]\nreplace = false\n[[sensitive]]\nproperty = \"ub:hasReligion\"\n[[quasi-identifiers]]\nproperty = \"ub:researchInterest\"\n";

#[test]
fn the_published_anatomy_is_made_and_its_updates_say_the_same() {
    let before = vector("semantic/anatomy_before.ttl");
    let mut graph = with_religions(&before);
    let context = context(ANATOMY);
    let (release, text) = released(&mut graph, &context, &Given::default());
    let expected = lines(&turtle(&vector("semantic/anatomy_after.ttl")));
    assert_eq!(facts(&text), expected);
    let published: serde_json::Value =
        serde_json::from_str(&vector("semantic/anatomy_updates.json")).unwrap();
    assert_eq!(
        facts(&text).len() as u64,
        published["triples_after"].as_u64().unwrap()
    );
    let mut ours = Store::new(&before);
    updates(&graph, &context, &release)
        .iter()
        .for_each(|update| ours.update(update));
    assert_eq!(ours.lines(), expected);
    let mut theirs = Store::new(&before);
    published["updates"]
        .as_array()
        .unwrap()
        .iter()
        .for_each(|update| theirs.update(update.as_str().unwrap()));
    assert_eq!(theirs.lines(), expected);
}

#[test]
fn the_published_generalisation_is_made() {
    let text = "@prefix ex: <http://example#> . ex:Maxime a ex:P ; ex:age 26 ; ex:zipcode \"77420\" . ex:Other a ex:P ; ex:age 24 ; ex:zipcode \"77423\" .";
    let mut graph = turtle(text);
    let context = Context::parse(
        "version = 1\n[prefixes]\nex = \"http://example#\"\n[vocabulary]\nnamespace = \"http://example#\"\n[entities]\nclass = \"ex:P\"\n[identifiers]\nreplace = false\n\
         [[quasi-identifiers]]\nproperty = \"ex:age\"\nhierarchy = \"age.csv\"\n[[quasi-identifiers]]\nproperty = \"ex:zipcode\"\nhierarchy = { type = \"masking\" }\n\
         [k-anonymity]\nk = 2\nmethod = \"optimal\"\n",
        "graph.toml",
    )
    .unwrap();
    let given = Given {
        hierarchies: BTreeMap::from([("age".to_owned(), ages())]),
        seed: 1,
        ..Given::default()
    };
    let (release, text) = released(&mut graph, &context, &given);
    let vector: serde_json::Value = serde_json::from_str(&vector("kanon/update_5_3.json")).unwrap();
    let long = |line: &str| {
        let line = line
            .replace("ex:", "http://example#")
            .replace("<http://Blank_X>", "NODE");
        let mut words = line.split(' ').map(|word| match word {
            word if word.starts_with("http") => format!("<{word}>"),
            word if word.parse::<i64>().is_ok() => {
                format!("\"{word}\"^^<http://www.w3.org/2001/XMLSchema#integer>")
            }
            word => word.to_owned(),
        });
        words.by_ref().collect::<Vec<_>>().join(" ")
    };
    let shown: BTreeSet<String> = text
        .lines()
        .map(|line| {
            line.trim_end_matches(" .")
                .split(' ')
                .map(|w| if w.starts_with("_:") { "NODE" } else { w })
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    for line in vector["after"].as_array().unwrap() {
        assert!(
            shown.contains(&long(line.as_str().unwrap())),
            "{line} in {shown:#?}"
        );
    }
    assert_eq!(release.verified.k, Some(2));
    // The updates, run by an engine, come to the same graph.
    let mut ours = Store::new(
        "@prefix ex: <http://example#> . ex:Maxime a ex:P ; ex:age 26 ; ex:zipcode \"77420\" . ex:Other a ex:P ; ex:age 24 ; ex:zipcode \"77423\" .",
    );
    updates(&graph, &context, &release)
        .iter()
        .for_each(|update| ours.update(update));
    let ours: BTreeSet<String> = ours
        .lines()
        .iter()
        .map(|line| {
            line.trim_end_matches(" .")
                .split(' ')
                .map(|w| if w.starts_with("_:") { "NODE" } else { w })
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect();
    assert_eq!(ours, shown);
}
