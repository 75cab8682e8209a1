//! Rules on columns: what follows from the schema, until nothing new does.

use super::schema::Schema;
use crate::collections::{Map, Set};
use crate::model::{Id, Triple};

/// All triples that follow, those given included, over terms that stand for all that are the same; and which are.
pub fn closure(triples: &[Triple], schema: &Schema) -> (Vec<Triple>, Schema) {
    let mut schema = schema.clone();
    loop {
        let canonical = schema.canonical();
        let all = Closing::new(triples, &canonical).run();
        if !merges(&all, &canonical, &mut schema) {
            return (all, schema);
        }
    }
}

/// What functional properties, keys and cardinalities of one make the same; whether anything is new.
fn merges(all: &[Triple], canonical: &Schema, schema: &mut Schema) -> bool {
    let functional = functional_merges(all, canonical, schema);
    let keys = canonical.keys.iter().fold(false, |new, key| {
        keyed_merges(all, canonical, key, schema) | new
    });
    let most = &canonical.at_most_one;
    most.iter().fold(functional | keys, |new, most| {
        limited_merges(all, canonical, *most, schema) | new
    })
}

/// Instances of a class that share a value of each property of its key.
fn keyed_merges(
    all: &[Triple],
    canonical: &Schema,
    (class, properties): &(Id, Vec<Id>),
    schema: &mut Schema,
) -> bool {
    let instances = instances(all, canonical, *class);
    let mut values: Map<Id, Vec<Vec<Id>>> = Map::default();
    for triple in all
        .iter()
        .filter(|triple| instances.contains(&triple.subject))
    {
        for (at, _) in properties
            .iter()
            .enumerate()
            .filter(|(_, property)| **property == triple.predicate)
        {
            let own = values
                .entry(triple.subject)
                .or_insert_with(|| vec![Vec::new(); properties.len()]);
            own[at].push(triple.object);
        }
    }
    let mut owner: Map<Vec<Id>, Id> = Map::default();
    let mut new = false;
    for (instance, lists) in values {
        // No value of a property: no key. Several: each combination is one.
        let keys = lists
            .iter()
            .fold(vec![Vec::new()], |keys: Vec<Vec<Id>>, list| {
                keys.iter()
                    .flat_map(|key| {
                        list.iter()
                            .map(move |&one| [key.as_slice(), &[one]].concat())
                    })
                    .collect()
            });
        for key in keys {
            let first = *owner.entry(key).or_insert(instance);
            new |= schema.join(first, instance);
        }
    }
    new
}

/// Values of a property of which instances of a class have one at most.
fn limited_merges(
    all: &[Triple],
    canonical: &Schema,
    (class, property, of): (Id, Id, Option<Id>),
    schema: &mut Schema,
) -> bool {
    let holders = instances(all, canonical, class);
    let counted = of.map(|of| instances(all, canonical, of));
    let mut value: Map<Id, Id> = Map::default();
    let mut new = false;
    for triple in all
        .iter()
        .filter(|triple| triple.predicate == property && holders.contains(&triple.subject))
    {
        if counted
            .as_ref()
            .is_none_or(|counted| counted.contains(&triple.object))
        {
            let first = *value.entry(triple.subject).or_insert(triple.object);
            new |= schema.join(first, triple.object);
        }
    }
    new
}

fn instances(all: &[Triple], canonical: &Schema, class: Id) -> Set<Id> {
    let of_class =
        |triple: &&Triple| Some(triple.predicate) == canonical.kind && triple.object == class;
    all.iter()
        .filter(of_class)
        .map(|triple| triple.subject)
        .collect()
}

fn functional_merges(all: &[Triple], canonical: &Schema, schema: &mut Schema) -> bool {
    let mut object_of: Map<(Id, Id), Id> = Map::default();
    let mut subject_of: Map<(Id, Id), Id> = Map::default();
    let mut new = false;
    for triple in all {
        if canonical.functional.contains(&triple.predicate) {
            let first = *object_of
                .entry((triple.predicate, triple.subject))
                .or_insert(triple.object);
            new |= schema.join(first, triple.object);
        }
        if canonical.inverse_functional.contains(&triple.predicate) {
            let first = *subject_of
                .entry((triple.predicate, triple.object))
                .or_insert(triple.subject);
            new |= schema.join(first, triple.subject);
        }
    }
    new
}

/// A closure under way: new triples are looked at once.
struct Closing<'s> {
    schema: &'s Schema,
    known: Set<Triple>,
    open: Vec<Triple>,
    /// Properties that stand first and second in a join, with the other and what follows.
    first: Map<Id, Vec<(Id, Id)>>,
    second: Map<Id, Vec<(Id, Id)>>,
    /// For these properties: objects by subject, and subjects by object.
    ahead: Map<(Id, Id), Vec<Id>>,
    back: Map<(Id, Id), Vec<Id>>,
}

impl<'s> Closing<'s> {
    fn new(triples: &[Triple], schema: &'s Schema) -> Self {
        let mut first: Map<Id, Vec<(Id, Id)>> = Map::default();
        let mut second: Map<Id, Vec<(Id, Id)>> = Map::default();
        for &(a, b, result) in &schema.joins {
            first.entry(a).or_default().push((b, result));
            second.entry(b).or_default().push((a, result));
        }
        let (known, open) = (Set::default(), Vec::new());
        let mut closing = Closing {
            schema,
            known,
            open,
            first,
            second,
            ahead: Map::default(),
            back: Map::default(),
        };
        for triple in triples {
            closing.add(
                schema.same(triple.subject),
                schema.same(triple.predicate),
                schema.same(triple.object),
            );
        }
        closing
    }

    fn add(&mut self, subject: Id, predicate: Id, object: Id) {
        let triple = Triple {
            subject,
            predicate,
            object,
        };
        if self.known.insert(triple) {
            self.open.push(triple);
        }
    }

    fn run(mut self) -> Vec<Triple> {
        while let Some(triple) = self.open.pop() {
            self.followed(triple);
            self.typed(triple);
            self.joined(triple);
        }
        let mut all: Vec<Triple> = self.known.into_iter().collect();
        all.sort_unstable();
        all
    }

    /// Properties below, equivalent, inverse, symmetric.
    fn followed(
        &mut self,
        Triple {
            subject,
            predicate,
            object,
        }: Triple,
    ) {
        let schema = self.schema;
        for &(other, turned) in schema.follows.get(&predicate).into_iter().flatten() {
            let (a, b) = if turned {
                (object, subject)
            } else {
                (subject, object)
            };
            self.add(a, other, b);
        }
    }

    /// Domains, ranges, classes above, and links that all instances of a class have.
    fn typed(
        &mut self,
        Triple {
            subject,
            predicate,
            object,
        }: Triple,
    ) {
        let schema = self.schema;
        let Some(kind) = schema.kind else { return };
        for &class in schema.domain.get(&predicate).into_iter().flatten() {
            self.add(subject, kind, class);
        }
        for &class in schema.range.get(&predicate).into_iter().flatten() {
            self.add(object, kind, class);
        }
        if predicate == kind {
            for &class in schema.classes.get(&object).into_iter().flatten() {
                self.add(subject, kind, class);
            }
        }
        for &(class, (property, value)) in &schema.has_value {
            if predicate == kind && object == class {
                self.add(subject, property, value);
            }
            if (predicate, object) == (property, value) {
                self.add(subject, kind, class);
            }
        }
    }

    /// Transitive properties and chains.
    fn joined(
        &mut self,
        Triple {
            subject,
            predicate,
            object,
        }: Triple,
    ) {
        if let Some(joins) = self.first.get(&predicate).cloned() {
            self.back
                .entry((predicate, object))
                .or_default()
                .push(subject);
            for (other, result) in joins {
                let further = self
                    .ahead
                    .get(&(other, object))
                    .cloned()
                    .unwrap_or_default();
                further
                    .into_iter()
                    .for_each(|further| self.add(subject, result, further));
            }
        }
        if let Some(joins) = self.second.get(&predicate).cloned() {
            self.ahead
                .entry((predicate, subject))
                .or_default()
                .push(object);
            for (other, result) in joins {
                let before = self
                    .back
                    .get(&(other, subject))
                    .cloned()
                    .unwrap_or_default();
                before
                    .into_iter()
                    .for_each(|before| self.add(before, result, object));
            }
        }
    }
}
