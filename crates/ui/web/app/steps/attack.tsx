//! Attacks on a release, where the server offers them.

import { useState } from "preact/hooks";
import { Problem, result } from "../api.ts";
import { candidates, isOver, jobs, startJob } from "../jobs.ts";
import { known, language, percent, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { SelectField } from "../parts/form.tsx";
import { Notes, Problems } from "../parts/problems.tsx";
import { Announce, Progress } from "../parts/progress.tsx";
import { Title } from "../parts/title.tsx";
import { dataset, link, project } from "../state.ts";
import type { Job } from "../types.ts";
import { chosen } from "./compare.tsx";

export function Attack() {
  const list = candidates.value;
  const one = list.find(({ id }) => id === chosen.value) ?? list.at(-1);
  const [problem, setProblem] = useState<Problem | null>(null);
  const job = jobs.value.filter(({ kind }) => kind === "attack").at(-1);
  const run = async () => {
    const id = dataset.value?.id;
    if (id === undefined || one === undefined || project.value === null) return;
    setProblem(null);
    try {
      await startJob(id, { kind: "attack", name: t("attack-job", { name: one.name }), project: project.value, options: { job: one.id } });
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem(0, [String(error)], []));
    }
  };
  return (
    <>
      <Title title={t("attack-title")}>{t("attack-lead")}</Title>
      {one === undefined ? <p>{t("attack-none")} <a href={link("protect")}>{t("step-protect")}</a></p> : (
        <section class="card">
          <SelectField label={t("attack-which")} value={one.id} onChange={(id) => (chosen.value = id)}>{list.map((each) => <option key={each.id} value={each.id}>{each.name}</option>)}</SelectField>
          <p><button type="button" class="button main" onClick={() => void run()}>{t("attack-run")}</button></p>
        </section>
      )}
      {problem !== null && <Problems problem={problem} />}
      <Announce job={job} />
      {job !== undefined && !isOver(job) && <Progress job={job} />}
      {job !== undefined && job.errors.length > 0 && <Problems problem={new Problem(400, job.errors, [])} />}
      {job?.state === "done" && <Result job={job} />}
    </>
  );
}

function nameOf(attack: string): string {
  const key = `attack-name-${attack}`;
  return known(key) ? t(key) : attack;
}

function Result({ job }: { job: Job }) {
  const { value, problem } = useLoaded(`${job.id} ${language.value}`, (stop) => result(job.id, "attack", stop));
  if (problem !== null) return <Problems problem={problem} />;
  return (
    <section class="card">
      <h2>{job.name}</h2>
      {(value?.explained ?? []).map(({ title, text }) => <div key={title + text}><h3>{title}</h3><p>{text}</p></div>)}
      <Notes notes={value?.notes ?? []} />
      <table class="figures">
        <thead><tr><th scope="col">{t("attack-kind")}</th><th scope="col">{t("attack-attribute")}</th><th scope="col" class="number">{t("attack-risk")}</th><th scope="col" class="number">{t("attack-high")}</th></tr></thead>
        <tbody>{(value?.risks ?? []).map((each, at) => (
          <tr key={at}><td>{nameOf(each.attack)}</td><td>{each.attribute ?? ""}</td><td class="number">{percent(each.risk)}</td><td class="number">{percent(each.high)}</td></tr>
        ))}</tbody>
      </table>
    </section>
  );
}
