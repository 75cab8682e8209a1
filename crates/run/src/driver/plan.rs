//! Decides how to recode, applies the plan to the rows in memory, and lets the verifier look at them.

use std::collections::BTreeMap;

use bauta_methods::{
    CheckedTechnique, Context, Drawn as LatticeView, NearestMiss, Outcome, Task, Technique, View,
};
use bauta_privacy::utility::{Losses, Reading};
use bauta_privacy::{
    Assessment, Background, Finding, Refusal, Release, Requirement, RuleFinding, Source,
    draft_loss, findings_of_counts, findings_of_people,
};
use bauta_table::count::FrequencySet;
use bauta_table::recoding::{Draft, Prepared as SearchSpace, Recoding, apply, recoded_population};
use bauta_table::{Lattice, Progress, Role, Stage, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use super::prepare::Prepared;
use super::release::Baseline;
use crate::backend::{self, DraftRows, OutsidePlan};
use crate::missing;
use crate::report::{Accounting, Seconds, timed};
use crate::steps::At;
use crate::steps::{together, unseen};
use bauta_messages::{Error, Result};

/// A search that came to its end.
pub struct Planned<'p> {
    prepared: &'p Prepared,
    space: SearchSpace<'p>,
    found: Found,
    method: CheckedTechnique,
    notes: Vec<String>,
    /// What the release is held to.
    held_to: Vec<Requirement>,
    lattice: Option<LatticeView>,
    seconds: Seconds,
}

/// What a search found.
enum Found {
    /// For rows in memory.
    Here(Outcome),
    /// For rows that do not fit in memory.
    Outside(OutsidePlan),
}

/// What came of a plan.
pub struct Applied {
    /// The technique with its checked parameters.
    pub(super) method: CheckedTechnique,
    /// The level of each attribute, for full-domain recodings.
    pub(super) node: Option<BTreeMap<String, u8>>,
    pub(super) notes: Vec<String>,
    /// The lattice as the search saw it, where somebody wants to see it.
    pub(super) lattice: Option<LatticeView>,
    /// What the verifier found about each edit rule.
    pub(super) rules: Vec<RuleFinding>,
    /// The population as the release recodes it, where a requirement is about one.
    pub(super) population: Option<Table>,
    pub(super) held_to: Vec<Requirement>,
    pub(super) accounting: Option<Accounting>,
    pub(super) baseline: Baseline,
    pub(super) seconds: Seconds,
    /// Verified rows with their assessment, or how near the best attempt came.
    pub(super) outcome: std::result::Result<(DraftRows, Option<Assessment>), NearestMiss>,
}

impl Prepared {
    /// Lets the technique decide.
    ///
    /// # Errors
    /// Faults of the request, or that it was stopped.
    pub fn plan(&self, progress: &dyn Progress) -> Result<Planned<'_>> {
        self.plan_for(&self.checked.requirements, progress)
    }

    /// Like [`Prepared::plan`], where the search looks for something stricter than what the release is held to.
    pub(super) fn plan_for(
        &self,
        searched: &[Requirement],
        progress: &dyn Progress,
    ) -> Result<Planned<'_>> {
        let mut seconds = Seconds::default();
        let mut planned = timed(&mut seconds.search, || match self.checked.is_outside {
            true => self.plan_outside(progress),
            false => self.plan_here(searched, progress),
        })?;
        planned.seconds = seconds;
        Ok(planned)
    }

    fn plan_here(
        &self,
        requirements: &[Requirement],
        progress: &dyn Progress,
    ) -> Result<Planned<'_>> {
        let space = self.search_space()?;
        let (project, technique) = (&self.steps.project, self.checked.technique);
        let settings = &project.anonymize;
        let drawn = self.checked.backend.drawn().iter();
        if let Some(drawn) = drawn.into_iter().find(|drawn| drawn.at == At::Method) {
            let names = &project.roles.quasi_identifiers;
            let method = technique.check(&settings.parameters, names)?;
            let outcome = Outcome::Plan(drawn.plan.clone());
            return Ok(self.planned(space, Found::Here(outcome), method, drawn.notes.clone()));
        }
        let aside = missing::set_aside(&space, settings.missing_values);
        let task = Task::new(technique, &space, requirements, &settings.parameters, aside)?;
        if let (Some(_), Some(why)) = (space.table.weights(), task.method.needs_rows()) {
            return Err(vec![backend::looks_at_rows(technique, why)].into());
        }
        let gone = self.checked.original_rows - space.table.counted_rows();
        let mut task = task
            .with_rules(self.checked.rules.as_ref())
            .with_weights(&project.utility.weights_of(&space.qis))
            .with_limit(self.may_drop().saturating_sub(gone));
        let clock = std::time::Instant::now();
        let elapsed = || clock.elapsed().as_secs_f64();
        let mut context = Context {
            rng: ChaCha20Rng::seed_from_u64(settings.seed),
            progress,
            elapsed: &elapsed,
            notes: Vec::new(),
            view: self.checked.shows_lattice.then(View::default),
            trace: None,
        };
        let method = task.method.clone();
        let outcome = bauta_methods::plan(&mut task, &mut context)?;
        let lattice = context
            .view
            .map(|view| lattice_view(view, &space, &outcome));
        drop(task);
        let planned = self.planned(space, Found::Here(outcome), method, context.notes);
        Ok(Planned { lattice, ..planned })
    }

    fn plan_outside(&self, progress: &dyn Progress) -> Result<Planned<'_>> {
        let (project, checked) = (&self.steps.project, &self.checked);
        let requirements = &checked.requirements;
        let mut space = self.search_space()?;
        if !requirements.iter().any(Requirement::needs_sensitive) {
            // Tuples are fewer where nothing is asked of sensitive values.
            space.sensitive.clear();
            space.sensitive_hierarchies.clear();
        }
        let settings = &project.anonymize.parameters;
        let task = Task::new(
            checked.technique,
            &space,
            requirements,
            settings,
            Vec::new(),
        )?
        .with_weights(&project.utility.weights_of(&space.qis));
        let method = task.method.clone();
        let plan = checked
            .backend
            .plan_outside(project, &task, &space, progress)?;
        drop(task);
        Ok(self.planned(space, Found::Outside(plan), method, Vec::new()))
    }

    fn planned<'p>(
        &'p self,
        space: SearchSpace<'p>,
        found: Found,
        method: CheckedTechnique,
        notes: Vec<String>,
    ) -> Planned<'p> {
        let held_to = method.verified(&self.checked.requirements);
        Planned {
            prepared: self,
            space,
            found,
            method,
            notes,
            held_to,
            lattice: None,
            seconds: Seconds::default(),
        }
    }

    /// The most rows that may be left out. Without a limit a search leaves none out by itself.
    fn may_drop(&self) -> u64 {
        let share = self.steps.project.anonymize.max_suppression.unwrap_or(0.0);
        // 2 of 12 rows as a share is not exact in floating point.
        (share * self.checked.original_rows as f64 + 1e-6).floor() as u64
    }

    fn over_limit(&self, suppressed: u64) -> Option<NearestMiss> {
        self.steps.project.anonymize.max_suppression?;
        let (most, rows) = (self.may_drop(), self.checked.original_rows);
        (suppressed > most).then(|| NearestMiss {
            attempt: format!("{suppressed} of {rows} rows left out"),
            missing: vec![format!("at most {most} rows left out")],
            advice: "raise --max-suppression, or fill in the missing values".into(),
        })
    }
}

impl Planned<'_> {
    /// Applies the plan to the rows in memory, verifies them and measures them.
    ///
    /// # Errors
    /// A technique whose release the verifier refuses, or that it was stopped.
    pub fn apply(mut self, progress: &dyn Progress) -> Result<Applied> {
        let found = std::mem::replace(&mut self.found, Found::Here(nothing_found()));
        let mut applied = Applied {
            node: None,
            rules: Vec::new(),
            population: None,
            accounting: self.prepared.accounting(&self.space),
            baseline: Baseline {
                method: self.method.clone(),
                table: self.space.table.clone(),
                pseudonym: self.prepared.checked.project.pseudonym().map(str::to_owned),
            },
            outcome: Err(NearestMiss::default()),
            method: self.method.clone(),
            notes: std::mem::take(&mut self.notes),
            lattice: self.lattice.take(),
            held_to: self.held_to.clone(),
            seconds: self.seconds,
        };
        match found {
            Found::Here(Outcome::Unreachable(miss)) => applied.outcome = Err(miss),
            Found::Here(Outcome::Plan(plan)) => self.release(&plan, &mut applied, progress)?,
            Found::Outside(OutsidePlan {
                outcome: Outcome::Unreachable(miss),
                ..
            }) => applied.outcome = Err(miss),
            Found::Outside(plan) => {
                let dropped = plan.dropped;
                if dropped > 0 {
                    applied.notes.push(format!(
                        "{dropped} rows with missing quasi-identifiers were left out"
                    ));
                }
                applied.outcome = Ok((DraftRows::Outside(Box::new(plan)), None));
            }
        }
        Ok(applied)
    }

    fn release(
        &self,
        plan: &Recoding,
        applied: &mut Applied,
        progress: &dyn Progress,
    ) -> Result<()> {
        let prepared = self.prepared;
        applied.node = node(&self.space, plan);
        progress.tell(Stage::Apply, 0, None);
        let seconds = &mut applied.seconds;
        let mut draft = timed(&mut seconds.apply, || apply(&self.space, plan));
        let plan_loss = draft_loss(&draft, self.space.table.counted_rows());
        draft.suppressed_rows += prepared.checked.original_rows - self.space.table.counted_rows();
        progress.tell(Stage::Verify, 0, None);
        applied.population = timed(&mut seconds.verify, || self.recoded_population(plan))?;
        let population = applied.population.as_ref();
        let verified = timed(&mut seconds.verify, || {
            self.verified(population, draft, plan)
        });
        let release = match verified {
            Ok(release) => release,
            Err(refusal) => {
                applied.rules.clone_from(&refusal.rules);
                applied.outcome = Err(match refusal.assessment.people {
                    Some(_) => too_few_people(prepared.checked.technique, &refusal),
                    None => not_enough(prepared.checked.technique, &refusal)?,
                });
                return Ok(());
            }
        };
        applied.rules = release.rules().to_vec();
        let rows = (release.assessment().rows, prepared.checked.original_rows);
        if let Some(miss) = nothing_left(rows) {
            applied.outcome = Err(miss);
            return Ok(());
        }
        if let Some(miss) = prepared.over_limit(release.assessment().suppressed_rows) {
            applied.outcome = Err(miss);
            return Ok(());
        }
        let assessment = timed(&mut seconds.verify, || self.assessed(&release, plan_loss));
        let steps = prepared.steps.kept.clone().after(prepared.complete.clone());
        let rows = DraftRows::Release {
            release: Box::new(release),
            kept: plan.rows_kept(&self.space).after(steps),
        };
        applied.outcome = Ok((rows, Some(assessment)));
        Ok(())
    }

    /// The population with the labels of the release.
    fn recoded_population(&self, plan: &Recoding) -> Result<Option<Table>> {
        Ok(match (&self.prepared.checked.population, plan) {
            (Some(population), Recoding::Levels(levels)) => {
                let recoded = recoded_population(&self.space, levels, population);
                Some(recoded.map_err(|fault| vec![fault])?)
            }
            _ => None,
        })
    }

    /// The release, if the verifier finds in it what it is held to; else what it found.
    fn verified(
        &self,
        population: Option<&Table>,
        draft: Draft,
        plan: &Recoding,
    ) -> std::result::Result<Release, Box<Refusal>> {
        let background = Background {
            original: self.space.original,
            hierarchies: Some(&self.prepared.steps.hierarchies),
            population,
            rules: self.prepared.checked.rules.as_ref(),
        };
        let rows = self.prepared.checked.original_rows;
        if !self.method.is_truthful() {
            return Release::verify(draft, rows, &self.held_to, &background);
        }
        let source = Source {
            table: self.space.table,
            qis: &self.space.qis,
            kept: &plan.rows_kept(&self.space),
        };
        Release::verify_true(draft, rows, &self.held_to, &background, &source)
    }

    /// The assessment of a release, with what it lost and where the table stood before.
    fn assessed(&self, release: &Release, plan_loss: Option<f64>) -> Assessment {
        let (checked, steps) = (&self.prepared.checked, &self.prepared.steps);
        let assessment = release.assessment().clone().since(&self.before());
        let Some(view) = release.view() else {
            return assessment;
        };
        let (table, qis) = match &steps.first {
            Some(first) => (&checked.table, first),
            None => (self.space.table, &self.space.qis),
        };
        let reading = Reading::of(table, qis, view.quasi_identifiers, checked.original_rows);
        let losses = Losses::cheap(&reading, &steps.project.utility.weights_of(qis));
        let assessment = assessment.with_losses(losses, &view, checked.project.roles.label());
        let shown = assessment.utility.information_loss.unwrap_or(0.0);
        let masks = checked.technique.descriptor().family.does_as_told();
        let own = plan_loss.filter(|_| masks);
        let own = own.map_or(0.0, |lost| unseen(lost, steps.shown, shown));
        let hidden = together(steps.hidden, own);
        assessment.with_hidden_loss((hidden > 0.0).then_some(hidden))
    }

    /// What an attacker could do with the table before anything was done to it.
    fn before(&self) -> Vec<Finding> {
        let before = &self.prepared.checked.table;
        if let Some(findings) = findings_of_people(before) {
            return findings;
        }
        if self.prepared.steps.first.is_none() {
            let space = &self.space;
            return findings_of_counts(space.table, space.set(), &space.sensitive);
        }
        let quasi_identifiers = before.with_role(Role::QuasiIdentifier);
        let sensitive = before.with_role(Role::Sensitive);
        let (set, _) = FrequencySet::count(before, &quasi_identifiers, &sensitive);
        findings_of_counts(before, &set, &sensitive)
    }
}

/// Stands for an outcome that was taken.
fn nothing_found() -> Outcome {
    Outcome::Unreachable(NearestMiss::default())
}

/// The lattice of the quasi-identifiers' hierarchies with what a search found.
fn lattice_view(view: View, space: &SearchSpace<'_>, outcome: &Outcome) -> LatticeView {
    let heights: Vec<usize> = space
        .qis
        .iter()
        .map(|qi| qi.hierarchy.as_ref().map_or(0, bauta_table::Bound::height))
        .collect();
    let chosen = match outcome {
        Outcome::Plan(plan) => plan.node(),
        Outcome::Unreachable(_) => None,
    };
    let names = space.qis.iter().map(|qi| qi.name.clone()).collect();
    view.drawn(&Lattice::new(&heights), names, chosen)
}

fn node(space: &SearchSpace<'_>, plan: &Recoding) -> Option<BTreeMap<String, u8>> {
    let levels = plan.node()?.levels();
    let named = space.qis.iter().zip(levels);
    Some(named.map(|(qi, &level)| (qi.name.clone(), level)).collect())
}

/// The answer where classes have enough rows, but too few people.
fn too_few_people(technique: &dyn Technique, refusal: &Refusal) -> NearestMiss {
    let Assessment {
        guarantees,
        people,
        privacy,
        ..
    } = &refusal.assessment;
    let broken = guarantees.iter().filter(|(_, holds)| !holds);
    let shown_by = people.as_ref().and_then(|people| people.shown_by.as_ref());
    let (id, k) = (technique.descriptor().id, privacy.k);
    let (attempt, advice) = match shown_by {
        Some(column) => (
            format!(
                "{id}, where \"{column}\" shows which rows are one person's: the smallest group of people with the same rows has {k}"
            ),
            "publish without the pseudonym (name the column with --person instead of --id), or keep one row of each person",
        ),
        None => (
            format!("{id}, with at least {k} people in a class"),
            "ask for less, let more rows be left out, or keep one row of each person",
        ),
    };
    NearestMiss {
        attempt,
        missing: broken.map(|(title, _)| title.clone()).collect(),
        advice: advice.into(),
    }
}

/// A table without rows is no release, unless none were read.
fn nothing_left((released, read): (u64, u64)) -> Option<NearestMiss> {
    (released == 0 && read > 0).then(|| NearestMiss {
        attempt: format!("{read} of {read} rows left out"),
        missing: vec!["at least one row".into()],
        advice: "ask for less, or fill in the missing values".into(),
    })
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
        .assessment
        .guarantees
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
