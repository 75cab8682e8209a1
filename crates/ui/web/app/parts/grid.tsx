//! A table of any length: only the rows in sight are on the page, and they are fetched by pages.
//!
//! Browsers cap the height of an element, so a long table scrolls on a shorter track and each step of the track is more rows.

import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { t } from "../language.ts";

const ROW = 30;
const PAGE = 200;
const LONGEST_TRACK = 8_000_000;
const EXTRA = 6;

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
  const [scrolled, setScrolled] = useState(0);
  const pages = useMemo(() => new Map<number, (string | null)[][]>(), [id]);
  const [, redraw] = useState(0);

  const body = Math.max(ROW, height - headHeight);
  const visible = Math.ceil(body / ROW);
  const track = Math.min(total * ROW, LONGEST_TRACK);
  const squeezed = total * ROW > LONGEST_TRACK;
  const topAt = (at: number) => (squeezed ? Math.round((at / Math.max(1, track - body)) * Math.max(0, total - visible + 1)) : Math.floor(at / ROW));
  const top = topAt(scrolled);
  const from = Math.max(0, top - EXTRA);
  const to = Math.min(total, top + visible + EXTRA);

  useEffect(() => {
    let gone = false;
    for (let page = Math.floor(from / PAGE); page * PAGE < to; page += 1) {
      if (pages.has(page)) continue;
      pages.set(page, []);
      load(page * PAGE, Math.min(PAGE, total - page * PAGE)).then(
        (rows) => {
          pages.set(page, rows);
          if (!gone) redraw((n) => n + 1);
        },
        () => pages.delete(page),
      );
    }
    return () => void (gone = true);
  }, [id, Math.floor(from / PAGE), Math.floor(to / PAGE)]);

  useEffect(() => {
    if (first === undefined || box.current === null || first === top) return;
    box.current.scrollTop = squeezed ? (first / Math.max(1, total - visible + 1)) * (track - body) : first * ROW;
  }, [first]);

  const scroll = (event: Event) => {
    const at = (event.currentTarget as HTMLElement).scrollTop;
    setScrolled(at);
    onFirst?.(topAt(at));
  };
  const template = `4.5rem repeat(${columns.length}, minmax(9rem, 1fr))`;
  // Head and body are as wide as each other, so that columns stand under their heads.
  const width = `calc(4.5rem + ${columns.length} * 9rem)`;
  const rows = Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
  const place = (row: number) => (squeezed ? scrolled + (row - top) * ROW : row * ROW);
  return (
    <div class="grid" ref={box} style={{ height: `${Math.min(height, total * ROW + headHeight + 18)}px` }} tabIndex={0} onScroll={scroll}
      role="table" aria-label={label ?? t("grid.label", { rows: total, columns: columns.length })} aria-rowcount={total + 1} aria-colcount={columns.length + 1}>
      <div class="grid-head" role="rowgroup" style={{ minWidth: width }}>
        <div role="row" aria-rowindex={1} style={{ gridTemplateColumns: template, minHeight: `${headHeight}px` }}>
          <div role="columnheader" class="row-number">{t("grid.row")}</div>
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
        return <div role="cell" key={at} class={column.numeric === true ? "number" : ""} title={cell ?? undefined}>{empty ? <em class="missing">{t("grid.missing")}</em> : (cell ?? "…")}</div>;
      })}
    </div>
  );
}
