//! Triples in passing: each is handed on as three texts and nothing is kept, whatever the size of the file.
//!
//! Blank nodes get names that begin with the number of their file. In N-Triples their own names follow; other formats have nodes without
//! one, so that there they are numbered, and the numbers are kept until the end of the file.

use std::io::Read;

use bauta_table::Progress;
use oxrdf::{QuadRef, TermRef};
use oxrdfio::RdfFormat;

use super::{ReadOptions, Reading, in_order, malformed};
use crate::collections::Map;
use crate::error::{Error, Result};
use crate::model::write_term;

/// Calls `take` with subject, predicate and object of every triple, as N-Triples writes them; `file` tells blank nodes of several files apart.
///
/// # Errors
/// Malformed triples with their places, unless they may be left out; named graphs; a failing stream; what `take` fails with.
pub fn each<R: Read>(
    input: R,
    (format, file): (RdfFormat, usize),
    options: &ReadOptions,
    progress: &dyn Progress,
    take: &mut dyn FnMut([&str; 3]) -> Result<()>,
) -> Result<Reading> {
    let numbered = !matches!(format, RdfFormat::NTriples | RdfFormat::NQuads);
    let mut texts = Texts {
        file,
        numbered,
        known: Map::default(),
    };
    let mut buffers = [const { String::new() }; 3];
    let mut pass = |quad: QuadRef<'_>| {
        if !quad.graph_name.is_default_graph() {
            return Err(Error::request(format!(
                "{}: the graph has named graphs, which folders of triples cannot hold; give one graph",
                options.name
            )));
        }
        let terms: [TermRef<'_>; 3] = [quad.subject.into(), quad.predicate.into(), quad.object];
        for (term, text) in terms.into_iter().zip(&mut buffers) {
            text.clear();
            texts.write(term, text);
        }
        take([&buffers[0], &buffers[1], &buffers[2]])
    };
    let found = in_order(&mut pass, input, format, options, progress)?;
    if found.skipped > 0 && !options.lenient {
        return Err(Error::Faults(malformed(&options.name, format, &found)));
    }
    Ok(found)
}

/// The names of blank nodes of a file.
struct Texts {
    file: usize,
    numbered: bool,
    known: Map<String, usize>,
}

impl Texts {
    fn write(&mut self, term: TermRef<'_>, text: &mut String) {
        let TermRef::BlankNode(node) = term else {
            write_term(text, term);
            return;
        };
        let name = node.as_str();
        text.push_str(&format!("_:f{}-", self.file));
        if !self.numbered {
            text.push_str(name);
            return;
        }
        let next = self.known.len();
        let number = *self.known.entry_ref(name).or_insert(next);
        text.push_str(&number.to_string());
    }
}

#[cfg(test)]
mod tests {
    use bauta_table::Silent;

    use super::*;

    fn passed(text: &str, format: RdfFormat) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        let mut take = |[subject, predicate, object]: [&str; 3]| {
            lines.push(format!("{subject} {predicate} {object}"));
            Ok(())
        };
        each(
            text.as_bytes(),
            (format, 3),
            &ReadOptions::default(),
            &Silent,
            &mut take,
        )?;
        Ok(lines)
    }

    #[test]
    fn blank_nodes_keep_apart_and_come_again() {
        let lines = passed(
            "_:x <urn:p> _:y .\n_:y <urn:p> \"a\\nb\"@en .\n",
            RdfFormat::NTriples,
        )
        .unwrap();
        assert_eq!(
            lines,
            ["_:f3-x <urn:p> _:f3-y", "_:f3-y <urn:p> \"a\\nb\"@en"]
        );
        let turtle = "<urn:a> <urn:p> [ <urn:q> _:z ] . _:z <urn:p> 1 .";
        let (one, two) = (
            passed(turtle, RdfFormat::Turtle).unwrap(),
            passed(turtle, RdfFormat::Turtle).unwrap(),
        );
        assert_eq!((one.len(), &one), (3, &two));
    }

    #[test]
    fn named_graphs_and_malformed_triples_are_refused() {
        let told = passed("<urn:a> <urn:p> <urn:b> <urn:g> .\n", RdfFormat::NQuads)
            .unwrap_err()
            .to_string();
        assert!(told.contains("named graphs"), "{told}");
        let told = passed("<urn:a> <urn:p> <urn:b> .\nnothing\n", RdfFormat::NTriples)
            .unwrap_err()
            .to_string();
        assert!(told.contains("line 2"), "{told}");
    }
}
