//! Laws over random taxonomies, with the paper's recursion as the judge of distances.

use super::*;

/// Transport along a tree as in the paper: at each node what is too much on one side meets what is missing on the other.
fn slow_distance(cluster: &Cluster, values: &[Value], taxonomy: &Taxonomy) -> f64 {
    let total: u64 = values.iter().map(|value| value.count).sum();
    let sum: u64 = cluster
        .values
        .iter()
        .map(|&place| values[place].count)
        .sum();
    let extra_of = |place: usize| {
        let count = values[place].count as f64;
        let own = if cluster.values.contains(&place) {
            count / sum as f64
        } else {
            0.0
        };
        own - count / total as f64
    };
    let children = |node: Option<Concept>| -> Vec<Concept> {
        (0..taxonomy.len() as Concept)
            .filter(|&child| stable::primary_parent(taxonomy, child) == node)
            .collect()
    };
    // Height, what is too much below, and the cost so far; nothing where no value is below.
    fn walk(
        node: Option<Concept>,
        leaves: &dyn Fn(Option<Concept>) -> Vec<f64>,
        children: &dyn Fn(Option<Concept>) -> Vec<Concept>,
    ) -> Option<(f64, f64, f64, usize)> {
        let mut parts: Vec<(f64, f64, f64, usize)> = leaves(node)
            .into_iter()
            .map(|extra| (0.0, extra, 0.0, 1))
            .collect();
        parts.extend(
            children(node)
                .into_iter()
                .filter_map(|child| walk(Some(child), leaves, children)),
        );
        let height = 1.0 + parts.iter().map(|part| part.0).reduce(f64::max)?;
        let (more, less): (f64, f64) = parts.iter().fold((0.0, 0.0), |(more, less), part| {
            (more + part.1.max(0.0), less + (-part.1).max(0.0))
        });
        let cost = parts.iter().map(|part| part.2).sum::<f64>() + height * more.min(less);
        Some((
            height,
            more - less,
            cost,
            parts.iter().map(|part| part.3).sum(),
        ))
    }
    let leaves = |node: Option<Concept>| -> Vec<f64> {
        (0..values.len())
            .filter(|&place| values[place].concept == node)
            .map(extra_of)
            .collect()
    };
    let (_, _, cost, all) = walk(None, &leaves, &children).unwrap();
    // The height of what all values have in common: the lowest node that has them all.
    let whole = (0..taxonomy.len() as Concept)
        .filter_map(|node| walk(Some(node), &leaves, &children))
        .chain(walk(None, &leaves, &children))
        .filter(|found| found.3 == all)
        .map(|found| found.0)
        .fold(f64::INFINITY, f64::min);
    cost / whole
}

/// A random tree of classes with values below them, and some without a class.
pub(super) fn random(parents: &[usize], placed: &[(usize, u64)]) -> (Graph, Taxonomy, Vec<Value>) {
    let mut graph = Graph::default();
    for (child, &parent) in parents.iter().enumerate() {
        let (child, parent) = (child + 1, parent % (child + 1));
        graph.push_texts(
            &format!("<http://c/{child}>"),
            &format!("<{}>", iri::SUB_CLASS),
            &format!("<http://c/{parent}>"),
        );
    }
    for (value, &(class, _)) in placed.iter().enumerate() {
        let class = class % (parents.len() + 2);
        if class <= parents.len() {
            graph.push_texts(
                &format!("<http://v/{value}>"),
                &format!("<{}>", iri::TYPE),
                &format!("<http://c/{class}>"),
            );
        } else {
            graph.dictionary.intern(&format!("<http://v/{value}>"));
        }
    }
    let terms: Vec<Id> = (0..placed.len())
        .map(|value| {
            graph
                .dictionary
                .find_iri(&format!("http://v/{value}"))
                .unwrap()
        })
        .collect();
    let taxonomy = Taxonomy::of_values(&graph, &terms, Mode::Instance);
    let values = terms.iter().zip(placed).map(|(&term, &(_, count))| Value {
        term,
        count,
        concept: taxonomy.realised(term),
    });
    let values = values.collect();
    (graph, taxonomy, values)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn clusters_are_a_partition_with_the_least_common_type(
        parents in proptest::collection::vec(0usize..20, 0..12),
        placed in proptest::collection::vec((0usize..20, 1u64..30), 2..25),
        l in 1usize..4,
        posterior in prop_oneof![Just(1.0), Just(0.6), Just(0.35)],
        clustering in prop_oneof![Just(Clustering::Stable), Just(Clustering::Printed), Just(Clustering::Authors)],
        small in any::<bool>(),
    ) {
        let (graph, taxonomy, values) = random(&parents, &placed);
        let total = values.iter().map(|value| value.count).sum();
        let bounds = Bounds { max_posterior: posterior, ..Bounds::diverse(l, total) };
        let rule = (
            clustering,
            if small { Unclassed::SmallGroups } else { Unclassed::OneGroup },
        );
        let possible = bounds.hold(values.iter().map(|value| value.count));
        let found = clustered(&values, &taxonomy, &graph.dictionary, rule, &bounds);
        prop_assert_eq!(found.is_ok(), possible);
        let Ok(clusters) = found else { return Ok(()) };
        let mut all: Vec<usize> = clusters.iter().flat_map(|cluster| cluster.values.clone()).collect();
        all.sort_unstable();
        prop_assert_eq!(all, (0..values.len()).collect::<Vec<_>>());
        for cluster in &clusters {
            prop_assert!(bounds.hold(cluster.values.iter().map(|&place| values[place].count)));
            let common = common_of(&taxonomy, cluster.values.iter().map(|&place| values[place].concept));
            prop_assert!(cluster.concept == common || cluster.concept.is_none());
        }
    }

    /// Where values have a class above all in common, nobody is alone, whatever the rule.
    #[test]
    fn two_values_with_a_common_ancestor_are_never_alone(
        parents in proptest::collection::vec(0usize..20, 0..12),
        placed in proptest::collection::vec((0usize..20, 1u64..30), 2..25),
    ) {
        let below: Vec<(usize, u64)> = placed.iter().map(|(class, count)| (class % (parents.len() + 1), *count)).collect();
        let (_, taxonomy, values) = random(&parents, &below);
        let order: Vec<usize> = (0..values.len()).collect();
        for clusters in [printed(&values, &order, &taxonomy), as_programmed(&values, &order, &taxonomy)] {
            prop_assert!(clusters.iter().all(|cluster| cluster.values.len() >= 2), "{:?}", clusters);
        }
    }

    #[test]
    fn the_distance_is_that_of_the_paper_s_recursion(
        parents in proptest::collection::vec(0usize..20, 0..9),
        placed in proptest::collection::vec((0usize..20, 1u64..30), 2..14),
        authors in any::<bool>(),
    ) {
        let (graph, taxonomy, values) = random(&parents, &placed);
        let total = values.iter().map(|value| value.count).sum();
        let rule = if authors { Clustering::Authors } else { Clustering::Stable };
        let bounds = Bounds::diverse(1, total);
        let clusters = clustered(&values, &taxonomy, &graph.dictionary, (rule, Unclassed::SmallGroups), &bounds).unwrap();
        let expected = clusters.iter().map(|cluster| slow_distance(cluster, &values, &taxonomy)).fold(0.0, f64::max);
        let found = semantic_t(&clusters, &values, &taxonomy);
        prop_assert!((found - expected).abs() < 1e-9, "{} is not {}", found, expected);
        prop_assert!((-1e-9..=1.0 + 1e-9).contains(&found));
    }

    #[test]
    fn the_stable_rule_does_not_look_at_the_order(
        parents in proptest::collection::vec(0usize..20, 0..12),
        placed in proptest::collection::vec((0usize..20, 1u64..30), 2..25),
        turn in 0usize..25,
    ) {
        let (graph, taxonomy, values) = random(&parents, &placed);
        let total = values.iter().map(|value| value.count).sum();
        let bounds = Bounds::diverse(2, total);
        let told = |values: &[Value]| {
            let clusters = clustered(values, &taxonomy, &graph.dictionary, Default::default(), &bounds).unwrap();
            clusters.into_iter().map(|c| (c.values.iter().map(|&p| values[p].term).collect(), c.concept)).collect::<Vec<(Vec<Id>, _)>>()
        };
        let mut turned = values.clone();
        turned.rotate_left(turn % values.len());
        turned.reverse();
        prop_assert_eq!(told(&values), told(&turned));
    }
}
