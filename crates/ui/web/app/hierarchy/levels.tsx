//! A hierarchy as a table: each value and what it becomes, level by level.

import { t } from "../language.ts";
import type { Preview } from "../types.ts";

const MOST = 60;

export function Levels({ preview }: { preview: Preview }) {
  const { rows, levels } = preview;
  const heights = Math.max(0, ...rows.map((row) => row.length)) - 1;
  // Neighbours with the same label share one cell, so that groups are seen at a glance.
  const shown = rows.slice(0, MOST);
  const starts = (row: number, level: number) => row === 0 || shown[row - 1]?.[level] !== shown[row]?.[level];
  const span = (row: number, level: number) => {
    let end = row + 1;
    while (end < shown.length && shown[end]?.[level] === shown[row]?.[level]) end += 1;
    return end - row;
  };
  const groups = (level: number) => (levels.length === heights + 1 ? levels[level] : levels[level - 1])?.groups;
  return (
    <section>
      <h3>{t("hierarchies-preview")}</h3>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("hierarchies-preview")}>
        <table class="figures levels">
          <thead><tr><th scope="col">{t("hierarchies-value")}</th>{Array.from({ length: heights }, (_, at) => (
            <th key={at} scope="col">{t("hierarchies-level", { n: at + 1 })}<small>{groups(at + 1) !== undefined && t("hierarchies-group-count", { n: groups(at + 1) ?? 0 })}</small></th>
          ))}</tr></thead>
          <tbody>{shown.map((row, at) => (
            <tr key={at}>{row.map((cell, level) => (level === 0 ? <th key={0} scope="row">{cell}</th> : starts(at, level) ? <td key={level} rowSpan={span(at, level)}>{cell}</td> : null))}</tr>
          ))}</tbody>
        </table>
      </div>
      {rows.length > MOST && <p class="quiet">{t("hierarchies-more", { n: rows.length - MOST })}</p>}
    </section>
  );
}
