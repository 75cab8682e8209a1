//! Step 2: what each column means, proposed with reasons and changed by one click.

import { known, percent, t } from "../language.ts";
import { Bars } from "../parts/bars.tsx";
import { kindWords } from "../parts/preview.tsx";
import { TextField } from "../parts/form.tsx";
import { Onward, Title } from "../parts/title.tsx";
import { changeProject, dataset, project, quasiIdentifiers, roleOf, session, setRole } from "../state.ts";
import type { Column, Project, Role } from "../types.ts";

const ROLES: Role[] = ["identifier", "quasi-identifier", "sensitive", "target", "insensitive", "drop"];

export function Roles() {
  const table = dataset.value;
  const declared = project.value;
  if (table === null || declared === null) return null;
  const reset = () => changeProject((next) => table.columns.forEach((column) => setRole(next, column.name, column.role)));
  return (
    <>
      <Title title={t("roles-title")}>{t("roles-lead")}</Title>
      <Legend />
      <div class="roles" role="list">
        {table.columns.map((column) => <Row key={column.name} column={column} declared={declared} />)}
      </div>
      <p><button type="button" onClick={reset}>{t("roles-reset")}</button></p>
      {declared.roles.identifiers.length > 0 && <Pseudonyms declared={declared} />}
      {quasiIdentifiers.value.length === 0 && <div class="notice bad" role="alert">{t("roles-none")}</div>}
      <Onward step="hierarchies" />
    </>
  );
}

function Legend() {
  return (
    <details class="legend" open>
      <summary>{t("roles-help")}</summary>
      <dl>{ROLES.map((role) => <div key={role}><dt><span class={`chip role-${role}`}>{t(`role-${role}`)}</span></dt><dd>{t(`role-${role}-help`)}</dd></div>)}</dl>
    </details>
  );
}

function Row({ column, declared }: { column: Column; declared: Project }) {
  const role = roleOf(declared, column.name);
  const choose = (next: Role) => changeProject((project) => setRole(project, column.name, next));
  return (
    <div class="role-row" role="listitem">
      <div class="role-column"><strong>{column.name}</strong><span class="quiet">{kindWords(column.kind)} · {t("open-distinct", { n: column.distinct })}</span></div>
      <Bars bars={column.histogram} label={t("open-histogram", { name: column.name })} height={28} />
      <fieldset class="segments">
        <legend class="unseen">{t("roles-of", { name: column.name })}</legend>
        {ROLES.map((each) => (
          <label key={each} class={each === role ? `chosen role-${each}` : ""}>
            <input type="radio" name={`role-${column.name}`} value={each} checked={each === role} onChange={() => choose(each)} />{t(`role-${each}`)}
          </label>
        ))}
      </fieldset>
      <p class="reasons quiet">
        {role !== column.role && <b>{t("roles-changed", { role: t(`role-${column.role}`) })} · </b>}
        {column.reasons.join("; ")}{confidence(column.confidence)}
      </p>
    </div>
  );
}

function confidence(value: Column["confidence"]): string {
  if (value === null || value === undefined) return "";
  const words = typeof value === "number" ? percent(value, 0) : value;
  return ` (${t("roles-confidence", { share: words })})`;
}

/// Methods with a key need a file that holds it, which only a shared folder can give.
const METHODS = ["sequential", "random"];
const KEYED = ["keyed-hash", "format-preserving"];

function Pseudonyms({ declared }: { declared: Project }) {
  const { method, name } = declared.pseudonyms;
  const offered = session.value?.root === true ? [...METHODS, ...KEYED] : METHODS;
  const methods = offered.includes(method) ? offered : [...offered, method];
  const keyFile = declared.pseudonyms["key-file"];
  const setKeyFile = (text: string) =>
    changeProject((next) => {
      if (text === "") delete next.pseudonyms["key-file"];
      else next.pseudonyms["key-file"] = text;
    });
  const words = (word: string) => {
    const key = `roles-pseudonyms-${word}`;
    return known(key) ? t(key) : word;
  };
  return (
    <section class="card">
      <h2>{t("roles-pseudonyms", { columns: declared.roles.identifiers.join(", ") })}</h2>
      <p class="quiet">{t("roles-pseudonyms-lead")}</p>
      <div class="fields">
        <label class="field"><span>{t("roles-pseudonyms-method")}</span>
          <select value={method} onChange={(event) => { const next = event.currentTarget.value; changeProject((project) => void (project.pseudonyms.method = next)); }}>
            {methods.map((word) => <option key={word} value={word}>{words(word)}</option>)}
          </select>
        </label>
        {KEYED.includes(method) && <TextField label={t("roles-pseudonyms-key")} help={t("roles-pseudonyms-key-help")} value={typeof keyFile === "string" ? keyFile : ""} onChange={setKeyFile} />}
        <label class="field"><span>{t("roles-pseudonyms-name")}</span>
          <input value={name} onChange={(event) => { const next = event.currentTarget.value; changeProject((project) => void (project.pseudonyms.name = next)); }} />
        </label>
      </div>
      <label class="check"><input type="checkbox" checked={declared.pseudonyms["shuffle"] === true} onChange={(event) => { const on = event.currentTarget.checked; changeProject((next) => void (next.pseudonyms["shuffle"] = on)); }} /> {t("roles-pseudonyms-shuffle")}</label>
    </section>
  );
}
