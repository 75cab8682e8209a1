//! The form of a technique, made of what its descriptor says: a new technique needs no word here.

import { t } from "../language.ts";
import { dataset, project, quasiIdentifiers } from "../state.ts";
import type { Method, Parameter } from "../types.ts";
import { NumberField, SelectField, TextField } from "./form.tsx";

interface Properties { method: Method; values: Record<string, string>; onChange: (name: string, value: string) => void }

export function Parameters({ method, values, onChange }: Properties) {
  if (method.parameters.length === 0) return null;
  return (
    <div class="fields">
      {method.parameters.map((parameter) => (
        <One key={`${method.id} ${parameter.name}`} parameter={parameter} value={values[parameter.name] ?? parameter.default} onChange={(value) => onChange(parameter.name, value)} />
      ))}
    </div>
  );
}

function One({ parameter, value, onChange }: { parameter: Parameter; value: string; onChange: (value: string) => void }) {
  const { name, help, choices, bounds } = parameter;
  if (choices.length > 0) {
    return (
      <SelectField label={name} help={help} value={value} onChange={onChange}>
        {choices.map(([word, meaning]) => <option key={word} value={word}>{meaning} ({word})</option>)}
      </SelectField>
    );
  }
  if (isAttribute(parameter)) {
    return (
      <SelectField label={name} help={help} value={value} onChange={onChange}>
        <option value="">{t("protect-first")}</option>
        {quasiIdentifiers.value.map((column) => <option key={column} value={column}>{column}</option>)}
      </SelectField>
    );
  }
  if (parameter.kind === "attributes") return <Attributes name={name} help={help} value={value} onChange={onChange} />;
  if (bounds !== undefined) {
    return <NumberField label={name} help={`${help} (${bounds})`} value={value === "" ? null : Number(value)} step="any" onChange={(next) => onChange(next === null ? "" : String(next))} />;
  }
  return <TextField label={name} help={`${help}; ${t("protect-list")}`} value={value} onChange={onChange} />;
}

/// Some of the table's columns.
function Attributes({ name, help, value, onChange }: { name: string; help: string; value: string; onChange: (value: string) => void }) {
  // Identifiers are replaced before any technique sees the table.
  const gone = project.value?.roles.identifiers ?? [];
  const columns = (dataset.value?.columns ?? []).map((column) => column.name).filter((column) => !gone.includes(column));
  const chosen = value.split(value.includes(";") ? ";" : ",").map((word) => word.trim());
  const toggle = (column: string, on: boolean) => onChange(columns.filter((each) => (each === column ? on : chosen.includes(each))).join(";"));
  return (
    <fieldset class="field">
      <legend>{name}</legend>
      <span>{columns.map((column) => <label key={column} class="check"><input type="checkbox" checked={chosen.includes(column)} onChange={(event) => toggle(column, event.currentTarget.checked)} /> {column}</label>)}</span>
      <small>{help}</small>
    </fieldset>
  );
}

function isAttribute({ kind, name }: Parameter): boolean {
  return kind === undefined ? name === "attribute" : kind.startsWith("quasi");
}
