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

mod classes;
mod edits;
mod groups;
mod truth;
mod updates;
mod verify;

pub use classes::Published;
pub use edits::{EXTENDS, Edited, Edits};
pub use groups::{Group, Grouped};
pub use updates::updates;
pub use verify::{Finding, Verified};

use std::collections::BTreeMap;

use bauta_table::{Hierarchy, Progress, Stage};
use serde::Serialize;

use crate::context::{AnatomyMethod, Context, Entailment, Resolved, Scope};
use crate::error::{Error, Result};
use crate::leak::{Regime, leaks};
use crate::model::{Graph, Triple, iri};
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
    let mut resolved = context.resolved(graph)?;
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
    let edits = edits::edits(
        graph, context, &resolved, &grouped, &published, &deleted, given.seed,
    );
    progress.tell(Stage::Verify, 0, None);
    let mut release = Release {
        resolved,
        grouped,
        published,
        edits,
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

/// Whether something hidden follows from what is left.
fn derived(graph: &Graph, release: &mut Release, regime: Regime) -> Option<Miss> {
    let hidden = hidden_links(release);
    let found = leaks(graph, &release.edited(graph), &hidden, regime);
    let others = other_names(graph, release);
    let mut missing = Vec::new();
    if found.derived > 0 {
        let (derived, through) = (found.derived, found.through.join(", "));
        missing.push(format!(
            "{derived} hidden links follow from what is left, by {through}"
        ));
    }
    if others > 0 {
        missing.push(format!(
            "{others} entities have another address by owl:sameAs"
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
        advice: "name these properties as sensitive or among identifiers.properties, or set entailment = \"none\""
            .into(),
    })
}

/// The links that were cut, as they would be called in the release.
fn hidden_links(release: &Release) -> Vec<Triple> {
    let cut: Vec<_> = release
        .grouped
        .iter()
        .map(|property| property.property)
        .collect();
    let sensitive = release
        .resolved
        .sensitive
        .iter()
        .filter(|known| cut.contains(&known.property));
    let links = sensitive.flat_map(|known| known.links.iter().map(|link| (known.property, *link)));
    let name = |id| release.edits.name(id);
    links
        .map(|(predicate, (entity, value))| Triple {
            subject: name(entity),
            predicate,
            object: name(value),
        })
        .collect()
}

/// Entities that the release still calls the same as something else.
fn other_names(graph: &Graph, release: &Release) -> usize {
    let Some(same) = graph
        .dictionary
        .find_iri(iri::SAME_AS)
        .filter(|id| !release.resolved.identifiers.contains(id))
    else {
        return 0;
    };
    let renamed = release.edits.entities_renamed > 0;
    let is_entity = |id| release.resolved.is_entity(id);
    graph
        .links(same)
        .iter()
        .filter(|link| renamed && is_entity(link.0) != is_entity(link.1))
        .count()
}
