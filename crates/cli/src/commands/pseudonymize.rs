//! `bauta pseudonymize`.

use bauta::{Project, Result};

use super::DONE;
use crate::args::PseudonymizeArgs;
use crate::output::Screen;

pub fn run(args: &PseudonymizeArgs, screen: &Screen) -> Result<u8> {
    screen.one_on_stdout(std::slice::from_ref(&args.output))?;
    let mut project = Project::new(&args.data.data);
    project.input = args.data.reading.input(&args.data.data);
    project.roles.identifiers.clone_from(&args.identifiers);
    project.pseudonyms = bauta::project::Pseudonyms {
        method: args.method.clone(),
        name: args.name.clone(),
        mapping: args.mapping.clone(),
    };
    project.output.tables = vec![args.output.clone()];
    project.output.force = args.force;
    let done = {
        let bar = screen.bar();
        bauta::pseudonymize(&project, &bar)?
    };
    done.notes.iter().for_each(|note| screen.note(note));
    if args.output != "-" {
        if screen.json {
            screen.print_json(&done);
        }
        let (rows, persons) = (screen.say("rows", "lignes"), screen.say("persons", "personnes"));
        screen.tell(&format!("{} {rows}, {} {persons} → {}", done.rows, done.persons, args.output));
    }
    Ok(DONE)
}
