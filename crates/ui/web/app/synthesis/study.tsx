//! Co-clusters evaluated level by level: what models learn, to how many rows an unknown person could be attributed, and whether both co-clusterings agree.

import { address, Problem, result } from "../api.ts";
import { isOver } from "../jobs.ts";
import { figure, language, number, percent, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { Chart } from "../parts/chart.tsx";
import { Notes, Problems } from "../parts/problems.tsx";
import { Announce, Progress } from "../parts/progress.tsx";
import { news } from "../state.ts";
import type { Job } from "../types.ts";
import { Heat } from "./heat.tsx";
import type { Study } from "./types.ts";

export function Studied({ job }: { job: Job }) {
  const { value: found, problem } = useLoaded(job.state === "done" ? `${job.id} ${language.value}` : "", (stop) => result(job.id, "study", stop));
  return (
    <section class="card">
      <h2>{t("synthesis-study-title")}</h2>
      <Announce job={job} />
      {!isOver(job) && <Progress job={job} />}
      {job.errors.length > 0 && <Problems problem={new Problem(400, job.errors, [])} />}
      {problem !== null && <Problems problem={problem} />}
      {found !== null && (
        <>
          <p class="quiet">{t("synthesis-study-lead", { n: found.rows, out: found.held_out_rows })}</p>
          <ByLevel found={found} />
          {found.confusion !== null && <Agreement confusion={found.confusion} />}
          <Notes notes={news(found.notes)} />
          <p class="buttons"><a class="button" href={address(`/jobs/${job.id}/report?format=html`)} target="_blank" rel="noopener">{t("synthesis-study-report")}</a></p>
        </>
      )}
    </section>
  );
}

/// The best area under the curve of a level, learnt from fictitious and from real rows.
function best(level: Study["levels"][number], of: "original" | "release"): number | null {
  const all = level.tasks.flatMap(({ models }) => models.flatMap((model) => model[of]?.auc ?? []));
  return all.length === 0 ? null : Math.max(...all);
}

function ByLevel({ found }: { found: Study }) {
  const levels = [...found.levels].sort((a, b) => a.clusters - b.clusters);
  const models = levels.some(({ tasks }) => tasks.length > 0);
  const line = (name: string, of: (level: (typeof levels)[number]) => number | null) => ({ type: "line" as const, name, symbolSize: 8, data: levels.map((level) => [level.clusters, of(level)]) });
  return (
    <Chart
      label={t("synthesis-study-title")}
      height={300}
      figures={{
        head: [t("synthesis-row-clusters"), t("synthesis-smallest"), t("synthesis-largest"), t("synthesis-attribution"), t("synthesis-two-mean"), t("synthesis-auc-real"), t("synthesis-auc-made")],
        rows: levels.map((level) => [number(level.clusters), number(level.smallest), number(level.largest), percent(level.attribution), percent(level.two_way, 2), figure(best(level, "original")), figure(best(level, "release"))]),
      }}
      option={{
        grid: { left: 60, right: 30, top: 70, bottom: 50 },
        legend: { top: 0, type: "scroll" },
        tooltip: { trigger: "axis", valueFormatter: (value: unknown) => figure(Number(value)) },
        xAxis: { type: "value", name: t("synthesis-row-clusters"), nameLocation: "middle", nameGap: 30, minInterval: 1, min: 1 },
        yAxis: { type: "value", min: 0, max: 1, axisLabel: { formatter: (value: number) => figure(value) } },
        series: [
          line(t("synthesis-attribution"), ({ attribution }) => attribution),
          line(t("synthesis-two-mean"), (level) => level.two_way),
          ...(models ? [line(t("synthesis-auc-made"), (level) => best(level, "release")), line(t("synthesis-auc-real"), (level) => best(level, "original"))] : []),
        ],
      }}
    />
  );
}

/// Where the co-clusterings of real and of fictitious rows send the same people.
function Agreement({ confusion }: { confusion: NonNullable<Study["confusion"]> }) {
  const names = confusion.shares.map((_, at) => String(at + 1));
  const others = (confusion.shares[0] ?? []).map((_, at) => String(at + 1));
  const cells = confusion.shares.flatMap((row, a) => row.map((value, b) => ({ a: names[a] ?? "", b: others[b] ?? "", value })));
  return (
    <>
      <h3>{t("synthesis-agreement")}</h3>
      <p class="quiet">{t("synthesis-agreement-lead", { share: percent(confusion.agreement) })}</p>
      <Heat label={t("synthesis-agreement")} names={names} others={others} cells={cells} said={(value) => percent(value, 0)} />
    </>
  );
}
