//! Fictitious rows as the server tells of them.

export interface Level { row_clusters: number; modality_clusters: number; criterion: number; level: number; smallest: number; largest: number }

/// What came of a synthesis; which parts are there depends on its method.
export interface Made {
  method: "coclusters" | "trees" | "noisy";
  /// Why there is no such table.
  why?: string;
  original_rows: number;
  rows: number;
  k?: number;
  seed: number;
  dropped?: string[];
  smallest_cluster?: number;
  largest_cluster?: number;
  row_clusters?: number;
  modality_clusters?: number;
  criterion?: number | null;
  null_criterion?: number | null;
  level?: number | null;
  levels?: Level[];
  copies?: { equal_to_a_real_row: number; equal_to_a_unique_row: number; exchanged: number; left_out: number };
  held_out_rows?: number;
  claim?: string;
  notes: string[];
}

export interface Distance { attributes: string[]; variation: number; floor: number }

export interface Variation { mean: number; max: number; floor: number; mean_of_exact_values: number; tables: Distance[] }

export interface Closeness { median: number; low: number; mean: number; ratio_median: number }

export interface Criterion { risk: number; low: number; high: number }

export interface Score { accuracy: number; auc: number | null }

/// Co-clusters evaluated level by level.
export interface Study {
  rows: number;
  held_out_rows: number;
  levels: { clusters: number; smallest: number; largest: number; attribution: number; two_way: number; tasks: Evaluated["tasks"] }[];
  confusion: { shares: number[][]; agreement: number } | null;
  notes: string[];
}

export interface Evaluated {
  original_rows: number;
  synthetic_rows: number;
  held_out_rows: number;
  attributes: string[];
  verdict: { reading: "good" | "mixed" | "bad"; sentences: string[] };
  one_way: Variation;
  two_way: Variation;
  associations: { mean_difference: number; max_difference: number; pairs: { attributes: [string, string]; real: number | null; synthetic: number | null }[] };
  propensity: { pmse: number; expected: number; ratio: number; forest_auc: number | null } | null;
  tasks: { target: string; test_rows: number; majority: number; models: { model: string; original: Score; release: Score | null }[] }[];
  copies: { share: number; held_out_share?: number; of_unique_share: number; uniques_repeated: number };
  distances: { synthetic: Closeness; held_out?: Closeness; nearer_share?: number } | null;
  criteria?: { singling_out: { one: Criterion; several: Criterion }; linkability?: Criterion; inference: ({ attribute: string } & Criterion)[] };
  notes: string[];
}
