//! The releases that were asked for: how far they are, and what came of them.

import { result } from "../api.ts";
import { isOver, jobs, removeJob } from "../jobs.ts";
import { language, seconds, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { VerdictCard } from "../parts/verdict.tsx";
import { Announce, Progress, StateMark } from "../parts/progress.tsx";
import type { Job } from "../types.ts";

export function Tries() {
  const tries = jobs.value.filter((job) => job.kind === "anonymize");
  return (
    <section>
      <h2>{t("protect-running")}</h2>
      <Announce job={tries.at(-1)} />
      {tries.length === 0 ? <p class="quiet">{t("protect-none")}</p> : <ul class="tries">{tries.map((job) => <Try key={job.id} job={job} />)}</ul>}
    </section>
  );
}

function Try({ job }: { job: Job }) {
  return (
    <li>
      <div class="try-head"><strong>{job.name}</strong> <StateMark job={job} />
        {isOver(job) && <span class="quiet">{t("protect-took", { time: seconds(job.seconds) })}</span>}
        {isOver(job) && <button type="button" class="slim" aria-label={t("job-forget-of", { name: job.name })} onClick={() => void removeJob(job)}>{t("job-forget")}</button>}
      </div>
      {!isOver(job) && <Progress job={job} />}
      {job.state === "dropped" && <p class="quiet">{t("job-dropped")}</p>}
      {job.state === "done" && <Outcome job={job} />}
      {job.state === "unreachable" && <Nearest job={job} />}
      {job.errors.length > 0 && <ul class="errors">{job.errors.map((error) => <li key={error}>{error}</li>)}</ul>}
    </li>
  );
}

/// The verdict of a release that was made.
function Outcome({ job }: { job: Job }) {
  const { value } = useLoaded(`${job.id} verdict`, (stop) => result(job.id, "anonymize", stop));
  return value?.verdict == null ? null : <VerdictCard verdict={value.verdict} />;
}

/// How near a try came that could not reach what was asked, and what would help.
function Nearest({ job }: { job: Job }) {
  const { value } = useLoaded(`${job.id} ${language.value}`, (stop) => result(job.id, "anonymize", stop));
  const miss = value?.nearest_miss;
  if (miss == null) return null;
  return <ul class="errors"><li>{miss.attempt}</li>{miss.missing.map((what) => <li key={what}>{what}</li>)}<li>{miss.advice}</li></ul>;
}
