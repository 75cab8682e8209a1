//! Intervals: by widths, by a number, or by bounds that are handles on the histogram.

import { useRef } from "preact/hooks";
import { number, t } from "../language.ts";
import { NumberField, SelectField, TextField } from "../parts/form.tsx";
import { isNumeric } from "../parts/preview.tsx";
import type { Column, Preview, Spec } from "../types.ts";
import type { FormProperties } from "./editor.tsx";
import { numbers, put, shown } from "./forms.tsx";

type Cut = "widths" | "bounds" | "count";

function cutOf(spec: Spec): Cut {
  if (spec["count"] !== undefined) return "count";
  return Array.isArray(spec["bounds"]) && spec["bounds"].length > 0 ? "bounds" : "widths";
}

/// The span of the values, from the preview, whose first column has them all.
function span(preview: Preview | null): [number, number] {
  const values = (preview?.rows ?? []).map((row) => Number((row[0] ?? "").replace(",", "."))).filter(Number.isFinite);
  return values.length === 0 ? [0, 100] : [Math.min(...values), Math.max(...values)];
}

/// All bounds but those of another way to cut.
function cleared(spec: Spec): Spec {
  return ["width", "widths", "bounds", "count", "equal", "factor"].reduce((next, key) => put(next, key, null), spec);
}

export function IntervalsForm({ spec, column, preview, onChange }: FormProperties) {
  const cut = cutOf(spec);
  const numeric = isNumeric(column.kind);
  const [least, most] = span(preview);
  const choose = (next: Cut) => {
    const base = cleared(spec);
    if (next === "widths") onChange({ ...base, widths: [5, 10, 20] });
    else if (next === "count") onChange({ ...base, count: 5, factor: 2 });
    else onChange({ ...base, bounds: [1, 2, 3, 4].map((part) => Math.round(least + ((most - least) * part) / 5)), factor: 2 });
  };
  const widths = [...(typeof spec["width"] === "number" ? [spec["width"]] : []), ...(Array.isArray(spec["widths"]) ? spec["widths"] : [])];
  return (
    <>
      <div class="fields">
        <SelectField label={t("hierarchies-cut")} value={cut} onChange={(next) => choose(next as Cut)}>
          <option value="widths">{t("hierarchies-cut-widths")}</option>
          {numeric && <option value="bounds">{t("hierarchies-cut-bounds")}</option>}
          <option value="count">{t("hierarchies-cut-count")}</option>
        </SelectField>
        {cut === "widths" && <TextField label={t("hierarchies-widths")} help={t("hierarchies-widths-help")} value={shown(widths)} onChange={(text) => onChange(put(put(spec, "width", null), "widths", numbers(text)))} />}
        {cut === "count" && <Count spec={spec} onChange={onChange} />}
        {cut !== "widths" && <NumberField label={t("hierarchies-factor")} value={typeof spec["factor"] === "number" ? spec["factor"] : null} least={2} onChange={(value) => onChange(put(spec, "factor", value))} />}
      </div>
      {cut === "bounds" && <Bounds spec={spec} column={column} least={least} most={most} onChange={onChange} />}
    </>
  );
}

function Count({ spec, onChange }: { spec: Spec; onChange: (spec: Spec) => void }) {
  return (
    <>
      <NumberField label={t("hierarchies-count")} value={typeof spec["count"] === "number" ? spec["count"] : null} least={1} onChange={(value) => onChange(put(spec, "count", value ?? 1))} />
      <SelectField label={t("hierarchies-equal")} value={String(spec["equal"] ?? "width")} onChange={(value) => onChange(put(spec, "equal", value))}>
        <option value="width">{t("hierarchies-equal-width")}</option><option value="frequency">{t("hierarchies-equal-frequency")}</option>
      </SelectField>
    </>
  );
}

const WIDE = 600;
const TALL = 120;

/// The histogram with a handle at each bound; a handle is a slider for mouse and keyboard.
function Bounds({ spec, column, least, most, onChange }: { spec: Spec; column: Column; least: number; most: number; onChange: (spec: Spec) => void }) {
  const drawing = useRef<SVGSVGElement>(null);
  const bounds = (Array.isArray(spec["bounds"]) ? spec["bounds"] : []).map(Number);
  const reach = Math.max(1e-9, most - least);
  const x = (value: number) => ((value - least) / reach) * WIDE;
  const set = (next: number[]) => onChange({ ...spec, bounds: [...new Set(next)].sort((a, b) => a - b) });
  const step = column.kind === "integer" ? 1 : reach / 200;
  const rounded = (value: number) => Number((Math.round(value / step) * step).toPrecision(12));
  const within = (at: number, value: number) => Math.min(bounds[at + 1] !== undefined ? bounds[at + 1]! - step : most, Math.max(at > 0 ? bounds[at - 1]! + step : least, value));
  const move = (at: number, value: number) => set(bounds.map((bound, place) => (place === at ? rounded(within(at, value)) : bound)));
  const drag = (at: number) => (event: PointerEvent) => {
    const handle = event.currentTarget as Element;
    const box = drawing.current?.getBoundingClientRect();
    if (box === undefined || !handle.hasPointerCapture(event.pointerId)) return;
    move(at, least + ((event.clientX - box.left) / box.width) * reach);
  };
  const key = (at: number) => (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowRight: step, PageDown: -10 * step, PageUp: 10 * step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(at, (bounds[at] ?? 0) + by);
  };
  const tallest = Math.max(1, ...column.histogram.map(({ count }) => count));
  const bar = WIDE / Math.max(1, column.histogram.length);
  return (
    <div class="bounds">
      <p class="quiet">{t("hierarchies-bounds-help")}</p>
      <svg ref={drawing} viewBox={`0 -4 ${WIDE} ${TALL + 28}`}>
        {column.histogram.map(({ count }, at) => <rect key={at} class="bar" x={at * bar} width={Math.max(1, bar - 1)} y={TALL - (count / tallest) * TALL} height={(count / tallest) * TALL} />)}
        {bounds.map((bound, at) => (
          <g key={at} class="handle" transform={`translate(${x(bound)} 0)`} tabindex={0} role="slider" aria-label={t("hierarchies-bound", { n: at + 1 })} aria-valuemin={least} aria-valuemax={most} aria-valuenow={bound}
            onKeyDown={key(at)} onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)} onPointerMove={drag(at)}>
            <line y1={0} y2={TALL} /><circle cy={TALL + 2} r={8} /><text y={TALL + 22} text-anchor="middle">{number(bound, 2)}</text>
          </g>
        ))}
      </svg>
      <p class="buttons">
        <button type="button" onClick={() => set([...bounds, rounded(((bounds.at(-1) ?? least) + most) / 2)])}>{t("hierarchies-bound-add")}</button>
        <button type="button" disabled={bounds.length < 2} onClick={() => set(bounds.slice(0, -1))}>{t("hierarchies-bound-remove")}</button>
      </p>
    </div>
  );
}
