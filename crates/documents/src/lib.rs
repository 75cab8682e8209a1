//! Documents for people: a list of blocks, written as a self-contained page or as Markdown.
//!
//! Who has something to report says it once, in blocks; how it looks on paper, on a screen or in a terminal is decided here.
//! A page loads nothing from anywhere, follows the reader's light or dark scheme, and prints well.

mod chart;
mod heat;
mod html;
mod markdown;

pub use chart::Bars;
pub use heat::Heat;
pub use html::unbroken;
/// What a template makes: markup in which every text is escaped.
pub use maud::Markup;

use std::path::Path;

use serde::Serialize;

use bauta_messages::{Error, Result};

/// A document in one language.
pub struct Document {
    /// `en` or `fr`.
    pub language: String,
    /// The title.
    pub title: String,
    /// What it is about, under the title.
    pub subtitle: String,
    /// Its pieces, in their order.
    pub blocks: Vec<Block>,
    /// The last line.
    pub footer: String,
}

/// How good news is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Everything that was asked for holds.
    Good,
    /// Something needs a look.
    Mixed,
    /// Something asked for does not hold.
    Bad,
}

/// A piece of a document.
#[derive(Clone)]
pub enum Block {
    /// A heading.
    Section(String),
    /// A paragraph.
    Text(String),
    /// What it all comes to.
    Verdict {
        /// How good the news is.
        tone: Tone,
        /// The verdict in one line.
        headline: String,
        /// The reasons, a sentence each.
        sentences: Vec<String>,
    },
    /// A list of sentences.
    List(Vec<String>),
    /// Sentences in an order that counts; they are numbered.
    Steps(Vec<String>),
    /// Names and what they are.
    Facts(Vec<(String, String)>),
    /// The first column holds names, the others figures.
    Table {
        /// The names of the columns.
        header: Vec<String>,
        /// The rows, a text per column.
        rows: Vec<Vec<String>>,
    },
    /// A bar chart.
    Chart(Bars),
    /// A drawing as SVG, with what it shows in words for who does not see it.
    Picture {
        /// The title of the picture.
        title: String,
        /// The picture.
        svg: Markup,
        /// The picture in words.
        words: String,
    },
    /// Figures by row and column, as shades.
    Heat(Heat),
}

impl Document {
    /// One of two texts, by the document's language.
    pub fn say<'t>(&self, en: &'t str, fr: &'t str) -> &'t str {
        if self.language == "fr" { fr } else { en }
    }

    /// Adds a heading, in the language of the document.
    pub fn section(&mut self, en: &str, fr: &str) {
        let title = self.say(en, fr).to_owned();
        self.blocks.push(Block::Section(title));
    }

    /// Adds a paragraph, in the language of the document.
    pub fn text(&mut self, en: &str, fr: &str) {
        let text = self.say(en, fr).to_owned();
        self.blocks.push(Block::Text(text));
    }

    /// A page that needs no other file.
    pub fn html(&self) -> String {
        html::page(self)
    }

    /// The document as Markdown.
    pub fn markdown(&self) -> String {
        markdown::text(self)
    }
}

/// The ways in which a document can be written.
enum Form {
    Page,
    Markdown,
    Json,
}

impl Form {
    /// By the end of a file's name.
    fn of(path: &Path) -> Option<Form> {
        match path.extension()?.to_string_lossy().to_lowercase().as_str() {
            "html" | "htm" => Some(Form::Page),
            "md" | "markdown" => Some(Form::Markdown),
            "json" => Some(Form::Json),
            _ => None,
        }
    }
}

/// Whether a name tells how a report is to be written.
pub fn is_report_name(path: &Path) -> bool {
    Form::of(path).is_some()
}

/// A document, or the facts it tells, as the name of a file says; a page where it does not say.
pub fn written(path: &Path, facts: &impl Serialize, document: &Document) -> Result<String> {
    match Form::of(path).unwrap_or(Form::Page) {
        Form::Page => Ok(document.html()),
        Form::Markdown => Ok(document.markdown()),
        Form::Json => {
            serde_json::to_string_pretty(facts).map_err(|error| Error::request(error.to_string()))
        }
    }
}

/// A number as a language writes it.
pub fn number(language: &str, value: f64, digits: usize) -> String {
    let text = format!("{value:.digits$}");
    if language == "fr" {
        text.replace('.', ",")
    } else {
        text
    }
}

/// A whole number with its thousands apart.
pub fn whole(language: &str, value: u64) -> String {
    let digits = value.to_string();
    let mark = if language == "fr" { "\u{202f}" } else { "," };
    let first = digits.len() % 3;
    let mut parts: Vec<&str> = Vec::new();
    if first > 0 {
        parts.push(&digits[..first]);
    }
    let rest = digits.as_bytes()[first..]
        .chunks(3)
        .filter_map(|chunk| std::str::from_utf8(chunk).ok());
    parts.extend(rest);
    parts.join(mark)
}

/// A share as a percentage, with as many digits as tell something.
pub fn percent(language: &str, share: f64) -> String {
    let hundredths = 100.0 * share;
    let digits = match hundredths {
        0.0 => 0,
        small if small < 1.0 => 2,
        small if small < 10.0 => 1,
        _ => usize::from((hundredths - hundredths.round()).abs() > 0.05),
    };
    let text = number(language, hundredths, digits);
    let text = if text.contains(['.', ',']) {
        text.trim_end_matches('0').trim_end_matches(['.', ','])
    } else {
        &text
    };
    let space = if language == "fr" { "\u{a0}" } else { " " };
    format!("{text}{space}%")
}

#[cfg(test)]
mod hostile;
#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_people_write_them() {
        assert_eq!(whole("en", 1_234_567), "1,234,567");
        assert_eq!(whole("fr", 12_345), "12\u{202f}345");
        assert_eq!(whole("en", 7), "7");
        assert_eq!(percent("en", 0.1), "10 %");
        assert_eq!(percent("fr", 0.0628), "6,3\u{a0}%");
        assert_eq!(percent("en", 0.0033), "0.33 %");
        assert_eq!(percent("en", 0.0), "0 %");
        assert_eq!(percent("en", 1.0), "100 %");
    }
}
