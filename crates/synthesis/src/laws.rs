//! Laws over all generators.

use bauta_messages::{Error, Problems};
use bauta_run::project::Project;
use bauta_table::{Fault, Silent, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::generator::draw;
use crate::rules::standards;
use crate::source::Source;
use crate::{ALL, Fit, FittedModel, Generator, KeepOut, Synthesis, SynthesisRequest, synthesize};

/// People of three kinds in a folder of their own.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new(rows: usize) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut text = "sex,job,age\n".to_owned();
        for row in 0..rows {
            let kind = if row % 5 == 0 { (row / 5) % 3 } else { row % 3 };
            let (sex, job) = (["F", "M", "M"][kind], ["nurse", "baker", "clerk"][row % 3]);
            text += &format!("{sex},{job},{}\n", 20 + 20 * kind + row % 17);
        }
        std::fs::write(folder.path().join("t.csv"), text).unwrap();
        Folder(folder)
    }

    fn place(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    fn project(&self) -> Project {
        Project::new(&self.place("t.csv"))
    }

    /// A request that every generator can do.
    fn request<'a>(&self, project: &'a Project, generator: &dyn Generator) -> SynthesisRequest<'a> {
        let values = [
            ("sex", "F,M"),
            ("job", "nurse,baker,clerk"),
            ("age", "20..99"),
        ];
        SynthesisRequest {
            rounds: 2,
            rows: Some(120),
            values: values
                .map(|(name, values)| (name.to_owned(), values.to_owned()))
                .into(),
            output: self.place(&format!("{}.csv", generator.card().id)),
            force: true,
            ..SynthesisRequest::new(project, generator.card().id)
        }
    }

    fn rows_of(&self, request: &SynthesisRequest<'_>) -> String {
        assert!(!matches!(
            synthesize(request, &Silent),
            Err(_) | Ok(Synthesis::Unreachable(_))
        ));
        std::fs::read_to_string(&request.output).unwrap()
    }
}

/// Fits a model and hands it on.
fn with_model(
    request: &SynthesisRequest<'_>,
    generator: &dyn Generator,
    look: impl FnOnce(&Source, &dyn FittedModel, Table),
) {
    let (source, problems) = Source::read(request, generator.card(), &Silent).unwrap();
    let Ok(Fit::Model(model)) = generator.fit(&source, request, problems, &Silent) else {
        panic!("{}: no model", generator.card().id);
    };
    let mut random = ChaCha20Rng::seed_from_u64(request.seed);
    let mut problems = Problems::default();
    let card = generator.card();
    let standards = standards(&source, request, card, &mut problems, &mut Vec::new());
    let sample = draw(model.as_ref(), &standards, &mut random).unwrap();
    look(&source, model.as_ref(), sample.table);
}

#[test]
fn ids_are_different_and_find_their_generator() {
    for (place, generator) in ALL.iter().enumerate() {
        let id = generator.card().id;
        let found = crate::find(id).unwrap().card();
        assert!(std::ptr::eq(found, generator.card()), "{id}");
        assert!(ALL[..place].iter().all(|other| other.card().id != id));
    }
    assert!(matches!(
        crate::find("forests"),
        Err(Fault::UnknownWord { .. })
    ));
}

#[test]
fn every_card_says_what_it_is_in_both_languages() {
    for generator in ALL {
        let card = generator.card();
        for text in [card.title, card.summary, card.guarantee] {
            assert!(!text.en.is_empty() && !text.fr.is_empty(), "{}", card.id);
            assert_ne!(text.en, text.fr, "{}", card.id);
        }
        let private = card.has("--epsilon");
        assert_eq!(private, card.differentially_private, "{}", card.id);
    }
}

#[test]
fn the_same_seed_gives_the_same_rows_unless_noise_protects_them() {
    let folder = Folder::new(300);
    let project = folder.project();
    for generator in ALL {
        let request = folder.request(&project, *generator);
        let (once, again) = (folder.rows_of(&request), folder.rows_of(&request));
        let other = folder.rows_of(&SynthesisRequest { seed: 2, ..request });
        let card = generator.card();
        assert_eq!(once == again, !card.differentially_private, "{}", card.id);
        assert_ne!(once, other, "{}", card.id);
        assert_eq!(once.lines().count(), 121, "{}", card.id);
        assert_eq!(once.lines().next(), Some("sex,job,age"), "{}", card.id);
    }
}

#[test]
fn every_verifier_passes_what_was_drawn_and_refuses_other_rows() {
    let folder = Folder::new(300);
    let project = folder.project();
    for generator in ALL {
        let id = generator.card().id;
        let breaks_copies = generator.card().has("--break-copies");
        let request = SynthesisRequest {
            break_copies: breaks_copies,
            ..folder.request(&project, *generator)
        };
        with_model(&request, *generator, |source, model, drawn| {
            assert_eq!(model.verify(&drawn).failures, Vec::<String>::new(), "{id}");
            let fewer = drawn.attributes().iter().skip(1).cloned();
            let fewer = Table::from_attributes(fewer.collect());
            assert!(
                !model.verify(&fewer).failures.is_empty(),
                "{id}: a column is lost"
            );
            // Rows of people are no fictitious rows, where copies are broken.
            if breaks_copies {
                let copied = model.verify(&source.table);
                assert!(
                    copied.unique_rows > 0
                        && copied.unique_copies > 0
                        && !copied.failures.is_empty(),
                    "{id}"
                );
            }
        });
    }
}

#[test]
fn bad_settings_are_refused_with_all_faults_at_once() {
    let folder = Folder::new(60);
    let project = folder.project();
    for generator in ALL {
        let card = generator.card();
        let request = SynthesisRequest {
            k: 1,
            epsilon: 0.0,
            rows: Some(0),
            keep_out: Some(KeepOut {
                share: 2.0,
                kept: folder.place("kept.csv"),
                training: None,
            }),
            drop: vec!["nobody".to_owned()],
            ..folder.request(&project, *generator)
        };
        let Err(Error::Faults(faults)) = synthesize(&request, &Silent) else {
            panic!("{}: not refused", card.id);
        };
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        let own = if card.differentially_private {
            "epsilon"
        } else {
            "k"
        };
        for word in [own, "rows", "keep-out"] {
            let start = format!("{word} is ");
            assert!(
                told.iter().any(|it| it.starts_with(&start)),
                "{}: {told:?}",
                card.id
            );
        }
        assert!(
            told.iter().any(|it| it.contains("\"nobody\"")),
            "{}: {told:?}",
            card.id
        );
        assert!(
            !std::path::Path::new(&request.output).exists(),
            "{}",
            card.id
        );
    }
}

#[test]
fn demands_of_other_generators_are_refused_together() {
    let folder = Folder::new(60);
    let project = folder.project();
    for generator in ALL {
        let card = generator.card();
        let request = SynthesisRequest {
            l: Some(2),
            t: Some(0.5),
            clusters: Some(3),
            margins: Some(folder.place("none.csv")),
            save_model: Some(folder.place("model.json").into()),
            ..folder.request(&project, *generator)
        };
        let foreign: Vec<&str> = request.demands().filter(|flag| !card.has(flag)).collect();
        let Err(Error::Faults(faults)) = synthesize(&request, &Silent) else {
            // Its own demands are understood: the file of margins is missed instead.
            assert!(foreign.is_empty(), "{}", card.id);
            continue;
        };
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        for flag in &foreign {
            let start = format!("{flag} is for --method ");
            assert!(
                told.iter().any(|it| it.starts_with(&start)),
                "{}: {told:?}",
                card.id
            );
        }
        assert!(
            foreign.is_empty() || told.len() == foreign.len(),
            "{}",
            card.id
        );
    }
}

/// The problems that were found before a generator looks at the table are told with its own.
#[test]
fn earlier_problems_are_handed_on() {
    let folder = Folder::new(60);
    let project = folder.project();
    for generator in ALL {
        let request = folder.request(&project, *generator);
        let (source, _) = Source::read(&request, generator.card(), &Silent).unwrap();
        let mut problems = Problems::default();
        problems.push(Fault::Request("an earlier fault".to_owned()));
        let refused = generator.fit(&source, &request, problems, &Silent);
        assert!(refused.is_err(), "{}", generator.card().id);
    }
}

/// A code of 0 and 1 keeps its links although one of its values is rare.
#[test]
fn rare_codes_keep_their_links() {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).display().to_string();
    let mut text = "y,a,b\n".to_owned();
    for row in 0..2_000u32 {
        let y = u32::from(row % 9 == 0);
        let a = if (row / 9) % 20 == 0 { 1 - y } else { y };
        text += &format!("{y},{},{}\n", ["q", "p"][a as usize], row % 7);
    }
    std::fs::write(place("t.csv"), text).unwrap();
    let project = Project::new(&place("t.csv"));
    for id in ["trees", "coclusters"] {
        let request = SynthesisRequest {
            rounds: 3,
            output: place(&format!("{id}.csv")),
            ..SynthesisRequest::new(&project, id)
        };
        assert!(synthesize(&request, &Silent).is_ok(), "{id}");
        let rows = std::fs::read_to_string(&request.output).unwrap();
        let with = |start: &str| rows.lines().filter(|line| line.starts_with(start)).count();
        let share = with("1,p") as f64 / (with("1,p") + with("0,p")).max(1) as f64;
        // In the real rows it is 0.70.
        assert!((share - 0.70).abs() < 0.1, "{id}: {share}");
    }
}
