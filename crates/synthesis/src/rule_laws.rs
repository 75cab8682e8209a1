//! Laws over all generators: edit rules and dependencies hold in what is written, by a reading of the file that shares nothing with the program.

use bauta_messages::Error;
use bauta_run::project::{BrokenInInput, EditRule, Project};
use bauta_table::Silent;

use crate::verify::Verdict;
use crate::{ALL, Generator, KeptRule, Synthesis, SynthesisRequest, synthesize};

/// Stays in a hospital: no man is pregnant, nobody leaves before the first day, and the code tells the ward.
fn stays(rows: usize) -> String {
    let mut text = "sex,illness,first,last,code,ward\n".to_owned();
    let mut state = 7u64;
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..rows {
        let sex = ["F", "M"][draw(2) as usize];
        let illness = match (sex, draw(3)) {
            ("F", 0) => "pregnancy",
            (_, 1) => "gout",
            _ => "flu",
        };
        let first = draw(60);
        let code = draw(6);
        text += &format!(
            "{sex},{illness},{first},{},c{code},w{}\n",
            first + draw(20),
            code / 2
        );
    }
    text
}

struct Folder(tempfile::TempDir);

impl Folder {
    fn with(text: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("t.csv"), text).unwrap();
        Folder(folder)
    }

    fn place(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn project(&self) -> Project {
        let rule = |name: &str, when: Option<&str>, then: &str| EditRule {
            name: Some(name.to_owned()),
            when: when.map(str::to_owned),
            then: then.to_owned(),
            broken_in_input: BrokenInInput::Refuse,
        };
        Project {
            rules: vec![
                rule("men", Some("sex = \"M\""), "illness != \"pregnancy\""),
                rule("days", None, "first <= last"),
            ],
            ..Project::new(&self.place("t.csv"))
        }
    }

    fn request<'a>(&self, project: &'a Project, generator: &dyn Generator) -> SynthesisRequest<'a> {
        let card = generator.card();
        let values = [
            ("sex", "F,M"),
            ("illness", "pregnancy,gout,flu"),
            ("first", "0..59"),
            ("last", "0..78"),
            ("code", "c0,c1,c2,c3,c4,c5"),
            ("ward", "w0,w1,w2"),
        ];
        let determines = card.has("--determines");
        SynthesisRequest {
            rounds: 2,
            rows: Some(500),
            epsilon: 20.0,
            values: values
                .map(|(name, values)| (name.to_owned(), values.to_owned()))
                .into(),
            determines: determines
                .then(|| ("code".to_owned(), "ward".to_owned()))
                .into_iter()
                .collect(),
            output: self.place(&format!("{}.csv", card.id)),
            force: true,
            ..SynthesisRequest::new(project, card.id)
        }
    }
}

/// What was found about the rules, and the notes.
fn told(answer: Synthesis) -> (Vec<KeptRule>, Vec<String>, u64) {
    match answer {
        Synthesis::Coclusters(it) => (it.rules, it.notes, it.rows),
        Synthesis::Joined(it) => (it.rules, it.notes, it.rows),
        Synthesis::Unreachable(why) => panic!("{why}"),
    }
}

#[test]
fn every_generator_keeps_rules_and_dependencies() {
    let folder = Folder::with(&stays(900));
    let project = folder.project();
    for generator in ALL {
        let id = generator.card().id;
        let request = folder.request(&project, *generator);
        let (rules, notes, rows) = told(synthesize(&request, &Silent).unwrap());
        assert_eq!(rows, 500, "{id}: {notes:?}");
        let names: Vec<&str> = rules.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names, ["men", "days"], "{id}");
        // Columns are drawn from clusters, leaves or noisy tables, which know nothing of rules: some rows break them at first.
        assert!(
            rules.iter().any(|it| it.drawn_breaking > 0),
            "{id}: {rules:?}"
        );
        for rule in rules.iter().filter(|it| it.drawn_breaking > 0) {
            let start = format!(
                "rule \"{}\": {} of 500 drawn rows",
                rule.name, rule.drawn_breaking
            );
            assert!(
                notes.iter().any(|note| note.starts_with(&start)),
                "{id}: {notes:?}"
            );
        }
        let written = std::fs::read_to_string(&request.output).unwrap();
        for line in written.lines().skip(1) {
            let cells: Vec<&str> = line.split(',').collect();
            assert!(
                !(cells[0] == "M" && cells[1] == "pregnancy"),
                "{id}: {line}"
            );
            if let (Ok(first), Ok(last)) = (cells[2].parse::<i64>(), cells[3].parse::<i64>()) {
                assert!(first <= last, "{id}: {line}");
            }
            if !request.determines.is_empty() {
                let code: u64 = cells[4].trim_start_matches('c').parse().unwrap();
                assert_eq!(cells[5], format!("w{}", code / 2), "{id}");
            }
        }
        assert_eq!(written.lines().count(), 501, "{id}");
    }
}

/// Exchanges keep the tables of single columns as they were drawn, up to the few rows that are drawn again.
#[test]
fn rules_leave_the_margins() {
    let folder = Folder::with(&stays(900));
    let (with, without) = (
        folder.project(),
        Project {
            rules: Vec::new(),
            ..folder.project()
        },
    );
    let share = |project: &Project| {
        let request = SynthesisRequest {
            determines: Vec::new(),
            ..folder.request(project, crate::find("coclusters").unwrap())
        };
        told(synthesize(&request, &Silent).unwrap());
        let written = std::fs::read_to_string(&request.output).unwrap();
        let late = |line: &&str| line.split(',').nth(2).unwrap().parse::<u32>().unwrap() >= 40;
        written.lines().skip(1).filter(late).count() as f64 / 500.0
    };
    let (with, without) = (share(&with), share(&without));
    assert!((with - without).abs() < 0.03, "{with} {without}");
}

#[test]
fn rules_that_cannot_hold_are_an_answer() {
    let folder = Folder::with(&stays(900));
    let mut project = folder.project();
    project.rules[1].then = "first > 1000".to_owned();
    // Noisy counts are not told whether real rows break a rule; no drawn number keeps it. By noise a few rows may lack the number, which breaks nothing.
    let noisy = crate::find("noisy").unwrap();
    let request = folder.request(&project, noisy);
    match synthesize(&request, &Silent).unwrap() {
        Synthesis::Unreachable(why) => {
            assert!(why.contains("break the rule \"days\""), "{why}");
            assert!(!std::path::Path::new(&request.output).exists());
        }
        written => {
            assert!(
                told(written).2 < 500,
                "rows that break the rule are lacking"
            );
            let text = std::fs::read_to_string(&request.output).unwrap();
            let mut rows = text.lines().skip(1);
            assert!(rows.all(|row| row.split(',').nth(2) == Some("")), "{text}");
        }
    }
    // The others refuse a rule that real rows break, and a dependency that does not hold.
    let trees = crate::find("trees").unwrap();
    let request = SynthesisRequest {
        determines: vec![("ward".to_owned(), "code".to_owned())],
        ..folder.request(&project, trees)
    };
    let Err(Error::Faults(faults)) = synthesize(&request, &Silent) else {
        panic!("not refused");
    };
    let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
    for word in [
        "rule \"days\" is broken by 900 rows",
        "\"ward\" does not determine \"code\"",
    ] {
        assert!(faults.iter().any(|it| it.contains(word)), "{faults:?}");
    }
    // Noise has no way to read pairs of values off the rows.
    let request = SynthesisRequest {
        determines: vec![("code".to_owned(), "ward".to_owned())],
        ..folder.request(&project, noisy)
    };
    let Err(Error::Faults(faults)) = synthesize(&request, &Silent) else {
        panic!("not refused");
    };
    assert!(
        faults[0]
            .to_string()
            .starts_with("--determines is for --method")
    );
}

#[test]
fn rules_about_columns_that_are_left_out_are_named() {
    let folder = Folder::with(&stays(300));
    let project = folder.project();
    let request = SynthesisRequest {
        drop: vec!["last".to_owned()],
        determines: Vec::new(),
        ..folder.request(&project, crate::find("trees").unwrap())
    };
    let (rules, notes, _) = told(synthesize(&request, &Silent).unwrap());
    assert_eq!(rules.len(), 1);
    let word = "rule \"days\" speaks of \"last\"";
    assert!(notes.iter().any(|note| note.starts_with(word)), "{notes:?}");
}

/// The verifier alone sees a broken rule and a broken dependency.
#[test]
fn the_verifier_reads_rules_by_itself() {
    let source = |text: &str| {
        let folder = Folder::with(text);
        let place = folder.place("t.csv").parse().unwrap();
        bauta_formats::read(&place, &bauta_formats::ReadOptions::default(), &Silent)
            .unwrap()
            .table
    };
    let real = source(&stays(300));
    let odd = source(&format!("{}M,pregnancy,5,4,c0,w2\n", stays(299)));
    let rules = bauta_run::rules::parsed(&Folder::with("").project().rules).unwrap();
    for (table, broken) in [(&real, 0), (&odd, 1)] {
        let rules = bauta_table::rule::Rules::new(rules.clone(), table).unwrap();
        let mut verdict = Verdict::default();
        let found = verdict.look_at_rules(table, &rules);
        assert!(found.iter().all(|it| it.broken_rows == broken));
        assert_eq!(verdict.failures.len(), 2 * broken as usize);
        let mut verdict = Verdict::default();
        verdict.look_at_dependency(table, &real, ["code", "ward"], 10);
        assert_eq!(verdict.failures.len(), broken as usize);
    }
}
