//! Data that are too large or not ours to keep in the project: tests use them where they are.

use std::path::{Path, PathBuf};

/// The folder `shared` beside the checkout, or beside the folder that holds several checkouts.
pub fn shared_dir() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    beside(root)
}

fn beside(root: &Path) -> Option<PathBuf> {
    root.ancestors()
        .skip(1)
        .take(2)
        .map(|folder| folder.join("shared"))
        .find(|folder| folder.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_folder_is_taken() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("checkouts/one");
        std::fs::create_dir_all(&root).unwrap();
        assert_eq!(beside(&root), None);
        let far = folder.path().join("shared");
        std::fs::create_dir(&far).unwrap();
        assert_eq!(beside(&root), Some(far));
        let near = folder.path().join("checkouts/shared");
        std::fs::create_dir(&near).unwrap();
        assert_eq!(beside(&root), Some(near));
    }
}
