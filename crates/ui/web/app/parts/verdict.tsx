//! What a release comes to: the verdict of its assessment, with what speaks against it.

import { figure, percent, t } from "../language.ts";
import type { Verdict } from "../types.ts";

const MARKS = { good: "good", mixed: "busy", bad: "bad" } as const;

export function VerdictCard({ verdict }: { verdict: Verdict }) {
  return (
    <div class="verdict">
      <span class={`mark ${MARKS[verdict.level]}`}>{t(`verdict-${verdict.level}`)}</span>
      {verdict.reservations.length > 0 && <ul>{verdict.reservations.map((it) => <li key={JSON.stringify(it)}>{sentence(it)}</li>)}</ul>}
      {verdict.survey != null && <ul>{surveyed(verdict.survey).map((text) => <li key={text}>{text}</li>)}</ul>}
    </div>
  );
}

/// What survey weights and households say.
function surveyed({ expected, individual, household }: NonNullable<Verdict["survey"]>): string[] {
  const told: string[] = [];
  const before = (change: { before?: number | null }) => (change.before == null ? "–" : percent(change.before, 2));
  if (expected != null && individual != null) told.push(t("verdict-expected", { n: figure(expected), after: percent(individual.after, 2), before: before(individual) }));
  if (household != null) told.push(t("verdict-household", { after: percent(household.after, 2), before: before(household) }));
  return told;
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
