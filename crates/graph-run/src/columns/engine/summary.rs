//! A small graph that stands for a large one: the ontology, and one entity for each combination of values, which counts for all that have it.
//!
//! Whatever decides and whatever judges looks at values and counts only, so that the release of this graph tells what becomes of every entity
//! of the large one: those of a combination are published alike.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use arrow_array::{ArrayRef, Int64Array};
use bauta_engines::Counted;
use bauta_engines::triples::id_of;
use bauta_graph::context::{Context, Entailment, Identifiers, NOBODY};
use bauta_graph::release::Release;
use bauta_graph::{Graph, Id, TermKind, Triple, iri};

use super::asked::{Asked, numbers_in};
use super::entities::Named;
use super::schema::Schema;
use bauta_messages::{Error, Result};

/// The small graph.
pub(super) struct Summary {
    pub(super) graph: Graph,
    /// The entity of each combination, and what it counts for.
    pub(super) entities: Vec<Id>,
    pub(super) weights: Vec<u64>,
    /// All values that occur.
    pub(super) values: BTreeSet<i64>,
    /// Terms that it had before anything was decided.
    before: Id,
}

/// The context of the small graph: names and links of single entities are dealt with in the large one.
pub(super) fn context_of(context: &Context) -> Context {
    Context {
        identifiers: Identifiers {
            replace: false,
            derived: false,
            properties: Vec::new(),
        },
        neighbourhood: None,
        entailment: Entailment::None,
        ..context.clone()
    }
}

impl Summary {
    pub(super) fn of(
        asked: &Asked<'_>,
        context: &Context,
        schema: &Schema,
        named: &Named,
        counted: Option<&Counted>,
        entities: u64,
    ) -> Result<Summary> {
        let (rows, weights) = match counted {
            Some(counted) => (
                numbers_in(&counted.keys, named.attributes.len())?,
                counted.weights.clone(),
            ),
            None => (vec![Vec::new()], vec![entities]),
        };
        let values: BTreeSet<i64> = rows.iter().flatten().flatten().copied().collect();
        let kinds = kinds_of(asked, &values)?;
        let mut needed: BTreeSet<i64> = values.iter().copied().chain(schema.terms()).collect();
        needed.extend(kinds.iter().flat_map(|&(value, class)| [value, class]));
        let mut graph = Graph::default();
        let known = terms(asked, &needed, &mut graph)?;
        asked.predicates.iter().for_each(|predicate| {
            graph.dictionary.intern(&predicate.text);
        });
        let push = |graph: &mut Graph, subject: Id, predicate: &str, object: i64| -> Result<()> {
            let object = *known.get(&object).ok_or_else(lost)?;
            let predicate = graph.dictionary.intern(predicate);
            graph.push(Triple {
                subject,
                predicate,
                object,
            });
            Ok(())
        };
        let kind = format!("<{}>", iri::TYPE);
        let of_kind = kinds.iter().map(|link| (&kind, link));
        let statements = schema
            .links
            .iter()
            .flat_map(|(predicate, links)| links.iter().map(move |link| (predicate, link)));
        for (predicate, &(subject, object)) in statements.chain(of_kind) {
            push(
                &mut graph,
                *known.get(&subject).ok_or_else(lost)?,
                predicate,
                object,
            )?;
        }
        let class = context.entities.class.as_deref().unwrap_or_default();
        let class = format!(
            "<{}>",
            context.iri(class).unwrap_or_else(|_| class.to_owned())
        );
        let mut entities = Vec::with_capacity(rows.len());
        for (place, row) in rows.iter().enumerate() {
            let entity = graph
                .dictionary
                .intern(&format!("<urn:bauta:combination:{place}>"));
            entities.push(entity);
            for (attribute, value) in named.attributes.iter().zip(row) {
                if let Some(value) = value {
                    push(&mut graph, entity, &attribute.property, *value)?;
                }
            }
        }
        declared(&mut graph, context, named, &entities, &kind, &class);
        let before = graph.dictionary.len() as Id;
        Ok(Summary {
            graph,
            entities,
            weights,
            values,
            before,
        })
    }

    /// What is published of each combination.
    pub(super) fn published(
        &self,
        named: &Named,
        context: &Context,
        release: &Release,
    ) -> Published {
        let place_of: HashMap<Id, usize> = self
            .entities
            .iter()
            .enumerate()
            .map(|(place, &id)| (id, place))
            .collect();
        let dictionary = &self.graph.dictionary;
        let quasi: Vec<Option<Id>> = named
            .attributes
            .iter()
            .map(|attribute| dictionary.find(&attribute.property))
            .collect();
        let in_group = dictionary.find_iri(&context.vocabulary.iri("inGroup"));
        let mut found = Published {
            rows: vec![Row::default(); self.entities.len()],
            shared: Vec::new(),
        };
        found
            .rows
            .iter_mut()
            .for_each(|row| row.objects = vec![None; named.attributes.len()]);
        for triple in release.edits.added() {
            let Some(row) = place_of
                .get(&triple.subject)
                .and_then(|&place| found.rows.get_mut(place))
            else {
                found.shared.push(*triple);
                continue;
            };
            if Some(triple.predicate) == in_group {
                row.groups.push(triple.object);
            } else if let Some(place) = quasi.iter().position(|id| *id == Some(triple.predicate)) {
                row.objects[place] = Some(triple.object);
            }
        }
        found
    }

    /// The texts of terms in the large graph: blank nodes of the release get the names that are next there.
    pub(super) fn texts(
        &self,
        ids: &BTreeSet<Id>,
        next: &mut dyn FnMut() -> String,
    ) -> BTreeMap<Id, String> {
        let text = |&id: &Id| {
            let new = id >= self.before && self.graph.dictionary.kind(id) == TermKind::Blank;
            (
                id,
                if new {
                    next()
                } else {
                    self.graph.dictionary.text(id).to_owned()
                },
            )
        };
        ids.iter().map(text).collect()
    }
}

/// What is published of a combination: an object for each quasi-identifier, and groups.
#[derive(Clone, Default)]
pub(super) struct Row {
    pub(super) objects: Vec<Option<Id>>,
    pub(super) groups: Vec<Id>,
}

/// What is published, by the numbers of the small graph.
pub(super) struct Published {
    pub(super) rows: Vec<Row>,
    /// New triples about groups and ranges, which entities share.
    pub(super) shared: Vec<Triple>,
}

impl Published {
    /// The most groups of a combination.
    pub(super) fn groups(&self) -> usize {
        self.rows
            .iter()
            .map(|row| row.groups.len())
            .max()
            .unwrap_or(0)
    }
}

/// Classes of values.
fn kinds_of(asked: &Asked<'_>, values: &BTreeSet<i64>) -> Result<Vec<(i64, i64)>> {
    let Some(table) = asked.links_of(iri::TYPE).filter(|_| !values.is_empty()) else {
        return Ok(Vec::new());
    };
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(values.iter().copied()));
    asked.given("valued", vec![("id", ids)])?;
    let query = format!(
        "SELECT DISTINCT d.subject, d.object FROM {table} AS d JOIN valued AS v ON d.subject = v.id"
    );
    let mut kinds = asked.pairs(&query)?;
    kinds.sort_unstable();
    Ok(kinds)
}

/// Terms by number, interned in the order of the folder.
fn terms(asked: &Asked<'_>, needed: &BTreeSet<i64>, graph: &mut Graph) -> Result<HashMap<i64, Id>> {
    if needed.is_empty() {
        return Ok(HashMap::new());
    }
    let ids: ArrayRef = Arc::new(Int64Array::from_iter_values(needed.iter().copied()));
    asked.given("needed", vec![("id", ids)])?;
    let mut texts =
        asked.texts("SELECT t.id, t.term FROM terms AS t JOIN needed AS n ON t.id = n.id")?;
    texts.sort_unstable();
    if texts.iter().any(|(id, text)| *id != id_of(text)) {
        return Err(lost());
    }
    Ok(texts
        .into_iter()
        .map(|(id, text)| (id, graph.dictionary.intern(&text)))
        .collect())
}

/// Entities are of their class; and every property that the context names occurs, whoever has it.
fn declared(
    graph: &mut Graph,
    context: &Context,
    named: &Named,
    entities: &[Id],
    kind: &str,
    class: &str,
) {
    let [kind, class] = [kind, class].map(|text| graph.dictionary.intern(text));
    for &entity in entities {
        graph.push(Triple {
            subject: entity,
            predicate: kind,
            object: class,
        });
    }
    let address = |name: &str| {
        format!(
            "<{}>",
            context.iri(name).unwrap_or_else(|_| name.to_owned())
        )
    };
    let quasi = context
        .quasi_identifiers
        .iter()
        .map(|quasi| address(&quasi.property));
    let sensitive = context
        .sensitive
        .iter()
        .map(|sensitive| address(&sensitive.property));
    let properties = quasi
        .chain(sensitive)
        .chain(named.attributes.iter().map(|it| it.property.clone()));
    for property in properties.collect::<Vec<_>>() {
        graph.push_texts(&format!("<{NOBODY}>"), &property, "\"\"");
    }
}

fn lost() -> Error {
    Error::request(
        "a triple has a term that is not in the folder; make the folder again with bauta graph convert",
    )
}
