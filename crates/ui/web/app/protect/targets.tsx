//! What must hold, whatever the technique.

import { t } from "../language.ts";
import { NumberField, SelectField } from "../parts/form.tsx";
import { changeProject } from "../state.ts";
import type { Project, Targets } from "../types.ts";

const POLICIES = ["refuse", "category", "drop", "suppress"] as const;

export function TargetsCard({ declared }: { declared: Project }) {
  const { targets, anonymize, roles } = declared;
  const set = (key: "k" | "l" | "t") => (value: number | null) =>
    changeProject((next) => {
      if (value === null) delete next.targets[key];
      else next.targets[key] = value;
    });
  const sensitive = roles.sensitive.length > 0;
  const left = anonymize["max-suppression"];
  const setLeft = (value: number | null) =>
    changeProject((next) => {
      if (value === null) delete next.anonymize["max-suppression"];
      else next.anonymize["max-suppression"] = value / 100;
    });
  return (
    <section class="card">
      <h2>{t("protect.targets")}</h2>
      <div class="fields">
        <NumberField label={t("protect.k")} help={t("protect.k.help")} value={targets.k} least={2} onChange={set("k")} />
        {(sensitive || targets.l != null) && <NumberField label={t("protect.l")} help={t("protect.l.help")} value={targets.l} least={2} onChange={set("l")} />}
        {(sensitive || targets.t != null) && <NumberField label={t("protect.t")} help={t("protect.t.help")} value={targets.t} least={0} most={1} step="any" onChange={set("t")} />}
        <NumberField label={t("protect.suppression")} help={t("protect.suppression.help")} value={left == null ? null : Math.round(left * 1e6) / 1e4} least={0} most={100} step="any" onChange={setLeft} />
        <SelectField label={t("protect.missing")} value={anonymize["missing-values"]} onChange={(value) => changeProject((next) => void (next.anonymize["missing-values"] = value))}>
          {POLICIES.map((policy) => <option key={policy} value={policy}>{t(`protect.missing.${policy}`)}</option>)}
        </SelectField>
      </div>
      {sensitive && <More targets={targets} />}
    </section>
  );
}

const MORE = ["entropy-l", "alpha", "beta", "enhanced-beta", "delta-disclosure", "max-risk", "mean-risk"] as const;

function More({ targets }: { targets: Targets }) {
  const set = (key: string) => (value: number | null) =>
    changeProject((next) => {
      if (value === null) delete next.targets[key];
      else next.targets[key] = value;
    });
  const value = (key: string) => (typeof targets[key] === "number" ? targets[key] : null);
  return (
    <details open={MORE.some((key) => value(key) !== null)}>
      <summary>{t("protect.more")}</summary>
      <div class="fields">
        {MORE.map((key) => <NumberField key={key} label={t(`protect.more.${key}`)} help={t(`protect.more.${key}.help`)} value={value(key)} least={0} step="any" onChange={set(key)} />)}
      </div>
    </details>
  );
}

