//! A context found in a graph: entities and properties by number, or everything that is not there.

use bauta_table::{Fault, nearest_name};

use super::settings::short;
use super::{Closure, Context, SeveralValues};
use crate::collections::{Map, Set};
use crate::error::{Error, Result};
use crate::model::{Graph, Id, TermKind, Triple, iri, write_term};
use crate::protection::{Protection, Role};
use crate::sparql::{Asked, parsed};

/// A quasi-identifier of the entities.
#[derive(Debug, Clone)]
pub struct QuasiLinks {
    /// What it is called.
    pub name: String,
    /// The property.
    pub property: Id,
    /// Entity and value, ascending.
    pub links: Vec<(Id, Id)>,
    /// Its place in the context's list.
    pub place: usize,
}

/// A sensitive property of the entities.
#[derive(Debug, Clone)]
pub struct SensitiveLinks {
    /// What it is called.
    pub name: String,
    /// The property.
    pub property: Id,
    /// Entity and value, ascending.
    pub links: Vec<(Id, Id)>,
    /// The place of the declaration in the context's list; properties below share it.
    pub place: usize,
}

/// What the context names, in a graph.
#[derive(Debug, Clone, Default)]
pub struct Resolved {
    /// The entities, ascending.
    pub entities: Vec<Id>,
    /// By term, whether it is one.
    pub is_entity: Vec<bool>,
    /// How many entities each stands for, in their order; none where each is itself.
    pub weights: Vec<u64>,
    /// What is protected, closed under the vocabulary of the graph.
    pub closure: Closure,
    /// The class that entities are declared to be of, if one is.
    pub class: Option<Id>,
    /// Resources that were the same as entities, and are these entities now.
    pub aliases: Vec<Id>,
    /// Properties that are left out.
    pub identifiers: Vec<Id>,
    /// The triples of entities with these properties.
    pub identifying: Vec<Triple>,
    /// Quasi-identifiers.
    pub quasi_identifiers: Vec<QuasiLinks>,
    /// Sensitive properties, those below declared ones included.
    pub sensitive: Vec<SensitiveLinks>,
    /// Properties by which entities are made alike, if any are.
    pub neighbourhood: Vec<Id>,
    /// What is worth saying.
    pub notes: Vec<String>,
}

impl Resolved {
    /// Properties with published values: quasi-identifiers and sensitive ones.
    pub(crate) fn valued(&self) -> Set<Id> {
        let quasi = self.quasi_identifiers.iter();
        let quasi = quasi.map(|quasi| quasi.property);
        let sensitive = self.sensitive.iter();
        let sensitive = sensitive.map(|sensitive| sensitive.property);
        quasi.chain(sensitive).collect()
    }

    /// The links of a sensitive property.
    pub(crate) fn links_of(&self, property: Id) -> &[(Id, Id)] {
        let mut all = self.sensitive.iter();
        all.find(|sensitive| sensitive.property == property)
            .map(|sensitive| sensitive.links.as_slice())
            .unwrap_or_default()
    }

    /// Whether a term is an entity.
    pub fn is_entity(&self, id: Id) -> bool {
        self.is_entity.get(id as usize).copied().unwrap_or(false)
    }

    /// Lets entities stand for several that are alike in everything that is looked at.
    ///
    /// # Errors
    /// Another number of weights than of entities.
    pub(crate) fn weigh(&mut self, weights: &[u64]) -> Result<()> {
        if weights.len() != self.entities.len() {
            return Err(Error::internal(
                "the number of weights is not that of entities",
            ));
        }
        self.weights = weights.to_vec();
        self.notes = notes(self);
        Ok(())
    }

    /// How many entities one stands for.
    pub(crate) fn weight(&self, entity: Id) -> u64 {
        if self.weights.is_empty() {
            return 1;
        }
        self.entities
            .binary_search(&entity)
            .ok()
            .and_then(|place| self.weights.get(place))
            .copied()
            .unwrap_or(1)
    }

    /// How many entities there are.
    pub fn count(&self) -> u64 {
        if self.weights.is_empty() {
            self.entities.len() as u64
        } else {
            self.weights.iter().sum()
        }
    }
}

impl Context {
    /// Finds in a graph what the context names.
    ///
    /// # Errors
    /// Everything that the graph does not have, together.
    pub fn resolved(&self, graph: &Graph) -> Result<Resolved> {
        let protection = self.protection(graph);
        let mut faults = self.contradicted(&protection);
        let class = self.entities.class.as_ref();
        let mut found = Resolved {
            closure: Closure::of(graph, self, &protection),
            class: class.and_then(|name| graph.dictionary.find_iri(&self.known(name))),
            ..Resolved::default()
        };
        match self.entities_of(graph, &found.closure) {
            Ok(entities) => found.entities = entities,
            Err(Error::Faults(more)) => faults.extend(more),
            Err(other) => return Err(other),
        }
        found.is_entity = vec![false; graph.dictionary.len()];
        found
            .entities
            .iter()
            .for_each(|&id| found.is_entity[id as usize] = true);
        let predicates = Predicates::of(graph);
        for name in &self.identifiers.properties {
            predicates
                .find(graph, &self.known(name), name, &mut faults)
                .into_iter()
                .for_each(|id| found.identifiers.push(id));
        }
        found.identifying = graph
            .triples()
            .filter(|triple| {
                found.is_entity(triple.subject) && found.identifiers.contains(&triple.predicate)
            })
            .collect();
        for (place, quasi) in self.quasi_identifiers.iter().enumerate() {
            let Some(property) = predicates.find(
                graph,
                &self.known(&quasi.property),
                &quasi.property,
                &mut faults,
            ) else {
                continue;
            };
            let links = of_entities(graph, property, &found);
            let name = quasi.name();
            several_faults(quasi.several_values, &name, &links, &mut faults);
            found.quasi_identifiers.push(QuasiLinks {
                name,
                property,
                links,
                place,
            });
        }
        for (place, sensitive) in self.sensitive.iter().enumerate() {
            let properties = predicates.with_below(
                graph,
                &self.known(&sensitive.property),
                &sensitive.property,
                &mut faults,
            );
            for property in properties {
                let links = of_entities(graph, property, &found);
                let name = short(&graph.dictionary.label(property));
                found.sensitive.push(SensitiveLinks {
                    name,
                    property,
                    links,
                    place,
                });
            }
        }
        for name in self
            .neighbourhood
            .iter()
            .flat_map(|asked| &asked.properties)
        {
            found.neighbourhood.extend(predicates.find(
                graph,
                &self.known(name),
                name,
                &mut faults,
            ));
        }
        if !faults.is_empty() {
            return Err(Error::Faults(faults));
        }
        if self.neighbourhood.is_some() && found.neighbourhood.is_empty() {
            found.neighbourhood = self.other_properties(graph, &found);
        }
        found.notes = notes(&found);
        found.notes.extend(open_notes(&protection));
        found.notes.extend(self.designation_notes(graph, &found));
        Ok(found)
    }

    /// Declared roles that the vocabulary contradicts. Open properties are withheld instead.
    fn contradicted(&self, protection: &Protection) -> Vec<Fault> {
        let declared = self.declared();
        let of = |role: Role| match role {
            Role::Identifier => "an identifier",
            Role::Sensitive => "a sensitive property",
            Role::QuasiIdentifier => "a quasi-identifier",
        };
        let contradictions = protection.contradictions.iter();
        contradictions
            .filter_map(|(property, guard)| Some((property, declared.role(property)?, guard)))
            .map(|(property, role, guard)| {
                Fault::Request(format!(
                    "the property \"{property}\" is declared as {}, but {} (\"{}\") follows from it; declare it as that",
                    of(role),
                    of(guard.role),
                    guard.because
                ))
            })
            .collect()
    }

    /// Entities that are not instances of the class that was named, and resources with identifiers that are no entities.
    fn designation_notes(&self, graph: &Graph, found: &Resolved) -> Vec<String> {
        let mut notes = Vec::new();
        if let Some(class) = &self.entities.class {
            let known: Set<Id> = instances(graph, &self.known(class)).into_iter().collect();
            let others = found
                .entities
                .iter()
                .filter(|id| !known.contains(*id))
                .count();
            if others > 0 {
                notes.push(format!(
                    "{others} entities are not stated to be of \"{class}\" or of a class below it; they are protected for what follows, or for a sensitive property"
                ));
            }
        }
        let declared = found.identifiers.iter().copied();
        let declared = declared.chain(found.quasi_identifiers.iter().map(|quasi| quasi.property));
        for property in declared {
            let mut others: Vec<Id> = graph.each(Some(property)).map(|link| link.0).collect();
            others.retain(|id| {
                !found.is_entity(*id) && Some(*id) != graph.dictionary.find_iri(super::NOBODY)
            });
            others.sort_unstable();
            others.dedup();
            if !others.is_empty() {
                notes.push(format!(
                    "{} resources have \"{}\" and are no entities: theirs stays as it is; widen entities.class if they are people",
                    others.len(),
                    short(&graph.dictionary.label(property))
                ));
            }
        }
        notes
    }

    /// Properties of entities that nothing else deals with.
    fn other_properties(&self, graph: &Graph, found: &Resolved) -> Vec<Id> {
        let mut dealt: Set<Id> = found.identifiers.iter().copied().collect();
        dealt.extend(found.sensitive.iter().map(|sensitive| sensitive.property));
        dealt.extend(found.quasi_identifiers.iter().map(|quasi| quasi.property));
        let own = graph
            .triples()
            .filter(|triple| found.is_entity(triple.subject) || found.is_entity(triple.object))
            .filter(|triple| !dealt.contains(&triple.predicate));
        let properties: Set<Id> = own.map(|triple| triple.predicate).collect();
        let mut properties: Vec<Id> = properties.into_iter().collect();
        properties.sort_unstable();
        properties
    }

    /// The address of a name; names were checked when the context was read.
    fn known(&self, name: &str) -> String {
        self.iri(name).unwrap_or_else(|_| name.to_owned())
    }

    fn entities_of(&self, graph: &Graph, closure: &Closure) -> Result<Vec<Id>> {
        let mut entities = closure.entities(graph);
        if let Some(query) = &self.entities.query {
            let asked = selected(graph, query, &self.prefix_list())?;
            // A query that selects nothing is a mistake, also where a sensitive property makes entities of other resources.
            if asked.is_empty() {
                return Err(Error::request("the query of [entities] selects nothing"));
            }
            entities.extend(asked);
        }
        entities.sort_unstable();
        entities.dedup();
        match (entities.is_empty(), &self.entities.class) {
            (false, _) => Ok(entities),
            (true, Some(class)) => Err(Error::request(format!(
                "the graph has no instance of \"{class}\" or of a class below it"
            ))),
            (true, None) => Err(Error::request("[entities] makes an entity of nothing")),
        }
    }
}

/// The instances of a class, of all that are equivalent to it, and of all classes below it.
pub(crate) fn instances(graph: &Graph, class: &str) -> Vec<Id> {
    let Some(class) = graph.dictionary.find_iri(class) else {
        return Vec::new();
    };
    let mut edges = graph.links_of(iri::SUB_CLASS);
    for (a, b) in graph.links_of(iri::EQUIVALENT_CLASS) {
        edges.extend([(a, b), (b, a)]);
    }
    let below = below(&edges, class);
    let named = |id: Id| graph.dictionary.kind(id) != TermKind::Literal;
    graph
        .each_of(iri::TYPE)
        .filter(|(id, class)| below.contains(class) && named(*id))
        .map(|(id, _)| id)
        .collect()
}

/// A term and everything below it.
pub(crate) fn below(edges: &[(Id, Id)], top: Id) -> Set<Id> {
    let mut children: Map<Id, Vec<Id>> = Map::default();
    edges
        .iter()
        .for_each(|&(low, high)| children.entry(high).or_default().push(low));
    let mut found = Set::default();
    let mut open = vec![top];
    while let Some(id) = open.pop() {
        if found.insert(id) {
            open.extend(children.get(&id).into_iter().flatten());
        }
    }
    found
}

fn selected(graph: &Graph, query: &str, prefixes: &[(String, String)]) -> Result<Vec<Id>> {
    let (_, rows) = Asked::new(graph).select(&parsed(query, prefixes)?)?;
    let mut text = String::new();
    let ids = rows.into_iter().filter_map(|row| {
        text.clear();
        write_term(&mut text, row.first()?.as_ref()?.as_ref());
        graph
            .dictionary
            .find(&text)
            .filter(|&id| graph.dictionary.kind(id) != TermKind::Literal)
    });
    Ok(ids.collect())
}

/// The properties of a graph.
struct Predicates {
    used: Set<Id>,
}

impl Predicates {
    fn of(graph: &Graph) -> Self {
        Predicates {
            used: graph.predicates().iter().copied().collect(),
        }
    }

    fn find(
        &self,
        graph: &Graph,
        address: &str,
        name: &str,
        faults: &mut Vec<Fault>,
    ) -> Option<Id> {
        let id = graph
            .dictionary
            .find_iri(address)
            .filter(|id| self.used.contains(id));
        if id.is_none() {
            faults.push(self.absent(graph, name));
        }
        id
    }

    /// A property and those below it that the graph uses.
    fn with_below(
        &self,
        graph: &Graph,
        address: &str,
        name: &str,
        faults: &mut Vec<Fault>,
    ) -> Vec<Id> {
        let top = graph.dictionary.find_iri(address);
        let all = top
            .map(|top| below(&graph.links_of(iri::SUB_PROPERTY), top))
            .unwrap_or_default();
        let mut used: Vec<Id> = all
            .into_iter()
            .filter(|id| self.used.contains(id))
            .collect();
        used.sort_unstable_by_key(|&id| (Some(id) != top, id));
        if used.is_empty() {
            faults.push(self.absent(graph, name));
        }
        used
    }

    fn absent(&self, graph: &Graph, name: &str) -> Fault {
        let mut names: Vec<String> = self
            .used
            .iter()
            .map(|&id| short(&graph.dictionary.label(id)))
            .collect();
        names.sort_unstable();
        let nearest = nearest_name(&short(name), names.iter().map(String::as_str));
        let hint = nearest
            .map(|nearest| format!("; did you mean \"{nearest}\"?"))
            .unwrap_or_default();
        Fault::Request(format!(
            "the property \"{name}\" does not occur in the graph{hint}"
        ))
    }
}

fn of_entities(graph: &Graph, property: Id, found: &Resolved) -> Vec<(Id, Id)> {
    let mut links = graph.links(property);
    links.retain(|&(entity, _)| found.is_entity(entity));
    links
}

fn several_faults(policy: SeveralValues, name: &str, links: &[(Id, Id)], faults: &mut Vec<Fault>) {
    let several = links
        .chunk_by(|a, b| a.0 == b.0)
        .filter(|values| values.len() > 1)
        .count();
    if several > 0 && policy == SeveralValues::Refuse {
        faults.push(Fault::Request(format!(
            "{several} entities have several values of \"{name}\"; set several-values = \"set\", or correct them"
        )));
    }
}

/// Open properties from which protected ones follow.
fn open_notes(protection: &Protection) -> Vec<String> {
    let contradictions = protection.contradictions.iter();
    contradictions
        .map(|(property, guard)| {
            format!(
                "\"{}\" is declared open, but \"{}\" follows from it: it is left out",
                short(property),
                short(&guard.because)
            )
        })
        .collect()
}

/// Entities that lack something.
fn notes(found: &Resolved) -> Vec<String> {
    let lacking = |links: &[(Id, Id)]| {
        let having = links
            .chunk_by(|a, b| a.0 == b.0)
            .filter_map(|links| links.first());
        found.count() - having.map(|link| found.weight(link.0)).sum::<u64>()
    };
    let mut notes = Vec::new();
    for quasi in &found.quasi_identifiers {
        let lacking = lacking(&quasi.links);
        if lacking > 0 {
            notes.push(match lacking {
                1 => format!("1 entity has no \"{}\"", quasi.name),
                _ => format!("{lacking} entities have no \"{}\"", quasi.name),
            });
        }
    }
    for sensitive in &found.sensitive {
        let lacking = lacking(&sensitive.links);
        if lacking > 0 {
            let name = &sensitive.name;
            notes.push(match lacking {
                1 => format!("1 entity has no \"{name}\", and the release shows that it has none"),
                _ => format!(
                    "{lacking} entities have no \"{name}\", and the release shows that they have none"
                ),
            });
        }
    }
    notes
}
