//! What the store knows besides triples: who the entities are, what earlier releases have said of them, what changed since the last.

use std::collections::{HashMap, HashSet};

use serde::{Deserialize, Serialize};

use crate::invariance::{History, Id, Remembered};

/// An entity, or an address derived from one, and the blank node that stands for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Its number, the same in all releases; never published.
    pub id: Id,
    /// The label of its blank node, another one in each release.
    pub label: String,
    /// The entity whose address it extends.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
    /// Whether the last release has it.
    pub released: bool,
}

/// A change that the public graph does not show yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// The entity's blank node.
    pub entity: String,
    /// The new value; none for a deletion.
    pub new: Option<String>,
    /// The old value; none for an insertion.
    pub old: Option<String>,
    /// The property.
    pub property: String,
    /// When.
    pub time: String,
    /// Whether it takes back a counterfeit of the last release.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counterfeit: bool,
}

/// What a release is like, for those who publish.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Summary {
    /// Its number, from 1.
    pub number: u64,
    /// When it was made.
    pub time: String,
    /// Its classes.
    pub classes: usize,
    /// Entities in it.
    pub entities: usize,
    /// Members that are nobody.
    pub counterfeits: usize,
    /// Entities that wait, because their sensitive values are too frequent among the new ones.
    pub deferred: usize,
    /// Entities that cannot be published: a value is missing, is there twice, or cannot be generalised.
    pub incomplete: usize,
    /// The highest chance of telling an entity's sensitive value: 1 over the size of the smallest class.
    pub risk: f64,
    /// The mean width of published quasi-identifiers, as a share of their scale.
    pub loss: f64,
}

/// What a release changes here.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Published {
    /// Labels of interval nodes.
    pub intervals: Vec<String>,
    /// Labels of counterfeits.
    pub counterfeits: Vec<String>,
    /// What is remembered of those in the release.
    pub history: Vec<(Id, Vec<u32>, u32)>,
    /// Sensitive values by number.
    pub values: Vec<String>,
    /// What it is like.
    pub summary: Summary,
}

/// What one change does here.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Transition {
    /// Links that are new or other.
    pub links: Vec<(String, Link)>,
    /// Entries that are new.
    pub entries: Vec<Entry>,
    /// A release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<Published>,
}

/// Everything.
#[derive(Debug, Clone, Default)]
pub struct State {
    /// Entities and derived addresses.
    pub links: HashMap<String, Link>,
    /// What earlier releases said.
    pub history: History,
    /// Sensitive values by number.
    pub values: Vec<String>,
    /// Changes since the last release.
    pub entries: Vec<Entry>,
    /// The last release.
    pub summary: Option<Summary>,
    next: Id,
    labels: HashMap<String, String>,
    identifying: HashMap<String, usize>,
    intervals: HashSet<String>,
    counterfeits: HashSet<String>,
}

impl State {
    /// Takes over a change.
    pub fn apply(&mut self, transition: Transition) {
        if let Some(published) = transition.published {
            self.labels.clear();
            self.intervals = published.intervals.into_iter().collect();
            self.counterfeits = published.counterfeits.into_iter().collect();
            let lives = published.history.into_iter();
            self.history.extend(lives.map(|(id, signature, life)| (id, Remembered { signature, life })));
            self.values = published.values;
            self.summary = Some(published.summary);
            self.entries.clear();
        }
        for (address, link) in transition.links {
            self.insert_link(address, link);
        }
        self.entries.extend(transition.entries);
    }

    /// Takes back links that were made.
    pub fn undo(&mut self, made: &[String]) {
        for address in made {
            if let Some(link) = self.links.remove(address) {
                self.labels.remove(&link.label);
            }
        }
    }

    /// A new link.
    pub fn insert_link(&mut self, address: String, link: Link) {
        self.next = self.next.max(link.id + 1);
        self.labels.insert(link.label.clone(), address.clone());
        self.links.insert(address, link);
    }

    /// A value of an identifying property came or went.
    pub fn count_identifying(&mut self, text: &str, added: bool) {
        if added {
            *self.identifying.entry(text.to_owned()).or_default() += 1;
        } else if let Some(count) = self.identifying.get_mut(text) {
            *count -= 1;
            if *count == 0 {
                self.identifying.remove(text);
            }
        }
    }

    /// Whether a text identifies somebody.
    pub fn identifies(&self, text: &str) -> bool {
        self.identifying.contains_key(text)
    }

    /// Forgets which texts identify, to count them anew.
    pub fn forget_identifying(&mut self) {
        self.identifying.clear();
    }

    /// The entity whose address this one extends.
    pub fn owner(&self, address: &str) -> Option<String> {
        let ends =
            address.char_indices().filter(|(_, letter)| ['/', '#', '?', '.', ':', '-', '_', '@'].contains(letter));
        let starts = ends.filter_map(|(at, _)| address.get(..at));
        let mut owners = starts.filter(|start| self.links.get(*start).is_some_and(|link| link.owner.is_none()));
        owners.next_back().map(str::to_owned)
    }

    /// Everything as one change.
    pub fn whole(&self) -> Transition {
        let history = self.history.iter().map(|(id, own)| (*id, own.signature.clone(), own.life)).collect();
        let published = self.summary.clone().map(|summary| Published {
            intervals: self.intervals.iter().cloned().collect(),
            counterfeits: self.counterfeits.iter().cloned().collect(),
            history,
            values: self.values.clone(),
            summary,
        });
        let links = self.links.iter().map(|(address, link)| (address.clone(), link.clone())).collect();
        Transition { links, entries: self.entries.clone(), published }
    }

    /// Whether a blank node of the public graph was made by a release: it stands for an entity, an interval, or nobody.
    pub fn is_made(&self, label: &str) -> bool {
        self.labels.contains_key(label) || self.intervals.contains(label) || self.counterfeits.contains(label)
    }

    /// The address that a blank node stands for.
    pub fn address(&self, label: &str) -> Option<&str> {
        self.labels.get(label).map(String::as_str)
    }

    /// Labels of intervals and counterfeits of the last release.
    pub fn made(&self) -> impl Iterator<Item = &String> {
        self.intervals.iter().chain(&self.counterfeits)
    }

    /// Whether the last release has the entity; a derived address goes with its entity.
    pub fn is_released(&self, link: &Link) -> bool {
        match &link.owner {
            Some(owner) => self.links.get(owner).is_some_and(|owner| owner.released),
            None => link.released,
        }
    }

    /// Changes since the last release, without the counterfeits that go anyway.
    pub fn pending(&self) -> usize {
        self.entries.iter().filter(|entry| !entry.counterfeit).count()
    }

    /// A number that nobody has.
    pub fn next_id(&self) -> Id {
        self.next
    }
}
