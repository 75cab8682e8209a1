//! Step 2 and 3 of the guided path: the signatures that fit with what may be expected of them, those that do not with their reasons, and a pick.

import { figure, number, t } from "../language.ts";
import { isOver } from "../jobs.ts";
import { explainLink } from "../steps/explain.tsx";
import { catalog } from "../state.ts";
import type { Job } from "../types.ts";
import { labels } from "./judgements.tsx";
import { adviceJob, measure, measureJob, nameOf, picked } from "./state.ts";
import type { Advice, Estimate, Knowledge, Signature, Suggested } from "./types.ts";

/// So many are shown before all are asked for.
const FIRST = 12;

export const algorithm = (knowledge: Knowledge, id: string) => knowledge.algorithms.find((each) => each.id === id)?.label ?? id;

/// An algorithm with its settings, in words.
export function titleOf(knowledge: Knowledge, { algorithm: id, k, max_suppression: left }: Signature): string {
  return [algorithm(knowledge, id), `k\u00a0=\u00a0${number(k)}`, ...(left > 0 ? [t("guide-left-most", { n: left })] : [])].join(", ");
}

export function CandidatesCard({ advice, knowledge, job }: { advice: Advice; knowledge: Knowledge; job: Job }) {
  const { suggested, candidates } = advice.suggestion;
  const chosen = chosenOf(advice);
  const running = measureJob();
  // Not while the next advice is on its way: it may number signatures in another way.
  const busy = (running !== undefined && !isOver(running)) || adviceJob()?.id !== job.id;
  return (
    <section class="card">
      <h2>{t("guide-candidates")}</h2>
      {suggested.length === 0 ? <Relaxations advice={advice} knowledge={knowledge} /> : (
        <>
          <p class="quiet">{t("guide-candidates-lead", { n: suggested.length })}</p>
          <Table advice={advice} knowledge={knowledge} chosen={chosen} />
          <p class="quiet">{t("guide-estimates-read")}</p>
        </>
      )}
      {candidates.exclusions.length > 0 && (
        <details open={suggested.length === 0}>
          <summary>{t("guide-excluded", { n: candidates.exclusions.length })}</summary>
          <ul>{candidates.exclusions.flatMap(({ reasons }) => reasons).map((reason) => <li key={reason}>{reason}</li>)}</ul>
        </details>
      )}
      {suggested.length > 0 && <p class="buttons"><button type="button" class="button main" disabled={chosen.length === 0 || busy} onClick={() => void measure(job, chosen.map(({ id }) => id))}>{t("guide-run", { n: chosen.length })}</button></p>}
    </section>
  );
}

/// What is to be run: what was picked, as far as it is still suggested; else the usual picks.
function chosenOf({ suggestion: { suggested }, usual_picks: usual }: Advice): Suggested[] {
  const own = picked.value;
  return own === null ? suggested.filter(({ id }) => usual.includes(id)) : suggested.filter((each) => own.includes(nameOf(each)));
}

/// No algorithm fits: what would have to change.
function Relaxations({ advice, knowledge }: { advice: Advice; knowledge: Knowledge }) {
  const { relaxations } = advice.suggestion.candidates;
  return (
    <div class="notice bad" role="alert">
      <strong>{t("guide-nothing-fits")}</strong>
      <ul>{relaxations.map(({ changes, algorithms }) => (
        <li key={changes.join()}>{changes.join(t("guide-and"))} → {algorithms.map((id) => algorithm(knowledge, id)).join(", ")}</li>
      ))}</ul>
    </div>
  );
}

function Table({ advice, knowledge, chosen }: { advice: Advice; knowledge: Knowledge; chosen: Suggested[] }) {
  const { suggested, weighed, metrics } = advice.suggestion;
  const label = labels(knowledge);
  const toggle = (each: Suggested) => {
    const names = chosen.map(nameOf);
    picked.value = names.includes(nameOf(each)) ? names.filter((name) => name !== nameOf(each)) : [...names, nameOf(each)];
  };
  const row = (each: Suggested) => <Row key={each.id} each={each} leaves={weighed.leaves} knowledge={knowledge} on={chosen.includes(each)} onToggle={() => toggle(each)} />;
  const head = (
    <thead><tr>
      <th scope="col">{t("guide-signature")}</th>
      {weighed.leaves.map((leaf) => <th key={leaf} scope="col" class="number">{metricOf(knowledge, metrics[leaf])}<br /><small>{label(leaf)}</small></th>)}
      <th scope="col" class="number">{t("guide-score")}</th>
    </tr></thead>
  );
  return (
    <div class="scroll whole" tabIndex={0} role="region" aria-label={t("guide-candidates")}>
      <table class="figures sweep">{head}<tbody>{suggested.slice(0, FIRST).map(row)}</tbody></table>
      {suggested.length > FIRST && (
        <details><summary>{t("guide-more", { n: suggested.length - FIRST })}</summary><table class="figures sweep">{head}<tbody>{suggested.slice(FIRST).map(row)}</tbody></table></details>
      )}
    </div>
  );
}

/// A metric with the direction in which it is better.
export function metricOf(knowledge: Knowledge, id: string | undefined): string {
  const metric = knowledge.metrics.find((each) => each.id === id);
  return metric === undefined ? "" : `${metric.label} ${metric.better === "higher" ? "↑" : "↓"}`;
}

function Row({ each, leaves, knowledge, on, onToggle }: { each: Suggested; leaves: string[]; knowledge: Knowledge; on: boolean; onToggle: () => void }) {
  const method = catalog.value.find(({ id }) => id === each.algorithm);
  return (
    <tr class={on ? "picked" : ""}>
      <th scope="row">
        <label class="check"><input type="checkbox" checked={on} onChange={onToggle} /> {titleOf(knowledge, each)}</label>
        {method?.explained === true && <a class="how" href={explainLink(each.algorithm)} aria-label={t("guide-how-of", { name: algorithm(knowledge, each.algorithm) })}>{t("guide-how")}</a>}
      </th>
      {leaves.map((leaf) => <td key={leaf} class="number"><Expected estimate={each.estimates[leaf]} /></td>)}
      <td class="number">{figure(each.score)}</td>
    </tr>
  );
}

function Expected({ estimate }: { estimate: Estimate | undefined }) {
  if (estimate === undefined) return <span class="quiet" title={t("guide-unknown")}>–</span>;
  return (
    <>
      {figure(estimate.value)}
      {estimate.error !== null && <span class="quiet" title={t("guide-points", { n: estimate.points })}> ± {figure(estimate.error)}</span>}
      {estimate.outside.length > 0 && <span class="warn" title={estimate.outside.join("; ")}> !<span class="unseen">{estimate.outside.join("; ")}</span></span>}
    </>
  );
}
