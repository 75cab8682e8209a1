//! Reading intervals and bounds that people write in tables: `[20,30[`, `[18000-18510]`, `[1,5;2,5[`, `20-24`, `<30`, `>=40`.

/// An interval of numbers; bounds may be infinite.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Interval {
    /// Lower bound.
    pub low: f64,
    /// Upper bound.
    pub high: f64,
    /// Whether the lower bound belongs to it.
    pub closed_low: bool,
    /// Whether the upper bound belongs to it.
    pub closed_high: bool,
}

/// The interval that a text writes, if it writes one. A single number is an interval of one value.
pub fn parse(text: &str) -> Option<Interval> {
    let text = text.trim();
    if let Some(value) = number(text) {
        return Some(Interval {
            low: value,
            high: value,
            closed_low: true,
            closed_high: true,
        });
    }
    one_sided(text)
        .or_else(|| bracketed(text))
        .or_else(|| bare(text))
}

fn one_sided(text: &str) -> Option<Interval> {
    let below = |high, closed_high| Interval {
        low: f64::NEG_INFINITY,
        high,
        closed_low: false,
        closed_high,
    };
    let above = |low, closed_low| Interval {
        low,
        high: f64::INFINITY,
        closed_low,
        closed_high: false,
    };
    for (sign, closed) in [("<=", true), ("≤", true), ("<", false)] {
        if let Some(rest) = text.strip_prefix(sign) {
            return number(rest.trim()).map(|v| below(v, closed));
        }
    }
    for (sign, closed) in [(">=", true), ("≥", true), (">", false)] {
        if let Some(rest) = text.strip_prefix(sign) {
            return number(rest.trim()).map(|v| above(v, closed));
        }
    }
    None
}

fn bracketed(text: &str) -> Option<Interval> {
    let closed_low = match text.chars().next()? {
        '[' => true,
        ']' | '(' => false,
        _ => return None,
    };
    let closed_high = match text.chars().next_back()? {
        ']' => true,
        '[' | ')' => false,
        _ => return None,
    };
    let inner = text.get(1..text.len() - 1)?;
    let (low, high) = bounds(inner)?;
    (low <= high).then_some(Interval {
        low,
        high,
        closed_low,
        closed_high,
    })
}

/// `20-24`, both bounds included.
fn bare(text: &str) -> Option<Interval> {
    let (low, high) = dashed(text)?;
    (low <= high).then_some(Interval {
        low,
        high,
        closed_low: true,
        closed_high: true,
    })
}

fn bounds(inner: &str) -> Option<(f64, f64)> {
    for separator in ["..", ";"] {
        if let Some((low, high)) = inner.split_once(separator) {
            return Some((number(low.trim())?, number(high.trim())?));
        }
    }
    // A comma separates the bounds, or is a decimal comma in bounds that a dash separates.
    if inner.matches(',').count() == 1
        && let Some((low, high)) = inner.split_once(',')
        && let (Some(low), Some(high)) = (number(low.trim()), number(high.trim()))
    {
        return Some((low, high));
    }
    dashed(inner)
}

fn dashed(text: &str) -> Option<(f64, f64)> {
    // The dash between the bounds is not the first character, which may be a sign.
    let at = text
        .char_indices()
        .skip(1)
        .find(|&(_, c)| c == '-' || c == '–')?;
    let (low, rest) = text.split_at(at.0);
    Some((
        number(low.trim())?,
        number(rest.get(at.1.len_utf8()..)?.trim())?,
    ))
}

fn number(text: &str) -> Option<f64> {
    let plausible = text
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'.' | b',' | b'-' | b'+'));
    if !plausible || text.is_empty() {
        return None;
    }
    text.replace(',', ".").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(text: &str) -> Option<(f64, f64, bool, bool)> {
        parse(text).map(|i| (i.low, i.high, i.closed_low, i.closed_high))
    }

    #[test]
    fn notations_in_use() {
        assert_eq!(ends("[20,30["), Some((20.0, 30.0, true, false)));
        assert_eq!(ends("]20;30]"), Some((20.0, 30.0, false, true)));
        assert_eq!(
            ends("[18000-18510]"),
            Some((18_000.0, 18_510.0, true, true))
        );
        assert_eq!(ends("[1,5;2,5["), Some((1.5, 2.5, true, false)));
        assert_eq!(ends("[-5..-2]"), Some((-5.0, -2.0, true, true)));
        assert_eq!(ends("[-5--2]"), Some((-5.0, -2.0, true, true)));
        assert_eq!(ends("20-24"), Some((20.0, 24.0, true, true)));
        assert_eq!(ends(">=40"), Some((40.0, f64::INFINITY, true, false)));
        assert_eq!(ends("< 30"), Some((f64::NEG_INFINITY, 30.0, false, false)));
        assert_eq!(ends("12,5"), Some((12.5, 12.5, true, true)));
    }

    #[test]
    fn other_texts_are_not_intervals() {
        for text in [
            "",
            "*",
            "130**",
            "Cher",
            "[a,b[",
            "[30,20]",
            "2024-01-31",
            "[",
            "(1)",
        ] {
            assert_eq!(ends(text), None, "{text:?}");
        }
    }
}
