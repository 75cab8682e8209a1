//! Step by step: one reduction after the other, with what each does to risk and loss. The steps are those of the project file.

import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { Problem, result } from "../api.ts";
import { candidates, isOver, jobs, removeJob, startJob } from "../jobs.ts";
import { figure, language, number, percent, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { Parameters } from "../parts/parameters.tsx";
import { Notes, Problems } from "../parts/problems.tsx";
import { Announce, Progress } from "../parts/progress.tsx";
import { Onward } from "../parts/title.tsx";
import { catalog, changeProject, dataset, saved } from "../state.ts";
import type { Footing, History, Job, Project, StepAsked } from "../types.ts";
import { Risks } from "./steps-plot.tsx";
import { Techniques } from "./technique.tsx";
import { Tries } from "./tries.tsx";

/// The next step as it is being chosen, and the one that is tried but not kept.
const draft = signal<StepAsked>({ method: "recode", parameters: {} });
const tried = signal<StepAsked | null>(null);
const refused = signal<Problem | null>(null);

const problemOf = (error: unknown) => (error instanceof Problem ? error : new Problem(0, [String(error)], []));
const stepsOf = (project: Project) => project.steps ?? [];

export function StepByStep({ declared }: { declared: Project }) {
  const none = declared.roles["quasi-identifiers"].length === 0;
  const asked = tried.value === null ? stepsOf(declared) : [...stepsOf(declared), tried.value];
  const job = jobs.value.filter(({ kind, state }) => kind === "steps" && state !== "cancelled").at(-1);
  const key = JSON.stringify([dataset.value?.id, declared.roles, declared.targets, declared.hierarchies, asked]);
  useEffect(() => {
    if (!none) void measure({ ...declared, steps: asked });
  }, [key]);
  return (
    <>
      <p>{t("steps-lead")}</p>
      {refused.value !== null && <Problems problem={refused.value} />}
      <Announce job={job} />
      {job !== undefined && !isOver(job) && <Progress job={job} />}
      {job !== undefined && job.errors.length > 0 && <Problems problem={new Problem(400, job.errors, [])} title={t("steps-refused")} />}
      {job?.state === "failed" && tried.value !== null && <p><button type="button" onClick={() => (tried.value = null)}>{t("steps-discard")}</button></p>}
      {job?.state === "done" && <Taken job={job} kept={stepsOf(declared).length} />}
      <Next none={none} />
      <Tries />
      {candidates.value.length > 0 && <Onward step="compare" />}
    </>
  );
}

/// Has the steps measured; what was measured before is of no more use.
async function measure(asked: Project): Promise<void> {
  const id = dataset.value?.id;
  if (id === undefined) return;
  const before = jobs.value.filter(({ kind }) => kind === "steps");
  refused.value = null;
  try {
    await startJob(id, { kind: "steps", name: t("steps-job"), project: asked });
    for (const old of before) {
      if (!isOver(old)) await removeJob(old);
      await removeJob({ ...old, state: "done" });
    }
  } catch (error) {
    refused.value = problemOf(error);
  }
}

/// The steps with what each did. The last one is perhaps only tried.
function Taken({ job, kept }: { job: Job; kept: number }) {
  const { value: history, problem } = useLoaded(`${job.id} ${language.value}`, (stop) => result(job.id, "steps", stop));
  if (problem !== null) return <Problems problem={problem} />;
  if (history === null) return <p class="quiet">{t("app-loading")}</p>;
  const last = history.steps.at(-1)?.after ?? history.before;
  const trying = tried.value !== null && history.steps.length > kept;
  return (
    <section class="card">
      <h2>{t("steps-taken")} <span class={`mark ${history.reached ? "good" : "bad"}`}>{history.reached ? t("steps-reached") : t("steps-open", { n: last.nonconforming.rows })}</span></h2>
      <p class="quiet">{t("steps-target", { k: history.target_k })} {last.most_dangerous != null && !history.reached && t("steps-dangerous", { name: last.most_dangerous[0], share: percent(last.most_dangerous[1], 0) })}</p>
      <Figures history={history} trying={trying} />
      <Notes notes={[...history.notes, ...history.steps.flatMap(({ notes }) => notes)]} />
      <p class="buttons">
        {trying && <button type="button" class="button main" onClick={keep}>{t("steps-keep")}</button>}
        {trying && <button type="button" onClick={() => (tried.value = null)}>{t("steps-discard")}</button>}
        {!trying && kept > 0 && <button type="button" onClick={undo}>{t("steps-undo")}</button>}
        {!trying && kept > 0 && <button type="button" class={history.reached ? "button main" : ""} onClick={() => void publish()}>{t("steps-release")}</button>}
      </p>
      {!trying && kept > 0 && !history.reached && <p class="quiet">{t("steps-not-yet")}</p>}
      <Risks history={history} />
    </section>
  );
}

const titleOf = (id: string) => catalog.value.find((method) => method.id === id)?.title ?? id;

/// What was set otherwise than usual.
function settingsOf({ method, parameters }: History["steps"][number]): string {
  const usual = catalog.value.find(({ id }) => id === method)?.parameters ?? [];
  return Object.entries(parameters).filter(([name, value]) => value !== "" && value !== (usual.find((each) => each.name === name)?.default ?? "")).map(([name, value]) => `${name}: ${value}`).join(", ");
}

function Figures({ history, trying }: { history: History; trying: boolean }) {
  const line = (footing: Footing) => [
    figure(footing.k), number(footing.uniques), percent(footing.highest_risk), percent(footing.mean_risk), number(footing.nonconforming.rows), percent(footing.information_loss),
  ].map((text, at) => <td key={at} class="number">{text}</td>);
  return (
    <div class="scroll whole" tabIndex={0} role="region" aria-label={t("steps-taken")}>
      <table class="figures">
        <thead><tr>
          <th scope="col">{t("steps-step")}</th>
          {(["compare-k", "steps-alone", "measure-max-risk", "measure-mean-risk", "steps-left", "measure-information-loss"] as const).map((key) => <th key={key} scope="col" class="number">{t(key)}</th>)}
        </tr></thead>
        <tbody>
          <tr><th scope="row">{t("steps-before")}</th>{line(history.before)}</tr>
          {history.steps.map((step, at) => (
            <tr key={at} class={trying && at + 1 === history.steps.length ? "tried" : ""}>
              <th scope="row">{at + 1}. {titleOf(step.method)} <small class="quiet">{settingsOf(step)}</small>{trying && at + 1 === history.steps.length && <span class="mark busy">{t("steps-tried")}</span>}</th>
              {line(step.after)}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function keep(): void {
  const step = tried.value;
  if (step === null) return;
  tried.value = null;
  changeProject((next) => void (next.steps = [...stepsOf(next), step]));
}

function undo(): void {
  changeProject((next) => void (next.steps = stepsOf(next).slice(0, -1)));
}

/// What the steps left is published as it is, if what must hold holds.
async function publish(): Promise<void> {
  const id = dataset.value?.id;
  if (id === undefined) return;
  changeProject((next) => {
    next.anonymize.method = "as-is";
    next.anonymize.parameters = {};
  });
  refused.value = null;
  try {
    await saved();
    await startJob(id, { kind: "anonymize", name: t("way-steps") });
  } catch (error) {
    refused.value = problemOf(error);
  }
}

/// The form of the next step.
function Next({ none }: { none: boolean }) {
  const { method: id, parameters = {} } = draft.value;
  const method = catalog.value.find((each) => each.id === id);
  const set = (key: string, value: string) => {
    const usual = method?.parameters.find((parameter) => parameter.name === key)?.default ?? "";
    const next = { ...parameters };
    if (value === usual) delete next[key];
    else next[key] = value;
    draft.value = { method: id, parameters: next };
  };
  return (
    <section class="card run">
      <h2>{t("steps-next")}</h2>
      <Techniques id={id} onChange={(next) => (draft.value = { method: next, parameters: {} })} fits={(each) => each.outputs === 1 && each.id !== "as-is"} first="reduction" />
      {method !== undefined && <p>{method.summary}</p>}
      {method !== undefined && <Parameters method={method} values={parameters} onChange={set} />}
      <button type="button" class="button main" disabled={none} onClick={() => (tried.value = structuredClone(draft.value))}>{t("steps-try")}</button>
    </section>
  );
}
