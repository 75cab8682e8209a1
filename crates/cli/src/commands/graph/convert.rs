//! `bauta graph convert`.

use std::path::PathBuf;

use bauta::Result;
use bauta::graph::convert_graph;
use clap::Args;

use crate::output::Screen;

#[derive(Args)]
pub struct ConvertArgs {
    /// The graph: .nt, .nq, .ttl, .trig, .rdf, .owl or .jsonld, with or without .gz or .zst, or a folder of triples; several are one graph
    #[arg(required = true, value_name = "GRAPH")]
    pub data: Vec<PathBuf>,
    /// Where it goes: one of these formats, or a folder NAME.triples, which takes a graph of any size in one pass
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// Leave malformed triples out instead of stopping
    #[arg(long)]
    pub lenient: bool,
    /// Replace what is there
    #[arg(long)]
    pub force: bool,
}

pub fn run(args: &ConvertArgs, screen: &Screen) -> Result<u8> {
    let (triples, notes) = convert_graph(
        &args.data,
        &args.output,
        (args.lenient, args.force),
        &screen.bar(),
    )?;
    notes.iter().for_each(|note| screen.note(note));
    Ok(super::wrote(triples, &args.output, screen))
}
