//! The closure itself, over sets of IRIs until nothing new follows.

use std::collections::{BTreeMap, BTreeSet};

use super::{Declared, End, Guard, Protection, Role, Vocabulary};
use crate::model::iri;

/// A property or class, by its key.
type Key = String;

/// The closure of a context.
pub(super) fn closed(declared: &Declared, vocabulary: &Vocabulary) -> Protection {
    let edges = Edges::of(vocabulary);
    let mut closing = Closing {
        edges,
        declared,
        found: Protection::default(),
    };
    closing.begin(vocabulary);
    loop {
        let before = closing.found.clone();
        closing.follow_properties();
        closing.follow_classes();
        closing.follow_entities();
        // Sets only grow, and roles only become stricter.
        if closing.found == before {
            return closing.found;
        }
    }
}

/// What the vocabulary says, as links from what is told to what follows, turned round: by what follows.
#[derive(Default)]
struct Edges {
    /// For a property those from which it follows; `true` where subject and object change places.
    properties: BTreeMap<Key, BTreeSet<(Key, bool)>>,
    /// For a property the first and the last steps of its chains.
    chains: BTreeMap<Key, BTreeSet<(Key, End)>>,
    /// For a class those whose instances are its instances as well.
    classes: BTreeMap<Key, BTreeSet<Key>>,
    /// For a class the properties at whose end its instances stand.
    ends: BTreeMap<Key, BTreeSet<(Key, End)>>,
    /// For a restriction its property and its value.
    values: BTreeMap<Key, BTreeSet<(Key, Key)>>,
    /// For a class the resources that it lists.
    listed: BTreeMap<Key, BTreeSet<Key>>,
    /// Restrictions whose instances all have the property, if not a value that is told.
    some: BTreeSet<(Key, Key)>,
}

impl Edges {
    fn of(vocabulary: &Vocabulary) -> Edges {
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
    fn sources(&self, property: &str, end: End) -> Vec<(Key, End)> {
        let own = self.properties.get(property).into_iter().flatten();
        own.map(|(from, is_turned)| (from.clone(), end.turned(*is_turned)))
            .collect()
    }
}

/// A closure under way.
struct Closing<'a> {
    edges: Edges,
    declared: &'a Declared,
    found: Protection,
}

impl Closing<'_> {
    /// What is declared, and what names by its kind.
    fn begin(&mut self, vocabulary: &Vocabulary) {
        self.found.classes = self.declared.classes.clone();
        let declared = self.declared;
        let roles = [
            (&declared.identifiers, Role::Identifier),
            (&declared.sensitive, Role::Sensitive),
            (&declared.quasi_identifiers, Role::QuasiIdentifier),
        ];
        for (properties, role) in roles {
            for property in properties {
                self.protect(property, End::Subject, &Guard::new(role, property));
                if role == Role::Sensitive || declared.designating {
                    self.designate(property, End::Subject);
                }
            }
        }
        // Whoever is the same as something else is named by it.
        let same = Guard::new(Role::Identifier, iri::SAME_AS);
        self.protect(iri::SAME_AS, End::Subject, &same);
        self.protect(iri::SAME_AS, End::Object, &same);
        for property in vocabulary.kind(iri::INVERSE_FUNCTIONAL) {
            self.protect_undeclared(property, End::Subject, iri::INVERSE_FUNCTIONAL);
        }
        for property in vocabulary.kind(iri::FUNCTIONAL) {
            self.protect_undeclared(property, End::Object, iri::FUNCTIONAL);
        }
        for (_, list) in vocabulary.each(iri::HAS_KEY) {
            self.break_key(&vocabulary.list(list));
        }
    }

    /// A key names where all of its properties are published as they are: those go that nobody declared, else all.
    fn break_key(&mut self, properties: &[&str]) {
        let mut own = properties.iter();
        if own.any(|property| self.declared.role(property).is_some()) {
            return;
        }
        let is_open = |property: &&&str| self.declared.open.contains(**property);
        let undeclared: Vec<&str> = properties.iter().filter(|p| !is_open(p)).copied().collect();
        let chosen = if undeclared.is_empty() {
            properties.to_vec()
        } else {
            undeclared
        };
        for property in chosen {
            self.protect_undeclared(property, End::Subject, iri::HAS_KEY);
        }
    }

    /// Properties whose kind makes identifiers of them, unless the context protects them in another way.
    fn protect_undeclared(&mut self, property: &str, end: End, because: &str) {
        if self.declared.role(property).is_none() {
            self.protect(property, end, &Guard::new(Role::Identifier, because));
        }
    }

    fn protect(&mut self, property: &str, end: End, guard: &Guard) -> bool {
        let declared = self.declared.role(property);
        let is_open = self.declared.open.contains(property);
        if guard.because != property && (is_open || declared.is_some_and(|own| guard.role < own)) {
            let own = self.found.contradictions.entry(property.to_owned());
            own.or_insert_with(|| guard.clone());
        }
        // What the context says of a property itself is how it is protected.
        if end == End::Subject && declared.is_some() && guard.because != property {
            return false;
        }
        let own = self
            .found
            .properties
            .entry(property.to_owned())
            .or_default();
        let is_new = own.get(&end).is_none_or(|known| guard.role < known.role);
        if is_new {
            own.insert(end, guard.clone());
        }
        is_new
    }

    fn designate(&mut self, property: &str, end: End) -> bool {
        let own = self.found.designating.entry(property.to_owned());
        own.or_default().insert(end)
    }

    /// Step 2: properties from which protected ones follow, and those that place a resource in a telling class.
    fn follow_properties(&mut self) {
        for (class, guard) in self.found.telling_classes.clone() {
            let ends = self.edges.ends.get(&class).into_iter().flatten().cloned();
            let values = self.edges.values.get(&class).into_iter().flatten();
            let values = values.map(|(property, _)| (property.clone(), End::Subject));
            for (property, end) in ends.chain(values).collect::<Vec<_>>() {
                self.protect(&property, end, &guard);
            }
        }
        let known = self.found.properties.iter();
        let mut open: Vec<(Key, End)> = known
            .flat_map(|(property, ends)| ends.keys().map(|end| (property.clone(), *end)))
            .collect();
        while let Some((property, end)) = open.pop() {
            let Some(guard) = self.found.guard(&property, end).cloned() else {
                continue;
            };
            let mut sources = self.edges.sources(&property, end);
            let chains = self.edges.chains.get(&property).into_iter().flatten();
            sources.extend(chains.filter(|(_, at)| *at == end).cloned());
            for source in sources {
                if self.protect(&source.0, source.1, &guard) {
                    open.push(source);
                }
            }
        }
    }

    /// Restrictions whose instances all have a property, with it.
    fn restrictions(&self) -> Vec<(Key, Key)> {
        let values = self.edges.values.iter().flat_map(|(class, own)| {
            own.iter()
                .map(move |(property, _)| (class.clone(), property.clone()))
        });
        values.chain(self.edges.some.iter().cloned()).collect()
    }

    /// Step 3: classes that tell a protected value, and all below them.
    fn follow_classes(&mut self) {
        let mut open = Vec::new();
        for (class, property) in self.restrictions() {
            let guard = self.found.guard(&property, End::Subject).cloned();
            open.extend(guard.map(|guard| (class, guard)));
        }
        while let Some((class, guard)) = open.pop() {
            let known = self.found.telling_classes.get(&class);
            if known.is_some_and(|known| known.role <= guard.role) {
                continue;
            }
            let below = self.edges.classes.get(&class).into_iter().flatten();
            open.extend(below.map(|low| (low.clone(), guard.clone())));
            self.found.telling_classes.insert(class, guard);
        }
    }

    /// Step 4: classes, properties and values that make entities.
    fn follow_entities(&mut self) {
        let all_have = self.restrictions().into_iter().filter(|(_, property)| {
            let ends = self.found.designating.get(property);
            ends.is_some_and(|ends| ends.contains(&End::Subject))
        });
        let all_have: Vec<Key> = all_have.map(|(class, _)| class).collect();
        self.found.classes.extend(all_have);
        let mut open: Vec<Key> = self.found.classes.iter().cloned().collect();
        while let Some(class) = open.pop() {
            for low in self.edges.classes.get(&class).into_iter().flatten() {
                if self.found.classes.insert(low.clone()) {
                    open.push(low.clone());
                }
            }
        }
        for class in self.found.classes.clone() {
            let listed = self.edges.listed.get(&class).into_iter().flatten();
            self.found.individuals.extend(listed.cloned());
            let ends = self.edges.ends.get(&class).cloned();
            for (property, end) in ends.into_iter().flatten() {
                self.designate(&property, end);
            }
            let values = self.edges.values.get(&class).cloned();
            for (property, value) in values.into_iter().flatten() {
                self.designate_by_value(&property, &value, End::Subject);
            }
        }
        self.follow_designating();
    }

    fn designate_by_value(&mut self, property: &str, value: &str, end: End) -> bool {
        let own = self.found.values.entry(property.to_owned());
        own.or_default().insert((value.to_owned(), end))
    }

    /// Properties from which one follows that makes an entity, alone or with a value.
    fn follow_designating(&mut self) {
        let known = self.found.designating.iter();
        let mut open: Vec<(Key, End)> = known
            .flat_map(|(property, ends)| ends.iter().map(|end| (property.clone(), *end)))
            .collect();
        while let Some((property, end)) = open.pop() {
            for (source, end) in self.edges.sources(&property, end) {
                if self.designate(&source, end) {
                    open.push((source, end));
                }
            }
        }
        let known = self.found.values.iter();
        let mut open: Vec<(Key, Key, End)> = known
            .flat_map(|(property, own)| {
                own.iter()
                    .map(|(v, end)| (property.clone(), v.clone(), *end))
            })
            .collect();
        while let Some((property, value, end)) = open.pop() {
            for (source, end) in self.edges.sources(&property, end) {
                if self.designate_by_value(&source, &value, end) {
                    open.push((source, value.clone(), end));
                }
            }
        }
    }
}
