//! Signatures by hand.

use bauta_testkit::table_of;

use super::*;

fn with_qi(header: &[&str], rows: &[&[&str]], quasi: &[&str]) -> Table {
    let mut table = table_of(header, rows);
    quasi
        .iter()
        .for_each(|name| table.set_role(table.index_of(name).unwrap(), Role::QuasiIdentifier));
    table
}

/// Four people of two towns.
fn persons() -> Table {
    let rows: [&[&str]; 4] = [
        &["p1", "h1", "A"],
        &["p2", "h1", "A"],
        &["p3", "h2", "B"],
        &["p4", "h2", "B"],
    ];
    with_qi(&["id", "house", "town"], &rows, &["town"])
}

fn visits(rows: &[&[&str]]) -> Table {
    with_qi(&["who", "where"], rows, &["where"])
}

fn link(child: usize, from: &str, parent: usize, to: &str) -> Link {
    Link {
        child,
        from: from.into(),
        parent,
        to: to.into(),
    }
}

fn member<'a>(name: &'a str, table: &'a Table) -> Member<'a> {
    Member {
        name,
        table,
        counted: true,
    }
}

#[test]
fn a_number_of_rows_tells_apart() {
    let (persons, visits) = (
        persons(),
        visits(&[
            &["p1", "x"],
            &["p2", "x"],
            &["p3", "x"],
            &["p4", "x"],
            &["p4", "x"],
        ]),
    );
    let mut members = [member("persons", &persons), member("visits", &visits)];
    let links = [link(1, "who", 0, "id")];
    let view = joined_view(&members, &links, 0, 2);
    assert_eq!(
        (view.k, view.classes, view.failing_rows, view.holds()),
        (1, 3, 2, false)
    );
    members[1].counted = false;
    assert!(
        joined_view(&members, &links, 0, 2).holds(),
        "who was somewhere, but not how often"
    );
}

#[test]
fn who_is_responsible() {
    let persons = persons();
    let visits = visits(&[&["p1", "x"], &["p2", "y"], &["p3", "x"], &["p4", "x"]]);
    let exams = with_qi(&["who"], &[&["p1"], &["p2"]], &[]);
    let members = [
        member("persons", &persons),
        member("visits", &visits),
        member("exams", &exams),
    ];
    let links = [link(1, "who", 0, "id"), link(2, "who", 0, "id")];
    let view = joined_view(&members, &links, 0, 2);
    assert_eq!(view.failing_rows, 2);
    assert_eq!(
        view.failing_without,
        BTreeMap::from([("exams".to_owned(), 2), ("visits".to_owned(), 0)])
    );
}

#[test]
fn what_a_row_points_to_tells_apart() {
    let persons = with_qi(
        &["id", "house"],
        &[&["p1", "h1"], &["p2", "h2"], &["p3", "h2"], &["p4", "h1"]],
        &[],
    );
    let houses = |regions: [&str; 2]| {
        with_qi(
            &["id", "region"],
            &[&["h1", regions[0]], &["h2", regions[1]]],
            &["region"],
        )
    };
    let links = [link(0, "house", 1, "id")];
    let (same, other) = (houses(["N", "N"]), houses(["N", "S"]));
    assert_eq!(
        joined_view(
            &[member("persons", &persons), member("houses", &same)],
            &links,
            0,
            3
        )
        .k,
        4
    );
    let view = joined_view(
        &[member("persons", &persons), member("houses", &other)],
        &links,
        0,
        3,
    );
    assert_eq!(
        (view.k, view.failing_without),
        (2, BTreeMap::from([("houses".to_owned(), 0)]))
    );
}

#[test]
fn two_steps_down() {
    let houses = with_qi(&["id"], &[&["h1"], &["h2"]], &[]);
    let mut rows: [&[&str]; 4] = [
        &["p1", "h1", "A"],
        &["p2", "h1", "A"],
        &["p3", "h2", "A"],
        &["p4", "h2", "A"],
    ];
    let same = with_qi(&["id", "house", "town"], &rows, &["town"]);
    let visits = visits(&[&["p1", "x"], &["p4", "x"]]);
    let links = [link(1, "house", 0, "id"), link(2, "who", 1, "id")];
    let members = [
        member("houses", &houses),
        member("persons", &same),
        member("visits", &visits),
    ];
    assert_eq!(
        joined_view(&members, &links, 0, 2).k,
        2,
        "in each house one of two has a visit"
    );
    rows[3] = &["p4", "h1", "A"];
    let moved = with_qi(&["id", "house", "town"], &rows, &["town"]);
    let members = [
        member("houses", &houses),
        member("persons", &moved),
        member("visits", &visits),
    ];
    let view = joined_view(&members, &links, 0, 2);
    assert_eq!(
        (view.k, view.failing_without),
        (
            1,
            BTreeMap::from([("persons".to_owned(), 0), ("visits".to_owned(), 2)])
        )
    );
    rows[3] = &["p4", "h2", "A"];
    let same = with_qi(&["id", "house", "town"], &rows, &["town"]);
    let visits = self::visits(&[&["p1", "x"]]);
    let members = [
        member("houses", &houses),
        member("persons", &same),
        member("visits", &visits),
    ];
    let view = joined_view(&members, &links, 0, 2);
    assert_eq!(
        view.failing_without,
        BTreeMap::from([("visits".to_owned(), 0)]),
        "the houses are alike but for a visit"
    );
    assert_eq!(dangling(&members, &links[1]), 0);
}
