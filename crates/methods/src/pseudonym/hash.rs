//! The keyed hash: the same identifiers and the same key give the same pseudonym, in every file.
//!
//! **Construction.** pseudonym = the first 128 bits of HMAC-SHA-256 (or keyed BLAKE3) of the identity, as 32 hexadecimal digits. Key:
//! the one derived for "pseudonym". Identity: see [`super::Identities`]. Slow: the identity is first sent through Argon2id.
//!
//! **Why 128 bits.** Among a thousand million persons two share a pseudonym by accident with a probability of 10⁻²¹, and nobody can
//! look for such a pair without the key.

use argon2::{Algorithm, Argon2, Block, Params, Version};
use bauta_table::Fault;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use zeroize::Zeroizing;

use super::key::hmac;
use super::{Key, word};

/// Which keyed hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Hash {
    /// The one that every auditor knows.
    #[default]
    HmacSha256,
    /// The quicker one.
    Blake3,
}

impl Hash {
    /// Its id.
    pub fn id(self) -> &'static str {
        match self {
            Hash::HmacSha256 => "hmac-sha-256",
            Hash::Blake3 => "blake3",
        }
    }

    /// The hash with an id, or the fault to report.
    pub fn find(id: &str) -> Result<Hash, Fault> {
        word(
            "the hash",
            id,
            &[Hash::HmacSha256, Hash::Blake3].map(|hash| (hash.id(), hash)),
        )
    }
}

/// How much work a slow hash is: the least that OWASP recommends for Argon2id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slow {
    /// Memory in KiB.
    pub memory: u32,
    /// Passes over it.
    pub passes: u32,
    /// Lanes.
    pub lanes: u32,
}

impl Slow {
    /// 19 MiB, two passes, one lane.
    pub const USUAL: Slow = Slow {
        memory: 19 * 1024,
        passes: 2,
        lanes: 1,
    };
}

enum State {
    Hmac(Hmac<Sha256>),
    Blake3(Zeroizing<[u8; 32]>),
}

/// A keyed hash with its key in place.
pub struct Hasher {
    state: State,
    slow: Option<(Argon2<'static>, Zeroizing<[u8; 32]>)>,
    must_be_slow: bool,
}

/// Memory that a slow hash works in; one a thread.
pub type Memory = Vec<Block>;

impl Hasher {
    /// The hash of pseudonyms.
    pub fn new(key: &Key, hash: Hash, slow: Option<Slow>) -> Hasher {
        let mut hasher = Hasher::with(&key.derived("pseudonym"), hash);
        // The parameters are constants of this program within the bounds of Argon2.
        let params =
            slow.and_then(|slow| Params::new(slow.memory, slow.passes, slow.lanes, Some(32)).ok());
        hasher.must_be_slow = slow.is_some();
        hasher.slow = params.map(|params| {
            (
                Argon2::new(Algorithm::Argon2id, Version::V0x13, params),
                key.derived("argon2id salt"),
            )
        });
        hasher
    }

    /// A quick hash with a key of its own, to find equal identities.
    pub(super) fn with(key: &[u8; 32], hash: Hash) -> Hasher {
        let state = match hash {
            Hash::HmacSha256 => State::Hmac(hmac(key)),
            Hash::Blake3 => State::Blake3(Zeroizing::new(*key)),
        };
        Hasher {
            state,
            slow: None,
            must_be_slow: false,
        }
    }

    /// Whether each digest is expensive.
    pub fn is_slow(&self) -> bool {
        self.slow.is_some()
    }

    /// The digest of an identity; `None` where a slow hash cannot be made of it, which nobody has seen.
    pub fn digest(&self, identity: &[u8], memory: &mut Memory) -> Option<u128> {
        let Some((argon, salt)) = &self.slow else {
            return (!self.must_be_slow).then(|| self.quick(identity));
        };
        memory.resize(argon.params().block_count(), Block::default());
        let mut out = Zeroizing::new([0u8; 32]);
        argon
            .hash_password_into_with_memory(
                identity,
                &salt[..],
                &mut out[..],
                memory.as_mut_slice(),
            )
            .ok()?;
        Some(self.quick(&out[..]))
    }

    /// The digest without slowness.
    pub(super) fn quick(&self, message: &[u8]) -> u128 {
        self.keyed(message)[..16]
            .iter()
            .fold(0, |value, &byte| value << 8 | u128::from(byte))
    }

    fn keyed(&self, message: &[u8]) -> [u8; 32] {
        match &self.state {
            State::Hmac(hmac) => hmac
                .clone()
                .chain_update(message)
                .finalize()
                .into_bytes()
                .into(),
            State::Blake3(key) => *blake3::keyed_hash(key, message).as_bytes(),
        }
    }
}

/// A digest as a pseudonym.
pub fn digest_text(digest: u128) -> String {
    let digit = |place: u32| char::from_digit((digest >> (4 * place)) as u32 & 15, 16);
    (0..32).rev().filter_map(digit).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: &[u8] = &[11; 20];

    /// RFC 4231, test case 1, shortened to 128 bits.
    #[test]
    fn hmac_is_that_of_the_standard() {
        let hasher = Hasher {
            state: State::Hmac(hmac(KEY)),
            slow: None,
            must_be_slow: false,
        };
        let text = digest_text(hasher.quick(b"Hi There"));
        assert_eq!(text, "b0344c61d8db38535ca8afceaf0bf12b");
        assert_eq!(digest_text(0xab), format!("{:032x}", 0xab));
    }

    #[test]
    fn the_hash_and_the_key_and_slowness_decide_the_pseudonym() {
        let key = |byte| Key::from_file(&[byte; 32]).ok().unwrap();
        let digest = |byte, hash, slow| {
            Hasher::new(&key(byte), hash, slow)
                .digest(b"x", &mut Memory::new())
                .unwrap()
        };
        let all = [
            digest(1, Hash::HmacSha256, None),
            digest(2, Hash::HmacSha256, None),
            digest(1, Hash::Blake3, None),
            digest(1, Hash::HmacSha256, Some(Slow::USUAL)),
        ];
        assert_eq!(std::collections::BTreeSet::from(all).len(), 4);
        assert_eq!(digest(1, Hash::HmacSha256, Some(Slow::USUAL)), all[3]);
    }

    /// Argon2id as it stands in the RustCrypto crate, put together by hand: password, salt, then the keyed hash.
    #[test]
    fn a_slow_hash_is_the_keyed_hash_of_argon2id() {
        let key = Key::from_file(&[7; 32]).ok().unwrap();
        let mut inner = [0; 32];
        let params = Params::new(19 * 1024, 2, 1, Some(32)).unwrap();
        Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
            .hash_password_into(b"who", &key.derived("argon2id salt")[..], &mut inner)
            .unwrap();
        let quick = Hasher::new(&key, Hash::Blake3, None).quick(&inner);
        let slow =
            Hasher::new(&key, Hash::Blake3, Some(Slow::USUAL)).digest(b"who", &mut Memory::new());
        assert_eq!(slow, Some(quick));
    }
}
