//! The multidimensional recodings.

use super::*;

/// Runs a multidimensional method on a case's table; compares measures and rows with what the case expects.
fn multidimensional(id: &str, method: &str, parameters: &[(&str, &str)], file: &str) {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("out.csv");
    let case = case(id);
    let mut project = Project::new(folder(id).join("input.csv").to_str().unwrap());
    for (name, role) in case["roles"].as_object().unwrap() {
        match role.as_str().unwrap() {
            "quasi_identifier" => {
                project.roles.quasi_identifiers.push(name.clone());
                let file = folder(id).join(case["hierarchies"][name].as_str().unwrap());
                let source = HierarchySource::File(file.to_str().unwrap().to_owned());
                project.hierarchies.insert(name.clone(), source);
            }
            "sensitive" => project.roles.sensitive.push(name.clone()),
            "target" => project.roles.targets.push(name.clone()),
            _ => project.roles.insensitive.push(name.clone()),
        }
    }
    // The tie of two equally wide attributes goes to the first.
    project.roles.quasi_identifiers.sort();
    project.targets.set_k(case["params"]["k"].as_u64());
    project.anonymize.method = method.into();
    project.anonymize.parameters = parameters
        .iter()
        .map(|(name, word)| (name.to_string(), word.to_string()))
        .collect();
    project.output.tables = vec![path.to_str().unwrap().to_owned()];
    let Ok(Answer::Released(report)) = bauta::anonymize(&project, &Silent) else {
        panic!("{id}: no release")
    };
    let (measures, wanted) = (report.assessment.unwrap(), &case["expected"]);
    assert_eq!(Some(measures.privacy.k), wanted["k"].as_u64(), "{id}");
    assert_eq!(
        Some(measures.utility.discernibility),
        wanted["DM"].as_f64(),
        "{id}"
    );
    assert_eq!(
        measures.utility.average_class_size,
        wanted["C_AVG"].as_f64(),
        "{id}"
    );
    let expected = expected(id, file);
    let start = if case["roles"]["Sexe"] == "ignored" {
        1
    } else {
        0
    };
    let shown = |row: Vec<String>| row[start..start + expected[0].len()].to_vec();
    let release = bauta::hold(&project, &Silent).unwrap().release.unwrap();
    let table = bauta_testkit::write_csv(&release.published()[0]);
    std::fs::write(&path, table).unwrap();
    let released: Vec<Vec<String>> = read_rows(&path)
        .unwrap()
        .into_iter()
        .skip(1)
        .map(shown)
        .collect();
    assert_eq!(released, expected, "{id}");
}

#[test]
fn median_mondrian_of_the_thesis() {
    for (recoding, notation, file) in [
        ("auto", "dash", "expected.csv"),
        ("range", "dots", "expected_range.csv"),
    ] {
        let reading = [
            ("choose", "widest"),
            ("median", "distinct"),
            ("recoding", recoding),
            ("notation", notation),
        ];
        multidimensional("a7-median-mondrian-seed", "mondrian", &reading, file);
    }
}

#[test]
fn infogain_mondrian_of_the_thesis() {
    multidimensional(
        "a8-infogain-mondrian",
        "infogain-mondrian",
        &[],
        "expected.csv",
    );
}

#[test]
fn lsd_mondrian_of_the_thesis() {
    multidimensional("a9-lsd-mondrian", "lsd-mondrian", &[], "expected.csv");
}

/// The printed multidimensional recoding cannot be right: a row says something that its value is not.
#[test]
fn a_printed_row_that_is_no_ancestor_is_found() {
    let id = "g3-multidimensional";
    let hierarchy = hierarchy(id, "Niveau d'étude");
    let lines = hierarchy.rows();
    let rows = expected(id, "input.csv")
        .into_iter()
        .zip(expected(id, "printed.csv"));
    let wrong: Vec<u64> = (1..)
        .zip(rows)
        .filter(|(_, (original, printed))| {
            let line = lines.iter().find(|line| line[0] == original[0]).unwrap();
            !line.contains(&printed[0].as_str())
        })
        .map(|(row, _)| row)
        .collect();
    assert_eq!(
        wrong,
        numbers(&case(id)["expected"]["rows_not_ancestor_or_self"])
    );
}
