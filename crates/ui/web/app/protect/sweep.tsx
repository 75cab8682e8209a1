//! Many at once: several techniques, each with several group sizes, measured in the same way and put side by side.

import { signal } from "@preact/signals";
import { Problem, result } from "../api.ts";
import { candidates as releases, isOver, jobs, removeJob, startJob } from "../jobs.ts";
import { language, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { TextField } from "../parts/form.tsx";
import { Notes, Problems } from "../parts/problems.tsx";
import { Announce, Progress } from "../parts/progress.tsx";
import { Onward } from "../parts/title.tsx";
import { catalog, changeProject, dataset, saved } from "../state.ts";
import type { Compared, Job, Method, Project } from "../types.ts";
import { Found } from "./sweep-found.tsx";
import { Tries } from "./tries.tsx";

/// What most people want to see beside each other.
const chosen = signal<string[]>(["mondrian", "optimal", "k-member", "bucketize"]);
const sizes = signal("2, 3, 5, 10");
/// What was asked of the candidates of a job, in their order. After a reload the group size stays that of the project.
const asked = new Map<string, { method: string; k: number }[]>();
const refused = signal<Problem | null>(null);

const problemOf = (error: unknown) => (error instanceof Problem ? error : new Problem(0, [String(error)], []));

/// Group sizes, without what is none.
function sizesOf(text: string): number[] {
  const read = text.split(/[^0-9]+/).map(Number).filter((size) => size >= 2);
  return [...new Set(read)].sort((a, b) => a - b);
}

/// Techniques that make groups; those that do as they are told about single columns have nothing to sweep.
const sweeps = ({ family }: Method) => family === "generalization" || family === "separation";

export function Sweep({ declared }: { declared: Project }) {
  const none = declared.roles["quasi-identifiers"].length === 0;
  const methods = chosen.value.filter((id) => catalog.value.some((method) => method.id === id));
  const candidates = methods.flatMap((method) => sizesOf(sizes.value).map((k) => ({ method, k })));
  const job = jobs.value.filter(({ kind, state }) => kind === "compare" && state !== "cancelled").at(-1);
  const run = async () => {
    const id = dataset.value?.id;
    if (id === undefined) return;
    refused.value = null;
    try {
      await saved();
      const started = await startJob(id, { kind: "compare", name: t("sweep-job"), project: declared, options: { candidates } });
      asked.set(started.id, candidates);
      if (job !== undefined && isOver(job)) await removeJob(job);
    } catch (error) {
      refused.value = problemOf(error);
    }
  };
  return (
    <>
      <p>{t("sweep-lead")}</p>
      <section class="card run">
        <h2>{t("sweep-what")}</h2>
        <fieldset><legend>{t("sweep-techniques")}</legend>
          <ul class="checks-grid">{catalog.value.filter(sweeps).map((method) => <li key={method.id}><Check method={method} /></li>)}</ul>
        </fieldset>
        <div class="fields"><TextField label={t("sweep-sizes")} help={t("sweep-sizes-help")} value={sizes.value} onChange={(text) => (sizes.value = text)} /></div>
        <button type="button" class="button main" disabled={none || candidates.length === 0 || (job !== undefined && !isOver(job))} onClick={() => void run()}>{t("sweep-run", { n: candidates.length })}</button>
        {refused.value !== null && <Problems problem={refused.value} />}
      </section>
      <Announce job={job} />
      {job !== undefined && !isOver(job) && <Progress job={job} />}
      {job !== undefined && job.errors.length > 0 && <Problems problem={new Problem(400, job.errors, [])} />}
      {job?.state === "done" && <Result job={job} />}
      <Tries />
      {releases.value.length > 0 && <Onward step="compare" />}
    </>
  );
}

function Check({ method }: { method: Method }) {
  const on = chosen.value.includes(method.id);
  const toggle = () => (chosen.value = on ? chosen.value.filter((id) => id !== method.id) : [...chosen.value, method.id]);
  return <label class="check"><input type="checkbox" checked={on} onChange={toggle} /> {method.title}</label>;
}

function Result({ job }: { job: Job }) {
  const { value: found, problem } = useLoaded(`${job.id} ${language.value}`, (stop) => result(job.id, "compare", stop));
  if (problem !== null) return <Problems problem={problem} />;
  if (found === null) return <p class="quiet">{t("app-loading")}</p>;
  return (
    <section class="card">
      <h2>{t("sweep-found")}</h2>
      <Found found={found} onMake={(candidate) => void make(candidate, asked.get(job.id)?.[candidate.number - 1]?.k)} />
      <Notes notes={found.notes} />
    </section>
  );
}

/// Makes the release of a candidate, and leaves its settings in the project.
async function make(candidate: Compared, k: number | undefined): Promise<void> {
  const id = dataset.value?.id;
  if (id === undefined) return;
  changeProject((next) => {
    next.anonymize.method = candidate.method;
    next.anonymize.parameters = { ...candidate.settings };
    if (k !== undefined) next.targets.k = k;
  });
  refused.value = null;
  try {
    await saved();
    const title = catalog.value.find((method) => method.id === candidate.method)?.title ?? candidate.method;
    await startJob(id, { kind: "anonymize", name: `${title}, ${candidate.targets.join(", ")}` });
  } catch (error) {
    refused.value = problemOf(error);
  }
}
