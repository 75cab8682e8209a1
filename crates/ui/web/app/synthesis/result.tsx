//! What came of a synthesis: figures, files, and how good it is.

import { address, get, Problem } from "../api.ts";
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
import type { Evaluated, Made } from "./types.ts";

const FORMATS = ["csv", "ods", "xlsx", "parquet"] as const;

export function Result({ job }: { job: Job }) {
  const has = job.state === "done" || job.state === "unreachable";
  const { value: made, problem } = useLoaded(has ? `${job.id} ${language.value}` : "", (stop) => get<Made>(`/jobs/${job.id}/result`, stop));
  return (
    <section class="card">
      <h2>{job.name} <StateMark job={job} /></h2>
      <Announce job={job} />
      {!isOver(job) && <Progress job={job} />}
      {job.errors.length > 0 && <Problems problem={new Problem(400, job.errors, [])} />}
      {problem !== null && <Problems problem={problem} />}
      {made?.why !== undefined && <div class="notice bad" role="alert">{made.why}</div>}
      {made !== null && made.why === undefined && <Facts made={made} />}
      {job.state === "done" && <Files job={job} />}
      <Falling job={job} />
    </section>
  );
}

function Facts({ made }: { made: Made }) {
  const facts: [string, string][] = [[t("synthesis-made-rows"), t("synthesis-made-of", { n: made.rows, of: made.original_rows })]];
  if (made.row_clusters !== undefined) {
    facts.push([t("synthesis-made-clusters"), t("synthesis-made-clusters-said", { rows: made.row_clusters, values: made.modality_clusters ?? 0, least: number(made.smallest_cluster ?? 0), most: number(made.largest_cluster ?? 0) })]);
  }
  if (made.level != null) facts.push([t("synthesis-kept"), `${percent(made.level, 0)} (${t("synthesis-criterion")} ${figure(made.criterion)})`]);
  if (made.copies !== undefined) facts.push([t("synthesis-copies"), t("synthesis-copies-said", { n: made.copies.equal_to_a_unique_row, broken: made.copies.exchanged, left: made.copies.left_out })]);
  if ((made.held_out_rows ?? 0) > 0) facts.push([t("synthesis-held-out"), number(made.held_out_rows ?? 0)]);
  return (
    <>
      {made.claim !== undefined && <p class="promise">{made.claim}</p>}
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
  const { value: found, problem } = useLoaded(job.state === "done" ? `${job.id} ${language.value}` : "", (stop) => get<Evaluated>(`/jobs/${job.id}/result`, stop));
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
