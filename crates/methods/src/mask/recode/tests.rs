//! The header's invariants.

use bauta_table::recoding::{Prepared, apply};
use bauta_table::{Hierarchy, Qi, Role};

use super::Recode;
use crate::laws::context;
use crate::trial::{Trial, columns, settings};
use crate::{Outcome, Task};

#[test]
fn every_value_is_in_exactly_one_group() {
    let trial = Trial::of_column("town", &["Lille", "Nice", "", "Roubaix"]);
    let with = |groups: &str| {
        trial.tried(
            &Recode,
            &settings(&[("attributes", "town"), ("groups", groups)]),
            1,
        )
    };
    assert_eq!(
        with("North=Lille|Roubaix;South=Nice").unwrap()[0],
        ["North", "South", "", "North"]
    );
    assert_eq!(
        with("North=Lille; other=*").unwrap()[0],
        ["North", "other", "", "other"]
    );
    for wrong in ["North=Lille|Roubaix", "North=Lille|Roubaix|Nice;South=Nice"] {
        let faults = with(wrong).unwrap_err();
        assert!(faults[0].to_string().contains("data row 2"), "{faults:?}");
        assert!(
            !faults[0].to_string().contains("Nice"),
            "no cell value in a message"
        );
    }
    assert!(with("").is_err(), "neither groups nor a hierarchy");
}

#[test]
fn intervals_of_the_thesis() {
    let trial = Trial::of_column("x", &["150", "200", "199", "300", "250"]);
    let given = settings(&[
        ("attributes", "x"),
        ("groups", "[150,200[;[200,250[;[250,300]"),
    ]);
    let expected = [
        "[150,200[",
        "[200,250[",
        "[150,200[",
        "[250,300]",
        "[250,300]",
    ];
    assert_eq!(trial.released(&Recode, &given, 1)[0], expected);
    let given = settings(&[("attributes", "x"), ("groups", "low=<200;>=200")]);
    assert_eq!(
        trial.released(&Recode, &given, 1)[0],
        ["low", ">=200", "low", ">=200", ">=200"]
    );
    let given = settings(&[("attributes", "x"), ("groups", "[150,200[;[200,250[")]);
    assert!(trial.tried(&Recode, &given, 1).is_err());
}

#[test]
fn a_level_of_the_hierarchy_is_a_recoding() {
    let trial =
        Trial::of_column("town", &["Lille", "Nice"]).with_role(&["town"], Role::QuasiIdentifier);
    let rows = [["Lille", "North", "*"], ["Nice", "South", "*"]]
        .map(|row| row.map(str::to_owned).to_vec());
    let hierarchy = Hierarchy::from_rows("town", &rows).unwrap();
    let prepared = Prepared::new(
        &trial.table,
        vec![Qi::new(&trial.table, 0, Some(hierarchy)).unwrap()],
    );
    let at = |level: &str| {
        let given = settings(&[("attributes", "town"), ("level", level)]);
        let mut task = Task::new(&Recode, &prepared, &[], &given, Vec::new())?;
        match crate::plan(&mut task, &mut context(1)).unwrap() {
            Outcome::Plan(plan) => Ok::<_, Vec<bauta_table::Fault>>(apply(&prepared, &plan)),
            Outcome::Unreachable(_) => panic!("recoding is always possible"),
        }
    };
    assert_eq!(
        columns(&at("1").unwrap().tables[0].1)[0],
        ["North", "South"]
    );
    let top = at("2").unwrap();
    assert_eq!(columns(&top.tables[0].1)[0], ["*", "*"]);
    assert_eq!(top.losses[0].spread, [1.0]);
    assert!(at("3").is_err());
}
