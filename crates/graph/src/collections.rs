//! Hash tables with a fixed and fast hash: the same input gives the same order of work.

use foldhash::fast::FixedState;

/// A map by hash.
pub type Map<K, V> = hashbrown::HashMap<K, V, FixedState>;

/// A set by hash.
pub type Set<K> = hashbrown::HashSet<K, FixedState>;
