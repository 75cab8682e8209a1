//! `--report`: one file that tells a careful reader why a release is safe.

use std::process::Command;

use crate::support::{Folder, ROLES};

#[test]
fn a_page_tells_everything_and_loads_nothing() {
    let folder = Folder::with_people();
    folder
        .run(&format!(
            "anonymize people.csv {ROLES} -o out.csv --report report.html"
        ))
        .ok();
    let page = folder.text("report.html");
    for told in [
        "<html lang=\"en\">",
        "Everything that was asked for holds",
        "3-anonymity: verified on the released rows",
        "Rows by the size of their class",
        "Rows by their risk of being found",
        "What each quasi-identifier adds to the mean risk",
        "LeFevre",
        "Bauta",
    ] {
        assert!(page.contains(told), "{told}");
    }
    assert!(
        !page.contains("<script") && !page.contains("http://") && !page.contains("https://"),
        "{page}"
    );
    assert!(page.contains("default-src 'none'"));
    for cell in ["Sue", "Pat", "Bill", "18000", "69300"] {
        assert!(!page.contains(cell), "the report shows {cell}");
    }
}

#[test]
fn the_report_names_what_went_in_and_what_came_out() {
    let folder = Folder::with_people();
    folder
        .run(&format!(
            "anonymize people.csv {ROLES} -o out.csv --report report.json --seed 7"
        ))
        .ok();
    let report: serde_json::Value = serde_json::from_str(&folder.text("report.json")).unwrap();
    for (key, file) in [
        ("/input_sha256", "people.csv"),
        ("/output_sha256/0", "out.csv"),
    ] {
        let output = Command::new("sha256sum")
            .arg(folder.path(file))
            .output()
            .unwrap();
        let sum = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            report.pointer(key).unwrap().as_str().unwrap(),
            sum.split_whitespace().next().unwrap()
        );
    }
    assert_eq!(report["seed"], 7);
    assert_eq!(report["before"]["k"], 1);
    assert_eq!(report["before"]["uniques"], 6);
    assert_eq!(report["after"]["k"], 3);
    assert_eq!(report["after"]["nonconforming"]["size"]["rows"], 0);
}

#[test]
fn a_french_page_is_french() {
    let folder = Folder::with_people();
    folder
        .run(&format!(
            "anonymize people.csv {ROLES} -o out.csv --report report.html --lang fr"
        ))
        .ok();
    let page = folder.text("report.html");
    for told in [
        "<html lang=\"fr\">",
        "Tout ce qui était demandé est respecté",
        "Lignes selon la taille",
        "identifiant",
    ] {
        assert!(page.contains(told), "{told}");
    }
    for english in ["rows", "before", "satisfactory", "insensitive", "verified"] {
        assert!(!page.contains(&format!(">{english}<")), "{english}");
    }
    folder
        .run(&format!(
            "anonymize people.csv {ROLES} -o out2.csv --report report.md --lang fr"
        ))
        .ok();
    let text = folder.text("report.md");
    assert!(
        text.starts_with("# Rapport d'anonymisation") && text.contains("| avant | après |"),
        "{text}"
    );
}

#[test]
fn what_cannot_be_reached_is_reported_too() {
    let folder = Folder::with_people();
    let run =
        folder.run("anonymize people.csv --qi CP,Age --sensitive C.E. --id Nom -k 3 --method as-is -o out.csv --report report.html");
    assert_eq!(run.status, 1, "{run}");
    assert!(folder.text("report.html").contains("Nothing was released"));
    assert!(!folder.names().contains(&"out.csv".to_owned()));
}

#[test]
fn a_report_of_no_known_kind_is_refused_before_anything_is_written() {
    let folder = Folder::with_people();
    let before = folder.names();
    let run = folder.run(&format!(
        "anonymize people.csv {ROLES} -o out.csv --report report.pdf"
    ));
    assert_eq!(run.status, 2, "{run}");
    assert!(run.err.contains("ends in .html, .md or .json"), "{run}");
    assert_eq!(folder.names(), before);
    let folder = Folder::with_people().with("report.html", "kept");
    let run = folder.run(&format!(
        "anonymize people.csv {ROLES} -o out.csv --report report.html"
    ));
    assert_eq!(
        (run.status, folder.text("report.html").as_str()),
        (2, "kept"),
        "{run}"
    );
}

/// Two towns, ages and incomes; everybody's row is unlike the others.
fn survey(from: u32) -> String {
    let rows = (from..from + 60).map(|row| {
        format!(
            "{};town {};{};{}\n",
            20 + row * 7 % 40,
            row % 5,
            1000 + row * 37 % 900,
            ["flu", "cold", "cough"][row as usize % 3]
        )
    });
    format!("age;town;income;illness\n{}", rows.collect::<String>())
}

#[test]
fn a_report_has_the_three_criteria_with_their_control() {
    let folder = Folder::new()
        .with("in.csv", survey(0))
        .with("others.csv", survey(100));
    let line =
        "anonymize in.csv --qi age,town --sensitive illness --keep income -k 3 -o out.csv --force";
    folder
        .run(&format!("{line} --report r.json --control others.csv"))
        .ok();
    let report: serde_json::Value = serde_json::from_str(&folder.text("r.json")).unwrap();
    let criteria = report.pointer("/attacks/criteria").unwrap();
    assert_eq!(criteria["control"], "others.csv", "{criteria:#}");
    for attack in ["/singling_out/several", "/linkability", "/inference/0"] {
        let found = criteria.pointer(attack).unwrap();
        let tries = found.pointer("/attack/attacks").unwrap().as_u64().unwrap();
        assert!(tries > 0, "{attack}: {found:#}");
        let figure = |name: &str| found[name].as_f64().unwrap();
        assert!(
            figure("low") <= figure("risk") && figure("risk") <= figure("high"),
            "{found:#}"
        );
    }
    // An exact income beside generalised quasi-identifiers singles people out, and the report says so.
    let alone = criteria
        .pointer("/singling_out/several/attack/rate")
        .unwrap();
    assert!(alone.as_f64().unwrap() > 0.5, "{alone}");
    // bauta attack on the published file finds the same.
    let attacked = folder
        .run("attack out.csv --original in.csv --control others.csv --qi age,town --sensitive illness --json")
        .json();
    assert_eq!(
        attacked.pointer("/criteria/singling_out"),
        criteria.pointer("/singling_out"),
        "{attacked:#}"
    );

    for (language, told) in [
        ("en", "Attacks that were tried on the release"),
        ("fr", "Attaques essayées contre la publication"),
    ] {
        folder
            .run(&format!("{line} --report r.html --lang {language}"))
            .ok();
        let page = folder.text("r.html");
        assert!(page.contains(told), "{language}");
        assert!(page.contains("95"), "{language}: the confidence is told");
    }
}

#[test]
fn a_control_that_cannot_be_used_is_told_before_anything_is_written() {
    let folder = Folder::new()
        .with("in.csv", survey(0))
        .with("other.csv", "a;b\n1;2\n");
    let line = "anonymize in.csv --qi age,town --sensitive illness --keep income -k 3 -o out.csv";
    folder
        .run(&format!("{line} --report r.html --control nowhere.csv"))
        .exits(3)
        .says(&["nowhere.csv"]);
    folder
        .run(&format!("{line} --control in.csv"))
        .exits(2)
        .says(&["give --report as well"]);
    folder
        .run(&format!("{line} --report r.html --control other.csv"))
        .exits(2)
        .says(&["the control has no attribute"]);
    assert!(!folder.path("out.csv").exists() && !folder.path("r.html").exists());
}
