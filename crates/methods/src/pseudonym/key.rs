//! Keys: bytes that nobody else may have. They are wiped when they are let go, and have no `Debug`.
//!
//! **Idea.** A key is used for several things (pseudonyms, shifts of dates, encryption, its own fingerprint). Each thing gets a key
//! derived from it, HMAC-SHA-256(key, "bauta/v1/" + purpose), so that what one shows tells nothing about another.

use hmac::{Hmac, KeyInit, Mac};
use sha2::{Digest, Sha256};
use zeroize::Zeroizing;

/// The first word of a key file that this program made.
const HEADER: &str = "# bauta key v1";

/// Fewest bytes of a key; written as hexadecimal digits twice as many characters, as other text a third more.
const FEWEST_BYTES: usize = 16;

/// Fewest different bytes: "aaaaaaaaaaaaaaaaaaaaaaaa" is long and no key.
const FEWEST_DIFFERENT: usize = 8;

/// A secret key, or the salt of the compatible hash.
pub struct Key(Zeroizing<Vec<u8>>);

/// Why the content of a file is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeyFault {
    /// There is nothing in it.
    Empty,
    /// It says that it is a key of this program and is none.
    Malformed,
}

impl Key {
    /// The key in a key file. A file of `bauta key new` holds 64 hexadecimal digits below its header; of any other file all
    /// bytes are the key, but for one line end behind them.
    pub fn from_file(content: &[u8]) -> Result<Key, KeyFault> {
        let key = match content.strip_prefix(HEADER.as_bytes()) {
            Some(rest) => {
                let body = rest
                    .iter()
                    .position(|&byte| byte == b'\n')
                    .map_or(&[][..], |end| &rest[end + 1..]);
                from_hex(body.trim_ascii()).ok_or(KeyFault::Malformed)?
            }
            None => {
                let content = content.strip_suffix(b"\n").unwrap_or(content);
                Zeroizing::new(content.strip_suffix(b"\r").unwrap_or(content).to_vec())
            }
        };
        if key.is_empty() {
            Err(KeyFault::Empty)
        } else {
            Ok(Key(key))
        }
    }

    /// The text of a key file with these bytes, which must come from the operating system.
    pub fn file_text(random: &[u8; 32]) -> Zeroizing<String> {
        let mut text = Zeroizing::new(String::with_capacity(256));
        text.push_str(HEADER);
        text.push_str(": 32 random bytes; who has it can link pseudonyms to people, so keep it apart from the data\n");
        for byte in random {
            text.push(hex_digit(byte >> 4));
            text.push(hex_digit(byte & 15));
        }
        text.push('\n');
        text
    }

    /// Whether it is long and varied enough to be a key. This is a coarse look: it tells a word from a key, not a guessable
    /// sentence from one that is not.
    pub fn is_strong(&self) -> bool {
        let hexadecimal = self.0.iter().all(u8::is_ascii_hexdigit);
        let text = self
            .0
            .iter()
            .all(|byte| byte.is_ascii_graphic() || *byte == b' ');
        let bytes = match (hexadecimal, text) {
            (true, _) => self.0.len() / 2,
            (false, true) => self.0.len() * 3 / 4,
            (false, false) => self.0.len(),
        };
        let different: std::collections::BTreeSet<u8> = self.0.iter().copied().collect();
        bytes >= FEWEST_BYTES && different.len() >= FEWEST_DIFFERENT
    }

    /// A short text by which two files can be told to have been made with the same key; it tells nothing about the key. `None`
    /// for a weak key, which could be guessed with its help.
    pub fn fingerprint(&self) -> Option<String> {
        let derived = self.derived("fingerprint");
        self.is_strong().then(|| {
            derived[..8]
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect()
        })
    }

    /// The key for a purpose.
    pub(super) fn derived(&self, purpose: &str) -> Zeroizing<[u8; 32]> {
        let message = ["bauta/v1/", purpose].concat();
        Zeroizing::new(
            hmac(&self.0)
                .chain_update(message)
                .finalize()
                .into_bytes()
                .into(),
        )
    }

    /// The bytes themselves, for the compatible hash.
    pub(super) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// HMAC-SHA-256 with a key. As HMAC has it, a key that is longer than a block is hashed first, and zeros fill the block.
pub(super) fn hmac(key: &[u8]) -> Hmac<Sha256> {
    let mut block = Zeroizing::new([0u8; 64]);
    match block.get_mut(..key.len()) {
        Some(start) => start.copy_from_slice(key),
        None => block[..32].copy_from_slice(&Sha256::digest(key)),
    }
    Hmac::new((&*block).into())
}

fn from_hex(text: &[u8]) -> Option<Zeroizing<Vec<u8>>> {
    let mut bytes = Zeroizing::new(Vec::with_capacity(32));
    for pair in text.chunks(2) {
        let [high, low] = pair else { return None };
        let value = |digit: &u8| char::from(*digit).to_digit(16);
        bytes.push((value(high)? << 4 | value(low)?) as u8);
    }
    (bytes.len() == 32).then_some(bytes)
}

fn hex_digit(value: u8) -> char {
    char::from_digit(u32::from(value), 16).unwrap_or('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn strong(content: &[u8]) -> bool {
        Key::from_file(content).ok().unwrap().is_strong()
    }

    #[test]
    fn a_key_file_gives_its_bytes_back() {
        let random: [u8; 32] = std::array::from_fn(|i| i as u8 * 7);
        let text = Key::file_text(&random);
        assert_eq!(text.lines().count(), 2);
        assert_eq!(
            Key::from_file(text.as_bytes()).ok().unwrap().bytes(),
            random
        );
        assert_eq!(
            Key::from_file(b"raw bytes\r\n").ok().unwrap().bytes(),
            b"raw bytes"
        );
    }

    #[test]
    fn what_is_no_key_is_told_from_one() {
        assert_eq!(Key::from_file(b"").err(), Some(KeyFault::Empty));
        assert_eq!(Key::from_file(b"\n").err(), Some(KeyFault::Empty));
        assert_eq!(
            Key::from_file(b"# bauta key v1\nabc\n").err(),
            Some(KeyFault::Malformed)
        );
        assert_eq!(
            Key::from_file(b"# bauta key v1").err(),
            Some(KeyFault::Malformed)
        );
        assert!(!strong(b"grain de sel"));
        assert!(!strong(b"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"));
        assert!(
            !strong(b"0123456789abcdef"),
            "16 hexadecimal digits are 8 bytes"
        );
        assert!(strong(b"0123456789abcdef0123456789abcdee"));
        assert!(strong(b"four unlikely words in a row"));
    }

    /// The block is put together as the crate does it for keys of every length.
    #[test]
    fn hmac_takes_keys_of_every_length() {
        for length in [0, 1, 32, 63, 64, 65, 200] {
            let key: Vec<u8> = (0..length).map(|i| i as u8).collect();
            let expected = Hmac::<Sha256>::new_from_slice(&key)
                .unwrap()
                .chain_update(b"x")
                .finalize()
                .into_bytes();
            assert_eq!(
                hmac(&key).chain_update(b"x").finalize().into_bytes(),
                expected,
                "{length}"
            );
        }
    }

    /// The fingerprint is a keyed hash of a constant: equal for equal keys, and no part of any key that pseudonyms come from.
    #[test]
    fn fingerprints_tell_keys_apart_and_nothing_else() {
        let key = |byte: u8| {
            Key::from_file(&std::array::from_fn::<u8, 32, _>(|i| i as u8 ^ byte))
                .ok()
                .unwrap()
        };
        assert_eq!(key(0x80).fingerprint(), key(0x80).fingerprint());
        assert_ne!(key(0x80).fingerprint(), key(0x81).fingerprint());
        assert_ne!(
            key(0x80).derived("pseudonym")[..8],
            key(0x80).derived("fingerprint")[..8]
        );
        assert_eq!(
            Key::from_file(b"grain de sel").ok().unwrap().fingerprint(),
            None
        );
    }
}
