//! `bauta graph study`.

use std::path::PathBuf;

use bauta::Result;
use bauta::graph::{StudyRequest, stage_study, study};
use clap::Args;

use crate::commands::DONE;
use crate::output::Screen;

#[derive(Args)]
pub struct StudyArgs {
    /// Sizes of the graphs, in universities: 100, 1000 or 5000
    #[arg(long, default_value = "100", value_delimiter = ',', value_name = "N")]
    pub universities: Vec<u32>,
    /// Seed of everything that is drawn
    #[arg(long, default_value_t = 1, value_name = "N")]
    pub seed: u64,
    /// The report for people; .html, .md or .json
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Replace the report that is there
    #[arg(long)]
    pub force: bool,
}

pub fn run(args: &StudyArgs, screen: &Screen) -> Result<u8> {
    let request = StudyRequest { universities: args.universities.clone(), seed: args.seed };
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
        screen.say("no worse", "pas moins bon"),
    ];
    let rows = found.beside.iter().map(|one| {
        let (low, high) = one.published;
        let published = if low == high {
            screen.figure(low, 4)
        } else {
            format!("{} – {}", screen.figure(low, 4), screen.figure(high, 4))
        };
        let setting = format!("{}, {}", one.dataset, one.setting);
        let verdict = if one.no_worse { screen.say("yes", "oui") } else { screen.say("no", "non") };
        vec![setting, one.figure.clone(), published, screen.figure(one.ours, 4), verdict.to_owned()]
    });
    screen.tell(&screen.table(&header, rows.collect()));
    let (good, all) = found.no_worse;
    screen.tell(&match screen.language {
        "fr" => format!("{good} chiffres sur {all} ne sont pas moins bons que ceux publiés"),
        _ => format!("{good} of {all} figures are no worse than those published"),
    });
    Ok(DONE)
}
