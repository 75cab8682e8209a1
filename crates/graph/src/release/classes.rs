//! Quasi-identifiers through the engine of tables: a table of the entities, a technique that generalises, and what each value became.
//!
//! Where an attribute says how finely it will be asked for, values are taken to that level of their hierarchy before the search: what is
//! below is of no use to those questions, and the technique spends nothing on keeping it.

use bauta_methods::{Context as Room, Family, Outcome, Task, Technique};
use bauta_privacy::{Background, Release as Judged, Requirement};
use bauta_table::recoding::{Prepared, apply};
use bauta_table::{
    Cell, Column, ColumnBuilder, Fault, Hierarchy, Kind, Progress, ReadAs, Role, Table, interval,
    prepare,
};
use rand::SeedableRng;
use rand_chacha::ChaCha20Rng;

use super::{Given, Miss};
use crate::collections::Map;
use crate::context::{
    Context, HierarchySource, KAnonymity, MissingPolicy, QuasiLinks, Resolved, SensitiveLinks,
};
use crate::error::{Error, Result};
use crate::model::{Graph, Id, TermKind, literal_suffix};

/// What an entity's quasi-identifier became.
#[derive(Debug, Clone, PartialEq)]
pub enum Published {
    /// It has none, and none is published.
    Nothing,
    /// As it was.
    Same(Vec<Id>),
    /// A range of numbers, both ends included, as they are written.
    Range(String, String),
    /// A text that stands for several values; `*` for all of them.
    Text(String),
}

/// For each quasi-identifier and entity (in the order of the entities) what is published; or why nothing can be.
#[allow(
    clippy::too_many_arguments,
    reason = "one call, of everything that is known"
)]
pub(super) fn published(
    graph: &Graph,
    context: &Context,
    resolved: &Resolved,
    given: &Given,
    pools: &[Vec<Id>],
    notes: &mut Vec<String>,
    progress: &dyn Progress,
) -> Result<std::result::Result<Vec<Vec<Published>>, Miss>> {
    let Some(asked) = &context.k_anonymity else {
        return Ok(Ok(Vec::new()));
    };
    let rows = Rows::new(graph, context, resolved, given, asked)?;
    let place_of: Map<Id, u32> = resolved
        .entities
        .iter()
        .enumerate()
        .map(|(place, &id)| (id, place as u32))
        .collect();
    let mut published =
        vec![vec![Published::Nothing; resolved.entities.len()]; resolved.quasi_identifiers.len()];
    for pool in pools {
        let places: Vec<u32> = pool
            .iter()
            .filter_map(|id| place_of.get(id).copied())
            .collect();
        let labels = match rows.generalised(asked, &places, given.seed, notes, progress)? {
            Ok(labels) => labels,
            Err(miss) => return Ok(Err(miss)),
        };
        for (quasi, labels) in labels.into_iter().enumerate() {
            for (&place, label) in places.iter().zip(labels) {
                published[quasi][place as usize] = rows.what(quasi, place, &label);
            }
        }
    }
    Ok(Ok(published))
}

/// The table of the entities.
struct Rows {
    /// Quasi-identifiers as they are searched (first), then sensitive attributes.
    table: Table,
    hierarchies: Vec<Option<Hierarchy>>,
    /// For each quasi-identifier the values of each entity.
    values: Vec<Vec<Vec<Id>>>,
    /// For each quasi-identifier the label of each entity before anything was generalised.
    labels: Vec<Vec<String>>,
    kinds: Vec<Kind>,
}

impl Rows {
    fn new(
        graph: &Graph,
        context: &Context,
        resolved: &Resolved,
        given: &Given,
        asked: &KAnonymity,
    ) -> Result<Self> {
        let mut rows = Rows {
            table: Table::default(),
            hierarchies: Vec::new(),
            values: Vec::new(),
            labels: Vec::new(),
            kinds: Vec::new(),
        };
        let needs_hierarchies = generalising(&asked.method)?.descriptor().needs.hierarchies;
        let (mut columns, mut faults) = (Vec::new(), Vec::new());
        for quasi in &resolved.quasi_identifiers {
            let values = values_of(&resolved.entities, &quasi.links);
            let missing = resolved
                .entities
                .iter()
                .zip(&values)
                .filter(|(_, values)| values.is_empty());
            let missing: u64 = missing.map(|(&entity, _)| resolved.weight(entity)).sum();
            if missing > 0 && asked.missing_values == MissingPolicy::Refuse {
                faults.push(bauta_table::Fault::Request(format!(
                    "{missing} entities have no \"{}\"; set missing-values = \"category\", or fill them in",
                    quasi.name
                )));
            }
            let labels: Vec<String> = values
                .iter()
                .map(|values| label_of(graph, values))
                .collect();
            let column = column(&labels, is_typed(graph, &quasi.links));
            let kind = column.dictionary().kind();
            match asked_for(context, quasi, given, column, needs_hierarchies) {
                Ok((column, hierarchy)) => {
                    columns.push((quasi.name.clone(), column));
                    rows.hierarchies.push(hierarchy);
                }
                Err(more) => faults.extend(more),
            }
            rows.values.push(values);
            rows.labels.push(labels);
            rows.kinds.push(kind);
        }
        let target = match target_column(graph, context, resolved, asked) {
            Ok(target) => target,
            Err(fault) => {
                faults.push(fault);
                None
            }
        };
        if !faults.is_empty() {
            return Err(Error::Faults(faults));
        }
        let quasi = columns.len();
        if !asked.also.is_empty() {
            columns.extend(sensitive_columns(graph, resolved));
        }
        let has_target = target.is_some();
        columns.extend(target);
        rows.table = Table::new(columns);
        if !resolved.weights.is_empty() {
            rows.table = rows.table.weighted(resolved.weights.clone());
        }
        let attributes = rows.table.attributes().len();
        for index in 0..attributes {
            let role = match index {
                _ if index < quasi => Role::QuasiIdentifier,
                _ if has_target && index + 1 == attributes => Role::Target,
                _ => Role::Sensitive,
            };
            rows.table.set_role(index, role);
        }
        Ok(rows)
    }

    /// For each quasi-identifier the released label of each place.
    fn generalised(
        &self,
        asked: &KAnonymity,
        places: &[u32],
        seed: u64,
        notes: &mut Vec<String>,
        progress: &dyn Progress,
    ) -> Result<std::result::Result<Vec<Vec<String>>, Miss>> {
        let technique = generalising(&asked.method)?;
        let table = self.table.picked(places);
        let entities = table.counted_rows();
        if entities < asked.k {
            return Ok(Err(too_few(entities, asked.k)));
        }
        let quasi = self.hierarchies.iter().cloned().enumerate().collect();
        let qis = prepare(&table, quasi).map_err(|error| Error::request(error.to_string()))?;
        let prepared = Prepared::new(&table, qis);
        let mut requirements = vec![Requirement::k_anonymity(asked.k)];
        requirements.extend(asked.also.iter().cloned());
        let mut task = Task::new(
            technique,
            &prepared,
            &requirements,
            &asked.parameters,
            Vec::new(),
        )
        .map_err(|error| without_target(error.into(), &asked.method))?;
        let rng = ChaCha20Rng::seed_from_u64(seed);
        let mut room = Room {
            rng,
            progress,
            elapsed: &|| 0.0,
            notes: Vec::new(),
            view: None,
            trace: None,
        };
        let plan = match bauta_methods::plan(&mut task, &mut room)? {
            Outcome::Plan(plan) => plan,
            Outcome::Unreachable(miss) => {
                return Ok(Err(Miss {
                    attempt: miss.attempt,
                    missing: miss.missing,
                    advice: miss.advice,
                }));
            }
        };
        let new: Vec<String> = room
            .notes
            .into_iter()
            .filter(|note| !notes.contains(note))
            .collect();
        notes.extend(new);
        let draft = apply(&prepared, &plan);
        let judged = Judged::verify(draft, entities, &requirements, &Background::default());
        let judged = judged.map_err(|refusal| {
            Error::Refused(
                refusal
                    .assessment
                    .guarantees
                    .iter()
                    .filter(|line| !line.1)
                    .map(|line| line.0.clone())
                    .collect(),
            )
        })?;
        let Some((_, released)) = judged
            .tables()
            .first()
            .filter(|(_, table)| table.rows() == places.len())
        else {
            return Err(Error::request(format!(
                "{} leaves rows out, which entities of a graph cannot be",
                asked.method
            )));
        };
        let columns = released.attributes().iter().take(self.values.len());
        Ok(Ok(columns
            .map(|attribute| {
                (0..places.len())
                    .map(|row| attribute.column.label(row).into_owned())
                    .collect()
            })
            .collect()))
    }

    /// What a released label says of an entity.
    fn what(&self, quasi: usize, place: u32, label: &str) -> Published {
        let place = place as usize;
        if label == self.labels[quasi][place] {
            let values = &self.values[quasi][place];
            return if values.is_empty() {
                Published::Nothing
            } else {
                Published::Same(values.clone())
            };
        }
        let kind = self.kinds[quasi];
        let range =
            || interval::parse(label).filter(|_| matches!(kind, Kind::Integer | Kind::Decimal));
        match range() {
            Some(range) if range.low.is_finite() && range.high.is_finite() => {
                let whole = kind == Kind::Integer;
                let step = |closed: bool, by: f64| if closed || !whole { 0.0 } else { by };
                let (low, high) = (
                    range.low + step(range.closed_low, 1.0),
                    range.high + step(range.closed_high, -1.0),
                );
                Published::Range(low.to_string(), high.to_string())
            }
            _ if label.is_empty() => Published::Nothing,
            _ => Published::Text(label.to_owned()),
        }
    }
}

/// The values of the property that will be learnt, if one is named. Of several values the first by text counts.
fn target_column(
    graph: &Graph,
    context: &Context,
    resolved: &Resolved,
    asked: &KAnonymity,
) -> std::result::Result<Option<(String, Column)>, Fault> {
    let Some(name) = &asked.target else {
        return Ok(None);
    };
    let iri = context.iri(name).unwrap_or_else(|_| name.clone());
    let property = graph.dictionary.find_iri(&iri);
    let Some(property) = property.filter(|id| graph.predicates().contains(id)) else {
        return Err(Fault::Request(format!(
            "the property \"{name}\" does not occur in the graph"
        )));
    };
    let links = graph.links(property);
    let values = values_of(&resolved.entities, &links);
    let label = |values: &Vec<Id>| {
        let mut labels: Vec<String> = values
            .iter()
            .map(|&id| graph.dictionary.label(id).into_owned())
            .collect();
        labels.sort_unstable();
        labels.into_iter().next().unwrap_or_default()
    };
    let labels: Vec<String> = values.iter().map(label).collect();
    Ok(Some((
        format!("{name}  "),
        column(&labels, is_typed(graph, &links)),
    )))
}

/// A fault about a target, in the words of a context file.
fn without_target(error: Error, method: &str) -> Error {
    let Error::Faults(faults) = error else {
        return error;
    };
    let told = |fault: Fault| match fault {
        Fault::NoneInRole {
            role: Role::Target, ..
        } => Fault::Request(format!(
            "{method} needs a property that will be learnt from the release; name it as k-anonymity.target"
        )),
        other => other,
    };
    Error::Faults(faults.into_iter().map(told).collect())
}

/// Fewer entities than must be alike.
fn too_few(entities: u64, k: u64) -> Miss {
    Miss {
        attempt: format!("a pool of {entities} entities"),
        missing: vec![format!("{k} entities that are alike")],
        advice: "ask for a smaller k, or for classes of all entities together (scope = \"global\")"
            .into(),
    }
}

/// A technique that makes values vaguer and never untrue.
fn generalising(method: &str) -> Result<&'static dyn Technique> {
    let technique = bauta_methods::find(method)?;
    match technique.descriptor().family {
        Family::Generalization => Ok(technique),
        _ => Err(Error::request(format!(
            "{method} does not generalise; choose a method such as mondrian or local"
        ))),
    }
}

/// The values of each entity.
fn values_of(entities: &[Id], links: &[(Id, Id)]) -> Vec<Vec<Id>> {
    let mut at = 0;
    let of = |&entity: &Id| {
        let mut values = Vec::new();
        while let Some(link) = links.get(at).filter(|link| link.0 <= entity) {
            if link.0 == entity {
                values.push(link.1);
            }
            at += 1;
        }
        values
    };
    entities.iter().map(of).collect()
}

/// One value as it is read, several as a set, none as nothing.
fn label_of(graph: &Graph, values: &[Id]) -> String {
    match values {
        [] => String::new(),
        [only] => graph.dictionary.label(*only).into_owned(),
        several => {
            let mut labels: Vec<_> = several
                .iter()
                .map(|&id| graph.dictionary.label(id))
                .collect();
            labels.sort_unstable();
            format!("{{{}}}", labels.join(", "))
        }
    }
}

fn column(labels: &[String], typed: bool) -> Column {
    let mut builder = ColumnBuilder::new();
    labels.iter().for_each(|label| {
        if label.is_empty() {
            builder.push(Cell::Missing);
        } else {
            builder.push_text(label);
        }
    });
    builder.finish(&ReadAs {
        text_may_be_typed: typed,
        ..ReadAs::default()
    })
}

/// The values of the entities as a column.
pub(super) fn column_of(graph: &Graph, entities: &[Id], quasi: &QuasiLinks) -> Column {
    let labels: Vec<String> = values_of(entities, &quasi.links)
        .iter()
        .map(|values| label_of(graph, values))
        .collect();
    column(&labels, is_typed(graph, &quasi.links))
}

/// Whether all values are literals of a datatype that is no text.
fn is_typed(graph: &Graph, links: &[(Id, Id)]) -> bool {
    let typed = |id: Id| {
        let text = graph.dictionary.text(id);
        graph.dictionary.kind(id) == TermKind::Literal && literal_suffix(text).starts_with("^^")
    };
    let mut values: Vec<Id> = links.iter().map(|link| link.1).collect();
    values.sort_unstable();
    values.dedup();
    !values.is_empty() && values.into_iter().all(typed)
}

/// A column at the level at which it will be asked for, and the hierarchy from there on.
fn asked_for(
    context: &Context,
    quasi: &QuasiLinks,
    given: &Given,
    column: Column,
    needed: bool,
) -> std::result::Result<(Column, Option<Hierarchy>), Vec<bauta_table::Fault>> {
    let declared = &context.quasi_identifiers[quasi.place];
    let hierarchy = match (&declared.hierarchy, given.hierarchies.get(&quasi.name)) {
        (_, Some(read)) => Some(read.clone()),
        (Some(HierarchySource::Build(spec)), None) => Some(spec.build(&quasi.name, &column)?),
        _ if needed => Some(kept_or_not(&quasi.name, &column)?),
        _ => None,
    };
    let (Some(hierarchy), Some(level)) =
        (&hierarchy, declared.asked_level.filter(|&level| level > 0))
    else {
        return Ok((column, hierarchy));
    };
    if level > hierarchy.height() {
        let (name, height) = (&quasi.name, hierarchy.height());
        let sentence =
            format!("asked-level of \"{name}\" is {level}, and its hierarchy has {height} levels");
        return Err(vec![bauta_table::Fault::Request(sentence)]);
    }
    let bound = hierarchy
        .bind(&quasi.name, &column)
        .map_err(|fault| vec![fault])?;
    let labels: Vec<String> = (0..column.len())
        .map(|row| {
            bound
                .label(level, bound.group(level, column.codes().get(row)))
                .to_owned()
        })
        .collect();
    let mut rows: Vec<Vec<String>> = hierarchy
        .rows()
        .iter()
        .map(|row| row[level..].iter().map(|&label| label.to_owned()).collect())
        .collect();
    rows.dedup();
    let mut seen = crate::collections::Set::default();
    rows.retain(|row| seen.insert(row[0].clone()));
    let above = Hierarchy::from_rows(&quasi.name, &rows)?;
    Ok((self::column(&labels, false), Some(above)))
}

/// Where a method goes by hierarchies and an attribute has none: a value is kept or it is not.
fn kept_or_not(
    name: &str,
    column: &Column,
) -> std::result::Result<Hierarchy, Vec<bauta_table::Fault>> {
    let dictionary = column.dictionary();
    let values =
        (0..dictionary.value_count() as u32).map(|code| dictionary.label(code).into_owned());
    let rows: Vec<Vec<String>> = values.map(|value| vec![value, "*".to_owned()]).collect();
    Hierarchy::from_rows(name, &rows)
}

/// The sensitive properties as columns, so that classes can be judged by them.
fn sensitive_columns(graph: &Graph, resolved: &Resolved) -> Vec<(String, Column)> {
    let column_of = |sensitive: &SensitiveLinks| {
        let values = values_of(&resolved.entities, &sensitive.links);
        let labels: Vec<String> = values
            .iter()
            .map(|values| label_of(graph, values))
            .collect();
        (format!("{} ", sensitive.name), column(&labels, false))
    };
    resolved.sensitive.iter().map(column_of).collect()
}
