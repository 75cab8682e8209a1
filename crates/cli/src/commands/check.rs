//! `bauta check`.

use bauta::Result;

use super::{DONE, NO};
use crate::args::{CheckArgs, hierarchies, project};
use crate::output::Screen;

/// How many failing classes are shown.
const SHOWN: usize = 20;

pub fn run(args: &CheckArgs, screen: &Screen) -> Result<u8> {
    let mut project = project(&args.data, &args.roles, &args.targets)?;
    project.hierarchies = hierarchies(&args.hierarchy);
    let found = {
        let bar = screen.bar();
        bauta::check(&project, &bar)?
    };
    found.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(&found);
        return Ok(if found.holds { DONE } else { NO });
    }
    for (title, holds) in &found.guarantees {
        screen.tell(&format!("{} {}", screen.mark(*holds), bauta::sentence(screen.language, title)));
    }
    let m = &found.measures;
    let (rows, classes, smallest) = (
        screen.say("rows", "lignes"),
        screen.say("classes", "classes"),
        screen.say("smallest class", "plus petite classe"),
    );
    screen.tell(&format!("  {rows} {} · {classes} {} · {smallest} {}", m.rows, m.classes, m.privacy.k));
    for (attribute, l) in &m.privacy.l {
        let least = screen.say("fewest different values of", "nombre minimal de valeurs de");
        screen.tell(&format!("  {least} {attribute}: {l}"));
    }
    for (attribute, t) in &m.privacy.t {
        let farthest = screen
            .say("largest distance of a class to the table in", "plus grande distance d'une classe à la table pour");
        screen.tell(&format!("  {farthest} {attribute}: {t:.4}"));
    }
    if !found.failing.is_empty() {
        let header = [
            screen.say("breaks", "enfreint"),
            screen.say("rows", "lignes"),
            screen.say("first data row", "première ligne"),
            screen.say("different sensitive values", "valeurs sensibles différentes"),
        ];
        let rows = found.failing.iter().take(SHOWN).map(|class| {
            let distinct: Vec<String> = class.distinct.iter().map(ToString::to_string).collect();
            let breaks = bauta::sentence(screen.language, &class.breaks);
            vec![breaks, class.rows.to_string(), class.first_row.to_string(), distinct.join(", ")]
        });
        screen.tell(&screen.table(&header, rows.collect()));
        if found.failing.len() > SHOWN {
            let more = found.failing.len() - SHOWN;
            screen.tell(&format!("  {} {more}", screen.say("and more:", "et d'autres :")));
        }
    }
    Ok(if found.holds { DONE } else { NO })
}
