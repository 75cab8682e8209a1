//! `bauta check`.

use bauta::Result;

use super::{DONE, NO};
use crate::args::{CheckArgs, hierarchies, project};
use crate::output::Screen;

/// How many failing classes are shown.
const SHOWN: usize = 20;

pub fn run(args: &CheckArgs, screen: &Screen) -> Result<u8> {
    let mut project = project(&args.data, &args.roles, &args.targets)?;
    args.engine.tell(&mut project);
    args.survey.tell(&mut project.roles);
    project.hierarchies = hierarchies(&args.hierarchy);
    let found = {
        let bar = screen.bar();
        bauta::check(&project, &args.options(), &bar)?
    };
    found.notes.iter().for_each(|note| screen.note(note));
    if screen.json {
        screen.print_json(&found);
        return Ok(if found.holds { DONE } else { NO });
    }
    for (title, holds) in &found.assessment.guarantees {
        screen.tell(&format!(
            "{} {}",
            screen.mark(*holds),
            bauta::sentence(screen.language, title)
        ));
    }
    let m = &found.assessment;
    let (rows, classes, smallest) = (
        screen.say("rows", "lignes"),
        screen.say("classes", "classes"),
        screen.say("smallest class", "plus petite classe"),
    );
    screen.tell(&format!(
        "  {rows} {} · {classes} {} · {smallest} {}",
        m.rows, m.classes, m.privacy.k
    ));
    if let Some(line) = bauta::exact_classes(m, screen.language) {
        screen.tell(&format!("  {line}"));
    }
    for (attribute, l) in &m.privacy.l {
        let least = screen.say("fewest different values of", "nombre minimal de valeurs de");
        screen.tell(&format!("  {least} {attribute}: {l}"));
    }
    for (attribute, t) in &m.privacy.t {
        let farthest = screen.say(
            "largest distance of a class to the table in",
            "plus grande distance d'une classe à la table pour",
        );
        screen.tell(&format!("  {farthest} {attribute}: {t:.4}"));
    }
    if !found.failing.is_empty() {
        let header = [
            screen.say("breaks", "enfreint"),
            screen.say("rows", "lignes"),
            screen.say("first data row", "première ligne"),
            screen.say(
                "different sensitive values",
                "valeurs sensibles différentes",
            ),
        ];
        let rows = found.failing.iter().take(SHOWN).map(|class| {
            let distinct: Vec<String> = class.distinct.iter().map(ToString::to_string).collect();
            let breaks = bauta::sentence(screen.language, &class.breaks);
            vec![
                breaks,
                class.rows.to_string(),
                if class.first_row > 0 {
                    class.first_row.to_string()
                } else {
                    "–".to_owned()
                },
                distinct.join(", "),
            ]
        });
        screen.tell(&screen.table(&header, rows.collect()));
        if found.failing.len() > SHOWN {
            let more = found.failing.len() - SHOWN;
            screen.tell(&format!(
                "  {} {more}",
                screen.say("and more:", "et d'autres :")
            ));
        }
    }
    rules(&found, screen);
    Ok(if found.holds { DONE } else { NO })
}

/// What was found about edit rules, where there are any.
fn rules(found: &bauta::CheckReport, screen: &Screen) {
    if found.rules.is_empty() {
        return;
    }
    let header = [
        screen.say("rule", "règle"),
        screen.say("rows that break it", "lignes qui l'enfreignent"),
        screen.say("first data rows", "premières lignes"),
        screen.say("rows that do not tell", "lignes indécises"),
    ];
    let rows = found.rules.iter().map(|rule| {
        let first: Vec<String> = rule.first_rows.iter().map(ToString::to_string).collect();
        vec![
            rule.name.clone(),
            rule.broken_rows.to_string(),
            first.join(", "),
            rule.undecided_rows.to_string(),
        ]
    });
    screen.tell(&screen.table(&header, rows.collect()));
}
