//! Pseudonyms: what stands for a person instead of a name. Decided here, put in place by the table crate.
//!
//! **Source** a statistics office's manual, section 2: numbers in order, random numbers, or a hash of chosen fields with a
//! secret. The correspondence between identifiers and pseudonyms is a table of its own, to be held by somebody else.
//!
//! **Idea.** (1) The rows' combinations of identifiers are found, and each value is normalised once ([`Identities`]). (2) Each
//! combination becomes a digest of 128 bits; equal digests are one person ([`Persons`]). (3) Each person gets a pseudonym.
//!
//! Secrets come in: a [`Key`] that somebody else read, and a generator that was seeded by the operating system.

mod compatible;
mod format_preserving;
mod hash;
mod identity;
mod key;
mod normalize;
mod numbers;
mod order;
mod shift;

use bauta_table::{Fault, nearest_name};

use crate::descriptor::Text;

pub use compatible::{Compatible, text_of as compatible_text};
pub use format_preserving::{FormatPreserving, Unfit};
pub use hash::{Hash, Hasher, Slow, digest_text};
pub use identity::{Identities, Persons};
pub use key::{Key, KeyFault};
pub use normalize::Normalization;
pub use numbers::{random, sequential};
pub use order::{Order, order_of};
pub use shift::Shift;

/// A way to make pseudonyms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// 1, 2, 3, … in the order in which persons first appear.
    Sequential,
    /// Random numbers without duplicates.
    Random,
    /// A hash of the identifiers that depends on a key.
    KeyedHash,
    /// base64 of SHA-512 of a salt and the identifiers.
    Sha512Base64,
    /// FF1: digits become digits, letters letters.
    FormatPreserving,
}

impl Method {
    /// Every way, in the order of the catalogue.
    pub const ALL: [Method; 5] = [
        Method::Sequential,
        Method::Random,
        Method::KeyedHash,
        Method::Sha512Base64,
        Method::FormatPreserving,
    ];

    /// Its id, fixed for ever.
    pub fn id(self) -> &'static str {
        match self {
            Method::Sequential => "sequential",
            Method::Random => "random",
            Method::KeyedHash => "keyed-hash",
            Method::Sha512Base64 => "sha512-base64",
            Method::FormatPreserving => "format-preserving",
        }
    }

    /// What it does.
    pub fn help(self) -> Text {
        match self {
            Method::Sequential => Text {
                en: "1, 2, 3, … in order of appearance; refused where the rows are in an order that tells something",
                fr: "1, 2, 3, … dans l'ordre d'apparition ; refusé si l'ordre des lignes dit quelque chose",
            },
            Method::Random => Text {
                en: "random numbers without duplicates, drawn from the operating system's secret source",
                fr: "nombres aléatoires sans doublon, tirés de la source secrète du système",
            },
            Method::KeyedHash => Text {
                en: "a keyed hash of the identifiers: the same person and key give the same pseudonym in every file",
                fr: "hachage à clé des identifiants : même personne et même clé, même pseudonyme dans tout fichier",
            },
            Method::Sha512Base64 => Text {
                en: "base64 of SHA-512 of salt and identifiers, for those who already use it; weaker than keyed-hash",
                fr: "base64 du SHA-512 du sel et des identifiants, pour qui l'emploie déjà ; plus faible que keyed-hash",
            },
            Method::FormatPreserving => Text {
                en: "FF1 encryption of one identifier: digits stay digits, letters letters; the key undoes it",
                fr: "chiffrement FF1 d'un identifiant : chiffres et lettres le restent ; la clé permet de revenir",
            },
        }
    }

    /// Whether it cannot do without a key.
    pub fn needs_key(self) -> bool {
        !matches!(self, Method::Sequential | Method::Random)
    }

    /// How values are normalised unless told otherwise. The compatible hash and the encryption take them as they are: the
    /// one because it must give what others get, the other because it can be undone.
    pub fn usual_normalization(self) -> Normalization {
        match self {
            Method::Sequential | Method::Random | Method::KeyedHash => Normalization::USUAL,
            Method::Sha512Base64 | Method::FormatPreserving => Normalization::NONE,
        }
    }
}

/// The way with an id, or the fault to report.
pub fn find(id: &str) -> Result<Method, Fault> {
    word(
        "the way to make pseudonyms",
        id,
        Method::ALL.map(|method| (method.id(), method)).as_slice(),
    )
}

/// The meaning of a word, or the fault to report.
fn word<T: Copy>(parameter: &str, given: &str, possible: &[(&str, T)]) -> Result<T, Fault> {
    let words = || possible.iter().map(|(word, _)| *word);
    possible
        .iter()
        .find(|(word, _)| *word == given)
        .map(|(_, meaning)| *meaning)
        .ok_or_else(|| Fault::UnknownWord {
            parameter: parameter.to_owned(),
            given: given.to_owned(),
            nearest: nearest_name(given, words()),
            possible: words().map(str::to_owned).collect(),
        })
}
