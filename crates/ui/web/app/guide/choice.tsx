//! Step 5 of the guided path: the argument for one release, and its files.

import { address, get } from "../api.ts";
import { isOver, jobs } from "../jobs.ts";
import { language, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { Problems } from "../parts/problems.tsx";
import { Announce, Progress, StateMark } from "../parts/progress.tsx";
import { Onward } from "../parts/title.tsx";
import type { Job } from "../types.ts";
import { titleOf } from "./candidates.tsx";
import { isFit } from "./measured.tsx";
import { choice, publish, refused, release } from "./state.ts";
import type { Knowledge, Measured } from "./types.ts";

const FORMATS = ["csv", "ods", "xlsx", "parquet"] as const;

export function ChoiceCard({ job, measured, knowledge }: { job: Job; measured: Measured[]; knowledge: Knowledge }) {
  const fit = measured.filter(isFit);
  const one = fit.find(({ id }) => id === choice.value) ?? fit[0];
  const { value: argument, problem } = useLoaded(one === undefined ? "" : `${job.id} ${one.id} ${language.value}`, (stop) => get("/advise/{id}/argument", { id: job.id, choice: one?.id ?? "" }, stop));
  if (one === undefined) return null;
  const made = jobs.value.find(({ id }) => id === release.value);
  return (
    <section class="card">
      <h2>{t("guide-choose")}</h2>
      <p>{t("guide-chosen")} <strong>{titleOf(knowledge, one)}</strong></p>
      {problem !== null && <Problems problem={problem} />}
      {argument !== null && <><h3>{t("guide-why")}</h3><ul class="argument">{argument.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul></>}
      <p class="buttons"><button type="button" class="button main" disabled={made !== undefined && !isOver(made)} onClick={() => void publish(job, one.id, titleOf(knowledge, one))}>{t("guide-release")}</button></p>
      {refused.value !== null && <Problems problem={refused.value} />}
      <Announce job={made} />
      {made !== undefined && <Released job={made} />}
    </section>
  );
}

/// The files of the release.
function Released({ job }: { job: Job }) {
  if (!isOver(job)) return <Progress job={job} />;
  if (job.state !== "done") return <ul class="errors"><li><StateMark job={job} /></li>{job.errors.map((error) => <li key={error}>{error}</li>)}</ul>;
  return (
    <div class="notice">
      <p><StateMark job={job} /> <strong>{job.name}</strong></p>
      <p>{t("guide-released")}</p>
      <p class="buttons">
        {FORMATS.map((format) => <a key={format} class="button" href={address(`/jobs/${job.id}/download?format=${format}`)} download>{t("guide-download", { format: format.toUpperCase() })}</a>)}
        <a class="button" href={address(`/jobs/${job.id}/report?format=html`)} target="_blank" rel="noopener">{t("guide-report")}</a>
      </p>
      <Onward step="compare" />
    </div>
  );
}
