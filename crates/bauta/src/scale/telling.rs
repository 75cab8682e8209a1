//! The report for people of a run on an engine: what distinct rows and their weights tell, and what they do not.

use bauta_cluster::Written;
use bauta_formats::{Locator, Staged};
use bauta_privacy::Release;

use crate::error::Result;
use crate::project::Project;
use crate::report::{Accounting, FileSum, Report, Sums, sha256};

/// Said where a report would compare statistics.
const NOT_COMPARED: &str = "statistics before and after need single rows, which stay in the engine: they are left out of the report";

/// What becomes a report, if one is asked for.
pub(super) struct Telling<'a> {
    project: &'a Project,
    input: &'a Locator,
    accounting: Option<(Accounting, &'a str)>,
}

impl<'a> Telling<'a> {
    pub(super) fn new(
        project: &'a Project,
        input: &'a Locator,
        columns: &[String],
        accounting: Option<Accounting>,
    ) -> Self {
        let method = bauta_methods::find(&project.anonymize.method).ok();
        let accounting =
            accounting.map(|accounting| accounting.of_columns(project, columns).of_method(method));
        Telling {
            project,
            input,
            accounting: accounting.zip(project.output.report.as_deref()),
        }
    }

    /// What the report has of other runs and not of this one.
    pub(super) fn left_out(&self) -> Option<String> {
        (self.accounting.is_some() && compares(self.project)).then(|| NOT_COMPARED.to_owned())
    }

    /// Writes it where nothing was released.
    pub(super) fn unreached(self, report: &Report) -> Result<()> {
        match self.accounting {
            Some((accounting, path)) => Ok(accounting
                .stage(
                    (self.project, path),
                    report,
                    self.input,
                    None,
                    Sums::default(),
                )?
                .commit()?),
            None => Ok(()),
        }
    }

    /// The report beside its final place.
    pub(super) fn stage(
        self,
        report: &Report,
        release: &Release,
        written: &dyn Written,
    ) -> Result<Option<Staged>> {
        let Some((accounting, path)) = self.accounting else {
            return Ok(None);
        };
        let sums = sums(report, written);
        Ok(Some(accounting.stage(
            (self.project, path),
            report,
            self.input,
            Some(release),
            sums,
        )?))
    }
}

/// Whether a step or the method claims something about statistics, which in memory would be compared.
fn compares(project: &Project) -> bool {
    let own = (&project.anonymize.method, &project.anonymize.parameters);
    let mut all = project
        .steps
        .iter()
        .map(|step| (&step.method, &step.parameters))
        .chain([own]);
    all.any(|(method, parameters)| {
        let Ok(technique) = bauta_methods::find(method) else {
            return false;
        };
        let parameters = technique
            .descriptor()
            .check(parameters, &project.roles.quasi_identifiers);
        parameters.is_ok_and(|parameters| technique.keeps(&parameters).is_some())
    })
}

/// The SHA-256 of what was written, as far as it is on this machine.
fn sums(report: &Report, written: &dyn Written) -> Sums {
    let mut sums = Sums {
        outputs: vec![None; report.outputs.len()],
        ..Sums::default()
    };
    let place = report.outputs.first().map_or("", String::as_str);
    for (name, path) in written.files() {
        match (name, sha256(&path)) {
            (None, sum) => sums.outputs = vec![sum],
            (Some(name), Some(sha256)) => sums.files.push(FileSum {
                file: format!("{place}/{name}"),
                sha256,
            }),
            (Some(_), None) => {}
        }
    }
    sums
}
