//! Bars for two or three things side by side, as SVG, with the figures written at the bars.
//!
//! Colours are told apart by any colour vision and by their pattern of light and dark, so that a grey print still reads.

use maud::{Markup, html};

use super::html::unbroken;
use super::percent;

/// Shares by label, one bar a series.
#[derive(Clone)]
pub struct Bars {
    /// The title.
    pub title: String,
    /// What is on the axis of labels.
    pub axis: String,
    /// The label of each bar.
    pub labels: Vec<String>,
    /// A name and a share for each label.
    pub series: Vec<(String, Vec<f64>)>,
}

const WIDTH: f64 = 760.0;
const LEFT: f64 = 10.0;
const TOP: f64 = 46.0;
const HEIGHT: f64 = 190.0;
/// Room of a horizontal bar.
const LINE: f64 = 22.0;
/// Width of a character of a figure at a bar, and the height of a line of it.
const CHARACTER: (f64, f64) = (6.2, 11.0);

impl Bars {
    /// The highest share.
    fn most(&self) -> f64 {
        self.series
            .iter()
            .flat_map(|(_, shares)| shares)
            .copied()
            .fold(0.0, f64::max)
            .max(1e-9)
    }

    /// Standing bars, for labels in an order (sizes, risks).
    pub fn standing(&self, language: &str) -> Markup {
        let (most, count) = (self.most(), self.labels.len().max(1) as f64);
        let step = (WIDTH - 2.0 * LEFT) / count;
        let wide = (step * 0.84 / self.series.len().max(1) as f64).min(48.0);
        let bottom = TOP + HEIGHT;
        let drawing = html! {
            @for (place, label) in self.labels.iter().enumerate() {
                @let middle = LEFT + step * (place as f64 + 0.5);
                @let first = middle - wide * self.series.len() as f64 / 2.0;
                @for (series, (_, shares)) in self.series.iter().enumerate() {
                    @let share = shares.get(place).copied().unwrap_or(0.0);
                    @let high = HEIGHT * share / most;
                    @let (x, y) = (first + wide * series as f64, bottom - high);
                    rect class={ "s" (series) } x=(tenths(x + 1.0)) y=(tenths(y)) width=(tenths(wide - 2.0)) height=(tenths(high)) {}
                    @if share > 0.0 {
                        (figure((x + wide / 2.0, y - 4.0), wide, &percent(language, share).replace(['\u{a0}', ' '], "")))
                    }
                }
                (tag(middle, bottom + 17.0, "ink", "middle", label))
            }
            path.axis d=(format_args!("M{LEFT} {bottom}H{}", WIDTH - LEFT)) {}
            (tag(WIDTH / 2.0, bottom + 40.0, "soft", "middle", &self.axis))
        };
        self.framed(bottom + 50.0, language, &drawing)
    }

    /// Lying bars, for names.
    pub fn lying(&self, language: &str) -> Markup {
        let most = self.most();
        let longest = self
            .labels
            .iter()
            .map(|label| label.chars().count())
            .max()
            .unwrap_or(0)
            .min(32);
        let left = LEFT + 16.0 + 7.4 * longest as f64;
        let room = LINE * self.series.len().max(1) as f64;
        let total = TOP + (room + 6.0) * self.labels.len() as f64 + 30.0;
        let drawing = html! {
            @for (place, label) in self.labels.iter().enumerate() {
                @let y = TOP + (room + 6.0) * place as f64;
                (tag(left - 8.0, y + room / 2.0 + 4.0, "ink", "end", &short(label)))
                @for (series, (_, shares)) in self.series.iter().enumerate() {
                    @let share = shares.get(place).copied().unwrap_or(0.0);
                    @let long = (WIDTH - left - 80.0) * share.max(0.0) / most;
                    @let y = y + LINE * series as f64;
                    rect class={ "s" (series) } x=(tenths(left)) y=(tenths(y + 2.0)) width=(tenths(long)) height=(tenths(LINE - 4.0)) {}
                    (tag(left + long + 6.0, y + LINE / 2.0 + 4.0, "small soft", "start", &percent(language, share)))
                }
            }
            (tag(WIDTH / 2.0, total - 8.0, "soft", "middle", &self.axis))
        };
        self.framed(total, language, &drawing)
    }

    /// A drawing with what its series are called.
    fn framed(&self, total: f64, language: &str, drawing: &Markup) -> Markup {
        let mut x = LEFT;
        let mut places = Vec::new();
        for (name, _) in &self.series {
            places.push((x, name));
            x += 40.0 + 7.4 * name.chars().count() as f64;
        }
        html! {
            svg viewBox=(format_args!("0 0 {WIDTH} {total:.0}")) role="img" aria-label=(unbroken(&self.described(language))) {
                @if self.series.len() > 1 {
                    @for (series, (x, name)) in places.into_iter().enumerate() {
                        rect class={ "s" (series) } x=(tenths(x)) y="4" width="12" height="12" {}
                        (tag(x + 18.0, 14.0, "ink", "start", name))
                    }
                }
                (drawing)
            }
        }
    }

    /// The whole chart in words, for who does not see it.
    fn described(&self, language: &str) -> String {
        let of_series = |(name, shares): &(String, Vec<f64>)| {
            let figures = self
                .labels
                .iter()
                .zip(shares)
                .map(|(label, &share)| format!("{label} {}", percent(language, share)));
            format!("{name}: {}", figures.collect::<Vec<_>>().join(", "))
        };
        let all: Vec<String> = self.series.iter().map(of_series).collect();
        format!("{}. {}", self.title, all.join("; "))
    }
}

/// The figure above a standing bar: across where the bar is wide enough, upright where it is narrow, else left out (the chart in words has it).
fn figure((x, y): (f64, f64), wide: f64, text: &str) -> Markup {
    if wide >= CHARACTER.0 * text.chars().count() as f64 {
        return tag(x, y, "small soft", "middle", text);
    }
    // Upright figures of high bars would leave the picture; they stand inside it.
    let (x, y) = (x + 4.0, y.max(TOP - 6.0));
    html! {
        @if wide >= CHARACTER.1 {
            text.small.soft transform=(format_args!("translate({x:.1} {y:.1}) rotate(-90)")) { (unbroken(text)) }
        }
    }
}

fn short(label: &str) -> String {
    if label.chars().count() > 32 {
        label.chars().take(31).chain(['…']).collect()
    } else {
        label.to_owned()
    }
}

fn tag(x: f64, y: f64, class: &str, anchor: &str, text: &str) -> Markup {
    html! {
        text class=(class) x=(tenths(x)) y=(tenths(y)) text-anchor=(anchor) { (unbroken(text)) }
    }
}

/// A length of a picture.
pub(super) fn tenths(value: f64) -> String {
    format!("{value:.1}")
}
