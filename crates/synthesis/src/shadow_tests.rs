//! Shadow models against generators of which the answer is known.

use bauta_messages::{Problems, Result};
use bauta_run::project::Project;
use bauta_table::{Progress, Silent, Stage, Table, Text};
use rand_chacha::ChaCha20Rng;

use crate::generator::{Fit, FittedModel, Generator, Run};
use crate::measures::membership::{Attacked, MembershipAttack};
use crate::mend::Draft;
use crate::request::Card;
use crate::shadow::attacks;
use crate::source::Source;
use crate::verify::Verdict;
use crate::{Synthesis, SynthesisRequest};

/// A generator that repeats the rows with the rarest town and draws the others from nobody.
struct Memorising;

static CARD: Card = Card {
    id: "memorising",
    title: Text { en: "-", fr: "-" },
    summary: Text { en: "-", fr: "-" },
    guarantee: Text { en: "-", fr: "-" },
    settings: &[],
    differentially_private: false,
};

struct Memory<'a>(&'a Table);

impl Generator for Memorising {
    fn card(&self) -> &'static Card {
        &CARD
    }

    fn fit<'a>(
        &self,
        source: &'a Source,
        _: &'a SynthesisRequest<'_>,
        problems: Problems,
        _: &dyn Progress,
    ) -> Result<Fit<Box<dyn FittedModel + 'a>>> {
        problems.result()?;
        Ok(Fit::Model(Box::new(Memory(&source.table))))
    }
}

impl FittedModel for Memory<'_> {
    fn rows(&self) -> usize {
        self.0.rows()
    }

    fn sample(&self, _: usize, _: &mut ChaCha20Rng) -> Result<Draft> {
        let town = &self.0.attributes()[3].column;
        let odd = |row: &u32| town.label(*row as usize).len() > 2;
        let (mut rows, others): (Vec<u32>, Vec<u32>) = (0..self.0.rows() as u32).partition(odd);
        // The same ordinary row again and again.
        rows.resize(self.0.rows(), others[0]);
        let group = vec![0; rows.len()];
        Ok(Draft {
            table: self.0.picked(&rows),
            group,
        })
    }

    fn verify(&self, _: &Table) -> Verdict {
        Verdict::default()
    }

    fn notes(&self) -> Vec<String> {
        Vec::new()
    }

    fn report(&self, _: Run<'_>) -> Synthesis {
        Synthesis::Unreachable(String::new())
    }
}

/// People in a folder, of whom one in ten lives in a town of two digits.
fn with_source(rows: usize, look: impl FnOnce(&Source, &Project)) {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("t.csv");
    let mut text = "sex,age,job,town\n".to_owned();
    let mut state = 11u64;
    let mut draw = |below: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    };
    for _ in 0..rows {
        let town = if draw(10) == 0 {
            10 + draw(40)
        } else {
            draw(4)
        };
        let (sex, job) = (["F", "M"][draw(2) as usize], draw(5));
        text += &format!("{sex},{},j{job},t{town}\n", 20 + 6 * job + draw(30));
    }
    std::fs::write(&place, text).unwrap();
    let project = Project::new(&place.display().to_string());
    let request = SynthesisRequest::new(&project, "trees");
    let card = crate::find("trees").unwrap().card();
    let (source, _) = Source::read(&request, card, &Silent).unwrap();
    look(&source, &project);
}

fn of(found: &[MembershipAttack], attacked: Attacked) -> crate::Separation {
    found
        .iter()
        .find(|it| it.attacked == attacked)
        .unwrap()
        .separation
}

#[test]
fn a_generator_that_memorises_outliers_is_found() {
    with_source(500, |source, project| {
        let request = SynthesisRequest::new(project, "memorising");
        let found = attacks(&Memorising, source, &request, 24, &Silent).unwrap();
        let exposed = of(&found, Attacked::MostExposed);
        assert!(
            exposed.auc_low > 0.8 && exposed.true_positives_low > 0.3,
            "{exposed:?}"
        );
    });
}

/// Breaking copies of unique rows tells who they are, more than what the trees tell anyway.
#[test]
fn breaking_copies_is_a_leak() {
    with_source(500, |source, project| {
        let generator = crate::find("trees").unwrap();
        let area = |break_copies: bool| {
            let request = SynthesisRequest {
                break_copies,
                ..SynthesisRequest::new(project, "trees")
            };
            let found = attacks(generator, source, &request, 40, &Silent).unwrap();
            of(&found, Attacked::Unique)
        };
        let (guarded, free) = (area(true), area(false));
        assert!(guarded.auc_low > free.auc + 0.02, "{free:?} {guarded:?}");
    });
}

/// Quotas tell an attacker who knows everybody else who took part; independent draws hide it.
#[test]
fn independent_draws_hide_who_took_part() {
    with_source(500, |source, project| {
        let generator = crate::find("trees").unwrap();
        let area = |way: crate::Way| {
            let request = SynthesisRequest {
                way,
                ..SynthesisRequest::new(project, "trees")
            };
            let found = attacks(generator, source, &request, 40, &Silent).unwrap();
            of(&found, Attacked::Unique)
        };
        let (quotas, independent) = (area(crate::Way::Quotas), area(crate::Way::Independent));
        assert!(quotas.auc_low > 0.65, "{quotas:?}");
        assert!(
            independent.auc < quotas.auc - 0.1,
            "{independent:?} {quotas:?}"
        );
    });
}

/// With ε, true positives are at most e^ε times false ones, at every threshold.
#[test]
fn noise_stays_under_its_bound() {
    with_source(400, |source, project| {
        let values = [("sex", "F,M"), ("age", "20..80"), ("job", "j0,j1,j2,j3,j4")];
        let towns: Vec<String> = (0..50).map(|town| format!("t{town}")).collect();
        let request = SynthesisRequest {
            epsilon: 1.0,
            values: values
                .map(|(name, values)| (name.to_owned(), values.to_owned()))
                .into_iter()
                .chain([("town".to_owned(), towns.join(","))])
                .collect(),
            ..SynthesisRequest::new(project, "noisy")
        };
        let generator = crate::find("noisy").unwrap();
        // So much noise leaves nothing: the attack itself does not favour members.
        let hidden = SynthesisRequest {
            epsilon: 0.01,
            ..request.clone()
        };
        for it in attacks(generator, source, &hidden, 40, &Silent).unwrap() {
            assert!((it.separation.auc - 0.5).abs() < 0.06, "{it:?}");
        }
        let found = attacks(generator, source, &request, 40, &Silent).unwrap();
        assert_eq!(found.len(), 2);
        for it in found {
            let it = it.separation;
            let bound = 1f64.exp() * it.false_positives_high;
            assert!(it.true_positives_low <= bound, "{it:?}");
            // The area of an ε-private attack is at most e^ε / (1 + e^ε).
            assert!(it.auc_low <= 1f64.exp() / (1.0 + 1f64.exp()), "{it:?}");
        }
    });
}

#[test]
fn shadow_models_show_progress_and_can_be_stopped() {
    struct Stop(std::sync::atomic::AtomicU64);
    impl Progress for Stop {
        fn tell(&self, stage: Stage, done: u64, total: Option<u64>) {
            assert_eq!((stage, total), (Stage::Verify, Some(1_000)));
            self.0.fetch_max(done, std::sync::atomic::Ordering::Relaxed);
        }

        fn cancelled(&self) -> bool {
            self.0.load(std::sync::atomic::Ordering::Relaxed) >= 3
        }
    }
    with_source(300, |source, project| {
        let request = SynthesisRequest::new(project, "memorising");
        let stop = Stop(0.into());
        let stopped = attacks(&Memorising, source, &request, 1_000, &stop);
        assert!(matches!(stopped, Err(bauta_messages::Error::Cancelled)));
        assert!(stop.0.into_inner() < 20);
    });
}
