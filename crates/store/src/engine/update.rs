//! SPARQL updates: each operation is evaluated on the exact data, and what it changes there is put where it belongs.

use std::collections::HashMap;

use oxigraph::model::{BlankNode, GraphName, NamedNode, NamedOrBlankNode, Quad, Term};
use spareval::{CancellationToken, DeleteInsertQuad, QueryEvaluator};
use spargebra::algebra::{GraphPattern, GraphTarget, QueryDataset};
use spargebra::term::{GroundQuad, GroundTerm};
use spargebra::{GraphUpdateOperation, SparqlParser, Update};

use super::query::{evaluation, evaluator};
use super::writer::Writer;
use super::{Engine, fitting, fitting_graph};
use crate::budget::{Budget, Memory, until_stopped};
use crate::error::{Error, Refusal, Result, Said};
use crate::rewrite::inspect;
use crate::rewrite::plan::quick;
use crate::rewrite::syntax::explained;
use crate::rewrite::watch::watched_pattern;

/// Graphs that an update's protocol request names.
#[derive(Debug, Clone, Default)]
pub struct Using {
    /// `using-graph-uri`.
    pub default: Vec<NamedNode>,
    /// `using-named-graph-uri`.
    pub named: Vec<NamedNode>,
}

impl Engine {
    /// Runs an update.
    ///
    /// # Errors
    /// When it is no update, is refused, takes too long, or the journal fails; nothing is changed then.
    pub fn update(
        &self,
        text: &str,
        base: Option<&str>,
        using: Using,
        token: CancellationToken,
    ) -> Result<()> {
        let update = parse(text, base)?;
        let update = with_using(update, using)?;
        self.changed(|writer| {
            let evaluator = evaluator(&token, &Budget::new(&token, &Memory::default()));
            writer.watch(token);
            update
                .operations
                .iter()
                .try_for_each(|operation| run(writer, &evaluator, &update, operation))
        })
    }
}

fn parse(text: &str, base: Option<&str>) -> Result<Update> {
    inspect::shallow(text)?;
    let mut parser = SparqlParser::new();
    if let Some(base) = base {
        parser = parser.with_base_iri(base).map_err(|_| {
            Error::Syntax(Said::new(
                "the base is not a valid IRI",
                "la base n'est pas un IRI valide",
            ))
        })?;
    }
    let mut update = parser
        .parse_update(text)
        .map_err(|error| explained(&error, text, true))?;
    for operation in &mut update.operations {
        if let GraphUpdateOperation::DeleteInsert { pattern, .. } = operation {
            inspect::flat(pattern)?;
        }
    }
    Ok(update)
}

/// Graphs of the protocol stand for `USING`; both together are wrong.
fn with_using(mut update: Update, asked: Using) -> Result<Update> {
    if asked.default.is_empty() && asked.named.is_empty() {
        return Ok(update);
    }
    for operation in &mut update.operations {
        if let GraphUpdateOperation::DeleteInsert { using, .. } = operation {
            if using.is_some() {
                return Err(Error::Syntax(Said::new(
                    "USING or WITH together with using-graph-uri",
                    "USING ou WITH avec using-graph-uri",
                )));
            }
            *using = Some(QueryDataset {
                default: asked.default.clone(),
                named: Some(asked.named.clone()),
            });
        }
    }
    Ok(update)
}

fn run(
    writer: &mut Writer<'_, '_>,
    evaluator: &QueryEvaluator,
    update: &Update,
    operation: &GraphUpdateOperation,
) -> Result<()> {
    match operation {
        GraphUpdateOperation::InsertData { data } => {
            let mut blanks = HashMap::new();
            let quads: Vec<Quad> = data.iter().map(|quad| fresh(quad, &mut blanks)).collect();
            fitting(writer.context, &quads)?;
            writer.delta(Vec::new(), quads)
        }
        GraphUpdateOperation::DeleteData { data } => {
            let quads: Vec<Quad> = data.iter().map(ground).collect();
            fitting(writer.context, &quads)?;
            writer.delta(quads, Vec::new())
        }
        GraphUpdateOperation::DeleteInsert {
            delete,
            insert,
            using,
            pattern,
        } => {
            examined(writer, using.as_ref(), pattern)?;
            let pattern = watched_pattern((**pattern).clone());
            let prepared = evaluator.prepare_delete_insert(
                delete.clone(),
                insert.clone(),
                update.base_iri.clone(),
                using.clone(),
                &pattern,
            );
            let (mut removed, mut added) = (Vec::new(), Vec::new());
            until_stopped(|| {
                for change in prepared.execute(writer.exact()).map_err(evaluation)? {
                    match change.map_err(evaluation)? {
                        DeleteInsertQuad::Delete(quad) => removed.push(quad),
                        DeleteInsertQuad::Insert(quad) => added.push(quad),
                    }
                }
                Ok(())
            })?;
            fitting(writer.context, &removed)?;
            fitting(writer.context, &added)?;
            writer.delta(removed, added)
        }
        GraphUpdateOperation::Load { silent: true, .. } => Ok(()),
        GraphUpdateOperation::Load { silent: false, .. } => Err(Error::Refused(Refusal::Load)),
        GraphUpdateOperation::Clear { silent, graph } => target(writer, graph, *silent, false),
        GraphUpdateOperation::Drop { silent, graph } => target(writer, graph, *silent, true),
        GraphUpdateOperation::Create { silent, graph } => {
            let name = GraphName::from(graph.clone());
            fitting_graph(writer.context, &name)?;
            if !exists(writer, &name)? {
                writer.create(graph)
            } else if *silent {
                Ok(())
            } else {
                Err(Error::Graph(graph.to_string(), true))
            }
        }
    }
}

/// Refuses what an update may not do: ask other servers, name private graphs, nest too deeply, be planned for ever.
fn examined(
    writer: &Writer<'_, '_>,
    using: Option<&QueryDataset>,
    pattern: &GraphPattern,
) -> Result<()> {
    let named = using
        .into_iter()
        .flat_map(|using| using.default.iter().chain(using.named.iter().flatten()));
    quick(pattern)?;
    let mut seen = inspect::Seen::of_pattern(pattern)?;
    seen.graphs
        .extend(named.map(|node| node.as_str().to_owned()));
    if seen
        .graphs
        .iter()
        .any(|graph| writer.context.is_private(graph))
    {
        Err(Error::Refused(Refusal::PrivateGraph))
    } else {
        Ok(())
    }
}

/// Whether the exact data have the graph. The default graph is always there.
pub fn exists(writer: &Writer<'_, '_>, graph: &GraphName) -> Result<bool> {
    fitting_graph(writer.context, graph)?;
    Ok(match graph {
        GraphName::DefaultGraph => true,
        GraphName::NamedNode(node) => writer.exact().graphs()?.contains(node.as_str()),
        GraphName::BlankNode(_) => false,
    })
}

fn target(
    writer: &mut Writer<'_, '_>,
    target: &GraphTarget,
    silent: bool,
    drops: bool,
) -> Result<()> {
    let mut graphs = Vec::new();
    match target {
        GraphTarget::NamedNode(node) => {
            let graph = GraphName::from(node.clone());
            if exists(writer, &graph)? {
                graphs.push(graph);
            } else if !silent {
                return Err(Error::Graph(node.to_string(), false));
            }
        }
        GraphTarget::DefaultGraph => graphs.push(GraphName::DefaultGraph),
        GraphTarget::NamedGraphs => graphs.extend(named(writer)?),
        GraphTarget::AllGraphs => {
            graphs.extend(named(writer)?);
            graphs.push(GraphName::DefaultGraph);
        }
    }
    graphs
        .iter()
        .try_for_each(|graph| empty(writer, graph, drops))
}

fn named(writer: &Writer<'_, '_>) -> Result<Vec<GraphName>> {
    Ok(writer
        .exact()
        .graphs()?
        .into_iter()
        .map(|name| NamedNode::new_unchecked(name).into())
        .collect())
}

/// Takes everything out of a graph, and the graph away if wanted.
pub fn empty(writer: &mut Writer<'_, '_>, graph: &GraphName, drops: bool) -> Result<()> {
    let quads = writer
        .exact()
        .quads(Some(graph))
        .collect::<std::result::Result<Vec<_>, _>>()?;
    writer.delta(quads, Vec::new())?;
    if let (true, GraphName::NamedNode(node)) = (drops, graph) {
        use crate::journal::{Step, To};
        // What the last release shows in it stays to be seen until the next one.
        let to = if writer.shows_nothing_in(graph)? {
            To::Both
        } else {
            To::Whole
        };
        writer.step(Step::Drop(to, node.clone()))?;
        let beside = writer.context.beside(graph);
        writer.step(Step::Drop(To::Whole, beside))?;
    }
    Ok(())
}

/// Blank nodes of `INSERT DATA` are new ones.
fn fresh(quad: &spargebra::term::Quad, blanks: &mut HashMap<BlankNode, BlankNode>) -> Quad {
    let mut blank = |node: &BlankNode| blanks.entry(node.clone()).or_default().clone();
    let subject = match &quad.subject {
        NamedOrBlankNode::NamedNode(node) => node.clone().into(),
        NamedOrBlankNode::BlankNode(node) => NamedOrBlankNode::from(blank(node)),
    };
    let object: Term = match &quad.object {
        Term::NamedNode(node) => node.clone().into(),
        Term::BlankNode(node) => blank(node).into(),
        Term::Literal(literal) => literal.clone().into(),
    };
    Quad::new(
        subject,
        quad.predicate.clone(),
        object,
        graph_of(&quad.graph_name),
    )
}

fn ground(quad: &GroundQuad) -> Quad {
    let object: Term = match &quad.object {
        GroundTerm::NamedNode(node) => node.clone().into(),
        GroundTerm::Literal(literal) => literal.clone().into(),
    };
    Quad::new(
        quad.subject.clone(),
        quad.predicate.clone(),
        object,
        graph_of(&quad.graph_name),
    )
}

fn graph_of(graph: &spargebra::term::GraphName) -> GraphName {
    match graph {
        spargebra::term::GraphName::NamedNode(node) => node.clone().into(),
        spargebra::term::GraphName::DefaultGraph => GraphName::DefaultGraph,
    }
}
