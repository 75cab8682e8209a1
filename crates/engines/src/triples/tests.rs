//! Triples in a folder come back as they were.

use super::*;

#[test]
fn what_is_written_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let triples = [
        ["<urn:a>", "<urn:p>", "\"é\\n\"@fr"],
        ["_:b", "<urn:q>", "<urn:a>"],
        ["<urn:a>", "<urn:p>", "\"é\\n\"@fr"],
    ];
    let mut split = Split::begin(folder.path()).unwrap();
    triples
        .into_iter()
        .for_each(|triple| split.push(triple).unwrap());
    let written = split.finish().unwrap();
    assert_eq!(
        written.iter().map(|it| it.triples).collect::<Vec<_>>(),
        [2, 1]
    );
    assert_eq!(predicates(folder.path()).unwrap(), written);
    let mut terms = std::collections::HashMap::new();
    let mut last = -1;
    each_term(folder.path(), &mut |id, text| {
        assert!(id > last && id == id_of(text), "ascending, and by the text");
        last = id;
        terms.insert(id, text.to_owned());
        Ok(())
    })
    .unwrap();
    assert_eq!(terms.len(), 3);
    let mut found = Vec::new();
    for predicate in &written {
        each_link(folder.path(), predicate, &mut |subject, object| {
            found.push([
                terms[&subject].clone(),
                predicate.text.clone(),
                terms[&object].clone(),
            ]);
            Ok(())
        })
        .unwrap();
    }
    found.sort();
    let mut expected = triples.map(|triple| triple.map(str::to_owned));
    expected.sort();
    assert_eq!(found, expected);
}

#[test]
fn other_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    assert!(
        predicates(folder.path())
            .unwrap_err()
            .to_string()
            .contains("no folder of triples")
    );
}
