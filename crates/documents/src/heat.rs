//! A square of figures as shades, as SVG: the darker, the larger; every cell tells its figure.

use maud::{Markup, html};

use super::chart::tenths;
use super::html::unbroken;
use super::number;

/// Figures by row and column.
#[derive(Clone)]
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
    pub fn picture(&self, language: &str) -> Markup {
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
        let most = self.most();
        html! {
            svg viewBox=(format_args!("0 0 {WIDTH} {total:.0}")) role="img" aria-label=(unbroken(&self.title)) {
                @for (place, name) in self.columns.iter().enumerate() {
                    @let (x, y) = (left + side * (place as f64 + 0.5), top - 4.0);
                    text.small.soft transform=(format_args!("translate({x:.1},{y:.1}) rotate(-50)")) {
                        (unbroken(&short(name)))
                    }
                }
                @for (row, (name, values)) in self.rows.iter().zip(&self.values).enumerate() {
                    @let y = top + high * row as f64;
                    text.small x=(tenths(left - 6.0)) y=(tenths(y + high / 2.0 + 4.0)) text-anchor="end" {
                        (unbroken(&short(name)))
                    }
                    @for (column, value) in values.iter().enumerate() {
                        @if let Some(value) = value {
                            @let x = left + side * column as f64;
                            @let opacity = 0.04 + 0.96 * (value / most).clamp(0.0, 1.0);
                            rect.s1 x=(tenths(x + 0.5)) y=(tenths(y + 0.5)) width=(tenths(side - 1.0)) height=(tenths(high - 1.0))
                                fill-opacity=(format_args!("{opacity:.3}")) {
                                title { (unbroken(&self.label(name, column, *value, language))) }
                            }
                        }
                    }
                }
            }
        }
    }

    /// A cell in words.
    fn label(&self, row: &str, column: usize, value: f64, language: &str) -> String {
        let column = self.columns.get(column).map_or("", String::as_str);
        format!("{row} · {column}: {}", number(language, value, 4))
    }
}

fn short(name: &str) -> String {
    if name.chars().count() > MOST_LETTERS {
        name.chars().take(MOST_LETTERS - 1).chain(['…']).collect()
    } else {
        name.to_owned()
    }
}
