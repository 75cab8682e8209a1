//! Statistics before and after, as blocks of a document.

use bauta_methods::Claim;
use bauta_table::DateStyle;

use super::{Kept, Moments, NumberKept, PairKept};
use bauta_documents::{Block, Document, number, percent, whole};

/// The most pairs that a document tells; the data beside it have all.
const MOST_PAIRS: usize = 15;

/// Adds the comparison of one technique.
pub(crate) fn told(paper: &mut Document, kept: &Kept) {
    paper
        .blocks
        .push(Block::Text(kept.claim.text.get(&paper.language).to_owned()));
    numbers(paper, kept);
    pairs(
        paper,
        kept,
        &kept.correlations,
        ["Correlations", "Corrélations"],
    );
    regressions(paper, kept);
    words(paper, kept);
    pairs(
        paper,
        kept,
        &kept.associations,
        [
            "Association of words (Cramér's V)",
            "Association des mots (V de Cramér)",
        ],
    );
    if !kept.left_out.is_empty() {
        let why = paper.say(
            "Not compared, because there are too many of them or of their values:",
            "Non comparés, car trop nombreux ou de valeurs trop nombreuses :",
        );
        paper
            .blocks
            .push(Block::Text(format!("{why} {}", kept.left_out.join(", "))));
    }
    paper.text(
        "Figures before are of the original data: keep this page with them, unless these figures may be published.",
        "Les valeurs d'avant sont celles des données d'origine : conservez cette page avec elles, sauf si ces chiffres peuvent être publiés.",
    );
}

fn header(paper: &Document, [en, fr]: [&str; 2]) -> Vec<String> {
    let names = [
        (en, fr),
        ("before", "avant"),
        ("after", "après"),
        ("claim of the method", "ce que dit la méthode"),
    ];
    names
        .iter()
        .map(|(en, fr)| paper.say(en, fr).to_owned())
        .collect()
}

fn numbers(paper: &mut Document, kept: &Kept) {
    let language = paper.language.clone();
    let mut rows = Vec::new();
    for it in &kept.numbers {
        let scale = Scale::of(it);
        let mut row = |what: &str, claim: Claim, figure: &dyn Fn(&Moments) -> String| {
            let name = format!("{}, {what}", it.attribute);
            rows.push(vec![
                name,
                figure(&it.before),
                figure(&it.after),
                claim.text(&language),
            ]);
        };
        row(paper.say("mean", "moyenne"), kept.claim.means, &|of| {
            scale.place(&language, of.mean)
        });
        row(
            paper.say("variance", "variance"),
            kept.claim.variances,
            &|of| scale.squared(&language, of.variance),
        );
        for (place, share) in super::numbers::SHARES.into_iter().enumerate() {
            let what = format!(
                "{} {}",
                paper.say("quantile at", "quantile à"),
                percent(&language, share)
            );
            row(&what, kept.claim.quantiles, &|of| {
                scale.place(&language, of.quantiles[place])
            });
        }
    }
    push(paper, ["Numbers", "Nombres"], rows);
}

fn push(paper: &mut Document, title: [&str; 2], rows: Vec<Vec<String>>) {
    if !rows.is_empty() {
        let header = header(paper, title);
        paper.blocks.push(Block::Table { header, rows });
    }
}

/// How values of an attribute are written.
enum Scale {
    Plain,
    /// So many units make a day.
    Days(f64),
}

impl Scale {
    fn of(it: &NumberKept) -> Scale {
        match it.kind.as_str() {
            "date" => Scale::Days(1.0),
            "date-time" | "datetime" => Scale::Days(86_400e6),
            _ => Scale::Plain,
        }
    }

    fn place(&self, language: &str, value: f64) -> String {
        match self {
            Scale::Plain => figure(language, value),
            Scale::Days(units) => DateStyle::Iso.format((value / units).round() as i32),
        }
    }

    fn squared(&self, language: &str, value: f64) -> String {
        match self {
            Scale::Plain => figure(language, value),
            Scale::Days(units) => {
                let days = if language == "fr" {
                    "jours²"
                } else {
                    "days²"
                };
                format!("{} {days}", figure(language, value / (units * units)))
            }
        }
    }
}

/// A number with as many digits as tell something.
pub(crate) fn figure(language: &str, value: f64) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let size = value.abs();
    if (1e4..1e15).contains(&size) {
        let sign = if value < 0.0 { "-" } else { "" };
        return format!("{sign}{}", whole(language, size.round() as u64));
    }
    let digits = if size >= 1.0 {
        3 - size.log10().floor() as i32
    } else {
        4
    };
    let text = if size >= 1e15 || (size > 0.0 && size < 1e-4) {
        format!("{value:.3e}")
    } else {
        number(language, value, digits.clamp(0, 6) as usize)
    };
    if text.contains(['.', ',']) && !text.contains('e') {
        text.trim_end_matches('0')
            .trim_end_matches(['.', ','])
            .to_owned()
    } else {
        text
    }
}

/// A number between -1 and 1, without the sign of what rounds to nothing.
fn share(language: &str, value: f64) -> String {
    number(language, (value * 1e3).round() / 1e3 + 0.0, 3)
}

fn pairs(paper: &mut Document, kept: &Kept, all: &[PairKept], title: [&str; 2]) {
    let language = paper.language.clone();
    let mut most: Vec<&PairKept> = all.iter().collect();
    most.sort_by(|a, b| {
        (b.after - b.before)
            .abs()
            .total_cmp(&(a.after - a.before).abs())
    });
    let row = |it: &&PairKept| {
        let claim = if it.both_changed {
            kept.claim.between
        } else {
            kept.claim.with_others
        };
        let name = format!("{} · {}", it.attributes.0, it.attributes.1);
        vec![
            name,
            share(&language, it.before),
            share(&language, it.after),
            claim.text(&language),
        ]
    };
    let rows = most.iter().take(MOST_PAIRS).map(row).collect();
    push(paper, title, rows);
    if all.len() > MOST_PAIRS {
        let (told, count) = (MOST_PAIRS.to_string(), all.len().to_string());
        let said = match language.as_str() {
            "fr" => {
                format!(
                    "Les {told} paires sur {count} qui ont le plus changé ; le rapport en JSON les donne toutes."
                )
            }
            _ => format!(
                "The {told} of {count} pairs that changed most; the report as JSON has them all."
            ),
        };
        paper.blocks.push(Block::Text(said));
    }
}

fn regressions(paper: &mut Document, kept: &Kept) {
    let language = paper.language.clone();
    let mut rows = Vec::new();
    for it in &kept.regressions {
        let claim = if it.all_changed {
            kept.claim.between
        } else {
            Claim::Nothing
        };
        let mut row = |name: String, before: f64, after: f64| {
            rows.push(vec![
                name,
                share(&language, before),
                share(&language, after),
                claim.text(&language),
            ]);
        };
        for own in &it.coefficients {
            row(
                format!("{} ← {}", it.target, own.attribute),
                own.before,
                own.after,
            );
        }
        row(format!("{}, R²", it.target), it.r_squared.0, it.r_squared.1);
    }
    rows.truncate(2 * MOST_PAIRS);
    push(
        paper,
        [
            "Linear regressions, standardised coefficients",
            "Régressions linéaires, coefficients standardisés",
        ],
        rows,
    );
}

fn words(paper: &mut Document, kept: &Kept) {
    let language = paper.language.clone();
    let mut rows = Vec::new();
    for it in &kept.words {
        let claim = kept.claim.frequencies.text(&language);
        let name = |what: &str| format!("{}, {what}", it.attribute);
        let values = paper.say("different values", "valeurs différentes");
        rows.push(vec![
            name(values),
            whole(&language, it.values.0),
            whole(&language, it.values.1),
            claim.clone(),
        ]);
        for (place, (before, after)) in it.most_frequent.iter().enumerate() {
            let what = format!(
                "{} {}",
                paper.say("share of value no.", "part de la valeur n°"),
                place + 1
            );
            rows.push(vec![
                name(&what),
                percent(&language, *before),
                percent(&language, *after),
                claim.clone(),
            ]);
        }
        let moved = paper.say(
            "total variation of all shares",
            "variation totale des parts",
        );
        rows.push(vec![
            name(moved),
            String::new(),
            percent(&language, it.total_variation),
            claim,
        ]);
    }
    push(
        paper,
        [
            "Words, the most frequent values first",
            "Mots, valeurs les plus fréquentes d'abord",
        ],
        rows,
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_the_digits_that_tell_something() {
        assert_eq!(figure("en", 1_234_567.8), "1,234,568");
        assert_eq!(figure("en", -38.4379), "-38.44");
        assert_eq!(figure("fr", 0.5), "0,5");
        assert_eq!(figure("en", 42.0), "42");
        assert_eq!(figure("en", 0.0), "0");
        assert_eq!(figure("en", 0.000_012_3), "1.230e-5");
        assert_eq!(
            (share("fr", -0.000_2), share("en", -0.25)),
            ("0,000".to_owned(), "-0.250".to_owned())
        );
        assert_eq!(Scale::Days(1.0).place("en", 365.0), "1971-01-01");
    }
}
