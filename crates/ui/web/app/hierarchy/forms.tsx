//! The settings of masking, calendar, order and rare values.

import { useId } from "preact/hooks";
import { t } from "../language.ts";
import { NumberField, SelectField, TextField } from "../parts/form.tsx";
import type { Spec } from "../types.ts";
import type { FormProperties } from "./editor.tsx";

/// A setting without its key when there is nothing in it: the program then takes its own default.
export function put(spec: Spec, key: string, value: unknown): Spec {
  const next: Spec = { ...spec };
  if (value === null || value === "" || (Array.isArray(value) && value.length === 0)) delete next[key];
  else next[key] = value;
  return next;
}

/// Numbers from a text; semicolons part them where a comma is part of a number.
export function numbers(text: string): number[] {
  const parts = text.split(text.includes(";") ? ";" : /[,\s]+/);
  return parts.map((part) => part.trim().replace(",", ".")).filter((part) => part !== "").map(Number).filter(Number.isFinite);
}

export function shown(value: unknown): string {
  return Array.isArray(value) ? value.join("; ") : "";
}

export function MaskingForm({ spec, onChange }: FormProperties) {
  return (
    <div class="fields">
      <SelectField label={t("hierarchies-side")} value={String(spec["from"] ?? "right")} onChange={(side) => onChange(put(spec, "from", side))}>
        <option value="right">{t("hierarchies-side-right")}</option><option value="left">{t("hierarchies-side-left")}</option>
      </SelectField>
      <TextField label={t("hierarchies-steps")} help={t("hierarchies-steps-help")} value={shown(spec["steps"])} onChange={(text) => onChange(put(spec, "steps", numbers(text)))} />
    </div>
  );
}

const UNITS = ["day", "week", "month", "quarter", "year", "decade"] as const;

export function DatesForm({ spec, onChange }: FormProperties) {
  const levels = Array.isArray(spec["levels"]) ? (spec["levels"] as string[]) : [];
  const toggle = (unit: string, on: boolean) => onChange(put(spec, "levels", UNITS.filter((each) => (each === unit ? on : levels.includes(each)))));
  return (
    <fieldset class="checks"><legend>{t("hierarchies-units")}</legend>
      {UNITS.map((unit) => <label key={unit} class="check"><input type="checkbox" checked={levels.includes(unit)} onChange={(event) => toggle(unit, event.currentTarget.checked)} /> {t(`hierarchies-unit-${unit}`)}</label>)}
    </fieldset>
  );
}

export function OrderForm({ spec, onChange }: FormProperties) {
  const id = useId();
  const values = Array.isArray(spec["values"]) ? (spec["values"] as string[]) : [];
  const read = (text: string) => text.split("\n").map((line) => line.trim()).filter((line) => line !== "");
  return (
    <div class="fields">
      <TextField label={t("hierarchies-sizes")} value={shown(spec["sizes"])} onChange={(text) => onChange(put(spec, "sizes", numbers(text)))} />
      <div class="field"><label for={id}>{t("hierarchies-order-values")}</label>
        <textarea id={id} rows={6} value={values.join("\n")} onChange={(event) => onChange(put(spec, "values", read(event.currentTarget.value)))} />
        <small>{t("hierarchies-order-help")}</small>
      </div>
    </div>
  );
}

export function FrequencyForm({ spec, onChange }: FormProperties) {
  const rows = typeof spec["rows"] === "number" ? spec["rows"] : null;
  return (
    <div class="fields">
      <NumberField label={t("hierarchies-rows")} value={rows} least={1} onChange={(value) => onChange(put(put(spec, "share", value === null ? spec["share"] : null), "rows", value))} />
      <TextField label={t("hierarchies-other")} value={String(spec["other"] ?? "other")} onChange={(text) => onChange(put(spec, "other", text))} />
    </div>
  );
}
