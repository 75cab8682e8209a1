//! A square of figures as shades, as SVG: the darker, the larger; every cell tells its figure.

use std::fmt::Write;

use super::html::escaped;
use super::number;

/// Figures by row and column.
pub struct Heat {
    /// The title.
    pub title: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// `None` is left white.
    pub values: Vec<Vec<Option<f64>>>,
}

const WIDTH: f64 = 760.0;
/// Room for a letter.
const LETTER: f64 = 7.4;
/// The most letters of a name.
const MOST_LETTERS: usize = 22;

impl Heat {
    /// The largest figure.
    pub fn most(&self) -> f64 {
        self.values
            .iter()
            .flatten()
            .flatten()
            .copied()
            .fold(1e-12, f64::max)
    }

    /// The picture as SVG.
    pub fn picture(&self, language: &str) -> String {
        let longest = |names: &[String]| {
            names
                .iter()
                .map(|name| name.chars().count())
                .max()
                .unwrap_or(0)
                .min(MOST_LETTERS)
        };
        let left = 12.0 + LETTER * longest(&self.rows) as f64;
        let top = 14.0 + LETTER * 0.8 * longest(&self.columns) as f64;
        let side = ((WIDTH - left - 70.0) / self.columns.len().max(1) as f64).min(58.0);
        let high = (side * 0.7).clamp(6.0, 34.0);
        let total = top + high * self.rows.len() as f64 + 10.0;
        let mut out = format!(
            "<svg viewBox=\"0 0 {WIDTH} {total:.0}\" role=\"img\" aria-label=\"{}\">",
            escaped(&self.title)
        );
        for (place, name) in self.columns.iter().enumerate() {
            let x = left + side * (place as f64 + 0.5);
            let _ = write!(
                out,
                "<text class=\"small soft\" transform=\"translate({x:.1},{:.1}) rotate(-50)\">{}</text>",
                top - 4.0,
                escaped(&short(name))
            );
        }
        let most = self.most();
        for (row, (name, values)) in self.rows.iter().zip(&self.values).enumerate() {
            let y = top + high * row as f64;
            let _ = write!(
                out,
                "<text class=\"small\" x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
                left - 6.0,
                y + high / 2.0 + 4.0,
                escaped(&short(name))
            );
            for (column, value) in values.iter().enumerate() {
                let Some(value) = value else { continue };
                let (x, shade) = (left + side * column as f64, (value / most).clamp(0.0, 1.0));
                let label = format!(
                    "{} · {}: {}",
                    name,
                    self.columns.get(column).map_or("", String::as_str),
                    number(language, *value, 4)
                );
                let _ = write!(
                    out,
                    "<rect class=\"s1\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill-opacity=\"{:.3}\"><title>{}</title></rect>",
                    x + 0.5,
                    y + 0.5,
                    side - 1.0,
                    high - 1.0,
                    0.04 + 0.96 * shade,
                    escaped(&label)
                );
            }
        }
        out.push_str("</svg>");
        out
    }
}

fn short(name: &str) -> String {
    match name.chars().count() > MOST_LETTERS {
        true => name.chars().take(MOST_LETTERS - 1).chain(['…']).collect(),
        false => name.to_owned(),
    }
}
