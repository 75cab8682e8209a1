//! Columns that nobody gave a role: refused where they look as if they pointed to people, told where they are published unchanged.

use crate::refusals::refused;
use crate::support::Folder;

const PEOPLE: &str = "name,phone,born,age,town,score,notes
Sue Moore,+33612345678,1980-02-01,44,Lyon,3,came in with a headache after a long day at work
Pat Stone,+33612345679,1971-05-11,53,Lyon,4,said that she would call again in the week after
Bob White,+33612345680,1984-07-21,40,Paris,3,no complaint at all but the sleep is not what it was
Bill Green,+33612345681,1985-01-30,39,Paris,1,asked for a second opinion and was given two names
";

fn folder() -> Folder {
    Folder::new().with("in.csv", PEOPLE)
}

#[test]
fn columns_that_point_to_people_are_refused_by_name() {
    let says = [
        "columns \"name\", \"phone\", \"notes\" have no role and look like identifiers…--id…--drop…--keep",
        "column \"born\" has no role and looks like a quasi-identifier…--qi…--drop…--keep",
    ];
    let line = "--qi age,town -k 2";
    refused(
        &folder(),
        &format!("anonymize in.csv {line} -o out.csv"),
        2,
        &says,
    );
    refused(&folder(), &format!("check in.csv {line}"), 2, &says);
    refused(
        &folder(),
        &format!("explain mondrian in.csv {line}"),
        2,
        &says,
    );
    let pseudonymize = "pseudonymize in.csv --id name -o out.csv";
    let says = ["columns \"phone\", \"notes\" have no role and look like identifiers"];
    refused(&folder(), pseudonymize, 2, &says);
    // Told with everything else that is wrong.
    let more = format!("anonymize in.csv {line} --method mondrain -o out.csv");
    let folder = folder();
    let run = folder.run(&more).exits(2);
    assert_eq!(run.errors().len(), 3, "{run}");
    // A misspelt name is told by itself.
    let run = folder
        .run("anonymize in.csv --qi agee,town -k 2 -o out.csv")
        .exits(2);
    assert_eq!(run.errors().len(), 1, "{run}");
}

#[test]
fn a_project_is_refused_likewise() {
    let project = "version = 1\n[input]\ndata = \"in.csv\"\n[roles]\nquasi-identifiers = [\"age\", \"town\"]\n[targets]\nk = 2\n[output]\ntables = [\"out.csv\"]\n";
    let folder = folder().with("bauta.toml", project);
    folder.run("run").exits(2).says(&["\"phone\""]);
    let decided = project.replace(
        "[targets]",
        "drop = [\"name\", \"phone\", \"notes\"]\ninsensitive = [\"born\"]\n[targets]",
    );
    let folder = folder.with("bauta.toml", decided);
    folder.run("run").ok();
    assert_eq!(folder.cells("out.csv")[0], ["born", "age", "town", "score"]);
}

#[test]
fn what_is_left_out_is_gone_and_what_is_kept_is_told() {
    let folder = folder();
    let line = "anonymize in.csv --id name --drop phone,notes --keep born --qi age,town -k 2 --pseudonym random -o out.csv";
    folder
        .run(line)
        .ok()
        .shows(&["published unchanged, assumed unknown to attackers: born, score"]);
    assert_eq!(
        folder.cells("out.csv")[0],
        ["Pseudo", "born", "age", "town", "score"]
    );
    let report = folder.run(&format!("{line} --force --json")).ok().json();
    assert_eq!(report["unchanged"], serde_json::json!(["born", "score"]));
    let french = folder.run(&format!("{line} --force --lang fr")).ok();
    french.shows(&["publiées telles quelles, supposées inconnues des attaquants : born, score"]);
}

/// Where rows stay in pieces, values are looked at as well as names.
#[test]
fn pieces_are_looked_at_too() {
    let rows: String = (0..60)
        .map(|row| format!("{},u{row}@x.org,{}\n", 30 + row % 3, 24 * (30 + row % 3)))
        .collect();
    let folder = Folder::new().with("in.csv", format!("age,c1,c2\n{rows}"));
    let line = "anonymize in.csv --qi age -k 5 --memory 10MB -o out.csv";
    folder.run(line).exits(2).says(&[
        "column \"c1\" has no role and looks like an identifier",
        "column \"c2\" has no role and looks like a quasi-identifier",
    ]);
    folder.run(&format!("{line} --drop c1,c2")).ok();
}

/// Columns of pieces are left out as those of a table.
#[test]
fn pieces_leave_columns_out() {
    let folder = folder();
    folder.run("convert in.csv -o in.parquet").ok();
    let line = "anonymize in.parquet --qi age,town -k 2 --memory 10MB";
    folder
        .run(&format!("{line} -o out.parquet"))
        .exits(2)
        .says(&["\"name\", \"phone\"", "\"born\""]);
    folder
        .run(&format!(
            "{line} --drop name,phone,notes --keep born -o out.parquet"
        ))
        .ok();
    assert_eq!(
        folder.cells("out.parquet")[0],
        ["born", "age", "town", "score"]
    );
}

/// What hardly protects, and what hardly leaves anything, is said first.
#[test]
fn a_k_of_one_and_an_empty_release_are_told() {
    let folder = Folder::with_people();
    folder
        .run("anonymize people.csv --qi CP,Age --id Nom --pseudonym random -k 1 -o out.csv")
        .ok()
        .says(&["note: k = 1 hides nobody"]);
    let all = "anonymize people.csv --qi CP,Age --id Nom --pseudonym random -k 6 -o all.csv";
    let run = folder.run(all).ok();
    let second = run.out.lines().nth(1);
    let lost = "% of the information of the quasi-identifiers is lost";
    assert!(second.is_some_and(|line| line.contains(lost)), "{run}");
    folder
        .run(&format!("{all} --force --lang fr"))
        .ok()
        .shows(&["% de l'information des quasi-identifiants est perdue"]);
}
