//! The regions of a release over two quasi-identifiers, as boxes.

import { useState } from "preact/hooks";
import { get } from "../api.ts";
import { number, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { SelectField } from "../parts/form.tsx";
import { quasiIdentifiers } from "../state.ts";
import type { Job, Region } from "../types.ts";

const SIDE = { width: 900, height: 480, left: 90, bottom: 40, top: 10, right: 10 };

export function Regions({ job }: { job: Job }) {
  const columns = quasiIdentifiers.value;
  const [x, setX] = useState(columns[0] ?? "");
  const [y, setY] = useState(columns[1] ?? "");
  const { value, problem } = useLoaded(columns.length < 2 || x === y ? "" : JSON.stringify([job.id, x, y]), (stop) => get("/jobs/{id}/regions", { id: job.id, x, y }, stop));
  if (columns.length < 2) return <p class="quiet">{t("compare-regions-two")}</p>;
  const options = columns.map((name) => <option key={name} value={name}>{name}</option>);
  return (
    <>
      <p class="quiet">{t("compare-regions-help")}</p>
      <div class="fields">
        <SelectField label={t("compare-regions-x")} value={x} onChange={setX}>{options}</SelectField>
        <SelectField label={t("compare-regions-y")} value={y} onChange={setY}>{options}</SelectField>
      </div>
      {problem !== null && <p class="quiet">{problem.status === 404 || problem.status === 400 ? t("compare-unavailable") : (problem.errors[0] ?? t("app-gone"))}</p>}
      {value !== null && value.length > 0 && <Boxes regions={value} x={x} y={y} />}
    </>
  );
}

interface Axis { at: (region: Region) => [number, number]; low: string; high: string; least: number; most: number }

/// Numbers are themselves, and what may be anything spans them all; words have a place each.
function axis(regions: Region[], side: "x" | "y"): Axis {
  const label = (region: Region) => (side === "x" ? region.x_label : region.y_label);
  const spans = regions.flatMap((region) => (region[side] == null ? [] : [region[side]]));
  if (spans.length > 0 && regions.every((region) => region[side] != null || label(region) === "*")) {
    const [least, most] = [Math.min(...spans.map(([low]) => low)), Math.max(...spans.map(([, high]) => high))];
    return { at: (region) => region[side] ?? [least, most], low: number(least, 2), high: number(most, 2), least, most };
  }
  const words = [...new Set(regions.map(label))].sort();
  const at = (region: Region): [number, number] => [words.indexOf(label(region)), words.indexOf(label(region)) + 0.9];
  return { at, low: words[0] ?? "", high: words.at(-1) ?? "", least: 0, most: words.length };
}

function Boxes({ regions, x, y }: { regions: Region[]; x: string; y: string }) {
  const [across, up] = [axis(regions, "x"), axis(regions, "y")];
  const wide = SIDE.width - SIDE.left - SIDE.right;
  const tall = SIDE.height - SIDE.top - SIDE.bottom;
  const px = (value: number) => SIDE.left + ((value - across.least) / Math.max(1e-9, across.most - across.least)) * wide;
  const py = (value: number) => SIDE.top + tall - ((value - up.least) / Math.max(1e-9, up.most - up.least)) * tall;
  const boxes = regions.map((region) => {
    const [[x1, x2], [y1, y2]] = [across.at(region).map(px) as [number, number], up.at(region).map(py) as [number, number]];
    const [w, h] = [Math.max(6, x2 - x1), Math.max(6, y1 - y2)];
    return { region, left: (x1 + x2 - w) / 2, top: (y1 + y2 - h) / 2, w, h, density: region.rows / (w * h) };
  });
  const densest = Math.max(...boxes.map(({ density }) => density));
  return (
    <svg class="regions" viewBox={`0 0 ${SIDE.width} ${SIDE.height}`} role="img" aria-label={t("compare-regions-label", { n: regions.length, x, y })}>
      {boxes.sort((a, b) => b.w * b.h - a.w * a.h).map(({ region, left, top, w, h, density }, at) => (
        <rect key={at} x={left} y={top} width={w} height={h} style={{ fillOpacity: String(0.12 + 0.6 * Math.sqrt(density / densest)) }}>
          <title>{`${x} ${region.x_label}, ${y} ${region.y_label}: ${t("app-rows", { n: region.rows })}`}</title>
        </rect>
      ))}
      <text x={SIDE.left} y={SIDE.height - 16}>{across.low}</text>
      <text x={SIDE.width - SIDE.right} y={SIDE.height - 16} text-anchor="end">{across.high}</text>
      <text x={SIDE.left + wide / 2} y={SIDE.height - 10} text-anchor="middle" class="axis">{x}</text>
      <text x={SIDE.left - 8} y={SIDE.top + tall} text-anchor="end">{up.low}</text>
      <text x={SIDE.left - 8} y={SIDE.top + 12} text-anchor="end">{up.high}</text>
      <text x={SIDE.left - 8} y={SIDE.top + tall / 2} text-anchor="end" class="axis">{y}</text>
    </svg>
  );
}
