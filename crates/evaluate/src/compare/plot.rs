//! The plot of risk against loss, as a picture or in a page with the table.
//!
//! **Idea.** Each candidate is a point: how likely a person is found in the worst case, on a logarithmic axis, against the information lost. A
//! method has a colour and a shape, so that either tells it; candidates that no other one beats are filled and joined by a line where they
//! also are the frontier of these two measures. What could not be had is listed below. Colours follow the reader's light or dark scheme; nothing
//! is loaded from anywhere.

use std::fmt::Write;

use bauta_documents::unbroken;
use bauta_messages::french::sentence;
use bauta_privacy::Assessment;
use maud::{Markup, PreEscaped, html};

use super::{Compared, Comparison, Status};

const WIDTH: f64 = 880.0;
const HEIGHT: f64 = 560.0;
const LEFT: f64 = 86.0;
const RIGHT: f64 = 230.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 76.0;

/// Colours that people with any colour vision tell apart (Okabe and Ito), on light and dark.
const COLOURS: [&str; 8] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#b58900", "#56b4e9", "#7a5195", "#888888",
];

const STYLE: &str = "\
.bg{fill:#ffffff}.ink{fill:#1b1f24}.soft{fill:#57606a}.axis{stroke:#57606a;stroke-width:1}.grid{stroke:#d8dee4;stroke-width:1}\
.front{stroke:#57606a;stroke-width:1.5;stroke-dasharray:5 4;fill:none}.open{fill:#ffffff}\
text{font-family:system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif;font-size:13px}.title{font-size:17px;font-weight:600}.small{font-size:11px}\
@media (prefers-color-scheme:dark){.bg,.open{fill:#15191e}.ink{fill:#e8ecf0}.soft{fill:#a3adb8}.axis{stroke:#a3adb8}.grid{stroke:#2d343c}.front{stroke:#a3adb8}}";

/// The plot as SVG, in a language (`en` or `fr`).
pub fn plot_svg(comparison: &Comparison, language: &str) -> String {
    Plot {
        comparison,
        language,
    }
    .svg()
    .into_string()
}

/// A page with the plot and the table, in a language (`en` or `fr`).
pub fn plot_html(comparison: &Comparison, language: &str) -> String {
    Plot {
        comparison,
        language,
    }
    .html()
    .into_string()
}

struct Plot<'a> {
    comparison: &'a Comparison,
    language: &'a str,
}

/// A candidate with a release.
struct Point<'a> {
    candidate: &'a Compared,
    risk: f64,
    loss: f64,
}

impl Plot<'_> {
    fn say<'t>(&self, en: &'t str, fr: &'t str) -> &'t str {
        if self.language == "fr" { fr } else { en }
    }

    fn number(&self, value: f64, digits: usize) -> String {
        let text = format!("{value:.digits$}");
        if self.language == "fr" {
            text.replace('.', ",")
        } else {
            text
        }
    }

    fn percent(&self, share: f64) -> String {
        let digits = if share > 0.0 && share < 0.01 {
            2
        } else if share < 0.1 {
            1
        } else {
            0
        };
        let text = self.number(100.0 * share, digits);
        let text = if text.contains(['.', ',']) {
            text.trim_end_matches('0').trim_end_matches(['.', ','])
        } else {
            &text
        };
        format!("{text} %")
    }

    fn points(&self) -> Vec<Point<'_>> {
        let candidates = self.comparison.candidates.iter();
        let point = candidates.filter_map(|candidate| {
            let assessment = candidate.assessment.as_ref()?;
            Some(Point {
                candidate,
                risk: assessment.risk.prosecutor.max,
                loss: assessment.utility.lost().unwrap_or(0.0),
            })
        });
        point.collect()
    }

    /// The names of all methods with their settings, in the order of the candidates.
    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        for candidate in &self.comparison.candidates {
            if !names.contains(&candidate.name()) {
                names.push(candidate.name());
            }
        }
        names
    }

    fn svg(&self) -> Markup {
        let (points, names) = (self.points(), self.names());
        let axes = Axes::of(&points);
        let rows = self.comparison.original_rows;
        let under = format!(
            "{} · {rows} {}",
            self.comparison.input,
            self.say("rows", "lignes")
        );
        let nothing = self.say(
            "no candidate can be reached",
            "aucun candidat n'est possible",
        );
        let place_of = |point: &Point<'_>| {
            let own = point.candidate.name();
            names.iter().position(|name| *name == own).unwrap_or(0)
        };
        html! {
            svg xmlns="http://www.w3.org/2000/svg" viewBox=(format_args!("0 0 {WIDTH} {HEIGHT}")) role="img" aria-labelledby="t d" {
                title id="t" { (unbroken(self.title())) }
                desc id="d" { (unbroken(&self.description(&points))) }
                style { (PreEscaped(STYLE)) }
                rect.bg width=(WIDTH) height=(HEIGHT) {}
                (label(LEFT, 30.0, "title ink", "start", self.title()))
                (label(LEFT, 50.0, "soft", "start", &under))
                (self.axes(&axes))
                (frontier(&points, &axes))
                @for point in &points {
                    g {
                        title { (unbroken(&self.tip(point))) }
                        (mark(axes.x(point.risk), axes.y(point.loss), place_of(point), point.candidate.pareto))
                    }
                }
                (point_labels(&points, &axes))
                (self.legend(&names))
                @if points.is_empty() {
                    (label((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT / 2.0, "soft", "middle", nothing))
                }
            }
            "\n"
        }
    }

    fn title(&self) -> &'static str {
        match self.language {
            "fr" => "Risque et perte des candidats",
            _ => "Risk and loss of the candidates",
        }
    }

    fn description(&self, points: &[Point<'_>]) -> String {
        points
            .iter()
            .map(|point| self.tip(point))
            .collect::<Vec<_>>()
            .join("; ")
    }

    fn tip(&self, point: &Point<'_>) -> String {
        format!(
            "{} ({}): {} {}, {} {}",
            point.candidate.name(),
            self.targets(point.candidate),
            self.say("highest risk", "risque maximal"),
            self.percent(point.risk),
            self.say("information loss", "perte d'information"),
            self.percent(point.loss)
        )
    }

    fn targets(&self, candidate: &Compared) -> String {
        candidate
            .targets
            .iter()
            .map(|text| sentence(self.language, text))
            .collect::<Vec<_>>()
            .join(", ")
    }

    fn axes(&self, axes: &Axes) -> Markup {
        let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
        let risk = self.say(
            "highest risk to find a person (logarithmic; left is safer)",
            "risque maximal de retrouver une personne (logarithmique ; à gauche, plus sûr)",
        );
        let loss = self.say(
            "information loss (lower is better)",
            "perte d'information (plus bas, mieux)",
        );
        let middle = (TOP + bottom) / 2.0;
        html! {
            @for risk in axes.risks() {
                @let x = axes.x(risk);
                line.grid x1=(tenths(x)) x2=(tenths(x)) y1=(TOP) y2=(bottom) {}
                (label(x, bottom + 18.0, "soft", "middle", &self.percent(risk)))
            }
            @for step in 0..=5 {
                @let loss = axes.most_loss * f64::from(step) / 5.0;
                @let y = axes.y(loss);
                line.grid x1=(LEFT) x2=(right) y1=(tenths(y)) y2=(tenths(y)) {}
                (label(LEFT - 8.0, y + 4.0, "soft", "end", &self.percent(loss)))
            }
            path.axis fill="none" d=(format_args!("M{LEFT} {TOP}V{bottom}H{right}")) {}
            (label((LEFT + right) / 2.0, bottom + 44.0, "ink", "middle", risk))
            text.ink transform=(format_args!("translate(22 {middle:.1}) rotate(-90)")) text-anchor="middle" { (unbroken(loss)) }
        }
    }

    fn legend(&self, names: &[String]) -> Markup {
        let left = WIDTH - RIGHT + 24.0;
        let line = |place: usize| TOP + 10.0 + 22.0 * place as f64;
        let shown = names.len().min(16);
        let below = line(shown) + 8.0;
        let criteria = self.comparison.criteria.iter();
        let criteria: Vec<&str> = criteria.map(|it| it.name(self.language)).collect();
        let filled = wrapped(&format!(
            "{} {}",
            self.say(
                "filled: no other is as good in all of these and better in one:",
                "plein : aucun autre n'est aussi bon en tout ceci et meilleur en un point :"
            ),
            criteria.join(", ")
        ));
        let after = below + 15.0 * filled.len() as f64 + 14.0;
        let candidates = self.comparison.candidates.iter();
        let missing = candidates.filter(|candidate| candidate.status != Status::Released);
        let missing = missing.count();
        let words = self.say("not possible, not shown", "impossibles, non montrés");
        html! {
            @for (place, name) in names.iter().enumerate().take(shown) {
                (mark(left, line(place) - 4.0, place, false))
                (label(left + 14.0, line(place), "ink", "start", &short(name)))
            }
            (mark(left, below - 4.0, names.len().max(7), true))
            @for (place, text) in filled.iter().enumerate() {
                (label(left + 14.0, below + 15.0 * place as f64, "small soft", "start", text))
            }
            @if missing > 0 {
                (label(left - 4.0, after, "small soft", "start", &format!("{missing} {words}")))
            }
        }
    }

    fn html(&self) -> Markup {
        let title = unbroken(self.title());
        let header = [
            self.say("method", "méthode"),
            self.say("targets", "objectifs"),
            self.say("classes", "classes"),
            self.say("left out", "écartées"),
            self.say("highest risk", "risque max."),
            self.say("mean risk", "risque moyen"),
            self.say("information loss", "perte d'information"),
            self.say("query error", "erreur des requêtes"),
            self.say("accuracy", "exactitude"),
            self.say("seconds", "secondes"),
        ];
        let notes = self.comparison.star_notes(self.language);
        let candidates = &self.comparison.candidates;
        html! {
            (PreEscaped("<!doctype html>\n"))
            html lang=(self.say("en", "fr")) {
                head {
                    meta charset="utf-8";
                    meta name="viewport" content="width=device-width";
                    meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                    title { (title) }
                    style { (PreEscaped(PAGE)) }
                }
                body { main {
                    (self.svg())
                    div.wide { table {
                        thead { tr { @for cell in header { th { (unbroken(cell)) } } } }
                        tbody { @for candidate in candidates { (self.row(candidate)) } }
                    } }
                    @for note in &notes { p { (unbroken(note)) } }
                    @if candidates.iter().any(Compared::leaves_rows_exact) {
                        p { (unbroken(exact_rows(self.language))) }
                    }
                    p { "Bauta " (self.comparison.bauta) " · " (self.say("seed", "graine")) " " (self.comparison.seed) }
                } }
            }
            "\n"
        }
    }

    fn row(&self, candidate: &Compared) -> Markup {
        let star = if candidate.pareto { " *" } else { "" };
        html! {
            tr.best[candidate.pareto] {
                td { (unbroken(&candidate.name())) (star) }
                td { (unbroken(&self.targets(candidate))) }
                @if let Some(assessment) = &candidate.assessment {
                    @for text in self.figures(candidate, assessment) { td { (unbroken(&text)) } }
                } @else {
                    td.why colspan="8" { (unbroken(&self.why_not(candidate))) }
                }
            }
        }
    }

    fn figures(&self, candidate: &Compared, assessment: &Assessment) -> [String; 8] {
        let none = || "–".to_owned();
        let lost = assessment.utility.lost();
        [
            assessment.classes.to_string(),
            assessment.suppressed_rows.to_string(),
            self.percent(assessment.risk.prosecutor.max),
            self.percent(assessment.risk.prosecutor.mean),
            lost.map_or_else(none, |loss| self.percent(loss)),
            candidate
                .queries
                .map_or_else(none, |report| self.percent(report.error.mean)),
            candidate
                .accuracy()
                .map_or_else(none, |accuracy| self.percent(accuracy)),
            self.number(candidate.total_seconds(), 2),
        ]
    }

    /// Why a candidate has no release.
    fn why_not(&self, candidate: &Compared) -> String {
        let verdict = match candidate.status {
            Status::Unreachable => self.say("cannot be reached", "hors d'atteinte"),
            _ => self.say("does not apply", "ne s'applique pas"),
        };
        let reasons = if self.language == "fr" {
            &candidate.reasons_fr
        } else {
            &candidate.reasons
        };
        format!("{verdict}{} {}", self.say(":", " :"), reasons.join("; "))
    }
}

/// k beside each point, unless another label stands there.
fn point_labels(points: &[Point<'_>], axes: &Axes) -> Markup {
    let mut taken: Vec<(f64, f64)> = points
        .iter()
        .map(|point| (axes.x(point.risk), axes.y(point.loss)))
        .collect();
    let mut labels = Vec::new();
    for point in points {
        let text = match &point.candidate.assessment {
            Some(measures) => format!("k={}", measures.privacy.k),
            None => continue,
        };
        let (x, y) = (axes.x(point.risk), axes.y(point.loss));
        let places = [
            (x + 26.0, y - 8.0),
            (x + 26.0, y + 14.0),
            (x - 26.0, y - 8.0),
            (x - 26.0, y + 14.0),
        ];
        let free = |place: &&(f64, f64)| {
            place.1 < HEIGHT - BOTTOM - 2.0
                && place.0 < WIDTH - RIGHT + 4.0
                && !taken.iter().any(|other| {
                    (other.0 - place.0).abs() < 36.0 && (other.1 - place.1).abs() < 12.0
                })
        };
        if let Some(&(x, y)) = places.iter().find(free) {
            taken.push((x, y));
            labels.push(label(x, y, "small soft", "middle", &text));
        }
    }
    html! { @for label in labels { (label) } }
}

fn label(x: f64, y: f64, class: &str, anchor: &str, text: &str) -> Markup {
    html! {
        text class=(class) x=(tenths(x)) y=(tenths(y)) text-anchor=(anchor) { (unbroken(text)) }
    }
}

/// A text in lines that fit beside the picture.
fn wrapped(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + word.chars().count() < 32 => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

fn short(name: &str) -> String {
    if name.chars().count() > 23 {
        name.chars().take(22).chain(['…']).collect()
    } else {
        name.to_owned()
    }
}

/// A length of the picture.
fn tenths(value: f64) -> String {
    format!("{value:.1}")
}

const PAGE: &str = ":root{color-scheme:light dark}body{margin:0;background:#fff;color:#1b1f24;font:15px/1.5 system-ui,-apple-system,'Segoe UI','DejaVu Sans',sans-serif}\
main{max-width:62rem;margin:0 auto;padding:1rem}svg{width:100%;height:auto}.wide{overflow-x:auto}table{border-collapse:collapse;font-variant-numeric:tabular-nums}\
th,td{padding:.3rem .7rem;text-align:right;border-bottom:1px solid #d8dee4;vertical-align:top}th:nth-child(-n+2),td:nth-child(-n+2),td.why{text-align:left}th:nth-child(-n+2),td:nth-child(-n+2):not(.why){white-space:nowrap}\
.best td{font-weight:600}p{color:#57606a}@media (prefers-color-scheme:dark){body{background:#15191e;color:#e8ecf0}th,td{border-color:#2d343c}p{color:#a3adb8}}";

/// What is protected where quasi-identifiers stay exact.
pub fn exact_rows(language: &str) -> &'static str {
    match language {
        "fr" => {
            "Bucketisation, anatomie et slicing publient les quasi-identifiants tels quels : k y est la taille des paquets. Le lien avec la \
             valeur sensible est caché, pas la ligne d'une personne."
        }
        _ => {
            "Bucketisation, anatomy and slicing publish quasi-identifiers as they are: there k is the size of buckets. The link to the sensitive \
             value is hidden, not a person's row."
        }
    }
}

/// Where values lie on the picture.
struct Axes {
    least_risk: f64,
    most_loss: f64,
}

impl Axes {
    fn of(points: &[Point<'_>]) -> Self {
        let least = points
            .iter()
            .map(|point| point.risk)
            .fold(1.0, f64::min)
            .max(1e-7);
        let most = points.iter().map(|point| point.loss).fold(0.0, f64::max);
        // The next lower 1, 2 or 5 times a power of ten, and the next higher round share.
        let least_risk = round_down(least / 1.15);
        let most_loss = [0.05, 0.1, 0.25, 0.5, 0.75]
            .into_iter()
            .find(|&share| most * 1.05 <= share)
            .unwrap_or(1.0);
        Axes {
            least_risk,
            most_loss,
        }
    }

    /// From the smallest risk to certainty, in equal steps of ratios.
    fn x(&self, risk: f64) -> f64 {
        let share = (risk.clamp(self.least_risk, 1.0) / self.least_risk).ln()
            / (1.0 / self.least_risk).ln();
        LEFT + share * (WIDTH - RIGHT - LEFT)
    }

    fn y(&self, loss: f64) -> f64 {
        HEIGHT - BOTTOM - (loss / self.most_loss).clamp(0.0, 1.0) * (HEIGHT - BOTTOM - TOP)
    }

    fn risks(&self) -> Vec<f64> {
        let decades = (self.least_risk.log10().floor() as i32)..=0;
        let ticks =
            decades.flat_map(|decade| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(decade)));
        ticks
            .filter(|&risk| risk >= self.least_risk * 0.999 && risk <= 1.001)
            .collect()
    }
}

fn round_down(value: f64) -> f64 {
    let decade = 10f64.powf(value.log10().floor());
    let digit = [5.0, 2.0, 1.0]
        .into_iter()
        .find(|digit| digit * decade <= value * 1.001)
        .unwrap_or(1.0);
    (digit * decade).min(0.5)
}

/// The candidates that no other one beats in risk and loss, joined by steps.
fn frontier(points: &[Point<'_>], axes: &Axes) -> Markup {
    let mut order: Vec<&Point<'_>> = points.iter().collect();
    order.sort_by(|a, b| a.risk.total_cmp(&b.risk).then(a.loss.total_cmp(&b.loss)));
    let mut path = String::new();
    let mut least = f64::INFINITY;
    for point in order {
        if point.loss < least {
            least = point.loss;
            let (x, y) = (axes.x(point.risk), axes.y(point.loss));
            let _ = if path.is_empty() {
                write!(path, "M{x:.1} {y:.1}")
            } else {
                write!(path, "H{x:.1}V{y:.1}")
            };
        }
    }
    html! {
        @if path.contains('H') { path.front d=(path) {} }
    }
}

/// A method's mark: circle, square, diamond or triangle in its colour, filled or open.
fn mark(x: f64, y: f64, place: usize, filled: bool) -> Markup {
    let colour = COLOURS[place.min(COLOURS.len() * 4 - 1) % COLOURS.len()];
    let (fill, class) = (filled.then_some(colour), (!filled).then_some("open"));
    let (above, side) = (tenths(y - 7.5), tenths(y - 5.5));
    html! {
        @match (place + place / COLOURS.len()) % 4 {
            0 => circle cx=(tenths(x)) cy=(tenths(y)) r="6" fill=[fill] class=[class] stroke=(colour) stroke-width="2" {},
            1 => rect x=(tenths(x - 5.5)) y=(side) width="11" height="11" fill=[fill] class=[class] stroke=(colour) stroke-width="2" {},
            2 => path d=(format_args!("M{x:.1} {above}l7.5 7.5-7.5 7.5-7.5-7.5z")) fill=[fill] class=[class] stroke=(colour) stroke-width="2" {},
            _ => path d=(format_args!("M{x:.1} {above}l7 12h-14z")) fill=[fill] class=[class] stroke=(colour) stroke-width="2" {},
        }
    }
}
