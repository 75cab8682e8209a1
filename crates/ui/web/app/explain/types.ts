//! An explanation as the server tells it.

export interface Explainable { id: string; title: string; family: Family; summary: string }

export interface Family { id: "table-recoding" | "lattice-choice" | "partitioning" | "separation" | "aggregation"; title: string; text: string }

export interface Explanation {
  method: string;
  title: string;
  family: Family;
  words: string[];
  template: { slot: string; title: string; text: string }[];
  setting: { example: boolean; data: string; rows: number; rows_read: number; quasi_identifiers: string[]; asked: string[]; may_leave_out: number; positions: number[][] };
  lattice?: Shape;
  steps: ToldStep[];
  outcome: { reached: boolean; text: string; missing: string[] };
  notes: string[];
}

export interface Shape { attributes: string[]; heights: number[] }

export interface ToldStep {
  number: number;
  decision: string;
  why: string;
  result: string;
  candidates: Weighed[];
  more_candidates: number;
  figures: { title: string; help: string }[];
  state: Shown;
}

export interface Weighed { what: string; figures: (number | null)[]; fate: string; fate_words: string; levels?: number[] }

export interface Shown { tables: ShownTable[]; levels?: number[]; groups?: number; classes: number; smallest: number; outliers: number; left_out: number }

export interface ShownTable { columns: string[]; rows: ShownRow[] }

export interface ShownRow { row?: number; cells: string[]; changed: number[]; left_out: boolean; group?: number; class_rows?: number; safe?: boolean }
