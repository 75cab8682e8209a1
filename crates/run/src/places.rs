//! Where a run writes: every place its own, none of them the input, none there already.

use std::path::{Path, PathBuf};

use bauta_formats::{Locator, Staged};

use crate::project::Project;

use bauta_messages::Problems;
use bauta_messages::{Error, Result};

/// A place that a run would write to.
pub struct Target {
    shown: String,
    place: String,
    file: Option<PathBuf>,
}

impl Target {
    /// A table.
    pub fn table(locator: &Locator) -> Self {
        let file = match locator {
            Locator::File { path, .. } => Some(path.clone()),
            _ => None,
        };
        Target {
            shown: locator.to_string(),
            place: place(locator),
            file,
        }
    }

    /// A file that holds no table.
    pub fn text(path: &Path) -> Self {
        Target {
            shown: path.display().to_string(),
            place: whole(path),
            file: Some(path.to_owned()),
        }
    }
}

impl Target {
    /// Whether another one is the same place.
    pub(crate) fn same_place(&self, other: &Target) -> bool {
        self.place == other.place
    }

    /// Whether there is a file already.
    pub(crate) fn is_there(&self) -> bool {
        self.file.as_ref().is_some_and(|path| path.exists())
    }

    /// As the user wrote it.
    pub(crate) fn shown(&self) -> &str {
        &self.shown
    }
}

/// Says that a place is taken.
pub(crate) fn would_overwrite(shown: &str) -> String {
    format!("{shown} would overwrite the input or another output; choose another name")
}

/// Whether two paths are one file.
pub(crate) fn same_file(one: &Path, other: &Path) -> bool {
    whole(one) == whole(other)
}

/// Notes what is wrong with the places of a run.
pub fn check(input: Option<&Locator>, targets: &[Target], force: bool, problems: &mut Problems) {
    let input = input.filter(|input| **input != Locator::Stdio).map(place);
    for (index, target) in targets.iter().enumerate() {
        let taken = targets[..index]
            .iter()
            .any(|other| other.place == target.place);
        if taken || input.as_ref() == Some(&target.place) {
            problems.error(Error::request(would_overwrite(&target.shown)));
        } else if !force && target.is_there() {
            problems.error(bauta_formats::Error::Exists {
                name: target.shown.clone(),
            });
        }
    }
}

/// Checks that a copy of `input` may be written to `output`.
///
/// # Errors
/// When it is there already (unless `force`), or is the input itself.
pub fn check_copy(input: &Locator, output: &Locator, force: bool) -> Result<()> {
    let mut problems = Problems::default();
    check(Some(input), &[Target::table(output)], force, &mut problems);
    problems.result()
}

/// What two locators must not share: the file itself, whatever the sheet.
fn place(locator: &Locator) -> String {
    match locator {
        Locator::File { path, .. } => whole(path),
        Locator::Sqlite { path, table } => {
            format!(
                "sqlite:{}#{}",
                whole(path),
                table.as_deref().unwrap_or_default().to_lowercase()
            )
        }
        other => other.to_string(),
    }
}

/// The same text for the same file, also where the file is not there yet.
fn whole(path: &Path) -> String {
    let found = path.canonicalize().ok().or_else(|| {
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty())
            .unwrap_or(Path::new("."));
        Some(folder.canonicalize().ok()?.join(path.file_name()?))
    });
    found
        .unwrap_or_else(|| path.to_owned())
        .display()
        .to_string()
}

/// Writes something as JSON beside its final place, if it has one.
pub(crate) fn staged_json(
    project: &Project,
    place: Option<&String>,
    content: &impl serde::Serialize,
) -> Result<Option<Staged>> {
    let Some(path) = place else { return Ok(None) };
    let text =
        serde_json::to_string_pretty(content).map_err(|error| Error::request(error.to_string()))?;
    let staged = bauta_formats::stage_text(&text, Path::new(path), project.output.force)?;
    Ok(Some(staged))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn count(input: &str, outputs: &[&str]) -> usize {
        let locator = |text: &str| text.parse::<Locator>().unwrap();
        let targets: Vec<Target> = outputs
            .iter()
            .map(|text| Target::table(&locator(text)))
            .collect();
        let mut problems = Problems::default();
        check(Some(&locator(input)), &targets, true, &mut problems);
        problems
            .result()
            .err()
            .map_or(0, |error| error.lines("en").len())
    }

    #[test]
    fn no_two_places_are_the_same_however_they_are_written() {
        assert_eq!(count("in.csv", &["a.csv", "b.csv"]), 0);
        assert_eq!(count("in.csv", &["a.csv", "./a.csv"]), 1);
        assert_eq!(count("in.ods#One", &["in.ods#Two"]), 1);
        assert_eq!(count("-", &["-"]), 0);
        assert_eq!(count("in.csv", &["-", "-"]), 1);
        assert_eq!(
            count("sqlite:a.db#t", &["sqlite:./a.db#T", "sqlite:a.db#u"]),
            1
        );
    }
}
