//! Paths that a request names, kept below a folder: no `..`, nothing absolute, no link that leads out.

use std::io;
use std::path::{Component, Path, PathBuf};

/// A folder as it really is.
///
/// # Errors
/// When it is none.
pub fn folder(path: &Path) -> io::Result<PathBuf> {
    let whole = path.canonicalize()?;
    if whole.is_dir() {
        Ok(whole)
    } else {
        Err(io::Error::new(
            io::ErrorKind::NotADirectory,
            format!("{} is no folder", path.display()),
        ))
    }
}

/// Something that is there, below `root` (which is whole). None if it is not there, or not below.
pub fn existing(root: &Path, asked: &str) -> Option<PathBuf> {
    let whole = root.join(plain(asked)?).canonicalize().ok()?;
    whole.starts_with(root).then_some(whole)
}

/// A place for a new file: its folder is there and below `root`, and the name itself leads nowhere else.
pub fn new_file(root: &Path, asked: &str) -> Option<PathBuf> {
    let asked = plain(asked)?;
    let name = asked.file_name()?;
    let folder = root.join(asked.parent()?).canonicalize().ok()?;
    let path = folder.join(name);
    let is_link = path
        .symlink_metadata()
        .is_ok_and(|about| about.file_type().is_symlink());
    (folder.starts_with(root) && !is_link).then_some(path)
}

/// A relative path of plain names.
fn plain(asked: &str) -> Option<PathBuf> {
    let path = Path::new(asked);
    let names = path
        .components()
        .all(|part| matches!(part, Component::Normal(_) | Component::CurDir));
    // A pattern, or a name that ends a string elsewhere, is no plain name.
    let odd = asked.contains(['*', '\0', '\\']);
    (names && !odd).then(|| path.to_owned())
}

/// The name of an uploaded file, as one that is safe in a folder: no separators, no leading dot, no marks of locators.
pub fn file_name(given: &str) -> String {
    let last = given.rsplit(['/', '\\']).next().unwrap_or_default();
    let kept: String = last
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || " ._-()".contains(c) {
                c
            } else {
                '_'
            }
        })
        .take(120)
        .collect();
    let kept = kept.trim().trim_start_matches('.').to_owned();
    if kept.is_empty() {
        "table.csv".to_owned()
    } else {
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_is_found() {
        let outside = tempfile::tempdir().unwrap();
        let root = outside.path().join("root");
        std::fs::create_dir_all(root.join("in")).unwrap();
        std::fs::write(outside.path().join("secret.csv"), "a").unwrap();
        std::fs::write(root.join("in/a.csv"), "a").unwrap();
        let root = folder(&root).unwrap();
        assert!(existing(&root, "in/a.csv").is_some() && existing(&root, "./in").is_some());
        let secret = outside.path().join("secret.csv").display().to_string();
        for asked in [
            "../secret.csv",
            "in/../../secret.csv",
            "/etc/passwd",
            secret.as_str(),
            "in/*.csv",
            "none.csv",
        ] {
            assert!(existing(&root, asked).is_none(), "{asked}");
        }
        for asked in ["../new.csv", "/tmp/new.csv", "none/new.csv", "", "in/.."] {
            assert!(new_file(&root, asked).is_none(), "{asked}");
        }
        assert!(new_file(&root, "in/new.csv").is_some());
    }

    #[cfg(unix)]
    #[test]
    fn links_that_lead_out_are_refused() {
        let outside = tempfile::tempdir().unwrap();
        let root = outside.path().join("root");
        std::fs::create_dir(&root).unwrap();
        std::fs::write(outside.path().join("secret.csv"), "a").unwrap();
        std::os::unix::fs::symlink(outside.path().join("secret.csv"), root.join("link.csv"))
            .unwrap();
        std::os::unix::fs::symlink(outside.path(), root.join("door")).unwrap();
        let root = folder(&root).unwrap();
        assert!(
            existing(&root, "link.csv").is_none() && existing(&root, "door/secret.csv").is_none()
        );
        assert!(new_file(&root, "link.csv").is_none() && new_file(&root, "door/new.csv").is_none());
    }

    #[test]
    fn uploads_get_plain_names() {
        assert_eq!(file_name("../../etc/people.ods"), "people.ods");
        assert_eq!(file_name("C:\\data\\people#1*.csv"), "people_1_.csv");
        assert_eq!(file_name(".."), "table.csv");
    }
}
