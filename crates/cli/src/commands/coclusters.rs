//! `bauta coclusters`.

use bauta::{Coclusters, Result};

use super::DONE;
use crate::args::{CoclustersArgs, TargetArgs, project};
use crate::output::Screen;

pub fn run(args: &CoclustersArgs, screen: &Screen) -> Result<u8> {
    let project = project(&args.data, &args.roles, &TargetArgs::default())?;
    let found = {
        let bar = screen.bar();
        bauta::coclusters(&project, &args.options(), &bar)?
    };
    if let Some(path) = &args.report {
        bauta_formats::stage_text(&found.text(path, screen.language)?, path, args.force)?
            .commit()?;
    }
    found.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(&found);
    } else {
        tell(&found, screen);
    }
    Ok(DONE)
}

fn tell(found: &Coclusters, screen: &Screen) {
    let parts = [&found.axes[0], &found.axes[1]].map(|axis| axis.clusters.len());
    let line = match screen.language {
        "fr" => format!(
            "{} lignes, {} × {} clusters ; critère {:.1} (un seul cluster : {:.1})",
            found.rows, parts[0], parts[1], found.criterion, found.null_criterion
        ),
        _ => format!(
            "{} rows, {} × {} clusters; criterion {:.1} (a single cluster: {:.1})",
            found.rows, parts[0], parts[1], found.criterion, found.null_criterion
        ),
    };
    screen.tell(&line);
    let header = [
        "",
        screen.say("size", "taille"),
        screen.say("interest", "intérêt"),
        screen.say("what it is like", "ce qui le caractérise"),
    ];
    for axis in &found.axes {
        screen.tell(&format!(
            "\n{}",
            bauta::sentence(screen.language, &axis.name)
        ));
        let rows = axis.clusters.iter().enumerate().map(|(place, card)| {
            let typical: Vec<String> = card
                .typical
                .iter()
                .take(5)
                .map(|typical| typical.told(screen.language))
                .collect();
            vec![
                (place + 1).to_string(),
                card.size.to_string(),
                format!("{:.2}", card.interest),
                typical.join(" · "),
            ]
        });
        screen.tell(&screen.table(&header, rows.collect()));
    }
}
