//! Which language is spoken, and words that every sentence needs: counts, figures, lists.

use bauta_documents::number;

/// Which language is spoken.
#[derive(Clone, Copy)]
pub(super) struct Say {
    pub french: bool,
}

impl Say {
    pub(super) fn of(language: &str) -> Say {
        Say {
            french: language == "fr",
        }
    }

    pub(super) fn language(self) -> &'static str {
        if self.french { "fr" } else { "en" }
    }

    pub(super) fn pick<T>(self, en: T, fr: T) -> T {
        if self.french { fr } else { en }
    }

    pub(super) fn colon(self) -> &'static str {
        self.pick(":", " :")
    }

    /// `1 row`, `3 rows`.
    pub(super) fn rows(self, count: u64) -> String {
        self.count(count, ("row", "rows"), ("ligne", "lignes"))
    }

    pub(super) fn outliers(self, count: u64) -> String {
        self.count(count, ("outlier", "outliers"), ("cas isolé", "cas isolés"))
    }

    pub(super) fn count(self, count: u64, en: (&str, &str), fr: (&str, &str)) -> String {
        // None and one are singular in French; only one is in English.
        let (one, many) = self.pick(en, fr);
        let is_plural = self.pick(count != 1, count > 1);
        let word = if is_plural { many } else { one };
        format!("{count} {word}")
    }

    /// A figure with as many digits as tell something.
    pub(super) fn figure(self, value: f64) -> String {
        let digits = match value.abs() {
            whole if whole == whole.round() => 0,
            large if large >= 100.0 => 1,
            small if small < 0.001 => 6,
            _ => 3,
        };
        number(self.language(), value, digits)
    }

    /// An amount of information.
    pub(super) fn bits(self, value: f64) -> String {
        let plural = if self.french {
            value >= 2.0
        } else {
            value != 1.0
        };
        format!(
            "{} bit{}",
            self.figure(value),
            if plural { "s" } else { "" }
        )
    }

    /// `a, b and c`.
    pub(super) fn listed(self, words: &[String]) -> String {
        match words {
            [first @ .., last] if !first.is_empty() => {
                format!("{} {} {last}", first.join(", "), self.pick("and", "et"))
            }
            _ => words.concat(),
        }
    }
}
