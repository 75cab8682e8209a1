//! Tokens: a name and a secret of 256 bits, of which a slow hash is kept and a few bits of a quick one.

use argon2::{Algorithm, Argon2, Params, Version};

use crate::error::{Error, Result};

/// Name and secret of a token. The last dot parts them: secrets are hexadecimal, and names have no dot either way.
pub(super) fn parts(token: &str) -> (&str, &str) {
    token.rsplit_once('.').unwrap_or(("", token))
}

/// Sixteen bits of a secret of 256: enough to leave the slow hash to one wrong token of 65 536, and no help for guessing the rest.
pub(super) fn glance(secret: &str, salt: &str) -> String {
    let own = blake3::hash(format!("{salt} {secret}").as_bytes());
    own.to_hex().chars().take(4).collect()
}

pub(super) fn hexadecimal(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::new(), |text, byte| text + &format!("{byte:02x}"))
}

/// Argon2id with 19 MiB and two passes.
pub(super) fn slow(secret: &str, salt: &str) -> Result<String> {
    let failed = |error: argon2::Error| Error::Internal(error.to_string());
    let params = Params::new(19 * 1024, 2, 1, Some(32)).map_err(failed)?;
    let mut hash = [0; 32];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(secret.as_bytes(), salt.as_bytes(), &mut hash)
        .map_err(failed)?;
    Ok(hexadecimal(&hash))
}
