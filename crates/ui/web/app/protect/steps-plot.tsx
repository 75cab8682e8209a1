//! Risk and loss after each step, as lines.

import { percent, t } from "../language.ts";
import { Chart } from "../parts/chart.tsx";
import type { History } from "../types.ts";

export function Risks({ history }: { history: History }) {
  if (history.steps.length === 0) return null;
  const footings = [history.before, ...history.steps.map(({ after }) => after)];
  const names = footings.map((_, at) => (at === 0 ? t("steps-before") : String(at)));
  const lines = [
    { name: t("measure-max-risk"), data: footings.map(({ highest_risk: risk }) => risk) },
    { name: t("measure-mean-risk"), data: footings.map(({ mean_risk: risk }) => risk) },
    { name: t("measure-information-loss"), data: footings.map(({ information_loss: loss }) => loss) },
  ];
  const share = (value: unknown) => percent(Number(value), 0);
  return (
    <Chart
      label={t("steps-plot")}
      height={240}
      figures={{ head: [t("steps-step"), ...lines.map(({ name }) => name)], rows: names.map((name, at) => [name, ...lines.map(({ data }) => percent(data[at] ?? 0))]) }}
      option={{
        grid: { left: 60, right: 20, top: 40, bottom: 40 },
        legend: { top: 0 },
        tooltip: { trigger: "axis", valueFormatter: share },
        xAxis: { type: "category", data: names, name: t("steps-step"), nameLocation: "middle", nameGap: 26 },
        yAxis: { type: "value", min: 0, max: 1, axisLabel: { formatter: share } },
        series: lines.map(({ name, data }) => ({ type: "line" as const, name, data, symbolSize: 8 })),
      }}
    />
  );
}
