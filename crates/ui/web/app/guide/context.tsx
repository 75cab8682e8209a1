//! Step 1 of the guided path: what only a person knows is asked, what the data say is filled in with its reason.

import { figure, number, t } from "../language.ts";
import { NumberField, SelectField } from "../parts/form.tsx";
import { Notes } from "../parts/problems.tsx";
import { dataset, link, news, project } from "../state.ts";
import { answers } from "./state.ts";
import type { Advice, Answers, Knowledge, Named } from "./types.ts";

/// Usages that predict something.
const PREDICTING = ["classification", "regression"];

const set = (change: Answers) => (answers.value = { ...answers.value, ...change });
const percentage = (value: string | null | undefined) => (value == null ? null : Number(value));

/// Columns that can be predicted: those that stay as they are.
function predictable(): string[] {
  const roles = project.value?.roles;
  const changed = [...(roles?.["quasi-identifiers"] ?? []), ...(roles?.identifiers ?? [])];
  return (dataset.value?.columns ?? []).map(({ name }) => name).filter((name) => !changed.includes(name));
}

/// What stands against the answers, by the name of the field.
export function faultsOf(given: Answers, advice: Advice | null): { risk?: string; suppression?: string; target?: string } {
  const [risk, left] = [percentage(given.risk), percentage(given.suppression)];
  const target = given.usage?.target ?? advice?.context.target?.[0] ?? "";
  return {
    ...(risk !== null && !(risk > 0 && risk <= 100) && { risk: t("guide-risk-wrong") }),
    ...(left !== null && !(left >= 0 && left <= 100) && { suppression: t("guide-suppression-wrong") }),
    ...(given.usage != null && PREDICTING.includes(given.usage.need) && target === "" && { target: t("guide-target-wrong") }),
  };
}

export function ContextCard({ advice, knowledge }: { advice: Advice; knowledge: Knowledge }) {
  return (
    <section class="card">
      <h2>{t("guide-context")}</h2>
      <p class="quiet">{t("guide-context-lead")}</p>
      <Questions advice={advice} knowledge={knowledge} />
      <Notes notes={news(advice.notes)} />
      <Facts advice={advice} />
    </section>
  );
}

/// Where the value of a part comes from; the reason where it says more than that.
function Source({ advice, id }: { advice: Advice; id: string }) {
  const part = advice.context.parts.find((each) => each.id === id);
  if (part === undefined) return null;
  const told = part.origin === "deduced" || part.origin === "computed";
  return <><span class={`mark ${part.origin === "answered" ? "good" : "plain"}`}>{t(`guide-origin-${part.origin}`)}</span>{told && part.reason}</>;
}

function Questions({ advice, knowledge }: { advice: Advice; knowledge: Knowledge }) {
  const { context } = advice;
  const given = answers.value;
  const wrong = faultsOf(given, advice);
  const words = (id: string) => {
    const question = knowledge.questions.find((each) => each.id === id);
    return { label: question?.label ?? id, note: <Source advice={advice} id={id} /> };
  };
  const helpOf = (id: string) => knowledge.questions.find((each) => each.id === id)?.help;
  const usage = given.usage ?? context.usage;
  const suppression = given.suppression ?? advice.context.parts.find(({ id }) => id === "suppression")?.value.replace(/ %$/, "");
  const type = given.generalization_type ?? context.generalization_type;
  const meaning = (list: Named[], id: string) => list.find((each) => each.id === id)?.help;
  return (
    <div class="fields guided">
      <NumberField {...words("risk")} help={helpOf("risk")} error={wrong.risk} value={percentage(given.risk ?? context.risk)} least={0} most={100} step="any" onChange={(value) => set({ risk: value === null ? null : String(value) })} />
      <NumberField {...words("suppression")} help={helpOf("suppression")} error={wrong.suppression} value={percentage(suppression)} least={0} most={100} step="any" onChange={(value) => set({ suppression: value === null ? null : String(value) })} />
      <SelectField {...words("usage")} help={meaning(knowledge.usages, usage.need)} value={usage.need} onChange={(need) => set({ usage: { ...usage, need } })}>
        {knowledge.usages.map(({ id, label }) => <option key={id} value={id}>{label}</option>)}
      </SelectField>
      {PREDICTING.includes(usage.need) && (
        <SelectField label={t("guide-target")} error={wrong.target} value={usage.target ?? context.target?.[0] ?? ""} onChange={(target) => set({ usage: { ...usage, target } })}>
          <option value="">{t("protect-more-choose")}</option>
          {predictable().map((name) => <option key={name} value={name}>{name}</option>)}
        </SelectField>
      )}
      <SelectField {...words("generalization-type")} help={type === "any" ? t("guide-any-help") : meaning(knowledge.types, type)} value={type} onChange={(value) => set({ generalization_type: value })}>
        <option value="any">{t("guide-any")}</option>
        {knowledge.types.map(({ id, label }) => <option key={id} value={id}>{label}</option>)}
      </SelectField>
      <SelectField {...words("interaction")} help={helpOf("interaction")} value={(given.interaction ?? context.interaction) ? "yes" : "no"} onChange={(value) => set({ interaction: value === "yes" })}>
        <option value="no">{t("guide-no")}</option><option value="yes">{t("guide-yes")}</option>
      </SelectField>
      <SelectField {...words("size")} value={given.size ?? ""} onChange={(value) => set({ size: value === "" ? null : value })}>
        <option value="">{t("guide-deduced", { value: given.size == null ? t(context.size === "large" ? "guide-size-large" : "guide-size-small") : "" })}</option>
        <option value="small">{t("guide-size-small")}</option><option value="large">{t("guide-size-large")}</option>
      </SelectField>
      <SelectField {...words("distribution")} help={meaning(knowledge.distributions, given.distribution ?? context.distribution)} value={given.distribution ?? ""} onChange={(value) => set({ distribution: value === "" ? null : value })}>
        <option value="">{t("guide-deduced", { value: given.distribution == null ? (knowledge.distributions.find(({ id }) => id === context.distribution)?.label ?? "") : "" })}</option>
        {knowledge.distributions.map(({ id, label }) => <option key={id} value={id}>{label}</option>)}
      </SelectField>
    </div>
  );
}

/// What the data say, and what follows from the answers.
function Facts({ advice }: { advice: Advice }) {
  const { parts, quasi_identifiers: columns } = advice.context;
  const part = (id: string) => parts.find((each) => each.id === id);
  const listed = ["k", "max-suppression", "sensitive"].flatMap((id) => part(id) ?? []);
  const target = columns.some(({ association }) => association !== null);
  return (
    <details>
      <summary>{t("guide-facts", { n: columns.length })}</summary>
      <dl class="slots">
        {listed.map(({ id, label, value, origin, reason }) => (
          <div key={id}><dt>{label}</dt><dd>{value} <span class="quiet">{origin !== "answered" && `(${reason})`}</span></dd></div>
        ))}
      </dl>
      <div class="scroll whole" tabIndex={0} role="region" aria-label={part("quasi-identifiers")?.label ?? ""}>
        <table class="figures">
          <thead><tr>
            <th scope="col">{part("quasi-identifiers")?.label}</th><th scope="col">{t("guide-nature")}</th><th scope="col" class="number">{t("guide-distinct")}</th><th scope="col">{t("step-hierarchies")}</th>
            <th scope="col" class="number">{t("guide-evenness")}</th>{target && <th scope="col" class="number">{t("guide-association")}</th>}
          </tr></thead>
          <tbody>{columns.map((column) => (
            <tr key={column.name}>
              <th scope="row">{column.name}</th><td>{t(column.nature === "continuous" ? "guide-nature-continuous" : "guide-nature-categorical")}</td><td class="number">{number(column.distinct)}</td>
              <td>{t(column.hierarchy === "given" ? "guide-hierarchy-given" : column.hierarchy === "buildable" ? "guide-hierarchy-buildable" : "guide-hierarchy-none")}</td>
              <td class="number">{figure(column.evenness)}</td>{target && <td class="number">{figure(column.association)}</td>}
            </tr>
          ))}</tbody>
        </table>
      </div>
      <p class="quiet">{t("guide-facts-elsewhere")} <a href={link("roles")}>{t("step-roles")}</a>, <a href={link("hierarchies")}>{t("step-hierarchies")}</a>.</p>
    </details>
  );
}
