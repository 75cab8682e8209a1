//! Sensitive values in groups, by meaning or by entities.

use bauta_methods::{Context as Room, Outcome, Task};
use bauta_privacy::Requirement;
use bauta_table::recoding::{Prepared, Recoding};
use bauta_table::{Cell, Column, ColumnBuilder, Progress, ReadAs, Role, Table, prepare};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use super::{Given, Miss};
use crate::anatomy::{Bounds, Missed, Value, clustered, semantic_l, semantic_t};
use crate::collections::{Map, Set};
use crate::context::{Anatomy, AnatomyMethod, Context, Resolved, SensitiveLinks};
use crate::error::{Error, Result};
use crate::model::{Graph, Id};
use crate::taxonomy::{Mode, Taxonomy};

/// Values that are published together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The class that they have in common.
    pub class: Option<Id>,
    /// Values and how many entities of the group have each.
    pub values: Vec<(Id, u64)>,
}

/// The groups of a sensitive property.
#[derive(Debug, Clone)]
pub struct Grouped {
    /// The property.
    pub property: Id,
    /// What it is called.
    pub name: String,
    /// The groups.
    pub groups: Vec<Group>,
    /// The group of each link of the property, in the order of its links.
    pub group_of_link: Vec<u32>,
    /// The fewest direct sub-concepts with values of a group's concept, where groups have one.
    pub semantic_l: Option<u64>,
    /// The greatest distance of a group from all along the taxonomy, where groups are of like meaning.
    pub semantic_t: Option<f64>,
}

/// The groups of all sensitive properties, or why there are none.
pub(super) fn grouped(
    graph: &Graph,
    context: &Context,
    resolved: &Resolved,
    given: &Given,
    progress: &dyn Progress,
) -> Result<std::result::Result<Vec<Grouped>, Miss>> {
    let mut all = Vec::new();
    for sensitive in resolved
        .sensitive
        .iter()
        .filter(|sensitive| !sensitive.links.is_empty())
    {
        let found = match context.anatomy.method {
            AnatomyMethod::None => break,
            AnatomyMethod::Semantic => by_meaning(graph, context, resolved, sensitive),
            AnatomyMethod::Entities => {
                by_entities(graph, context, (resolved, sensitive), given, progress)?
            }
        };
        match found {
            Ok(grouped) => all.push(grouped),
            Err(miss) => return Ok(Err(miss)),
        }
    }
    Ok(Ok(all))
}

/// Values with how many entities have each, ascending by number.
fn counted(resolved: &Resolved, links: &[(Id, Id)]) -> Vec<(Id, u64)> {
    let mut values: Vec<(Id, u64)> = links
        .iter()
        .map(|link| (link.1, resolved.weight(link.0)))
        .collect();
    values.sort_unstable_by_key(|value| value.0);
    let same = values.chunk_by(|a, b| a.0 == b.0);
    same.map(|same| (same[0].0, same.iter().map(|value| value.1).sum()))
        .collect()
}

fn by_meaning(
    graph: &Graph,
    context: &Context,
    resolved: &Resolved,
    sensitive: &SensitiveLinks,
) -> std::result::Result<Grouped, Miss> {
    let counted = counted(resolved, &sensitive.links);
    let terms: Vec<Id> = counted.iter().map(|value| value.0).collect();
    let as_classes = context
        .sensitive
        .get(sensitive.place)
        .is_some_and(|declared| declared.values_are_classes);
    let mode = if as_classes {
        Mode::Class
    } else {
        Mode::Instance
    };
    let taxonomy = Taxonomy::of_values(graph, &terms, mode);
    let value = |&(term, count): &(Id, u64)| Value {
        term,
        count,
        concept: taxonomy.realised(term),
    };
    let values: Vec<Value> = counted.iter().map(value).collect();
    let asked = &context.anatomy;
    let holders = holders(sensitive, &terms);
    let bounds = Bounds {
        l: asked.l,
        max_posterior: largest_share(asked),
        t: asked.t,
        total: counted.iter().map(|value| value.1).sum(),
        holders: holders.as_deref(),
    };
    let rule = (asked.clustering, asked.without_class);
    let clusters = clustered(&values, &taxonomy, &graph.dictionary, rule, &bounds)
        .map_err(|m| missed(sensitive, &m))?;
    let mut group_of: Map<Id, u32> = Map::default();
    let groups = clusters.iter().enumerate().map(|(number, cluster)| {
        let members = cluster
            .values
            .iter()
            .map(|&place| (values[place].term, values[place].count));
        let members: Vec<(Id, u64)> = members.collect();
        members.iter().for_each(|member| {
            group_of.insert(member.0, number as u32);
        });
        Group {
            class: cluster.concept.map(|concept| taxonomy.term(concept)),
            values: members,
        }
    });
    let groups: Vec<Group> = groups.collect();
    let group_of_link = sensitive
        .links
        .iter()
        .map(|link| group_of.get(&link.1).copied().unwrap_or(0))
        .collect();
    let least = semantic_l(&clusters, &values, &taxonomy)
        .into_iter()
        .flatten()
        .min();
    Ok(Grouped {
        property: sensitive.property,
        name: sensitive.name.clone(),
        groups,
        group_of_link,
        semantic_l: least.map(|l| l as u64),
        semantic_t: Some(semantic_t(&clusters, &values, &taxonomy)),
    })
}

/// The largest share that a value may have in its group: what is asked for; and where several values are, none that all members have.
fn largest_share(asked: &Anatomy) -> f64 {
    let certain = if asked.l > 1 { 1.0 - 1e-6 } else { 1.0 };
    asked.max_posterior.unwrap_or(certain)
}

/// For each value who has it, where some have several; values ascending.
fn holders(sensitive: &SensitiveLinks, terms: &[Id]) -> Option<Vec<Vec<u32>>> {
    let several = sensitive.links.windows(2).any(|two| two[0].0 == two[1].0);
    if !several {
        return None;
    }
    let mut holders = vec![Vec::new(); terms.len()];
    for (entity, value) in &sensitive.links {
        if let Ok(place) = terms.binary_search(value) {
            holders[place].push(*entity);
        }
    }
    Some(holders)
}

/// Why groups of entities miss the bound on shares, if they do: of their members some have several of their values.
fn certain_share(context: &Context, sensitive: &SensitiveLinks, grouped: &Grouped) -> Option<Miss> {
    let mut members: Vec<Set<Id>> = vec![Set::default(); grouped.groups.len()];
    for (link, &group) in sensitive.links.iter().zip(&grouped.group_of_link) {
        members[group as usize].insert(link.0);
    }
    let share = |(group, members): (&Group, &Set<Id>)| {
        let most = group.values.iter().map(|value| value.1).max().unwrap_or(0);
        most as f64 / members.len().max(1) as f64
    };
    let largest = grouped
        .groups
        .iter()
        .zip(&members)
        .map(share)
        .fold(0.0, f64::max);
    (largest > largest_share(&context.anatomy) + 1e-9).then(|| Miss {
        attempt: format!("groups of entities by \"{}\"", sensitive.name),
        missing: vec![format!(
            "some entities have several values, and {} % of the members of a group have the same one",
            (largest * 1000.0).round() / 10.0
        )],
        advice: "ask for a smaller l or a larger max-posterior, or choose anatomy.method = \"semantic\"".into(),
    })
}

fn missed(sensitive: &SensitiveLinks, missed: &Missed) -> Miss {
    // To a tenth of a per cent.
    let share = (missed.share * 1000.0).round() / 10.0;
    Miss {
        attempt: format!(
            "all {} values of \"{}\" in one group",
            missed.values, sensitive.name
        ),
        missing: vec![format!(
            "{share} % of the group have the most frequent value"
        )],
        advice: "ask for a smaller l or a larger max-posterior, or leave the property out".into(),
    }
}

/// Groups of entities by the technique of tables.
fn by_entities(
    graph: &Graph,
    context: &Context,
    (resolved, sensitive): (&Resolved, &SensitiveLinks),
    given: &Given,
    progress: &dyn Progress,
) -> Result<std::result::Result<Grouped, Miss>> {
    let mut values = ColumnBuilder::new();
    sensitive
        .links
        .iter()
        .for_each(|link| values.push_text(graph.dictionary.text(link.1)));
    let mut table = Table::new([
        ("entity".to_owned(), numbers(sensitive.links.len())),
        (sensitive.name.clone(), values.finish(&ReadAs::default())),
    ]);
    table.set_role(0, Role::QuasiIdentifier);
    table.set_role(1, Role::Sensitive);
    let qis =
        prepare(&table, vec![(0, None)]).map_err(|error| Error::request(error.to_string()))?;
    let prepared = Prepared::new(&table, qis);
    let asked = &context.anatomy;
    let mut requirements = vec![Requirement::distinct_l_diversity(asked.l as u64)];
    requirements.extend(asked.max_posterior.map(Requirement::alpha_anonymity));
    requirements.extend(asked.t.map(|t| Requirement::t_closeness(t, None)));
    let technique = bauta_methods::find("anatomy")?;
    let mut task = Task::new(
        technique,
        &prepared,
        &requirements,
        &Default::default(),
        Vec::new(),
    )?;
    let rng = ChaCha20Rng::seed_from_u64(given.seed);
    let mut room = Room {
        rng,
        progress,
        elapsed: &|| 0.0,
        notes: Vec::new(),
        view: None,
        trace: None,
    };
    match bauta_methods::plan(&mut task, &mut room)? {
        Outcome::Unreachable(miss) => Ok(Err(Miss {
            attempt: miss.attempt,
            missing: miss.missing,
            advice: miss.advice,
        })),
        Outcome::Plan(Recoding::Buckets(buckets)) => {
            let found = of_buckets(resolved, sensitive, buckets.bucket_of_row, buckets.count);
            Ok(match certain_share(context, sensitive, &found) {
                Some(miss) if resolved.weights.is_empty() => Err(miss),
                _ => Ok(found),
            })
        }
        Outcome::Plan(_) => Err(Error::internal(
            "anatomy answered with something else than groups",
        )),
    }
}

fn numbers(rows: usize) -> Column {
    let mut builder = ColumnBuilder::new();
    (0..rows).for_each(|row| builder.push(Cell::Integer(row as i64)));
    builder.finish(&ReadAs::default())
}

fn of_buckets(
    resolved: &Resolved,
    sensitive: &SensitiveLinks,
    group_of_link: Vec<u32>,
    count: usize,
) -> Grouped {
    let mut links: Vec<Vec<(Id, Id)>> = vec![Vec::new(); count];
    for (link, &group) in sensitive.links.iter().zip(&group_of_link) {
        links[group as usize].push(*link);
    }
    let groups = links
        .iter()
        .map(|links| Group {
            class: None,
            values: counted(resolved, links),
        })
        .collect();
    let (property, name) = (sensitive.property, sensitive.name.clone());
    Grouped {
        property,
        name,
        groups,
        group_of_link,
        semantic_l: None,
        semantic_t: None,
    }
}

/// Entities that are in the same groups of all properties, each a pool of its own.
pub(super) fn pools(resolved: &Resolved, grouped: &[Grouped]) -> Vec<Vec<Id>> {
    let mut of_entity: Map<Id, Vec<(usize, u32)>> = Map::default();
    for (place, property) in grouped.iter().enumerate() {
        let links = resolved.links_of(property.property);
        for (link, &group) in links.iter().zip(&property.group_of_link) {
            let groups = of_entity.entry(link.0).or_default();
            // An entity may have several values in one group, and is a member of it once.
            if !groups.contains(&(place, group)) {
                groups.push((place, group));
            }
        }
    }
    let mut pools: std::collections::BTreeMap<Vec<(usize, u32)>, Vec<Id>> = Default::default();
    for &entity in &resolved.entities {
        let mut key = of_entity.remove(&entity).unwrap_or_default();
        key.sort_unstable();
        // Entities of the same groups make one pool: a class that crosses pools would undo the groups.
        pools.entry(key).or_default().push(entity);
    }
    pools.into_values().collect()
}
