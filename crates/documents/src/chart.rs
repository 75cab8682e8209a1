//! Bars for two or three things side by side, as SVG, with the figures written at the bars.
//!
//! Colours are told apart by any colour vision and by their pattern of light and dark, so that a grey print still reads.

use std::fmt::Write;

use super::html::escaped;
use super::percent;

/// Shares by label, one bar a series.
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
    pub fn standing(&self, language: &str) -> String {
        let (most, count) = (self.most(), self.labels.len().max(1) as f64);
        let step = (WIDTH - 2.0 * LEFT) / count;
        let wide = (step * 0.84 / self.series.len().max(1) as f64).min(48.0);
        let total = TOP + HEIGHT + 50.0;
        let mut out = self.open(total, language);
        for (place, label) in self.labels.iter().enumerate() {
            let middle = LEFT + step * (place as f64 + 0.5);
            let first = middle - wide * self.series.len() as f64 / 2.0;
            for (series, (_, shares)) in self.series.iter().enumerate() {
                let share = shares.get(place).copied().unwrap_or(0.0);
                let high = HEIGHT * share / most;
                let (x, y) = (first + wide * series as f64, TOP + HEIGHT - high);
                let _ = write!(
                    out,
                    "<rect class=\"s{series}\" x=\"{:.1}\" y=\"{y:.1}\" width=\"{:.1}\" height=\"{high:.1}\"/>",
                    x + 1.0,
                    wide - 2.0
                );
                if share > 0.0 {
                    let text = percent(language, share).replace(['\u{a0}', ' '], "");
                    figure(&mut out, (x + wide / 2.0, y - 4.0), wide, &text);
                }
            }
            tag(
                &mut out,
                middle,
                TOP + HEIGHT + 17.0,
                "ink",
                "middle",
                label,
            );
        }
        let bottom = TOP + HEIGHT;
        let _ = write!(
            out,
            "<path class=\"axis\" d=\"M{LEFT} {bottom}H{}\"/>",
            WIDTH - LEFT
        );
        tag(
            &mut out,
            WIDTH / 2.0,
            bottom + 40.0,
            "soft",
            "middle",
            &self.axis,
        );
        out.push_str("</svg>");
        out
    }

    /// Lying bars, for names.
    pub fn lying(&self, language: &str) -> String {
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
        let mut out = self.open(total, language);
        for (place, label) in self.labels.iter().enumerate() {
            let y = TOP + (room + 6.0) * place as f64;
            let short: String = match label.chars().count() > 32 {
                true => label.chars().take(31).chain(['…']).collect(),
                false => label.clone(),
            };
            tag(
                &mut out,
                left - 8.0,
                y + room / 2.0 + 4.0,
                "ink",
                "end",
                &short,
            );
            for (series, (_, shares)) in self.series.iter().enumerate() {
                let share = shares.get(place).copied().unwrap_or(0.0);
                let long = (WIDTH - left - 80.0) * share.max(0.0) / most;
                let y = y + LINE * series as f64;
                let _ = write!(
                    out,
                    "<rect class=\"s{series}\" x=\"{left:.1}\" y=\"{:.1}\" width=\"{long:.1}\" height=\"{:.1}\"/>",
                    y + 2.0,
                    LINE - 4.0
                );
                tag(
                    &mut out,
                    left + long + 6.0,
                    y + LINE / 2.0 + 4.0,
                    "small soft",
                    "start",
                    &percent(language, share),
                );
            }
        }
        tag(
            &mut out,
            WIDTH / 2.0,
            total - 8.0,
            "soft",
            "middle",
            &self.axis,
        );
        out.push_str("</svg>");
        out
    }

    fn open(&self, total: f64, language: &str) -> String {
        let mut out = format!(
            "<svg viewBox=\"0 0 {WIDTH} {total:.0}\" role=\"img\" aria-label=\"{}\">",
            escaped(&self.described(language))
        );
        if self.series.len() > 1 {
            let mut x = LEFT;
            for (series, (name, _)) in self.series.iter().enumerate() {
                let _ = write!(
                    out,
                    "<rect class=\"s{series}\" x=\"{x:.1}\" y=\"4\" width=\"12\" height=\"12\"/>"
                );
                tag(&mut out, x + 18.0, 14.0, "ink", "start", name);
                x += 40.0 + 7.4 * name.chars().count() as f64;
            }
        }
        out
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
fn figure(out: &mut String, (x, y): (f64, f64), wide: f64, text: &str) {
    if wide >= CHARACTER.0 * text.chars().count() as f64 {
        tag(out, x, y, "small soft", "middle", text);
    } else if wide >= CHARACTER.1 {
        // Upright figures of high bars would leave the picture; they stand inside it.
        let (x, y) = (x + 4.0, y.max(TOP - 6.0));
        let text = escaped(text);
        let _ = write!(
            out,
            "<text class=\"small soft\" transform=\"translate({x:.1} {y:.1}) rotate(-90)\">{text}</text>"
        );
    }
}

fn tag(out: &mut String, x: f64, y: f64, class: &str, anchor: &str, text: &str) {
    let text = escaped(text);
    let _ = write!(
        out,
        "<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
    );
}
