//! Partitions that a paper and its program give.

use super::laws::random;
use super::*;

fn vector() -> serde_json::Value {
    serde_json::from_str(include_str!(
        "../../../tests/vectors/semantic/clustering.json"
    ))
    .unwrap()
}

fn expected(partition: &serde_json::Value) -> BTreeMap<Vec<String>, String> {
    let told = partition.as_array().unwrap().iter().map(|group| {
        let names = group["values"]
            .as_array()
            .unwrap()
            .iter()
            .map(|name| name.as_str().unwrap().to_owned());
        (names.collect(), group["type"].as_str().unwrap().to_owned())
    });
    told.collect()
}

/// Some orders of n things: all rotations and reversals, and a few shuffles by a fixed step.
fn orders(n: usize) -> Vec<Vec<usize>> {
    let mut orders = Vec::new();
    for step in (1..n).filter(|step| !n.is_multiple_of(*step) || *step == 1) {
        for start in 0..n {
            let order: Vec<usize> = (0..n).map(|place| (start + place * step) % n).collect();
            if order.iter().collect::<BTreeSet<_>>().len() == n {
                orders.push(order.iter().rev().copied().collect());
                orders.push(order);
            }
        }
    }
    orders
}

#[test]
fn nine_values_give_one_partition_in_any_order() {
    let religions = Religions::new();
    let expected = expected(&vector()["nine_values_any_order"]["partition"]);
    let values: Vec<Value> = RELIGIONS
        .iter()
        .map(|(name, _)| religions.value(name))
        .collect();
    for order in orders(9) {
        for rule in [printed, as_programmed] {
            let clusters = rule(&values, &order, &religions.taxonomy);
            assert_eq!(religions.told(&values, &clusters), expected);
        }
    }
    let bounds = Bounds::diverse(2, 101);
    let stable = clustered(
        &values,
        &religions.taxonomy,
        &religions.graph.dictionary,
        Default::default(),
        &bounds,
    )
    .unwrap();
    assert_eq!(religions.told(&values, &stable), expected);
    let l = semantic_l(&stable, &values, &religions.taxonomy);
    let groups = vector()["nine_values_any_order"]["partition"]
        .as_array()
        .unwrap()
        .clone();
    for ((cluster, l), group) in stable.iter().zip(l).zip(groups) {
        assert_eq!(
            l.unwrap() as u64,
            group["local_l_instantiated_children_in_dataset"]
                .as_u64()
                .unwrap()
        );
        assert_eq!(
            cluster.values.len() as u64,
            group["distinct_values"].as_u64().unwrap()
        );
    }
}

#[test]
fn eight_values_give_the_published_partitions() {
    let religions = Religions::new();
    let vector = vector();
    let eight = &vector["eight_values"];
    let values: Vec<Value> = RELIGIONS[..8]
        .iter()
        .map(|(name, _)| religions.value(name))
        .collect();
    let as_published: Vec<usize> = (0..8).collect();
    let found = religions.told(
        &values,
        &printed(&values, &as_published, &religions.taxonomy),
    );
    assert_eq!(found, expected(&eight["order_table_2_3"]));
    let by_text = {
        let mut order = as_published.clone();
        order.sort_by_key(|&place| religions.name(values[place].term));
        order
    };
    let found = religions.told(&values, &printed(&values, &by_text, &religions.taxonomy));
    assert_eq!(found, expected(&eight["order_alphabetical"]));
    let possible: Vec<_> = eight["all_partitions_over_40320_orders"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| expected(&one["partition"]))
        .collect();
    let mut met = BTreeSet::new();
    for order in orders(8) {
        let found = religions.told(&values, &printed(&values, &order, &religions.taxonomy));
        met.insert(
            possible
                .iter()
                .position(|one| *one == found)
                .expect("a partition that no order gives"),
        );
    }
    assert!(met.len() > 1);
    // Ours pairs values of like frequency, which is the published partition with the lowest shares for the most frequent one.
    let bounds = Bounds::diverse(2, 101);
    let stable = clustered(
        &values,
        &religions.taxonomy,
        &religions.graph.dictionary,
        Default::default(),
        &bounds,
    )
    .unwrap();
    assert_eq!(
        religions.told(&values, &stable),
        expected(&eight["order_table_2_3"])
    );
}

#[test]
fn many_values_of_one_class_are_pairs_as_printed_and_one_group_as_programmed() {
    let placed: Vec<(usize, u64)> = (0..30).map(|n| (n % 2, 1)).collect();
    let (_, taxonomy, values) = random(&[0], &placed);
    let order: Vec<usize> = (0..30).collect();
    let sizes = |clusters: Vec<Cluster>| {
        clusters
            .iter()
            .map(|cluster| cluster.values.len())
            .collect::<Vec<_>>()
    };
    assert_eq!(sizes(as_programmed(&values, &order, &taxonomy)), [15, 15]);
    let pairs = sizes(printed(&values, &order, &taxonomy));
    assert!(
        pairs.iter().filter(|size| **size == 2).count() >= 12,
        "{pairs:?}"
    );
    assert_eq!(sizes(as_programmed(&values, &order[..1], &taxonomy)), [1]);
}

#[test]
fn the_largest_share_is_bounded_or_told() {
    let religions = Religions::new();
    let values: Vec<Value> = RELIGIONS[..8]
        .iter()
        .map(|(name, _)| religions.value(name))
        .collect();
    let dictionary = &religions.graph.dictionary;
    let bounds = Bounds {
        max_posterior: 0.5,
        ..Bounds::diverse(2, 101)
    };
    for clustering in [Clustering::Stable, Clustering::Printed] {
        let clusters = clustered(
            &values,
            &religions.taxonomy,
            dictionary,
            (clustering, Unclassed::OneGroup),
            &bounds,
        )
        .unwrap();
        for cluster in &clusters {
            assert!(bounds.hold(cluster.values.iter().map(|&place| values[place].count)));
        }
    }
    let impossible = Bounds {
        max_posterior: 0.1,
        ..bounds
    };
    let missed = clustered(
        &values,
        &religions.taxonomy,
        dictionary,
        Default::default(),
        &impossible,
    )
    .unwrap_err();
    assert_eq!((missed.values, missed.share), (8, 25.0 / 101.0));
    let one = &values[..1];
    let missed = clustered(
        one,
        &religions.taxonomy,
        dictionary,
        Default::default(),
        &bounds,
    )
    .unwrap_err();
    assert_eq!((missed.values, missed.share), (1, 1.0));
}
