//! What the server's interface sends, as far as the page reads it. Names are those of the library's own types.

export interface Session {
  version: string;
  languages: string[];
  root: boolean;
  examples: { id: string; title: string; description: string }[];
  limits: { upload_bytes: number };
  jobs?: string[];
}

export interface FolderEntry { name: string; path: string; is_folder: boolean; bytes: number }

export type Role = "identifier" | "quasi-identifier" | "sensitive" | "target" | "insensitive";

/// `other` stands for all values without a bar of their own.
export interface Bar { label: string; count: number; other?: boolean }

export interface Column {
  name: string;
  kind: string;
  distinct: number;
  missing: number;
  unique?: number;
  contradicting?: number;
  histogram: Bar[];
  role: Role;
  confidence?: number | string | null;
  reasons?: (string | { text: string })[] | null;
  content?: string | null;
}

export interface Combination { attributes: string[]; unique_rows?: number; uniques?: number; unique_share?: number }

export interface Dataset {
  id: string;
  name: string;
  rows: number;
  columns: Column[];
  combinations?: Combination[];
  notes: string[];
}

export interface Rows { from: number; total: number; rows: string[][]; header?: string[]; parts?: number; original_rows?: (string[] | null)[] | null }

export interface Choice { word: string; help: string }

export interface Parameter {
  name: string;
  help: string;
  default: string;
  choices: [string, string][];
  bounds?: string;
  kind?: string;
}

export interface Method {
  id: string;
  title: string;
  family: string;
  summary: string;
  guarantees: string;
  cost: string;
  outputs: number;
  /// Whether it explains itself step by step.
  explained: boolean;
  parameters: Parameter[];
}

export interface RoleLists {
  identifiers: string[];
  "quasi-identifiers": string[];
  sensitive: string[];
  targets: string[];
  insensitive: string[];
  layout?: string | null;
}

export type Spec = { type: string } & Record<string, unknown>;

export interface Targets { k?: number | null; l?: number | null; t?: number | null; [other: string]: unknown }

export interface Project {
  version: number;
  input: { data: string; [other: string]: unknown };
  roles: RoleLists;
  pseudonyms: { method: string; name: string; [other: string]: unknown };
  hierarchies: Record<string, Spec | string>;
  targets: Targets;
  anonymize: {
    method: string;
    parameters: Record<string, string>;
    "missing-values": string;
    "max-suppression"?: number | null;
    seed: number;
    [other: string]: unknown;
  };
  output: Record<string, unknown>;
  steps?: StepAsked[];
  [other: string]: unknown;
}

/// A reduction of the project: a technique and what differs from its usual settings.
export interface StepAsked { method: string; parameters?: Record<string, string> }

export interface Level { groups: number; labels: { label: string; rows: number }[] }

export interface Preview { spec: Spec | null; rows: string[][]; levels: Level[] }

export type JobState = "queued" | "running" | "done" | "unreachable" | "failed" | "cancelled" | "dropped";

export interface Job {
  id: string;
  dataset: string;
  kind: string;
  name: string;
  state: JobState;
  progress: { stage: string | null; done: number; total: number | null };
  errors: string[];
  faults?: Fault[];
  seconds: number;
  /// Seconds and criterion of each round of a search.
  curve?: [number, number][];
}

export interface Report {
  method: string;
  parameters: Record<string, string>;
  seed?: number;
  guarantees: [string, boolean][];
  original_rows: number;
  rows: number;
  suppressed_rows: number;
  classes: number;
  node?: Record<string, number> | null;
  privacy: { k: number | null; l?: Record<string, number>; t?: Record<string, number> };
  risk: { prosecutor: { max: number; mean: number }; marketer: number };
  utility: Record<string, unknown> & { information_loss?: number | null; attributes?: Record<string, { information_loss?: number | null }> };
  notes: string[];
  /// What came nearest, where nothing satisfies what is asked.
  nearest_miss?: { attempt: string; missing: string[]; advice: string } | null;
}

/// Where a table stands between two steps.
export interface Footing {
  rows: number;
  classes: number;
  k: number;
  uniques: number;
  highest_risk: number;
  mean_risk: number;
  nonconforming: { classes: number; rows: number };
  information_loss: number;
  most_dangerous?: [string, number] | null;
}

export interface History {
  target_k: number;
  target_l: number;
  before: Footing;
  steps: { method: string; parameters: Record<string, string>; after: Footing; notes: string[] }[];
  reached: boolean;
  notes: string[];
}

/// A candidate of a sweep; what was measured is there if it was released.
export interface Compared {
  number: number;
  method: string;
  settings: Record<string, string>;
  targets: string[];
  status: "released" | "unreachable" | "not-applicable";
  reasons?: string[];
  pareto: boolean;
  classes?: number;
  suppressed_rows?: number;
  privacy?: { k: number | null };
  utility?: { information_loss?: number | null };
  linkage?: { max: number; mean: number } | null;
  queries?: { mean: number } | null;
}

export interface Comparison { candidates: Compared[]; notes: string[] }

export interface Bin { from: number; to?: number; classes: number; rows: number }

export interface RiskReport {
  rows: number;
  classes: number;
  quasi_identifiers: string[];
  verdict: { reading: string; sentences: string[] };
  quick_estimate: { per_attribute: Record<string, number>; product: number; estimator: number; reading: string; advice: string };
  privacy: { k: number | null; l?: Record<string, number>; t?: Record<string, number> };
  risk: { prosecutor: { max: number; mean: number }; marketer: number };
  uniques: number;
  unique_share: number;
  class_sizes: Bin[];
  risk_distribution: Bin[];
  attributes: { attribute: string; distinct: number; uniques_without: number; mean_risk_without: number; contribution: number }[];
  combinations?: Combination[];
  suda?: { size: number; rows: number; special: number; contribution: Record<string, number> } | null;
  outliers: { row: number; attributes: string[]; frequency: number; score?: number; values?: string[] }[];
  outlier_rows: number;
  notes: string[];
}

export interface Distribution { name: string; before: Bar[]; after: Bar[] }

export interface LatticeNode {
  levels: number[];
  height: number;
  state: string;
  outliers?: number;
  satisfies?: boolean;
  loss?: number;
  chosen?: boolean;
}

export interface Lattice { attributes: string[]; heights: number[]; size: number; whole: boolean; nodes: LatticeNode[]; edges: [number, number][] }

export interface Region { x: [number, number] | null; y: [number, number] | null; x_label: string; y_label: string; rows: number }

/// Cells that a fault is about; `fault` is its place in the list.
export interface Mark { fault: number; row: number; column: number; rows: number; columns: number }

/// A part of a file that could not be read as a table.
export interface Sheet { name: string | null; rows: { number: number; cells: string[] }[]; marks: Mark[] }

/// A setting of a privacy model; `path` is its place in the project's targets.
export interface Setting {
  path: string[];
  title: string;
  kind: "count" | "number" | "choice" | "file";
  least?: number;
  most?: number;
  start?: number;
  choices: [string, string][];
}

export interface Model {
  id: string;
  title: string;
  help: string;
  purpose: string;
  purpose_title: string;
  usual: boolean;
  needs_sensitive: boolean;
  settings: Setting[];
}

export interface Fault { message: string; sheet?: string | null; row?: number | null; column?: string | null }
