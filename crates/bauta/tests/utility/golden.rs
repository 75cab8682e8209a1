//! Losses of the worked tables, and along the lattice of one of them.

use super::*;

#[test]
fn completeness_of_the_thesis() {
    let case = case("m1-completeness");
    let [before, after] =
        ["records_before", "records_after"].map(|key| case["params"][key].as_u64().unwrap());
    near(
        completeness::completeness(after, before).unwrap(),
        case["expected"]["completeness"].as_f64().unwrap(),
        "m1",
    );
}

#[test]
fn discernibility_of_the_thesis() {
    let expected = &case("m2-dm")["expected"];
    let sizes = |file| {
        examine(&table("m2-dm", file, &LATTICE), &[])
            .classes
            .sizes()
            .to_vec()
    };
    near(
        discernibility::discernibility(&sizes("input_t24.csv")),
        expected["t24"]["DM"].as_f64().unwrap(),
        "t24",
    );
    let sizes = sizes("input_t36.csv");
    near(
        discernibility::discernibility(&sizes),
        expected["t36"]["DM"].as_f64().unwrap(),
        "t36",
    );
    let penalised = expected["t36"]["DM_with_suppression_penalty"]
        .as_f64()
        .unwrap();
    near(
        discernibility::with_suppression(&sizes, 1, 12),
        penalised,
        "t36 with a row left out",
    );
    near(
        discernibility::discernibility(&[1; 12]),
        expected["all_distinct_12"].as_f64().unwrap(),
        "distinct",
    );
    near(
        discernibility::discernibility(&[12]),
        expected["all_equal_12"].as_f64().unwrap(),
        "equal",
    );
}

#[test]
fn average_class_size_of_the_thesis() {
    let case = case("m3-cavg");
    let found = examine(&table("m3-cavg", "input.csv", &LATTICE), &[]);
    let k = case["params"]["k"].as_u64();
    let rows = case["params"]["original_records"].as_u64().unwrap();
    let expected = case["expected"]["C_AVG"].as_f64().unwrap();
    near(
        average_class_size::average_class_size(rows, found.classes.len() as u64, k).unwrap(),
        expected,
        "m3",
    );
    let released = case["expected"]["C_AVG_on_released_records"]
        .as_f64()
        .unwrap();
    near(
        average_class_size::average_class_size(11, found.classes.len() as u64, k).unwrap(),
        released,
        "m3 released",
    );
    let asked = [bauta_privacy::Requirement::k_anonymity(k.unwrap())];
    let found = examine(&table("m3-cavg", "input.csv", &LATTICE), &asked);
    near(
        Assessment::of(&found, Some(rows))
            .utility
            .average_class_size
            .unwrap(),
        expected,
        "m3 measured",
    );
}

/// The released ranges and groups are read as another tool's would be; 58 is no age of the original.
#[test]
fn information_loss_of_the_thesis() {
    let expected = case("m5-geniloss")["expected"]["GenILoss"]
        .as_f64()
        .unwrap();
    let original = table_of(
        &["Age", "Ville"],
        &[
            &["19", "Marseille"],
            &["28", "Nice"],
            &["33", "Paris"],
            &["46", "Créteil"],
            &["81", "Paris"],
        ],
    );
    let towns = [
        ["Marseille", "Région PACA"],
        ["Nice", "Région PACA"],
        ["Paris", "Ile de France"],
        ["Créteil", "Ile de France"],
    ];
    let rows: Vec<Vec<String>> = towns
        .iter()
        .map(|row| row.map(str::to_owned).to_vec())
        .collect();
    let towns = Hierarchy::from_rows("Ville", &rows).unwrap();
    let qis = vec![
        Qi::new(&original, 0, None).unwrap(),
        Qi::new(&original, 1, Some(towns)).unwrap(),
    ];
    let released = table("m5-geniloss", "input.csv", &[]);
    let reading = Reading::of(&original, &qis, &released, 5);
    assert_eq!(reading.not_understood(), 0);
    near(
        Losses::cheap(&reading, &[1.0, 1.0])
            .information_loss
            .unwrap(),
        expected,
        "m5",
    );
}

#[test]
fn classification_of_the_thesis() {
    let case = case("m6-cm");
    let released = table("m6-cm", "input.csv", &LATTICE);
    let salary = released.index_of("Salaire").unwrap();
    let labels = rows_of(&released).into_iter().map(|mut row| {
        let x = row[salary].parse::<u64>().unwrap() <= 2000;
        row[salary] = if x { "x" } else { "y" }.to_owned();
        row
    });
    let labelled: Vec<Vec<String>> = labels.collect();
    let rows: Vec<Vec<&str>> = labelled
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let rows: Vec<&[&str]> = rows.iter().map(Vec::as_slice).collect();
    let mut labelled = table_of(&["Sexe", "Code postal", "Niveau d'étude", "class"], &rows);
    (0..3).for_each(|index| labelled.set_role(index, Role::QuasiIdentifier));
    assert_eq!(
        classification::classification(&(&labelled).into(), 10, None),
        None
    );
    labelled.set_role(3, Role::Target);
    let expected = case["expected"]["CM"].as_f64().unwrap();
    near(
        classification::classification(
            &(&labelled).into(),
            case["params"]["N"].as_u64().unwrap(),
            None,
        )
        .unwrap(),
        expected,
        "m6",
    );
}

fn lattice_of_the_thesis(table: &Table) -> Vec<Qi> {
    let case = case("a0-lattice");
    let qi = |name: &&str| {
        let file = case["hierarchies"][*name].as_str().unwrap();
        let hierarchy =
            Hierarchy::from_rows(name, &read_rows(&folder("a0-lattice").join(file)).unwrap())
                .unwrap();
        Qi::new(table, table.index_of(name).unwrap(), Some(hierarchy)).unwrap()
    };
    LATTICE.iter().map(qi).collect()
}

fn losses_at(prepared: &Prepared<'_>, levels: &[u8]) -> (Losses, f64) {
    let plan = Recoding::Levels(Levels {
        node: Node::from(levels.to_vec()),
        dropped: Vec::new(),
    });
    let draft = apply(prepared, &plan);
    let released = &draft.tables[0].1;
    let rows = prepared.table.rows() as u64;
    let reading = Reading::of(prepared.table, &prepared.qis, released, rows);
    assert_eq!(reading.not_understood(), 0);
    let source: Vec<u32> = (0..rows as u32).collect();
    assert_eq!(
        pairing::untrue_cells(prepared.table, &prepared.qis, released, &reading, &source),
        0
    );
    let weights = vec![1.0; prepared.qis.len()];
    let sizes = examine(released, &[]).classes.sizes().to_vec();
    (
        Losses::all(prepared, released, &reading, Some(&source), &weights),
        discernibility::discernibility(&sizes),
    )
}

/// Precision and discernibility of all 24 nodes, from the labels alone, padded levels included; and what grows upwards grows
/// along every edge.
#[test]
fn losses_along_the_lattice() {
    let original = table("a0-lattice", "input.csv", &LATTICE);
    let prepared = Prepared::new(&original, lattice_of_the_thesis(&original));
    let mut at = BTreeMap::new();
    for line in read_rows(&folder("a0-lattice").join("expected_lattice.csv"))
        .unwrap()
        .iter()
        .skip(1)
    {
        let levels: Vec<u8> = line[..3]
            .iter()
            .map(|level| level.parse().unwrap())
            .collect();
        let (losses, discernibility) = losses_at(&prepared, &levels);
        near(
            losses.precision.unwrap(),
            line[8].parse().unwrap(),
            "precision",
        );
        near(discernibility, line[7].parse().unwrap(), "discernibility");
        at.insert(levels, (losses, discernibility));
    }
    for (levels, (losses, dm)) in &at {
        for qi in 0..3 {
            let mut above = levels.clone();
            above[qi] += 1;
            let Some((higher, higher_dm)) = at.get(&above) else {
                continue;
            };
            let pairs = [
                (losses.information_loss, higher.information_loss),
                (losses.loss, higher.loss),
                (losses.granularity, higher.granularity),
                (losses.non_uniform_entropy, higher.non_uniform_entropy),
                (losses.ambiguity, higher.ambiguity),
                (losses.candidates, higher.candidates),
                (higher.precision, losses.precision),
                (Some(*dm), Some(*higher_dm)),
            ];
            for (number, (low, high)) in pairs.into_iter().enumerate() {
                assert!(
                    low.unwrap() <= high.unwrap() + 1e-9,
                    "measure {number} from {levels:?} to {above:?}"
                );
            }
        }
    }
}
