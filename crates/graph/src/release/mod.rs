//! From a graph and its context to a verified release: groups, classes, edits, and what the verifier found.
//!
//! **Paper** thouvenot2022, chapters 4 and 5; classes and tuple groups come from the techniques of tables.
//!
//! **Guarantee** what the context asks for, looked for in the edited graph by code of its own ([`verify`]); and no hidden link follows from what is
//! left, by the rules of [`leaks`].
//!
//! **Idea**
//! 1. Find entities, identifiers, quasi-identifiers and sensitive properties ([`Context::resolved`]).
//! 2. Sensitive values into groups ([`groups`]): of like meaning, or of entities.
//! 3. Quasi-identifiers of all entities, or of those of each group, through a technique that generalises ([`classes`]).
//! 4. Edits: links replaced, identifiers renamed or left out ([`Edits`]).
//! 5. The verifier reads the edited graph; only what it accepts can be written.

mod adding;
mod classes;
mod edits;
mod follows;
mod groups;
mod naming;
mod notes;
mod screen;
mod truth;
mod updates;
mod verify;
mod verify_names;

pub use classes::Published;
pub use edits::{Edited, Edits};
pub use groups::{Group, Grouped};
pub use naming::EXTENDS;
pub use screen::Withheld;
pub use updates::updates;
pub use verify::{Finding, Verified};
pub use verify_names::NAME_FINDINGS;

use std::collections::BTreeMap;

use bauta_table::{Hierarchy, Progress, Stage};
use serde::Serialize;

use edits::Planned;

use crate::collections::Set;
use crate::context::{AnatomyMethod, Context, Entailment, Resolved, Scope, aliases};
use crate::error::{Error, Result};
use crate::leak::{Regime, leaks};
use crate::model::{Graph, Id, Triple};
use crate::neighbourhood::deletions;

/// What comes from outside besides the graph and its context.
#[derive(Debug, Clone, Default)]
pub struct Given {
    /// Hierarchies of quasi-identifiers that were read from files, by name.
    pub hierarchies: BTreeMap<String, Hierarchy>,
    /// Seed of the order of new names and of what techniques draw.
    pub seed: u64,
    /// How many entities each entity of the graph stands for, in their order; none where each is itself.
    pub weights: Vec<u64>,
}

/// What a request answers.
pub enum Answer {
    /// A release that the verifier accepted.
    Released(Box<Release>),
    /// There is none; how near the best attempt came.
    Unreachable(Miss),
}

/// How near the best attempt came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Miss {
    /// What the best attempt was.
    pub attempt: String,
    /// What it misses.
    pub missing: Vec<String>,
    /// What would help.
    pub advice: String,
}

/// A verified release: the edits, and what was decided.
pub struct Release {
    /// What the context names.
    pub resolved: Resolved,
    /// The groups of each sensitive property.
    pub grouped: Vec<Grouped>,
    /// Quasi-identifiers as they are published, entity by entity; empty where they stay.
    pub published: Vec<Vec<Published>>,
    /// What changes in the graph.
    pub edits: Edits,
    /// How many triples are left out for what they say.
    pub withheld: Withheld,
    /// What the verifier found.
    pub verified: Verified,
    /// What is worth saying.
    pub notes: Vec<String>,
}

impl Release {
    /// The released graph, to be written.
    pub fn edited<'a>(&'a self, graph: &'a Graph) -> Edited<'a> {
        Edited {
            graph,
            edits: &self.edits,
        }
    }
}

/// Anonymises a graph. Terms of the release are added to its dictionary; its triples stay as they are.
///
/// # Errors
/// Faults of the request, a refusal of the verifier, or that it was stopped.
pub fn anonymize(
    graph: &mut Graph,
    context: &Context,
    given: &Given,
    progress: &dyn Progress,
) -> Result<Answer> {
    let mut resolved = merged(graph, context)?;
    if !given.weights.is_empty() {
        resolved.weigh(&given.weights)?;
    }
    progress.tell(Stage::Search, 0, None);
    let grouped = match groups::grouped(graph, context, &resolved, given, progress)? {
        Ok(grouped) => grouped,
        Err(miss) => return Ok(Answer::Unreachable(miss)),
    };
    let pools = match &context.k_anonymity {
        Some(asked) if asked.scope == Scope::Group => groups::pools(&resolved, &grouped),
        Some(_) => vec![resolved.entities.clone()],
        None => Vec::new(),
    };
    let mut notes = resolved.notes.clone();
    let published = match classes::published(
        graph, context, &resolved, given, &pools, &mut notes, progress,
    )? {
        Ok(published) => published,
        Err(miss) => return Ok(Answer::Unreachable(miss)),
    };
    if context.anatomy.method == AnatomyMethod::None && context.k_anonymity.is_none() {
        notes.push("neither groups nor classes were asked for: only identifiers change".into());
    }
    let deleted = match &context.neighbourhood {
        Some(asked) => {
            deletions(graph, &resolved.entities, &resolved.neighbourhood, asked.k)?.triples
        }
        None => Default::default(),
    };
    progress.tell(Stage::Apply, 0, None);
    let screen = screen::screened(
        graph,
        context,
        &resolved,
        &replaced(&resolved, &grouped, &published),
    );
    notes.extend(notes::of_screen(graph, &resolved, &screen));
    let planned = Planned {
        screen: &screen,
        grouped: &grouped,
        published: &published,
        deleted: &deleted,
        seed: given.seed,
    };
    let edits = edits::edits(graph, context, &resolved, &planned);
    progress.tell(Stage::Verify, 0, None);
    let mut release = Release {
        resolved,
        grouped,
        published,
        edits,
        withheld: screen.withheld,
        verified: Verified::default(),
        notes,
    };
    release.verified = verify::verified(graph, context, given, &release);
    let broken: Vec<String> = release
        .verified
        .findings
        .iter()
        .filter(|finding| !finding.holds)
        .map(|finding| finding.what.clone())
        .collect();
    if !broken.is_empty() {
        return Err(Error::Refused(broken));
    }
    let regime = match context.entailment {
        Entailment::Rules => Some(Regime::Rules),
        Entailment::OwlRl => Some(Regime::OwlRl),
        Entailment::None => None,
    };
    if let Some(miss) = regime.and_then(|regime| derived(graph, &mut release, regime)) {
        return Ok(Answer::Unreachable(miss));
    }
    if progress.cancelled() {
        Err(Error::Cancelled)
    } else {
        Ok(Answer::Released(Box::new(release)))
    }
}

/// What the context names in a graph in which whoever is the same as an entity is that entity.
fn merged(graph: &mut Graph, context: &Context) -> Result<Resolved> {
    let resolved = context.resolved(graph)?;
    if !context.identifiers.replace {
        return Ok(resolved);
    }
    let same = aliases(graph, &resolved.entities);
    if same.is_empty() {
        return Ok(resolved);
    }
    graph.replace_terms(|id| same.get(&id).copied().unwrap_or(id));
    let mut resolved = context.resolved(graph)?;
    resolved.aliases = same.into_keys().collect();
    resolved.aliases.sort_unstable();
    resolved.notes.push(format!(
        "{} resources are the same as entities by owl:sameAs, and were taken for them",
        resolved.aliases.len()
    ));
    Ok(resolved)
}

/// Properties whose triples of entities are published in another form, or not at all.
fn replaced(resolved: &Resolved, grouped: &[Grouped], published: &[Vec<Published>]) -> Vec<Id> {
    let mut replaced: Vec<Id> = resolved.identifiers.clone();
    replaced.extend(grouped.iter().map(|property| property.property));
    if !published.is_empty() {
        let quasi = resolved.quasi_identifiers.iter();
        replaced.extend(quasi.map(|quasi| quasi.property));
    }
    replaced
}

/// Whether something hidden follows from what is left.
fn derived(graph: &Graph, release: &mut Release, regime: Regime) -> Option<Miss> {
    let hidden = hidden_links(release);
    let found = leaks(graph, &release.edited(graph), &hidden, regime);
    let mut missing = Vec::new();
    if found.derived > 0 {
        let (derived, through) = (found.derived, found.through.join(", "));
        missing.push(match derived {
            1 => format!("1 hidden link follows from what is left, by {through}"),
            _ => format!("{derived} hidden links follow from what is left, by {through}"),
        });
    }
    let others = follows::protected(graph, release);
    if !others.is_empty() {
        missing.push(format!(
            "a reasoner derives protected triples of {} from what is left",
            others.join(", ")
        ));
    }
    let what = match regime {
        Regime::Rules => "no hidden link follows by RDFS, owl:sameAs, inverse or other properties",
        Regime::OwlRl => "no hidden link follows by OWL 2 RL",
    };
    release.verified.findings.push(Finding {
        what: what.into(),
        holds: missing.is_empty(),
    });
    (!missing.is_empty()).then(|| Miss {
        attempt: "the graph after all edits".into(),
        missing,
        advice: "name the properties that are left and lead there among identifiers.properties, or leave them out of open"
            .into(),
    })
}

/// The links that are not in the release any more, as they would be called there: sensitive ones that were cut, identifiers, and exact quasi-identifiers.
fn hidden_links(release: &Release) -> Vec<Triple> {
    let resolved = &release.resolved;
    let cut: Set<Id> = release
        .grouped
        .iter()
        .map(|property| property.property)
        .collect();
    let sensitive = resolved.sensitive.iter();
    let links = sensitive
        .filter(|known| cut.contains(&known.property))
        .flat_map(|known| known.links.iter().map(|link| (known.property, *link)));
    let named = resolved.identifying.iter();
    let links = links.chain(named.map(|link| (link.predicate, (link.subject, link.object))));
    let mut hidden: Vec<Triple> = links
        .map(|(predicate, (entity, value))| Triple {
            subject: release.edits.name(entity),
            predicate,
            object: release.edits.name(value),
        })
        .collect();
    for (quasi, published) in resolved.quasi_identifiers.iter().zip(&release.published) {
        let places = resolved.entities.iter().zip(published);
        let exact: Set<Id> = places
            .filter(|(_, what)| matches!(what, Published::Same(_)))
            .map(|(entity, _)| *entity)
            .collect();
        let links = quasi.links.iter().filter(|link| !exact.contains(&link.0));
        hidden.extend(links.map(|link| Triple {
            subject: release.edits.name(link.0),
            predicate: quasi.property,
            object: release.edits.name(link.1),
        }));
    }
    hidden
}

#[cfg(test)]
mod tests;
