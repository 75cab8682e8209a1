//! What an ontology says about properties: which follow from which, alone or one after the other, and what makes terms the same.

use crate::collections::{Map, Set};
use crate::model::{Graph, Id, iri};

/// Names of steps inside a property chain are counted down from here; no graph has so many terms.
const STEPS: Id = Id::MAX - 1;

/// What the ontology says about properties, and which terms are the same.
#[derive(Debug, Default, Clone)]
pub struct Schema {
    /// For each property those that follow from it; `true` where subject and object change places.
    pub(super) follows: Map<Id, Vec<(Id, bool)>>,
    /// A property, another behind it, and what follows from both: transitive properties and steps of chains.
    pub(super) joins: Vec<(Id, Id, Id)>,
    pub(super) domain: Map<Id, Vec<Id>>,
    pub(super) range: Map<Id, Vec<Id>>,
    pub(super) functional: Set<Id>,
    pub(super) inverse_functional: Set<Id>,
    pub(super) classes: Map<Id, Vec<Id>>,
    /// A class, and a link that all its instances have.
    pub(super) has_value: Vec<(Id, (Id, Id))>,
    /// Classes whose instances are the same where they share a value of each of some properties.
    pub(super) keys: Vec<(Id, Vec<Id>)>,
    /// Classes whose instances have one value of a property at most, of those in another class if one is named.
    pub(super) at_most_one: Vec<(Id, Id, Option<Id>)>,
    pub(super) kind: Option<Id>,
    /// By term, another that is the same and comes before it; itself for most.
    same: Map<Id, Id>,
}

impl Schema {
    /// What a graph says.
    pub fn of(graph: &Graph) -> Self {
        let mut schema = Schema {
            kind: graph.dictionary.find_iri(iri::TYPE),
            ..Schema::default()
        };
        schema.properties(graph);
        schema.kinds(graph);
        schema.chains(graph);
        schema.add_classes(graph);
        schema.add_merging_classes(graph);
        graph.links_of(iri::SAME_AS).into_iter().for_each(|(a, b)| {
            schema.join(a, b);
        });
        schema
    }

    fn properties(&mut self, graph: &Graph) {
        for (low, high) in graph.links_of(iri::SUB_PROPERTY) {
            self.follow(low, high, false);
        }
        for (a, b) in graph.links_of(iri::EQUIVALENT_PROPERTY) {
            self.follow(a, b, false);
            self.follow(b, a, false);
        }
        for (a, b) in graph.links_of(iri::INVERSE) {
            self.follow(a, b, true);
            self.follow(b, a, true);
        }
    }

    fn kinds(&mut self, graph: &Graph) {
        let kinds = [
            iri::SYMMETRIC,
            iri::TRANSITIVE,
            iri::FUNCTIONAL,
            iri::INVERSE_FUNCTIONAL,
        ];
        let kinds = kinds.map(|iri| graph.dictionary.find_iri(iri));
        if kinds.iter().all(Option::is_none) {
            return;
        }
        for (property, class) in graph.each(self.kind) {
            match kinds.iter().position(|kind| *kind == Some(class)) {
                Some(0) => self.follow(property, property, true),
                Some(1) => self.joins.push((property, property, property)),
                Some(2) => {
                    self.functional.insert(property);
                }
                Some(_) => {
                    self.inverse_functional.insert(property);
                }
                None => {}
            }
        }
    }

    /// Chains two properties at a time: what follows from the first two is a step, and so on.
    fn chains(&mut self, graph: &Graph) {
        let mut next = STEPS;
        for (property, list) in graph.links_of(iri::CHAIN) {
            let members = list_of(graph, list);
            let Some((last, before)) = members.split_last() else {
                continue;
            };
            let Some((first, middle)) = before.split_first() else {
                self.follow(*last, property, false);
                continue;
            };
            let mut so_far = *first;
            for &member in middle {
                self.joins.push((so_far, member, next));
                so_far = next;
                next -= 1;
            }
            self.joins.push((so_far, *last, property));
        }
    }

    fn add_classes(&mut self, graph: &Graph) {
        for (low, high) in graph.links_of(iri::SUB_CLASS) {
            self.classes.entry(low).or_default().push(high);
        }
        for (a, b) in graph.links_of(iri::EQUIVALENT_CLASS) {
            self.classes.entry(a).or_default().push(b);
            self.classes.entry(b).or_default().push(a);
        }
        for (property, class) in graph.links_of(iri::DOMAIN) {
            self.domain.entry(property).or_default().push(class);
        }
        for (property, class) in graph.links_of(iri::RANGE) {
            self.range.entry(property).or_default().push(class);
        }
        let on: Map<Id, Id> = graph.links_of(iri::ON_PROPERTY).into_iter().collect();
        for (class, value) in graph.links_of(iri::HAS_VALUE) {
            self.has_value
                .extend(on.get(&class).map(|&property| (class, (property, value))));
        }
    }

    /// Keys, and restrictions to one value.
    fn add_merging_classes(&mut self, graph: &Graph) {
        for (class, list) in graph.links_of(iri::HAS_KEY) {
            let properties = list_of(graph, list);
            if !properties.is_empty() {
                self.keys.push((class, properties));
            }
        }
        let on: Map<Id, Id> = graph.links_of(iri::ON_PROPERTY).into_iter().collect();
        let of: Map<Id, Id> = graph.links_of(iri::ON_CLASS).into_iter().collect();
        let thing = graph.dictionary.find_iri(iri::THING);
        for restriction in [
            iri::MAX_CARDINALITY,
            iri::CARDINALITY,
            iri::MAX_QUALIFIED,
            iri::QUALIFIED,
        ] {
            for (class, count) in graph.links_of(restriction) {
                let one = graph.dictionary.text(count).starts_with("\"1\"");
                let Some(&property) = on.get(&class).filter(|_| one) else {
                    continue;
                };
                self.at_most_one.push((
                    class,
                    property,
                    of.get(&class).copied().filter(|&of| Some(of) != thing),
                ));
            }
        }
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
    pub(super) fn join(&mut self, a: Id, b: Id) -> bool {
        let (a, b) = (self.same(a), self.same(b));
        if a != b {
            self.same.insert(a.max(b), a.min(b));
        }
        a != b
    }

    /// Forgets which terms are the same.
    pub(super) fn apart(mut self) -> Self {
        self.same.clear();
        self
    }

    /// The same about the terms that stand for all that are the same.
    pub(super) fn canonical(&self) -> Schema {
        let same = |id: Id| self.same(id);
        let mut schema = Schema {
            kind: self.kind.map(same),
            same: self.same.clone(),
            ..Schema::default()
        };
        for (&from, to) in &self.follows {
            to.iter()
                .for_each(|&(to, turned)| schema.follow(same(from), same(to), turned));
        }
        schema.joins = self
            .joins
            .iter()
            .map(|&(a, b, c)| (same(a), same(b), same(c)))
            .collect();
        for (lists, own) in [
            (&self.domain, &mut schema.domain),
            (&self.range, &mut schema.range),
            (&self.classes, &mut schema.classes),
        ] {
            for (&of, list) in lists {
                own.entry(same(of))
                    .or_default()
                    .extend(list.iter().map(|&class| same(class)));
            }
        }
        schema.functional = self.functional.iter().map(|&id| same(id)).collect();
        schema.inverse_functional = self.inverse_functional.iter().map(|&id| same(id)).collect();
        schema.keys = self
            .keys
            .iter()
            .map(|(c, own)| (same(*c), own.iter().map(|&p| same(p)).collect()))
            .collect();
        schema.at_most_one = self
            .at_most_one
            .iter()
            .map(|&(c, p, of)| (same(c), same(p), of.map(same)))
            .collect();
        schema.has_value = self
            .has_value
            .iter()
            .map(|&(c, (p, v))| (same(c), (same(p), same(v))))
            .collect();
        schema
    }

    /// Whether a property is a step inside a chain, which no graph has.
    pub(super) fn is_step(id: Id, graph_terms: usize) -> bool {
        id as usize >= graph_terms
    }

    /// Properties whose links can lead to links of these, or make terms the same.
    pub fn relevant(&self, targets: &Set<Id>) -> Set<Id> {
        let merging = self.functional.iter().chain(&self.inverse_functional);
        let keyed = self.keys.iter().flat_map(|(_, properties)| properties);
        let merging = merging
            .chain(keyed)
            .chain(self.at_most_one.iter().map(|(_, property, _)| property));
        let mut ends: Vec<Id> = targets.iter().chain(merging).copied().collect();
        if !self.keys.is_empty() || !self.at_most_one.is_empty() {
            ends.extend(self.kind);
        }
        let sources: Vec<Id> = ends.iter().flat_map(|&end| self.sources(end)).collect();
        ends.into_iter().chain(sources).collect()
    }

    /// The properties from which a property follows, itself left out unless it turns on itself. Types are a property too.
    pub fn sources(&self, property: Id) -> Vec<Id> {
        let mut found: Vec<Id> = Vec::new();
        let mut open = vec![property];
        while let Some(of) = open.pop() {
            for from in self.direct_sources(of) {
                if !found.contains(&from) {
                    found.push(from);
                    open.push(from);
                }
            }
        }
        found
    }

    fn direct_sources(&self, of: Id) -> Vec<Id> {
        let leads = |to: &[(Id, bool)]| to.iter().any(|(to, _)| *to == of);
        let mut found: Vec<Id> = self
            .follows
            .iter()
            .filter(|(_, to)| leads(to))
            .map(|(&from, _)| from)
            .collect();
        for &(first, second, result) in self
            .joins
            .iter()
            .filter(|join| join.2 == of && join.0 != of)
        {
            debug_assert_eq!(result, of);
            found.extend([first, second]);
        }
        found.extend(self.kind.filter(|_| {
            self.has_value
                .iter()
                .any(|(_, (property, _))| *property == of)
        }));
        if Some(of) == self.kind {
            found.extend(self.domain.keys().chain(self.range.keys()));
            found.extend(self.has_value.iter().map(|(_, (property, _))| *property));
        }
        found
    }
}

/// The members of an RDF list; nothing beyond a link that leads back.
fn list_of(graph: &Graph, list: Id) -> Vec<Id> {
    let first: Map<Id, Id> = graph.each_of(iri::FIRST).collect();
    let rest: Map<Id, Id> = graph.each_of(iri::REST).collect();
    let (mut members, mut seen, mut at) = (Vec::new(), Set::default(), list);
    while let Some(&member) = first.get(&at).filter(|_| seen.insert(at)) {
        members.push(member);
        let Some(&next) = rest.get(&at) else { break };
        at = next;
    }
    members
}
