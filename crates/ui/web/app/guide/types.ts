//! The guided path as the server tells it; sentences are in the language of the page.

export interface Named { id: string; label: string; help: string }

export interface Knowledge {
  questions: (Named & { default?: string | null })[];
  usages: Named[];
  types: Named[];
  distributions: Named[];
  criteria: Named[];
  metrics: (Named & { better: string })[];
  algorithms: Named[];
  words: { intensity: number; word: string }[];
  /// Usages with a need of their own, which is then a criterion.
  needs: string[];
}

/// How many times `a` counts more than `b`; below 1 where `b` counts more.
export interface Judgement { parent: string; a: string; b: string; intensity: number }

export interface Answers {
  risk?: string | null;
  suppression?: string | null;
  usage?: { need: string; target?: string | null } | null;
  generalization_type?: string | null;
  interaction?: boolean | null;
  size?: string | null;
  distribution?: string | null;
  judgements?: Judgement[];
}

export type Origin = "answered" | "deduced" | "default" | "computed";

export interface Part { id: string; label: string; value: string; origin: Origin; reason: string }

export interface Signature { id: string; algorithm: string; k: number; max_suppression: number }

export interface Estimate { metric: string; value: number; exact: boolean; error: number | null; points: number; outside: string[] }

export interface Suggested extends Signature { estimates: Record<string, Estimate>; score: number | null }

export interface Measured extends Signature {
  released: boolean;
  reasons: string[];
  beyond: string[];
  values: Record<string, number>;
  risk: number;
  suppressed_rows: number;
  classes: number;
  seconds: number;
  pareto: boolean;
  score: number | null;
}

export interface Advice {
  answers: Answers;
  context: {
    parts: Part[];
    rows: number;
    risk: string;
    usage: { need: string; target?: string | null };
    generalization_type: string;
    interaction: boolean;
    size: string;
    distribution: string;
    quasi_identifiers: { name: string; nature: string; distinct: number; hierarchy: string; evenness: number; association: number | null }[];
    target: [string, string] | null;
  };
  suggestion: {
    suggested: Suggested[];
    candidates: { exclusions: { algorithm: string; reasons: string[] }[]; relaxations: { changes: string[]; algorithms: string[] }[] };
    weighed: { goal: string; children: Record<string, string[]>; leaves: string[] };
    metrics: Record<string, string>;
  };
  results: { measured: Measured[] } | null;
  notes: string[];
  usual_picks: string[];
}

export interface Change { a: string; b: string; given: number; instead: number; ratio?: number }

export interface Weights {
  global: Record<string, number>;
  leaves: string[];
  groups: Record<string, { ratio: number; consistent: boolean; causes: Change[]; repairs: Change[] }>;
}
