//! What stands against something: the server's sentences, and the places that they are about.

import type { Problem } from "../api.ts";
import { t } from "../language.ts";
import type { Fault } from "../types.ts";
import { FaultySheet } from "./sheet.tsx";

export function Problems({ problem, title }: { problem: Problem; title?: string }) {
  const placed = problem.faults.filter((fault) => where(fault) !== "");
  const told = new Set(placed.map(({ message }) => message));
  const listed = problem.sheet === null ? told : new Set(problem.faults.map(({ message }) => message));
  const sentences = sentencesOf(problem).filter((sentence) => !listed.has(sentence));
  return (
    <div class="notice bad">
      <div role="alert">
        <strong>{title ?? t("app-refused")}</strong>
        {sentences.length > 0 && <ul>{sentences.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul>}
        {problem.sheet === null && placed.length > 0 && <Places faults={placed} />}
        {problem.sheet !== null && <p>{t("sheet-count", { n: problem.faults.length })}</p>}
      </div>
      {problem.sheet !== null && <FaultySheet sheet={problem.sheet} faults={problem.faults} />}
    </div>
  );
}

function Places({ faults }: { faults: Fault[] }) {
  return (
    <table class="figures">
      <thead><tr><th scope="col">{t("app-place")}</th><th scope="col">{t("app-what")}</th></tr></thead>
      <tbody>{faults.map((fault) => <tr key={where(fault) + fault.message}><td><code>{where(fault)}</code></td><td>{fault.message}</td></tr>)}</tbody>
    </table>
  );
}

function sentencesOf({ status, errors }: Problem): string[] {
  if (status === 401) return [t("app-unauthorised")];
  if (errors.length > 0) return errors;
  return [status === 0 ? t("app-gone") : t("app-error", { status: String(status) })];
}

function where({ sheet, row, column }: Fault): string {
  const parts = [
    sheet ? t("app-sheet", { name: sheet }) : "",
    row ? t("app-row", { row }) : "",
    column ? t("app-column", { name: column }) : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

/// Things worth saying that stand against nothing.
export function Notes({ notes }: { notes: string[] }) {
  const each = [...new Set(notes)];
  if (each.length === 0) return null;
  return <div class="notice"><ul>{each.map((note) => <li key={note}>{note}</li>)}</ul></div>;
}
