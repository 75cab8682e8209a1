//! How a method works: in plain words, in its family's terms, and step by step on a table.

import { get, send } from "../api.ts";
import { Player } from "../explain/player.tsx";
import type { Explainable } from "../explain/types.ts";
import { language, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { NumberField, SelectField } from "../parts/form.tsx";
import { Problems } from "../parts/problems.tsx";
import { Title } from "../parts/title.tsx";
import { dataset, place } from "../state.ts";
import { signal } from "@preact/signals";

/// Whether the open table is shown instead of the example, and how many of its rows.
const own = signal(false);
const rows = signal<number | null>(12);

/// The address of the explanation of a method.
export function explainLink(method: string): string {
  return `#/explain/${encodeURIComponent(dataset.value?.id ?? "")}/${encodeURIComponent(method)}`;
}

export function Explain() {
  const { value: all, problem } = useLoaded(`explainable ${language.value}`, (stop) => get("/explain", {}, stop));
  if (problem !== null) return <Problems problem={problem} />;
  if (all === null) return <p class="quiet">{t("app-loading")}</p>;
  const method = all.find(({ id }) => id === decodeURIComponent(place.value.part)) ?? all.find(({ id }) => id === "datafly") ?? all[0];
  if (method === undefined) return null;
  return (
    <>
      <Title title={t("explain-title")}>{t("explain-lead")}</Title>
      <Choice all={all} method={method} />
      <Told method={method.id} />
    </>
  );
}

function Choice({ all, method }: { all: Explainable[]; method: Explainable }) {
  const families = [...new Set(all.map(({ family }) => family.title))];
  const table = dataset.value;
  return (
    <section class="card">
      <div class="fields">
        <SelectField label={t("explain-method")} value={method.id} onChange={(id) => (location.hash = explainLink(id))}>
          {families.map((family) => (
            <optgroup key={family} label={family}>
              {all.filter((each) => each.family.title === family).map((each) => <option key={each.id} value={each.id}>{each.title}</option>)}
            </optgroup>
          ))}
        </SelectField>
        {table !== null && (
          <SelectField label={t("explain-on")} value={own.value ? "table" : "example"} onChange={(value) => (own.value = value === "table")}>
            <option value="example">{t("explain-on-example")}</option>
            <option value="table">{t("explain-on-table", { name: table.name })}</option>
          </SelectField>
        )}
        {table !== null && own.value && <NumberField label={t("explain-rows")} help={t("explain-rows-help")} value={rows.value} least={2} most={60} onChange={(value) => (rows.value = value)} />}
      </div>
    </section>
  );
}

function Told({ method }: { method: string }) {
  const table = own.value ? (dataset.value?.id ?? null) : null;
  const body = table === null ? { method } : { method, dataset: table, rows: rows.value ?? 12 };
  const key = `${JSON.stringify(body)} ${language.value}`;
  const { value, problem } = useLoaded(key, (stop) => send("POST", "/explain", {}, body, stop));
  if (problem !== null) return <Problems problem={problem} />;
  if (value === null) return <p class="quiet">{t("app-loading")}</p>;
  return (
    <>
      <section class="card told">
        <h2>{value.title} <small>{value.family.title}</small></h2>
        {value.words.map((text) => <p key={text}>{text}</p>)}
        <p class="quiet">{value.family.text}</p>
        <details>
          <summary>{t("explain-template")}</summary>
          <dl class="slots">{value.template.map(({ slot, title, text }) => <div key={slot}><dt>{title}</dt><dd>{text}</dd></div>)}</dl>
        </details>
      </section>
      <Player key={key} told={value} />
    </>
  );
}
