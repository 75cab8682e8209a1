//! `bauta init`.

use bauta::{InitOptions, Result};

use super::DONE;
use crate::args::InitArgs;
use crate::output::Screen;

pub fn run(args: &InitArgs, screen: &Screen) -> Result<u8> {
    let source = super::read(&args.data, screen)?;
    let mut roles = args.roles.lists()?;
    roles.resolve(source.table.attributes().iter().map(|a| a.name.as_str()))?;
    let mut input = args.data.reading.input(&args.data.data);
    input.data = bauta::relative_to(&args.data.data, &args.output);
    let options = InitOptions {
        input,
        roles,
        output: bauta::default_output(&args.data.data),
        k: args.k,
    };
    let text = bauta::project_text(&source.table, &options, &screen.bar())?;
    let staged = bauta_formats::stage_text(&text, &args.output, args.force)?;
    staged.commit()?;
    let path = args.output.display();
    if screen.json {
        screen.print_json(&serde_json::json!({ "project": path.to_string() }));
    }
    let next = screen.say(
        "check the roles in it, then: bauta run",
        "vérifiez-y les rôles, puis : bauta run",
    );
    screen.tell(&format!("{path}: {next} {path}"));
    Ok(DONE)
}
