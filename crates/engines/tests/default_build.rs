//! Without the feature `cluster` neither the conformance suite nor the tests of DataFusion and Ballista exist: this stands for them, so that
//! the summary of a default build says that they did not run.

#![cfg(not(feature = "cluster"))]

#[test]
fn conformance_of_the_engines() {
    bauta_testkit::skip(bauta_testkit::skip::NO_CLUSTER);
}
