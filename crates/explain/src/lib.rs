//! Explanations: an algorithm in plain words, then its real run on a small table, decision by decision.
//!
//! **Idea.** The technique itself tells what it weighs and decides ([`bauta_methods::trace`]); every state is a plan that is applied as plans always
//! are. Nothing is computed a second time in another way, so what is explained is what is done. The texts are the technique's
//! own (`explain.en.md`, `explain.fr.md` beside it), in the slots of its family's template.
//!
//! Cell values are shown: that is the point, and the user asked. The example is made of people who do not exist.
//!
//! **Invariant** `the_last_state_is_the_release_of_the_same_request`.

mod example;
mod names;
mod paper;
mod say;
mod scene;
mod state;
mod template;
mod told;
mod words;

pub use told::{
    Ending, Explanation, FamilyTold, FigureTold, LatticeShape, Setting, Shown, ShownRow,
    ShownTable, SlotTold, ToldStep, Weighed,
};

use bauta_methods::trace::{Candidate, Event, Figure, Lesson, Slot, Subject, Trace};
use bauta_methods::{ALL, Context, Outcome, Task, Technique};
use bauta_privacy::{Background, Release};
use bauta_table::Progress;
use bauta_table::recoding::{Prepared, apply};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use bauta_messages::Result;
use bauta_messages::french::sentence;
use bauta_run::ProjectInput;
use bauta_run::driver::{quasi_identifiers, sensitive_of};
use bauta_run::missing;
use names::Names;
use say::Say;
use scene::Scene;
use state::Rows;
use words::{Speaker, fate, figure};

/// The most candidates of a step that are listed.
const MOST_CANDIDATES: usize = 120;

/// The largest lattice that is drawn.
const LARGEST_LATTICE: usize = 400;

/// A method that explains itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, schemars::JsonSchema)]
pub struct Explainable {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// Its family.
    pub family: FamilyTold,
    /// What it does.
    pub summary: &'static str,
}

/// All methods that explain themselves, in a language (`en` or `fr`).
pub fn explainable(language: &str) -> Vec<Explainable> {
    let card = |technique: &&'static dyn Technique| {
        let (own, lesson) = (technique.descriptor(), technique.lesson()?);
        let (title, summary) = (own.title.get(language), own.summary.get(language));
        Some(Explainable {
            id: own.id,
            title,
            family: template::family(lesson.template, Say::of(language)),
            summary,
        })
    };
    ALL.iter().filter_map(card).collect()
}

/// Explains the method of a project on the project's data, or on the example where it names none. At most so many rows are taken.
///
/// # Errors
/// What is wrong with the request or the data: an unknown method, one that does not explain itself, too many rows; or that it was stopped.
pub fn explain<'a>(
    input: impl Into<ProjectInput<'a>>,
    rows: Option<usize>,
    language: &str,
    progress: &dyn Progress,
) -> Result<Explanation> {
    let input = input.into();
    let project = input.project;
    let (technique, lesson) = scene::technique(&project.anonymize.method)?;
    let scene = if project.input.data.is_empty() {
        Scene::example(project, &lesson.example, language)
    } else {
        Scene::of_input(input, (technique, &lesson.example), rows, progress)?
    };
    Explainer {
        technique,
        lesson,
        scene: &scene,
        say: Say::of(language),
    }
    .explained(progress)
}

/// Runs a technique and puts what it tells in words.
struct Explainer<'a> {
    technique: &'static dyn Technique,
    lesson: &'static Lesson,
    scene: &'a Scene,
    say: Say,
}

impl Explainer<'_> {
    fn explained(&self, progress: &dyn Progress) -> Result<Explanation> {
        let scene = self.scene;
        let qis = quasi_identifiers(&scene.project, &scene.table, &scene.hierarchies)?;
        let original = sensitive_of(&scene.table);
        let mut prepared =
            Prepared::new(&scene.table, qis).with_sensitive_hierarchies(&scene.hierarchies)?;
        prepared.original = Some(&original);
        let aside = missing::set_aside(&prepared, scene.project.anonymize.missing_values);
        let settings = &scene.project.anonymize.parameters;
        let task = Task::new(
            self.technique,
            &prepared,
            &scene.requirements,
            settings,
            aside,
        )?;
        let mut task = task.with_limit(scene.may_drop);
        let rng = ChaCha20Rng::seed_from_u64(scene.project.anonymize.seed);
        let trace = Some(Trace::default());
        let mut context = Context {
            rng,
            progress,
            elapsed: &|| 0.0,
            notes: Vec::new(),
            view: None,
            trace,
        };
        let outcome = bauta_methods::plan(&mut task, &mut context)?;
        let events = context.trace.map(Trace::into_events).unwrap_or_default();
        let steps = self.steps(&prepared, &task, &events);
        let outcome = self.ending(&prepared, &task, outcome);
        let notes = scene
            .notes
            .iter()
            .chain(&context.notes)
            .map(|note| sentence(self.say.language(), note));
        Ok(self.explanation(&prepared, &task, (steps, outcome), notes.collect()))
    }

    fn explanation(
        &self,
        prepared: &Prepared<'_>,
        task: &Task<'_>,
        (steps, outcome): (Vec<ToldStep>, Ending),
        notes: Vec<String>,
    ) -> Explanation {
        let (descriptor, language) = (self.technique.descriptor(), self.say.language());
        let slot = |slot: Slot| SlotTold {
            slot: slot.name(),
            title: template::slot_title(slot, self.lesson.template, self.say),
            text: self.lesson.slot(slot, language).unwrap_or_default(),
        };
        Explanation {
            bauta: env!("CARGO_PKG_VERSION"),
            language: language.to_owned(),
            method: descriptor.id.to_owned(),
            title: descriptor.title.get(language).to_owned(),
            family: template::family(self.lesson.template, self.say),
            words: self.lesson.plain_words(language),
            template: Slot::ALL.map(slot).to_vec(),
            setting: self.setting(prepared, task),
            lattice: Self::lattice(prepared, &steps),
            steps,
            outcome,
            notes,
        }
    }

    fn setting(&self, prepared: &Prepared<'_>, task: &Task<'_>) -> Setting {
        let scene = self.scene;
        let roles = scene.table.attributes().iter();
        let positions = (0..scene.table.rows()).map(|row| {
            let place = |qi: &bauta_table::Qi| {
                let code = scene.table.attributes()[qi.attribute]
                    .column
                    .codes()
                    .get(row);
                qi.share(0, qi.rank_of_code()[code as usize])
            };
            prepared.qis.iter().map(place).collect()
        });
        Setting {
            example: scene.is_example,
            data: scene.project.input.data.clone(),
            rows: scene.table.rows() as u64,
            rows_read: scene.rows_read,
            roles: roles
                .map(|attribute| (attribute.name.clone(), attribute.role.name().to_owned()))
                .collect(),
            quasi_identifiers: prepared.qis.iter().map(|qi| qi.name.clone()).collect(),
            asked: task
                .models
                .iter()
                .map(|model| sentence(self.say.language(), &model.title()))
                .collect(),
            may_leave_out: scene.may_drop,
            parameters: task.method.parameters().to_map(),
            positions: positions.collect(),
        }
    }

    /// The lattice, where levels are what is chosen and it is small enough.
    fn lattice(prepared: &Prepared<'_>, steps: &[ToldStep]) -> Option<LatticeShape> {
        let by_levels = steps.iter().any(|step| step.state.levels.is_some());
        let height =
            |qi: &bauta_table::Qi| qi.hierarchy.as_ref().map_or(0, bauta_table::Bound::height);
        let heights: Vec<usize> = prepared.qis.iter().map(height).collect();
        let size = heights
            .iter()
            .try_fold(1usize, |size, height| size.checked_mul(height + 1));
        let drawn = by_levels && size.is_some_and(|size| size <= LARGEST_LATTICE);
        drawn.then(|| LatticeShape {
            attributes: prepared.qis.iter().map(|qi| qi.name.clone()).collect(),
            heights: heights.into_iter().map(|height| height as u8).collect(),
        })
    }

    fn steps(&self, prepared: &Prepared<'_>, task: &Task<'_>, events: &[Event]) -> Vec<ToldStep> {
        let rows = Rows {
            prepared,
            task,
            numbers: &self.scene.numbers,
        };
        let names = Names {
            prepared,
            numbers: &self.scene.numbers,
            say: self.say,
        };
        let mut steps: Vec<ToldStep> = Vec::new();
        for (number, event) in events.iter().enumerate() {
            let shown = rows.shown(&event.state, steps.last().map(|step| &step.state));
            let speaker = Speaker {
                names,
                say: self.say,
                template: self.lesson.template,
                shown: &shown,
            };
            let (told, result) = (speaker.told(event), speaker.result());
            let (figures, candidates) = self.weighed(&names, &event.candidates);
            steps.push(ToldStep {
                number,
                decision: told.decision,
                why: told.why,
                result,
                more_candidates: event.candidates.len() - candidates.len(),
                candidates,
                figures,
                state: shown,
            });
        }
        steps
    }

    /// What candidates were weighed by, and the candidates; those that were chosen or possible come first where not all are listed.
    fn weighed(
        &self,
        names: &Names<'_>,
        candidates: &[Candidate],
    ) -> (Vec<told::FigureTold>, Vec<Weighed>) {
        let mut kinds: Vec<Figure> = candidates
            .iter()
            .flat_map(|candidate| candidate.figures.iter().map(|figure| figure.0))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        let weighed = |candidate: &Candidate| {
            let value = |kind: &Figure| {
                candidate
                    .figures
                    .iter()
                    .find(|figure| figure.0 == *kind)
                    .map(|figure| figure.1)
            };
            let (fate, fate_words) = fate(candidate.fate, self.say);
            let levels = match &candidate.what {
                Subject::Node(levels) => levels.iter().copied().collect::<Option<Vec<u8>>>(),
                _ => None,
            };
            let what = names.subject(&candidate.what);
            Weighed {
                what,
                figures: kinds.iter().map(value).collect(),
                fate,
                fate_words,
                levels,
            }
        };
        let mut all: Vec<Weighed> = candidates.iter().map(weighed).collect();
        if all.len() > MOST_CANDIDATES {
            all.sort_by_key(|candidate| !matches!(candidate.fate, "chosen" | "solves" | "passed"));
            all.truncate(MOST_CANDIDATES);
        }
        (
            kinds
                .into_iter()
                .map(|kind| figure(kind, self.say))
                .collect(),
            all,
        )
    }

    /// What came of it; a release is verified here as everywhere.
    fn ending(&self, prepared: &Prepared<'_>, task: &Task<'_>, outcome: Outcome) -> Ending {
        let language = self.say.language();
        let told = |reached: bool, en: &str, fr: &str, missing: Vec<String>| Ending {
            reached,
            text: self.say.pick(en, fr).to_owned(),
            missing: missing
                .iter()
                .map(|text| sentence(language, text))
                .collect(),
        };
        let plan = match outcome {
            Outcome::Plan(plan) => plan,
            Outcome::Unreachable(miss) => {
                let missing = [vec![miss.attempt], miss.missing, vec![miss.advice]].concat();
                let (en, fr) = (
                    "There is no release that satisfies what is asked for.",
                    "Aucune publication ne satisfait ce qui est demandé.",
                );
                return told(false, en, fr, missing);
            }
        };
        let asked = task.method.verified(&self.scene.requirements);
        let hierarchies = Some(&self.scene.hierarchies);
        let background = Background {
            original: prepared.original,
            hierarchies,
            population: None,
            rules: None,
        };
        let rows = prepared.table.rows() as u64;
        match Release::verify(apply(prepared, &plan), rows, &asked, &background) {
            Ok(_) if asked.is_empty() => told(
                true,
                "Nothing was asked for beyond the method itself; the last table is what it releases.",
                "Rien n'était demandé au-delà de la méthode elle-même ; la dernière table est ce qu'elle publie.",
                Vec::new(),
            ),
            Ok(_) => told(
                true,
                "The last table is the release. An independent check finds in it all that is asked for.",
                "La dernière table est la publication. Un contrôle indépendant y trouve tout ce qui est demandé.",
                Vec::new(),
            ),
            Err(refusal) => {
                let broken = refusal
                    .assessment
                    .guarantees
                    .iter()
                    .filter(|(_, holds)| !holds)
                    .map(|(title, _)| title.clone());
                let (en, fr) = (
                    "The method did what it was told, but the result does not satisfy what is asked for.",
                    "La méthode a fait ce qu'on lui a dit, mais le résultat ne satisfait pas ce qui est demandé.",
                );
                told(false, en, fr, broken.collect())
            }
        }
    }
}
