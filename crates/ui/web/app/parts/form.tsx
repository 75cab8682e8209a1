//! Fields with a label and a word of help.

import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface Field { label: string; help?: string | undefined }

export function NumberField({ label, help, value, least, most, step, onChange }: Field & {
  value: number | null | undefined;
  least?: number;
  most?: number;
  step?: number | "any";
  onChange: (value: number | null) => void;
}) {
  const id = useId();
  const change = (text: string) => {
    const read = text.trim() === "" ? null : Number(text.replace(",", "."));
    if (read === null || Number.isFinite(read)) onChange(read);
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} type="number" inputMode="decimal" value={value ?? ""} min={least} max={most} step={step ?? 1}
        aria-describedby={help === undefined ? undefined : `${id}-help`} onChange={(event) => change(event.currentTarget.value)} />
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
    </div>
  );
}

export function TextField({ label, help, value, onChange, placeholder }: Field & { value: string; placeholder?: string; onChange: (value: string) => void }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input id={id} value={value} placeholder={placeholder} aria-describedby={help === undefined ? undefined : `${id}-help`} onChange={(event) => onChange(event.currentTarget.value)} />
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
    </div>
  );
}

export function SelectField({ label, help, value, onChange, children }: Field & { value: string; onChange: (value: string) => void; children: ComponentChildren }) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} aria-describedby={help === undefined ? undefined : `${id}-help`} onChange={(event) => onChange(event.currentTarget.value)}>{children}</select>
      {help !== undefined && <small id={`${id}-help`}>{help}</small>}
    </div>
  );
}
