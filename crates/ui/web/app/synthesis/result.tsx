//! What came of a synthesis: figures, files, and how good it is.

import { address, Problem, result } from "../api.ts";
import { isOver } from "../jobs.ts";
import { figure, language, number, percent, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { Notes, Problems } from "../parts/problems.tsx";
import { Announce, Progress, StateMark } from "../parts/progress.tsx";
import { news } from "../state.ts";
import type { Job } from "../types.ts";
import { Evaluation } from "./evaluation.tsx";
import { Falling } from "./curves.tsx";
import { evaluate, evaluation } from "./state.ts";
import type { Made } from "./types.ts";

const FORMATS = ["csv", "ods", "xlsx", "parquet"] as const;

export function Result({ job }: { job: Job }) {
  const has = job.state === "done" || job.state === "unreachable";
  const { value: made, problem } = useLoaded(has ? `${job.id} ${language.value}` : "", (stop) => result(job.id, "synthesize", stop));
  return (
    <section class="card">
      <h2>{job.name} <StateMark job={job} /></h2>
      <Announce job={job} />
      {!isOver(job) && <Progress job={job} />}
      {job.errors.length > 0 && <Problems problem={new Problem(400, job.errors, [])} />}
      {problem !== null && <Problems problem={problem} />}
      {made !== null && "why" in made && <div class="notice bad" role="alert">{made.why}</div>}
      {made !== null && !("why" in made) && <Facts made={made} />}
      {job.state === "done" && <Files job={job} />}
      <Falling job={job} />
    </section>
  );
}

function Facts({ made }: { made: Made }) {
  const facts: [string, string][] = [[t("synthesis-made-rows"), t("synthesis-made-of", { n: made.rows, of: made.original_rows })]];
  if ("row_clusters" in made) {
    facts.push([t("synthesis-made-clusters"), t("synthesis-made-clusters-said", { rows: made.row_clusters, values: made.modality_clusters, least: number(made.smallest_cluster), most: number(made.largest_cluster) })]);
    if (made.level !== null) facts.push([t("synthesis-kept"), `${percent(made.level, 0)} (${t("synthesis-criterion")} ${figure(made.criterion)})`]);
  }
  if (made.copies != null) facts.push([t("synthesis-copies"), t("synthesis-copies-said", { n: made.copies.equal_to_a_unique_row, equal: number(made.copies.equal_to_a_real_row) })]);
  if (made.held_out_rows > 0) facts.push([t("synthesis-held-out"), number(made.held_out_rows)]);
  return (
    <>
      {"claim" in made && <p class="promise">{made.claim}</p>}
      <dl class="slots">{facts.map(([name, what]) => <div key={name}><dt>{name}</dt><dd>{what}</dd></div>)}</dl>
      <Notes notes={news(made.notes)} />
    </>
  );
}

function Files({ job }: { job: Job }) {
  const running = evaluation();
  return (
    <p class="buttons">
      {FORMATS.map((format) => <a key={format} class="button" href={address(`/jobs/${job.id}/download?format=${format}`)} download>{t("guide-download", { format: format.toUpperCase() })}</a>)}
      <button type="button" class="button main" disabled={running !== undefined && !isOver(running)} onClick={() => void evaluate(job)}>{t("synthesis-evaluate")}</button>
    </p>
  );
}

/// The last evaluation.
export function Judged({ job }: { job: Job }) {
  const { value: found, problem } = useLoaded(job.state === "done" ? `${job.id} ${language.value}` : "", (stop) => result(job.id, "evaluate", stop));
  return (
    <section class="card">
      <h2>{t("synthesis-evaluation", { name: job.name })}</h2>
      <Announce job={job} />
      {!isOver(job) && <Progress job={job} />}
      {job.errors.length > 0 && <Problems problem={new Problem(400, job.errors, [])} />}
      {problem !== null && <Problems problem={problem} />}
      {found !== null && <Evaluation found={found} />}
      {found !== null && <p class="buttons"><a class="button" href={address(`/jobs/${job.id}/report?format=html`)} target="_blank" rel="noopener">{t("synthesis-report")}</a></p>}
    </section>
  );
}
