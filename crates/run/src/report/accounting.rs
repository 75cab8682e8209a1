//! From a run to its report: what is kept of the table while it goes, and the page beside its final place.

use std::path::Path;

use bauta_formats::{Locator, Staged};
use bauta_methods::Technique;
use bauta_privacy::Release;
use bauta_table::Role;
use bauta_table::recoding::Prepared;

use super::account::{Account, FileSum, Paragraph};
use super::{AttackResults, Report};
use crate::checksum::{sha256, sha256_of_text, sum_of_input};
use crate::project::Project;
use crate::seconds::now;
use crate::standing::{Standing, Thresholds, thresholds};
use bauta_messages::Result;

/// What the report for people needs of the table, kept while the table goes.
pub(crate) struct Accounting {
    thresholds: Thresholds,
    language: String,
    project_sha256: Option<String>,
    keep_order: bool,
    roles: Vec<(String, &'static str)>,
    before: Standing,
    paragraph: Paragraph,
    attacks: Option<AttackResults>,
}

/// What came out, as far as it is in files of this machine.
#[derive(Default)]
pub struct Sums {
    /// Of the input as it was read, where it was read long before.
    pub input: Option<String>,
    /// Of each output, where it is one file.
    pub outputs: Vec<Option<String>>,
    /// Of each file of an output that is several.
    pub files: Vec<FileSum>,
}

impl Accounting {
    pub(crate) fn new(
        project: &Project,
        technique: &dyn Technique,
        prepared: &Prepared<'_>,
    ) -> Self {
        let language = project
            .output
            .language
            .clone()
            .unwrap_or_else(|| "en".to_owned());
        let qis: Vec<usize> = prepared.qis.iter().map(|qi| qi.attribute).collect();
        let columns = (qis.as_slice(), prepared.sensitive.as_slice());
        let others = prepared.table.with_role(Role::Insensitive).into_iter();
        let others = others.map(|index| prepared.table.attributes()[index].name.clone());
        Accounting {
            thresholds: thresholds(project),
            project_sha256: project.text().ok().map(|text| sha256_of_text(&text)),
            keep_order: project.output.keep_order,
            roles: roles(project, others),
            before: match prepared.table.with_role(Role::Person).is_empty() {
                true => {
                    Standing::counted(prepared.table, prepared.set(), columns, thresholds(project))
                }
                false => Standing::of(prepared.table, thresholds(project)),
            },
            paragraph: Paragraph::of(technique, &language),
            language,
            attacks: None,
        }
    }

    /// Adds what attacks on the release gave.
    pub(crate) fn with_attacks(self, attacks: Option<AttackResults>) -> Self {
        Accounting { attacks, ..self }
    }

    /// The same, where the table stood so before the first step.
    pub(crate) fn since(mut self, before: Standing) -> Self {
        self.before = before;
        self
    }

    /// The same, where the table had only some of the data's attributes, and not all of the project's roles.
    pub(crate) fn of_columns(mut self, project: &Project, columns: &[String]) -> Self {
        self.roles = roles(project, columns.iter().cloned());
        self
    }

    /// With the roles of attributes that are gone by now: identifiers, and those that a step left out or replaced.
    pub(crate) fn with_roles_of(mut self, project: &Project) -> Self {
        for (name, role) in project.roles.named() {
            if !self.roles.iter().any(|(known, _)| known == name) {
                self.roles.push((name.to_owned(), role.name()));
            }
        }
        self
    }

    /// The report beside its final place.
    pub(crate) fn stage(
        self,
        (project, path): (&Project, &str),
        report: &Report,
        input: &Locator,
        release: Option<&Release>,
        sums: Sums,
    ) -> Result<Staged> {
        let (path, language) = (Path::new(path), self.language.clone());
        let text = self
            .account(report, input, release, sums)
            .text(path, &language)?;
        Ok(bauta_formats::stage_text(
            &text,
            path,
            project.output.force,
        )?)
    }

    /// The account of a run.
    pub(crate) fn account(
        self,
        report: &Report,
        input: &Locator,
        release: Option<&Release>,
        sums: Sums,
    ) -> Account {
        Account {
            report: report.clone(),
            date: now(),
            project_sha256: self.project_sha256,
            keep_order: self.keep_order,
            roles: self.roles,
            before: self.before,
            after: release.and_then(|release| Standing::of_release(release, self.thresholds)),
            attacks: self.attacks,
            paragraph: self.paragraph,
            input_sha256: sums.input.or_else(|| sum_of_input(input)),
            output_sha256: sums.outputs,
            input_files: files(input),
            output_files: sums.files,
        }
    }
}

/// The roles that the project gives, and those of the other attributes. Columns for person, survey weight and household are listed
/// under these roles as well; person and household columns are left out of the release unless another list names them.
fn roles(project: &Project, others: impl Iterator<Item = String>) -> Vec<(String, &'static str)> {
    let named = |(name, role): (&str, Role)| (name.to_owned(), role.name());
    let mut roles: Vec<(String, &'static str)> = project.roles.named().map(named).collect();
    let survey = &project.roles;
    let person = survey.person.iter().map(|name| (name, Role::Person));
    let household = survey.household.iter();
    let household = household.map(|name| (name, Role::Household));
    let weight = survey.weight.iter().map(|name| (name, Role::Weight));
    let own: Vec<(&String, Role)> = person.chain(household).chain(weight).collect();
    for (name, role) in &own {
        let elsewhere = roles.iter().any(|(known, _)| known == *name);
        if !elsewhere && *role != Role::Weight {
            roles.push(((*name).clone(), Role::Drop.name()));
        }
    }
    let unnamed: Vec<String> = others
        .filter(|name| !roles.iter().any(|(known, _)| known == name))
        .collect();
    roles.extend(
        unnamed
            .into_iter()
            .map(|name| (name, Role::Insensitive.name())),
    );
    let own = own.into_iter();
    roles.extend(own.map(|(name, role)| (name.clone(), role.name())));
    roles
}

/// The files of this machine that data are read from, where they are several.
fn files(input: &Locator) -> Vec<FileSum> {
    let several = match input {
        Locator::File { path, .. } => path.is_dir(),
        Locator::ParquetGlob(_) => true,
        _ => false,
    };
    let found = several
        .then(|| bauta_formats::files_of(input).ok())
        .flatten()
        .unwrap_or_default();
    let sum = |path: std::path::PathBuf| {
        Some(FileSum {
            file: path.display().to_string(),
            sha256: sha256(&path)?,
        })
    };
    found.into_iter().filter_map(sum).collect()
}
