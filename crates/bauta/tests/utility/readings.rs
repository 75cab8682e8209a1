//! Labels as other tools write them, tables that did not change, and releases that say what is not true.

use super::*;

#[test]
fn nothing_is_lost_on_the_unchanged_table_and_everything_on_stars() {
    let original = random_table(5, 200, 3, 5, 4);
    let qis: Vec<Qi> = (0..3)
        .map(|index| Qi::new(&original, index, None).unwrap())
        .collect();
    let prepared = Prepared::new(&original, qis);
    let all = |released: &Table| {
        let reading = Reading::of(&original, &prepared.qis, released, 200);
        let source: Vec<u32> = (0..200).collect();
        Losses::all(&prepared, released, &reading, Some(&source), &[1.0; 3])
    };
    let same = all(&original);
    for (value, what) in [
        (same.information_loss, "information loss"),
        (same.loss, "loss"),
        (same.granularity, "granularity"),
        (same.non_uniform_entropy, "entropy"),
        (same.kl_divergence, "divergence"),
    ] {
        near(value.unwrap(), 0.0, what);
    }
    near(same.precision.unwrap(), 1.0, "precision");
    near(same.ambiguity.unwrap(), 1.0, "ambiguity");
    let rows = vec![["*"; 3]; 200];
    let rows: Vec<&[&str]> = rows.iter().map(<[&str; 3]>::as_slice).collect();
    let stars = all(&table_of(&["q1", "q2", "q3"], &rows));
    for (value, what) in [
        (stars.information_loss, "information loss"),
        (stars.loss, "loss"),
        (stars.granularity, "granularity"),
        (stars.non_uniform_entropy, "entropy"),
    ] {
        near(value.unwrap(), 1.0, what);
    }
    near(stars.precision.unwrap(), 0.0, "precision");
    near(
        stars.ambiguity.unwrap(),
        prepared.qis.iter().map(|qi| qi.ranks() as f64).product(),
        "ambiguity",
    );
    near(stars.candidates.unwrap(), 200.0, "candidates");
}

/// Every notation in use, and what nobody understands.
#[test]
fn labels_of_other_tools_are_read() {
    let original = table_of(
        &["age", "zip", "born"],
        &[
            &["20", "13050", "1990-01-31"],
            &["25", "13051", "1991-01-31"],
            &["30", "13060", "1992-01-31"],
            &["40", "13061", "1993-01-31"],
        ],
    );
    let read = |index: usize, label: &str| {
        let mut cells = ["*"; 3];
        cells[index] = label;
        let released = table_of(&["age", "zip", "born"], &[&cells]);
        let qis: Vec<Qi> = (0..3)
            .map(|index| Qi::new(&original, index, None).unwrap())
            .collect();
        let reading = Reading::of(&original, &qis, &released, 1);
        let column = &reading.columns[index];
        let covered: Vec<u32> = column.covers[0].ranks.iter().collect();
        (column.not_understood == 0).then_some(covered)
    };
    for (label, expected) in [
        ("20", vec![0]),
        ("20.0", vec![0]),
        ("*", vec![0, 1, 2, 3]),
        ("[20-30]", vec![0, 1, 2]),
        ("[20..30]", vec![0, 1, 2]),
        ("[20;30]", vec![0, 1, 2]),
        ("[20,30[", vec![0, 1]),
        ("[20, 31[", vec![0, 1, 2]),
        ("20-29", vec![0, 1]),
        (">=30", vec![2, 3]),
        ("{20, 40}", vec![0, 3]),
        ("27", vec![1]),
        ("[50-60]", vec![]),
    ] {
        assert_eq!(read(0, label), Some(expected), "{label}");
    }
    assert_eq!(read(1, "1305*"), Some(vec![0, 1]));
    assert_eq!(read(1, "{13050,13061}"), Some(vec![0, 3]));
    assert_eq!(read(2, "[1990-01-31..1992-01-31]"), Some(vec![0, 1, 2]));
    for (label, expected) in [
        ("1991", vec![1]),
        ("1990-01", vec![0]),
        ("1992-Q1", vec![2]),
        ("1990-1992", vec![0, 1, 2]),
        ("[1990-06-01,1993-01-31[", vec![1, 2]),
        (">=1992-01-31", vec![2, 3]),
        ("1993-02", vec![]),
    ] {
        assert_eq!(read(2, label), Some(expected), "{label}");
    }
    for (index, label) in [
        (0, "young"),
        (1, "Provence"),
        (2, "someday"),
        (0, "[a-b]"),
        (1, "{x, y}"),
    ] {
        assert_eq!(read(index, label), None, "{label}");
    }
}

/// A swapped value is counted as untrue, and the divergence has no finite value where nothing covers what occurs.
#[test]
fn untrue_releases_are_seen() {
    let original = table_of(
        &["a", "b"],
        &[&["x", "1"], &["x", "2"], &["y", "3"], &["z", "4"]],
    );
    let released = table_of(
        &["a", "b"],
        &[&["x", "1"], &["x", "2"], &["x", "3"], &["z", "4"]],
    );
    let qis = vec![Qi::new(&original, 0, None).unwrap()];
    let prepared = Prepared::new(&original, qis);
    let reading = Reading::of(&original, &prepared.qis, &released, 4);
    // Four rows, and one that does not fit: their order proves nothing.
    assert_eq!(
        pairing::pair(&original, &prepared.qis, &released, &reading),
        None
    );
    let source = [0, 1, 2, 3];
    assert_eq!(
        pairing::untrue_cells(&original, &prepared.qis, &released, &reading, &source),
        1
    );
    assert_eq!(
        divergence::divergence(&prepared, &reading, &reading.boxes(&released)),
        None
    );
    let column = &reading.columns[0];
    assert!(
        entropy::of_column(
            &original,
            &prepared.qis[0],
            column,
            &released,
            &source,
            &reading
        ) > 0.0
    );
    assert!(ambiguity::ambiguity(&reading, &reading.boxes(&released)).is_some());
}

/// ARX's own figures for its objective on the census table, at the nodes that it found.
#[test]
fn the_loss_is_that_of_arx() {
    let Some(folder) = bauta_testkit::shared::shared_dir().map(|folder| folder.join("data/adult"))
    else {
        return bauta_testkit::skip(bauta_testkit::skip::NO_SHARED_DATA);
    };
    let names = [
        "sex",
        "age",
        "race",
        "marital-status",
        "education",
        "native-country",
        "workclass",
        "occupation",
        "salary-class",
    ];
    let locator: Locator = folder.join("adult.csv").to_str().unwrap().parse().unwrap();
    let mut original = bauta_formats::read(&locator, &ReadOptions::default(), &Silent)
        .unwrap()
        .table;
    names.iter().for_each(|name| {
        original.set_role(original.index_of(name).unwrap(), Role::QuasiIdentifier);
    });
    let qi = |name: &&str| {
        let file = folder.join(format!("adult_hierarchy_{name}.csv"));
        let hierarchy = Hierarchy::from_rows(name, &read_rows(&file).unwrap()).unwrap();
        Qi::new(&original, original.index_of(name).unwrap(), Some(hierarchy)).unwrap()
    };
    let prepared = Prepared::new(&original, names.iter().map(qi).collect());
    for (levels, suppressed, score) in [
        ([0, 4, 1, 1, 3, 2, 2, 1, 0], 0, 0.573_151),
        ([0, 3, 0, 2, 2, 1, 1, 2, 0], 506, 0.313_713),
        ([0, 3, 0, 0, 2, 1, 1, 1, 0], 2553, 0.220_412),
    ] {
        let node = Node::from(levels.to_vec());
        let draft = apply(
            &prepared,
            &Recoding::Levels(Levels {
                node: node.clone(),
                dropped: Vec::new(),
            }),
        );
        // Rows of classes below 5 are left out.
        let reading = Reading::of(&original, &prepared.qis, &draft.tables[0].1, 30_162);
        let boxes = reading.boxes(&draft.tables[0].1);
        let is_small = |tuple: &u32| {
            let row = prepared
                .tuple_of_row()
                .iter()
                .position(|of| of == tuple)
                .unwrap();
            boxes.rows[boxes.of_row[row] as usize] < 5
        };
        let dropped: Vec<u32> = (0..prepared.set().len() as u32).filter(is_small).collect();
        let draft = apply(&prepared, &Recoding::Levels(Levels { node, dropped }));
        assert_eq!(draft.suppressed_rows, suppressed);
        let reading = Reading::of(&original, &prepared.qis, &draft.tables[0].1, 30_162);
        near(
            Losses::cheap(&reading, &[1.0; 9]).loss.unwrap(),
            score,
            "ARX's loss",
        );
    }
}
