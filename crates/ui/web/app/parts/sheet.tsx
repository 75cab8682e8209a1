//! A file that is no table yet: a part of its sheet with the faulty cells marked, and the list of faults, which leads to them.

import { useId, useRef, useState } from "preact/hooks";
import { t } from "../language.ts";
import type { Fault, Mark, Sheet } from "../types.ts";

const letters = (column: number): string => (column < 26 ? "" : letters(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26));

/// Where a cell is, as spreadsheets say it.
const at = (mark: Mark) => `${letters(mark.column)}${mark.row}`;

function covers(mark: Mark, row: number, column: number): boolean {
  return row >= mark.row && row < mark.row + mark.rows && column >= mark.column && column < mark.column + mark.columns;
}

export function FaultySheet({ sheet, faults }: { sheet: Sheet; faults: Fault[] }) {
  const own = useId();
  const box = useRef<HTMLDivElement>(null);
  const [chosen, choose] = useState<number | null>(null);
  const cellId = (row: number, column: number) => `${own}-${row}-${column}`;
  const show = (mark: Mark) => {
    choose(mark.fault);
    const cell = document.getElementById(cellId(mark.row, mark.column));
    cell?.scrollIntoView({ block: "center", inline: "center" });
    cell?.focus({ preventScroll: true });
  };
  const firsts = faults.map((_, fault) => sheet.marks.find((mark) => mark.fault === fault));
  return (
    <div class="faulty">
      <section aria-label={t("sheet-faults")}>
        <h3>{t("sheet-faults")}</h3>
        <p class="quiet">{t("sheet-help")}</p>
        <ol class="fault-list">
          {faults.map((fault, index) => {
            const mark = firsts[index];
            return (
              <li key={index}>
                {mark === undefined ? fault.message : (
                  <button type="button" aria-pressed={chosen === index} onClick={() => show(mark)}><b>{at(mark)}</b><span>{fault.message}</span></button>
                )}
              </li>
            );
          })}
        </ol>
      </section>
      <section aria-label={t("sheet-cells")}>
        <h3>{sheet.name == null ? t("sheet-file") : t("sheet-named", { name: sheet.name })}</h3>
        <div class="cells" ref={box} tabIndex={0} role="region" aria-label={t("sheet-cells")}>
          <Cells sheet={sheet} faults={faults} chosen={chosen} cellId={cellId} />
        </div>
      </section>
    </div>
  );
}

function Cells({ sheet, faults, chosen, cellId }: { sheet: Sheet; faults: Fault[]; chosen: number | null; cellId: (row: number, column: number) => string }) {
  const wide = Math.max(1, ...sheet.rows.map(({ cells }) => cells.length), ...sheet.marks.map((mark) => mark.column + Math.min(mark.columns, 3)));
  const columns = Array.from({ length: wide }, (_, column) => column);
  // Rows that only a mark names are empty in the file.
  const numbers = [...new Set([...sheet.rows.map(({ number }) => number), ...sheet.marks.map(({ row }) => row)])].sort((a, b) => a - b);
  const cells = new Map(sheet.rows.map((row) => [row.number, row.cells]));
  return (
    <table>
      <thead><tr><th scope="col"><span class="unseen">{t("grid-row")}</span></th>{columns.map((column) => <th key={column} scope="col">{letters(column)}</th>)}</tr></thead>
      <tbody>
        {numbers.map((number, index) => {
          const gap = index > 0 && number !== (numbers[index - 1] ?? 0) + 1;
          return (
            <tr key={number} class={gap ? "gap" : ""}>
              <th scope="row">{number}</th>
              {columns.map((column) => {
                const marks = sheet.marks.filter((mark) => covers(mark, number, column));
                const text = cells.get(number)?.[column] ?? "";
                if (marks.length === 0) return <td key={column}>{text}</td>;
                const told = marks.map(({ fault }) => faults[fault]?.message ?? "").join("; ");
                const now = marks.some(({ fault }) => fault === chosen);
                return <td key={column} id={cellId(number, column)} class={`marked${now ? " now" : ""}`} tabIndex={0} title={told}>{text}<span class="unseen"> {text === "" ? `${t("sheet-empty")}: ` : ": "}{told}</span></td>;
              })}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
