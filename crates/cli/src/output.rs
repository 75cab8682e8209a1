//! Words, tables and JSON for people and programs.

use std::io::{IsTerminal, Write};

use bauta::{Error, Result};
use bauta_table::Fault;
use comfy_table::{ContentArrangement, Table, presets};

use crate::language;
use crate::progress::Bar;

/// Where and how results are shown.
pub struct Screen {
    pub json: bool,
    pub quiet: bool,
    pub language: &'static str,
    colour: bool,
}

/// A text with the apostrophe of keyboards, which all other output has.
pub fn plain(text: &str) -> String {
    text.replace('\u{2019}', "'")
}

impl Screen {
    pub fn new(json: bool, quiet: bool, language: Option<&str>) -> Self {
        Screen {
            json,
            quiet,
            language: language::chosen(language),
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

    /// A name that the page says as well.
    pub fn word(&self, key: &str) -> String {
        plain(&bauta::word(self.language, key))
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
            self.complain(&format!(
                "{}: {}",
                self.say("note", "remarque"),
                bauta::sentence(self.language, text)
            ));
        }
    }

    /// A warning on standard error.
    pub fn warn(&self, text: &str) {
        self.complain(&format!("{}: {text}", self.say("warning", "attention")));
    }

    /// `✓` or `✗`, coloured on a terminal.
    pub fn mark(&self, good: bool) -> String {
        let (mark, colour) = if good { ("✓", "32") } else { ("✗", "31") };
        if self.colour {
            format!("\u{1b}[{colour}m{mark}\u{1b}[0m")
        } else {
            mark.to_owned()
        }
    }

    /// A number with some digits after the sign of the language.
    pub fn figure(&self, value: f64, digits: usize) -> String {
        let text = format!("{value:.digits$}");
        if self.language == "fr" {
            text.replace('.', ",")
        } else {
            text
        }
    }

    /// A table for people.
    pub fn table(&self, header: &[&str], rows: Vec<Vec<String>>) -> String {
        let mut table = Table::new();
        table
            .load_style(presets::UTF8_FULL_CONDENSED)
            .set_content_arrangement(ContentArrangement::Dynamic);
        if !std::io::stdout().is_terminal() {
            table.set_content_arrangement(ContentArrangement::Disabled);
        }
        table.set_header(header);
        for row in rows {
            table.add_row(row);
        }
        table.to_string()
    }

    /// An error on standard error, all faults a line each; as JSON too when asked for.
    pub fn error(&self, error: &Error) {
        let lines = error.lines(self.language);
        if self.json {
            print_error_json(error.exit_status(), &lines);
        }
        let word = self.say("error", "erreur");
        for line in lines {
            self.complain(&format!("{word}: {line}"));
        }
    }

    /// A line on standard error. Nobody may be listening there; that is no failure.
    fn complain(&self, line: &str) {
        let _ = writeln!(std::io::stderr().lock(), "{line}");
    }

    /// Refuses a table and a JSON document on one standard output.
    pub fn one_on_stdout(&self, outputs: &[String]) -> Result<()> {
        if self.json && outputs.iter().any(|output| output == "-") {
            let text = "standard output can hold the table or the JSON document, not both; write the table to a file, or leave out --json";
            return Err(vec![Fault::Request(text.to_owned())].into());
        }
        Ok(())
    }
}

/// What went wrong, as the one JSON document on standard output.
pub fn print_error_json(status: u8, messages: &[String]) {
    let document = serde_json::json!({ "error": { "status": status, "messages": messages } });
    let _ = writeln!(std::io::stdout().lock(), "{document:#}");
}
