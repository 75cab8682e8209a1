//! Numbers of organisations: they lead to an employer, or to a person who works alone.

use super::{digits, luhn, number};

/// French SIREN: nine digits with the checksum of Luhn.
pub(crate) fn siren(text: &str) -> bool {
    digits::<9>(text).is_some_and(|found| found.iter().any(|&digit| digit > 0) && luhn(&found))
}

/// French SIRET: a SIREN and five digits, with the checksum of Luhn; the post's offices have a sum that is a multiple of 5.
pub(crate) fn siret(text: &str) -> bool {
    let Some(found) = digits::<14>(text) else {
        return false;
    };
    let post = number(&found[..9]) == 356_000_000;
    let own = luhn(&found) || (post && found.iter().sum::<u64>().is_multiple_of(5));
    own && number(&found[..9]) > 0 && luhn(&found[..9])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offices_of_the_post_have_a_rule_of_their_own() {
        assert!(siret("35600000049837"));
        assert!(!siret("35600000049838"));
    }
}
