//! A document as Markdown: charts become tables with bars made of characters.

use std::fmt::Write;

use super::{Bars, Block, Document, Tone, number, percent};

pub(super) fn text(document: &Document) -> String {
    let mut out = format!(
        "# {}\n\n{}\n",
        plain(&document.title),
        plain(&document.subtitle)
    );
    document
        .blocks
        .iter()
        .for_each(|block| write_block(&mut out, document, block));
    let _ = write!(out, "\n---\n\n{}\n", plain(&document.footer));
    out
}

fn write_block(out: &mut String, document: &Document, block: &Block) {
    let _ = match block {
        Block::Section(title) => write!(out, "\n## {}\n", plain(title)),
        Block::Text(text) => write!(out, "\n{}\n", plain(text)),
        Block::Verdict {
            tone,
            headline,
            sentences,
        } => {
            let mark = match tone {
                Tone::Good => "✓",
                Tone::Mixed => "!",
                Tone::Bad => "✗",
            };
            let text: String = sentences
                .iter()
                .map(|text| format!(">\n> {}\n", plain(text)))
                .collect();
            write!(out, "\n> **{mark} {}**\n{text}", plain(headline))
        }
        Block::List(lines) => {
            let items: String = lines
                .iter()
                .map(|line| format!("- {}\n", plain(line)))
                .collect();
            write!(out, "\n{items}")
        }
        Block::Steps(lines) => {
            let numbered = (1..).zip(lines);
            let items: String = numbered
                .map(|(number, line)| format!("{number}. {}\n", plain(line)))
                .collect();
            write!(out, "\n{items}")
        }
        Block::Facts(facts) => {
            let rows: String = facts
                .iter()
                .map(|(name, what)| format!("| {} | {} |\n", cell(name), cell(what)))
                .collect();
            write!(out, "\n| | |\n|---|---|\n{rows}")
        }
        Block::Table { header, rows } => write!(out, "\n{}", table(header, rows)),
        Block::Picture { title, words, .. } => {
            write!(out, "\n**{}**\n\n{}\n", plain(title), plain(words))
        }
        Block::Chart(bars) => write!(
            out,
            "\n**{}**\n\n{}",
            plain(&bars.title),
            chart(bars, &document.language)
        ),
        Block::Heat(heat) => {
            let header: Vec<String> = std::iter::once(String::new())
                .chain(heat.columns.iter().cloned())
                .collect();
            let figure = |value: &Option<f64>| {
                value.map_or(String::new(), |value| number(&document.language, value, 4))
            };
            let row = |(name, values): (&String, &Vec<Option<f64>>)| {
                std::iter::once(name.clone())
                    .chain(values.iter().map(figure))
                    .collect::<Vec<_>>()
            };
            let rows: Vec<Vec<String>> = heat.rows.iter().zip(&heat.values).map(row).collect();
            write!(
                out,
                "\n**{}**\n\n{}",
                plain(&heat.title),
                table(&header, &rows)
            )
        }
    };
}

fn table(header: &[String], rows: &[Vec<String>]) -> String {
    let line = |cells: &[String]| {
        format!(
            "| {} |\n",
            cells
                .iter()
                .map(|text| cell(text))
                .collect::<Vec<_>>()
                .join(" | ")
        )
    };
    let rule: Vec<String> = (0..header.len())
        .map(|place| if place == 0 { "---" } else { "---:" }.to_owned())
        .collect();
    let body: String = rows.iter().map(|row| line(row)).collect();
    format!("{}{}{body}", line(header), line(&rule))
}

fn chart(bars: &Bars, language: &str) -> String {
    let most = bars
        .series
        .iter()
        .flat_map(|(_, shares)| shares)
        .copied()
        .fold(1e-9, f64::max);
    let header: Vec<String> = std::iter::once(bars.axis.clone())
        .chain(bars.series.iter().map(|(name, _)| name.clone()))
        .collect();
    let row = |(place, label): (usize, &String)| {
        let bar = |shares: &Vec<f64>| {
            let share = shares.get(place).copied().unwrap_or(0.0);
            let long = (12.0 * share.max(0.0) / most).round() as usize;
            format!("{} {}", "█".repeat(long), percent(language, share))
                .trim_start()
                .to_owned()
        };
        std::iter::once(label.clone())
            .chain(bars.series.iter().map(|(_, shares)| bar(shares)))
            .collect()
    };
    let rows: Vec<Vec<String>> = bars.labels.iter().enumerate().map(row).collect();
    table(&header, &rows)
}

/// Text that Markdown leaves as it is.
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(
            character,
            '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '#'
        ) {
            out.push('\\');
        }
        out.push(if character == '\n' { ' ' } else { character });
    }
    out
}

fn cell(text: &str) -> String {
    plain(text).replace('|', "\\|")
}
