//! The guided path: from the context to a release that can be argued for, in five steps.

import { Problem } from "../api.ts";
import { CandidatesCard } from "../guide/candidates.tsx";
import { ChoiceCard } from "../guide/choice.tsx";
import { ContextCard, faultsOf } from "../guide/context.tsx";
import { JudgementsCard } from "../guide/judgements.tsx";
import { MeasuredCard } from "../guide/measured.tsx";
import { adviceJob, answers, measureJob, refused, useAdvice, useAsking, useKnowledge } from "../guide/state.ts";
import type { Advice, Knowledge } from "../guide/types.ts";
import { isOver } from "../jobs.ts";
import { t } from "../language.ts";
import { Problems } from "../parts/problems.tsx";
import { Announce, Progress } from "../parts/progress.tsx";
import type { Job, Project } from "../types.ts";
import { useEffect, useState } from "preact/hooks";

/// What was advised last; it stays while the next advice is on its way.
interface Kept { job: Job; advice: Advice }

export function Guide({ declared }: { declared: Project }) {
  const knowledge = useKnowledge();
  const job = adviceJob();
  const { value, problem } = useAdvice(job);
  const [kept, keep] = useState<Kept | null>(null);
  useEffect(() => { if (value !== null && job !== undefined) keep({ job, advice: value }); }, [value]);
  const none = declared.roles["quasi-identifiers"].length === 0;
  const shown = kept?.job.dataset === job?.dataset ? kept : null;
  useAsking(declared, none ? null : knowledge.value, Object.keys(faultsOf(answers.value, shown?.advice ?? null)).length > 0);
  if (none) return null;
  return (
    <>
      <p>{t("guide-lead")}</p>
      <Others declared={declared} />
      {[knowledge.problem, problem, refused.value].map((each, at) => each !== null && <Problems key={at} problem={each} />)}
      {job !== undefined && job.errors.length > 0 && <Problems problem={new Problem(400, job.errors, [])} />}
      {shown === null && job !== undefined && !isOver(job) && <Progress job={job} />}
      {shown === null && problem === null && job === undefined && <p class="quiet">{t("app-loading")}</p>}
      {shown !== null && knowledge.value !== null && <Path {...shown} knowledge={knowledge.value} />}
    </>
  );
}

/// Requirements of the project besides the group size, which hold here as well.
function Others({ declared }: { declared: Project }) {
  const asked = Object.entries(declared.targets).filter(([name, value]) => name !== "k" && value != null).map(([name]) => name);
  return asked.length === 0 ? null : <div class="notice">{t("guide-also", { names: asked.join(", ") })}</div>;
}

function Path({ job, advice, knowledge }: Kept & { knowledge: Knowledge }) {
  const run = measureJob();
  const { value: measured, problem } = useAdvice(run);
  const found = measured?.results?.measured ?? null;
  const settled = (own: Advice) => JSON.stringify([own.answers, own.context.parts]);
  return (
    <>
      <ContextCard advice={advice} knowledge={knowledge} />
      {advice.suggestion.suggested.length > 0 && <JudgementsCard advice={advice} knowledge={knowledge} />}
      <CandidatesCard advice={advice} knowledge={knowledge} job={job} />
      <Announce job={run} />
      {run !== undefined && !isOver(run) && <Progress job={run} />}
      {run !== undefined && run.errors.length > 0 && <Problems problem={new Problem(400, run.errors, [])} />}
      {problem !== null && <Problems problem={problem} />}
      {run?.state === "done" && measured !== null && found !== null && (
        <>
          <MeasuredCard advice={measured} measured={found} knowledge={knowledge} stale={settled(measured) !== settled(advice)} />
          <ChoiceCard job={run} measured={found} knowledge={knowledge} />
        </>
      )}
    </>
  );
}
