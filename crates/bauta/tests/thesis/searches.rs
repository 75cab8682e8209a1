//! Searches for a full-domain recoding: Datafly, Samarati, Incognito.

use super::*;

/// Runs a method on a case's table and hierarchies, with `max_suppression` rows that may be left out.
fn full_domain_run(
    id: &str,
    method: &str,
    prefer: Option<&str>,
) -> (bauta::Report, Vec<Vec<String>>) {
    let out = tempfile::tempdir().unwrap();
    let path = out.path().join("out.csv");
    let case = case(id);
    let mut project = Project::new(folder(id).join("input.csv").to_str().unwrap());
    project.roles.quasi_identifiers =
        vec!["Sexe".into(), "Code postal".into(), "Niveau d'étude".into()];
    project.roles.sensitive = vec!["Salaire".into()];
    for name in &project.roles.quasi_identifiers {
        let file = folder(id).join(case["hierarchies"][name].as_str().unwrap());
        project.hierarchies.insert(
            name.clone(),
            HierarchySource::File(file.to_str().unwrap().to_owned()),
        );
    }
    project.targets.set_k(case["params"]["k"].as_u64());
    project.anonymize.method = method.into();
    project.anonymize.max_suppression =
        Some(case["params"]["max_suppression"].as_f64().unwrap() / 12.0);
    project
        .anonymize
        .parameters
        .extend(prefer.map(|word| ("prefer".into(), word.into())));
    project.output.tables = vec![path.to_str().unwrap().to_owned()];
    let Ok(Answer::Released(report)) = bauta::anonymize(&project, &Silent) else {
        panic!("{id}: no release")
    };
    let release = bauta::hold(&project, &Silent).unwrap().release.unwrap();
    let table = bauta_testkit::write_csv(&release.published()[0]);
    std::fs::write(&path, table).unwrap();
    let rows = read_rows(&path)
        .unwrap()
        .into_iter()
        .skip(1)
        .map(|row| row[..3].to_vec())
        .collect();
    (*report, rows)
}

fn levels(report: &bauta::Report) -> Vec<u64> {
    let node = report.node.as_ref().unwrap();
    ["Sexe", "Code postal", "Niveau d'étude"]
        .map(|name| u64::from(node[name]))
        .to_vec()
}

#[test]
fn datafly_of_the_thesis() {
    let id = "a2-datafly-maxsup2";
    let (report, rows) = full_domain_run(id, "datafly", None);
    let wanted = &case(id)["expected"];
    assert_eq!(levels(&report), numbers(&wanted["node"]));
    assert_eq!(rows, expected(id, "expected.csv"));
    let measures = report.assessment.unwrap();
    assert_eq!(measures.suppressed_rows, 0);
    assert_eq!(Some(measures.utility.discernibility), wanted["DM"].as_f64());
    assert!(
        (measures.utility.precision.unwrap() - wanted["Prec_kept_rows"].as_f64().unwrap()).abs()
            < 1e-6
    );
}

/// The released node is one of the minimal ones, and its rows are those of the case; `first` is the first of them.
#[test]
fn samarati_of_the_thesis() {
    for id in ["a3-samarati-maxsup0", "a3-samarati-maxsup3"] {
        let wanted = &case(id)["expected"];
        let solutions: Vec<Vec<u64>> = wanted["solutions"]
            .as_array()
            .unwrap()
            .iter()
            .map(|solution| numbers(&solution["node"]))
            .collect();
        for prefer in ["loss", "first"] {
            let (report, rows) = full_domain_run(id, "samarati", Some(prefer));
            let node = levels(&report);
            assert_eq!(Some(node.iter().sum()), wanted["height"].as_u64(), "{id}");
            assert!(solutions.contains(&node), "{id}");
            if prefer == "first" {
                assert_eq!(node, solutions[0], "{id}");
            }
            let file = format!("expected_S{}Z{}E{}.csv", node[0], node[1], node[2]);
            assert_eq!(rows, expected(id, &file), "{id}");
        }
    }
}

/// What a subset of the quasi-identifiers lets survive is what solves on it alone: each step of the case is a search of its own.
#[test]
fn incognito_of_the_thesis() {
    let id = "a4-incognito";
    let (case, letters) = (
        case(id),
        [("Sexe", 'S'), ("Code postal", 'Z'), ("Niveau d'étude", 'E')],
    );
    let words = |value: &Value| -> BTreeSet<String> {
        value
            .as_array()
            .unwrap()
            .iter()
            .map(|word| word.as_str().unwrap().to_owned())
            .collect()
    };
    for step in case["steps"].as_array().unwrap() {
        let size = step["size"].as_u64().unwrap();
        let subsets = (1u8..8).filter(|subset| u64::from(subset.count_ones()) == size);
        let survivors: BTreeSet<String> = subsets
            .flat_map(|subset| {
                let own: Vec<_> = (0..3)
                    .filter(|place| subset >> place & 1 == 1)
                    .map(|place| letters[place])
                    .collect();
                incognito_solutions(id, &own)
            })
            .collect();
        assert_eq!(survivors, words(&step["survivors"]), "{size}");
        let removed: BTreeSet<String> = words(&step["candidates"])
            .difference(&survivors)
            .cloned()
            .collect();
        assert_eq!(removed, words(&step["removed"]), "{size}");
        if size == 3 {
            assert_eq!(survivors, words(&case["expected"]["solutions"]));
        }
    }
    let (report, _) = full_domain_run(id, "incognito", Some("height"));
    assert_eq!(levels(&report), [0, 1, 3]);
}

/// All solutions on some quasi-identifiers, as the case writes them: S0Z1E3.
fn incognito_solutions(id: &str, own: &[(&str, char)]) -> Vec<String> {
    let table = input(id);
    let qi = |name: &str| {
        Qi::new(
            &table,
            table.index_of(name).unwrap(),
            Some(hierarchy(id, name)),
        )
        .unwrap()
    };
    let prepared = Prepared::new(&table, own.iter().map(|(name, _)| qi(name)).collect());
    let (technique, k) = (
        bauta_methods::find("incognito").unwrap(),
        case(id)["params"]["k"].as_u64().unwrap(),
    );
    let requirements = [Requirement::k_anonymity(k)];
    let task = Task::new(
        technique,
        &prepared,
        &requirements,
        &Settings::new(),
        Vec::new(),
    )
    .unwrap();
    let rng = rand_chacha::ChaCha20Rng::seed_from_u64(0);
    let view = Some(View::default());
    let mut context = Context {
        rng,
        progress: &Silent,
        elapsed: &|| 0.0,
        notes: Vec::new(),
        view,
        trace: None,
    };
    task.plan(&mut context).unwrap();
    let heights: Vec<usize> = prepared
        .qis
        .iter()
        .map(|qi| qi.hierarchy.as_ref().unwrap().height())
        .collect();
    let drawn = context
        .view
        .unwrap()
        .drawn(&Lattice::new(&heights), Vec::new(), None);
    let solutions = drawn
        .nodes
        .iter()
        .filter(|node| node.found.is_some_and(|found| found.satisfies));
    let word = |levels: &[u8]| {
        own.iter()
            .zip(levels)
            .map(|((_, letter), level)| format!("{letter}{level}"))
            .collect()
    };
    solutions.map(|node| word(&node.levels)).collect()
}
