//! Releases that once had a tick although somebody could be found in them, or something learnt about them.

use crate::support::Folder;

/// Two tables without a fault of their own: everybody is among ten, and the one ward has two illnesses. Joined by the released key, the age tells the
/// illness.
#[test]
fn what_is_asked_for_values_holds_in_the_joined_view_too() {
    let people: String = (0..20)
        .map(|id| format!("K{id:02},{}\n", if id < 10 { 30 } else { 40 }))
        .collect();
    let visits = |ill: &dyn Fn(usize) -> &'static str| -> String {
        let rows = (0..20).map(|id| format!("K{id:02},A,{}\n", ill(id)));
        format!("pid,ward,ill\n{}", rows.collect::<String>())
    };
    let project = |l: &str| {
        format!(
            r#"version = 1
[[tables]]
name = "p"
data = "p.csv"
key = "id"
output = ["p-out.csv"]
[tables.roles]
quasi-identifiers = ["age"]
[tables.targets]
k = 10
[tables.anonymize]
method = "mondrian"
[[tables]]
name = "v"
data = "v.csv"
output = ["v-out.csv"]
[tables.roles]
quasi-identifiers = ["ward"]
sensitive = ["ill"]
[tables.targets]
k = 10
{l}
[tables.anonymize]
method = "mondrian"
[[links]]
from = "v.pid"
to = "p.id"
[pseudonyms]
method = "random"
[output]
report = "report.html"
"#
        )
    };
    let by_age = |id: usize| if id < 10 { "HIV" } else { "flu" };
    let folder = Folder::new()
        .with("p.csv", format!("id,age\n{people}"))
        .with("v.csv", visits(&by_age))
        .with("bauta.toml", project("l = 2"))
        .with("without.toml", project(""));
    folder.run("run --force").exits(1).shows(&[
        "✗ distinct 2-diversity of \"v\" in the joined view of \"p\"",
        "nothing was written",
    ]);
    assert!(!folder.path("v-out.csv").exists());
    folder
        .run("run --force --lang fr")
        .exits(1)
        .shows(&["de « v » dans la vue jointe de « p »"]);
    // Where nothing is asked, what the joined view tells is said.
    folder
        .run("run without.toml --force")
        .ok()
        .shows(&["\"v\" seen from \"p\":", "for 100 % of the rows"]);
    let page = folder.text("report.html");
    assert!(page.contains("with reservations"), "{page}");
    // With both illnesses at each age it holds.
    let mixed = |id: usize| if id.is_multiple_of(2) { "HIV" } else { "flu" };
    std::fs::write(folder.path("v.csv"), visits(&mixed)).unwrap();
    folder
        .run("run --force")
        .ok()
        .shows(&["✓ distinct 2-diversity of \"v\" in the joined view of \"p\""]);
}

/// A pseudonym joins the rows of an identifier: people who are counted by other columns are not those that a reader sees.
#[test]
fn people_are_those_that_the_released_pseudonym_joins() {
    let text = "nir,family,ward,ill\n1,Roy,A,x\n1,Roy,A,y\n1,Roy,A,z\n2,Blanc,A,x\n3,Blanc,A,y\n4,Petit,A,x\n5,Noir,A,z\n6,Gros,A,y\n";
    let folder = Folder::new().with("in.csv", text);
    let line = "anonymize in.csv --qi ward --sensitive ill -k 3 -l 2 -o out.csv";
    folder
        .run(&format!("{line} --person family --id nir"))
        .exits(2)
        .says(&["the identifiers tell 6 people apart and the list of persons 5"]);
    folder
        .run(&format!("{line} --person family --id nir --lang fr"))
        .exits(2)
        .says(&["les identifiants distinguent 6 personnes"]);
    assert!(!folder.path("out.csv").exists());
    folder
        .run(&format!("{line} --person family --drop nir"))
        .ok();
}

#[test]
fn a_row_of_nobody_known_is_nobody_to_count() {
    let text = "name,ward,ill\nAnn,A,x\nBob,A,y\n,A,x\n,A,y\n";
    let folder = Folder::new().with("in.csv", text);
    folder
        .run("anonymize in.csv --person name --qi ward --sensitive ill -k 3 -o out.csv")
        .exits(2)
        .says(&["\"name\" says whose row it is, and is empty in 2 rows"]);
}

/// Everybody has a code of their own, or a column says what a quasi-identifier was: nobody said what becomes of them.
#[test]
fn codes_and_columns_that_tell_a_quasi_identifier_are_refused() {
    let rows: String = (0..100)
        .map(|row| {
            let age = 30 + row % 5;
            format!("{age},ZX-{},{}\n", row * 7919 % 100_003, 12 * age + 1)
        })
        .collect();
    let folder = Folder::new().with("in.csv", format!("age,foo,bar\n{rows}"));
    folder
        .run("anonymize in.csv --qi age -k 10 -o out.csv")
        .exits(2)
        .says(&[
            "column \"foo\" has no role and looks like an identifier",
            "column \"bar\" has no role and looks like a quasi-identifier",
        ]);
    assert!(!folder.path("out.csv").exists());
    folder
        .run("anonymize in.csv --qi age --drop foo --keep bar -k 10 -o out.csv")
        .ok();
}

/// Three rows with HIV and three with flu: the size of buckets hides no illness.
#[test]
fn buckets_of_one_value_hide_nothing() {
    let text = "age,town,ill\n30,Paris,HIV\n31,Lyon,HIV\n32,Lille,HIV\n33,Nice,flu\n34,Brest,flu\n35,Nantes,flu\n";
    let folder = Folder::new().with("in.csv", text);
    let line = "anonymize in.csv --method bucketize --partition consecutive --qi age,town --sensitive ill -k 3 -o a.csv b.csv --force";
    folder.run(line).ok().shows(&[
        "Nothing is asked for the sensitive attribute \"ill\"",
        "100 % of the rows",
    ]);
    let json = folder.run(&format!("{line} --json")).ok().json();
    let reservations = json["verdict"]["reservations"].as_array().unwrap();
    let kinds: Vec<&str> = reservations
        .iter()
        .map(|it| it["kind"].as_str().unwrap())
        .collect();
    assert!(kinds.contains(&"unprotected-attribute"), "{kinds:?}");
}

/// Two values are asked for, and one row in fifty has the other one.
#[test]
fn a_value_that_is_nearly_certain_is_told() {
    let rows: String = (0..100)
        .map(|row| {
            let ill = if row % 50 == 0 { "flu" } else { "HIV" };
            format!("{},{ill}\n", if row < 50 { 30 } else { 40 })
        })
        .collect();
    let folder = Folder::new().with("in.csv", format!("age,ill\n{rows}"));
    let line = "anonymize in.csv --qi age --sensitive ill -k 10 -l 2 -o out.csv --force";
    folder.run(line).ok().shows(&["98 % sure of the value"]);
    let json = folder.run(&format!("{line} --json")).ok().json();
    assert_eq!(json["verdict"]["level"], "mixed", "{json:#}");
    folder
        .run(&format!("{line} --lang fr"))
        .ok()
        .shows(&["être sûr de sa valeur jusqu'à 98"]);
}

/// Names that are left out still order the rows.
#[test]
fn the_order_of_a_column_that_is_left_out_is_not_kept() {
    let rows: String = (0..60)
        .map(|row| format!("person{row:02},{},{}\n", 30 + row % 2, ["a", "b"][row % 2]))
        .collect();
    let folder = Folder::new().with("in.csv", format!("name,age,ill\n{rows}"));
    folder
        .run("anonymize in.csv --drop name --qi age --sensitive ill -k 3 --keep-order -o out.csv")
        .exits(2)
        .says(&["the rows are in the order of \"name\""]);
}

/// A release is checked with the project that made it, although it lacks the columns that are not published; identifiers that are there say whose
/// row it is.
#[test]
fn a_release_is_checked_with_its_project() {
    let rows: String = (0..12)
        .map(|row| format!("p{row},x{row},{}\n", 30 + row % 2))
        .collect();
    let folder = Folder::new()
        .with("in.csv", format!("name,phone,age\n{rows}"))
        .with(
            "bauta.toml",
            "version = 1\n[input]\ndata = \"in.csv\"\n[roles]\nidentifiers = [\"name\"]\nquasi-identifiers = [\"age\"]\ndrop = [\"phone\"]\n[targets]\nk = 3\n[anonymize]\nmethod = \"mondrian\"\n[output]\ntables = [\"out.csv\"]\n",
        );
    folder.run("run").ok();
    folder
        .run("check out.csv --project bauta.toml -k 3")
        .ok()
        .says(&["the table has no column \"name\", \"phone\""]);

    let visits = "Pseudo,age,ill\n1,30,a\n1,30,b\n2,30,a\n2,30,b\n";
    let folder = Folder::new().with("in.csv", visits);
    folder
        .run("check in.csv --id Pseudo --qi age --sensitive ill -k 4")
        .exits(1);
    folder
        .run("check in.csv --id Pseudo --qi age --sensitive ill -k 2")
        .ok();
}
