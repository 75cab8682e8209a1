//! `bauta convert`.

use bauta::Result;
use bauta_formats::{Locator, WriteOptions};
use bauta_table::Progress;

use super::DONE;
use crate::args::ConvertArgs;
use crate::output::Screen;

pub fn run(args: &ConvertArgs, screen: &Screen) -> Result<u8> {
    screen.one_on_stdout(std::slice::from_ref(&args.output))?;
    let output: Locator = args.output.parse()?;
    bauta::check_copy(&args.data.data.parse()?, &output, args.force)?;
    let source = super::read(&args.data, screen)?;
    source.notes.iter().for_each(|note| screen.note(note));
    let delimiter = output.delimited_like(source.delimiter);
    let options = WriteOptions {
        force: args.force,
        delimiter,
        ..WriteOptions::default()
    };
    let staged = bauta_formats::stage(&source.table, &output, &options, &screen.bar())?;
    staged.notes().iter().for_each(|note| screen.note(note));
    if screen.bar().cancelled() {
        return Err(bauta::Error::Cancelled);
    }
    staged.commit()?;
    let written = serde_json::json!({ "rows": source.table.rows(), "output": output.to_string() });
    if output != Locator::Stdio {
        if screen.json {
            screen.print_json(&written);
        }
        let word = screen.say("rows written to", "lignes écrites dans");
        screen.tell(&format!("{} {word} {output}", source.table.rows()));
    }
    Ok(DONE)
}
