//! The measures of all releases: a plot of risk against loss, and a table.

import { figure, number, percent, seconds, t } from "../language.ts";
import { Chart, colour } from "../parts/chart.tsx";
import { VerdictCard } from "../parts/verdict.tsx";
import type { Candidate } from "../steps/compare.tsx";
import type { Report } from "../types.ts";

interface Properties { list: Candidate[]; chosen: string; onChoose: (id: string) => void }

export function Measures({ list, chosen, onChoose }: Properties) {
  return (
    <div class="side-by-side wide-right">
      <section class="card"><h2>{t("compare-plot")}</h2><Plot list={list} chosen={chosen} onChoose={onChoose} />
        <ol class="plot-key">{list.map(({ job }) => <li key={job.id}><button type="button" aria-pressed={job.id === chosen} onClick={() => onChoose(job.id)}>{job.name}</button></li>)}</ol>
      </section>
      <section class="card"><h2>{t("compare-measures")}</h2><Table list={list} chosen={chosen} onChoose={onChoose} /></section>
    </div>
  );
}

// Where no quasi-identifier is named, nothing is measured.
const risk = (report: Report) => report.risk?.prosecutor.max ?? null;
const loss = (report: Report) => report.utility?.information_loss ?? null;

/// The numbers of all releases at the same place, which hide each other.
function numbered(points: { value: number[] }[], index: number): string {
  const near = (a: number, b: number) => Math.abs(a - b) < 0.004;
  const [x = 0, y = 0] = points[index]?.value ?? [];
  const here = points.flatMap(({ value: [otherX = 0, otherY = 0] }, at) => (near(x, otherX) && near(y, otherY) ? [at + 1] : []));
  return here.join(" ");
}

/// The end of an axis: a round figure above the largest value, and never above the whole.
function roomy(values: number[]): number {
  const most = Math.max(...values) * 1.15;
  return [0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8].find((end) => end >= most) ?? 1;
}

function Plot({ list, chosen, onChoose }: Properties) {
  const points = list.map(({ job, report }) => ({
    name: job.name,
    value: [loss(report) ?? 0, risk(report) ?? Number.NaN],
    symbolSize: job.id === chosen ? 30 : 24,
    itemStyle: { opacity: job.id === chosen ? 1 : 0.55 },
  }));
  const share = (value: number) => percent(value, 0);
  return (
    <Chart
      label={t("compare-plot")}
      height={300}
      figures={{ head: ["", t("compare-loss"), t("compare-risk")], rows: list.map(({ job, report }) => [job.name, percent(loss(report) ?? 0), shared(risk(report))]) }}
      onClick={(index) => { const one = list[index]; if (one !== undefined) onChoose(one.job.id); }}
      option={{
        grid: { left: 60, right: 40, top: 30, bottom: 50 },
        tooltip: { formatter: (at: unknown) => (at as { name: string }).name },
        xAxis: { type: "value", name: t("compare-loss"), nameLocation: "middle", nameGap: 30, min: 0, max: roomy(list.map(({ report }) => loss(report) ?? 0)), axisLabel: { formatter: share } },
        yAxis: { type: "value", name: t("compare-risk"), nameLocation: "end", nameTextStyle: { align: "left" }, min: 0, max: roomy(list.map(({ report }) => risk(report) ?? 0)), axisLabel: { formatter: share } },
        series: [{ type: "scatter", data: points, label: { show: true, position: "inside", formatter: (at: unknown) => numbered(points, (at as { dataIndex: number }).dataIndex), color: colour("accent-ink"), fontWeight: "bold" } }],
      }}
    />
  );
}

const least = (values: Record<string, number> | undefined) => (values === undefined || Object.keys(values).length === 0 ? null : Math.min(...Object.values(values)));
const most = (values: Record<string, number> | undefined) => (values === undefined || Object.keys(values).length === 0 ? null : Math.max(...Object.values(values)));
const used = (report: Report, name: "precision" | "average_class_size" | "discernibility") => report.utility?.[name] ?? null;
const counted = (value: number | undefined) => (value === undefined ? "–" : number(value));
const weighed = (report: Report, which: "individual" | "household") => report.verdict?.survey?.[which]?.after ?? null;
const shared = (value: number | null) => (value === null ? "–" : percent(value));

function lines(list: Candidate[]): [string, (candidate: Candidate) => string][] {
  const survey: [string, (candidate: Candidate) => string][] = [
    [t("measure-individual-risk"), ({ report }) => shared(weighed(report, "individual"))],
    [t("measure-household-risk"), ({ report }) => shared(weighed(report, "household"))],
  ];
  return [
    [t("compare-k"), ({ report }) => figure(report.privacy?.k)],
    [t("compare-l"), ({ report }) => figure(least(report.privacy?.l))],
    [t("compare-t"), ({ report }) => figure(most(report.privacy?.t))],
    [t("measure-max-risk"), ({ report }) => shared(risk(report))],
    [t("measure-mean-risk"), ({ report }) => shared(report.risk?.prosecutor.mean ?? null)],
    ...(list.some(({ report }) => report.verdict?.survey != null) ? survey : []),
    [t("measure-information-loss"), ({ report }) => shared(loss(report))],
    [t("compare-precision"), ({ report }) => shared(used(report, "precision"))],
    [t("compare-average"), ({ report }) => figure(used(report, "average_class_size"))],
    [t("compare-discernibility"), ({ report }) => figure(used(report, "discernibility"))],
    [t("compare-classes"), ({ report }) => counted(report.classes)],
    [t("compare-left"), ({ report }) => counted(report.suppressed_rows)],
    [t("compare-time"), ({ job }) => seconds(job.seconds)],
  ];
}

function Table({ list, chosen, onChoose }: Properties) {
  return (
    <div class="scroll whole" tabIndex={0} role="region" aria-label={t("compare-measures")}>
      <table class="figures measures">
        <thead><tr><th scope="col">{t("compare-measure")}</th>{list.map(({ job }) => (
          <th key={job.id} scope="col" class={job.id === chosen ? "chosen" : ""}><button type="button" aria-pressed={job.id === chosen} onClick={() => onChoose(job.id)}>{job.name}</button></th>
        ))}</tr></thead>
        <tbody>
          <tr><th scope="row">{t("compare-verdict")}</th>{list.map(({ job, report }) => <td key={job.id}>{report.verdict != null && <VerdictCard verdict={report.verdict} />}</td>)}</tr>
          <tr><th scope="row">{t("compare-guarantees")}</th>{list.map(({ job, report }) => (
            <td key={job.id}>{(report.guarantees ?? []).map(([name, holds]) => <span key={name} class={`mark ${holds ? "good" : "bad"}`}>{t(holds ? "compare-holds" : "compare-fails", { name })}</span>)}</td>
          ))}</tr>
          {lines(list).map(([name, value]) => (
            <tr key={name}><th scope="row">{name}</th>{list.map((candidate) => <td key={candidate.job.id} class="number">{value(candidate)}</td>)}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
