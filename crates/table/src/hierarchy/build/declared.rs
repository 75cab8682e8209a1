//! A hierarchy as files of settings declare it: the name of a file, or how it is built.
//!
//! **Idea.** What stands there decides which of the two it is, before it is read: a mistake in how to build one is told as such, and not as
//! something that is neither.

use std::fmt;
use std::marker::PhantomData;

use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::HierarchySpec;

/// Reads the name of a file, or how to build the hierarchy.
///
/// # Errors
/// Where it is neither, or building it is not said well.
pub fn declared<'de, D: Deserializer<'de>, T>(
    from: D,
    file: impl FnOnce(String) -> T,
    build: impl FnOnce(HierarchySpec) -> T,
) -> Result<T, D::Error> {
    from.deserialize_any(Either {
        file,
        build,
        what: PhantomData,
    })
}

struct Either<F, B, T> {
    file: F,
    build: B,
    what: PhantomData<T>,
}

impl<'de, T, F: FnOnce(String) -> T, B: FnOnce(HierarchySpec) -> T> Visitor<'de>
    for Either<F, B, T>
{
    type Value = T;

    fn expecting(&self, words: &mut fmt::Formatter<'_>) -> fmt::Result {
        words.write_str("a string or a map")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<T, E> {
        Ok((self.file)(name.to_owned()))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        HierarchySpec::deserialize(MapAccessDeserializer::new(map)).map(self.build)
    }
}
