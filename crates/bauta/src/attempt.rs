//! One method on prepared data: search, apply, verify, measure. Nothing is read or written here.

use std::collections::BTreeMap;

use bauta_methods::{Context, Drawn, NearestMiss, Outcome, Parameters, Task, Technique, View};
use bauta_privacy::utility::{Losses, Reading, classification};
use bauta_privacy::{Background, Measures, Refusal, Release, Requirement, RuleFinding};
use bauta_table::recoding::{Cells, Draft, Part, Prepared, Recoding, apply, recoded_population};
use bauta_table::rule::Rules;
use bauta_table::{Hierarchy, Lattice, Progress, Qi, Stage, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::error::{Error, Result};
use crate::pipeline::quasi_identifiers;
use crate::project::Project;
use crate::report::{Seconds, timed};
use crate::steps::{At, Sampled, together};
use crate::{missing, scale};

/// What is known besides the table.
#[derive(Clone, Copy)]
pub(crate) struct Known<'a> {
    /// Hierarchies of quasi-identifiers and of sensitive attributes, by name.
    pub hierarchies: &'a BTreeMap<String, Hierarchy>,
    /// The population, where a requirement is about one.
    pub population: Option<&'a Table>,
    /// Edit rules that the release must keep.
    pub rules: Option<&'a Rules>,
    /// The table before the first step, where steps were taken: what losses are counted against.
    pub before_steps: Option<BeforeSteps<'a>>,
    /// A sample that was drawn elsewhere.
    pub sampled: Option<&'a Sampled>,
}

impl Known<'_> {
    /// A table made ready for techniques; classes are compared with `original`, whatever rows were left out since.
    pub(crate) fn prepared<'t>(
        &self,
        project: &Project,
        table: &'t Table,
        original: &'t Table,
    ) -> Result<Prepared<'t>> {
        let qis = quasi_identifiers(project, table, self.hierarchies)?;
        let mut prepared =
            Prepared::new(table, qis).with_sensitive_hierarchies(self.hierarchies)?;
        prepared.original = Some(original);
        match self.population {
            Some(population) => Ok(prepared.with_population(population)?),
            None => Ok(prepared),
        }
    }
}

/// A table before the first step.
#[derive(Clone, Copy)]
pub(crate) struct BeforeSteps<'a> {
    pub table: &'a Table,
    pub qis: &'a [Qi],
    /// Share of the information that the steps took and that labels do not tell.
    pub hidden: f64,
}

/// What is tried on the data.
pub(crate) struct Attempt<'a> {
    /// Method parameters, targets, limits and seed.
    pub project: &'a Project,
    pub technique: &'static dyn Technique,
    pub requirements: &'a [Requirement],
    /// Rows that were read; some may have been left out before.
    pub original_rows: u64,
    pub known: Known<'a>,
}

/// What came of it.
pub(crate) struct Attempted {
    /// The parameters, defaults included.
    pub parameters: Parameters,
    /// The level of each attribute, for full-domain recodings.
    pub node: Option<BTreeMap<String, u8>>,
    pub notes: Vec<String>,
    /// The lattice as the search saw it, where somebody wants to see it.
    pub lattice: Option<Drawn>,
    /// What the verifier found about each edit rule.
    pub rules: Vec<RuleFinding>,
    /// The population as the release recodes it, where a requirement is about one.
    pub population: Option<Table>,
    /// A verified release with its measures, or how near the best attempt came.
    pub outcome: std::result::Result<(Release, Measures), NearestMiss>,
}

/// What a technique decided.
struct Planned {
    outcome: Outcome,
    parameters: Parameters,
    notes: Vec<String>,
    /// What the release is held to.
    verified: Vec<Requirement>,
    lattice: Option<Drawn>,
}

impl Attempt<'_> {
    /// Runs it.
    ///
    /// # Errors
    /// Faults of the request, a refusal of the verifier, or that it was stopped.
    pub(crate) fn run(
        &self,
        prepared: &Prepared<'_>,
        seconds: &mut Seconds,
        progress: &dyn Progress,
    ) -> Result<Attempted> {
        let Planned {
            outcome,
            parameters,
            notes,
            verified,
            lattice,
        } = timed(&mut seconds.search, || self.plan(prepared, progress))?;
        let mut attempted = Attempted {
            parameters,
            node: None,
            notes,
            lattice,
            rules: Vec::new(),
            population: None,
            outcome: Err(NearestMiss::default()),
        };
        let plan = match outcome {
            Outcome::Plan(plan) => plan,
            Outcome::Unreachable(miss) => return Ok(attempted.missed(miss)),
        };
        attempted.node = node(prepared, &plan);
        progress.tell(Stage::Apply, 0, None);
        let mut draft = timed(&mut seconds.apply, || apply(prepared, &plan));
        draft.suppressed_rows += self.original_rows - prepared.table.counted_rows();
        progress.tell(Stage::Verify, 0, None);
        attempted.population = timed(&mut seconds.verify, || {
            self.recoded_population(prepared, &plan)
        })?;
        let population = attempted.population.as_ref();
        let release = match timed(&mut seconds.verify, || {
            self.verified(prepared, population, draft, &verified)
        }) {
            Ok(release) => release,
            Err(refusal) => {
                attempted.rules.clone_from(&refusal.rules);
                return Ok(attempted.missed(not_enough(self.technique, &refusal)?));
            }
        };
        attempted.rules = release.rules().to_vec();
        if let Some(miss) = self.over_limit(release.measures().suppressed_rows) {
            return Ok(attempted.missed(miss));
        }
        let measures = timed(&mut seconds.verify, || self.measures(prepared, &release));
        Ok(Attempted {
            outcome: Ok((release, measures)),
            ..attempted
        })
    }

    /// The population with the labels of the release.
    fn recoded_population(
        &self,
        prepared: &Prepared<'_>,
        plan: &Recoding,
    ) -> Result<Option<Table>> {
        Ok(match (self.known.population, plan) {
            (Some(population), Recoding::Levels(levels)) => Some(
                recoded_population(prepared, levels, population).map_err(|fault| vec![fault])?,
            ),
            _ => None,
        })
    }

    /// The release, if the verifier finds in it what it is held to; else what it found.
    fn verified(
        &self,
        prepared: &Prepared<'_>,
        population: Option<&Table>,
        draft: Draft,
        requirements: &[Requirement],
    ) -> std::result::Result<Release, Box<Refusal>> {
        let background = Background {
            original: prepared.original,
            hierarchies: Some(self.known.hierarchies),
            population,
            rules: self.known.rules,
        };
        Release::verify(draft, self.original_rows, requirements, &background)
    }

    fn plan(&self, prepared: &Prepared<'_>, progress: &dyn Progress) -> Result<Planned> {
        let settings = &self.project.anonymize;
        let aside = missing::set_aside(prepared, settings.missing_values);
        let task = Task::new(
            self.technique,
            prepared,
            self.requirements,
            &settings.parameters,
            aside,
        )?;
        let sampled = self
            .known
            .sampled
            .filter(|sampled| sampled.at == At::Method);
        let weighted = prepared.table.weights().is_some() && sampled.is_none();
        if weighted && self.technique.needs_rows(&task.parameters) {
            return Err(vec![scale::looks_at_rows(self.technique, &task.parameters)].into());
        }
        let task = task.with_rules(self.known.rules);
        let gone = self.original_rows - prepared.table.counted_rows();
        let mut task = task.with_limit(self.may_drop().saturating_sub(gone));
        let rng = ChaCha20Rng::seed_from_u64(settings.seed);
        let view = self
            .project
            .output
            .lattice
            .as_ref()
            .map(|_| View::default());
        let start = std::time::Instant::now();
        let elapsed = || start.elapsed().as_secs_f64();
        let mut context = Context {
            rng,
            progress,
            elapsed: &elapsed,
            notes: Vec::new(),
            view,
            trace: None,
        };
        let parameters = task.parameters.clone();
        let verified = self.technique.verified(&task.parameters, self.requirements);
        let outcome = match sampled {
            Some(sampled) => {
                context.notes.clone_from(&sampled.notes);
                Outcome::Plan(sampled.plan())
            }
            None => bauta_methods::plan(self.technique, &mut task, &mut context)?,
        };
        let lattice = context.view.map(|view| drawn(view, prepared, &outcome));
        Ok(Planned {
            outcome,
            parameters,
            notes: context.notes,
            verified,
            lattice,
        })
    }

    /// The measures that go with every release.
    fn measures(&self, prepared: &Prepared<'_>, release: &Release) -> Measures {
        let measures = release
            .measures()
            .clone()
            .with_target_k(self.original_rows, self.project.targets.k());
        let Some(quasi) = quasi_identifier_part(release) else {
            return measures;
        };
        let before = self.known.before_steps;
        let (table, qis) = before.map_or((prepared.table, prepared.qis.as_slice()), |before| {
            (before.table, before.qis)
        });
        let reading = Reading::of(table, qis, quasi, self.original_rows);
        let losses = Losses::cheap(&reading, &self.project.utility.weights_of(qis));
        let tables = release.tables().iter().map(|(_, table)| table);
        let classification = measures
            .utility
            .classification
            .or_else(|| classification::of_parts(tables, self.original_rows));
        let Some(before) = before else {
            return measures.with_losses(losses, classification);
        };
        // What the plan knows exactly is about the last step only.
        let mut measures = measures
            .without_plan_losses()
            .with_losses(losses, classification);
        let lost = &mut measures.utility.information_loss;
        *lost = lost.map(|lost| together(lost, before.hidden));
        measures
    }

    /// How many rows may be left out at the most. Without a limit a search leaves none out by itself.
    fn may_drop(&self) -> u64 {
        // 2 of 12 rows as a share is not exact in floating point.
        (self.project.anonymize.max_suppression.unwrap_or(0.0) * self.original_rows as f64 + 1e-6)
            .floor() as u64
    }

    fn over_limit(&self, suppressed: u64) -> Option<NearestMiss> {
        self.project.anonymize.max_suppression?;
        let (most, rows) = (self.may_drop(), self.original_rows);
        (suppressed > most).then(|| NearestMiss {
            attempt: format!("{suppressed} of {rows} rows left out"),
            missing: vec![format!("at most {most} rows left out")],
            advice: "raise --max-suppression, or fill in the missing values".into(),
        })
    }
}

/// The table with the quasi-identifiers.
pub(crate) fn quasi_identifier_part(release: &Release) -> Option<&Table> {
    release
        .tables()
        .iter()
        .find(|(part, _)| !part.is_sensitive())
        .map(|(_, table)| table)
}

/// The table with the sensitive values.
pub(crate) fn sensitive_part(release: &Release) -> Option<&Table> {
    release
        .tables()
        .iter()
        .find(|(part, _)| *part != Part::QuasiIdentifiers)
        .map(|(_, table)| table)
}

/// The lattice of the quasi-identifiers' hierarchies with what a search found.
fn drawn(view: View, prepared: &Prepared<'_>, outcome: &Outcome) -> Drawn {
    let heights: Vec<usize> = prepared
        .qis
        .iter()
        .map(|qi| qi.hierarchy.as_ref().map_or(0, bauta_table::Bound::height))
        .collect();
    let chosen = match outcome {
        Outcome::Plan(Recoding::Levels(levels) | Recoding::Cells(Cells { levels, .. })) => {
            Some(&levels.node)
        }
        _ => None,
    };
    let names = prepared.qis.iter().map(|qi| qi.name.clone()).collect();
    view.drawn(&Lattice::new(&heights), names, chosen)
}

fn node(prepared: &Prepared<'_>, plan: &Recoding) -> Option<BTreeMap<String, u8>> {
    match plan {
        Recoding::Levels(levels) | Recoding::Cells(Cells { levels, .. }) => Some(
            prepared
                .qis
                .iter()
                .zip(levels.node.levels())
                .map(|(qi, &level)| (qi.name.clone(), level))
                .collect(),
        ),
        _ => None,
    }
}

impl Attempted {
    /// The same, with nothing released.
    fn missed(self, miss: NearestMiss) -> Self {
        Attempted {
            outcome: Err(miss),
            ..self
        }
    }
}

/// The answer where a technique has done what it was told, or where labels break an edit rule, and the result does not satisfy what
/// is asked for.
///
/// # Errors
/// When a technique that promised it does not keep it: that is a bug.
fn not_enough(technique: &dyn Technique, refusal: &Refusal) -> Result<NearestMiss> {
    let broken_rules = || refusal.rules.iter().filter(|rule| !rule.holds());
    let is_rule = |title: &str| broken_rules().any(|rule| rule.title() == title);
    let failing = refusal
        .checked
        .iter()
        .filter(|(_, holds)| !holds)
        .map(|(title, _)| title.clone());
    let models: Vec<String> = failing
        .filter(|title| !is_rule(title))
        .chain(refusal.problem.map(str::to_owned))
        .collect();
    let told = technique.descriptor().family.does_as_told();
    if !told && !models.is_empty() {
        return Err(Error::Refused {
            method: technique.descriptor().id.to_owned(),
            broken: models,
        });
    }
    let advice = match told {
        true => {
            "mask more, ask for less, or choose a method that generalises until it holds, such as mondrian"
        }
        false => {
            "correct the rule, or look at the labels of hierarchies: a group that is called as a value is taken for it"
        }
    };
    let rules = broken_rules().map(|rule| {
        format!(
            "{}, which {} rows would break",
            rule.title(),
            rule.broken_rows
        )
    });
    Ok(NearestMiss {
        attempt: format!("the table after {}", technique.descriptor().id),
        missing: models.into_iter().chain(rules).collect(),
        advice: advice.into(),
    })
}
