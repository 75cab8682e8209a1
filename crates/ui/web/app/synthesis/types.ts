//! The words of the page for fictitious rows, as the server tells of them.

import type { CoclusterResult, Joined } from "../generated.ts";

export type { Closeness, Criterion, Distance, Fineness, SavedLevel as Level, Score, Study, SynthesisMethod, SynthesisSettings, SyntheticEvaluated as Evaluated, Variation } from "../generated.ts";

/// A table that was made.
export type Made = CoclusterResult | Joined;
