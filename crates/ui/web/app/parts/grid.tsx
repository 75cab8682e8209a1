//! A table of any length: only the rows in sight are on the page, and they are fetched by pages.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../language.ts";
import { ROW, useTrack } from "./track.ts";

const PAGE = 200;
/// Pages that are kept; those far away are fetched again.
const KEPT = 60;
const EXTRA = 6;
const PAUSE = 40;

export interface GridColumn { name: string; head?: ComponentChildren; numeric?: boolean }

interface Properties {
  /// Changes when the rows are other rows.
  id: string;
  columns: GridColumn[];
  total: number;
  load: (from: number, count: number) => Promise<(string | null)[][]>;
  height?: number;
  headHeight?: number;
  label?: string;
  /// The scroll position in rows, for grids that move together.
  first?: number;
  onFirst?: (row: number) => void;
}

export function Grid({ id, columns, total, load, height = 420, headHeight = 44, label, first, onFirst }: Properties) {
  const box = useRef<HTMLDivElement>(null);
  const pages = useMemo(() => new Map<number, (string | null)[][]>(), [id]);
  const [, redraw] = useState(0);

  const body = Math.max(ROW, height - headHeight);
  const { at, height: track, visible, place } = useTrack(box, total, body, first, onFirst);
  const top = Math.floor(at);
  const from = Math.max(0, top - EXTRA);
  const to = Math.min(total, top + visible + EXTRA);

  const drawn = useRef(pages);
  drawn.current = pages;
  const fetchPage = (page: number) => {
    if (pages.has(page)) return;
    pages.set(page, []);
    if (pages.size > KEPT) pages.delete([...pages.keys()].find((other) => Math.abs(other - page) > KEPT / 3) ?? page + KEPT);
    load(page * PAGE, Math.min(PAGE, total - page * PAGE)).then(
      (rows) => {
        pages.set(page, rows);
        if (drawn.current === pages) redraw((n) => n + 1);
      },
      () => pages.delete(page),
    );
  };
  useEffect(() => {
    // Rows that are only passed by are not fetched.
    const wait = setTimeout(() => {
      for (let page = Math.floor(from / PAGE); page * PAGE < to; page += 1) fetchPage(page);
    }, pages.size === 0 ? 0 : PAUSE);
    return () => clearTimeout(wait);
  }, [id, Math.floor(from / PAGE), Math.floor(to / PAGE)]);

  const template = `4.5rem repeat(${columns.length}, minmax(9rem, 1fr))`;
  // Head and body are as wide as each other, so that columns stand under their heads.
  const width = `calc(4.5rem + ${columns.length} * 9rem)`;
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  return (
    <div class="grid" ref={box} style={{ height: `${Math.min(height, total * ROW + headHeight + 18)}px` }} tabIndex={0}
      role="table" aria-label={label ?? t("grid-label", { rows: total, columns: columns.length })} aria-rowcount={total + 1} aria-colcount={columns.length + 1}>
      <div class="grid-head" role="rowgroup" style={{ minWidth: width }}>
        <div role="row" aria-rowindex={1} style={{ gridTemplateColumns: template, minHeight: `${headHeight}px` }}>
          <div role="columnheader" class="row-number">{t("grid-row")}</div>
          {columns.map((column) => <div role="columnheader" key={column.name}>{column.head ?? column.name}</div>)}
        </div>
      </div>
      <div class="grid-body" role="rowgroup" style={{ height: `${track}px`, minWidth: width }}>
        {rows.map((row) => (
          <Line key={row} row={row} cells={pages.get(Math.floor(row / PAGE))?.[row % PAGE]} columns={columns} top={place(row)} template={template} />
        ))}
      </div>
    </div>
  );
}

function Line({ row, cells, columns, top, template }: { row: number; cells: (string | null)[] | undefined; columns: GridColumn[]; top: number; template: string }) {
  return (
    <div role="row" aria-rowindex={row + 2} class="grid-row" style={{ transform: `translateY(${top}px)`, gridTemplateColumns: template, height: `${ROW}px` }}>
      <div role="rowheader" class="row-number">{row + 1}</div>
      {columns.map((column, at) => {
        const cell = cells?.[at];
        const empty = cells !== undefined && (cell === "" || cell === null);
        return <div role="cell" key={at} class={column.numeric === true ? "number" : ""} title={cell ?? undefined}>{empty ? <em class="missing">{t("grid-missing")}</em> : (cell ?? "…")}</div>;
      })}
    </div>
  );
}
