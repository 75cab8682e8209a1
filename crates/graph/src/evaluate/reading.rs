//! Entities of the original and of the release, each as a row: values or groups, quasi-identifiers exact or as published.

use crate::collections::Map;
use crate::context::{Context, Resolved};
use crate::error::Result;
use crate::model::{Graph, Id};

/// A quasi-identifier as a reader of the release sees it.
#[derive(Debug, Clone, PartialEq)]
pub enum Shown {
    /// Nothing is said.
    Nothing,
    /// A value.
    Value(String),
    /// A range, both ends included.
    Range(f64, f64),
}

/// An entity.
#[derive(Debug, Clone, Default)]
pub struct Row {
    /// For each sensitive property its values (original) or groups (release), by number.
    pub sensitive: Vec<Vec<u32>>,
    /// For each quasi-identifier the number of what is shown; see [`Read::shown`].
    pub quasi: Vec<u32>,
}

/// The groups of a sensitive property in a release.
#[derive(Debug, Clone, Default)]
pub struct ReleasedGroups {
    /// What the property is called.
    pub name: String,
    /// For each group its values and their cardinalities.
    pub groups: Map<u32, Vec<(u32, u64)>>,
    /// For each group how many entities are its members.
    pub members: Map<u32, u64>,
    /// For each value the groups that have it, with its share there and its cardinality.
    pub of_value: Map<u32, Vec<(u32, f64, u64)>>,
}

impl ReleasedGroups {
    /// `members` are those of each group: a value's share is that of the members who have it, and some may have several.
    fn new(name: String, groups: Map<u32, Vec<(u32, u64)>>, members: &Map<u32, u64>) -> Self {
        let mut of_value: Map<u32, Vec<(u32, f64, u64)>> = Map::default();
        for (&group, values) in &groups {
            let all = members.get(&group).copied().unwrap_or(0);
            for &(value, count) in values {
                of_value.entry(value).or_default().push((
                    group,
                    count as f64 / all.max(1) as f64,
                    count,
                ));
            }
        }
        of_value
            .values_mut()
            .for_each(|groups| groups.sort_unstable_by_key(|group| group.0));
        ReleasedGroups {
            name,
            members: members.clone(),
            groups,
            of_value,
        }
    }

    /// The share that somebody's value has in their group, on average over its groups.
    pub fn expected_share(&self, value: u32) -> f64 {
        let groups = self
            .of_value
            .get(&value)
            .map(Vec::as_slice)
            .unwrap_or_default();
        let all: u64 = groups.iter().map(|group| group.2).sum();
        groups
            .iter()
            .map(|group| group.1 * group.2 as f64)
            .sum::<f64>()
            / all.max(1) as f64
    }

    /// The largest share of a value.
    pub fn largest_share(&self) -> f64 {
        self.of_value
            .values()
            .flatten()
            .map(|group| group.1)
            .fold(0.0, f64::max)
    }
}

/// A graph as rows.
#[derive(Debug, Default)]
pub struct Read {
    /// The entities.
    pub rows: Vec<Row>,
    /// For each quasi-identifier what its numbers stand for.
    pub shown: Vec<Vec<Shown>>,
    /// For each sensitive property its groups; only in a release.
    pub groups: Vec<ReleasedGroups>,
}

/// Numbers for what is shown.
#[derive(Default)]
struct Numbers {
    of_object: Map<Option<Id>, u32>,
    shown: Vec<Shown>,
}

impl Numbers {
    fn of(&mut self, object: Option<Id>, shown: impl FnOnce() -> Shown) -> u32 {
        let all = &mut self.shown;
        *self.of_object.entry(object).or_insert_with(|| {
            let found = shown();
            // Two nodes of one range show the same.
            let known = all.iter().position(|one| *one == found);
            known.unwrap_or_else(|| {
                all.push(found);
                all.len() - 1
            }) as u32
        })
    }
}

/// The original graph.
pub fn original(graph: &Graph, _: &Context, resolved: &Resolved) -> Read {
    let mut read = Read::default();
    let place_of = places(&resolved.entities);
    read.rows = vec![Row::default(); resolved.entities.len()];
    for sensitive in &resolved.sensitive {
        read.rows
            .iter_mut()
            .for_each(|row| row.sensitive.push(Vec::new()));
        for &(entity, value) in &sensitive.links {
            if let Some(values) = place_of
                .get(&entity)
                .and_then(|&place| read.rows[place].sensitive.last_mut())
            {
                values.push(value);
            }
        }
    }
    for quasi in &resolved.quasi_identifiers {
        let value = |object: Id| Shown::Value(graph.dictionary.label(object).into_owned());
        add_quasi(&mut read, &place_of, &quasi.links, value);
    }
    read
}

/// A release, with values by their numbers in the original.
///
/// # Errors
/// What the context cannot find in it.
pub fn released(
    graph: &Graph,
    original: &Graph,
    context: &Context,
    resolved: &Resolved,
) -> Result<Read> {
    let own = |name: &str| context.vocabulary.iri(name);
    let memberships = graph.links_of(&own("inGroup"));
    let mut entities: Vec<Id> = memberships.iter().map(|link| link.0).collect();
    if let Some(class) = &context.entities.class {
        entities.extend(crate::context::instances(
            graph,
            &context.iri(class).unwrap_or_default(),
        ));
    } else if memberships.is_empty() {
        entities.extend(context.resolved(graph).map(|found| found.entities)?);
    }
    entities.sort_unstable();
    entities.dedup();
    let place_of = places(&entities);
    let mut members: Map<Id, u64> = Map::default();
    for (_, group) in &memberships {
        *members.entry(*group).or_insert(0) += 1;
    }
    let mut read = Read {
        rows: vec![Row::default(); entities.len()],
        ..Read::default()
    };
    for sensitive in &resolved.sensitive {
        let property = original
            .dictionary
            .iri(sensitive.property)
            .unwrap_or_default();
        let groups = groups_of(graph, original, context, property);
        read.rows
            .iter_mut()
            .for_each(|row| row.sensitive.push(Vec::new()));
        for &(entity, group) in memberships
            .iter()
            .filter(|link| groups.contains_key(&link.1))
        {
            if let Some(found) = place_of
                .get(&entity)
                .and_then(|&place| read.rows[place].sensitive.last_mut())
            {
                found.push(group);
            }
        }
        read.groups.push(ReleasedGroups::new(
            sensitive.name.clone(),
            groups,
            &members,
        ));
    }
    let bounds = ["min", "max"].map(|name| -> Map<Id, f64> {
        let links = graph.links_of(&own(name)).into_iter();
        links
            .filter_map(|(node, number)| Some((node, graph.dictionary.label(number).parse().ok()?)))
            .collect()
    });
    for quasi in &resolved.quasi_identifiers {
        let property = original.dictionary.iri(quasi.property).unwrap_or_default();
        let shown = |object: Id| match (bounds[0].get(&object), bounds[1].get(&object)) {
            (Some(&low), Some(&high)) => Shown::Range(low, high),
            _ => match graph.dictionary.label(object) {
                label if label == "*" => Shown::Nothing,
                label => Shown::Value(label.into_owned()),
            },
        };
        add_quasi(&mut read, &place_of, &graph.links_of(property), shown);
    }
    Ok(read)
}

fn places(entities: &[Id]) -> Map<Id, usize> {
    entities
        .iter()
        .enumerate()
        .map(|(place, &id)| (id, place))
        .collect()
}

/// Adds a quasi-identifier to all rows; of several values the first counts.
fn add_quasi(
    read: &mut Read,
    place_of: &Map<Id, usize>,
    links: &[(Id, Id)],
    shown: impl Fn(Id) -> Shown,
) {
    let mut numbers = Numbers::default();
    let nothing = numbers.of(None, || Shown::Nothing);
    read.rows.iter_mut().for_each(|row| row.quasi.push(nothing));
    for &(entity, object) in links {
        let number = numbers.of(Some(object), || shown(object));
        if let Some(own) = place_of
            .get(&entity)
            .and_then(|&place| read.rows[place].quasi.last_mut())
            && *own == nothing
        {
            *own = number;
        }
    }
    read.shown.push(numbers.shown);
}

/// The groups of a property, with values by their numbers in the original.
fn groups_of(
    graph: &Graph,
    original: &Graph,
    context: &Context,
    property: &str,
) -> Map<u32, Vec<(u32, u64)>> {
    let of = |name: &str| -> Map<Id, Id> {
        graph
            .links_of(&context.vocabulary.iri(name))
            .into_iter()
            .collect()
    };
    let (value_of, cardinality) = (of("value"), of("cardinality"));
    let mut groups: Map<u32, Vec<(u32, u64)>> = Map::default();
    for (group, attribute) in graph.links_of(property) {
        let Some((&value, &count)) = value_of.get(&attribute).zip(cardinality.get(&attribute))
        else {
            continue;
        };
        // A value that the original lacks was renamed; it counts, and is asked for by nobody.
        let value = original
            .dictionary
            .find(graph.dictionary.text(value))
            .unwrap_or(Id::MAX);
        let count = graph.dictionary.label(count).parse().unwrap_or(0);
        groups.entry(group).or_default().push((value, count));
    }
    groups
}
