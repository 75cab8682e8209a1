//! `bauta synthesize`.

use bauta::{CoclusterReport, JoinedReport, Project, Result, Synthesis};

use super::{DONE, NO};
use crate::args::{SynthesizeArgs, TargetArgs, hierarchies, project};
use crate::output::Screen;

pub fn run(args: &SynthesizeArgs, screen: &Screen) -> Result<u8> {
    screen.one_on_stdout(std::slice::from_ref(&args.output))?;
    let mut project = if args.data.data.ends_with(".toml") {
        Project::load(std::path::Path::new(&args.data.data))?
    } else {
        project(&args.data, &args.roles, &TargetArgs::default())?
    };
    project
        .hierarchies
        .extend(hierarchies(&args.generator.hierarchy));
    let answer = {
        let bar = screen.bar();
        bauta::synthesize(&args.request(&project), &bar)?
    };
    let to_file = args.output != "-";
    match answer {
        Synthesis::Coclusters(made) => {
            made.notes.iter().for_each(|note| screen.note(note));
            if screen.json {
                screen.print_json(&made);
            } else if to_file {
                tell_written(made.rows, &made.output, screen);
                tell_clusters(&made, screen);
            }
        }
        Synthesis::Joined(made) => {
            made.notes.iter().for_each(|note| screen.note(note));
            if screen.json {
                screen.print_json(&made);
            } else if to_file {
                tell_written(made.rows, &made.output, screen);
                tell_joined(&made, screen);
            }
        }
        Synthesis::Unreachable(why) => {
            let why = bauta::sentence(screen.language, &why);
            if screen.json {
                screen.print_json(&serde_json::json!({ "reached": false, "why": why }));
            }
            screen.tell(&format!("{} {why}", screen.mark(false)));
            return Ok(NO);
        }
    }
    Ok(DONE)
}

fn tell_written(rows: u64, output: &str, screen: &Screen) {
    let written = match screen.language {
        "fr" => format!("{rows} lignes fictives écrites dans {output}"),
        _ => format!("{rows} fictitious rows written to {output}"),
    };
    screen.tell(&format!("{} {written}", screen.mark(true)));
}

fn tell_clusters(made: &CoclusterReport, screen: &Screen) {
    let fr = screen.language == "fr";
    let clusters = if fr {
        format!(
            "{} clusters de lignes × {} clusters de modalités ; de {} à {} lignes (k = {})",
            made.row_clusters,
            made.modality_clusters,
            made.smallest_cluster,
            made.largest_cluster,
            made.k
        )
    } else {
        format!(
            "{} clusters of rows × {} clusters of modalities; from {} to {} rows (k = {})",
            made.row_clusters,
            made.modality_clusters,
            made.smallest_cluster,
            made.largest_cluster,
            made.k
        )
    };
    screen.tell(&format!("  {clusters}"));
    if let (Some(criterion), Some(level), Some(null)) =
        (made.criterion, made.level, made.null_criterion)
    {
        let line = if fr {
            format!("critère {criterion:.1} (un seul cluster : {null:.1}) ; niveau {level:.3}")
        } else {
            format!("criterion {criterion:.1} (a single cluster: {null:.1}); level {level:.3}")
        };
        screen.tell(&format!("  {line}"));
    }
    let copies = &made.copies;
    let line = if fr {
        format!(
            "copies de lignes réelles uniques : {} ({} rompues par échange, {} lignes écartées) ; lignes égales à une ligne réelle : {}",
            copies.equal_to_a_unique_row,
            copies.exchanged,
            copies.left_out,
            copies.equal_to_a_real_row
        )
    } else {
        format!(
            "copies of unique real rows: {} ({} broken by an exchange, {} rows left out); rows equal to some real row: {}",
            copies.equal_to_a_unique_row,
            copies.exchanged,
            copies.left_out,
            copies.equal_to_a_real_row
        )
    };
    screen.tell(&format!("  {line}"));
    screen.tell(&format!(
        "  {}",
        screen.say(
            "verified: clusters, columns, types, domains and copies, counted again from the rows",
            "vérifié : clusters, colonnes, types, domaines et copies, recomptés à partir des lignes"
        )
    ));
}

fn tell_joined(made: &JoinedReport, screen: &Screen) {
    screen.tell(&format!(
        "  {}",
        bauta::sentence(screen.language, &made.claim)
    ));
    if let Some(copies) = made
        .copies
        .filter(|copies| copies.exchanged + copies.left_out > 0)
    {
        screen.tell(&match screen.language {
            "fr" => format!(
                "  {} copies de lignes réelles uniques défaites par échange, {} lignes écartées",
                copies.exchanged, copies.left_out
            ),
            _ => format!(
                "  {} copies of unique real rows broken by exchanges, {} rows left out",
                copies.exchanged, copies.left_out
            ),
        });
    }
    if let Some(privacy) = &made.privacy {
        let header = [
            screen.say("question", "question"),
            screen.say("times", "fois"),
            "ε",
            screen.say("noise", "bruit"),
        ];
        let rows = ["one-way", "choice", "table"].map(|question| {
            let own = || privacy.spent.iter().filter(|it| it.question == question);
            let name = match question {
                "one-way" => screen.say("tables of one column", "tables à une colonne"),
                "choice" => screen.say("choices of the network", "choix du réseau"),
                _ => screen.say("tables of the network", "tables du réseau"),
            };
            let (epsilon, scale) = (
                own().map(|it| it.epsilon).sum::<f64>(),
                own().map(|it| it.scale).fold(0.0, f64::max),
            );
            vec![
                name.to_owned(),
                own().count().to_string(),
                format!("{epsilon:.4}"),
                format!("± {scale:.1}"),
            ]
        });
        screen.tell(&screen.table(&header, rows.to_vec()));
    }
}
