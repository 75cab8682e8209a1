//! A chart of ECharts, drawn as SVG in the colours of the page, with its figures as a table for those who do not see it.

import * as echarts from "echarts";
import { useEffect, useRef } from "preact/hooks";
import { language, t } from "../language.ts";
import { isDark } from "../theme.ts";

export interface Figures { head: string[]; rows: (string | number)[][] }

interface Properties {
  option: echarts.EChartsOption;
  label: string;
  figures: Figures;
  height?: number;
  /// The colour of the first series.
  tone?: string;
  onClick?: (index: number) => void;
}

export function Chart({ option, label, figures, height = 260, tone = "accent", onClick }: Properties) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<echarts.ECharts | null>(null);
  const dark = isDark();
  useEffect(() => {
    if (place.current === null) return;
    const made = echarts.init(place.current, undefined, { renderer: "svg", locale: "EN" });
    chart.current = made;
    const watch = new ResizeObserver(() => made.resize());
    watch.observe(place.current);
    return () => {
      watch.disconnect();
      made.dispose();
    };
  }, []);
  useEffect(() => {
    chart.current?.setOption(dressed(option, tone), true);
  }, [option, dark, language.value]);
  useEffect(() => {
    const made = chart.current;
    if (made === null || onClick === undefined) return;
    made.on("click", (event) => onClick(event.dataIndex));
    return () => void made.off("click");
  }, [onClick]);
  return (
    <figure class="chart">
      <div ref={place} style={{ height: `${height}px` }} role="img" aria-label={label} />
      <details><summary>{t("chart-table")}</summary><FigureTable figures={figures} /></details>
    </figure>
  );
}

export function FigureTable({ figures }: { figures: Figures }) {
  return (
    <table class="figures">
      <thead><tr>{figures.head.map((name) => <th key={name} scope="col">{name}</th>)}</tr></thead>
      <tbody>{figures.rows.map((row, at) => <tr key={at}>{row.map((cell, column) => <td key={column} class={typeof cell === "number" ? "number" : ""}>{cell}</td>)}</tr>)}</tbody>
    </table>
  );
}

/// A colour of the page's style.
export function colour(name: string): string {
  const probe = document.createElement("span");
  probe.style.color = `var(--${name})`;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}

const FONT = "system-ui, sans-serif";

function dressed(option: echarts.EChartsOption, tone: string): echarts.EChartsOption {
  const [ink, quiet, line, paper] = [colour("ink"), colour("quiet"), colour("line"), colour("paper")];
  const axis = {
    axisLabel: { color: quiet },
    nameTextStyle: { color: quiet },
    axisLine: { lineStyle: { color: line } },
    splitLine: { lineStyle: { color: line } },
  };
  const both = (given: unknown) => merged(axis, given);
  return {
    animation: false,
    textStyle: { fontFamily: FONT, color: ink },
    color: [colour(tone), colour("second"), colour("third"), colour("bad")],
    ...option,
    xAxis: both(option.xAxis) as echarts.EChartsOption["xAxis"],
    yAxis: both(option.yAxis) as echarts.EChartsOption["yAxis"],
    legend: merged({ textStyle: { color: ink } }, option.legend) as echarts.EChartsOption["legend"],
    tooltip: merged({ backgroundColor: paper, borderColor: line, textStyle: { color: ink } }, option.tooltip) as echarts.EChartsOption["tooltip"],
  } as echarts.EChartsOption;
}

/// What is given, over what the page's style says; inner settings are put together in the same way.
function merged(base: Record<string, unknown>, given: unknown): unknown {
  if (given === undefined || given === null) return undefined;
  const all: Record<string, unknown> = { ...base };
  for (const [key, value] of Object.entries(given)) {
    const inner = base[key];
    const both = typeof inner === "object" && inner !== null && typeof value === "object" && value !== null;
    all[key] = both ? merged(inner as Record<string, unknown>, value) : value;
  }
  return all;
}
