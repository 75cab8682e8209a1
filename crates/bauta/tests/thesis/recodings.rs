//! Bucketisation and full-domain recodings with given levels, and every node of the lattice.

use super::*;

#[test]
fn bucketisation_with_the_given_permutation() {
    let id = "c2-t12-bucketization";
    let (case, table) = (case(id), input(id));
    let mut bucket_of_row = vec![0; table.rows()];
    for (bucket, rows) in case["params"]["buckets"]
        .as_array()
        .unwrap()
        .iter()
        .enumerate()
    {
        for row in rows.as_array().unwrap() {
            bucket_of_row[row.as_u64().unwrap() as usize - 1] = bucket as u32;
        }
    }
    let permutation = case["params"]["permutation_of_sensitive"]
        .as_array()
        .unwrap();
    let permutation = permutation
        .iter()
        .map(|row| row.as_u64().unwrap() as u32 - 1)
        .collect();
    let qis = table.with_role(Role::QuasiIdentifier);
    let prepared = Prepared::new(
        &table,
        qis.into_iter()
            .map(|i| Qi::new(&table, i, None).unwrap())
            .collect(),
    );
    let plan = Buckets {
        bucket_of_row,
        count: 2,
        output: BucketOutput::Permuted(permutation),
    };
    let draft = apply(&prepared, &Recoding::Buckets(plan));
    let released = rows_of(&draft.tables[0].1);
    let without_group: Vec<Vec<String>> = released.iter().map(|row| row[..3].to_vec()).collect();
    assert_eq!(without_group, expected(id, "expected.csv"));
    let release = Release::verify(
        draft,
        6,
        &[Requirement::bucket_size(3)],
        &Background::default(),
    )
    .unwrap();
    assert_eq!(
        release.assessment().privacy.l["Maladie"],
        2,
        "the less diverse of 3 and 2"
    );
}

/// Applies one level an attribute to a table and compares the rows.
fn full_domain(id: &str, table: &Table, levels: &[(&str, u8)]) -> Assessment {
    let qis: Vec<Qi> = levels
        .iter()
        .map(|(name, _)| {
            Qi::new(
                table,
                table.index_of(name).unwrap(),
                Some(hierarchy(id, name)),
            )
            .unwrap()
        })
        .collect();
    let prepared = Prepared::new(table, qis);
    let node = Node::from(levels.iter().map(|(_, level)| *level).collect::<Vec<u8>>());
    let draft = apply(
        &prepared,
        &Recoding::Levels(Levels {
            node,
            dropped: Vec::new(),
        }),
    );
    let file = folder(id).join("expected.csv");
    if file.exists() {
        assert_eq!(
            rows_of(&draft.tables[0].1),
            expected(id, "expected.csv"),
            "{id}"
        );
    }
    let rows = table.rows() as u64;
    let release = Release::verify(draft, rows, &[], &Background::default()).unwrap();
    let view = release.view().unwrap();
    let reading = Reading::of(table, &prepared.qis, view.quasi_identifiers, rows);
    let losses = Losses::cheap(&reading, &vec![1.0; prepared.qis.len()]);
    release
        .assessment()
        .clone()
        .with_losses(losses, &view, None)
}

#[test]
fn full_domain_recodings() {
    let table = input("c2-t08-generalization");
    let measures = full_domain("c2-t08-generalization", &table, &[("Ville", 1), ("Age", 2)]);
    assert_eq!((measures.privacy.k, measures.classes), (4, 2));

    let mut table = input("a0-t28-node-S1Z1");
    table.set_role(0, Role::QuasiIdentifier);
    table.set_role(1, Role::QuasiIdentifier);
    let measures = full_domain(
        "a0-t28-node-S1Z1",
        &table,
        &[("Sexe", 1), ("Code postal", 1)],
    );
    assert_eq!(measures.privacy.k, 6);

    let mut table = input("g1-full-domain");
    table.set_role(0, Role::QuasiIdentifier);
    full_domain("g1-full-domain", &table, &[("Niveau d'étude", 2)]);
}

/// All 24 nodes: classes, smallest class, outliers, discernibility and precision, each from the release and by roll-up.
#[test]
fn every_node_of_the_lattice() {
    let id = "a0-lattice";
    let table = input(id);
    let names = ["Sexe", "Code postal", "Niveau d'étude"];
    let qis: Vec<Qi> = names
        .iter()
        .map(|name| {
            Qi::new(
                &table,
                table.index_of(name).unwrap(),
                Some(hierarchy(id, name)),
            )
            .unwrap()
        })
        .collect();
    let heights: Vec<usize> = qis
        .iter()
        .map(|qi| qi.hierarchy.as_ref().unwrap().height())
        .collect();
    assert_eq!(Lattice::new(&heights).size(), 24);
    let prepared = Prepared::new(&table, qis);
    let rows = expected(id, "expected_lattice.csv");
    assert_eq!(rows.len(), 24);
    for row in rows {
        let number = |index: usize| row[index].parse::<f64>().unwrap();
        let levels: Vec<u8> = (0..3).map(|i| number(i) as u8).collect();
        let bounds = prepared.qis.iter().zip(&levels).map(|(qi, &level)| {
            let bound = qi.hierarchy.as_ref().unwrap();
            (
                bound.level(usize::from(level)),
                bound.group_count(usize::from(level)),
            )
        });
        let (rolled, _) = prepared
            .set()
            .roll_up(&bounds.map(Some).collect::<Vec<_>>());
        assert_eq!(rolled.len() as f64, number(4), "classes of {levels:?}");
        assert_eq!(
            rolled.counts().iter().copied().min().unwrap() as f64,
            number(5)
        );
        assert_eq!(
            rolled
                .counts()
                .iter()
                .filter(|&&size| size < 2)
                .sum::<u64>() as f64,
            number(6)
        );
        let settings: Vec<(&str, u8)> = names.into_iter().zip(levels.iter().copied()).collect();
        let measures = full_domain(id, &table, &settings);
        assert_eq!(measures.classes as f64, number(4));
        assert_eq!(measures.utility.discernibility, number(7));
        assert!(
            (measures.utility.precision.unwrap() - number(8)).abs() < 1e-6,
            "precision of {levels:?}"
        );
    }
}
