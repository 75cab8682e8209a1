//! Figures that were computed by hand, and the claims of all techniques against random tables.

use bauta_methods::{
    ALL, Claim, Context, Family, Outcome, ParameterKind, Settings, Task, Technique,
};
use bauta_table::recoding::{Part, Prepared, apply};
use bauta_table::{Qi, Role, Silent, Table};
use bauta_testkit::table_of;
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use super::*;

/// A technique's table before and after; none where it takes no such settings or finds no way.
fn released(
    technique: &dyn Technique,
    table: &Table,
    settings: &Settings,
    seed: u64,
) -> Option<(CheckedTechnique, Table)> {
    let qis = table.with_role(Role::QuasiIdentifier).into_iter();
    let prepared = Prepared::new(
        table,
        qis.map(|index| Qi::new(table, index, None).unwrap())
            .collect(),
    );
    let mut task = Task::new(technique, &prepared, &[], settings, Vec::new()).ok()?;
    let rng = ChaCha20Rng::seed_from_u64(seed);
    let mut context = Context {
        rng,
        progress: &Silent,
        elapsed: &|| 0.0,
        notes: Vec::new(),
        view: None,
        trace: None,
    };
    let Outcome::Plan(plan) = bauta_methods::plan(&mut task, &mut context).unwrap() else {
        return None;
    };
    let mut tables = apply(&prepared, &plan).tables.into_iter();
    match (tables.next(), tables.next()) {
        (Some((Part::Whole, table)), None) => Some((task.method.clone(), table)),
        _ => None,
    }
}

fn settings(words: &[(&str, &str)]) -> Settings {
    words
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect()
}

/// Top coding at 6 of 2, 4, 4, 4, 5, 5, 7, 9 gives 2, 4, 4, 4, 5, 5, 6, 6.
#[test]
fn moments_and_correlations_are_those_computed_by_hand() {
    let cells = ["2", "4", "4", "4", "5", "5", "7", "9"];
    let rows: Vec<[&str; 2]> = cells
        .iter()
        .zip(["1", "1", "1", "1", "0", "0", "0", "0"])
        .map(|(&x, y)| [x, y])
        .collect();
    let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
    let table = table_of(&["x", "y"], &rows);
    let technique = bauta_methods::find("top-code").unwrap();
    let given = settings(&[("attributes", "x"), ("limit", "x=6")]);
    let (method, after) = released(technique, &table, &given, 1).unwrap();
    let kept = compared(&method, (&table, &after), None).unwrap();
    let x = &kept.numbers[0];
    assert_eq!(kept.numbers.len(), 1);
    assert_eq!(
        (x.before.rows, x.before.mean, x.before.variance),
        (8, 5.0, 4.0)
    );
    assert_eq!((x.after.mean, x.after.variance), (4.5, 1.5));
    assert_eq!(x.before.quantiles, [2.0, 4.0, 4.0, 5.0, 9.0]);
    assert_eq!(x.after.quantiles, [2.0, 4.0, 4.0, 5.0, 6.0]);
    // y is 1 for the first four: covariance Σ(x - 5)(y - ½)/8 = -0.75 (by halves: 3.5 and 6.5), deviations 2 and ½.
    let pair = &kept.correlations[0];
    assert!(
        (pair.before + 0.75).abs() < 1e-12 && !pair.both_changed,
        "{pair:?}"
    );
    // After: halves have means 3.5 and 5.5, covariance -0.5, deviations √1.5 and ½.
    assert!(
        (pair.after + 0.5 / (0.5 * 1.5f64.sqrt())).abs() < 1e-12,
        "{pair:?}"
    );
    // With one attribute to explain, the standardised coefficient is the correlation and R² its square.
    let on = kept.regressions.iter().find(|it| it.target == "x").unwrap();
    assert!(
        (on.coefficients[0].before - pair.before).abs() < 1e-9
            && (on.coefficients[0].after - pair.after).abs() < 1e-9
    );
    assert!((on.r_squared.0 - 0.5625).abs() < 1e-9);
    assert_eq!(kept.claim.means, Claim::Smaller);
}

/// Frequencies 4, 3, 1 become 4, 4, 0; and V of a 2 × 2 table is |ad - bc| / √(product of sums).
#[test]
fn frequencies_and_associations_are_those_computed_by_hand() {
    let before = [
        ["a", "p"],
        ["a", "p"],
        ["a", "p"],
        ["a", "q"],
        ["b", "q"],
        ["b", "q"],
        ["b", "p"],
        ["c", "q"],
    ];
    let after = [
        ["a", "p"],
        ["a", "p"],
        ["a", "p"],
        ["a", "q"],
        ["b", "q"],
        ["b", "q"],
        ["b", "p"],
        ["b", "q"],
    ];
    let table = |rows: &[[&str; 2]]| {
        table_of(
            &["w", "z"],
            &rows.iter().map(|row| &row[..]).collect::<Vec<_>>(),
        )
    };
    let (before, after) = (table(&before), table(&after));
    let technique = bauta_methods::find("pram").unwrap();
    let method = technique
        .check(&settings(&[("attributes", "w")]), &[])
        .unwrap();
    let kept = compared(&method, (&before, &after), None).unwrap();
    assert_eq!(kept.words.len(), 1);
    let w = &kept.words[0];
    assert_eq!((w.values, w.total_variation), ((3, 2), 0.125));
    assert_eq!(w.most_frequent, [(0.5, 0.5), (0.375, 0.5), (0.125, 0.0)]);
    // After: a with p 3, q 1; b with p 1, q 3: (9 - 1) / √(4·4·4·4) = ½.
    let pair = &kept.associations[0];
    assert!((pair.after - 0.5).abs() < 1e-12, "{pair:?}");
    // Before: χ²/n = 9/16 + 1/16 + 1/12 + 4/12 + 1/4 - 1.
    let squared: f64 = 9.0 / 16.0 + 1.0 / 16.0 + 1.0 / 12.0 + 4.0 / 12.0 + 1.0 / 4.0 - 1.0;
    assert!((pair.before - squared.sqrt()).abs() < 1e-12, "{pair:?}");
}

/// A sum is explained by its parts: y = a + b with independent a and b of equal variance has both coefficients √½ and R² 1.
#[test]
fn regressions_are_those_computed_by_hand() {
    let rows: Vec<Vec<String>> = [(0, 0), (0, 2), (2, 0), (2, 2)]
        .iter()
        .map(|(a, b)| vec![a.to_string(), b.to_string(), (a + b).to_string()])
        .collect();
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let mut table = table_of(
        &["a", "b", "y"],
        &rows.iter().map(Vec::as_slice).collect::<Vec<_>>(),
    );
    table.set_role(2, Role::Target);
    let technique = bauta_methods::find("swap").unwrap();
    let method = technique.check(&Settings::new(), &[]).unwrap();
    let swapped = table.picked(&[1, 0, 3, 2]);
    let kept = compared(&method, (&table, &swapped), None).unwrap();
    assert_eq!(kept.regressions.len(), 1, "the target alone");
    let on = &kept.regressions[0];
    assert!((on.r_squared.0 - 1.0).abs() < 1e-9, "{on:?}");
    assert!(
        on.coefficients
            .iter()
            .all(|own| (own.before - 0.5f64.sqrt()).abs() < 1e-9),
        "{on:?}"
    );
}

/// Random rows of numbers and words, none of them missing.
fn mixed(seed: u64) -> Table {
    let mut state = seed | 1;
    let mut draw = move |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    let row = |_| {
        let age = 18 + draw(60);
        let income = 1000 + 20 * age + draw(900);
        vec![
            age.to_string(),
            format!("{income}.{}", draw(10)),
            format!("t{}", draw(4)),
            format!("j{}", draw(3)),
        ]
    };
    let rows: Vec<Vec<String>> = (0..120).map(row).collect();
    let rows: Vec<Vec<&str>> = rows
        .iter()
        .map(|row| row.iter().map(String::as_str).collect())
        .collect();
    let mut table = table_of(
        &["age", "income", "town", "job"],
        &rows.iter().map(Vec::as_slice).collect::<Vec<_>>(),
    );
    table.set_role(2, Role::QuasiIdentifier);
    table
}

/// Every combination of the technique's choices, with attributes that it can change.
fn told(technique: &dyn Technique) -> Vec<Settings> {
    let mut all = vec![settings(&[("attributes", "age,income")])];
    for parameter in technique.descriptor().parameters {
        if let ParameterKind::Choice(choices) = parameter.kind() {
            let with = |own: &Settings, word: &str| {
                let mut own = own.clone();
                own.insert(parameter.name().into(), word.into());
                own
            };
            all = all
                .iter()
                .flat_map(|own| choices.iter().map(move |choice| with(own, choice.word)))
                .collect();
        }
    }
    let fitting = |mut own: Settings| {
        if technique.descriptor().id == "sample" {
            own.remove("attributes");
            own.insert("share".into(), "0.5".into());
        }
        if own
            .get("noise")
            .is_some_and(|word| word == "laplace" || word == "gaussian")
        {
            own.insert("bounds".into(), "age=0..100;income=0..5000".into());
            own.insert("epsilon".into(), "3".into());
            own.insert(
                "delta".into(),
                if own["noise"] == "gaussian" {
                    "0.001"
                } else {
                    "0"
                }
                .into(),
            );
        }
        own
    };
    all.into_iter().map(fitting).collect()
}

/// What a claim allows: figures within a share of each other, or on one side.
fn keeps(claim: Claim, before: f64, after: f64, scale: f64) -> bool {
    let slack = 1e-6 * scale;
    match claim {
        Claim::Exactly => (after - before).abs() <= slack,
        Claim::Smaller => after <= before + slack,
        Claim::Larger => after >= before - slack,
        _ => true,
    }
}

/// Who perturbs says what it keeps; and what is said to be kept exactly is. Claims about averages are tested where techniques are.
#[test]
fn every_perturbation_has_a_claim_and_exact_claims_hold() {
    let mut held = 0;
    for technique in ALL
        .iter()
        .filter(|it| it.descriptor().family.does_as_told())
    {
        let id = technique.descriptor().id;
        for given in told(*technique) {
            for seed in 0..6 {
                let table = mixed(seed);
                let Some((method, after)) = released(*technique, &table, &given, seed) else {
                    continue;
                };
                let perturbs = technique.descriptor().family == Family::Perturbation;
                assert!(!perturbs || method.keeps().is_some(), "{id} says nothing");
                let Some(kept) = compared(&method, (&table, &after), None) else {
                    continue;
                };
                let says = |name: &str, word: &str| given.get(name).is_some_and(|own| own == word);
                let by_chance =
                    !says("noise", "rotation") && ["noise", "pram", "sample"].contains(&id);
                let by_chance = by_chance || says("rounding", "random");
                for it in kept.numbers.iter().filter(|_| !by_chance) {
                    let deviation = it.before.variance.sqrt();
                    assert!(
                        keeps(kept.claim.means, it.before.mean, it.after.mean, deviation),
                        "{id} {given:?} {it:?}"
                    );
                    let variances = (it.before.variance, it.after.variance);
                    assert!(
                        keeps(kept.claim.variances, variances.0, variances.1, variances.0),
                        "{id} {given:?} {it:?}"
                    );
                    let quantiles = it.before.quantiles.iter().zip(it.after.quantiles);
                    for (&before, after) in quantiles {
                        assert!(
                            keeps(kept.claim.quantiles, before, after, deviation),
                            "{id} {given:?} {it:?}"
                        );
                    }
                    held += 1;
                }
                for it in &kept.words {
                    assert!(
                        keeps(kept.claim.frequencies, 0.0, it.total_variation, 1.0),
                        "{id} {given:?} {it:?}"
                    );
                }
                for it in kept
                    .correlations
                    .iter()
                    .filter(|it| it.both_changed && !by_chance)
                {
                    assert!(
                        kept.claim.between != Claim::Exactly || (it.before - it.after).abs() < 1e-6,
                        "{id} {it:?}"
                    );
                }
            }
        }
    }
    assert!(held > 100, "{held} comparisons");
}

#[test]
fn no_value_of_a_word_is_told() {
    let table = mixed(3);
    let technique = bauta_methods::find("pram").unwrap();
    let (method, after) = released(
        technique,
        &table,
        &settings(&[("attributes", "town,job")]),
        3,
    )
    .unwrap();
    let kept = compared(&method, (&table, &after), None).unwrap();
    let text = serde_json::to_string(&kept).unwrap();
    assert!(
        !["\"t0\"", "\"t1\"", "\"j0\"", "\"j2\""]
            .iter()
            .any(|word| text.contains(word)),
        "{text}"
    );
    assert!(!kept.words.is_empty() && !kept.associations.is_empty());
}

/// Random pseudonyms are numbers: no mean, correlation or regression of theirs is worth telling.
#[test]
fn a_pseudonym_is_no_quantity() {
    let table = |seed: u32| {
        let number = |row: u32, seed: u32| ((row * 37 + row * row * seed) % 101).to_string();
        let rows: Vec<[String; 2]> = (0..40)
            .map(|row| [number(row, 1), number(row, seed)])
            .collect();
        let rows: Vec<[&str; 2]> = rows
            .iter()
            .map(|row| [row[0].as_str(), row[1].as_str()])
            .collect();
        let rows: Vec<&[&str]> = rows.iter().map(|row| &row[..]).collect();
        table_of(&["Pseudo", "income"], &rows)
    };
    let method = bauta_methods::find("noise").unwrap();
    let method = method
        .check(
            &settings(&[("attributes", "income"), ("variance", "0.1")]),
            &[],
        )
        .unwrap();
    let (before, after) = (table(2), table(5));
    let all = compared(&method, (&before, &after), None).unwrap();
    assert!(all.regressions.iter().any(|it| it.target == "Pseudo"));
    let own = compared(&method, (&before, &after), Some("Pseudo")).unwrap();
    assert!(own.regressions.is_empty() && own.correlations.is_empty());
    assert_eq!(own.numbers.len(), 1);
}
