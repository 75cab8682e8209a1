//! A table at a step: changed cells and unsafe rows are marked by a sign and a word as well as by colour.

import { t } from "../language.ts";
import type { ShownRow, ShownTable } from "./types.ts";

export function StateTable({ table }: { table: ShownTable }) {
  const numbered = table.rows.some(({ row }) => row !== undefined);
  const grouped = table.rows.some(({ group }) => group !== undefined);
  const judged = table.rows.some(({ class_rows, left_out }) => class_rows !== undefined || left_out);
  return (
    <div class="scroll whole" tabIndex={0} role="region" aria-label={t("explain-table")}>
      <table class="state">
        <thead>
          <tr>
            {numbered && <th scope="col">{t("explain-row")}</th>}
            {table.columns.map((name) => <th scope="col" key={name}>{name}</th>)}
            {grouped && <th scope="col">{t("explain-group")}</th>}
            {judged && <th scope="col">{t("explain-class")}</th>}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, at) => (
            <tr key={row.row ?? at} class={row.left_out ? "left-out" : row.safe === false ? "unsafe" : ""}>
              {numbered && <th scope="row">{row.row}</th>}
              {row.cells.map((cell, place) => <Cell key={table.columns[place]} text={cell} changed={row.changed.includes(place)} />)}
              {grouped && <td class={row.group == null ? "" : `in-group hue-${row.group % 6}`}>{row.group ?? "–"}</td>}
              {judged && <td><Class row={row} /></td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cell({ text, changed }: { text: string; changed: boolean }) {
  if (!changed) return <td>{text}</td>;
  return <td class="changed"><span aria-hidden="true">→ </span><span class="unseen">{t("explain-changed")} </span>{text}</td>;
}

function Class({ row }: { row: ShownRow }) {
  if (row.left_out) return <>{t("explain-left-out")}</>;
  const size = t("app-rows", { n: row.class_rows ?? 0 });
  if (row.safe !== false) return <>{size}</>;
  return <><span aria-hidden="true">✗ </span><span class="unseen">{t("explain-unsafe")} </span>{size}</>;
}
