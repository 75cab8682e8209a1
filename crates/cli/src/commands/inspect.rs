//! `bauta inspect`.

use bauta::{AttributeProfile, Combination, Inspection, Result, TOLD_SHARE, listed};

use super::DONE;
use crate::args::InspectArgs;
use crate::output::Screen;

pub fn run(args: &InspectArgs, screen: &Screen) -> Result<u8> {
    let source = super::read(&args.data, screen)?;
    let found = bauta::inspect(&source.table, source.notes, args.full, &screen.bar())?;
    found.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(&found);
        return Ok(DONE);
    }
    screen.print(&format!("{} {}", found.rows, screen.say("rows", "lignes")));
    print_attributes(&found, screen);
    print_combinations(&found, screen);
    Ok(DONE)
}

fn print_attributes(found: &Inspection, screen: &Screen) {
    let header = [
        screen.say("attribute", "attribut"),
        "type",
        screen.say("content", "contenu"),
        screen.say("distinct", "distinctes"),
        screen.say("missing", "manquantes"),
        screen.say("proposed role", "rôle proposé"),
        screen.say("confidence", "confiance"),
        screen.say("because", "parce que"),
    ];
    let rows = found
        .attributes
        .iter()
        .map(|attribute| line_of(attribute, screen))
        .collect();
    screen.print(&screen.table(&header, rows));
}

fn line_of(attribute: &AttributeProfile, screen: &Screen) -> Vec<String> {
    let proposal = &attribute.proposal;
    let mut kind = attribute.kind.to_string();
    if attribute.contradicting > 0 {
        kind = format!(
            "{kind} ({} {})",
            attribute.contradicting,
            screen.say("contradicting", "en contradiction")
        );
    }
    vec![
        attribute.name.clone(),
        kind,
        proposal
            .content
            .map_or("", |content| content.name(screen.language))
            .to_owned(),
        attribute.distinct.to_string(),
        attribute.missing.to_string(),
        bauta::sentence(screen.language, proposal.role.name()),
        format!("{:.2}", proposal.confidence),
        proposal
            .reasons
            .first()
            .map_or(String::new(), |reason| reason.text(screen.language)),
    ]
}

fn print_combinations(found: &Inspection, screen: &Screen) {
    let told: Vec<&Combination> = found
        .combinations
        .iter()
        .filter(|c| c.figures.unique_share >= TOLD_SHARE)
        .collect();
    if told.is_empty() {
        let none =
            "no combination of up to four attributes was found that singles out 5 % of the rows";
        let aucune = "aucune combinaison de quatre attributs au plus n'a été trouvée qui isole 5 % des lignes";
        return screen.print(screen.say(none, aucune));
    }
    screen.print(screen.say(
        "Most dangerous combinations:",
        "Combinaisons les plus dangereuses :",
    ));
    let header = [
        screen.say("attributes", "attributs"),
        screen.say("rows singled out", "lignes isolées"),
        screen.say("distinction", "distinction"),
        screen.say("separation", "séparation"),
        screen.say("exact", "exact"),
    ];
    let rows = told.iter().map(|combination| {
        let figures = combination.figures;
        vec![
            listed(&combination.attributes, screen.say("and", "et")),
            format!("{:.1} %", figures.unique_share * 100.0),
            format!("{:.4}", figures.distinction),
            format!("{:.6}", figures.separation),
            (if combination.exact {
                screen.say("yes", "oui")
            } else {
                screen.say("no", "non")
            })
            .to_owned(),
        ]
    });
    screen.print(&screen.table(&header, rows.collect()));
}
