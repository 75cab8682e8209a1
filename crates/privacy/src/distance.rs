//! How far values are from each other.

use bauta_table::Text;
use serde::{Deserialize, Serialize};

/// How far two values are from each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Distance {
    /// Any two values are equally far.
    Equal,
    /// Values lie on a line, at their ranks.
    Ordered,
    /// Values are as far from each other as one has to climb their hierarchy to find both in one group.
    Hierarchical,
}

impl Distance {
    /// All, in the order that help texts list them.
    pub const ALL: [Distance; 3] = [Distance::Equal, Distance::Ordered, Distance::Hierarchical];

    /// The word used in files and messages.
    pub fn name(self) -> &'static str {
        match self {
            Distance::Equal => "equal",
            Distance::Ordered => "ordered",
            Distance::Hierarchical => "hierarchical",
        }
    }

    /// What a form says that it means.
    pub fn help(self) -> Text {
        match self {
            Distance::Equal => Text {
                en: "any two values are equally far",
                fr: "deux valeurs quelconques sont à égale distance",
            },
            Distance::Ordered => Text {
                en: "by their rank, for numbers and dates",
                fr: "selon leur rang, pour les nombres et les dates",
            },
            Distance::Hierarchical => Text {
                en: "by the hierarchy of the sensitive column",
                fr: "selon la hiérarchie de la colonne sensible",
            },
        }
    }

    /// What is added to a statement that goes by it.
    pub(crate) fn remark(self) -> Text {
        match self {
            Distance::Equal => Text {
                en: " (equal distance)",
                fr: " (distance égale)",
            },
            Distance::Ordered => Text {
                en: " (ordered distance)",
                fr: " (distance ordonnée)",
            },
            Distance::Hierarchical => Text {
                en: " (hierarchical distance)",
                fr: " (distance hiérarchique)",
            },
        }
    }
}

impl std::str::FromStr for Distance {
    type Err = ();

    fn from_str(word: &str) -> Result<Self, ()> {
        Distance::ALL
            .into_iter()
            .find(|distance| distance.name() == word)
            .ok_or(())
    }
}
