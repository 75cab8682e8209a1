//! The words of the page for an explanation, as the server tells it.

export type { Explainable, Explanation, FamilyTold as Family, LatticeShape as Shape, Shown, ShownRow, ShownTable, ToldStep, Weighed } from "../generated.ts";
