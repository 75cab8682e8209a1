//! `bauta models`.

use bauta::{Result, models};

use super::DONE;
use crate::output::{Screen, plain};

pub fn run(screen: &Screen) -> Result<u8> {
    let cards = models(screen.language);
    if screen.json {
        screen.print_json(&cards);
        return Ok(DONE);
    }
    let header = [
        screen.say("flag", "option"),
        screen.say("key", "clé"),
        screen.say("means", "signifie"),
    ];
    let rows = cards.into_iter().map(|card| {
        let keys: Vec<String> = card
            .settings
            .iter()
            .map(|setting| setting.path.join("."))
            .collect();
        vec![
            card.flag.to_owned(),
            keys.join("\n"),
            plain(&format!("{}\n{}", card.title, card.help)),
        ]
    });
    screen.print(&screen.table(&header, rows.collect()));
    Ok(DONE)
}
