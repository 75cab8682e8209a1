//! The choice of a technique, and its form.

import { Propose } from "../hierarchy/propose.tsx";
import { known, t } from "../language.ts";
import { SelectField } from "../parts/form.tsx";
import { Parameters } from "../parts/parameters.tsx";
import { catalog, changeProject } from "../state.ts";
import { explainLink } from "../steps/explain.tsx";
import type { Method, Project } from "../types.ts";

export const QUICK: { id: string; key: "many" | "one" | "optimal" | "bucketize"; parameters: Record<string, string> }[] = [
  { id: "mondrian", key: "many", parameters: {} },
  { id: "mondrian", key: "one", parameters: { dimensions: "one" } },
  { id: "optimal", key: "optimal", parameters: {} },
  { id: "bucketize", key: "bucketize", parameters: {} },
];

export function isQuick(quick: (typeof QUICK)[number], { method, parameters }: Project["anonymize"]): boolean {
  const names = new Set([...Object.keys(quick.parameters), ...Object.keys(parameters)]);
  return method === quick.id && [...names].every((key) => (parameters[key] ?? "") === (quick.parameters[key] ?? ""));
}

export function TechniqueCard({ declared }: { declared: Project }) {
  const { method: id, parameters } = declared.anonymize;
  const method = catalog.value.find((each) => each.id === id);
  const choose = (next: string, values: Record<string, string>) =>
    changeProject((project) => {
      project.anonymize.method = next;
      project.anonymize.parameters = { ...values };
    });
  const set = (key: string, value: string) =>
    changeProject((project) => {
      const fallback = method?.parameters.find((parameter) => parameter.name === key)?.default ?? "";
      if (value === fallback) delete project.anonymize.parameters[key];
      else project.anonymize.parameters[key] = value;
    });
  const quick = QUICK.filter((each) => catalog.value.some((known) => known.id === each.id));
  return (
    <section class="card">
      <h2>{t("protect-method")}</h2>
      <div class="quick">
        {quick.map((each) => (
          <button type="button" key={each.key} aria-pressed={isQuick(each, declared.anonymize)} onClick={() => choose(each.id, each.parameters)}>
            <strong>{t(`protect-quick-${each.key}`)}</strong><span>{t(`protect-quick-${each.key}-help`)}</span>
          </button>
        ))}
      </div>
      <Techniques id={id} onChange={(next) => choose(next, {})} />
      {method?.family === "generalization" && <Propose />}
      {id === "auto" && <p class="quiet">{t("protect-auto-help")}</p>}
      {method !== undefined && (
        <>
          <p>{method.summary} <span class="quiet"><b>{t("protect-promise")}</b> {method.guarantees}</span>{method.explained && <> <a href={explainLink(method.id)}>{t("explain-how")}</a></>}</p>
          {method.parameters.length > 0 && <details><summary>{t("protect-parameters", { method: method.title })}</summary><Parameters method={method} values={parameters} onChange={set} /></details>}
        </>
      )}
    </section>
  );
}

interface TechniquesProperties {
  id: string;
  onChange: (id: string) => void;
  /// Which techniques are offered; all, and the choice of the program, if nothing is said.
  fits?: (method: Method) => boolean;
  /// The family that stands first.
  first?: string;
}

export function Techniques({ id, onChange, fits, first }: TechniquesProperties) {
  const offered = fits === undefined ? catalog.value : catalog.value.filter(fits);
  const families = [...new Set(offered.map(({ family }) => family))].sort((a, b) => Number(b === first) - Number(a === first));
  const words = (family: string) => {
    const key = `protect-family-${family}`;
    return known(key) ? t(key) : family;
  };
  return (
    <div class="fields">
      <SelectField label={t("protect-technique")} value={id} onChange={onChange}>
        {fits === undefined && <option value="auto">{t("protect-auto")}</option>}
        {families.map((family) => (
          <optgroup key={family} label={words(family)}>
            {offered.filter((method) => method.family === family).map((method) => <option key={method.id} value={method.id}>{method.title}</option>)}
          </optgroup>
        ))}
      </SelectField>
    </div>
  );
}
