//! What must hold, whatever the technique. The forms are made of what the server says about the privacy models: a new model needs no word here.

import { useState } from "preact/hooks";
import { Problem, putFile } from "../api.ts";
import { t } from "../language.ts";
import { NumberField, SelectField, TextField } from "../parts/form.tsx";
import { Problems } from "../parts/problems.tsx";
import { changeProject, dataset, models } from "../state.ts";
import type { Model, Project, Setting, Targets } from "../types.ts";

const POLICIES = ["refuse", "category", "drop", "suppress"] as const;

/// The value of a setting, which may stand inside a group of settings.
function valueOf(targets: Targets, path: string[]): unknown {
  return path.reduce<unknown>((inside, key) => (typeof inside === "object" && inside !== null ? Reflect.get(inside, key) : undefined), targets);
}

function put(targets: Targets, path: string[], value: unknown): void {
  const [first = "", second] = path;
  if (second === undefined) {
    if (value === null) Reflect.deleteProperty(targets, first);
    else Reflect.set(targets, first, value);
  } else {
    Reflect.set(targets, first, { ...Reflect.get(targets, first), [second]: value });
  }
}

const isAsked = (model: Model, targets: Targets) => valueOf(targets, [model.settings[0]?.path[0] ?? ""]) != null;

function add(model: Model): void {
  changeProject(({ targets }) => model.settings.forEach(({ path, start }) => { if (start != null) put(targets, path, start); }));
}

/// Takes a model away with its settings, but for those that another one still needs.
function remove(model: Model): void {
  changeProject(({ targets }) => {
    const others = models.value.filter((other) => other !== model && isAsked(other, targets)).flatMap(({ settings }) => settings.map(({ path }) => path[0]));
    model.settings.forEach(({ path: [first = ""] }) => { if (!others.includes(first)) Reflect.deleteProperty(targets, first); });
  });
}

export function TargetsCard({ declared }: { declared: Project }) {
  const { targets, anonymize, roles } = declared;
  const left = anonymize["max-suppression"];
  const setLeft = (value: number | null) =>
    changeProject((next) => {
      if (value === null) delete next.anonymize["max-suppression"];
      else next.anonymize["max-suppression"] = value / 100;
    });
  const setPolicy = (policy: (typeof POLICIES)[number] | undefined) => changeProject((next) => { if (policy !== undefined) next.anonymize["missing-values"] = policy; });
  const sensitive = roles.sensitive.length > 0;
  const usual = models.value.filter((model) => model.usual && (sensitive || !model.needs_sensitive || isAsked(model, targets)));
  const asked = models.value.filter((model) => !model.usual && isAsked(model, targets));
  return (
    <section class="card">
      <h2>{t("protect-targets")}</h2>
      <div class="fields">
        {usual.map((model) => model.settings.map((setting) => <Field key={setting.path.join(".")} setting={setting} targets={targets} help={model.help} optional />))}
        <NumberField label={t("protect-suppression")} help={t("protect-suppression-help")} value={left == null ? null : Math.round(left * 1e6) / 1e4} least={0} most={100} step="any" onChange={setLeft} />
        <SelectField label={t("protect-missing")} help={t("protect-missing-help")} value={anonymize["missing-values"]} onChange={(value) => setPolicy(POLICIES.find((policy) => policy === value))}>
          {POLICIES.map((policy) => <option key={policy} value={policy}>{t(`protect-missing-${policy}`)}</option>)}
        </SelectField>
      </div>
      {asked.map((model) => <Asked key={model.id} model={model} targets={targets} sensitive={sensitive} />)}
      <Add targets={targets} sensitive={sensitive} />
    </section>
  );
}

function Asked({ model, targets, sensitive }: { model: Model; targets: Targets; sensitive: boolean }) {
  return (
    <fieldset class="model">
      <legend>{model.title}</legend>
      <p class="quiet">{model.help}</p>
      {model.needs_sensitive && !sensitive && <p class="warn">{t("protect-need-sensitive")}</p>}
      <div class="fields">{model.settings.map((setting) => <Field key={setting.path.join(".")} setting={setting} targets={targets} />)}</div>
      <button type="button" aria-label={t("protect-model-remove", { name: model.title })} onClick={() => remove(model)}>{t("job-forget")}</button>
    </fieldset>
  );
}

/// A list of all models that are not asked for yet, by what they protect from.
function Add({ targets, sensitive }: { targets: Targets; sensitive: boolean }) {
  const free = models.value.filter((model) => !model.usual && !isAsked(model, targets));
  const purposes = [...new Map(free.map((model) => [model.purpose, model.purpose_title]))];
  const choose = (id: string) => {
    const model = free.find((each) => each.id === id);
    if (model !== undefined) add(model);
  };
  return (
    <div class="fields">
      <SelectField label={t("protect-more")} help={t("protect-more-help")} value="" onChange={choose}>
        <option value="">{t("protect-more-choose")}</option>
        {purposes.map(([purpose, title]) => (
          <optgroup key={purpose} label={title}>
            {free.filter((model) => model.purpose === purpose).map((model) => (
              <option key={model.id} value={model.id} disabled={model.needs_sensitive && !sensitive}>{model.title}</option>
            ))}
          </optgroup>
        ))}
      </SelectField>
    </div>
  );
}

function Field({ setting, targets, help, optional = false }: { setting: Setting; targets: Targets; help?: string; optional?: boolean }) {
  const value = valueOf(targets, setting.path);
  const set = (next: unknown) => changeProject(({ targets: changed }) => put(changed, setting.path, next));
  switch (setting.kind) {
    case "choice":
      return (
        <SelectField label={setting.title} help={help} value={typeof value === "string" ? value : ""} onChange={(word) => set(word === "" ? null : word)}>
          <option value="">{t("protect-choice-usual")}</option>
          {setting.choices.map(([word, meaning]) => <option key={word} value={word}>{meaning}</option>)}
        </SelectField>
      );
    case "file":
      return <PopulationField title={setting.title} value={typeof value === "string" ? value : ""} onChange={set} />;
    default:
      return (
        <NumberField label={setting.title} help={help} value={typeof value === "number" ? value : null} step={setting.kind === "count" ? 1 : "any"}
          {...(setting.least == null ? {} : { least: setting.least })} {...(setting.most == null ? {} : { most: setting.most })}
          onChange={(next) => { if (next !== null || optional) set(next); }} />
      );
  }
}

/// The table of the population: sent from here, or named where a folder is shared.
function PopulationField({ title, value, onChange }: { title: string; value: string; onChange: (value: string | null) => void }) {
  const [problem, setProblem] = useState<Problem | null>(null);
  const [told, tell] = useState("");
  const send = async (file: File | undefined) => {
    const id = dataset.value?.id;
    if (file === undefined || id === undefined) return;
    setProblem(null);
    try {
      const found = await putFile("/datasets/{id}/population/{file}", { id, file: file.name }, file);
      tell(t("protect-population-read", { n: found.rows, columns: found.columns.join(", ") }));
      onChange(found.name);
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem(0, [String(error)], []));
    }
  };
  return (
    <div>
      <TextField label={title} help={told === "" ? t("protect-population-help") : told} value={value} onChange={(name) => onChange(name.trim() === "" ? null : name.trim())} />
      <label class="button">{t("open-choose")}<input class="unseen" type="file" accept=".ods,.xlsx,.csv,.tsv,.parquet" onChange={(event) => void send(event.currentTarget.files?.[0])} /></label>
      {problem !== null && <Problems problem={problem} />}
    </div>
  );
}
