//! What was answered and picked on the guided path, and the jobs that go with it.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { get, Problem, result } from "../api.ts";
import { isOver, jobs, removeJob, startJob } from "../jobs.ts";
import { language, t } from "../language.ts";
import { useLoaded, type Loaded } from "../load.ts";
import { dataset, saved } from "../state.ts";
import type { Job, Project } from "../types.ts";
import type { Advice, Answers, Judgement, Knowledge, Signature } from "./types.ts";

/// The criterion that is there only where the usage has a need of its own.
const NEED = "usage_need";
/// How long nothing changes before the server is asked.
const PAUSE = 400;

export const answers = signal<Answers>({});
/// Signatures to run, by name; null = those that are usual.
export const picked = signal<string[] | null>(null);
/// The signature that is to be released; null = the best.
export const choice = signal<string | null>(null);
/// The job that released a choice.
export const release = signal<string | null>(null);
export const refused = signal<Problem | null>(null);
/// What was asked last, and of which table all of this is.
let asked = { table: "", key: "" };

export const problemOf = (error: unknown) => (error instanceof Problem ? error : new Problem(0, [String(error)], []));
export const nameOf = ({ algorithm, k, max_suppression: left }: Signature) => `${algorithm} ${k} ${left}`;
const last = (kind: string) => jobs.value.filter((job) => job.kind === kind && job.state !== "cancelled").at(-1);
export const adviceJob = () => last("advise");
export const measureJob = () => last("measure");

export function useKnowledge(): Loaded<Knowledge> {
  return useLoaded(`advise ${language.value}`, (stop) => get("/advise", {}, stop));
}

export function useAdvice(job: Job | undefined): Loaded<Advice> {
  return useLoaded(job?.state === "done" ? `${job.id} ${language.value}` : "", (stop) => result(job?.id ?? "", job?.kind === "measure" ? "measure" : "advise", stop));
}

/// What the advice depends on.
const keyOf = (project: Project, given: Answers) =>
  JSON.stringify([project.input, project.roles, project.hierarchies, project.targets, project.anonymize["missing-values"], project.anonymize.seed, given]);

/// The answers that this page asks for, in the order in which they are compared.
const NAMES = ["risk", "suppression", "usage", "generalization_type", "interaction", "size", "distribution", "judgements"] as const;

function ordered(given: Answers): Answers {
  return Object.fromEntries(NAMES.filter((name) => given[name] != null).map((name) => [name, given[name]]));
}

/// Answers as they are sent: a judgement of a criterion that the usage does not have is kept here only.
function sent(given: Answers, knowledge: Knowledge): Answers {
  const needs = knowledge.needs.includes(given.usage?.need ?? "");
  const fits = ({ a, b, intensity }: Judgement) => intensity !== 1 && (needs || (a !== NEED && b !== NEED));
  return ordered({ ...given, judgements: (given.judgements ?? []).filter(fits) });
}

/// Asks for advice a moment after the last change; not while an answer is wrong.
export function useAsking(declared: Project, knowledge: Knowledge | null, wrong: boolean): void {
  const id = dataset.value?.id ?? "";
  const given = knowledge === null ? null : sent(answers.value, knowledge);
  const key = given === null || wrong ? "" : keyOf(declared, given);
  useEffect(() => {
    if (key === "" || given === null || (asked.table === id && asked.key === key)) return;
    if (asked.table !== id) {
      void begin(id, declared);
      return;
    }
    const wait = setTimeout(() => void ask(id, key, declared, given), PAUSE);
    return () => clearTimeout(wait);
  }, [id, key]);
}

/// The first time on a table: takes up the path where it was left, or begins it.
async function begin(id: string, declared: Project): Promise<void> {
  asked = { table: id, key: "" };
  [answers.value, picked.value, choice.value, release.value, refused.value] = [{}, null, null, null, null];
  const job = adviceJob();
  try {
    if (job?.state === "done") {
      const [{ answers: before }, project] = await Promise.all([result(job.id, "advise"), get("/jobs/{id}/project", { id: job.id })]);
      const kept = ordered(before);
      asked = { table: id, key: keyOf(project, kept) };
      answers.value = kept;
      if (keyOf(declared, kept) === asked.key) return;
    }
    const first = ordered({ judgements: [], ...answers.value });
    await ask(id, keyOf(declared, first), declared, first);
  } catch (error) {
    refused.value = problemOf(error);
  }
}

async function ask(id: string, key: string, project: Project, given: Answers): Promise<void> {
  asked = { table: id, key };
  refused.value = null;
  const before = jobs.value.filter(({ kind }) => kind === "advise");
  try {
    await startJob(id, { kind: "advise", name: t("way-guide"), project, options: { answers: given } });
    for (const old of before) {
      if (!isOver(old)) await removeJob(old);
      await removeJob({ ...old, state: "done" });
    }
  } catch (error) {
    refused.value = problemOf(error);
  }
}

/// Runs what was picked.
export async function measure(job: Job, ids: string[]): Promise<void> {
  const before = measureJob();
  [refused.value, choice.value, release.value] = [null, null, null];
  try {
    await startJob(job.dataset, { kind: "measure", name: t("guide-run-job"), options: { job: job.id, picked: ids } });
    if (before !== undefined && isOver(before)) await removeJob(before);
  } catch (error) {
    refused.value = problemOf(error);
  }
}

/// Releases one of what was measured, with the argument in its report.
export async function publish(job: Job, id: string, name: string): Promise<void> {
  refused.value = null;
  try {
    await saved();
    release.value = (await startJob(job.dataset, { kind: "anonymize", name, options: { job: job.id, choice: id } })).id;
  } catch (error) {
    refused.value = problemOf(error);
  }
}
