//! `bauta graph study`.

use std::path::PathBuf;

use bauta::Result;
use bauta::graph::{StudyRequest, stage_study, standing, study};
use clap::Args;

use crate::commands::DONE;
use crate::output::Screen;

#[derive(Args)]
pub struct StudyArgs {
    /// Sizes of the graphs, in universities: 100, 1000 or 5000
    #[arg(long, default_value = "100", value_delimiter = ',', value_name = "N")]
    pub universities: Vec<u32>,
    /// Seed of the first draw
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// How many times graphs are drawn: figures are means, and how far draws are apart tells which differences mean something
    #[arg(long, default_value_t = 5, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub draws: u32,
    /// The report for people; .html, .md or .json
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Replace the report that is there
    #[arg(long)]
    pub force: bool,
}

pub fn run(args: &StudyArgs, screen: &Screen) -> Result<u8> {
    let request = StudyRequest {
        universities: args.universities.clone(),
        seed: args.seed,
        draws: args.draws,
    };
    let found = study(&request, &screen.bar())?;
    if let Some(path) = &args.report {
        stage_study(&found, path, screen.language, args.force)?.commit()?;
    }
    if screen.json {
        screen.print_json(&found);
        return Ok(DONE);
    }
    let header = [
        screen.say("setting", "réglage"),
        screen.say("figure", "figure"),
        screen.say("published", "publié"),
        screen.say("here", "ici"),
        screen.say("draws", "tirages"),
        screen.say("chance of theirs", "chance de la leur"),
        screen.say("no worse", "pas moins bon"),
    ];
    let range = |(low, high): (f64, f64)| match low == high {
        true => screen.figure(low, 4),
        false => format!("{} – {}", screen.figure(low, 4), screen.figure(high, 4)),
    };
    let rows = found.beside.iter().map(|one| {
        let setting = format!("{}, {}", one.dataset, one.setting);
        let standing = standing(one.standing, screen.language).to_owned();
        let ours = screen.figure(one.ours, 4);
        let chance = one
            .chance
            .map_or("–".to_owned(), |chance| screen.figure(chance, 3));
        vec![
            setting,
            one.figure.clone(),
            range(one.published),
            ours,
            range(one.drawn),
            chance,
            standing,
        ]
    });
    screen.tell(&screen.table(&header, rows.collect()));
    screen.tell(&found.headline(screen.language));
    Ok(DONE)
}
