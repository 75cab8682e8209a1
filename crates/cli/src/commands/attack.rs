//! `bauta attack`.

use bauta::{Attacked, Project, Result};

use super::{DONE, NO};
use crate::args::{AttackArgs, hierarchies};
use crate::output::Screen;

pub fn run(args: &AttackArgs, screen: &Screen) -> Result<u8> {
    let mut project = Project::new(&args.release);
    project.input = args.reading.input(&args.release);
    project.roles = args.roles.lists()?;
    if let Some(file) = &args.roles.project {
        project.hierarchies = Project::load(file)?.hierarchies;
    }
    project.hierarchies.extend(hierarchies(&args.hierarchy));
    let found = {
        let bar = screen.bar();
        bauta::attack(&project, None, &args.request(), &bar)?
    };
    if let Some(path) = &args.report {
        let text = found.text(path, screen.language)?;
        bauta_formats::stage_text(&text, path, args.force)?.commit()?;
    }
    found.notes.iter().for_each(|note| screen.note(note));
    let status = if found.holds { DONE } else { NO };
    if screen.json {
        screen.print_json(&found);
        return Ok(status);
    }
    for attack in found.explained(screen.language) {
        screen.tell(&format!("{}\n  {}", attack.title, attack.text));
    }
    risks(&found, screen);
    Ok(status)
}

/// The risks side by side, each with its upper bound; against the limit, if there is one.
fn risks(found: &Attacked, screen: &Screen) {
    let mut header = vec![
        screen.say("attack", "attaque"),
        screen.say("attribute", "attribut"),
        screen.say("risk", "risque"),
        screen.say("upper bound", "borne supérieure"),
    ];
    let limit = found.fail_above.map(|limit| format!("≤ {limit}"));
    header.extend(limit.as_deref());
    let rows = found.risks.iter().map(|risk| {
        let attribute = risk.attribute.clone().unwrap_or_default();
        let mut row = vec![
            screen.word(&format!("attack-name-{}", risk.attack)),
            attribute,
            format!("{:.4}", risk.risk),
            format!("{:.4}", risk.high),
        ];
        row.extend(risk.above.map(|above| screen.mark(!above)));
        row
    });
    let unknown = found.unknown.iter().map(|risk| {
        let mut row = vec![
            screen.word(&format!("attack-name-{}", risk.attack)),
            risk.attribute.clone().unwrap_or_default(),
            screen.say("unknown", "inconnu").to_owned(),
            String::new(),
        ];
        row.extend(found.fail_above.map(|_| screen.mark(false)));
        row
    });
    screen.tell(&screen.table(&header, rows.chain(unknown).collect()));
    for risk in &found.unknown {
        let name = screen.word(&format!("attack-name-{}", risk.attack));
        let reason = bauta::sentence(screen.language, &risk.reason);
        screen.tell(&format!("{name}: {reason}"));
    }
}
