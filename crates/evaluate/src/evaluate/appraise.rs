//! The measures that compare a release with the original's rows.

use bauta_privacy::ProsecutorRisk;
use bauta_privacy::utility::queries::{Estimator, error, queries};
use bauta_privacy::utility::{Losses, Reading};
use bauta_table::Table;
use bauta_table::recoding::Prepared;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::{EvaluateOptions, QueryReport};

/// A release, read.
pub(crate) struct Released<'a> {
    /// The table with the quasi-identifiers.
    pub quasi: &'a Table,
    /// The table with the sensitive values: the same, unless the release has two.
    pub sensitive: &'a Table,
    pub reading: &'a Reading,
    /// The original row of each released row, if known.
    pub source: Option<&'a [u32]>,
}

/// What was measured.
pub(crate) struct Appraisal {
    pub losses: Losses,
    pub queries: Option<QueryReport>,
    /// The chance to find a row by the released quasi-identifiers.
    pub linkage: ProsecutorRisk,
}

/// All losses and the errors of count queries; the same seed asks the same queries of every release.
pub(crate) fn appraise(
    prepared: &Prepared<'_>,
    released: &Released<'_>,
    weights: &[f64],
    options: &EvaluateOptions,
) -> Appraisal {
    let losses = Losses::all(
        prepared,
        released.quasi,
        released.reading,
        released.source,
        weights,
    );
    let mut rng = ChaCha20Rng::seed_from_u64(options.seed);
    let asked = queries(prepared, &options.workload, |below| {
        rng.random_range(0..below)
    });
    let estimator = Estimator::new(
        prepared,
        released.reading,
        released.quasi,
        released.sensitive,
    );
    let queries =
        error(prepared, &estimator, &asked, options.workload.sanity).map(|error| QueryReport {
            workload: options.workload,
            error,
        });
    let sizes = released.reading.boxes(released.quasi).rows;
    let least = sizes.iter().copied().min().unwrap_or(0).max(1) as f64;
    let mean = sizes.len() as f64 / released.quasi.rows().max(1) as f64;
    Appraisal {
        losses,
        queries,
        linkage: ProsecutorRisk {
            max: 1.0 / least,
            mean,
        },
    }
}
