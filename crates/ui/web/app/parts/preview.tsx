//! The open table as it was read: rows, and above each column what it holds.

import { get } from "../api.ts";
import { known, number, t } from "../language.ts";
import type { Column, Dataset } from "../types.ts";
import { Bars } from "./bars.tsx";
import { Grid } from "./grid.tsx";
import { Notes } from "./problems.tsx";

export function kindWords(kind: string): string {
  const key = `kind-${kind}`;
  return known(key) ? t(key) : kind;
}

export function isNumeric(kind: string): boolean {
  return kind === "integer" || kind === "decimal";
}

export function Preview({ table }: { table: Dataset }) {
  const columns = table.columns.map((column) => ({ name: column.name, numeric: isNumeric(column.kind), head: <Head column={column} /> }));
  const load = async (from: number, count: number) => (await get("/datasets/{id}/rows", { id: table.id, from, count })).rows;
  return (
    <section class="preview">
      <h2>{t("open-preview", { name: table.name })} <small>{t("open-size", { rows: table.rows, columns: table.columns.length })}</small></h2>
      <Notes notes={table.notes} />
      <Grid id={table.id} columns={columns} total={table.rows} load={load} headHeight={118} height={520} />
    </section>
  );
}

function Head({ column }: { column: Column }) {
  const faulty = column.contradicting ?? 0;
  return (
    <div class="column-head">
      <strong title={column.name}>{column.name}</strong>
      <span class="quiet">{kindWords(column.kind)}</span>
      <Bars bars={column.histogram} label={t("open-histogram", { name: column.name })} />
      <span class="quiet">{t("open-distinct", { n: column.distinct })} · {column.missing > 0 ? <b class="warn">{t("open-missing", { n: column.missing })}</b> : t("open-complete")}</span>
      {faulty > 0 && <b class="warn">{t("open-contradicting", { n: faulty })}</b>}
      <span class="unseen">{number(column.distinct)}</span>
    </div>
  );
}
