//! Regions of a space over two of its dimensions: rows as numbered points, regions as boxes around theirs.

import { useState } from "preact/hooks";
import { t } from "../language.ts";
import { SelectField } from "../parts/form.tsx";
import type { Explanation, ToldStep } from "./types.ts";

const SIDE = 560;
const EDGE = 46;

interface Point { row: number; x: number; y: number; group: number }

/// The rows of a state where they stand on two dimensions; those at the same place side by side.
function points(told: Explanation, step: ToldStep, x: number, y: number): Point[] {
  const wide = SIDE - 2 * EDGE;
  const taken = new Map<string, number>();
  return (step.state.tables[0]?.rows ?? []).flatMap((row, at) => {
    const place = told.setting.positions[at];
    if (place === undefined || row.group == null) return [];
    const [px, py] = [EDGE + (place[x] ?? 0) * wide, SIDE - EDGE - (place[y] ?? 0) * wide];
    const key = `${px} ${py}`;
    const before = taken.get(key) ?? 0;
    taken.set(key, before + 1);
    return [{ row: row.row ?? at + 1, x: px + before * 20, y: py, group: row.group }];
  });
}

export function Regions({ told, step }: { told: Explanation; step: ToldStep }) {
  const names = told.setting.quasi_identifiers;
  const [x, setX] = useState(0);
  const [y, setY] = useState(Math.min(1, names.length - 1));
  const all = points(told, step, x, y);
  const groups = [...new Set(all.map(({ group }) => group))].sort((a, b) => a - b);
  const boxes = groups.map((group) => {
    const own = all.filter((point) => point.group === group);
    const [left, right] = [Math.min(...own.map((point) => point.x)), Math.max(...own.map((point) => point.x))];
    const [top, bottom] = [Math.min(...own.map((point) => point.y)), Math.max(...own.map((point) => point.y))];
    return { group, left: left - 15, top: top - 15, wide: right - left + 30, tall: bottom - top + 30 };
  });
  const options = names.map((name, at) => <option key={name} value={String(at)}>{name}</option>);
  return (
    <div>
      <p class="quiet">{t("explain-regions")}</p>
      {names.length > 1 && (
        <div class="fields">
          <SelectField label={t("explain-x")} value={String(x)} onChange={(value) => setX(Number(value))}>{options}</SelectField>
          <SelectField label={t("explain-y")} value={String(y)} onChange={(value) => setY(Number(value))}>{options}</SelectField>
        </div>
      )}
      <svg class="space-of-rows" viewBox={`0 0 ${SIDE} ${SIDE}`} role="img" aria-label={t("explain-regions-label", { n: groups.length, x: names[x] ?? "", y: names[y] ?? "" })}>
        {boxes.map(({ group, left, top, wide, tall }) => (
          <g key={group}><rect class={`box hue-${group % 6}`} x={left} y={top} width={wide} height={tall} rx="6" /><text class="number" x={left + 4} y={top - 4}>{group}</text></g>
        ))}
        {all.map(({ row, x: px, y: py, group }) => <g key={row}><circle class={`point hue-${group % 6}`} cx={px} cy={py} r="10" /><text x={px} y={py + 4} text-anchor="middle">{row}</text></g>)}
        <text class="axis" x={SIDE / 2} y={SIDE - 8} text-anchor="middle">{names[x]} →</text>
        <text class="axis" x="12" y={SIDE / 2} text-anchor="middle" transform={`rotate(-90 12 ${SIDE / 2})`}>{names[y]} →</text>
      </svg>
    </div>
  );
}
