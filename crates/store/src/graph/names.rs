//! Names of private graphs: beside each graph of the exact data stands a private one, for what everybody may not see of it.

use oxigraph::model::{GraphName, NamedNode, NamedOrBlankNodeRef, Term, TermRef};
use percent_encoding::{NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::context::Context;

impl Context {
    /// Where exact sensitive values are.
    pub fn sensitive_graph(&self) -> NamedNode {
        NamedNode::new_unchecked(format!("{}/sensitive", self.private.as_str()))
    }

    /// The private graph beside a graph.
    pub fn beside(&self, graph: &GraphName) -> NamedNode {
        match graph {
            GraphName::DefaultGraph => self.private.clone(),
            GraphName::NamedNode(node) => self.beside_name(node.as_str()),
            GraphName::BlankNode(node) => self.beside_name(&format!("_:{}", node.as_str())),
        }
    }

    fn beside_name(&self, name: &str) -> NamedNode {
        NamedNode::new_unchecked(format!(
            "{}/of/{}",
            self.private.as_str(),
            utf8_percent_encode(name, NON_ALPHANUMERIC)
        ))
    }

    /// The graph that a private one stands beside.
    pub fn origin(&self, private: &str) -> Option<GraphName> {
        match private.strip_prefix(self.private.as_str())? {
            "" | "/sensitive" => Some(GraphName::DefaultGraph),
            rest => {
                let name = percent_decode_str(rest.strip_prefix("/of/")?)
                    .decode_utf8()
                    .ok()?;
                Some(NamedNode::new(name).ok()?.into())
            }
        }
    }
}

/// By what a term is known: its address, or the label of its blank node. Literals are nobody.
pub fn key(term: TermRef<'_>) -> Option<String> {
    match term {
        TermRef::NamedNode(node) => Some(node.as_str().to_owned()),
        TermRef::BlankNode(node) => Some(format!("_:{}", node.as_str())),
        TermRef::Literal(_) => None,
    }
}

/// The same of a subject.
pub fn key_of_node(node: NamedOrBlankNodeRef<'_>) -> String {
    match node {
        NamedOrBlankNodeRef::NamedNode(node) => node.as_str().to_owned(),
        NamedOrBlankNodeRef::BlankNode(node) => format!("_:{}", node.as_str()),
    }
}

/// The term of a key.
pub fn term_of_key(key: &str) -> Term {
    match key.strip_prefix("_:") {
        Some(label) => oxigraph::model::BlankNode::new_unchecked(label).into(),
        None => NamedNode::new_unchecked(key).into(),
    }
}
