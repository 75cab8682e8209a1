//! Judges a release before it is seen, from the rules alone and with none of the code that made it.

use std::collections::{HashMap, HashSet};

use super::{History, Id, Release, Value};

/// What is wrong with a release, if anything.
pub fn verify(
    release: &Release,
    before: &History,
    alive: &HashMap<Id, Value>,
    m: usize,
) -> Result<(), &'static str> {
    let mut seen = HashSet::new();
    for class in &release.classes {
        let values: HashSet<Value> = class.iter().map(|member| member.value).collect();
        if class.len() < m {
            return Err("a class is too small");
        }
        if values.len() < class.len() {
            return Err("a class has a value twice");
        }
        for member in class {
            let Some(id) = member.id else { continue };
            if !seen.insert(id) {
                return Err("somebody is published twice");
            }
            if alive.get(&id) != Some(&member.value) {
                return Err("somebody is published with another value");
            }
            let known = before.get(&id).and_then(|known| {
                let mut earlier = known.signatures.iter();
                earlier.find(|own| own.contains(&member.value))
            });
            let sorted = |own: &Vec<Value>| own.iter().copied().collect::<HashSet<_>>();
            if known.is_some_and(|known| sorted(known) != values) {
                return Err("somebody changed the signature");
            }
        }
    }
    let waits: HashSet<Id> = release.deferred.iter().copied().collect();
    if seen.len() + waits.len() != alive.len() || !seen.is_disjoint(&waits) {
        return Err("somebody is missing");
    }
    Ok(())
}
