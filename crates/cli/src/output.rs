//! Words, tables and JSON for people and programs.

use std::io::{IsTerminal, Write};

use bauta::Error;
use comfy_table::{ContentArrangement, Table, presets};

use crate::args::Cli;
use crate::language;
use crate::progress::Bar;

/// Where and how results are shown.
pub struct Screen {
    pub json: bool,
    pub quiet: bool,
    pub language: &'static str,
    colour: bool,
}

impl Screen {
    pub fn new(cli: &Cli) -> Self {
        Screen {
            json: cli.json,
            quiet: cli.quiet,
            language: language::chosen(cli.lang.as_deref()),
            colour: std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none(),
        }
    }

    /// A bar for the work to come.
    pub fn bar(&self) -> Bar {
        Bar::new(self.quiet, self.language == "fr")
    }

    /// The text in the chosen language.
    pub fn say<'a>(&self, en: &'a str, fr: &'a str) -> &'a str {
        language::pick(self.language, en, fr)
    }

    /// The result as one JSON document.
    pub fn print_json(&self, value: &impl serde::Serialize) {
        if let Ok(text) = serde_json::to_string_pretty(value) {
            self.print(&text);
        }
    }

    /// A line of the result on standard output. A reader that has closed it is no failure.
    pub fn print(&self, text: &str) {
        let _ = writeln!(std::io::stdout().lock(), "{text}");
    }

    /// A line of the result for people: nothing under `--json` and `--quiet`.
    pub fn tell(&self, text: &str) {
        if !self.json && !self.quiet {
            self.print(text);
        }
    }

    /// A remark on standard error.
    pub fn note(&self, text: &str) {
        if !self.quiet {
            eprintln!("{}: {text}", self.say("note", "remarque"));
        }
    }

    /// `✓` or `✗`, coloured on a terminal.
    pub fn mark(&self, good: bool) -> String {
        let (mark, colour) = if good { ("✓", "32") } else { ("✗", "31") };
        if self.colour { format!("\u{1b}[{colour}m{mark}\u{1b}[0m") } else { mark.to_owned() }
    }

    /// A table for people.
    pub fn table(&self, header: &[&str], rows: Vec<Vec<String>>) -> String {
        let mut table = Table::new();
        table.load_style(presets::UTF8_FULL_CONDENSED).set_content_arrangement(ContentArrangement::Dynamic);
        if !std::io::stdout().is_terminal() {
            table.set_content_arrangement(ContentArrangement::Disabled);
        }
        table.set_header(header);
        rows.into_iter().for_each(|row| drop(table.add_row(row)));
        table.to_string()
    }

    /// An error on standard error, all faults a line each; as JSON too when asked for.
    pub fn error(&self, error: &Error) {
        let lines = error.lines(self.language);
        if self.json {
            self.print_json(&serde_json::json!({ "error": { "status": error.exit_status(), "messages": lines } }));
        }
        let word = self.say("error", "erreur");
        for line in lines {
            eprintln!("{word}: {line}");
        }
    }
}
