//! Proposed hierarchies for all quasi-identifiers that have none, by one click.

import { useState } from "preact/hooks";
import { Problem, send } from "../api.ts";
import { t } from "../language.ts";
import { Problems } from "../parts/problems.tsx";
import { changeProject, dataset, project, quasiIdentifiers } from "../state.ts";
import type { Preview, Spec } from "../types.ts";

export function Propose() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [none, setNone] = useState<string[]>([]);
  const without = quasiIdentifiers.value.filter((name) => project.value?.hierarchies[name] === undefined);
  if (without.length === 0) return null;
  const propose = async () => {
    const id = dataset.value?.id ?? "";
    const found: [string, Spec][] = [];
    const bare: string[] = [];
    setProblem(null);
    for (const column of without) {
      try {
        const { spec } = await send<Preview>("POST", `/datasets/${id}/hierarchies/preview`, { column });
        if (spec !== null) found.push([column, spec]);
      } catch (error) {
        if (error instanceof Problem && error.status === 400) bare.push(column);
        else setProblem(error instanceof Problem ? error : new Problem(0, [String(error)], []));
      }
    }
    setNone(bare);
    changeProject((next) => found.forEach(([column, spec]) => (next.hierarchies[column] = spec)));
  };
  return (
    <div class="notice">
      {t("hierarchies.missing", { n: without.length, columns: without.join(", ") })}{" "}
      <button type="button" onClick={() => void propose()}>{t("hierarchies.propose")}</button>
      {none.length > 0 && <p>{t("hierarchies.no-proposal", { columns: none.join(", ") })}</p>}
      {problem !== null && <Problems problem={problem} />}
    </div>
  );
}
