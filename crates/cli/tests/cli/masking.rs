//! Masking as people meet it: what is refused, what noise of a stated ε says of itself, statistics before and after.

use crate::refusals::{SECRET, refused};
use crate::support::Folder;

fn folder() -> Folder {
    let towns = ["Lyon", "Nice", SECRET];
    let rows: String = (0..90)
        .map(|row| {
            let (age, town) = (20 + row * 37 % 61, towns[row % 3]);
            format!(
                "{age},{}.5,{town},{}\n",
                1000 + 31 * age + row % 7,
                if row % 4 == 0 { "flu" } else { "cold" }
            )
        })
        .collect();
    Folder::new()
        .keeping(&["age", "income", "town", "illness"])
        .with("in.csv", format!("age,income,town,illness\n{rows}"))
}

#[test]
fn masking_that_cannot_be_done_is_refused_with_nothing_written() {
    let folder = folder();
    let line = |rest: &str| format!("anonymize in.csv {rest} -o out.csv");
    refused(
        &folder,
        &line("--method noise --attributes town"),
        2,
        &["noise needs numbers or dates…\"town\""],
    );
    refused(
        &folder,
        &line("--method microaggregate --attributes age,income --group-size 91"),
        2,
        &["group-size…91…90"],
    );
    refused(
        &folder,
        &line(
            "--method pram --attributes illness --transition given --matrix flu:flu=0.5,cold=0.4;cold:cold=1",
        ),
        2,
        &["the line of \"flu\" sums to 0.9, but must sum to 1"],
    );
    refused(
        &folder,
        &line("--method recode --attributes town --groups South=Lyon|Nice"),
        2,
        &["1 values of \"town\" are in no group"],
    );
}

/// Three in four have the same illness: no bucket of different rows can have three illnesses.
#[test]
fn slicing_that_cannot_be_diverse_is_an_answer() {
    let folder = folder();
    let line =
        "anonymize in.csv --qi age,town --sensitive illness -l 3 --method slicing -o out.csv";
    let before = folder.listing();
    let run = folder.run(line);
    assert!(run.status == 1 || run.status == 2, "{run}");
    assert_eq!(folder.listing(), before, "something was written\n{run}");
    // Two illnesses there are, but three of four rows have one of them.
    let run = folder
        .run("anonymize in.csv --qi age,town --sensitive illness --entropy-l 1.99 --method slicing -o out.csv")
        .exits(1);
    assert!(
        run.err.contains("too few different values")
            || run.out.contains("too few different values"),
        "{run}"
    );
    assert_eq!(folder.listing(), before, "something was written\n{run}");
}

const STATED: &str = "--method noise --attributes age,income --noise laplace --epsilon 4 --bounds age=0..100;income=0..5000";

#[test]
fn everything_wrong_with_noise_of_a_stated_epsilon_is_told_at_once() {
    let folder = folder();
    let bad = "anonymize in.csv --method noise --attributes age,income,town --noise gaussian --delta 0 --bounds age=9..2 -o out.csv";
    refused(
        &folder,
        bad,
        2,
        &[
            "\"town\"",
            "gaussian noise needs an ε above 0",
            "gaussian noise needs a δ above 0 and below 1",
            "LOW..HIGH for \"age\"",
            "bounds of \"income\"",
        ],
    );
    let negative = "anonymize in.csv --method noise --attributes age --noise laplace --epsilon=-1 --bounds 0..100 -o out.csv";
    refused(&folder, negative, 2, &["epsilon…-1"]);
    refused(
        &folder,
        "anonymize in.csv --method noise --attributes age --epsilon 1 -o out.csv",
        2,
        &["--epsilon is for --noise laplace and gaussian"],
    );
}

#[test]
fn noise_of_a_stated_epsilon_says_what_it_guarantees_and_that_the_seed_does_not_repeat_it() {
    let folder = folder();
    let mut texts = Vec::new();
    for round in ["one", "two"] {
        let run = folder
            .run(&format!(
                "anonymize in.csv {STATED} --seed 3 -o {round}.csv --json"
            ))
            .ok();
        let json = run.json();
        assert_eq!(json["reproducible"], false, "{json:#}");
        let stated = &json["differential_privacy"][0];
        assert_eq!(
            (&stated["epsilon"], &stated["delta"]),
            (&4.0.into(), &0.0.into()),
            "{json:#}"
        );
        // Two attributes share ε: the scale is 2/4 of the width, the deviation √2 of that.
        let deviation = stated["attributes"][0]["deviation"].as_f64().unwrap();
        assert!((deviation - 70.7107).abs() < 0.001, "{deviation}");
        let notes = json["notes"].to_string();
        assert!(notes.contains("not from the seed"), "{notes}");
        texts.push(folder.text(&format!("{round}.csv")));
    }
    assert_ne!(texts[0], texts[1]);
    let said = folder
        .run(&format!(
            "anonymize in.csv {STATED} -o three.csv --lang fr --report r.html"
        ))
        .ok();
    let all = format!("{}{}", said.out, said.err);
    assert!(
        all.contains("confidentialité différentielle (ε = 4) de age, income d'une ligne"),
        "{said}"
    );
    let page = folder.text("r.html");
    assert!(
        page.contains("ne dit rien des autres attributs de la ligne"),
        "the limits of the guarantee"
    );
    // Without quasi-identifiers nobody knows who is hidden, and what got noise is not published as it is.
    assert!(
        page.contains("Aucun quasi-identifiant") && !page.contains("très satisfaisant"),
        "{page}"
    );
    assert!(page.contains("tout attaquant : town, illness."), "{page}");
}

#[test]
fn statistics_before_and_after_stand_beside_the_claim() {
    let folder = folder();
    let swap =
        "anonymize in.csv --method swap --attributes age,town --swapping random --percent 40";
    let json = folder.run(&format!("{swap} -o a.csv --json")).ok().json();
    let age = &json["kept"]["numbers"][0];
    assert_eq!(age["before"], age["after"], "marginals are kept: {json:#}");
    assert_eq!(json["kept"]["claim"]["means"], "exactly");
    assert_eq!(json["kept"]["words"][0]["total_variation"], 0.0);
    assert!(!json.to_string().contains(SECRET));
    folder.run(&format!("{swap} -o b.csv --report r.html")).ok();
    folder
        .run(&format!("{swap} -o c.csv --report r.md --lang fr"))
        .ok();
    let (page, text) = (folder.text("r.html"), folder.text("r.md"));
    assert!(
        page.contains("Statistics kept")
            && page.contains("kept exactly")
            && page.contains("age · income")
    );
    assert!(
        text.contains("Statistiques conservées")
            && text.contains("identique")
            && text.contains("V de Cramér")
    );
    assert!(!page.contains(SECRET) && !text.contains(SECRET));
    // A method that generalises says nothing about statistics.
    let json = folder
        .run("anonymize in.csv --qi age,town -k 5 --method mondrian -o d.csv --json")
        .ok()
        .json();
    assert!(json["kept"].is_null(), "{json:#}");
}

#[test]
fn every_few_quasi_identifiers_can_be_protected() {
    let folder = folder();
    let line =
        "anonymize in.csv --method suppress --qi age,town,illness -k 3 --subsets 2 -o out.csv";
    let json = folder.run(&format!("{line} --json")).ok().json();
    assert_eq!(
        json["guarantees"][0][0], "3-anonymity of every 2 quasi-identifiers",
        "{json:#}"
    );
    let french = folder.run(&format!("{line} --force --lang fr")).ok();
    let all = format!("{}{}", french.out, french.err);
    assert!(
        all.contains("3-anonymat de tout groupe de 2 quasi-identifiants"),
        "{french}"
    );
    refused(
        &folder,
        "anonymize in.csv --method suppress --qi age,town --sensitive illness -k 3 -l 2 --subsets 1 -o other.csv",
        2,
        &["--subsets is for --scope cells with -k and nothing else"],
    );
}
