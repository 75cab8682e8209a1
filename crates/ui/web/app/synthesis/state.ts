//! What is asked of a synthesis, and the jobs that go with it.

import { signal } from "@preact/signals";
import { Problem } from "../api.ts";
import { jobs, startJob } from "../jobs.ts";
import { number, t } from "../language.ts";
import { roleOf, saved } from "../state.ts";
import type { Dataset, Job, Project } from "../types.ts";
import type { Fineness, SynthesisMethod, SynthesisSettings } from "./types.ts";

export type Method = SynthesisMethod;
export const METHODS: Method[] = ["coclusters", "trees", "noisy"];

export interface Asked {
  method: Method;
  k: number | null;
  epsilon: number | null;
  detail: Fineness;
  rows: number | null;
  seed: number | null;
  seconds: number | null;
  keepOut: boolean;
  /// Columns that are left out; null = the identifiers.
  drop: string[] | null;
  /// What columns can have, as it is written, for noisy tables.
  values: Record<string, string>;
}

export const asked = signal<Asked>({ method: "coclusters", k: 10, epsilon: 1, detail: "optimal", rows: null, seed: 1, seconds: null, keepOut: true, drop: null, values: {} });
export const refused = signal<Problem | null>(null);
/// The table that is looked at; null = the last one.
export const shown = signal<string | null>(null);

const done = (kind: string) => jobs.value.filter((job) => job.kind === kind && job.state !== "cancelled");
export const tables = () => done("synthesize");
export const evaluation = () => done("evaluate").at(-1);
export const studied = () => done("study").at(-1);
/// The last job that learnt a model, from which tables are drawn at other levels.
export const learnt = () => tables().filter(({ state, curve }) => state === "done" && (curve?.length ?? 0) > 0).at(-1);

/// The columns that are left out as things stand.
export function dropped(declared: Project, table: Dataset | null): string[] {
  return asked.value.drop ?? (table?.columns ?? []).map(({ name }) => name).filter((name) => roleOf(declared, name) === "identifier");
}

/// What stands against the numbers, by the name of the field.
export function faultsOf({ method, k, epsilon, rows, seed, seconds }: Asked): { k?: string; epsilon?: string; rows?: string; seed?: string; seconds?: string } {
  const whole = (value: number | null, least: number) => value !== null && Number.isInteger(value) && value >= least;
  return {
    ...(method !== "noisy" && !whole(k, 2) && { k: t("synthesis-k-wrong") }),
    ...(method === "noisy" && !(epsilon !== null && epsilon > 0) && { epsilon: t("synthesis-epsilon-wrong") }),
    ...(rows !== null && !whole(rows, 1) && { rows: t("synthesis-rows-wrong") }),
    ...(!whole(seed, 0) && { seed: t("synthesis-seed-wrong") }),
    ...(method === "coclusters" && seconds !== null && !whole(seconds, 1) && { seconds: t("synthesis-seconds-wrong") }),
  };
}

async function start(id: string, order: Parameters<typeof startJob>[1]): Promise<Job | null> {
  refused.value = null;
  try {
    await saved();
    return await startJob(id, order);
  } catch (error) {
    refused.value = error instanceof Problem ? error : new Problem(0, [String(error)], []);
    return null;
  }
}

export async function make(declared: Project, table: Dataset): Promise<void> {
  const { method, k, epsilon, detail, rows, seed, seconds, keepOut, values } = asked.value;
  const named = method === "noisy" ? `ε = ${number(epsilon ?? 1, 3)}` : `k = ${number(k ?? 10)}`;
  const least = k ?? 10;
  const own = method === "coclusters" ? { k: least, detail, seconds } : method === "trees" ? { k: least } : { epsilon: epsilon ?? 1, values: Object.fromEntries(Object.entries(values).filter(([name, text]) => text.trim() !== "" && !dropped(declared, table).includes(name))) };
  const options: SynthesisSettings = { method, rows, seed: seed ?? 1, drop: dropped(declared, table), keep_out: keepOut, ...own };
  const job = await start(table.id, { kind: "synthesize", name: `${t(`synthesis-method-${method}`)}, ${named}`, project: declared, options });
  if (job !== null) shown.value = job.id;
}

/// Draws again from a model that was learnt, with fewer clusters.
export async function draw(job: Job, clusters: number, again: { k: number; seed: number; drop: string[]; rows: number; keep_out: boolean }): Promise<void> {
  const options: SynthesisSettings = { job: job.id, method: "coclusters", clusters, ...again };
  const made = await start(job.dataset, { kind: "synthesize", name: `${t("synthesis-method-coclusters")}, ${t("synthesis-clusters", { n: clusters })}`, options });
  if (made !== null) shown.value = made.id;
}

/// Evaluates some levels, from the finest to a single group.
export async function study(job: Job, clusters: number, { seed, drop }: { seed: number; drop: string[] }): Promise<void> {
  const shares = [1, 0.85, 0.7, 0.55, 0.4, 0.25, 0.1];
  const levels = [...new Set([...shares.map((share) => Math.max(1, Math.round(share * clusters))), 1])];
  await start(job.dataset, { kind: "study", name: t("synthesis-study"), options: { levels, seed, drop } });
}

export async function evaluate(job: Job): Promise<void> {
  await start(job.dataset, { kind: "evaluate", name: job.name, options: { job: job.id } });
}
