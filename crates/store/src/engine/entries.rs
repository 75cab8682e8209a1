//! Entries of the journal: what a change says of a property of an entity, old value and new value together.

use std::collections::BTreeMap;

use oxigraph::model::Term;

use crate::state::{Entry, State};

/// Values that a property of an entity lost and got.
#[derive(Default)]
struct Turn {
    lost: Vec<String>,
    got: Vec<String>,
}

/// What a change has done so far.
#[derive(Default)]
pub struct Entries(BTreeMap<(String, String), Turn>);

impl Entries {
    /// A value was added or removed.
    pub fn note(&mut self, entity: &str, property: &str, value: &Term, added: bool) {
        let turn = self
            .0
            .entry((entity.to_owned(), property.to_owned()))
            .or_default();
        let (own, other) = if added {
            (&mut turn.got, &mut turn.lost)
        } else {
            (&mut turn.lost, &mut turn.got)
        };
        let value = value.to_string();
        match other.iter().position(|known| *known == value) {
            Some(at) => {
                // Taken away and given back in one change: nothing happened, and the journal must not say that it did.
                other.swap_remove(at);
            }
            None => own.push(value),
        }
    }

    /// As entries; a removal and an addition of one property are one.
    pub fn finish(self, state: &State, time: &str) -> Vec<Entry> {
        let mut entries = Vec::new();
        for ((entity, property), turn) in self.0 {
            let label = state
                .links
                .get(&entity)
                .map(|link| format!("_:{}", link.label))
                .unwrap_or_default();
            let (mut lost, mut got) = (turn.lost.into_iter(), turn.got.into_iter());
            loop {
                let (old, new) = (lost.next(), got.next());
                if old.is_none() && new.is_none() {
                    break;
                }
                entries.push(Entry {
                    entity: label.clone(),
                    new,
                    old,
                    property: property.clone(),
                    time: time.to_owned(),
                    counterfeit: false,
                });
            }
        }
        entries
    }
}
