//! A table of figures as shades.

import { t } from "../language.ts";
import { Chart, colour } from "../parts/chart.tsx";

export interface Cell { a: string; b: string; value: number }

interface Properties {
  label: string;
  names: string[];
  /// Those of the other side, where they are others.
  others?: string[];
  cells: Cell[];
  said: (value: number) => string;
}

export function Heat({ label, names, others = names, cells, said }: Properties) {
  const most = Math.max(0.001, ...cells.map(({ value }) => value));
  // What is written on a strong colour is in that of the paper.
  const data = cells.map(({ a, b, value }) => ({ value: [others.indexOf(b), names.indexOf(a), value], label: { color: colour(value > most / 2 ? "paper" : "ink") } }));
  return (
    <Chart
      label={label}
      height={140 + 30 * names.length}
      figures={{ head: [t("synthesis-column"), t("synthesis-column-other"), label], rows: cells.map(({ a, b, value }) => [a, b, said(value)]) }}
      option={{
        grid: { left: 24, right: 10, top: 10, bottom: 60, containLabel: true },
        tooltip: { formatter: (at: unknown) => { const [x = 0, y = 0, value = 0] = (at as { value: number[] }).value; return `${names[y] ?? ""}, ${others[x] ?? ""}: ${said(value)}`; } },
        xAxis: { type: "category", data: others, axisLabel: { rotate: others.some((name) => name.length > 3) ? 45 : 0 } },
        yAxis: { type: "category", data: names, inverse: true },
        visualMap: { min: 0, max: most, orient: "horizontal", left: "center", bottom: 0, itemHeight: 120, itemWidth: 12, text: [said(most), said(0)], formatter: (value: unknown) => said(Number(value)), inRange: { color: [colour("paper"), colour("second")] }, textStyle: { color: colour("ink") } },
        series: [{ type: "heatmap", data, label: { show: names.length <= 8, formatter: (at: unknown) => said(((at as { value: number[] }).value)[2] ?? 0), fontSize: 11 }, itemStyle: { borderColor: colour("line"), borderWidth: 1 } }],
      }}
    />
  );
}
