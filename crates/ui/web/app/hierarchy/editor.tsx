//! The editor of a column's hierarchy: a way to build it, its settings, and what becomes of the values.

import { useEffect, useState } from "preact/hooks";
import { address, get, getText, Problem, putText, send } from "../api.ts";
import { t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { Problems } from "../parts/problems.tsx";
import { changeProject, dataset, project } from "../state.ts";
import type { Column, Preview, Spec } from "../types.ts";
import { DatesForm, FrequencyForm, MaskingForm, OrderForm } from "./forms.tsx";
import { GroupsForm } from "./groups.tsx";
import { IntervalsForm } from "./intervals.tsx";
import { Levels } from "./levels.tsx";

const WAYS = ["intervals", "masking", "dates", "order", "groups", "frequency"] as const;
type Way = (typeof WAYS)[number];

const STARTS: Record<Way, Omit<Spec, "type">> = {
  intervals: { widths: [5, 10, 20] },
  masking: { from: "right" },
  dates: { levels: ["month", "year"] },
  order: { sizes: [2, 4] },
  groups: { levels: [[]] },
  frequency: { rows: 10 },
};

function fits(way: Way, kind: string): boolean {
  const time = kind === "date" || kind === "datetime";
  if (way === "intervals") return time || kind === "integer" || kind === "decimal";
  return way !== "dates" || time;
}

export interface FormProperties { spec: Spec; column: Column; preview: Preview | null; onChange: (spec: Spec) => void }

export function Editor({ column }: { column: Column }) {
  const id = dataset.value?.id ?? "";
  const kept = project.value?.hierarchies[column.name];
  const [spec, setSpec] = useState<Spec | null>(specOf(kept));
  // Another part of the page may have changed what is kept.
  useEffect(() => setSpec((now) => specOf(kept) ?? now), [JSON.stringify(kept)]);
  const imported = typeof kept === "string" && spec === null;
  const wanted = spec === null ? null : cleaned(spec);
  const body = wanted !== null ? { column: column.name, spec: wanted } : { column: column.name };
  const shown = useLoaded(JSON.stringify([id, body, imported]), async (stop) => {
    await new Promise((resolve) => setTimeout(resolve, spec === null ? 0 : 200));
    const rows = imported ? { rows: lines(await getText(place(id, column.name))) } : {};
    if (wanted !== null && isEmpty(wanted)) return plain(id, column.name, stop);
    return send("POST", "/datasets/{id}/hierarchies/preview", { id }, { ...body, ...rows }, stop);
  });
  useEffect(() => {
    if (spec !== null || imported) return;
    const proposed = shown.value?.spec;
    // Not over what was chosen in the meantime.
    if (proposed != null) setSpec((now) => now ?? proposed);
    // Where nothing can be proposed, people know better.
    else if (shown.value !== null) setSpec((now) => now ?? { type: "groups", ...STARTS.groups });
  }, [shown.value, shown.problem]);
  const [before, remember] = useState<Preview | null>(null);
  useEffect(() => { if (shown.value !== null) remember(shown.value); }, [shown.value]);
  const preview = shown.value ?? before;
  const used = wanted !== null && JSON.stringify(kept) === JSON.stringify(wanted);
  const choose = (way: Way) => setSpec({ type: way, ...STARTS[way] });
  return (
    <section class="card editor">
      <fieldset class="segments">
        <legend>{t("hierarchies-way", { name: column.name })}</legend>
        {WAYS.filter((way) => fits(way, column.kind)).map((way) => (
          <label key={way} class={spec?.type === way ? "chosen" : ""}><input type="radio" name="way" checked={spec?.type === way} onChange={() => choose(way)} />{t(`hierarchies-${way}`)}</label>
        ))}
      </fieldset>
      {imported && <p>{t("hierarchies-imported", { name: column.name })}</p>}
      {spec !== null && <Form spec={spec} column={column} preview={preview} onChange={setSpec} />}
      <p class="buttons">
        <button type="button" class="button main" disabled={wanted === null || isEmpty(wanted) || used || shown.problem !== null} onClick={() => keep(column.name, wanted)}>{used ? t("hierarchies-kept") : t("hierarchies-keep")}</button>
        {kept !== undefined && <button type="button" onClick={() => drop(column.name)}>{t("hierarchies-drop")}</button>}
        <Import column={column.name} onDone={() => setSpec(null)} />
        {kept !== undefined && <a class="button" href={address(place(id, column.name))} download={`${column.name}.csv`}>{t("hierarchies-export")}</a>}
      </p>
      {shown.problem !== null && <Problems problem={shown.problem} />}
      {preview !== null && <Levels preview={preview} />}
    </section>
  );
}

function place(id: string, column: string): string {
  return `/datasets/${id}/hierarchies/${encodeURIComponent(column)}.csv`;
}

/// The cells of a hierarchy file as the server writes it: semicolons, quotes where a cell needs them.
function lines(text: string): string[][] {
  const cell = /("(?:[^"]|"")*"|[^;]*)(;|$)/gy;
  return text.split(/\r?\n/).filter((line) => line !== "").map((line) => {
    const cells: string[] = [];
    cell.lastIndex = 0;
    for (let found = cell.exec(line); found !== null; found = cell.exec(line)) {
      const [, content = "", end] = found;
      cells.push(content.startsWith('"') ? content.slice(1, -1).replaceAll('""', '"') : content);
      if (end === "") break;
    }
    return cells;
  });
}

/// Groups that nobody is in yet are on the page only.
function cleaned(spec: Spec): Spec {
  if (spec.type !== "groups" || !Array.isArray(spec["levels"])) return spec;
  const levels = (spec["levels"] as { members: string[] }[][]).map((level) => level.filter(({ members }) => members.length > 0));
  return { ...spec, levels: levels.filter((level) => level.length > 0) };
}

/// How a hierarchy is built, where it is not a file.
function specOf(kept: string | Record<string, unknown> | undefined): Spec | null {
  return typeof kept === "object" && isSpec(kept) ? kept : null;
}

function isSpec(kept: Record<string, unknown>): kept is Spec {
  return typeof kept["type"] === "string";
}

/// Own groups of which none has a member yet.
function isEmpty(spec: Spec): boolean {
  return spec.type === "groups" && Array.isArray(spec["levels"]) && spec["levels"].length === 0;
}

/// The values by themselves, under "anything"; any order has them all.
async function plain(id: string, column: string, stop: AbortSignal): Promise<Preview> {
  const spec = { type: "order", sizes: [2] };
  const { rows } = await send("POST", "/datasets/{id}/hierarchies/preview", { id }, { column, spec }, stop);
  return { spec: null, rows: rows.map(([value = ""]) => [value, "*"]), levels: [] };
}

function keep(name: string, spec: Spec | null): void {
  if (spec !== null) changeProject((next) => void (next.hierarchies[name] = spec));
}

function drop(name: string): void {
  changeProject((next) => void delete next.hierarchies[name]);
}

function Form(properties: FormProperties) {
  switch (properties.spec.type) {
    case "intervals": return <IntervalsForm {...properties} />;
    case "masking": return <MaskingForm {...properties} />;
    case "dates": return <DatesForm {...properties} />;
    case "order": return <OrderForm {...properties} />;
    case "groups": return <GroupsForm {...properties} />;
    case "frequency": return <FrequencyForm {...properties} />;
    default: return null;
  }
}

/// A hierarchy file: `value;level 1;…;*`.
function Import({ column, onDone }: { column: string; onDone: () => void }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const read = async (file: File | undefined) => {
    const id = dataset.value?.id;
    if (file === undefined || id === undefined) return;
    setProblem(null);
    try {
      await putText(place(id, column), await file.text(), "text/csv");
      project.value = await get("/datasets/{id}/project", { id });
      onDone();
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem(0, [String(error)], []));
    }
  };
  return (
    <>
      <label class="button">{t("hierarchies-import")}<input class="unseen" type="file" accept=".csv,.txt" onChange={(event) => void read(event.currentTarget.files?.[0])} /></label>
      {problem !== null && <Problems problem={problem} />}
    </>
  );
}
