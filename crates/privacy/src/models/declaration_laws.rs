//! Laws over the declarations of all models: each is listed, consistent, and exercised by the other laws.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bauta_table::Table;

use super::tests::{hierarchy, table};
use super::*;
use crate::examine::examine_with;
use crate::released_classes::Background;

/// Tables of a group and a sensitive attribute: of one class, of few, and of many with rows that are alone.
fn tables() -> impl Iterator<Item = Table> {
    let rows = |seed: u32| {
        let row = |index: u32| {
            let mixed = (index + 1)
                .wrapping_mul(2_654_435_761)
                .rotate_left(seed % 13);
            let group = mixed % (1 + seed * seed % 19);
            (group as u8, (mixed / 7 % (1 + seed % 6)) as u8)
        };
        (0..12 + seed).map(row).collect::<Vec<_>>()
    };
    (0..24).map(move |seed| table(&rows(seed), true))
}

/// What the verifier says of a model over all tables and samples.
fn verdicts(model: &'static ModelDescriptor) -> BTreeSet<bool> {
    let hierarchies = BTreeMap::from([("value".to_owned(), hierarchy())]);
    let mut verdicts = BTreeSet::new();
    for table in tables() {
        let rows: Vec<u32> = (0..table.rows() as u32).collect();
        let population = table.picked(&[rows.as_slice(), &rows, &rows[..5]].concat());
        let background = Background {
            original: Some(&table),
            hierarchies: Some(&hierarchies),
            population: Some(&population),
            rules: None,
        };
        let samples = model.samples().into_iter();
        verdicts.extend(samples.map(|it| examine_with(&table, &[it], &background).holds()));
    }
    verdicts
}

/// A model whose samples all tables satisfy, or none, is not put to the test by any law over samples.
#[test]
fn every_model_is_exercised() {
    for model in ALL {
        let verdicts = verdicts(model);
        assert_eq!(
            verdicts,
            BTreeSet::from([false, true]),
            "{}: no table tells its samples apart",
            model.id
        );
    }
}

/// A declaration that nobody lists has no flag, no key and no law.
#[test]
fn every_declaration_is_listed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/models");
    let mut declared = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let module = path.file_stem().unwrap().to_string_lossy().into_owned();
        let statics = text.lines().filter_map(|line| line.split_once("static "));
        let names = statics.filter_map(|(before, rest)| {
            let is_item = before.is_empty() || before.starts_with("pub");
            let (name, _) = rest.split_once(": ModelDescriptor")?;
            is_item.then_some(name)
        });
        declared.extend(names.map(|name| format!("&{module}::{name},")));
    }
    let list = include_str!("mod.rs")
        .split_once("pub static ALL")
        .unwrap()
        .1;
    let list = list.split_once("];").unwrap().0;
    for line in &declared {
        assert!(list.contains(line.as_str()), "ALL lacks {line}");
    }
    assert_eq!(declared.len(), ALL.len());
}

#[test]
fn names_are_unique() {
    let unique = |names: Vec<&str>| {
        let distinct: BTreeSet<&str> = names.iter().copied().collect();
        assert_eq!(distinct.len(), names.len(), "{names:?}");
    };
    let targets = || ALL.iter().filter_map(|model| model.target.as_ref());
    unique(ALL.iter().map(|model| model.id).collect());
    unique(targets().map(|target| target.flag).collect());
    let asked = ALL.iter().filter(|model| model.target.is_some());
    let paths: Vec<String> = asked
        .flat_map(|model| model.parameters.iter().map(|it| it.path.join(".")))
        .collect();
    unique(paths.iter().map(String::as_str).collect());
    for model in ALL {
        unique(model.parameters.iter().map(|it| it.name).collect());
    }
}

/// A parameter stands at the key of its model, in the table at that key, or beside it; one of them is at the key or in it.
#[test]
fn parameters_have_their_place() {
    for model in ALL {
        let Some(target) = &model.target else {
            continue;
        };
        let own = model
            .parameters
            .iter()
            .filter(|it| it.path[0] == target.key);
        assert!(own.clone().count() > 0, "{}", model.id);
        let together = own.clone().count() > 1;
        for parameter in own {
            assert_eq!(
                parameter.path.len(),
                1 + usize::from(together),
                "{}",
                model.id
            );
            assert!(!parameter.is_optional(), "{}", model.id);
        }
        for parameter in model
            .parameters
            .iter()
            .filter(|it| it.path[0] != target.key)
        {
            assert!(
                parameter.path.len() == 1 && parameter.title.is_some(),
                "{}",
                model.id
            );
        }
        if model.parameters.len() > 1 {
            assert!(
                model.parameters.iter().all(|it| it.title.is_some()),
                "{}",
                model.id
            );
        }
    }
}

/// A statement names every parameter, in the same order in both languages: translations fill in numbers by their order.
#[test]
fn statements_say_the_same_in_both_languages() {
    for model in ALL {
        let holes = |text: &str| -> Vec<String> {
            let pieces = text.split('{').skip(1);
            pieces
                .map(|piece| piece.split('}').next().unwrap().to_owned())
                .collect()
        };
        let (en, fr) = (holes(model.statement.en), holes(model.statement.fr));
        assert_eq!(en, fr, "{}", model.id);
        let names: BTreeSet<&str> = model.parameters.iter().map(|it| it.name).collect();
        assert_eq!(
            en.iter().map(String::as_str).collect::<BTreeSet<_>>(),
            names
        );
    }
}

#[test]
fn texts_are_sentences_and_papers_are_known() {
    let references = include_str!("../../../../docs/references.bib");
    for model in ALL {
        assert!(!model.papers.is_empty(), "{}", model.id);
        for paper in model.papers {
            assert!(
                references.contains(&format!("{{{paper},")),
                "{}: {paper}",
                model.id
            );
        }
        if let Some(target) = &model.target {
            let texts = [target.help.en, target.help.fr];
            assert!(texts.iter().all(|text| text.ends_with('.')), "{}", model.id);
            assert!(!target.title.en.is_empty() && !target.title.fr.is_empty());
        }
    }
}

/// Samples are within the bounds that are declared, and what lies outside is a fault.
#[test]
fn bounds_are_as_declared() {
    let table = table(
        &(0..60).map(|row| (row % 3, row % 6)).collect::<Vec<_>>(),
        true,
    );
    for model in ALL {
        for sample in model.samples() {
            assert!(
                sample.faults(&table).is_empty(),
                "{sample:?}: {:?}",
                sample.faults(&table)
            );
        }
        for (place, parameter) in model.parameters.iter().enumerate() {
            let outside: Vec<ParameterValue> = match parameter.domain {
                ParameterDomain::Count { least, .. } => vec![ParameterValue::Count(least - 1)],
                ParameterDomain::Number { least, above, .. } => {
                    [least - 0.1, f64::NAN, f64::INFINITY]
                        .into_iter()
                        .chain(above.then_some(least))
                        .map(ParameterValue::Number)
                        .collect()
                }
                ParameterDomain::Distance => Vec::new(),
            };
            for value in outside {
                let mut values = model.start().values().to_vec();
                values[place] = value;
                let faults = model.require(values).unwrap().faults(&table);
                assert_eq!(faults.len(), 1, "{} {value:?}: {faults:?}", model.id);
            }
        }
    }
}

#[test]
fn values_of_another_kind_are_refused() {
    let count = ParameterValue::Count(2);
    assert!(k_anonymity::DESCRIPTOR.require(vec![count]).is_some());
    assert!(
        k_anonymity::DESCRIPTOR
            .require(vec![ParameterValue::Number(2.0)])
            .is_none()
    );
    assert!(
        k_anonymity::DESCRIPTOR
            .require(vec![count, count])
            .is_none()
    );
}

/// Every requirement survives being written and read.
#[test]
fn requirements_are_read_as_they_are_written() {
    for model in ALL {
        for sample in model.samples() {
            let text = serde_json::to_string(&sample).unwrap();
            assert_eq!(
                serde_json::from_str::<Requirement>(&text).unwrap(),
                sample,
                "{text}"
            );
        }
    }
    let read = |text: &str| serde_json::from_str::<Requirement>(text);
    let recursive = read(r#"{"l": 2, "model": "recursive-l-diversity", "c": 3}"#).unwrap();
    assert_eq!(recursive, Requirement::recursive_l_diversity(3.0, 2));
    for (wrong, why) in [
        (r#"{"model": "k-anonymity"}"#, "missing field `k`"),
        (
            r#"{"model": "k-anonymity", "k": 2, "l": 2}"#,
            "unknown field `l`",
        ),
        (r#"{"model": "k-anonymity", "k": 2.5}"#, "wrong type"),
        (
            r#"{"model": "k-animosity", "k": 2}"#,
            "unknown variant `k-animosity`",
        ),
    ] {
        let error = read(wrong).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
