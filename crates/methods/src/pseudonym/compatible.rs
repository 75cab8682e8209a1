//! The hash of the statistics office's manual, exactly: base64(SHA-512(UTF-8 of salt + fields joined with "/")).
//!
//! **Weaker** than the keyed hash: a plain hash of a salt in front is no message authentication code, and `/` inside a field makes
//! two identities one (`a/b` + `c` is `a` + `b/c`). It is here for institutes that have files with such pseudonyms already.

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
        let mut hash = self.salted.clone();
        for (index, field) in fields.enumerate() {
            if index > 0 {
                hash.update(b"/");
            }
            hash.update(field.as_bytes());
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
