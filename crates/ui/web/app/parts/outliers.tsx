//! Rows that stand out. Their values are fetched only when somebody asks for them.

import { useState } from "preact/hooks";
import { get } from "../api.ts";
import { number, t } from "../language.ts";
import { dataset } from "../state.ts";
import type { RiskReport } from "../types.ts";

export function Outliers({ report }: { report: RiskReport }) {
  const [values, setValues] = useState<Map<number, string[]> | null>(null);
  const table = dataset.value;
  if (report.outliers.length === 0 || table === null) return null;
  const show = async () => {
    const found = new Map<number, string[]>();
    for (const { row } of report.outliers) {
      const page = await get("/datasets/{id}/rows", { id: table.id, from: row - 1, count: 1 });
      found.set(row, page.rows[0] ?? []);
    }
    setValues(found);
  };
  const cells = (row: number, attributes: string[]) =>
    attributes.map((name) => `${name} = ${values?.get(row)?.[table.columns.findIndex((column) => column.name === name)] ?? ""}`).join(", ");
  return (
    <section class="card">
      <h2>{t("risk-outliers")}</h2>
      <p class="quiet">{t("risk-outliers-count", { n: report.outlier_rows })}. {t("risk-outliers-help")}</p>
      <p><button type="button" aria-pressed={values !== null} onClick={() => (values === null ? void show() : setValues(null))}>{values === null ? t("risk-show") : t("risk-hide")}</button></p>
      <table class="figures">
        <thead><tr><th scope="col">{t("risk-row")}</th><th scope="col">{t("risk-because")}</th><th scope="col">{t("risk-values")}</th></tr></thead>
        <tbody>{report.outliers.map(({ row, attributes }, at) => (
          <tr key={at}><td>{number(row)}</td><td>{attributes.join(" + ")}</td><td>{values === null ? <span class="quiet">{t("risk-hidden")}</span> : cells(row, attributes)}</td></tr>
        ))}</tbody>
      </table>
    </section>
  );
}
