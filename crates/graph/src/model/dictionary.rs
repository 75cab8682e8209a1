//! Terms by number: every distinct term once, as N-Triples writes it, in one buffer.
//!
//! **Why N-Triples text?** Equal texts are equal terms, so that one hash of bytes finds a term of any kind; a graph is written by
//! copying; and the text says by its first character what the term is. Other formats turn it back into a term of the library.

use std::fmt::Write;

use foldhash::fast::FixedState;
use hashbrown::HashTable;
use oxrdf::{LiteralRef, Term, TermRef};
use std::hash::BuildHasher;

/// The number of a term in a [`Dictionary`].
pub type Id = u32;

/// What a term is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TermKind {
    /// `<http://…>`
    Iri,
    /// `_:b0`
    Blank,
    /// `"…"`, with a language or a datatype or without.
    Literal,
}

/// Distinct terms, numbered from 0 in the order of their first appearance.
#[derive(Default)]
pub struct Dictionary {
    text: String,
    ends: Vec<u64>,
    table: HashTable<Id>,
    hasher: FixedState,
}

/// Counts only: terms are values of the data.
impl std::fmt::Debug for Dictionary {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dictionary")
            .field("terms", &self.len())
            .finish()
    }
}

impl Dictionary {
    /// Number of terms.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// A term as N-Triples writes it.
    #[inline]
    pub fn text(&self, id: Id) -> &str {
        at(&self.text, &self.ends, id)
    }

    /// All terms in their order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.len() as Id).map(|id| self.text(id))
    }

    /// The number of a term that is written as N-Triples does, given or found.
    pub fn intern(&mut self, text: &str) -> Id {
        let hash = self.hasher.hash_one(text);
        let (texts, ends) = (&self.text, &self.ends);
        if let Some(&id) = self.table.find(hash, |&id| at(texts, ends, id) == text) {
            return id;
        }
        let id = self.ends.len() as Id;
        self.text.push_str(text);
        self.ends.push(self.text.len() as u64);
        let (texts, ends, hasher) = (&self.text, &self.ends, &self.hasher);
        self.table
            .insert_unique(hash, id, |&id| hasher.hash_one(at(texts, ends, id)));
        id
    }

    /// The number of a term, if it has one.
    pub fn find(&self, text: &str) -> Option<Id> {
        let hash = self.hasher.hash_one(text);
        self.table.find(hash, |&id| self.text(id) == text).copied()
    }

    /// The number of an IRI, if it has one.
    pub fn find_iri(&self, iri: &str) -> Option<Id> {
        self.find(&format!("<{iri}>"))
    }

    /// The number of an IRI.
    pub fn intern_iri(&mut self, iri: &str) -> Id {
        self.intern(&format!("<{iri}>"))
    }

    /// What a term is.
    #[inline]
    pub fn kind(&self, id: Id) -> TermKind {
        kind_of(self.text(id))
    }

    /// The address of an IRI, without its brackets.
    pub fn iri(&self, id: Id) -> Option<&str> {
        self.text(id).strip_prefix('<')?.strip_suffix('>')
    }

    /// A term of the library.
    pub fn term(&self, id: Id) -> Option<Term> {
        self.text(id).parse().ok()
    }

    /// What a reader takes for the value: the lexical form of a literal, the address of an IRI, the name of a blank node.
    pub fn label(&self, id: Id) -> std::borrow::Cow<'_, str> {
        let text = self.text(id);
        match kind_of(text) {
            TermKind::Iri => text.get(1..text.len() - 1).unwrap_or(text).into(),
            TermKind::Blank => text.into(),
            TermKind::Literal => lexical(text),
        }
    }
}

fn at<'a>(text: &'a str, ends: &[u64], id: Id) -> &'a str {
    let id = id as usize;
    // Terms stand end to end in one text: a term begins where the one before it ends.
    let start = if id == 0 { 0 } else { ends[id - 1] as usize };
    &text[start..ends[id] as usize]
}

/// What a term is, by its first character.
pub fn kind_of(text: &str) -> TermKind {
    match text.as_bytes().first() {
        Some(b'<') => TermKind::Iri,
        Some(b'_') => TermKind::Blank,
        _ => TermKind::Literal,
    }
}

/// The lexical form of a literal.
fn lexical(text: &str) -> std::borrow::Cow<'_, str> {
    // The last quotation mark: no language tag and no datatype has one.
    let end = text.rfind('"').filter(|&end| end > 0).unwrap_or(text.len());
    let inner = text.get(1..end).unwrap_or("");
    // Nearly always so, and nothing is copied then.
    if !inner.contains('\\') {
        return inner.into();
    }
    let literal: Option<oxrdf::Literal> = text.parse().ok();
    literal.map_or_else(|| inner.into(), |literal| literal.value().to_owned().into())
}

/// What follows the lexical form: `@en`, `^^<…>` or nothing.
pub fn literal_suffix(text: &str) -> &str {
    text.rfind('"')
        .and_then(|end| text.get(end + 1..))
        .unwrap_or("")
}

/// Writes a term as N-Triples does.
pub fn write_term(out: &mut String, term: TermRef<'_>) {
    match term {
        TermRef::NamedNode(node) => {
            out.push('<');
            out.push_str(node.as_str());
            out.push('>');
        }
        TermRef::BlankNode(node) => {
            out.push_str("_:");
            out.push_str(node.as_str());
        }
        TermRef::Literal(literal) => write_literal(out, literal),
    }
}

fn write_literal(out: &mut String, literal: LiteralRef<'_>) {
    let value = literal.value();
    let plain = |byte: u8| byte >= 0x20 && byte != b'"' && byte != b'\\' && byte != 0x7f;
    if !value.bytes().all(plain) {
        // Writing to a text cannot fail.
        let _ = write!(out, "{literal}");
        return;
    }
    out.push('"');
    out.push_str(value);
    out.push('"');
    if let Some(language) = literal.language() {
        out.push('@');
        out.push_str(language);
    } else if literal.datatype() != oxrdf::vocab::xsd::STRING {
        out.push_str("^^<");
        out.push_str(literal.datatype().as_str());
        out.push('>');
    }
}

/// A literal of a datatype (`xsd:string` where there is none), as N-Triples writes it.
pub fn literal_text(value: &str, datatype: Option<&str>) -> String {
    let literal = match datatype {
        Some(datatype) => {
            LiteralRef::new_typed_literal(value, oxrdf::NamedNodeRef::new_unchecked(datatype))
        }
        None => LiteralRef::new_simple_literal(value),
    };
    let mut out = String::with_capacity(value.len() + 2);
    write_literal(&mut out, literal);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_have_one_number_and_come_back() {
        let mut dictionary = Dictionary::default();
        let texts = [
            "<http://a/b>",
            "_:x",
            "\"é\\\"\\n\"",
            "\"1\"^^<http://www.w3.org/2001/XMLSchema#integer>",
            "\"a\"@en",
        ];
        let ids: Vec<Id> = texts.iter().map(|text| dictionary.intern(text)).collect();
        assert_eq!(ids, [0, 1, 2, 3, 4]);
        for (text, &id) in texts.iter().zip(&ids) {
            assert_eq!(dictionary.intern(text), id);
            let mut again = String::new();
            write_term(&mut again, dictionary.term(id).unwrap().as_ref());
            assert_eq!(again, *text);
        }
        assert_eq!(dictionary.label(2), "é\"\n");
        assert_eq!(dictionary.label(3), "1");
        assert_eq!(dictionary.label(4), "a");
        assert_eq!(literal_suffix(dictionary.text(4)), "@en");
        assert_eq!(dictionary.find_iri("http://a/b"), Some(0));
        assert_eq!(dictionary.find_iri("http://a"), None);
        assert_eq!(literal_text("a\\b", None), "\"a\\\\b\"");
    }
}
