//! Candidates: a method with parameters and targets, from flags or from a file.

use std::collections::BTreeMap;

use bauta_methods::Technique;
use bauta_table::Fault;
use serde::Deserialize;

use bauta_messages::{Error, Result};
use bauta_run::project::Project;

/// A method to try. What it does not say is as in the project.
#[derive(Debug, Clone, PartialEq, Default, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Candidate {
    /// A method of `bauta methods`.
    pub method: String,
    /// Its parameters.
    #[serde(default)]
    pub parameters: BTreeMap<String, String>,
    /// Rows of the smallest class.
    pub k: Option<u64>,
    /// Different sensitive values of every class.
    pub l: Option<u64>,
    /// Largest distance of a class to the table.
    pub t: Option<f64>,
    /// Largest share of rows that may be left out.
    pub max_suppression: Option<f64>,
}

impl Candidate {
    /// From `id` or `id:name=value,name=value`.
    ///
    /// # Errors
    /// When it is not of that form.
    pub fn parse(text: &str) -> Result<Candidate> {
        let (method, settings) = text.split_once(':').unwrap_or((text, ""));
        let mut parameters = BTreeMap::new();
        for setting in settings.split(',').filter(|setting| !setting.is_empty()) {
            let Some((name, value)) = setting.split_once('=') else {
                return Err(Error::request(format!(
                    "\"{text}\" is no candidate; write a method and its parameters as mondrian:median=nearest"
                )));
            };
            parameters.insert(name.trim().to_owned(), value.trim().to_owned());
        }
        Ok(Candidate {
            method: method.trim().to_owned(),
            parameters,
            ..Candidate::default()
        })
    }

    /// The project with this candidate's method, parameters and targets.
    pub(super) fn applied_to(
        &self,
        project: &Project,
    ) -> Result<(Project, &'static dyn Technique)> {
        let technique = bauta_methods::find(&self.method).map_err(|fault| vec![fault])?;
        let mut project = project.clone();
        project.anonymize.method.clone_from(&self.method);
        project.anonymize.parameters.clone_from(&self.parameters);
        project.anonymize.max_suppression =
            self.max_suppression.or(project.anonymize.max_suppression);
        project.targets.set_k(self.k.or(project.targets.k()));
        project.targets.set_l(self.l.or(project.targets.l()));
        if self.t.is_some() {
            project.targets.set_t(self.t);
        }
        Ok((project, technique))
    }

    /// What is wrong with it whatever the data: an unknown method or parameter, no target, bounds.
    pub(super) fn faults(&self, project: &Project) -> Vec<Fault> {
        let (project, technique) = match self.applied_to(project) {
            Ok(applied) => applied,
            Err(Error::Faults(faults)) => return faults,
            Err(_) => return Vec::new(),
        };
        let names = &project.roles.quasi_identifiers;
        let mut faults = technique
            .check(&self.parameters, names)
            .err()
            .unwrap_or_default();
        faults.extend(bauta_run::driver::target_faults(&project, Some(technique)));
        faults
    }
}

/// The candidates of a plan: a TOML file of `[[candidate]]` tables.
///
/// # Errors
/// When it cannot be read, with the line.
pub fn candidates_of_plan(text: &str, name: &str) -> Result<Vec<Candidate>> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Plan {
        candidate: Vec<Candidate>,
    }
    let plan: Plan = toml::from_str(text)
        .map_err(|error| vec![Fault::misread(name, text, error.span(), error.message())])?;
    Ok(plan.candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_may_bring_its_parameters() {
        let candidate = Candidate::parse("mondrian:median=nearest, cut=x").unwrap();
        assert_eq!(candidate.method, "mondrian");
        assert_eq!(candidate.parameters.len(), 2);
        assert!(Candidate::parse("mondrian:nearest").is_err());
        assert!(Candidate::parse("datafly").unwrap().parameters.is_empty());
    }

    #[test]
    fn a_plan_lists_candidates_and_tells_its_mistakes_by_line() {
        let text =
            "[[candidate]]\nmethod = \"mondrian\"\nk = 3\nparameters = { median = \"nearest\" }\n";
        let plan = candidates_of_plan(text, "plan.toml").unwrap();
        assert_eq!((plan[0].k, plan[0].parameters.len()), (Some(3), 1));
        let wrong = candidates_of_plan(
            "[[candidate]]\nmethod = \"mondrian\"\nkk = 3\n",
            "plan.toml",
        )
        .unwrap_err();
        assert!(wrong.to_string().contains("plan.toml, line 3"), "{wrong}");
    }
}
