//! Synthesis by co-clustering, evaluated level by level: the whole evaluation of the method's paper by one command.
//!
//! **Idea.** (1) Keep a share of the rows out. (2) Co-cluster the others. (3) For each number of clusters asked for, climb to it, draw as many rows as
//! were learnt from, and measure: rows of the smallest and the largest cluster, models trained on the drawn rows and tested on those kept out, total
//! variation, and to what share of the drawn rows an unknown row could be attributed. (4) At the finest level, co-cluster the drawn rows too, and
//! compare to which clusters both models send the rows kept out.
//!
//! Intervals of numbers are those of all rows, the ones kept out included; nothing else of these is learnt from.

mod render;

use std::cell::Cell;

use crate::cocluster::ProgressWatch;
use crate::cocluster::draw::draw;
use crate::cocluster::search::{Effort, Grid, search};
use crate::cocluster::{Climbed, Instances, Wanted, assign, attribution, climb};
use crate::measures::Aligned;
use crate::measures::variation::two_way;
use crate::modalities::{Modalities, Preparing, Variable, prepare, table_of};
use crate::report::SavedLevel;
use crate::request::Way;
use bauta_table::{Codes, Fault, Progress, Role, Stage, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;
use serde::Serialize;

use crate::evaluation::SyntheticRequest;
use crate::evaluation::models::{self, Training};
use crate::source::{numbers_parted, without};
use bauta_evaluate::TaskUtility;
use bauta_messages::Problems;
use bauta_messages::{Error, Result};
use bauta_run::ProjectInput;
use bauta_run::driver::read_in_roles;
use bauta_run::report::{Seconds, timed};

/// What is studied.
#[derive(Debug, Clone, PartialEq)]
pub struct StudyRequest {
    /// Numbers of row clusters.
    pub levels: Vec<usize>,
    /// Share of the rows that are kept out.
    pub share: f64,
    /// Values of the target that are one class.
    pub positive: Vec<String>,
    /// Attributes that models do not learn from.
    pub without: Vec<String>,
    /// Columns that are left out.
    pub drop: Vec<String>,
    /// The chance with which a value comes from the whole table instead of its row's cluster.
    pub doubt: f64,
    /// Rounds of the search.
    pub rounds: usize,
    /// Seed of everything that is drawn.
    pub seed: u64,
}

/// One level.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct StudyLevel {
    /// Clusters of rows.
    pub clusters: usize,
    /// Clusters of modalities.
    pub modality_clusters: usize,
    /// Rows of the smallest cluster.
    pub smallest: u64,
    /// Rows of the largest cluster.
    pub largest: u64,
    /// Mean share of the synthetic rows to which an unknown row can be attributed.
    pub attribution: f64,
    /// Mean total variation of two-way tables.
    pub two_way: f64,
    /// Models, a target each.
    pub tasks: Vec<TaskUtility>,
}

/// Where two models send the same rows.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Confusion {
    /// For each cluster of the real rows' model, shares of its rows by cluster of the synthetic rows' model; ordered so that what agrees best is on the
    /// diagonal.
    pub shares: Vec<Vec<f64>>,
    /// Share of the rows on the diagonal.
    pub agreement: f64,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Study {
    /// Program and version.
    pub bauta: String,
    /// Where the table is.
    pub original: String,
    /// Rows that were learnt from.
    pub rows: u64,
    /// Rows kept out.
    pub held_out_rows: u64,
    /// The levels asked for.
    pub levels: Vec<StudyLevel>,
    /// All levels of the hierarchy: clusters, and rows of the smallest and the largest.
    pub populations: Vec<SavedLevel>,
    /// Both co-clusterings compared, at the finest level.
    pub confusion: Option<Confusion>,
    /// The seed.
    pub seed: u64,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went; `search` is the co-clustering's, `verify` all measuring.
    pub seconds: Seconds,
}

/// Co-clusters the project's data and evaluates what is drawn at each level.
///
/// # Errors
/// Everything that is wrong with the request or the data; or the failure of a file.
pub fn study<'a>(
    input: impl Into<ProjectInput<'a>>,
    request: &StudyRequest,
    progress: &dyn Progress,
) -> Result<Study> {
    let ProjectInput { project, opened } = input.into();
    let mut seconds = Seconds::default();
    let mut problems = Problems::default();
    problems.extend(project.roles.faults());
    problems.extend(faults(request));
    let mut project = project.clone();
    let original = timed(&mut seconds.read, || {
        read_in_roles(&mut project, opened, &mut problems, progress)
    });
    let Some(original) = original else {
        return Err(problems.into_error());
    };
    let table = original.table.without_role(Role::Drop);
    let table = without(table, &request.drop, &mut problems);
    problems.extend(
        request
            .without
            .iter()
            .filter_map(|name| table.index_of(name).err()),
    );
    let whole = problems.take(prepare(
        &table,
        &Preparing {
            least: 2,
            ..Preparing::default()
        },
    ));
    problems.result()?;
    let Some(whole) = whole else {
        return Err(Error::internal(
            "a table was not prepared, without a reason",
        ));
    };
    let [train, test] = parts(table.rows(), request);
    let modalities = picked(&whole, &train);
    let (instances, best) = timed(&mut seconds.search, || {
        co_clustered(&modalities, request, progress)
    })?;
    let kept: Vec<Vec<u32>> = whole
        .variables()
        .iter()
        .map(|it| it.codes.picked(&test).iter().collect())
        .collect();
    let ready = Studied {
        real: table.picked(&train),
        kept: table.picked(&test),
        kept_codes: kept,
        modalities,
        targets: project.roles.targets.clone(),
        request,
    };
    let mut notes = original.notes;
    let mut study = Study {
        bauta: env!("CARGO_PKG_VERSION").to_owned(),
        original: original.input.to_string(),
        rows: train.len() as u64,
        held_out_rows: test.len() as u64,
        levels: Vec::new(),
        populations: Vec::new(),
        confusion: None,
        seed: request.seed,
        notes: Vec::new(),
        seconds: Seconds::default(),
    };
    timed(&mut seconds.verify, || {
        ready.levels(&mut study, (&instances, &best), &mut notes, progress)
    })?;
    notes.dedup();
    (study.notes, study.seconds) = (notes, seconds);
    Ok(study)
}

impl Studied<'_> {
    /// Climbs to each level, draws rows there and measures them.
    fn levels(
        &self,
        study: &mut Study,
        (instances, best): (&Instances, &Grid),
        notes: &mut Vec<String>,
        progress: &dyn Progress,
    ) -> Result<()> {
        let steps = Steps::new(progress, self.request.levels.len(), self.targets.len());
        for &clusters in &self.request.levels {
            if steps.next() {
                return Err(Error::Cancelled);
            }
            let wanted = Wanted {
                k: 1,
                clusters: Some(clusters),
                ..Wanted::default()
            };
            let Some(mut climbed) = climb(&self.modalities, instances, best, &wanted) else {
                continue;
            };
            climbed.model.doubt = self.request.doubt;
            let drawn = self.drawn(&climbed);
            if study.populations.is_empty() {
                study.populations = climbed.model.levels.clone();
                study.confusion = self.confusion(&climbed, &drawn, progress)?;
            }
            // Models of the real rows are the same at every level.
            let known = study
                .levels
                .first()
                .map(|level| level.tasks.clone())
                .unwrap_or_default();
            study
                .levels
                .push(self.measured(&climbed, &drawn, &known, &steps, notes));
            if progress.cancelled() {
                return Err(Error::Cancelled);
            }
        }
        Ok(())
    }
}

fn faults(request: &StudyRequest) -> Vec<Fault> {
    let wrong = |parameter: &str, given: String, allowed: &str| Fault::OutOfRange {
        parameter: parameter.into(),
        given,
        allowed: allowed.into(),
    };
    let mut faults = Vec::new();
    if !(request.share > 0.0 && request.share < 1.0) {
        faults.push(wrong(
            "holdout",
            request.share.to_string(),
            "a share above 0 and below 1; 0.2 is usual",
        ));
    }
    if request.levels.is_empty() || request.levels.contains(&0) {
        faults.push(wrong("levels", "0".into(), "a whole number, 1 or more"));
    }
    faults
}

/// Rows to learn from, and rows kept out.
fn parts(rows: usize, request: &StudyRequest) -> [Vec<u32>; 2] {
    let wanted = ((rows as f64 * request.share).round() as usize).min(rows.saturating_sub(1));
    numbers_parted(rows, wanted, request.seed ^ 0x57D1)
}

/// The modalities at some rows; how many rows a modality has is counted among them.
fn picked(whole: &Modalities, rows: &[u32]) -> Modalities {
    let variable = |it: &Variable| {
        let codes = it.codes.picked(rows);
        let mut form = it.form.clone();
        form.rows = codes.counts(form.len());
        Variable { form, codes }
    };
    Modalities::new(whole.variables().iter().map(variable).collect())
}

fn co_clustered(
    modalities: &Modalities,
    request: &StudyRequest,
    progress: &dyn Progress,
) -> Result<(Instances, Grid)> {
    let instances = Instances::new(modalities);
    let effort = Effort {
        seed: request.seed,
        rounds: request.rounds,
    };
    let (best, _) = search(&instances.incidence, effort, &ProgressWatch(progress))?;
    Ok((instances, best))
}

/// Progress of measuring: levels, and models of each.
struct Steps<'a> {
    progress: &'a dyn Progress,
    done: Cell<u64>,
    all: u64,
}

impl<'a> Steps<'a> {
    fn new(progress: &'a dyn Progress, levels: usize, targets: usize) -> Self {
        // Three models of what was drawn at each level, and once of the real rows; each is asked about before it is trained and at the end.
        let all = (levels * (1 + targets * 4) + targets * 3) as u64;
        Steps {
            progress,
            done: Cell::new(0),
            all,
        }
    }

    /// One step more; whether it shall stop.
    fn next(&self) -> bool {
        self.progress
            .tell(Stage::Verify, self.done.get().min(self.all), Some(self.all));
        self.done.set(self.done.get() + 1);
        self.progress.cancelled()
    }
}

struct Studied<'a> {
    real: Table,
    kept: Table,
    kept_codes: Vec<Vec<u32>>,
    modalities: Modalities,
    targets: Vec<String>,
    request: &'a StudyRequest,
}

/// Drawn rows, as codes and as values.
struct Drawn {
    codes: Vec<Vec<u32>>,
    table: Table,
}

impl Studied<'_> {
    fn drawn(&self, climbed: &Climbed) -> Drawn {
        let mut rng = ChaCha20Rng::seed_from_u64(self.request.seed);
        let codes = draw(
            &climbed.model,
            self.real.rows(),
            Way::Quotas,
            None,
            &mut rng,
        )
        .codes;
        let table = table_of(&climbed.model.forms, &codes, &mut rng);
        Drawn { codes, table }
    }

    fn measured(
        &self,
        climbed: &Climbed,
        drawn: &Drawn,
        known: &[TaskUtility],
        steps: &Steps<'_>,
        notes: &mut Vec<String>,
    ) -> StudyLevel {
        let names: Vec<String> = self
            .real
            .attributes()
            .iter()
            .map(|it| it.name.clone())
            .collect();
        let aligned = Aligned::of(&[&self.real, &drawn.table, &self.kept], &names);
        let request = SyntheticRequest {
            synthetic: String::new(),
            held_out: None,
            positive: self.request.positive.clone(),
            without: self.request.without.clone(),
            attacks: 0,
            seed: self.request.seed,
        };
        let stop = || steps.next();
        let predicted = |name: &String| {
            let known = known.iter().find(|known| known.target == *name);
            models::learn(
                &aligned,
                name,
                &request,
                Training {
                    real: 0,
                    apart: true,
                    known,
                    stop: &stop,
                },
                notes,
            )
        };
        let tasks = self.targets.iter().filter_map(predicted).collect();
        let rows = || climbed.model.clusters.iter().map(|cluster| cluster.rows);
        StudyLevel {
            clusters: climbed.model.clusters.len(),
            modality_clusters: climbed.model.modality_clusters(),
            smallest: rows().min().unwrap_or(0),
            largest: rows().max().unwrap_or(0),
            attribution: attribution(&climbed.model, &drawn.codes),
            two_way: two_way(&aligned, 0, 1).mean,
            tasks,
        }
    }

    /// Co-clusters the drawn rows, and compares where both models send the rows kept out.
    fn confusion(
        &self,
        climbed: &Climbed,
        drawn: &Drawn,
        progress: &dyn Progress,
    ) -> Result<Option<Confusion>> {
        let variable = |(it, codes): (&Variable, &Vec<u32>)| {
            let mut form = it.form.clone();
            let codes = Codes::from_fn(codes.len(), form.len(), |row| codes[row]);
            form.rows = codes.counts(form.len());
            Variable { form, codes }
        };
        let made = Modalities::new(
            self.modalities
                .variables()
                .iter()
                .zip(&drawn.codes)
                .map(variable)
                .collect(),
        );
        let (instances, best) = co_clustered(&made, self.request, progress)?;
        let wanted = Wanted {
            k: 1,
            clusters: Some(climbed.model.clusters.len()),
            ..Wanted::default()
        };
        let Some(other) = climb(&made, &instances, &best, &wanted) else {
            return Ok(None);
        };
        let (one, two) = (
            assign(&climbed.model, &self.kept_codes),
            assign(&other.model, &self.kept_codes),
        );
        Ok(Some(confused(
            &one,
            &two,
            [climbed.model.clusters.len(), other.model.clusters.len()],
        )))
    }
}

/// The table of two assignments, columns ordered by the row with which they share most.
fn confused(one: &[u32], two: &[u32], sizes: [usize; 2]) -> Confusion {
    let mut counts = vec![vec![0u64; sizes[1]]; sizes[0]];
    one.iter()
        .zip(two)
        .for_each(|(&a, &b)| counts[a as usize][b as usize] += 1);
    let mut cells: Vec<(u64, usize, usize)> = (0..sizes[0])
        .flat_map(|a| (0..sizes[1]).map(move |b| (a, b)))
        .map(|(a, b)| (counts[a][b], a, b))
        .collect();
    cells.sort_unstable_by_key(|&(count, a, b)| (std::cmp::Reverse(count), a, b));
    let mut rows: Vec<usize> = Vec::new();
    let mut columns: Vec<usize> = Vec::new();
    for (_, a, b) in cells {
        if !rows.contains(&a) && !columns.contains(&b) {
            rows.push(a);
            columns.push(b);
        }
    }
    let agreed: u64 = rows.iter().zip(&columns).map(|(&a, &b)| counts[a][b]).sum();
    rows.extend(
        (0..sizes[0])
            .filter(|a| !rows.contains(a))
            .collect::<Vec<_>>(),
    );
    columns.extend(
        (0..sizes[1])
            .filter(|b| !columns.contains(b))
            .collect::<Vec<_>>(),
    );
    let share = |a: usize| -> Vec<f64> {
        let all = counts[a].iter().sum::<u64>().max(1) as f64;
        columns.iter().map(|&b| counts[a][b] as f64 / all).collect()
    };
    Confusion {
        shares: rows.iter().map(|&a| share(a)).collect(),
        agreement: agreed as f64 / one.len().max(1) as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_clusters_under_other_numbers_agree() {
        let found = confused(&[0, 0, 1, 2, 2, 2], &[2, 2, 0, 1, 1, 1], [3, 3]);
        assert_eq!(found.agreement, 1.0);
        assert_eq!(
            found.shares,
            [
                vec![1.0, 0.0, 0.0],
                vec![0.0, 1.0, 0.0],
                vec![0.0, 0.0, 1.0]
            ]
        );
        let crossed = confused(&[0, 0, 1, 1], &[0, 1, 0, 1], [2, 2]);
        assert_eq!(crossed.agreement, 0.5);
    }
}
