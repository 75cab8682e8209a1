//! `bauta graph anonymize`.

use std::path::PathBuf;

use bauta::Result;
use bauta::graph::{GraphReport, GraphRequest, anonymize_graph};
use clap::Args;

use crate::commands::{DONE, NO};
use crate::output::Screen;

#[derive(Args)]
pub struct AnonymizeArgs {
    /// The graph: .nt, .nq, .ttl, .trig, .rdf, .owl or .jsonld, with or without .gz or .zst, or a folder of triples; several are one graph
    #[arg(required = true, value_name = "GRAPH")]
    pub data: Vec<PathBuf>,
    /// Who is protected and how: entities, identifiers, quasi-identifiers, sensitive properties (TOML)
    #[arg(long, value_name = "FILE")]
    pub context: PathBuf,
    /// Where the release goes
    #[arg(short, long, value_name = "FILE")]
    pub output: PathBuf,
    /// The same change as SPARQL updates, for audit; they name people, so keep them apart from the release
    #[arg(long, value_name = "FILE")]
    pub updates: Option<PathBuf>,
    /// The report for people; .html, .md or .json
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Seed of the order of new names; without it the operating system draws, and nobody can draw the same again
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Leave malformed triples out instead of stopping
    #[arg(long)]
    pub lenient: bool,
    /// Replace outputs that are there
    #[arg(long)]
    pub force: bool,
    /// Who reads and writes the graph: local (memory), datafusion or ballista://host:port, for folders NAME.triples
    #[arg(long, value_name = "ENGINE")]
    pub engine: Option<String>,
    /// Memory beyond which datafusion writes to temporary files, such as 2GB
    #[arg(long, value_name = "SIZE", requires = "engine")]
    pub memory: Option<String>,
}

pub fn run(args: &AnonymizeArgs, screen: &Screen) -> Result<u8> {
    let request = GraphRequest {
        data: args.data.clone(),
        context: args.context.clone(),
        output: args.output.clone(),
        updates: args.updates.clone(),
        report: args.report.clone(),
        language: screen.language.to_owned(),
        seed: args.seed,
        lenient: args.lenient,
        force: args.force,
        engine: args.engine.clone(),
        memory: args.memory.clone(),
    };
    let report = anonymize_graph(&request, &screen.bar())?;
    if screen.json {
        screen.print_json(&report);
    } else {
        tell(&report, screen);
    }
    Ok(if report.released { DONE } else { NO })
}

fn tell(report: &GraphReport, screen: &Screen) {
    report.notes.iter().for_each(|note| screen.note(note));
    let said = |text: &str| bauta::sentence(screen.language, text);
    if let Some(miss) = &report.nearest_miss {
        screen.tell(&format!(
            "{} {}",
            screen.mark(false),
            screen.say("there is no such release", "cette publication n'existe pas")
        ));
        screen.tell(&said(&miss.attempt));
        miss.missing
            .iter()
            .for_each(|missing| screen.tell(&said(missing)));
        screen.tell(&said(&miss.advice));
        return;
    }
    report.guarantees.iter().for_each(|found| {
        screen.tell(&format!(
            "{} {}",
            screen.mark(found.holds),
            said(&found.what)
        ));
    });
    let (read, wrote) = report.triples;
    let seconds = report.seconds;
    screen.tell(&match screen.language {
        "fr" => format!(
            "{} {} ; {read} triplets lus en {} s, {wrote} écrits en {} s",
            report.entities,
            if report.entities > 1 {
                "entités"
            } else {
                "entité"
            },
            screen.figure(seconds.0, 2),
            screen.figure(seconds.2, 2)
        ),
        _ => format!(
            "{} {}; {read} triples read in {} s, {wrote} written in {} s",
            report.entities,
            if report.entities == 1 {
                "entity"
            } else {
                "entities"
            },
            screen.figure(seconds.0, 2),
            screen.figure(seconds.2, 2)
        ),
    });
    let header = [
        screen.say("property", "propriété"),
        screen.say("groups", "groupes"),
        screen.say("fewest values", "moins de valeurs"),
        screen.say("largest share", "plus grande part"),
    ];
    let row = |(name, groups): (&String, &u64)| {
        let share = 100.0 * report.max_posterior.get(name).copied().unwrap_or(0.0);
        vec![
            name.clone(),
            groups.to_string(),
            report.l.get(name).copied().unwrap_or(0).to_string(),
            format!("{} %", screen.figure(share, 1)),
        ]
    };
    if !report.groups.is_empty() {
        screen.tell(&screen.table(&header, report.groups.iter().map(row).collect()));
    }
    if let Some((k, classes)) = report.k.zip(report.classes) {
        screen.tell(&format!(
            "k = {k}, {classes} {}",
            screen.say("classes", "classes")
        ));
    }
}
