//! What is asked of fictitious rows.

import { t } from "../language.ts";
import { isOver } from "../jobs.ts";
import { NumberField, SelectField, TextField } from "../parts/form.tsx";
import { Problems } from "../parts/problems.tsx";
import type { Dataset, Project } from "../types.ts";
import { asked, dropped, faultsOf, make, METHODS, refused, tables, type Asked } from "./state.ts";

const set = (change: Partial<Asked>) => (asked.value = { ...asked.value, ...change });

export function SynthesisForm({ declared, table }: { declared: Project; table: Dataset }) {
  const own = asked.value;
  const wrong = faultsOf(own);
  const busy = tables().some((job) => !isOver(job));
  return (
    <section class="card run">
      <h2>{t("synthesis-what")}</h2>
      <div class="fields">
        <SelectField label={t("synthesis-method")} help={t(`synthesis-method-${own.method}-help`)} value={own.method} onChange={(word) => set({ method: METHODS.find((method) => method === word) ?? own.method })}>
          {METHODS.map((method) => <option key={method} value={method}>{t(`synthesis-method-${method}`)}</option>)}
        </SelectField>
        {own.method !== "noisy" && <NumberField label={t(own.method === "trees" ? "synthesis-k-trees" : "synthesis-k")} help={t("synthesis-k-help")} error={wrong.k} value={own.k} least={2} onChange={(k) => set({ k })} />}
        {own.method === "noisy" && <NumberField label={t("synthesis-epsilon")} help={t("synthesis-epsilon-help")} error={wrong.epsilon} value={own.epsilon} least={0} step="any" onChange={(epsilon) => set({ epsilon })} />}
        {own.method === "coclusters" && (
          <SelectField label={t("synthesis-detail")} help={t(own.detail === "fine" ? "synthesis-detail-fine-help" : "synthesis-detail-optimal-help")} value={own.detail} onChange={(detail) => set({ detail: detail === "fine" ? "fine" : "optimal" })}>
            <option value="optimal">{t("synthesis-detail-optimal")}</option><option value="fine">{t("synthesis-detail-fine")}</option>
          </SelectField>
        )}
        <NumberField label={t("synthesis-rows")} help={t("synthesis-rows-help", { n: table.rows })} error={wrong.rows} value={own.rows} least={1} onChange={(rows) => set({ rows })} />
        <NumberField label={t("protect-seed")} help={t(own.method === "noisy" ? "synthesis-seed-noisy" : "synthesis-seed-help")} error={wrong.seed} value={own.seed} least={0} onChange={(seed) => set({ seed })} />
        {own.method === "coclusters" && <NumberField label={t("synthesis-seconds")} help={t("synthesis-seconds-help")} error={wrong.seconds} value={own.seconds} least={1} onChange={(seconds) => set({ seconds })} />}
      </div>
      <p><label class="check"><input type="checkbox" checked={own.keepOut} onChange={(event) => set({ keepOut: event.currentTarget.checked })} /> {t("synthesis-keep-out")}</label></p>
      <Columns declared={declared} table={table} />
      {own.method === "noisy" && <Values declared={declared} table={table} />}
      <button type="button" class="button main" disabled={busy || Object.keys(wrong).length > 0} onClick={() => void make(declared, table)}>{t("synthesis-make")}</button>
      {refused.value !== null && <Problems problem={refused.value} />}
    </section>
  );
}

function Columns({ declared, table }: { declared: Project; table: Dataset }) {
  const out = dropped(declared, table);
  const toggle = (name: string) => set({ drop: out.includes(name) ? out.filter((other) => other !== name) : [...out, name] });
  return (
    <fieldset><legend>{t("synthesis-drop")}</legend>
      <p class="quiet">{t("synthesis-drop-help")}</p>
      <ul class="checks-grid">{table.columns.map(({ name }) => <li key={name}><label class="check"><input type="checkbox" checked={out.includes(name)} onChange={() => toggle(name)} /> {name}</label></li>)}</ul>
    </fieldset>
  );
}

/// What each column can have. It is written by hand: a list read off the rows would give away who alone has a value.
function Values({ declared, table }: { declared: Project; table: Dataset }) {
  const { values } = asked.value;
  const kept = table.columns.filter(({ name }) => !dropped(declared, table).includes(name));
  return (
    <fieldset><legend>{t("synthesis-values")}</legend>
      <p class="quiet">{t("synthesis-values-help")}</p>
      <div class="fields">
        {kept.map(({ name }) => <TextField key={name} label={name} placeholder={t("synthesis-values-example")} value={values[name] ?? ""} onChange={(text) => set({ values: { ...asked.value.values, [name]: text } })} />)}
      </div>
    </fieldset>
  );
}
