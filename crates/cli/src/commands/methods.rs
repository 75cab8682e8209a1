//! `bauta methods`.

use bauta::{MethodCard, Result, catalog};

use super::DONE;
use crate::args::MethodsArgs;
use crate::output::Screen;

pub fn run(args: &MethodsArgs, screen: &Screen) -> Result<u8> {
    let cards = catalog(screen.language);
    let Some(id) = &args.id else {
        if screen.json {
            screen.print_json(&cards);
            return Ok(DONE);
        }
        let header = [
            "id",
            screen.say("family", "famille"),
            screen.say("does", "fait"),
        ];
        let rows = cards.iter().map(|card| {
            vec![
                card.id.to_owned(),
                card.family.to_owned(),
                card.summary.to_owned(),
            ]
        });
        screen.print(&screen.table(&header, rows.collect()));
        return Ok(DONE);
    };
    bauta_methods::find(id).map_err(|fault| vec![fault])?;
    for card in cards.iter().filter(|card| card.id == id) {
        if screen.json {
            screen.print_json(card);
        } else {
            one(card, screen);
        }
    }
    Ok(DONE)
}

fn one(card: &MethodCard, screen: &Screen) {
    screen.print(&format!(
        "{} ({})\n\n{}\n",
        card.title, card.id, card.summary
    ));
    screen.print(&format!(
        "{}: {}",
        screen.say("Guarantee", "Garantie"),
        card.guarantees
    ));
    screen.print(&format!("{}: {}", screen.say("Cost", "Coût"), card.cost));
    screen.print(&format!(
        "{}: {}\n",
        screen.say("Published in", "Publié dans"),
        card.papers.join(", ")
    ));
    for parameter in &card.parameters {
        let default = match parameter.default.as_str() {
            "" => String::new(),
            word => format!(" ({} {word})", screen.say("default", "par défaut")),
        };
        screen.print(&format!(
            "--{}{default}\n    {}",
            parameter.name, parameter.help
        ));
        if let Some(bounds) = &parameter.bounds {
            screen.print(&format!("      {bounds}"));
        }
        for (word, help) in &parameter.choices {
            screen.print(&format!("      {word}: {help}"));
        }
    }
}
