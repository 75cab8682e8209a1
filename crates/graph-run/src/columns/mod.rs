//! Graphs as folders of Parquet files (`.triples`): terms by number, and the links of each predicate.
//!
//! Such a folder is a graph like any file where a graph is read. What is more, engines read it in parts, so that a graph need not fit in
//! memory to be anonymised.

#[cfg(feature = "cluster")]
pub(super) mod engine;

use std::path::Path;

use bauta_engines::triples::{self, Split};
use bauta_formats::{Staged, StagedFolder};
use bauta_graph::write::Written;
use bauta_graph::{Graph, Id, Triple};
use bauta_table::{Progress, Stage};

use bauta_messages::{Error, Result};

/// Triples between two looks at the clock and at whether to go on.
const GLANCE: u64 = 1 << 16;

/// Whether a name says that it is such a folder.
pub(super) fn is_named(path: &Path) -> bool {
    path.to_string_lossy()
        .trim_end_matches('/')
        .ends_with(triples::ENDING)
}

/// Reads a folder whole. Terms get their numbers in the order of the folder's.
pub(super) fn load(folder: &Path, graph: &mut Graph, progress: &dyn Progress) -> Result<()> {
    let (mut numbers, mut ids): (Vec<i64>, Vec<Id>) = (Vec::new(), Vec::new());
    triples::each_term(folder, &mut |number, text| {
        numbers.push(number);
        ids.push(graph.dictionary.intern(text));
        Ok(())
    })?;
    let mut read = 0;
    for predicate in triples::predicates(folder)? {
        let id = graph.dictionary.intern(&predicate.text);
        triples::each_link(folder, &predicate, &mut |subject, object| {
            let known = |number: i64| {
                numbers
                    .binary_search(&number)
                    .ok()
                    .and_then(|place| ids.get(place).copied())
            };
            let (Some(subject), Some(object)) = (known(subject), known(object)) else {
                let lost = std::io::Error::other("a triple has a term that is not in the folder");
                return Err(bauta_formats::Error::io(folder, lost).into());
            };
            graph.push(Triple {
                subject,
                predicate: id,
                object,
            });
            read += 1;
            glance(read, Stage::Read, progress)
        })?;
    }
    Ok(())
}

fn glance(done: u64, stage: Stage, progress: &dyn Progress) -> bauta_engines::Result<()> {
    if done.is_multiple_of(GLANCE) {
        progress.tell(stage, done, None);
        if progress.cancelled() {
            return Err(bauta_formats::Error::Cancelled.into());
        }
    }
    Ok(())
}

/// Writes a graph as a folder beside its final name.
pub(super) fn stage(
    graph: &dyn Written,
    path: &Path,
    force: bool,
    progress: &dyn Progress,
) -> Result<Staged> {
    if graph.has_named_graphs() {
        return Err(Error::request(
            "folders of triples have no named graphs, and this graph has; write .nq instead",
        ));
    }
    let folder = StagedFolder::begin(path, force)?;
    let mut split = Split::begin(&folder.inside())?;
    let dictionary = graph.dictionary();
    for (place, (triple, _)) in (0..graph.places())
        .filter_map(|place| graph.at(place))
        .enumerate()
    {
        split.push(
            [triple.subject, triple.predicate, triple.object].map(|id| dictionary.text(id)),
        )?;
        glance(place as u64, Stage::Write, progress)?;
    }
    split.finish()?;
    Ok(folder.staged())
}
