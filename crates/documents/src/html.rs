//! A document as one page: text, tables and pictures, no script, nothing from elsewhere.

use std::fmt::Write;

use super::{Block, Document, Tone};

const STYLE: &str = include_str!("page.css");

pub(super) fn page(document: &Document) -> String {
    let language = if document.language == "fr" {
        "fr"
    } else {
        "en"
    };
    let title = escaped(&document.title);
    let mut out = format!(
        "<!doctype html>\n<html lang=\"{language}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <title>{title}</title>\n<style>\n{STYLE}</style></head>\n<body><main>\n<h1>{title}</h1>\n<p class=\"under\">{}</p>\n",
        escaped(&document.subtitle)
    );
    document
        .blocks
        .iter()
        .for_each(|block| write_block(&mut out, document, block));
    let _ = write!(
        out,
        "<footer>{}</footer>\n</main></body></html>\n",
        escaped(&document.footer)
    );
    out
}

fn write_block(out: &mut String, document: &Document, block: &Block) {
    let _ = match block {
        Block::Section(title) => writeln!(out, "<h2>{}</h2>", escaped(title)),
        Block::Text(text) => writeln!(out, "<p>{}</p>", escaped(text)),
        Block::Verdict {
            tone,
            headline,
            sentences,
        } => {
            let (class, mark) = match tone {
                Tone::Good => ("good", "✓"),
                Tone::Mixed => ("mixed", "!"),
                Tone::Bad => ("bad", "✗"),
            };
            let text: String = sentences
                .iter()
                .map(|text| format!("<p>{}</p>", escaped(text)))
                .collect();
            let headline = escaped(headline);
            writeln!(
                out,
                "<section class=\"verdict {class}\"><h2><span aria-hidden=\"true\">{mark}</span> {headline}</h2>{text}</section>"
            )
        }
        Block::List(lines) => {
            let items: String = lines
                .iter()
                .map(|line| format!("<li>{}</li>", escaped(line)))
                .collect();
            writeln!(out, "<ul>{items}</ul>")
        }
        Block::Facts(facts) => {
            let row = |(name, what): &(String, String)| {
                format!(
                    "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
                    escaped(name),
                    escaped(what)
                )
            };
            let rows: String = facts.iter().map(row).collect();
            writeln!(
                out,
                "<div class=\"wide\"><table class=\"facts\"><tbody>{rows}</tbody></table></div>"
            )
        }
        Block::Table { header, rows } => {
            let head: String = header
                .iter()
                .map(|cell| format!("<th scope=\"col\">{}</th>", escaped(cell)))
                .collect();
            let body: String = rows.iter().map(|row| table_row(row)).collect();
            writeln!(
                out,
                "<div class=\"wide\"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
            )
        }
        Block::Picture { title, svg, .. } => {
            writeln!(
                out,
                "<figure><figcaption>{}</figcaption>{svg}</figure>",
                escaped(title)
            )
        }
        Block::Chart(bars) => {
            let lying = bars.labels.iter().any(|label| label.chars().count() > 9);
            let picture = if lying {
                bars.lying(&document.language)
            } else {
                bars.standing(&document.language)
            };
            writeln!(
                out,
                "<figure><figcaption>{}</figcaption>{picture}</figure>",
                escaped(&bars.title)
            )
        }
        Block::Heat(heat) => {
            let picture = heat.picture(&document.language);
            writeln!(
                out,
                "<figure><figcaption>{}</figcaption>{picture}</figure>",
                escaped(&heat.title)
            )
        }
    };
}

fn table_row(row: &[String]) -> String {
    let cells = row.iter().enumerate().map(|(place, cell)| match place {
        0 => format!("<th scope=\"row\">{}</th>", escaped(cell)),
        _ => format!("<td>{}</td>", escaped(cell)),
    });
    format!("<tr>{}</tr>", cells.collect::<String>())
}

/// Text that cannot be taken for a tag; a percent sign stays on the line of its number.
pub fn escaped(text: &str) -> String {
    let text = text
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;");
    text.replace(" %", "\u{a0}%")
}
