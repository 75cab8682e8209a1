//! What a release comes to: the verdict of its assessment, with what speaks against it.

import { percent, t } from "../language.ts";
import type { Verdict } from "../types.ts";

const MARKS = { good: "good", mixed: "busy", bad: "bad" } as const;

export function VerdictCard({ verdict }: { verdict: Verdict }) {
  return (
    <div class="verdict">
      <span class={`mark ${MARKS[verdict.level]}`}>{t(`verdict-${verdict.level}`)}</span>
      {verdict.reservations.length > 0 && <ul>{verdict.reservations.map((it) => <li key={JSON.stringify(it)}>{sentence(it)}</li>)}</ul>}
    </div>
  );
}

function sentence(it: Verdict["reservations"][number]): string {
  switch (it.kind) {
    case "nothing-asked": return t("verdict-nothing-asked");
    case "no-quasi-identifier": return t("verdict-no-quasi-identifier");
    case "small-classes": return t("verdict-small-classes", { k: it.k });
    case "unprotected-attribute": return t("verdict-unprotected", { attribute: it.attribute, share: percent(it.certain, 1), sure: percent(it.confidence, 1) });
    case "nearly-certain": return t("verdict-nearly-certain", { attribute: it.attribute, sure: percent(it.confidence, 1) });
    case "exact-quasi-identifiers": return t("verdict-exact", { risk: percent(it.highest_risk, 1) });
    case "hardly-anything-left": return t("verdict-empty", { lost: percent(it.lost, 1) });
  }
}
