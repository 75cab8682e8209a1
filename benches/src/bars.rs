//! Bars: a figure, and how large or small it must be.

/// A figure and its bar.
pub struct Bar {
    what: String,
    value: f64,
    limit: f64,
    at_least: bool,
}

impl Bar {
    pub fn at_least(what: impl Into<String>, value: f64, limit: f64) -> Bar {
        Bar {
            what: what.into(),
            value,
            limit,
            at_least: true,
        }
    }

    pub fn at_most(what: impl Into<String>, value: f64, limit: f64) -> Bar {
        Bar {
            what: what.into(),
            value,
            limit,
            at_least: false,
        }
    }

    pub fn reached(&self) -> bool {
        if self.at_least {
            self.value >= self.limit
        } else {
            self.value <= self.limit
        }
    }
}

/// One line a bar.
pub fn table(bars: &[Bar]) -> String {
    let width = bars
        .iter()
        .map(|bar| bar.what.chars().count())
        .max()
        .unwrap_or(0);
    let line = |bar: &Bar| {
        let word = if bar.at_least { "at least" } else { "at most " };
        let verdict = if bar.reached() { "reached" } else { "MISSED" };
        format!(
            "{:width$}  {:9.2}  {word} {:6.1}  {verdict}\n",
            bar.what, bar.value, bar.limit
        )
    };
    bars.iter().map(line).collect()
}

/// The middle one of some figures.
pub fn median(figures: &[f64]) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The smallest.
pub fn best(figures: &[f64]) -> f64 {
    figures.iter().copied().fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_that_is_no_number_reaches_nothing() {
        assert!(
            !Bar::at_least("a", f64::NAN, 1.0).reached()
                && !Bar::at_most("a", f64::NAN, 1.0).reached()
        );
        assert!(Bar::at_least("a", 1.0, 1.0).reached() && Bar::at_most("a", 1.0, 1.0).reached());
        assert!(table(&[Bar::at_most("a", 2.0, 1.0)]).contains("MISSED"));
    }

    #[test]
    fn the_median_is_the_middle_one() {
        assert_eq!(
            (median(&[3.0, 1.0, 2.0]), best(&[3.0, 1.0, 2.0])),
            (2.0, 1.0)
        );
        assert!(median(&[]).is_nan());
    }
}
