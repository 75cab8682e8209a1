//! Figures that others have published, on data that are not ours: read where they are, skipped visibly where they are not.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use bauta::{Project, RiskOptions};
use bauta_table::Silent;
use bauta_testkit::shared::shared_dir;
use bauta_testkit::skip;
use bauta_testkit::skip::NO_SHARED_DATA;

const ATTRIBUTES: [&str; 9] = [
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

/// ARX's own tests (3.x, risk metrics) on Adult with all nine attributes as quasi-identifiers. Its Pitman share is the limit
/// N^(α-1) Γ(θ+1)/Γ(θ+α) for large N; ours is the product that the limit is taken of. With our α = 0.717949 and θ = 3176.2 the
/// limit is 0.276850 and 0.144608, ARX's figures to all their digits.
#[test]
fn population_uniqueness_of_adult_is_arxs() {
    let Some(data) = shared_dir()
        .map(|shared| shared.join("data/adult/adult.csv"))
        .filter(|path| path.is_file())
    else {
        return skip(NO_SHARED_DATA);
    };
    let mut project = Project::new(&data.display().to_string());
    project.roles.quasi_identifiers = ATTRIBUTES.map(str::to_owned).to_vec();
    let figures = [
        (
            0.1,
            Some(0.276_849_938),
            Some(0.320_740_239_346_618_9),
            "pitman",
        ),
        (0.2, None, Some(0.357_709_923_482_912_5), "zayatz"),
        (0.01, Some(0.144_608_353), None, "pitman"),
    ];
    for (fraction, pitman, zayatz, chosen) in figures {
        let options = RiskOptions {
            sampling_fraction: Some(fraction),
            ..RiskOptions::default()
        };
        let report =
            serde_json::to_value(bauta::risk(&project, &options, &Silent).unwrap()).unwrap();
        let near = |path: &str, wanted: f64, by: f64| {
            let found = report
                .pointer(path)
                .and_then(serde_json::Value::as_f64)
                .unwrap();
            assert!(
                (found / wanted - 1.0).abs() < by,
                "{path} at {fraction}: {found}, not {wanted}"
            );
        };
        near("/risk/prosecutor/mean", 0.646_575_160_798_355_5, 1e-12);
        near("/unique_share", 0.514_289_503_348_584_4, 1e-12);
        zayatz
            .iter()
            .for_each(|&zayatz| near("/population/uniqueness/zayatz/share", zayatz, 1e-9));
        // The product is below its limit, by 0.3 % where the population is ten times the sample.
        pitman
            .iter()
            .for_each(|&pitman| near("/population/uniqueness/pitman/share", pitman, 0.004));
        assert_eq!(report["population"]["uniqueness"]["chosen"], chosen);
    }
}

/// Khiops 11 co-clusters education and occupation of Adult in 9 x 9 parts, and reports 125 416.35. Its parts cost 125 409.87 by the
/// criterion as it is published, computed by a script of its own from its report (Khiops adds a constant for the choice of
/// variables); ours are the same parts.
#[test]
fn coclusters_of_education_and_occupation_are_khiops() {
    let Some(data) = shared_dir()
        .map(|shared| shared.join("data/adult/adult.csv"))
        .filter(|path| path.is_file())
    else {
        return skip(NO_SHARED_DATA);
    };
    let project = Project::new(&data.display().to_string());
    let pair = Some(("education".to_owned(), "occupation".to_owned()));
    let options = bauta::CoclusterOptions {
        pair,
        rounds: 5,
        ..bauta::CoclusterOptions::default()
    };
    let found = bauta::coclusters(&project, &options, &Silent).unwrap();
    assert!(
        (found.criterion - 125_409.869_35).abs() < 1e-3,
        "{}",
        found.criterion
    );
    assert_eq!(
        found.axes.each_ref().map(|axis| axis.clusters.len()),
        [9, 9]
    );
}
