//! `bauta synthesize` and `bauta coclusters`: what is written, in both languages; bad input.

use crate::support::Folder;

/// Three kinds of people, none of whom is alone with all values; the size is missing for some.
fn table(rows: usize) -> String {
    let mut text = "sex,region,born,size\n".to_owned();
    for row in 0..rows {
        let kind = if row % 5 == 0 { (row / 5) % 3 } else { row % 3 };
        let (sex, region) = (["F", "M", "M"][kind], ["north", "south", "west"][row % 3]);
        let size = if row % 11 == 0 {
            String::new()
        } else {
            format!("{},{}", 150 + 10 * kind + row % 7, row % 10)
        };
        text += &format!(
            "{sex},{region},{:02}/{:02}/19{},\"{size}\"\n",
            1 + row % 28,
            1 + row % 12,
            50 + 10 * kind + row % 9
        );
    }
    text
}

fn folder() -> Folder {
    Folder::new().with("t.csv", table(600))
}

#[test]
fn a_synthetic_table_has_the_columns_and_formats_of_the_real_one() {
    let folder = folder();
    let found = folder
        .run("synthesize t.csv -k 20 --rounds 6 --break-copies -o s.csv --json")
        .ok()
        .json();
    assert_eq!(
        (found["rows"].as_u64(), found["original_rows"].as_u64()),
        (Some(600), Some(600))
    );
    assert!(found["smallest_cluster"].as_u64() >= Some(20), "{found:#}");
    assert_eq!(found["copies"]["equal_to_a_unique_row"], 0);
    let (real, synthetic) = (folder.text("t.csv"), folder.text("s.csv"));
    assert_eq!(real.lines().next(), synthetic.lines().next());
    let cells: Vec<&str> = synthetic.lines().nth(1).unwrap().splitn(4, ',').collect();
    assert!(["F", "M"].contains(&cells[0]) && ["north", "south", "west"].contains(&cells[1]));
    let born: Vec<&str> = cells[2].split('/').collect();
    assert_eq!(
        born.iter().map(|part| part.len()).collect::<Vec<_>>(),
        [2, 2, 4],
        "a day, as the source writes it"
    );
    assert!(
        synthetic.lines().any(|line| line.ends_with(',')),
        "some sizes are missing, as in the source"
    );
    assert!(
        synthetic.contains("\"16") && !synthetic.contains("16."),
        "decimals keep their comma"
    );
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_one_does_not() {
    let folder = folder();
    for (seed, name) in [("1", "a.csv"), ("1", "b.csv"), ("2", "c.csv")] {
        folder
            .run(&format!(
                "synthesize t.csv --rounds 3 --seed {seed} --detail fine -o {name}"
            ))
            .ok();
    }
    assert_eq!(folder.bytes("a.csv"), folder.bytes("b.csv"));
    assert_ne!(folder.bytes("a.csv"), folder.bytes("c.csv"));
}

#[test]
fn a_saved_model_can_be_drawn_from_again() {
    let folder = folder();
    folder
        .run("synthesize t.csv --rounds 4 -o a.csv --save-model m.json")
        .ok();
    let model = folder.text("m.json");
    assert!(model.contains("bauta-coclusters"));
    let again = folder
        .run("synthesize t.csv --model m.json --rows 50 --clusters 2 -o b.csv --json")
        .ok()
        .json();
    assert_eq!(again["rows"], 50);
    assert!(again["row_clusters"].as_u64() <= Some(2));
    let damaged = model.replacen("\"rows\":", "\"rows\":9", 1);
    let folder = folder
        .with("d.json", damaged)
        .with("n.json", "{}")
        .with("o.csv", "a,b\nx,1\nx,1\n");
    for (line, word) in [
        ("synthesize t.csv --model d.json -o c.csv", "d.json"),
        ("synthesize t.csv --model n.json -o c.csv", "n.json"),
        (
            "synthesize o.csv --model m.json -k 2 -o c.csv",
            "other columns",
        ),
        (
            "synthesize t.csv --model nowhere.json -o c.csv",
            "nowhere.json",
        ),
    ] {
        let run = folder.run(line);
        assert!(run.err.contains(word), "{run}");
        assert!(!folder.names().contains(&"c.csv".to_owned()));
    }
}

#[test]
fn fixed_margins_are_met() {
    let folder = folder().with(
        "margins.csv",
        "attribute,value,share\nregion,north,0.8\nregion,south,0.1\n",
    );
    folder
        .run("synthesize t.csv --rounds 3 --given sex=F:0.5 --rows 200 -o s.csv")
        .ok();
    let count = |name: &str, start: &str| {
        folder
            .text(name)
            .lines()
            .filter(|line| line.contains(start))
            .count()
    };
    assert!((99..=101).contains(&count("s.csv", "F,")));
    folder
        .run("synthesize t.csv --rounds 3 --margins margins.csv --rows 200 -o m.csv")
        .ok();
    assert!((159..=161).contains(&count("m.csv", ",north,")));
    for (given, word) in [
        ("sex=X:0.5", "sex"),
        ("sexe=F:0.5", "sexe"),
        ("sex=F:1.5", "between 0 and 1"),
    ] {
        let run = folder.run(&format!(
            "synthesize t.csv --rounds 1 --given {given} -o x.csv"
        ));
        assert!(run.err.contains(word), "{run}");
        assert_eq!(run.status, 2);
    }
}

/// Rules of a project file hold in synthetic rows, and the run says what it mended; a dependency holds too.
#[test]
fn rules_of_the_project_hold() {
    let mut stays = "sex,illness,first,last,code,ward\n".to_owned();
    for row in 0..600u32 {
        let sex = ["F", "M"][row as usize % 2];
        let illness = ["pregnancy", "gout", "flu", "gout"][row as usize % 4];
        let (first, code) = ((row * 37) % 61, row % 6);
        stays += &format!(
            "{sex},{illness},{first},{},c{code},w{}\n",
            first + (row * 13) % 17,
            code / 2
        );
    }
    let rules = "version = 1\n\n[input]\ndata = \"stays.csv\"\n\n[[rules]]\nname = \"men\"\nwhen = 'sex = \"M\"'\nthen = 'illness != \"pregnancy\"'\n\n[[rules]]\nname = \"days\"\nthen = \"first <= last\"\n";
    let folder = Folder::new().with("stays.csv", stays).with("p.toml", rules);
    for method in ["coclusters", "trees"] {
        let run = folder
            .run(&format!(
                "synthesize p.toml --method {method} --rounds 3 --determines code=ward -o {method}.csv"
            ))
            .ok();
        assert!(run.err.contains("rule \"days\": "), "{run}");
        for line in folder.text(&format!("{method}.csv")).lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            assert!(
                !(cells[0] == "M" && cells[1] == "pregnancy"),
                "{method}: {line}"
            );
            let day = |cell: &str| cell.parse::<i64>().unwrap();
            assert!(day(cells[2]) <= day(cells[3]), "{method}: {line}");
            let code: u32 = cells[4][1..].parse().unwrap();
            assert_eq!(cells[5], format!("w{}", code / 2), "{method}");
        }
    }
    let french = folder
        .run("synthesize p.toml --method trees --determines ward=code -o no.csv --lang fr")
        .exits(2);
    assert!(french.err.contains("ne détermine pas"), "{french}");
}

/// Shadow models attack the generator; their number is checked, and a saved model has none.
#[test]
fn shadow_models_are_told_in_both_languages() {
    let folder = folder();
    let line = "synthesize t.csv --method trees --shadow-models 20 --force -o s.csv";
    let found = folder.run(&format!("{line} --json")).json();
    let attacks = found["membership"].as_array().unwrap();
    assert_eq!(attacks.len(), 2);
    assert_eq!(attacks[0]["attack"], "shadow-models");
    assert!(attacks[0]["auc_low"].as_f64() <= attacks[0]["auc"].as_f64());
    let french = folder.run(&format!("{line} --lang fr"));
    assert!(
        french.out.contains("aire sous la courbe") && french.out.contains("modèles fantômes"),
        "{french}"
    );
    folder
        .run("synthesize t.csv --method trees --shadow-models 3 -o n.csv")
        .exits(2);
    folder
        .run("synthesize t.csv --shadow-models 20 --model m.json -o n.csv")
        .exits(2);
}

#[test]
fn bad_input_is_answered_clearly_and_writes_nothing() {
    let constant = format!("a,b\n{}", "x,\n".repeat(40));
    let people: String = (0..60)
        .map(|row| format!("Name{row} Surname{row},{}\n", row % 3))
        .collect();
    let folder = Folder::new()
        .with("few.csv", "a,b\nx,1\ny,2\nx,1\n")
        .with("same.csv", constant)
        .with("ids.csv", format!("name,c\n{people}"));
    for (line, word) in [
        ("synthesize few.csv -o o.csv", "fewer than k = 10"),
        ("synthesize few.csv -k 0 -o o.csv", "k is 0"),
        ("synthesize ids.csv -o o.csv", "--drop name"),
        ("synthesize ids.csv --id name -o o.csv", "--drop name"),
        ("synthesize same.csv -l 2 -o o.csv", "--sensitive"),
        (
            "synthesize same.csv --drop a,b -o o.csv",
            "no column is left",
        ),
        (
            "synthesize same.csv --drop z -o o.csv",
            "no attribute \"z\"",
        ),
    ] {
        let run = folder.run(line);
        assert!(run.err.contains(word), "{run}");
        assert_eq!(run.status, 2, "{run}");
    }
    assert_eq!(folder.names().len(), 3);
    folder
        .run("synthesize ids.csv --drop name -o dropped.csv")
        .ok();
    assert_eq!(folder.text("dropped.csv").lines().next(), Some("c"));
    // A constant column and one without any value are drawn as they are.
    folder
        .run("synthesize same.csv --rounds 2 -o same_out.csv")
        .ok();
    assert_eq!(
        folder
            .text("same_out.csv")
            .replace("\"\"", "")
            .lines()
            .nth(1),
        Some("x,")
    );
}

#[test]
fn what_cannot_be_had_is_an_answer() {
    let folder = folder();
    let run = folder.run("synthesize t.csv --sensitive sex -l 3 --rounds 2 -o o.csv");
    assert_eq!(run.status, 1, "{run}");
    assert!(run.out.contains("2 values in all"), "{run}");
    let french = folder.run("synthesize t.csv --sensitive sex -l 3 --rounds 2 -o o.csv --lang fr");
    assert!(french.out.contains("2 valeurs en tout"), "{french}");
    folder
        .run("synthesize t.csv --sensitive sex -l 2 -t 0.2 --rounds 4 -o o.csv")
        .ok();
}

#[test]
fn coclusters_are_told_and_drawn_in_both_languages() {
    let folder = folder();
    let run = folder
        .run("coclusters t.csv --rounds 5 --report c.html")
        .ok();
    assert!(
        run.out.contains("criterion") && run.out.contains("region: north"),
        "{run}"
    );
    let page = folder.text("c.html");
    assert!(
        page.contains("<svg") && page.contains("Cells of the grid") && !page.contains("<script")
    );
    let french = folder
        .run("coclusters t.csv --rounds 5 --report c.md --lang fr")
        .ok();
    assert!(
        french.out.contains("critère") && folder.text("c.md").contains("Cellules de la grille"),
        "{french}"
    );
    let pair = folder
        .run("coclusters t.csv --pair sex,region --json")
        .ok()
        .json();
    assert_eq!(pair["axes"][0]["name"], "sex");
    assert!(pair["criterion"].as_f64() <= pair["null_criterion"].as_f64());
}
