//! `bauta graph count`.

use std::path::PathBuf;

use bauta::Result;
use bauta::graph::noisy_count;
use clap::Args;

use crate::commands::DONE;
use crate::output::Screen;

#[derive(Args)]
pub struct CountArgs {
    /// The graph; several files are one graph
    #[arg(required = true, value_name = "GRAPH")]
    pub data: Vec<PathBuf>,
    /// Who is protected (TOML)
    #[arg(long, value_name = "FILE")]
    pub context: PathBuf,
    /// SELECT (COUNT(DISTINCT ?x) AS ?n) WHERE { ?x … }, every pattern with ?x as its subject
    #[arg(long, value_name = "SPARQL")]
    pub query: String,
    /// How much the answer may tell of one entity; answers add up
    #[arg(long, value_name = "EPSILON")]
    pub epsilon: f64,
}

pub fn run(args: &CountArgs, screen: &Screen) -> Result<u8> {
    let found = noisy_count(&args.data, &args.context, &args.query, args.epsilon, &screen.bar())?;
    if screen.json {
        screen.print_json(&found);
        return Ok(DONE);
    }
    let deviation = screen.figure(found.deviation, 2);
    screen.tell(&match screen.language {
        "fr" => format!("{} (bruit d'écart type {deviation} ; ε = {})", found.count, screen.figure(found.epsilon, 3)),
        _ => format!("{} (noise of standard deviation {deviation}; ε = {})", found.count, found.epsilon),
    });
    Ok(DONE)
}
