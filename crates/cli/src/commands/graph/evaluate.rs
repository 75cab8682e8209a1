//! `bauta graph evaluate`.

use std::path::PathBuf;

use bauta::Result;
use bauta::graph::{Evaluation, GraphComparison, Overlap, evaluate_graph, stage_evaluation};
use clap::Args;

use crate::commands::DONE;
use crate::output::Screen;

#[derive(Args)]
pub struct EvaluateArgs {
    /// The released graph
    #[arg(value_name = "RELEASE")]
    pub release: PathBuf,
    /// The graph it was made from; several files are one graph
    #[arg(long, required = true, value_name = "GRAPH", num_args = 1..)]
    pub original: Vec<PathBuf>,
    /// The context it was made with
    #[arg(long, value_name = "FILE")]
    pub context: PathBuf,
    /// How an entity counts whose published value is wider than what is asked
    #[arg(long, default_value = "drop", value_parser = overlap, value_name = "drop|uniform")]
    pub overlap: Overlap,
    /// The report for people; .html, .md or .json
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Leave malformed triples out instead of stopping
    #[arg(long)]
    pub lenient: bool,
    /// Replace the report that is there
    #[arg(long)]
    pub force: bool,
}

pub fn run(args: &EvaluateArgs, screen: &Screen) -> Result<u8> {
    let request = GraphComparison {
        data: args.original.clone(),
        release: args.release.clone(),
        context: args.context.clone(),
        overlap: args.overlap,
        lenient: args.lenient,
    };
    let found = evaluate_graph(&request, &screen.bar())?;
    if let Some(path) = &args.report {
        stage_evaluation(&found, path, screen.language, args.force)?.commit()?;
    }
    if screen.json {
        screen.print_json(&found);
    } else {
        tell(&found, screen);
    }
    Ok(DONE)
}

fn overlap(word: &str) -> std::result::Result<Overlap, String> {
    match word {
        "drop" => Ok(Overlap::Drop),
        "uniform" => Ok(Overlap::Uniform),
        _ => Err("drop or uniform".to_owned()),
    }
}

fn tell(found: &Evaluation, screen: &Screen) {
    found.notes.iter().for_each(|note| screen.note(note));
    let share = |value: f64| format!("{} %", screen.figure(100.0 * value, 2));
    let header = [
        screen.say("asked for", "demandé"),
        screen.say("counts", "comptages"),
        screen.say("mean relative error", "erreur relative moyenne"),
        screen.say("mean absolute error", "erreur absolue moyenne"),
        screen.say("by masking", "par masquage"),
    ];
    let rows = found.counts.iter().map(|asked| {
        vec![
            format!(
                "{} {}",
                asked.cardinality,
                asked.quasi_identifiers.join(", ")
            ),
            asked.queries.to_string(),
            share(asked.mean_relative_error),
            screen.figure(asked.mean_absolute_error, 2),
            asked.masked_error.map_or("–".to_owned(), share),
        ]
    });
    screen.tell(&screen.table(&header, rows.collect()));
    for (name, told) in &found.posteriors {
        screen.tell(&match screen.language {
            "fr" => format!(
                "{name} : {} groupes, plus grande part {}, part moyenne de sa propre valeur {}",
                told.groups,
                share(told.largest),
                share(told.mean)
            ),
            _ => format!(
                "{name}: {} groups, largest share {}, mean share of one's own value {}",
                told.groups,
                share(told.largest),
                share(told.mean)
            ),
        });
    }
    let Some(attack) = &found.attack else { return };
    screen.tell(&match screen.language {
        "fr" => format!(
            "qui connaît tous les quasi-identifiants trouve au moins {} candidats ; risque moyen {}",
            attack.fewest_candidates,
            share(attack.mean_risk)
        ),
        _ => format!(
            "who knows all quasi-identifiers finds at least {} candidates; mean risk {}",
            attack.fewest_candidates,
            share(attack.mean_risk)
        ),
    });
}
