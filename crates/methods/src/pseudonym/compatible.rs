//! The hash of the statistics office's manual: base64(SHA-512(UTF-8 of salt + fields joined with "/")).
//!
//! **Difference.** (a) Joined like that, a `/` inside a field makes two people one (`a/b` + `c` is `a` + `b/c`). Where one of several fields has a
//! `/`, every `/` and `\` inside of the fields gets a `\` before it. One field alone, and fields without a `/`, are hashed as the manual has it.
//! Fields as they are have one `/` fewer than there are fields, those with marks have more, so that the two never meet.
//!
//! **Weaker** than the keyed hash: a plain hash of a salt in front is no message authentication code. It is here for institutes that have files
//! with such pseudonyms already.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use sha2::{Digest, Sha512};

use super::Key;

/// A salt, ready.
pub struct Compatible {
    salted: Sha512,
}

impl Compatible {
    /// With a salt.
    pub fn new(salt: &Key) -> Compatible {
        Compatible {
            salted: Sha512::new().chain_update(salt.bytes()),
        }
    }

    /// The hash of fields; a missing one is empty.
    pub fn hash<'a>(&self, fields: impl Iterator<Item = &'a str>) -> [u8; 64] {
        let fields: Vec<&str> = fields.collect();
        let marked = fields.len() > 1 && fields.iter().any(|field| field.contains('/'));
        let mut hash = self.salted.clone();
        for (index, field) in fields.iter().enumerate() {
            if index > 0 {
                hash.update(b"/");
            }
            match marked {
                true => hash.update(field.replace('\\', "\\\\").replace('/', "\\/").as_bytes()),
                false => hash.update(field.as_bytes()),
            }
        }
        hash.finalize().into()
    }
}

/// The hash as a pseudonym.
pub fn text_of(hash: &[u8; 64]) -> String {
    BASE64_STANDARD.encode(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By construction, with the standard's own hash of the whole text.
    #[test]
    fn it_is_the_construction_of_the_manual() {
        let salt = Key::from_file("grain de sel\n".as_bytes()).ok().unwrap();
        let fields = ["Zoé", "Martin", "F", "1980-03-12"];
        let expected = Sha512::digest("grain de selZoé/Martin/F/1980-03-12".as_bytes());
        let text = text_of(&Compatible::new(&salt).hash(fields.into_iter()));
        assert_eq!(text, BASE64_STANDARD.encode(expected));
        assert_eq!(text.len(), 88);
    }

    #[test]
    fn one_identifier_is_hashed_as_the_manual_has_it_whatever_is_in_it() {
        let salt = Key::from_file(b"salt").ok().unwrap();
        for text in ["a/b", "a\\/b", "/", "\\"] {
            let expected = Sha512::digest(format!("salt{text}").as_bytes());
            let hash = Compatible::new(&salt).hash([text].into_iter());
            assert_eq!(hash[..], expected[..], "{text}");
        }
    }

    /// All pairs and triples of short texts over the two marks and a letter: no two are one person.
    #[test]
    fn people_whose_fields_are_cut_elsewhere_differ() {
        let salt = Key::from_file(b"salt").ok().unwrap();
        let hasher = Compatible::new(&salt);
        let mut texts = vec![String::new()];
        for from in 0..1 + 3 + 9 {
            let begun = texts[from].clone();
            texts.extend(["/", "\\", "a"].map(|letter| format!("{begun}{letter}")));
        }
        let mut pairs = std::collections::HashMap::new();
        for one in &texts {
            for other in &texts {
                let fields = [one.as_str(), other.as_str()];
                let hash = hasher.hash(fields.into_iter());
                assert_eq!(pairs.insert(hash, fields), None, "{fields:?}");
            }
        }
        assert_eq!(pairs.len(), texts.len() * texts.len());
        let short = &texts[..13];
        let mut triples = std::collections::HashSet::new();
        for one in short {
            for other in short {
                for third in short {
                    let fields = [one.as_str(), other.as_str(), third.as_str()];
                    assert!(
                        triples.insert(hasher.hash(fields.into_iter())),
                        "{fields:?}"
                    );
                }
            }
        }
    }

    /// FIPS 180: SHA-512 of "abc".
    #[test]
    fn the_hash_is_that_of_the_standard() {
        let salt = Key::from_file(b"a").ok().unwrap();
        let text = text_of(&Compatible::new(&salt).hash(["bc"].into_iter()));
        assert_eq!(
            text,
            "3a81oZNherrMQXNJriBBMRLm+k6JqX6iCp7u5ktV05ohkpkqJ0/BqDa6PCOj/uu9RU1EI2Q86A4qmslPpUyknw=="
        );
    }
}
