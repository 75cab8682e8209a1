//! The real data of a request: read in their roles, without the columns to be left out, and without the rows to be kept out.

use bauta_formats::{Locator, Staged, WriteOptions};
use bauta_messages::{Problems, Result};
use bauta_run::driver::{cancelled, read_in_roles};
use bauta_run::places::{self, Target};
use bauta_run::project::Project;
use bauta_table::{Fault, Progress, Role, Table};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use crate::report::WrittenParts;
use crate::request::{Card, SynthesisRequest};

/// Data to learn from, and the places of a run.
pub struct Source {
    /// The project, its roles by name.
    pub project: Project,
    /// Where the real table is.
    pub input: Locator,
    /// Where the synthetic one goes.
    pub output: Locator,
    /// The rows to learn from.
    pub table: Table,
    /// Rows of the table as it was read.
    pub rows_read: usize,
    /// Rows that have no part in it, and their place.
    pub kept: Option<(Table, Locator)>,
    /// Where the rows to learn from are written, if they are.
    pub training: Option<Locator>,
    /// Things worth saying about how the table was read.
    pub notes: Vec<String>,
    delimiter: Option<u8>,
}

impl Source {
    /// Reads the data and checks what can be checked without knowing the generator but by its settings. What is wrong is handed on, so that the
    /// generator adds what it finds and everything is told together.
    ///
    /// # Errors
    /// Everything that is wrong, where the data could not be read.
    pub(crate) fn read(
        request: &SynthesisRequest<'_>,
        card: &Card,
        progress: &dyn Progress,
    ) -> Result<(Source, Problems)> {
        let mut project = request.input.project.clone();
        let mut problems = Problems::default();
        problems.extend(request.faults(card));
        problems.extend(project.roles.faults());
        let output = if request.output.is_empty() {
            Some(Locator::Stdio)
        } else {
            problems.take(request.output.parse::<Locator>())
        };
        let keep_out = request.keep_out.as_ref();
        let kept_place = keep_out.and_then(|it| problems.take(it.kept.parse::<Locator>()));
        let training = keep_out.and_then(|it| it.training.as_ref());
        let training = training.and_then(|place| problems.take(place.parse::<Locator>()));
        if let Ok(input) = project.input.data.parse::<Locator>() {
            let tables = output.iter().chain(&kept_place).chain(&training);
            let tables = tables.map(Target::table);
            let model = request.save_model.iter().map(|path| Target::text(path));
            let targets: Vec<Target> = tables.chain(model).collect();
            places::check(Some(&input), &targets, request.force, &mut problems);
        }
        let original = read_in_roles(&mut project, request.input.opened, &mut problems, progress);
        let (Some(original), Some(output)) = (original, output) else {
            return Err(problems.into_error());
        };
        let rows_read = original.table.rows();
        let table = original.table.without_role(Role::Drop);
        let table = without(table, &request.drop, &mut problems);
        let share = keep_out.map(|it| it.share).filter(|_| table.rows() > 1);
        let (table, kept) = parted(table, share, request.seed);
        let source = Source {
            project,
            input: original.input,
            output,
            table,
            rows_read,
            kept: kept.zip(kept_place),
            training,
            notes: original.notes,
            delimiter: original.delimiter,
        };
        Ok((source, problems))
    }

    /// Like this source (project, input and output), but with the rows of another table to learn from.
    pub(crate) fn with_rows(&self, table: Table) -> Source {
        Source {
            project: self.project.clone(),
            input: self.input.clone(),
            output: self.output.clone(),
            rows_read: table.rows(),
            table,
            kept: None,
            training: None,
            notes: Vec::new(),
            delimiter: self.delimiter,
        }
    }

    /// Attributes that the request names and the table does not have; those that are left out may be named.
    pub(crate) fn name_faults(&self, request: &SynthesisRequest<'_>) -> Vec<Fault> {
        let named = request.order.iter().chain(request.values.keys());
        named
            .filter(|name| !request.drop.contains(name) && !self.project.roles.leaves_out(name))
            .filter_map(|name| self.table.index_of(name).err())
            .collect()
    }

    /// The columns that were left out.
    pub(crate) fn dropped(&self, request: &SynthesisRequest<'_>) -> Vec<String> {
        let roles = self.project.roles.drop.iter();
        roles.chain(&request.drop).cloned().collect()
    }

    /// Rows that have no part in it.
    pub(crate) fn rows_kept_out(&self) -> u64 {
        self.kept.as_ref().map_or(0, |(kept, _)| kept.rows() as u64)
    }

    /// Where both parts of the real rows are written, if they are.
    pub(crate) fn written_parts(&self) -> Option<WrittenParts> {
        let (_, kept) = self.kept.as_ref()?;
        Some(WrittenParts {
            kept: kept.to_string(),
            training: self.training.as_ref()?.to_string(),
        })
    }

    /// Writes rows, the rows kept out, the others and a model where no reader sees them yet.
    pub(crate) fn stage(
        &self,
        table: &Table,
        model: Option<&str>,
        request: &SynthesisRequest<'_>,
        progress: &dyn Progress,
    ) -> Result<Vec<Staged>> {
        let stage = |table: &Table, place: &Locator| {
            let writing = WriteOptions {
                force: request.force,
                delimiter: place.delimited_like(self.delimiter),
                ..WriteOptions::default()
            };
            bauta_formats::stage(table, place, &writing, progress).map_err(cancelled)
        };
        let mut staged = vec![stage(table, &self.output)?];
        if let Some((kept, place)) = &self.kept {
            staged.push(stage(kept, place)?);
        }
        if let Some(place) = &self.training {
            staged.push(stage(&self.table, place)?);
        }
        if let (Some(path), Some(model)) = (&request.save_model, model) {
            staged.push(bauta_formats::stage_text(model, path, request.force)?);
        }
        Ok(staged)
    }
}

/// The table without the columns to be left out.
pub(crate) fn without(table: Table, drop: &[String], problems: &mut Problems) -> Table {
    let unknown: Vec<Fault> = drop
        .iter()
        .filter_map(|name| table.index_of(name).err())
        .collect();
    problems.extend(unknown);
    let kept = table
        .into_attributes()
        .into_iter()
        .filter(|attribute| !drop.contains(&attribute.name));
    Table::from_attributes(kept.collect())
}

/// The rows to learn from, and those kept out.
pub(crate) fn parted(table: Table, share: Option<f64>, seed: u64) -> (Table, Option<Table>) {
    let Some(share) = share else {
        return (table, None);
    };
    let rows = table.rows();
    let wanted = ((rows as f64 * share).round() as usize).clamp(1, rows - 1);
    let [learnt, kept] = numbers_parted(rows, wanted, seed ^ 0x0B5E_55ED);
    let kept = table.picked(&kept);
    (table.into_picked(&learnt), Some(kept))
}

/// The numbers of rows to learn from, and of as many rows kept out as are wanted.
pub(crate) fn numbers_parted(rows: usize, wanted: usize, seed: u64) -> [Vec<u32>; 2] {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut out = vec![false; rows];
    rand::seq::index::sample(&mut rng, rows, wanted)
        .into_iter()
        .for_each(|row| out[row] = true);
    [false, true].map(|kept| {
        (0..rows as u32)
            .filter(|&row| out[row as usize] == kept)
            .collect()
    })
}
