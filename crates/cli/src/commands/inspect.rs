//! `bauta inspect`.

use bauta::Result;

use super::DONE;
use crate::args::InspectArgs;
use crate::output::Screen;

pub fn run(args: &InspectArgs, screen: &Screen) -> Result<u8> {
    let source = super::read(&args.data, screen)?;
    let found = bauta::inspect(&source.table, source.notes);
    found.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(&found);
        return Ok(DONE);
    }
    let header = [
        screen.say("attribute", "attribut"),
        "type",
        screen.say("distinct", "distinctes"),
        screen.say("unique", "uniques"),
        screen.say("missing", "manquantes"),
        screen.say("proposed role", "rôle proposé"),
        screen.say("because", "parce que"),
    ];
    let rows = found.attributes.iter().map(|a| {
        let mut kind = a.kind.to_string();
        if a.contradicting > 0 {
            kind = format!("{kind} ({} {})", a.contradicting, screen.say("contradicting", "en contradiction"));
        }
        vec![
            a.name.clone(),
            kind,
            a.distinct.to_string(),
            a.unique.to_string(),
            a.missing.to_string(),
            bauta::sentence(screen.language, a.proposal.role.name()),
            bauta::sentence(screen.language, &a.proposal.reason),
        ]
    });
    screen.print(&format!("{} {}", found.rows, screen.say("rows", "lignes")));
    screen.print(&screen.table(&header, rows.collect()));
    Ok(DONE)
}
