//! How texts become values, and that lists mean the same to every technique.

use super::*;
use crate::{ALL, Family, RowWise};

fn settings(words: &[(&str, &str)]) -> Settings {
    crate::trial::settings(words)
}

const HELP: Text = Text { en: "", fr: "" };

const LEVEL: Parameter<Whole> = Parameter {
    name: "level",
    kind: Whole {
        least: 0,
        most: 1_000_000_000_000,
    },
    default: 7,
    help: HELP,
};

const SHARE: Parameter<Number> = Parameter {
    name: "share",
    kind: Number {
        least: 0.0,
        most: 1.0,
    },
    default: 0.25,
    help: HELP,
};

fn checked(words: &[(&str, &str)]) -> Result<Parameters, Vec<Fault>> {
    Parameters::check("toy", &[&LEVEL, &SHARE], &settings(words), &[])
}

#[test]
fn numbers_are_read_within_their_bounds_and_recorded_plainly() {
    for (typed, value) in [
        ("1e3", 1000),
        (" 5.0 ", 5),
        ("1000000000000", 1_000_000_000_000),
    ] {
        let parameters = checked(&[("level", typed)]).unwrap();
        assert_eq!(parameters.get(&LEVEL), value, "{typed}");
        assert_eq!(parameters.to_map()["level"], value.to_string());
        assert_eq!(parameters.get(&SHARE), 0.25, "the default");
        assert_eq!(parameters.to_map()["share"], "0.25");
    }
    for wrong in ["-1", "1.5", "1e13", "NaN", "", "five"] {
        assert_eq!(
            checked(&[("level", wrong)]).unwrap_err().len(),
            1,
            "{wrong}"
        );
        assert_eq!(LEVEL.given(&settings(&[("level", wrong)])), None, "{wrong}");
    }
    assert_eq!(LEVEL.given(&Settings::new()), Some(7));
}

#[test]
fn all_faults_are_told_together() {
    let faults = checked(&[("levl", "1"), ("level", "x"), ("share", "2")]).unwrap_err();
    assert_eq!(faults.len(), 3);
    assert!(
        matches!(&faults[0], Fault::UnknownWord { nearest: Some(name), .. } if name == "level")
    );
}

#[test]
fn a_list_is_split_at_semicolons_or_else_at_commas() {
    assert_eq!(words("age;income"), ["age", "income"]);
    assert_eq!(words(" age , income,"), ["age", "income"]);
    assert_eq!(words("age, in years; income"), ["age, in years", "income"]);
    assert!(words(" ; ").is_empty());
}

/// Whoever names attributes may separate them by either sign, whatever the technique; and engines hear of the same ones.
#[test]
fn attributes_mean_the_same_to_every_technique() {
    let mut named = 0;
    for technique in ALL {
        let descriptor = technique.descriptor();
        for text in ["age;income", "age,income", " age ; income "] {
            let given = settings(&[("attributes", text)]);
            let changed = descriptor.changed_attributes(&given);
            let Ok(method) = technique.check(&given, &[]) else {
                assert!(changed.is_empty(), "{} takes no attributes", descriptor.id);
                continue;
            };
            assert_eq!(changed, ["age", "income"], "{}", descriptor.id);
            assert!(descriptor.family != Family::Generalization);
            if let Some(RowWise::Drawing(drawing)) = method.row_wise() {
                assert_eq!(drawing.attributes(), changed, "{}", descriptor.id);
            }
            named += 1;
        }
    }
    assert_eq!(
        named,
        3 * 10,
        "ten techniques change attributes that they are told"
    );
}

/// Attributes that a technique only looks at are not among those that it changes.
#[test]
fn attributes_that_are_looked_at_are_not_changed() {
    for (id, name) in [
        ("swap", "blocks"),
        ("microaggregate", "by"),
        ("slicing", "linked"),
    ] {
        let technique = crate::find(id).unwrap();
        let given = settings(&[(name, "age;income")]);
        assert!(
            technique.descriptor().changed_attributes(&given).is_empty(),
            "{id}"
        );
        technique.check(&given, &[]).unwrap();
    }
}
