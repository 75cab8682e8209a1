//! `bauta synthesize`.

use bauta::{Project, Result, Synthesis, Synthesized};

use super::{DONE, NO};
use crate::args::{SynthesizeArgs, TargetArgs, project};
use crate::output::Screen;

pub fn run(args: &SynthesizeArgs, screen: &Screen) -> Result<u8> {
    screen.one_on_stdout(std::slice::from_ref(&args.output))?;
    let project = match args.data.data.ends_with(".toml") {
        true => Project::load(std::path::Path::new(&args.data.data))?,
        false => project(&args.data, &args.roles, &TargetArgs::default())?,
    };
    if args.joined.method != "coclusters" {
        return super::joined::run(&project, args, screen);
    }
    let mut given = args.given.clone();
    if let Some(place) = &args.margins {
        given.extend(bauta::read_margins(place, &screen.bar())?);
    }
    let answer = {
        let bar = screen.bar();
        bauta::synthesize(&project, &args.options(given), &bar)?
    };
    let made = match answer {
        Synthesis::Written(made) => made,
        Synthesis::Unreachable(why) => {
            let why = bauta::sentence(screen.language, &why);
            if screen.json {
                screen.print_json(&serde_json::json!({ "reached": false, "why": why }));
            }
            screen.tell(&format!("{} {why}", screen.mark(false)));
            return Ok(NO);
        }
    };
    made.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(&made);
    } else if args.output != "-" {
        tell(&made, screen);
    }
    Ok(DONE)
}

fn tell(made: &Synthesized, screen: &Screen) {
    let fr = screen.language == "fr";
    let written = match fr {
        true => format!("{} lignes fictives écrites dans {}", made.rows, made.output),
        false => format!("{} fictitious rows written to {}", made.rows, made.output),
    };
    screen.tell(&format!("{} {written}", screen.mark(true)));
    let clusters = match fr {
        true => format!(
            "{} clusters de lignes × {} clusters de modalités ; de {} à {} lignes (k = {})",
            made.row_clusters,
            made.modality_clusters,
            made.smallest_cluster,
            made.largest_cluster,
            made.k
        ),
        false => format!(
            "{} clusters of rows × {} clusters of modalities; from {} to {} rows (k = {})",
            made.row_clusters,
            made.modality_clusters,
            made.smallest_cluster,
            made.largest_cluster,
            made.k
        ),
    };
    screen.tell(&format!("  {clusters}"));
    if let (Some(criterion), Some(level), Some(null)) =
        (made.criterion, made.level, made.null_criterion)
    {
        let line = match fr {
            true => {
                format!("critère {criterion:.1} (un seul cluster : {null:.1}) ; niveau {level:.3}")
            }
            false => {
                format!("criterion {criterion:.1} (a single cluster: {null:.1}); level {level:.3}")
            }
        };
        screen.tell(&format!("  {line}"));
    }
    let copies = &made.copies;
    let line = match fr {
        true => format!(
            "copies de lignes réelles uniques : {} ({} rompues par échange, {} lignes écartées) ; lignes égales à une ligne réelle : {}",
            copies.equal_to_a_unique_row,
            copies.exchanged,
            copies.left_out,
            copies.equal_to_a_real_row
        ),
        false => format!(
            "copies of unique real rows: {} ({} broken by an exchange, {} rows left out); rows equal to some real row: {}",
            copies.equal_to_a_unique_row,
            copies.exchanged,
            copies.left_out,
            copies.equal_to_a_real_row
        ),
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
