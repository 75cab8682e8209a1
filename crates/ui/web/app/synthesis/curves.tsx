//! The two curves of co-clustering: the criterion as it falls, and the clusters' populations, on which a level is chosen.

import { useState } from "preact/hooks";
import { result } from "../api.ts";
import { figure, language, number, percent, seconds, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { Chart, colour } from "../parts/chart.tsx";
import type { Job } from "../types.ts";
import { draw, studied, study, tables } from "./state.ts";
import { isOver } from "../jobs.ts";
import type { Level } from "./types.ts";

/// The criterion, round by round; it grows while the search runs.
export function Falling({ job }: { job: Job }) {
  const curve = job.curve ?? [];
  if (curve.length === 0) return null;
  return (
    <>
      <h3>{t("synthesis-falling")}</h3>
      <p class="quiet">{t("synthesis-falling-lead")}</p>
      <Chart
        label={t("synthesis-falling")}
        height={220}
        figures={{ head: [t("synthesis-time"), t("synthesis-criterion")], rows: curve.map(([at, criterion]) => [seconds(at), figure(criterion)]) }}
        option={{
          grid: { left: 80, right: 30, top: 20, bottom: 45 },
          tooltip: { trigger: "axis", valueFormatter: (value: unknown) => figure(Number(value)) },
          xAxis: { type: "value", name: t("synthesis-time"), nameLocation: "middle", nameGap: 28, min: 0, axisLabel: { formatter: (at: number) => seconds(at) } },
          yAxis: { type: "value", scale: true, axisLabel: { formatter: (value: number) => figure(value) } },
          series: [{ type: "line", step: "end", data: curve, symbolSize: 5, name: t("synthesis-criterion") }],
        }}
      />
    </>
  );
}

/// For each number of clusters of rows the finest level, from one cluster up.
function steps(levels: Level[]): Level[] {
  const first = new Map<number, Level>();
  for (const level of levels) if (!first.has(level.row_clusters)) first.set(level.row_clusters, level);
  return [...first.values()].sort((a, b) => a.row_clusters - b.row_clusters);
}

/// The populations of clusters at each level, and a level to draw at.
export function Levels({ job }: { job: Job }) {
  const { value } = useLoaded(`${job.id} ${language.value}`, (stop) => result(job.id, "synthesize", stop));
  const [chosen, choose] = useState<number | null>(null);
  const made = value !== null && "levels" in value ? value : null;
  const levels = steps(made?.levels ?? []);
  if (made === null || levels.length < 2) return null;
  const place = Math.min(chosen ?? levels.length - 1, levels.length - 1);
  const level = levels[place];
  if (level === undefined) return null;
  const said = t("synthesis-level-said", { n: level.row_clusters, least: number(level.smallest), most: number(level.largest), share: percent(level.level, 0) });
  const busy = tables().some((other) => !isOver(other));
  const running = studied();
  return (
    <section class="card">
      <h2>{t("synthesis-level")}</h2>
      <p class="quiet">{t("synthesis-level-lead", { k: made.k })}</p>
      <Populations levels={levels} chosen={level} k={made.k} onChoose={choose} />
      <div class="pair">
        <input type="range" min={0} max={levels.length - 1} step={1} value={place} aria-label={t("synthesis-level-slider")} aria-valuetext={said} onInput={(event) => choose(Number(event.currentTarget.value))} />
        <output>{said}</output>
      </div>
      <p class="buttons"><button type="button" disabled={busy} onClick={() => void draw(job, level.row_clusters, { k: made.k, seed: made.seed, drop: made.dropped, rows: made.rows, keep_out: made.held_out_rows > 0 })}>{t("synthesis-level-draw", { n: level.row_clusters })}</button>
        <button type="button" disabled={running !== undefined && !isOver(running)} onClick={() => void study(job, levels.length, { seed: made.seed, drop: made.dropped })}>{t("synthesis-study")}</button></p>
      <p class="quiet">{t("synthesis-study-help")}</p>
    </section>
  );
}

function Populations({ levels, chosen, k, onChoose }: { levels: Level[]; chosen: Level; k: number; onChoose: (place: number) => void }) {
  const line = (name: string, of: (level: Level) => number) => ({ type: "line" as const, name, data: levels.map((level) => [level.row_clusters, of(level)]), symbolSize: 9 });
  return (
    <Chart
      label={t("synthesis-level")}
      height={300}
      onClick={onChoose}
      figures={{ head: [t("synthesis-row-clusters"), t("synthesis-smallest"), t("synthesis-largest"), t("synthesis-kept")], rows: levels.map((level) => [number(level.row_clusters), number(level.smallest), number(level.largest), percent(level.level, 0)]) }}
      option={{
        grid: { left: 70, right: 30, top: 40, bottom: 50 },
        legend: { top: 0 },
        tooltip: { trigger: "axis" },
        xAxis: { type: "value", name: t("synthesis-row-clusters"), nameLocation: "middle", nameGap: 30, minInterval: 1, min: 1 },
        yAxis: { type: "log", min: 10 ** Math.floor(Math.log10(Math.max(1, k))), axisLabel: { formatter: (value: number) => number(value) } },
        series: [
          {
            ...line(t("synthesis-smallest"), ({ smallest }) => smallest),
            markLine: { symbol: "none", animation: false, lineStyle: { color: colour("bad") }, data: [{ yAxis: k, label: { formatter: `k = ${number(k)}`, color: colour("ink"), position: "insideEndTop" as const } }, { xAxis: chosen.row_clusters, lineStyle: { color: colour("accent") }, label: { formatter: number(chosen.row_clusters), color: colour("ink") } }] },
          },
          line(t("synthesis-largest"), ({ largest }) => largest),
        ],
      }}
    />
  );
}
