//! `bauta pseudonymize`, and back for one pseudonym.

use bauta::{Project, Result, ReverseOptions};

use super::{DONE, NO};
use crate::args::PseudonymizeArgs;
use crate::output::Screen;

pub fn run(args: &PseudonymizeArgs, screen: &Screen) -> Result<u8> {
    if let Some(pseudonym) = &args.reverse {
        return reverse(args, pseudonym, screen);
    }
    let (data, output) = (
        args.data.clone().unwrap_or_default(),
        args.output.clone().unwrap_or_default(),
    );
    screen.one_on_stdout(std::slice::from_ref(&output))?;
    let mut project = Project::new(&data);
    project.input = args.reading.input(&data);
    project.roles.identifiers.clone_from(&args.identifiers);
    project.roles.drop.clone_from(&args.drop);
    project.roles.insensitive.clone_from(&args.keep);
    project.pseudonyms = args.settings();
    project.output.tables = vec![output.clone()];
    project.output.record.clone_from(&args.record);
    project.output.force = args.force;
    project.output.keep_order = args.keep_order;
    let done = {
        let bar = screen.bar();
        bauta::pseudonymize(&project, &bar)?
    };
    done.notes.iter().for_each(|note| screen.note(note));
    if output != "-" {
        if screen.json {
            screen.print_json(&done);
        }
        let (rows, persons) = (
            screen.say("rows", "lignes"),
            screen.say("persons", "personnes"),
        );
        screen.tell(&format!(
            "{} {rows}, {} {persons} → {output}",
            done.rows, done.persons
        ));
    }
    Ok(DONE)
}

/// The answer goes to standard output and nowhere else.
fn reverse(args: &PseudonymizeArgs, pseudonym: &str, screen: &Screen) -> Result<u8> {
    let settings = args.settings();
    let options = ReverseOptions {
        pseudonym: pseudonym.to_owned(),
        reason: args.reason.clone().unwrap_or_default(),
        log: args.log.clone(),
        method: settings.method,
        name: settings.name,
        mapping: settings.mapping,
        identity: args.identity.clone(),
        passphrase_file: args.options.mapping_passphrase.clone(),
        key_file: settings.key_file.map(Into::into),
    };
    let found = bauta::reverse(&options, &screen.bar())?;
    if screen.json {
        screen.print_json(&found);
    }
    for person in found.persons.iter().filter(|_| !screen.json) {
        let fields: Vec<String> = person
            .iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        screen.print(&fields.join(", "));
    }
    if found.persons.is_empty() {
        screen.note("nobody has this pseudonym");
        return Ok(NO);
    }
    Ok(DONE)
}
