//! Names unlike those of other runs.

use std::hash::{BuildHasher, Hasher, RandomState};

/// Some letters and digits that no other run has, whatever its process number and its clock say. They are no secret.
pub(crate) fn unlike() -> String {
    // The state of a hash table's keys comes from the operating system.
    let part = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:08x}", part(), part() as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ() {
        let names: std::collections::BTreeSet<String> = (0..100).map(|_| unlike()).collect();
        assert_eq!(names.len(), 100);
        assert!(names.iter().all(|name| name.len() == 24));
    }
}
