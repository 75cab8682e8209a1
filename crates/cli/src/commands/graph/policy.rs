//! `bauta graph policy`.

use std::path::PathBuf;

use bauta::Result;
use bauta::graph::{PolicyRequest, policies};
use clap::Args;

use crate::commands::DONE;
use crate::output::Screen;

#[derive(Args)]
pub struct PolicyArgs {
    /// Files with a SPARQL query each that must no longer be answered
    #[arg(long, required = true, value_name = "FILE", num_args = 1..)]
    pub privacy: Vec<PathBuf>,
    /// Files with a SPARQL query each that must be answered as before
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub utility: Vec<PathBuf>,
    /// Carry out this sequence of updates, by its number
    #[arg(long, value_name = "N", requires_all = ["graph", "output"])]
    pub choose: Option<usize>,
    /// The graph; several files are one graph
    #[arg(long, value_name = "GRAPH", num_args = 1..)]
    pub graph: Vec<PathBuf>,
    /// Where the graph goes after the chosen sequence
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Replace what is there
    #[arg(long)]
    pub force: bool,
}

pub fn run(args: &PolicyArgs, screen: &Screen) -> Result<u8> {
    let request = PolicyRequest {
        privacy: args.privacy.clone(),
        utility: args.utility.clone(),
        data: args.graph.clone(),
        choice: args.choose,
        output: args.output.clone(),
        force: args.force,
    };
    let found = policies(&request, &screen.bar())?;
    if screen.json {
        screen.print_json(&found);
        return Ok(DONE);
    }
    if let Some((chosen, removed)) = found.chosen.zip(found.removed) {
        let text = screen.say(
            "was carried out; triples removed:",
            "a été exécutée ; triplets supprimés :",
        );
        screen.tell(&format!(
            "{} {} {chosen} {text} {removed}",
            screen.mark(true),
            screen.say("sequence", "la séquence")
        ));
        return Ok(DONE);
    }
    for (number, sequence) in found.sequences.iter().enumerate() {
        screen.tell(&format!(
            "# {} {}",
            screen.say("sequence", "séquence"),
            number + 1
        ));
        screen.tell(&format!("{}\n", sequence.join(" ;\n")));
    }
    Ok(DONE)
}
