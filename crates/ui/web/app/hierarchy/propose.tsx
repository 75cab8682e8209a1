//! Proposed hierarchies for all quasi-identifiers that have none, by one click. Where nothing lies between a value and "anything", that is it.

import { useState } from "preact/hooks";
import { Problem, send } from "../api.ts";
import { t } from "../language.ts";
import { Problems } from "../parts/problems.tsx";
import { changeProject, dataset, project, quasiIdentifiers } from "../state.ts";
import type { Spec } from "../types.ts";

export function Propose() {
  const [problem, setProblem] = useState<Problem | null>(null);
  const without = quasiIdentifiers.value.filter((name) => project.value?.hierarchies[name] === undefined);
  if (without.length === 0) return null;
  const propose = async () => {
    const id = dataset.value?.id ?? "";
    const found: [string, Spec][] = [];
    setProblem(null);
    for (const column of without) {
      try {
        const { spec } = await send("POST", "/datasets/{id}/hierarchies/preview", { id }, { column });
        found.push([column, spec ?? { type: "frequency", rows: 1 }]);
      } catch (error) {
        setProblem(error instanceof Problem ? error : new Problem(0, [String(error)], []));
      }
    }
    changeProject((next) => found.forEach(([column, spec]) => (next.hierarchies[column] = spec)));
  };
  return (
    <div class="notice">
      {t("hierarchies-missing", { n: without.length, columns: without.join(", ") })}{" "}
      <button type="button" onClick={() => void propose()}>{t("hierarchies-propose")}</button>
      {problem !== null && <Problems problem={problem} />}
    </div>
  );
}
