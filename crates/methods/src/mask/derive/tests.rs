//! The header's invariants.

use bauta_table::Role;

use super::{Derive, distance};
use crate::trial::{Trial, settings};

/// Paris to London, to Nice, to itself, and half around the earth.
#[test]
fn distances_are_those_of_the_sphere() {
    let paris = (48.8566, 2.3522);
    for (to, kilometres) in [
        ((51.5074, -0.1278), 343.6),
        ((43.7102, 7.2620), 686.0),
        (paris, 0.0),
        ((-48.8566, -177.6478), 20_015.1),
    ] {
        assert!(
            (distance(paris, to) - kilometres).abs() < 1.0,
            "{to:?}: {}",
            distance(paris, to)
        );
    }
}

#[test]
fn ages_are_completed_years() {
    let cells: [(&str, &[&str]); 2] = [
        ("born", &["1980-05-17", "1980-05-17", "2001-01-01", ""]),
        (
            "married",
            &["2000-05-16", "2000-05-17", "2000-12-31", "2000-01-01"],
        ),
    ];
    let trial = Trial::of_columns(&cells);
    let ages = |step: &str| {
        trial.released(
            &Derive,
            &settings(&[("attributes", "born,married"), ("step", step)]),
            1,
        )
    };
    assert_eq!(ages("1"), [["19", "20", "", ""]]);
    assert_eq!(ages("5"), [["15", "20", "", ""]]);
    let given = settings(&[
        ("attributes", "born,married"),
        ("derive", "duration"),
        ("unit", "months"),
    ]);
    assert_eq!(
        trial.released(&Derive, &given, 1),
        [["239", "240", "0", ""]]
    );
    let given = settings(&[("attributes", "born,married"), ("derive", "duration")]);
    assert_eq!(
        trial.released(&Derive, &given, 1),
        [["7304", "7305", "-1", ""]]
    );
}

#[test]
fn what_it_comes_from_is_gone() {
    let cells: [(&str, &[&str]); 4] = [
        ("x", &["1", "2"]),
        ("born", &["1980-05-17", "1980-05-18"]),
        ("y", &["a", "b"]),
        ("died", &["2000-05-16", "2000-05-17"]),
    ];
    let trial = Trial::of_columns(&cells).with_role(&["born"], Role::QuasiIdentifier);
    let given = settings(&[("attributes", "born,died"), ("as-name", "age at death")]);
    let draft = trial.drafted(&Derive, &[], &given, 1).unwrap().unwrap();
    let names: Vec<(&str, Role)> = draft.tables[0]
        .1
        .attributes()
        .iter()
        .map(|a| (a.name.as_str(), a.role))
        .collect();
    assert_eq!(
        names,
        [
            ("x", Role::Insensitive),
            ("age at death", Role::QuasiIdentifier),
            ("y", Role::Insensitive)
        ]
    );
}

#[test]
fn what_does_not_fit_is_told() {
    let cells: [(&str, &[&str]); 3] = [
        ("a", &["1.5", "2"]),
        ("b", &["1980-05-17", "1980-05-18"]),
        ("age", &["1", "2"]),
    ];
    let trial = Trial::of_columns(&cells);
    for wrong in [
        &[("attributes", "b,b")][..],
        &[("attributes", "a,b")],
        &[("attributes", "b")],
        &[("attributes", "a,age"), ("derive", "distance")],
    ] {
        assert!(
            trial.tried(&Derive, &settings(wrong), 1).is_err(),
            "{wrong:?}"
        );
    }
    let cells: [(&str, &[&str]); 3] = [
        ("a", &["1980-05-16"]),
        ("b", &["1980-05-17"]),
        ("age", &["1"]),
    ];
    let faults = Trial::of_columns(&cells)
        .tried(&Derive, &settings(&[("attributes", "a,b")]), 1)
        .unwrap_err();
    assert!(
        faults[0].to_string().contains("already called"),
        "{faults:?}"
    );
}
