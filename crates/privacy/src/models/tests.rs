//! Laws over all models.

use proptest::prelude::*;

use super::*;

fn all() -> Vec<Box<dyn Model>> {
    let mut models: Vec<Box<dyn Model>> = Vec::new();
    for bound in 1..5 {
        models.push(Requirement::KAnonymity { k: bound }.model());
        models.push(Requirement::DistinctLDiversity { l: bound }.model());
    }
    models
}

fn class() -> impl Strategy<Value = Vec<(u32, u64)>> {
    proptest::collection::btree_map(0u32..6, 1u64..4, 1..5).prop_map(|counts| counts.into_iter().collect())
}

fn merged(a: &[(u32, u64)], b: &[(u32, u64)]) -> Vec<(u32, u64)> {
    let mut counts = std::collections::BTreeMap::new();
    for &(code, count) in a.iter().chain(b) {
        *counts.entry(code).or_insert(0) += count;
    }
    counts.into_iter().collect()
}

fn holds(model: &dyn Model, values: &[(u32, u64)]) -> bool {
    let size = values.iter().map(|v| v.1).sum();
    model.holds(&Class { size, sensitive: &[values.to_vec()] })
}

proptest! {
    #[test]
    fn what_a_model_says_of_its_monotonicity_is_true(a in class(), b in class()) {
        for model in all().iter().filter(|model| model.is_monotone()) {
            if holds(model.as_ref(), &a) && holds(model.as_ref(), &b) {
                prop_assert!(holds(model.as_ref(), &merged(&a, &b)), "{}", model.title());
            }
        }
    }
}
