//! A document as one page: text, tables and pictures, no script, nothing from elsewhere.
//!
//! Pages and pictures are templates, which escape whatever text is put in them: there is no way to forget it. Only constants of this program go
//! in as they stand (`PreEscaped`).

use maud::{Markup, PreEscaped, html};

use super::{Block, Document, Tone};

const STYLE: &str = include_str!("page.css");

pub(super) fn page(document: &Document) -> String {
    let language = if document.language == "fr" {
        "fr"
    } else {
        "en"
    };
    let title = unbroken(&document.title);
    let page = html! {
        (PreEscaped("<!doctype html>\n"))
        html lang=(language) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) }
                "\n"
                style { "\n" (PreEscaped(STYLE)) }
            }
            "\n"
            body {
                main {
                    "\n" h1 { (title) }
                    "\n" p.under { (unbroken(&document.subtitle)) }
                    "\n"
                    @for block in &document.blocks { (piece(document, block)) "\n" }
                    footer { (unbroken(&document.footer)) }
                    "\n"
                }
            }
        }
        "\n"
    };
    page.into_string()
}

fn piece(document: &Document, block: &Block) -> Markup {
    match block {
        Block::Section(title) => html! { h2 { (unbroken(title)) } },
        Block::Text(text) => html! { p { (unbroken(text)) } },
        Block::Verdict {
            tone,
            headline,
            sentences,
        } => verdict(*tone, headline, sentences),
        Block::List(lines) => html! {
            ul { @for line in lines { li { (unbroken(line)) } } }
        },
        Block::Steps(lines) => html! {
            ol { @for line in lines { li { (unbroken(line)) } } }
        },
        Block::Facts(facts) => html! {
            div.wide { table.facts { tbody {
                @for (name, what) in facts {
                    tr { th scope="row" { (unbroken(name)) } td { (unbroken(what)) } }
                }
            } } }
        },
        Block::Table { header, rows } => html! {
            div.wide { table {
                thead { tr { @for cell in header { th scope="col" { (unbroken(cell)) } } } }
                tbody { @for row in rows { (table_row(row)) } }
            } }
        },
        Block::Picture { title, svg, .. } => figure(title, svg),
        Block::Chart(bars) => {
            let lying = bars.labels.iter().any(|label| label.chars().count() > 9);
            let picture = if lying {
                bars.lying(&document.language)
            } else {
                bars.standing(&document.language)
            };
            figure(&bars.title, &picture)
        }
        Block::Heat(heat) => figure(&heat.title, &heat.picture(&document.language)),
    }
}

fn verdict(tone: Tone, headline: &str, sentences: &[String]) -> Markup {
    let (class, mark) = match tone {
        Tone::Good => ("good", "✓"),
        Tone::Mixed => ("mixed", "!"),
        Tone::Bad => ("bad", "✗"),
    };
    html! {
        section class={ "verdict " (class) } {
            h2 { span aria-hidden="true" { (mark) } " " (unbroken(headline)) }
            @for text in sentences { p { (unbroken(text)) } }
        }
    }
}

fn figure(title: &str, picture: &Markup) -> Markup {
    html! { figure { figcaption { (unbroken(title)) } (picture) } }
}

fn table_row(row: &[String]) -> Markup {
    html! {
        tr {
            @for (place, cell) in row.iter().enumerate() {
                @if place == 0 { th scope="row" { (unbroken(cell)) } } @else { td { (unbroken(cell)) } }
            }
        }
    }
}

/// Text whose percent signs stay on the line of their numbers. Templates escape it, as they escape any text.
pub fn unbroken(text: &str) -> String {
    text.replace(" %", "\u{a0}%")
}
