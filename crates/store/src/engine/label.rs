//! Labels of blank nodes: 128 bits, written as 32 hexadecimal digits of which the first is a letter, so that the library keeps them as
//! numbers.
//!
//! In the store of privileged users a node keeps its label. In public it has another one in each release: a keyed hash of its own label, under a
//! secret that is drawn for the release.

use oxigraph::model::{BlankNode, NamedOrBlankNode, Quad, Term};

use crate::error::{Error, Result};
use crate::state::Key;

/// The first digit is one of `a` to `f`.
fn lettered(bytes: [u8; 16]) -> BlankNode {
    let [first, rest @ ..] = bytes;
    let mut own = [0; 16];
    if let Some((head, tail)) = own.split_first_mut() {
        // The first digit is a letter, as RDF/XML wants it of labels.
        *head = ((0xa + (first >> 4) % 6) << 4) | (first & 0xf);
        tail.copy_from_slice(&rest);
    }
    BlankNode::new_from_unique_id(u128::from_be_bytes(own))
}

/// 128 bits from the operating system.
pub fn label() -> Result<String> {
    let mut bytes = [0; 16];
    getrandom::fill(&mut bytes).map_err(|_| Error::NoRandomness)?;
    Ok(lettered(bytes).into_string())
}

/// A secret for a release.
pub fn secret() -> Result<Key> {
    let mut key = [0; 32];
    getrandom::fill(&mut key).map_err(|_| Error::NoRandomness)?;
    Ok(key)
}

/// The label of something that is told by its text alone, the same for ever.
pub fn named(text: &str) -> BlankNode {
    shortened(&blake3::hash(text.as_bytes()))
}

/// The label that a node has in a release.
pub fn masked(key: &Key, label: &str) -> BlankNode {
    shortened(&blake3::keyed_hash(key, label.as_bytes()))
}

fn shortened(hash: &blake3::Hash) -> BlankNode {
    let mut bytes = [0; 16];
    bytes
        .iter_mut()
        .zip(hash.as_bytes())
        .for_each(|(own, byte)| *own = *byte);
    lettered(bytes)
}

/// A fact with the labels of a release.
pub fn shown_under(key: &Key, quad: &Quad, made: &dyn Fn(&str) -> bool) -> Quad {
    let mut own = quad.clone();
    if let NamedOrBlankNode::BlankNode(node) = &quad.subject
        && made(node.as_str())
    {
        own.subject = masked(key, node.as_str()).into();
    }
    if let Term::BlankNode(node) = &quad.object
        && made(node.as_str())
    {
        own.object = masked(key, node.as_str()).into();
    }
    own
}
