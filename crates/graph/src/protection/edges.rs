//! What a vocabulary says, sorted for the closure.

use std::collections::{BTreeMap, BTreeSet};

use super::{End, Vocabulary};
use crate::model::iri;

/// A property or class, by its key.
pub(super) type Key = String;

/// What the vocabulary says, as links from what is told to what follows, turned round: by what follows.
#[derive(Default)]
pub(super) struct Edges {
    /// For a property those from which it follows; `true` where subject and object change places.
    pub(super) properties: BTreeMap<Key, BTreeSet<(Key, bool)>>,
    /// For a property the first and the last steps of its chains.
    pub(super) chains: BTreeMap<Key, BTreeSet<(Key, End)>>,
    /// For a class those whose instances are its instances as well.
    pub(super) classes: BTreeMap<Key, BTreeSet<Key>>,
    /// For a class the properties at whose end its instances stand.
    pub(super) ends: BTreeMap<Key, BTreeSet<(Key, End)>>,
    /// For a restriction its property and its value.
    pub(super) values: BTreeMap<Key, BTreeSet<(Key, Key)>>,
    /// For a class the resources that it lists.
    pub(super) listed: BTreeMap<Key, BTreeSet<Key>>,
    /// Restrictions whose instances all have the property, if not a value that is told.
    pub(super) some: BTreeSet<(Key, Key)>,
}

impl Edges {
    pub(super) fn of(vocabulary: &Vocabulary) -> Edges {
        let mut edges = Edges::default();
        edges.add_properties(vocabulary);
        edges.add_classes(vocabulary);
        edges.add_restrictions(vocabulary);
        edges
    }

    fn add_properties(&mut self, vocabulary: &Vocabulary) {
        for (low, high) in vocabulary.each(iri::SUB_PROPERTY) {
            self.property(low, high, false);
        }
        let equal = vocabulary.each(iri::EQUIVALENT_PROPERTY);
        for (a, b) in equal.chain(vocabulary.each(iri::SAME_AS)) {
            self.property(a, b, false);
            self.property(b, a, false);
        }
        for (a, b) in vocabulary.each(iri::INVERSE) {
            self.property(a, b, true);
            self.property(b, a, true);
        }
        for property in vocabulary.kind(iri::SYMMETRIC) {
            self.property(property, property, true);
        }
        for (property, list) in vocabulary.each(iri::CHAIN) {
            let steps = vocabulary.list(list);
            let own = self.chains.entry(property.to_owned()).or_default();
            own.extend(steps.first().map(|step| ((*step).to_owned(), End::Subject)));
            own.extend(steps.last().map(|step| ((*step).to_owned(), End::Object)));
        }
        for (property, class) in vocabulary.each(iri::DOMAIN) {
            self.end(class, property, End::Subject);
        }
        for (property, class) in vocabulary.each(iri::RANGE) {
            self.end(class, property, End::Object);
        }
    }

    fn add_classes(&mut self, vocabulary: &Vocabulary) {
        for (low, high) in vocabulary.each(iri::SUB_CLASS) {
            self.class(low, high);
        }
        let equal = vocabulary.each(iri::EQUIVALENT_CLASS);
        for (a, b) in equal.chain(vocabulary.each(iri::SAME_AS)) {
            self.class(a, b);
            self.class(b, a);
        }
        for (class, list) in vocabulary.each(iri::UNION) {
            for member in vocabulary.list(list) {
                self.class(member, class);
            }
        }
        for (class, list) in vocabulary.each(iri::INTERSECTION) {
            let members = vocabulary.list(list);
            for member in &members {
                self.class(class, member);
            }
            // Instances of all parts are instances of each, so any one part has them all: a restriction, or the part with the fewest classes below it.
            let below = |member: &&str| {
                let own = self.classes.get(*member).map_or(0, BTreeSet::len);
                (!member.starts_with("_:"), own)
            };
            if let Some(part) = members.iter().copied().min_by_key(below) {
                self.class(part, class);
            }
        }
        for (class, list) in vocabulary.each(iri::ONE_OF) {
            let members = vocabulary.list(list).into_iter().map(str::to_owned);
            let own = self.listed.entry(class.to_owned()).or_default();
            own.extend(members);
        }
    }

    fn add_restrictions(&mut self, vocabulary: &Vocabulary) {
        let mut on: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
        for (class, property) in vocabulary.each(iri::ON_PROPERTY) {
            on.entry(class).or_default().push(property);
        }
        let properties = |class: &str| on.get(class).into_iter().flatten();
        for (class, value) in vocabulary.each(iri::HAS_VALUE) {
            for property in properties(class) {
                let own = self.values.entry(class.to_owned()).or_default();
                own.insert(((*property).to_owned(), value.to_owned()));
            }
        }
        for (class, _) in vocabulary.each(iri::SOME_VALUES) {
            for property in properties(class) {
                self.end(class, property, End::Subject);
                self.some.insert((class.to_owned(), (*property).to_owned()));
            }
        }
        for (class, filler) in vocabulary.each(iri::ALL_VALUES) {
            for property in properties(class) {
                self.end(filler, property, End::Object);
            }
        }
    }

    fn property(&mut self, from: &str, to: &str, is_turned: bool) {
        let own = self.properties.entry(to.to_owned()).or_default();
        own.insert((from.to_owned(), is_turned));
    }

    fn class(&mut self, from: &str, to: &str) {
        let own = self.classes.entry(to.to_owned()).or_default();
        own.insert(from.to_owned());
    }

    fn end(&mut self, class: &str, property: &str, end: End) {
        let own = self.ends.entry(class.to_owned()).or_default();
        own.insert((property.to_owned(), end));
    }

    /// The properties from which one follows directly, with the end at which the same entity stands.
    pub(super) fn sources(&self, property: &str, end: End) -> Vec<(Key, End)> {
        let own = self.properties.get(property).into_iter().flatten();
        own.map(|(from, is_turned)| (from.clone(), end.turned(*is_turned)))
            .collect()
    }
}
