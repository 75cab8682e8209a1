//! `bauta show`: the one command that prints cells, because it was asked to.

use bauta::Result;

use super::DONE;
use crate::args::ShowArgs;
use crate::output::Screen;

pub fn run(args: &ShowArgs, screen: &Screen) -> Result<u8> {
    let source = super::read(&args.data, screen)?;
    let attributes = source.table.attributes();
    let rows: Vec<Vec<String>> = (0..source.table.rows().min(args.rows))
        .map(|row| {
            attributes
                .iter()
                .map(|attribute| attribute.column.label(row).into_owned())
                .collect()
        })
        .collect();
    let names: Vec<&str> = attributes
        .iter()
        .map(|attribute| attribute.name.as_str())
        .collect();
    if screen.json {
        screen.print_json(
            &serde_json::json!({ "header": names, "rows": rows, "of": source.table.rows() }),
        );
        return Ok(DONE);
    }
    screen.print(&screen.table(&names, rows));
    if source.table.rows() > args.rows {
        let word = screen.say("of", "sur");
        screen.print(&format!("{} {word} {}", args.rows, source.table.rows()));
    }
    Ok(DONE)
}
