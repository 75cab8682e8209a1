//! The closure itself, over sets of IRIs until nothing new follows.

use super::edges::{Edges, Key};
use super::{Declared, End, Guard, Protection, Role, Vocabulary};
use crate::model::iri;

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
