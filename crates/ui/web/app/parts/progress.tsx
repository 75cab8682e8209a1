//! How far a job is, said also to those who do not see the bar.

import { known, seconds, t } from "../language.ts";
import { isOver, removeJob } from "../jobs.ts";
import type { Job } from "../types.ts";

export function Progress({ job }: { job: Job }) {
  const { stage, done, total } = job.progress;
  const key = `stage-${stage}`;
  const words = stage == null ? t("state-queued") : known(key) ? t(key) : stage;
  return (
    <div class="progress">
      <progress aria-label={job.name} {...(total != null && total > 0 ? { max: total, value: done } : {})} />
      <span class="quiet">{words}{job.seconds > 0 && ` · ${seconds(job.seconds)}`}</span>
      <button type="button" onClick={() => void removeJob(job)}>{t("job-cancel")}</button>
    </div>
  );
}

/// Tells the state of a job in words; polite, so that it interrupts nobody.
export function Announce({ job }: { job: Job | undefined }) {
  const text = job === undefined ? "" : t("job-progress", { name: job.name, state: t(`state-${job.state}`) });
  return <p class="unseen" role="status" aria-live="polite">{text}</p>;
}

export function StateMark({ job }: { job: Job }) {
  const look = job.state === "done" ? "good" : isOver(job) ? "bad" : "busy";
  return <span class={`mark ${look}`}>{t(`state-${job.state}`)}</span>;
}
