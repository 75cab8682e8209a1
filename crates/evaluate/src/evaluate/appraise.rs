//! The measures that compare a release with the original's rows.

use bauta_privacy::Published;
use bauta_privacy::utility::queries::{Estimator, error, queries};
use bauta_privacy::utility::{Losses, Reading};
use bauta_table::recoding::Prepared;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha20Rng;

use super::{EvaluateOptions, QueryReport};

/// A release, read.
pub(crate) struct Released<'a> {
    /// Its tables as a reader sees them.
    pub view: Published<'a>,
    pub reading: &'a Reading,
    /// The original row of each released row, if known.
    pub source: Option<&'a [u32]>,
}

/// What was measured.
pub(crate) struct Appraisal {
    pub losses: Losses,
    pub queries: Option<QueryReport>,
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
        released.view.quasi_identifiers,
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
        released.view.quasi_identifiers,
        released.view.sensitive,
    );
    let queries =
        error(prepared, &estimator, &asked, options.workload.sanity).map(|error| QueryReport {
            workload: options.workload,
            error,
        });
    Appraisal { losses, queries }
}
