//! What a run tells about itself: the `--json` document and the record beside a release.

use std::collections::BTreeMap;

use bauta_methods::NearestMiss;
use bauta_privacy::Measures;
use serde::Serialize;

/// Where the time went.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Seconds {
    /// Reading the source.
    pub read: f64,
    /// Looking for a recoding.
    pub search: f64,
    /// Applying it.
    pub apply: f64,
    /// Checking the release.
    pub verify: f64,
    /// Writing it.
    pub write: f64,
}

/// What a run did.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Report {
    /// Program and version.
    pub bauta: &'static str,
    /// Where the data came from.
    pub input: String,
    /// Where the tables went.
    pub outputs: Vec<String>,
    /// The technique.
    pub method: String,
    /// Its parameters, defaults included.
    pub parameters: BTreeMap<String, String>,
    /// The seed.
    pub seed: u64,
    /// What was asked for, in words, and whether it was verified.
    pub guarantees: Vec<(String, bool)>,
    /// Rows that were read.
    pub original_rows: u64,
    /// What was measured; absent when nothing was released.
    #[serde(flatten)]
    pub measures: Option<Measures>,
    /// The level of each attribute, for full-domain recodings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node: Option<BTreeMap<String, u8>>,
    /// How near the best attempt came, when the target cannot be reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nearest_miss: Option<NearestMiss>,
    /// Things worth saying.
    pub notes: Vec<String>,
    /// Where the time went.
    pub seconds: Seconds,
}
