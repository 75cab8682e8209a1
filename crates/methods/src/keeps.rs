//! What a technique says about the statistics of the attributes that it changes: its theory, to be put beside the figures.

use serde::Serialize;

use crate::descriptor::Text;

/// What is said about a statistic.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Claim {
    /// It is what it was, but for rounding.
    Exactly,
    /// It is what it was on average over many runs.
    OnAverage,
    /// It is so many times what it was, on average over many runs.
    Times(f64),
    /// It becomes smaller or stays (correlations: nearer to 0).
    Smaller,
    /// It becomes larger or stays.
    Larger,
    /// Nothing is said.
    Nothing,
}

impl Claim {
    /// In words, in a language (`en` or `fr`).
    pub fn text(self, language: &str) -> String {
        let french = language == "fr";
        let said = match self {
            // Words that are the same for a mean (feminine) and a quantile (masculine).
            Claim::Exactly if french => "identique",
            Claim::Exactly => "kept exactly",
            Claim::OnAverage if french => "identique en moyenne",
            Claim::OnAverage => "kept on average",
            Claim::Times(factor) => {
                let factor = format!("{factor:.3}");
                let factor = factor.trim_end_matches('0').trim_end_matches('.');
                return if french {
                    format!("× {} en moyenne", factor.replace('.', ","))
                } else {
                    format!("× {factor} on average")
                };
            }
            Claim::Smaller if french => "diminue ou reste",
            Claim::Smaller => "falls or stays",
            Claim::Larger if french => "augmente ou reste",
            Claim::Larger => "grows or stays",
            Claim::Nothing => "–",
        };
        said.to_owned()
    }
}

/// What a technique says about the statistics of the attributes that it changes.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Keeps {
    /// How often each value occurs.
    pub frequencies: Claim,
    /// Means.
    pub means: Claim,
    /// Variances.
    pub variances: Claim,
    /// Quantiles.
    pub quantiles: Claim,
    /// Correlations, regressions and associations between the changed attributes.
    pub between: Claim,
    /// Those between a changed attribute and one that was left alone.
    pub with_others: Claim,
    /// The same in a sentence or two.
    #[serde(skip)]
    pub text: Text,
}

impl Keeps {
    /// Nothing is said but a sentence.
    pub(crate) const fn nothing(text: Text) -> Keeps {
        let no = Claim::Nothing;
        Keeps {
            frequencies: no,
            means: no,
            variances: no,
            quantiles: no,
            between: no,
            with_others: no,
            text,
        }
    }

    /// Each attribute's values are those of the original, only in other rows.
    pub(crate) const fn marginals(text: Text) -> Keeps {
        let yes = Claim::Exactly;
        Keeps {
            frequencies: yes,
            means: yes,
            variances: yes,
            quantiles: yes,
            ..Keeps::nothing(text)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn claims_are_said_in_both_languages() {
        assert_eq!(Claim::Times(1.1).text("en"), "× 1.1 on average");
        assert_eq!(Claim::Times(0.95).text("fr"), "× 0,95 en moyenne");
        assert_eq!(Claim::Times(2.0).text("en"), "× 2 on average");
        for claim in [
            Claim::Exactly,
            Claim::OnAverage,
            Claim::Smaller,
            Claim::Larger,
        ] {
            assert_ne!(claim.text("en"), claim.text("fr"));
        }
    }
}
