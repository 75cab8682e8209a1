//! What the store knows besides triples: who the entities are, what earlier releases have said of them, what changed since the last.

mod release;

use std::collections::{HashMap, HashSet};

use oxigraph::io::{RdfFormat, RdfParser};
use oxigraph::model::Quad;
use percent_encoding::percent_decode;
use serde::{Deserialize, Serialize};

pub use release::{Decision, Entry, Place, Summary};

use crate::context::Closure;
use crate::invariance::{History, Id, remember_one};

/// The secret of a release, from which its labels are made.
pub type Key = [u8; 32];

/// Facts that a release shows, each once.
pub type Facts = HashSet<Quad, foldhash::fast::RandomState>;

/// An entity, an IRI derived from one, or a node that exists only for one, and the blank node that stands for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Link {
    /// Its number, the same in all releases; never published.
    pub id: Id,
    /// The label of its blank node in the store of privileged users; never published.
    pub label: String,
    /// The entity whose IRI it extends, or to whom the node belongs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<String>,
}

/// Everything that a snapshot says of the last release.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Standing {
    key: Option<Key>,
    released: Vec<Id>,
    intervals: Vec<String>,
    counterfeits: Vec<String>,
    history: Vec<(Id, Vec<u32>, u32)>,
    values: Vec<String>,
    summary: Option<Summary>,
    /// As N-Quads.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    outdated: String,
    /// As N-Quads.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    unpublished: String,
}

/// What one change does here.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Transition {
    /// Links that are new or other.
    pub links: Vec<(String, Link)>,
    /// Entries that are new.
    pub entries: Vec<Entry>,
    /// How many open facts of entities came or went.
    #[serde(default, skip_serializing_if = "is_none")]
    pub open: usize,
    /// A release.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub published: Option<Decision>,
    /// The state that a snapshot starts from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub standing: Option<Standing>,
}

fn is_none(count: &usize) -> bool {
    *count == 0
}

/// What a change teaches before it is done.
#[derive(Debug, Clone)]
pub enum Lesson {
    /// An address got a link, in place of another one perhaps.
    Linked(String, Option<Link>),
    /// A value of an identifying property came (true) or went.
    Counted(String, bool),
    /// The vocabulary changed: the closure as it was before, and the values that identified.
    Closed(Box<(Closure, HashMap<String, usize>)>),
}

/// What is known of an entity: a cache of what the triples say.
#[derive(Debug, Clone, PartialEq)]
pub enum Known {
    /// Nothing makes it an entity any more.
    Gone,
    /// A value is missing, is there twice, or cannot be generalised.
    Incomplete,
    /// There is nothing to anonymise.
    Plain,
    /// Its sensitive value, and each quasi-identifier that is published.
    Whole(oxigraph::model::Term, Vec<oxigraph::model::Term>),
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
    /// Open facts of entities that came or went since the last release.
    pub open_changes: usize,
    /// The last release.
    pub summary: Option<Summary>,
    /// The secret of the last release.
    pub key: Option<Key>,
    /// Entities in the last release.
    pub released: HashSet<Id>,
    /// Addresses of entities that came since addresses were last looked through for derived ones.
    pub unseen: Vec<String>,
    /// Public facts that a release has made, with the labels of privileged users.
    pub copies: Facts,
    /// Facts about nobody that everybody still sees although they have become private since the last release: they go with the next one.
    pub outdated: HashSet<Quad>,
    /// Facts about nobody that everybody sees from the next release on.
    pub unpublished: HashSet<Quad>,
    /// What is protected, as the vocabulary of the data completes the context.
    pub closure: Closure,
    /// Facts of counterfeits, as they are public.
    pub fakes: Vec<Quad>,
    /// What is known of entities that nothing has touched.
    pub known: HashMap<Id, Known>,
    /// Where public addresses could be cut: by hash.
    pub starts: HashSet<u64>,
    /// Datatypes that are not those of the standards: by hash. An entity that comes later may have that address.
    pub datatypes: HashSet<u64>,
    next: Id,
    labels: HashMap<String, String>,
    identifying: HashMap<String, usize>,
    pub(crate) intervals: HashSet<String>,
    pub(crate) counterfeits: HashSet<String>,
}

/// Bytes in which the first letter of an encoded rest of an address is found: one of four bytes takes twelve.
const ENCODED_LETTER: usize = 12;

/// Whether the name before a place of an address ends there: a letter or digit goes on with it (`p1` and `p10` are two people), every
/// other mark may begin what is derived. Encoded letters (`%41`) are letters.
fn ends_name(address: &str, at: usize, mark: char) -> bool {
    if mark != '%' {
        return !mark.is_alphanumeric();
    }
    let rest = address.as_bytes().get(at..).unwrap_or_default();
    let rest = rest.get(..ENCODED_LETTER).unwrap_or(rest);
    let decoded = percent_decode(rest).decode_utf8_lossy();
    !decoded.starts_with(char::is_alphanumeric)
}

/// All that an address may be derived from, the shortest first.
pub fn starts(address: &str) -> impl DoubleEndedIterator<Item = &str> {
    address
        .char_indices()
        .filter(|(at, mark)| ends_name(address, *at, *mark))
        .filter_map(|(at, _)| address.get(..at))
}

/// Quads as N-Quads.
fn to_lines(quads: &HashSet<Quad>) -> String {
    quads.iter().map(|quad| format!("{quad} .\n")).collect()
}

/// Quads of N-Quads that we have written.
fn from_lines(text: &str) -> HashSet<Quad> {
    let parser = RdfParser::from_format(RdfFormat::NQuads).lenient();
    parser.for_slice(text).filter_map(Result::ok).collect()
}

impl State {
    /// Takes over the links of a change, and what a snapshot starts from.
    pub fn prepare(&mut self, transition: &mut Transition) {
        if let Some(standing) = transition.standing.take() {
            self.stand(standing);
        }
        for (address, link) in std::mem::take(&mut transition.links) {
            self.insert_link(address, link);
        }
    }

    fn stand(&mut self, standing: Standing) {
        self.key = standing.key;
        self.released = standing.released.into_iter().collect();
        self.intervals = standing.intervals.into_iter().collect();
        self.counterfeits = standing.counterfeits.into_iter().collect();
        self.remember(standing.history);
        self.values = standing.values;
        self.summary = standing.summary;
        self.outdated = from_lines(&standing.outdated);
        self.unpublished = from_lines(&standing.unpublished);
    }

    /// Remembers what a release has said.
    pub fn remember(&mut self, history: Vec<(Id, Vec<u32>, u32)>) {
        for (id, signature, life) in history {
            remember_one(&mut self.history, id, signature, life);
        }
    }

    /// Takes back what a change that is not done has taught, the last first.
    pub fn undo(&mut self, lessons: Vec<Lesson>) {
        for lesson in lessons.into_iter().rev() {
            match lesson {
                Lesson::Linked(address, before) => {
                    if let Some(link) = self.links.remove(&address) {
                        self.labels.remove(&link.label);
                    }
                    self.unseen.pop_if(|unseen| *unseen == address);
                    if let Some(link) = before {
                        self.insert_link(address, link);
                    }
                }
                Lesson::Counted(text, added) => self.count_identifying(&text, !added),
                Lesson::Closed(before) => (self.closure, self.identifying) = *before,
            }
        }
    }

    /// A new link.
    pub fn insert_link(&mut self, address: String, link: Link) {
        self.next = self.next.max(link.id + 1);
        self.labels.insert(link.label.clone(), address.clone());
        if link.owner.is_none() {
            self.unseen.push(address.clone());
        }
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

    /// Forgets which texts identify, to count them anew; hands them back.
    pub fn forget_identifying(&mut self) -> HashMap<String, usize> {
        std::mem::take(&mut self.identifying)
    }

    /// The entity whose address this one extends.
    pub fn owner(&self, address: &str) -> Option<String> {
        let mut owners = starts(address).filter(|start| {
            self.links
                .get(*start)
                .is_some_and(|link| link.owner.is_none())
        });
        owners.next_back().map(str::to_owned)
    }

    /// Everything as one change.
    pub fn whole(&self) -> Transition {
        let history = self
            .history
            .iter()
            .flat_map(|(id, own)| own.lives(*id))
            .collect();
        let standing = Standing {
            key: self.key,
            released: self.released.iter().copied().collect(),
            intervals: self.intervals.iter().cloned().collect(),
            counterfeits: self.counterfeits.iter().cloned().collect(),
            history,
            values: self.values.clone(),
            summary: self.summary.clone(),
            outdated: to_lines(&self.outdated),
            unpublished: to_lines(&self.unpublished),
        };
        let links = self
            .links
            .iter()
            .map(|(address, link)| (address.clone(), link.clone()))
            .collect();
        Transition {
            links,
            entries: self.entries.clone(),
            open: self.open_changes,
            published: None,
            standing: Some(standing),
        }
    }

    /// Whether a blank node of the privileged users' public graphs was made by the store: it stands for an entity or an interval.
    pub fn is_made(&self, label: &str) -> bool {
        self.labels.contains_key(label) || self.intervals.contains(label)
    }

    /// The address that a blank node stands for.
    pub fn address(&self, label: &str) -> Option<&str> {
        self.labels.get(label).map(String::as_str)
    }

    /// The number of the entity that an address is about: its own, or of whom it is derived from.
    pub fn entity(&self, address: &str) -> Option<Id> {
        let link = self.links.get(address)?;
        match &link.owner {
            Some(owner) => self.links.get(owner).map(|owner| owner.id),
            None => Some(link.id),
        }
    }

    /// Changes that wait for the next release, without the counterfeits that go anyway.
    pub fn pending(&self) -> usize {
        let entries = self.entries.iter().filter(|entry| !entry.counterfeit);
        entries.count() + self.open_changes + self.outdated.len() + self.unpublished.len()
    }

    /// A number that nobody has.
    pub fn next_id(&self) -> Id {
        self.next
    }
}
