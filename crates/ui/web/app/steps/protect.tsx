//! Step 5: what must hold, by which technique, and the tries with their progress.

import { signal } from "@preact/signals";
import { get, Problem } from "../api.ts";
import { Propose } from "../hierarchy/propose.tsx";
import { candidates, isOver, jobs, removeJob, startJob } from "../jobs.ts";
import { known, language, seconds, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { NumberField, SelectField, TextField } from "../parts/form.tsx";
import { Parameters } from "../parts/parameters.tsx";
import { Problems } from "../parts/problems.tsx";
import { Announce, Progress, StateMark } from "../parts/progress.tsx";
import { Onward, Title } from "../parts/title.tsx";
import { catalog, changeProject, dataset, project, saved } from "../state.ts";
import type { Job, Project, Report, Targets } from "../types.ts";

const QUICK: { id: string; key: "many" | "one" | "optimal" | "bucketize"; parameters: Record<string, string> }[] = [
  { id: "mondrian", key: "many", parameters: {} },
  { id: "mondrian", key: "one", parameters: { dimensions: "one" } },
  { id: "optimal", key: "optimal", parameters: {} },
  { id: "bucketize", key: "bucketize", parameters: {} },
];

const name = signal("");
const refused = signal<Problem | null>(null);

export function Protect() {
  const declared = project.value;
  if (declared === null) return null;
  const none = declared.roles["quasi-identifiers"].length === 0;
  return (
    <>
      <Title title={t("protect.title")}>{t("protect.lead")}</Title>
      {none && <div class="notice bad" role="alert">{t("protect.no-qi")}</div>}
      <TargetsCard declared={declared} />
      <MethodCard declared={declared} />
      <section class="card run">
        <div class="fields">
          <TextField label={t("protect.name")} value={name.value} placeholder={proposedName(declared)} onChange={(value) => (name.value = value)} />
          <NumberField label={t("protect.seed")} help={t("protect.seed.help")} value={declared.anonymize.seed} least={0} onChange={(value) => changeProject((next) => void (next.anonymize.seed = value ?? 1))} />
        </div>
        <button type="button" class="button main" disabled={none} onClick={() => void run(declared)}>{t("protect.run")}</button>
        {refused.value !== null && <Problems problem={refused.value} />}
      </section>
      <Tries />
      {candidates.value.length > 0 && <Onward step="compare" />}
    </>
  );
}

function proposedName({ anonymize, targets }: Project): string {
  const quick = QUICK.find((each) => isQuick(each, anonymize));
  const what = quick === undefined ? anonymize.method : t(`protect.quick.${quick.key}`);
  const asked = (["k", "l", "t"] as const).filter((key) => targets[key] != null).map((key) => `${key} = ${String(targets[key])}`);
  return [what, ...asked].join(", ");
}

function isQuick(quick: (typeof QUICK)[number], { method, parameters }: Project["anonymize"]): boolean {
  const names = new Set([...Object.keys(quick.parameters), ...Object.keys(parameters)]);
  return method === quick.id && [...names].every((key) => (parameters[key] ?? "") === (quick.parameters[key] ?? ""));
}

async function run(declared: Project): Promise<void> {
  const id = dataset.value?.id;
  if (id === undefined) return;
  refused.value = null;
  try {
    await saved();
    await startJob(id, { kind: "anonymize", project: declared, name: name.value.trim() === "" ? proposedName(declared) : name.value.trim() });
    name.value = "";
  } catch (error) {
    refused.value = error instanceof Problem ? error : new Problem(0, [String(error)], []);
  }
}

const POLICIES = ["refuse", "category", "drop", "suppress"] as const;

function TargetsCard({ declared }: { declared: Project }) {
  const { targets, anonymize, roles } = declared;
  const set = (key: "k" | "l" | "t") => (value: number | null) =>
    changeProject((next) => {
      if (value === null) delete next.targets[key];
      else next.targets[key] = value;
    });
  const sensitive = roles.sensitive.length > 0;
  const left = anonymize["max-suppression"];
  const setLeft = (value: number | null) =>
    changeProject((next) => {
      if (value === null) delete next.anonymize["max-suppression"];
      else next.anonymize["max-suppression"] = value / 100;
    });
  return (
    <section class="card">
      <h2>{t("protect.targets")}</h2>
      <div class="fields">
        <NumberField label={t("protect.k")} help={t("protect.k.help")} value={targets.k} least={2} onChange={set("k")} />
        {(sensitive || targets.l != null) && <NumberField label={t("protect.l")} help={t("protect.l.help")} value={targets.l} least={2} onChange={set("l")} />}
        {(sensitive || targets.t != null) && <NumberField label={t("protect.t")} help={t("protect.t.help")} value={targets.t} least={0} most={1} step="any" onChange={set("t")} />}
        <NumberField label={t("protect.suppression")} help={t("protect.suppression.help")} value={left == null ? null : Math.round(left * 1e6) / 1e4} least={0} most={100} step="any" onChange={setLeft} />
        <SelectField label={t("protect.missing")} value={anonymize["missing-values"]} onChange={(value) => changeProject((next) => void (next.anonymize["missing-values"] = value))}>
          {POLICIES.map((policy) => <option key={policy} value={policy}>{t(`protect.missing.${policy}`)}</option>)}
        </SelectField>
      </div>
      {sensitive && <More targets={targets} />}
    </section>
  );
}

const MORE = ["entropy-l", "alpha", "beta", "enhanced-beta", "delta-disclosure", "max-risk", "mean-risk"] as const;

function More({ targets }: { targets: Targets }) {
  const set = (key: string) => (value: number | null) =>
    changeProject((next) => {
      if (value === null) delete next.targets[key];
      else next.targets[key] = value;
    });
  const value = (key: string) => (typeof targets[key] === "number" ? targets[key] : null);
  return (
    <details open={MORE.some((key) => value(key) !== null)}>
      <summary>{t("protect.more")}</summary>
      <div class="fields">
        {MORE.map((key) => <NumberField key={key} label={t(`protect.more.${key}`)} help={t(`protect.more.${key}.help`)} value={value(key)} least={0} step="any" onChange={set(key)} />)}
      </div>
    </details>
  );
}

function MethodCard({ declared }: { declared: Project }) {
  const { method: id, parameters } = declared.anonymize;
  const method = catalog.value.find((each) => each.id === id);
  const choose = (next: string, values: Record<string, string>) =>
    changeProject((project) => {
      project.anonymize.method = next;
      project.anonymize.parameters = { ...values };
    });
  const set = (key: string, value: string) =>
    changeProject((project) => {
      const fallback = method?.parameters.find((parameter) => parameter.name === key)?.default ?? "";
      if (value === fallback) delete project.anonymize.parameters[key];
      else project.anonymize.parameters[key] = value;
    });
  const quick = QUICK.filter((each) => catalog.value.some((known) => known.id === each.id));
  return (
    <section class="card">
      <h2>{t("protect.method")}</h2>
      <div class="quick">
        {quick.map((each) => (
          <button type="button" key={each.key} aria-pressed={isQuick(each, declared.anonymize)} onClick={() => choose(each.id, each.parameters)}>
            <strong>{t(`protect.quick.${each.key}`)}</strong><span>{t(`protect.quick.${each.key}.help`)}</span>
          </button>
        ))}
      </div>
      <Techniques id={id} onChange={(next) => choose(next, {})} />
      {method?.family === "generalization" && <Propose />}
      {id === "auto" && <p class="quiet">{t("protect.auto.help")}</p>}
      {method !== undefined && (
        <>
          <p>{method.summary} <span class="quiet"><b>{t("protect.promise")}</b> {method.guarantees}</span></p>
          {method.parameters.length > 0 && <details><summary>{t("protect.parameters", { method: method.title })}</summary><Parameters method={method} values={parameters} onChange={set} /></details>}
        </>
      )}
    </section>
  );
}

function Techniques({ id, onChange }: { id: string; onChange: (id: string) => void }) {
  const families = [...new Set(catalog.value.map(({ family }) => family))];
  const words = (family: string) => {
    const key = `protect.family.${family}`;
    return known(key) ? t(key) : family;
  };
  return (
    <div class="fields">
      <SelectField label={t("protect.technique")} value={id} onChange={onChange}>
        <option value="auto">{t("protect.auto")}</option>
        {families.map((family) => (
          <optgroup key={family} label={words(family)}>
            {catalog.value.filter((method) => method.family === family).map((method) => <option key={method.id} value={method.id}>{method.title}</option>)}
          </optgroup>
        ))}
      </SelectField>
    </div>
  );
}

function Tries() {
  const tries = jobs.value.filter((job) => job.kind === "anonymize");
  return (
    <section>
      <h2>{t("protect.running")}</h2>
      <Announce job={tries.at(-1)} />
      {tries.length === 0 ? <p class="quiet">{t("protect.none")}</p> : <ul class="tries">{tries.map((job) => <Try key={job.id} job={job} />)}</ul>}
    </section>
  );
}

function Try({ job }: { job: Job }) {
  return (
    <li>
      <div class="try-head"><strong>{job.name}</strong> <StateMark job={job} />
        {isOver(job) && <span class="quiet">{t("protect.took", { time: seconds(job.seconds) })}</span>}
        {isOver(job) && <button type="button" class="slim" aria-label={t("job.forget.of", { name: job.name })} onClick={() => void removeJob(job)}>{t("job.forget")}</button>}
      </div>
      {!isOver(job) && <Progress job={job} />}
      {job.state === "unreachable" && <Nearest job={job} />}
      {job.errors.length > 0 && <ul class="errors">{job.errors.map((error) => <li key={error}>{error}</li>)}</ul>}
    </li>
  );
}

/// How near a try came that could not reach what was asked, and what would help.
function Nearest({ job }: { job: Job }) {
  const { value } = useLoaded(`${job.id} ${language.value}`, (stop) => get<Report>(`/jobs/${job.id}/result`, stop));
  const miss = value?.nearest_miss;
  if (miss == null) return null;
  return <ul class="errors"><li>{miss.attempt}</li>{miss.missing.map((what) => <li key={what}>{what}</li>)}<li>{miss.advice}</li></ul>;
}
