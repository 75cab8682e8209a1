//! Rules on columns: what follows from the schema, until nothing new does.

use crate::collections::{Map, Set};
use crate::model::{Graph, Id, Triple, iri};

/// What the ontology says about properties, and which terms are the same.
#[derive(Debug, Default, Clone)]
pub struct Schema {
    /// For each property those that follow from it; `true` where subject and object change places.
    follows: Map<Id, Vec<(Id, bool)>>,
    transitive: Set<Id>,
    domain: Map<Id, Vec<Id>>,
    range: Map<Id, Vec<Id>>,
    functional: Set<Id>,
    inverse_functional: Set<Id>,
    classes: Map<Id, Vec<Id>>,
    kind: Option<Id>,
    /// By term, another that is the same and comes before it; itself for most.
    same: Map<Id, Id>,
}

impl Schema {
    /// What a graph says.
    pub fn of(graph: &Graph) -> Self {
        let mut schema = Schema { kind: graph.dictionary.find_iri(iri::TYPE), ..Schema::default() };
        let links = |iri: &str| graph.links_of(iri);
        for (low, high) in links(iri::SUB_PROPERTY) {
            schema.follow(low, high, false);
        }
        for (a, b) in links(iri::EQUIVALENT_PROPERTY) {
            schema.follow(a, b, false);
            schema.follow(b, a, false);
        }
        for (a, b) in links(iri::INVERSE) {
            schema.follow(a, b, true);
            schema.follow(b, a, true);
        }
        for (low, high) in links(iri::SUB_CLASS) {
            schema.classes.entry(low).or_default().push(high);
        }
        for (a, b) in links(iri::EQUIVALENT_CLASS) {
            schema.classes.entry(a).or_default().push(b);
            schema.classes.entry(b).or_default().push(a);
        }
        links(iri::DOMAIN)
            .into_iter()
            .for_each(|(property, class)| schema.domain.entry(property).or_default().push(class));
        links(iri::RANGE)
            .into_iter()
            .for_each(|(property, class)| schema.range.entry(property).or_default().push(class));
        let kinds = [iri::SYMMETRIC, iri::TRANSITIVE, iri::FUNCTIONAL, iri::INVERSE_FUNCTIONAL];
        let kinds = kinds.map(|iri| graph.dictionary.find_iri(iri));
        for (property, class) in graph.each(schema.kind) {
            match kinds.iter().position(|kind| *kind == Some(class)) {
                Some(0) => schema.follow(property, property, true),
                Some(1) => {
                    schema.transitive.insert(property);
                }
                Some(2) => {
                    schema.functional.insert(property);
                }
                Some(_) => {
                    schema.inverse_functional.insert(property);
                }
                None => {}
            }
        }
        links(iri::SAME_AS).into_iter().for_each(|(a, b)| {
            schema.join(a, b);
        });
        schema
    }

    fn follow(&mut self, from: Id, to: Id, turned: bool) {
        let known = self.follows.entry(from).or_default();
        if !known.contains(&(to, turned)) {
            known.push((to, turned));
        }
    }

    /// The term that stands for all that are the same.
    pub fn same(&self, mut id: Id) -> Id {
        while let Some(&before) = self.same.get(&id) {
            id = before;
        }
        id
    }

    /// Makes two terms one; whether they were not yet.
    fn join(&mut self, a: Id, b: Id) -> bool {
        let (a, b) = (self.same(a), self.same(b));
        if a != b {
            self.same.insert(a.max(b), a.min(b));
        }
        a != b
    }

    /// Properties whose links can lead to links of these, or make terms the same.
    pub fn relevant(&self, targets: &Set<Id>) -> Set<Id> {
        let merging = self.functional.iter().chain(&self.inverse_functional);
        let ends: Vec<Id> = targets.iter().chain(merging).copied().collect();
        let sources: Vec<Id> = ends.iter().flat_map(|&end| self.sources(end)).collect();
        ends.into_iter().chain(sources).chain(self.kind.filter(|kind| targets.contains(kind))).collect()
    }

    /// The properties from which a property follows, itself left out unless it turns on itself.
    pub fn sources(&self, property: Id) -> Vec<Id> {
        let mut found = Vec::new();
        let mut open = vec![property];
        while let Some(of) = open.pop() {
            for (&from, to) in &self.follows {
                if to.iter().any(|(to, _)| *to == of) && !found.contains(&from) {
                    found.push(from);
                    open.push(from);
                }
            }
        }
        found
    }
}

/// All triples that follow, those given included, over terms that stand for all that are the same; and which are.
pub fn closure(triples: &[Triple], schema: &Schema) -> (Vec<Triple>, Schema) {
    let mut schema = schema.clone();
    loop {
        let all = Closing::new(triples, &schema).run();
        if !merges(&all, &mut schema) {
            return (all, schema);
        }
    }
}

/// What functional properties make the same; whether anything is new.
fn merges(all: &[Triple], schema: &mut Schema) -> bool {
    let mut object_of: Map<(Id, Id), Id> = Map::default();
    let mut subject_of: Map<(Id, Id), Id> = Map::default();
    let mut found = Vec::new();
    for triple in all {
        if schema.functional.contains(&triple.predicate) {
            let first = *object_of.entry((triple.predicate, triple.subject)).or_insert(triple.object);
            found.push((first, triple.object));
        }
        if schema.inverse_functional.contains(&triple.predicate) {
            let first = *subject_of.entry((triple.predicate, triple.object)).or_insert(triple.subject);
            found.push((first, triple.subject));
        }
    }
    let mut new = false;
    for (a, b) in found {
        new |= schema.join(a, b);
    }
    new
}

/// A closure under way: new triples are looked at once.
struct Closing<'s> {
    schema: &'s Schema,
    known: Set<Triple>,
    open: Vec<Triple>,
    /// For transitive properties: objects by subject, and subjects by object.
    ahead: Map<(Id, Id), Vec<Id>>,
    back: Map<(Id, Id), Vec<Id>>,
}

impl<'s> Closing<'s> {
    fn new(triples: &[Triple], schema: &'s Schema) -> Self {
        let mut closing =
            Closing { schema, known: Set::default(), open: Vec::new(), ahead: Map::default(), back: Map::default() };
        for triple in triples {
            closing.add(schema.same(triple.subject), schema.same(triple.predicate), schema.same(triple.object));
        }
        closing
    }

    fn add(&mut self, subject: Id, predicate: Id, object: Id) {
        let triple = Triple { subject, predicate, object };
        if self.known.insert(triple) {
            self.open.push(triple);
        }
    }

    fn run(mut self) -> Vec<Triple> {
        let schema = self.schema;
        let same = |id: Id| schema.same(id);
        while let Some(Triple { subject, predicate, object }) = self.open.pop() {
            for &(other, turned) in schema.follows.get(&predicate).into_iter().flatten() {
                let (a, b) = if turned { (object, subject) } else { (subject, object) };
                self.add(a, same(other), b);
            }
            if let Some(kind) = schema.kind {
                schema
                    .domain
                    .get(&predicate)
                    .into_iter()
                    .flatten()
                    .for_each(|&class| self.add(subject, kind, same(class)));
                schema
                    .range
                    .get(&predicate)
                    .into_iter()
                    .flatten()
                    .for_each(|&class| self.add(object, kind, same(class)));
                if predicate == kind {
                    schema
                        .classes
                        .get(&object)
                        .into_iter()
                        .flatten()
                        .for_each(|&class| self.add(subject, kind, same(class)));
                }
            }
            if schema.transitive.contains(&predicate) {
                self.ahead.entry((predicate, subject)).or_default().push(object);
                self.back.entry((predicate, object)).or_default().push(subject);
                let further = self.ahead.get(&(predicate, object)).cloned().unwrap_or_default();
                further.into_iter().for_each(|further| self.add(subject, predicate, further));
                let before = self.back.get(&(predicate, subject)).cloned().unwrap_or_default();
                before.into_iter().for_each(|before| self.add(before, predicate, object));
            }
        }
        let mut all: Vec<Triple> = self.known.into_iter().collect();
        all.sort_unstable();
        all
    }
}
