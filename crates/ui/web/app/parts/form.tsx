//! Fields with a label and a word of help.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Field {
  label: string;
  help?: string | undefined;
  /// Where its value comes from.
  note?: ComponentChildren;
  /// What is wrong with its value.
  error?: string | undefined;
}

/// What stands below a field, for eyes and for those who listen: `described` goes to the field.
function below(id: string, { help, note, error }: Omit<Field, "label">) {
  const parts = [["help", help], ["note", note], ["error", error]].filter(([, what]) => what !== undefined).map(([name]) => `${id}-${name}`);
  const described = { ...(parts.length > 0 && { "aria-describedby": parts.join(" ") }), ...(error !== undefined && { "aria-invalid": true }) };
  const words = (
    <>
      {error !== undefined && <small id={`${id}-error`} class="wrong" role="alert">{error}</small>}
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
      {note !== undefined && <small id={`${id}-note`} class="note">{note}</small>}
    </>
  );
  return { described, words };
}

export function NumberField({ label, value, least, most, step, onChange, ...under }: Field & {
  value: number | null | undefined;
  least?: number;
  most?: number;
  step?: number | "any";
  onChange: (value: number | null) => void;
}) {
  const id = useId();
  const { described, words } = below(id, under);
  const change = (text: string) => {
    const read = text.trim() === "" ? null : Number(text.replace(",", "."));
    if (read === null || Number.isFinite(read)) onChange(read);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} type="number" inputMode="decimal" value={value ?? ""} min={least} max={most} step={step ?? 1} {...described} onChange={(event) => change(event.currentTarget.value)} />
      {words}
    </div>
  );
}

export function TextField({ label, value, onChange, placeholder, ...under }: Field & { value: string; placeholder?: string; onChange: (value: string) => void }) {
  const id = useId();
  const { described, words } = below(id, under);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} value={value} placeholder={placeholder} {...described} onChange={(event) => onChange(event.currentTarget.value)} />
      {words}
    </div>
  );
}

export function SelectField({ label, value, onChange, children, ...under }: Field & { value: string; onChange: (value: string) => void; children: ComponentChildren }) {
  const id = useId();
  const { described, words } = below(id, under);
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} {...described} onChange={(event) => onChange(event.currentTarget.value)}>{children}</select>
      {words}
    </div>
  );
}
