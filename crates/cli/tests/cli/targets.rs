//! What may be asked for: every target from the command line, for a table as it stands and for a release.

use crate::support::{Folder, Run};

/// Twelve people, an illness each.
const WARD: &str = "\
age;town;illness
31;Lyon;flu
32;Lyon;cold
33;Lyon;gastritis
34;Lyon;ulcer
41;Lyon;flu
42;Lyon;cold
43;Paris;gastritis
44;Paris;ulcer
51;Paris;flu
52;Paris;cold
53;Paris;gastritis
54;Paris;ulcer
";

const ILLNESSES: &str = "\
flu;respiratory;*
cold;respiratory;*
gastritis;digestive;*
ulcer;digestive;*
";

const TOWNS: &str = "Lyon;*\nParis;*\n";

fn ward() -> Folder {
    let ages: String = (31..60)
        .map(|age| format!("{age};{}0s;*\n", age / 10))
        .collect();
    let more: String = (0..30)
        .map(|i| {
            format!(
                "{};{}\n",
                31 + i % 29,
                if i % 2 == 0 { "Lyon" } else { "Paris" }
            )
        })
        .collect();
    let own: String = WARD
        .lines()
        .skip(1)
        .map(|line| line.rsplit_once(';').unwrap().0.to_owned() + "\n")
        .collect();
    Folder::new()
        .with("ward.csv", WARD)
        .with("illness.csv", ILLNESSES)
        .with("town.csv", TOWNS)
        .with("age.csv", ages)
        .with("population.csv", format!("age;town\n{own}{more}"))
}

/// Whether standard output shows all of this.
fn shows(run: &Run, parts: &[&str]) {
    for part in parts {
        assert!(run.out.contains(part), "does not show {part:?}\n{run}");
    }
}

const HIERARCHIES: &str = "--hierarchy age=age.csv --hierarchy town=town.csv";

/// Each target, what the report calls it, and a bound that the ward cannot meet.
const TARGETS: &[(&str, &str, &str)] = &[
    (
        "-t 0.3 --t-distance hierarchical --hierarchy illness=illness.csv",
        "0.3-closeness (hierarchical distance)",
        "",
    ),
    (
        "--alpha 0.5",
        "no value above a share of 0.5",
        "--alpha 0.2",
    ),
    ("--delta-disclosure 1.5", "1.5-disclosure privacy", ""),
    ("--beta 1", "1-likeness", ""),
    ("--enhanced-beta 1", "enhanced 1-likeness", ""),
    ("--max-risk 0.25", "highest risk 0.25", "--max-risk 0.05"),
    ("--mean-risk 0.25", "mean risk 0.25", "--mean-risk 0.05"),
    (
        "--rows-at-risk 0.1,0.25",
        "share of rows above a risk of 0.25: 0.1",
        "--rows-at-risk 0,0.05",
    ),
    (
        "--population-uniqueness 0.01 --sampling-fraction 0.05",
        "population uniqueness 0.01, sampling fraction 0.05",
        "",
    ),
];

#[test]
fn every_target_is_reached_and_checked() {
    let folder = ward();
    for (index, (flags, title, out_of_reach)) in TARGETS.iter().enumerate() {
        for method in ["mondrian", "samarati"] {
            let roles = "--qi age,town --sensitive illness";
            let out = format!("{method}{index}.csv");
            let line = format!(
                "anonymize ward.csv {roles} {HIERARCHIES} -k 2 {flags} --method {method} -o {out}"
            );
            shows(&folder.run(&line).ok(), &[&format!("✓ {title}: verified")]);
            shows(
                &folder
                    .run(&format!("check {out} {roles} -k 2 {flags}"))
                    .ok(),
                &[title],
            );
            shows(
                &folder
                    .run(&format!("check ward.csv {roles} {flags}"))
                    .exits(1),
                &[title],
            );
            if !out_of_reach.is_empty() {
                let line = format!(
                    "anonymize ward.csv {roles} {HIERARCHIES} {out_of_reach} --method {method} -o no.csv"
                );
                shows(&folder.run(&line).exits(1), &["cannot be reached"]);
            }
        }
    }
}

#[test]
fn a_population_is_recoded_as_the_release_is() {
    let folder = ward();
    for (index, (flags, title)) in [
        ("--k-map 4", "4-map"),
        ("--delta-presence 0.1,0.7", "(0.1, 0.7)-presence"),
    ]
    .into_iter()
    .enumerate()
    {
        let line =
            format!("anonymize ward.csv --qi age,town --sensitive illness {HIERARCHIES} {flags}");
        let line = format!("{line} --population-table population.csv");
        for method in ["datafly", "samarati"] {
            shows(
                &folder
                    .run(&format!("{line} --method {method} -o {method}{index}.csv"))
                    .ok(),
                &[title],
            );
        }
        let refused = folder
            .run(&format!("{line} --method mondrian -o no.csv"))
            .exits(2);
        refused.says(&["needs a method that takes one level of each hierarchy"]);
        let french = folder
            .run(&format!(
                "{line} --method bucketize --lang fr -o no.csv no2.csv"
            ))
            .exits(2);
        french.says(&["porte sur qui a les mêmes quasi-identifiants"]);
    }
    // As it stands: two of the ward's rows are as many as the population has of their kind.
    folder
        .run("check ward.csv --qi age,town --k-map 5 --population-table population.csv")
        .exits(1);
    folder
        .run("check ward.csv --qi age,town --k-map 1 --population-table population.csv")
        .ok();
}

#[test]
fn what_a_target_needs_is_said() {
    let folder = ward();
    let check = "check ward.csv --qi age,town --sensitive illness";
    for (flags, parts) in [
        (
            "-t 0.3 --t-distance hierarchical",
            &["the hierarchical distance needs a hierarchy for \"illness\""][..],
        ),
        (
            "-t 0.3 --hierarchy town=town.csv",
            &["a hierarchy's attribute cannot be \"town\"", "illness"],
        ),
        ("--k-map 2", &["--population-table"]),
        ("--population-uniqueness 0.1", &["--sampling-fraction"]),
        (
            "-k 2 --sampling-fraction 0.1",
            &["sampling-fraction does nothing without population-uniqueness"],
        ),
        (
            "-k 2 --population-table population.csv",
            &["does nothing without k-map or delta-presence"],
        ),
        (
            "--alpha 2",
            &["the α of (α,k)-anonymity is 2, but must be a share above 0, up to 1"],
        ),
        (
            "--max-risk 0",
            &["the highest risk is 0, but must be a risk above 0"],
        ),
        ("--rows-at-risk 0.1", &["expected S,R such as 0.05,0.2"]),
        (
            "--delta-presence 0.5,0.1 --population-table population.csv",
            &["two probabilities from 0 to 1"],
        ),
        (
            "--k-map 2 --population-table illness.csv",
            &["the population table has no attribute \"age\""],
        ),
    ] {
        folder.run(&format!("{check} {flags}")).exits(2).says(parts);
    }
}

/// More rows left out is less general: closeness no longer forbids it.
#[test]
fn rows_may_be_left_out_under_closeness() {
    let folder = ward();
    let line = format!(
        "anonymize ward.csv --qi age,town --sensitive illness {HIERARCHIES} -k 2 -t 0.6 --method samarati"
    );
    let strict = folder
        .run(&format!("{line} -o strict.csv --json"))
        .ok()
        .json();
    let free = folder
        .run(&format!("{line} --max-suppression 0.5 -o free.csv --json"))
        .ok()
        .json();
    let height = |report: &serde_json::Value| {
        report["node"]
            .as_object()
            .unwrap()
            .values()
            .map(|level| level.as_u64().unwrap())
            .sum::<u64>()
    };
    assert!(height(&free) <= height(&strict));
    for measure in ["alpha", "beta"] {
        assert!(
            strict["privacy"][measure]["illness"].is_number(),
            "{strict}"
        );
    }
}

/// Every two of three attributes occur twice or more together, all three only once: who knows two of them finds nobody alone.
#[test]
fn k_can_be_asked_of_every_few_quasi_identifiers() {
    let rows: Vec<String> = (0..8)
        .map(|row| format!("a{};b{};c{}\n", row / 4, row / 2 % 2, row % 2))
        .collect();
    let folder = Folder::new().with("cube.csv", format!("a;b;c\n{}", rows.concat()));
    let check = "check cube.csv --qi a,b,c -k 2";
    folder.run(check).exits(1).shows(&["2-anonymity"]);
    folder
        .run(&format!("{check} --subsets 3"))
        .exits(1)
        .shows(&["2-anonymity of every 3 quasi-identifiers"]);
    folder
        .run(&format!("{check} --subsets 4 --lang fr"))
        .exits(1)
        .says(&["il y a 3 quasi-identifiants, moins que les sous-ensembles demandés"]);
    folder
        .run(&format!("{check} --subsets 2"))
        .ok()
        .shows(&["2-anonymity of every 2 quasi-identifiers"]);
    folder
        .run("check cube.csv --qi a,b,c -k 4 --subsets 1")
        .ok();
    folder
        .run("check cube.csv --qi a,b,c -k 3 --subsets 2")
        .exits(1);
    let french = folder.run(&format!("{check} --subsets 2 --lang fr")).ok();
    shows(
        &french,
        &["2-anonymat de tout groupe de 2 quasi-identifiants"],
    );
    folder
        .run("check cube.csv --qi a,b,c --max-risk 1 --subsets 2")
        .exits(2)
        .says(&["give -k as well"]);
    // Every pair of values stands in two rows, every single one in four.
    folder
        .run(&format!("{check} --subsets 2,1=4"))
        .ok()
        .shows(&[
            "2-anonymity of every 2 quasi-identifiers",
            "4-anonymity of every 1 quasi-identifiers",
        ]);
    folder
        .run(&format!("{check} --subsets 2,1=5"))
        .exits(1)
        .shows(&["5-anonymity of every 1 quasi-identifiers"]);
    folder
        .run(&format!("{check} --subsets 2=5"))
        .exits(2)
        .says(&["give the largest size by itself"]);
    folder
        .run(&format!("{check} --subsets 0 --lang fr"))
        .exits(2)
        .says(&["au moins 1 quasi-identifiant"]);
}
