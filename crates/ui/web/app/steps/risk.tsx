//! Step 4: what somebody could do with the table as it is.

import { useEffect, useState } from "preact/hooks";
import { Problem, result } from "../api.ts";
import { isOver, jobs, startJob } from "../jobs.ts";
import { figure, known, language, number, percent, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { Chart } from "../parts/chart.tsx";
import { Notes, Problems } from "../parts/problems.tsx";
import { Announce, Progress } from "../parts/progress.tsx";
import { Onward, Title } from "../parts/title.tsx";
import { Outliers } from "../parts/outliers.tsx";
import { dataset, project, quasiIdentifiers, saved } from "../state.ts";
import type { Bin, Job, RiskReport } from "../types.ts";

export function Risk() {
  const columns = quasiIdentifiers.value;
  const job = jobs.value.filter(({ kind, state }) => kind === "risk" && state !== "cancelled").at(-1);
  const [problem, setProblem] = useState<Problem | null>(null);
  const run = async () => {
    const id = dataset.value?.id;
    if (id === undefined || project.value === null) return;
    setProblem(null);
    try {
      await saved();
      await startJob(id, { kind: "risk", name: t("risk-job"), project: project.value });
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem(0, [String(error)], []));
    }
  };
  useEffect(() => {
    if (job === undefined && columns.length > 0) void run();
  }, [dataset.value?.id]);
  return (
    <>
      <Title title={t("risk-title")}>{t("risk-lead")}</Title>
      {columns.length === 0 && <div class="notice bad" role="alert">{t("risk-no-qi")}</div>}
      {problem !== null && <Problems problem={problem} />}
      <Announce job={job} />
      {job !== undefined && !isOver(job) && <Progress job={job} />}
      {job !== undefined && job.errors.length > 0 && <Problems problem={new Problem(400, job.errors, [])} />}
      {job !== undefined && job.state === "done" && <Result job={job} onAgain={() => void run()} />}
      <Onward step="protect" />
    </>
  );
}

function Result({ job, onAgain }: { job: Job; onAgain: () => void }) {
  const { value: report, problem } = useLoaded(`${job.id} ${language.value}`, (stop) => result(job.id, "risk", stop));
  if (problem !== null) return <Problems problem={problem} />;
  if (report === null) return <p class="quiet">{t("app-loading")}</p>;
  const several = report.people != null;
  const counted = t(several ? "risk-people" : "risk-rows");
  const stale = report.quasi_identifiers.join("\n") !== quasiIdentifiers.value.join("\n");
  return (
    <>
      <p>{stale && <b class="warn">{t("risk-stale")} </b>}<button type="button" onClick={onAgain}>{t("risk-again")}</button></p>
      <Verdict report={report} />
      <Notes notes={report.notes} />
      <div class="side-by-side">
        <Histogram title={t("risk-sizes")} label={t(several ? "risk-sizes-label-people" : "risk-sizes-label")} axis={t("risk-size")} counted={counted} bins={report.class_sizes} words={sizeWords} />
        <Histogram title={t("risk-distribution")} label={t(several ? "risk-distribution-label-people" : "risk-distribution-label")} axis={t("risk-share")} counted={counted} bins={report.risk_distribution} words={shareWords} />
      </div>
      <div class="side-by-side"><Attributes report={report} /><Combinations /></div>
      <Outliers key={job.id} report={report} />
    </>
  );
}

function readingWords(reading: string): string {
  const key = `risk-reading-${reading}`;
  return known(key) ? t(key) : reading;
}

function Verdict({ report }: { report: RiskReport }) {
  const { verdict, quick_estimate: quick } = report;
  return (
    <section class="card">
      <h2>{t("risk-verdict")} <span class={`mark ${verdict.reading === "high" ? "bad" : verdict.reading === "low" ? "good" : "busy"}`}>{readingWords(verdict.reading)}</span></h2>
      <ul class="numbers">
        <li><b>{number(report.uniques)}</b><span>{t("risk-alone")} ({percent(report.unique_share)})</span><small>{t("risk-alone-help", { columns: report.quasi_identifiers.join(", ") })}</small></li>
        <li><b>{figure(report.privacy.k)}</b><span>{t("risk-k")}</span><small>{t("risk-k-help")}</small></li>
        <li><b>{percent(report.risk.prosecutor.mean)}</b><span>{t("risk-mean")}</span><small>{t("risk-mean-help")}</small></li>
        {report.risk.individual != null && <li><b>{figure(report.risk.individual.expected)}</b><span>{t("risk-expected")} ({percent(report.risk.individual.mean, 2)})</span><small>{t("risk-expected-help", { most: percent(report.risk.individual.max, 1) })}</small></li>}
        {report.risk.household != null && <li><b>{percent(report.risk.household.max)}</b><span>{t("risk-household")}</span><small>{t("risk-household-help", { mean: percent(report.risk.household.mean, 2) })}</small></li>}
        <li><b>{readingWords(quick.reading)}</b><span>{t("risk-quick")}</span><small>{t("risk-quick-help", { estimator: figure(quick.estimator) })}</small></li>
      </ul>
      <ul>{verdict.sentences.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>
    </section>
  );
}

const sizeWords = ({ from, to }: Bin) => (to === undefined || to === null ? t("risk-more", { n: from }) : from === to ? number(from) : `${number(from)}–${number(to)}`);
const shareWords = ({ from, to }: Bin) => `${percent(from)}–${percent(to ?? 1)}`;

function Histogram({ title, label, axis, counted, bins, words }: { title: string; label: string; axis: string; counted: string; bins: Bin[]; words: (bin: Bin) => string }) {
  return (
    <section class="card">
      <h2>{title}</h2>
      <Chart
        label={label}
        figures={{ head: [axis, counted], rows: bins.map((bin) => [words(bin), bin.rows]) }}
        option={{
          grid: { left: 60, right: 10, top: 30, bottom: 70 },
          tooltip: { trigger: "axis" },
          xAxis: { type: "category", data: bins.map(words), name: axis, nameLocation: "middle", nameGap: 52, axisLabel: { rotate: 35, interval: 0 } },
          yAxis: { type: "value", name: counted, minInterval: 1 },
          series: [{ type: "bar", data: bins.map(({ rows }) => rows), barMaxWidth: 48 }],
        }}
      />
    </section>
  );
}

function Attributes({ report }: { report: RiskReport }) {
  const sorted = [...report.attributes].sort((a, b) => b.contribution - a.contribution);
  const most = Math.max(1e-9, ...sorted.map(({ contribution }) => contribution));
  return (
    <section class="card">
      <h2>{t("risk-attributes")}</h2>
      <p class="quiet">{t("risk-attributes-help")}</p>
      <ul class="ranking">{sorted.map(({ attribute, contribution }) => (
        <li key={attribute}><span>{attribute}</span><meter min={0} max={most} value={Math.max(0, contribution)} aria-label={attribute} /><b>{percent(contribution)}</b></li>
      ))}</ul>
    </section>
  );
}

/// Combinations of the dataset's first look.
function Combinations() {
  const list = dataset.value?.combinations ?? [];
  if (list.length === 0) return null;
  return (
    <section class="card">
      <h2>{t("risk-combinations")}</h2>
      <p class="quiet">{t("risk-combinations-help")}</p>
      <ul class="ranking">{list.slice(0, 8).map((each) => (
        <li key={each.attributes.join(" ")}><span>{each.attributes.join(" + ")}</span><b>{percent(each.unique_share)}</b></li>
      ))}</ul>
    </section>
  );
}
