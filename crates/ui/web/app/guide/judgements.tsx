//! What counts more: pairs of criteria on the verbal scale, with the weights that follow and whether the judgements agree.

import { useEffect, useState } from "preact/hooks";
import { send } from "../api.ts";
import { figure, percent, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { Problems } from "../parts/problems.tsx";
import { answers } from "./state.ts";
import type { Advice, Change, Judgement, Knowledge, Weights } from "./types.ts";

/// How long a slider rests before weights are asked for.
const PAUSE = 120;

/// The place on the slider: 0 = equal, to the left `a` counts more, to the right `b`.
const placeOf = (intensity: number) => (intensity >= 1 ? 1 - Math.round(intensity) : Math.round(1 / intensity) - 1);
const intensityOf = (place: number) => (place <= 0 ? 1 - place : 1 / (1 + place));

/// All pairs of siblings with what was judged of them; what was not is equal.
function judged(advice: Advice): Judgement[] {
  const given = answers.value.judgements ?? [];
  return Object.entries(advice.suggestion.weighed.children).flatMap(([parent, children]) =>
    children.flatMap((a, at) => children.slice(at + 1).map((b) => {
      const same = given.find((each) => each.parent === parent && each.a === a && each.b === b);
      return same ?? { parent, a, b, intensity: 1 };
    })),
  );
}

function judge(changed: Judgement[]): void {
  const same = (one: Judgement, other: Judgement) => one.parent === other.parent && one.a === other.a && one.b === other.b;
  const kept = (answers.value.judgements ?? []).filter((each) => !changed.some((other) => same(each, other)));
  answers.value = { ...answers.value, judgements: [...kept, ...changed] };
}

/// A text that follows another one after a rest.
function useRested(text: string): string {
  const [rested, rest] = useState(text);
  useEffect(() => {
    const wait = setTimeout(() => rest(text), PAUSE);
    return () => clearTimeout(wait);
  }, [text]);
  return rested;
}

export function JudgementsCard({ advice, knowledge }: { advice: Advice; knowledge: Knowledge }) {
  const pairs = judged(advice);
  const { children } = advice.suggestion.weighed;
  const body = useRested(JSON.stringify({ hierarchy: children, judgements: pairs }));
  const { value, problem } = useLoaded(body, (stop) => send("POST", "/advise/weigh", {}, JSON.parse(body), stop));
  const [weights, keep] = useState<Weights | null>(null);
  useEffect(() => { if (value !== null) keep(value); }, [value]);
  const label = labels(knowledge);
  return (
    <section class="card">
      <h2>{t("guide-judge")}</h2>
      <p class="quiet">{t("guide-judge-lead")}</p>
      <div class="judging">
        <div>{Object.keys(children).map((parent) => <Group key={parent} parent={parent} pairs={pairs.filter((each) => each.parent === parent)} weights={weights} knowledge={knowledge} />)}</div>
        <div>
          <h3>{t("guide-weights")}</h3>
          {problem !== null && <Problems problem={problem} />}
          {weights !== null && (
            <dl class="weights">{weights.leaves.map((leaf) => {
              const share = weights.global[leaf] ?? 0;
              return <div key={leaf}><dt>{label(leaf)}</dt><dd><meter min={0} max={1} value={share} aria-hidden="true" /> <b>{percent(share)}</b></dd></div>;
            })}</dl>
          )}
          <details><summary>{t("guide-criteria")}</summary>
            <dl class="slots">{advice.suggestion.weighed.leaves.map((leaf) => (
              <div key={leaf}><dt>{label(leaf)}</dt><dd>{knowledge.criteria.find(({ id }) => id === leaf)?.help} <span class="quiet">{measured(advice, knowledge, leaf)}</span></dd></div>
            ))}</dl>
          </details>
        </div>
      </div>
    </section>
  );
}

export const labels = (knowledge: Knowledge) => (id: string) => knowledge.criteria.find((each) => each.id === id)?.label ?? id;

/// How a criterion is measured.
function measured(advice: Advice, knowledge: Knowledge, leaf: string): string {
  return knowledge.metrics.find(({ id }) => id === advice.suggestion.metrics[leaf])?.help ?? "";
}

function Group({ parent, pairs, weights, knowledge }: { parent: string; pairs: Judgement[]; weights: Weights | null; knowledge: Knowledge }) {
  const label = labels(knowledge);
  const group = weights?.groups[parent];
  if (pairs.length === 0) return null;
  return (
    <fieldset class="model">
      <legend>{label(parent)}</legend>
      {pairs.map((pair) => <Pair key={`${pair.a} ${pair.b}`} pair={pair} knowledge={knowledge} />)}
      {pairs.length > 1 && group !== undefined && (
        <p role="status"><span class={`mark ${group.consistent ? "good" : "bad"}`}>{t(group.consistent ? "guide-consistent" : "guide-inconsistent")}</span>{t("guide-ratio", { ratio: figure(group.ratio) })}</p>
      )}
      {group?.consistent === false && <Repair parent={parent} causes={group.causes} repairs={group.repairs} knowledge={knowledge} />}
    </fieldset>
  );
}

/// A judgement in words.
function inWords(a: string, b: string, intensity: number, knowledge: Knowledge): string {
  const label = labels(knowledge);
  const times = Math.max(1, Math.min(9, Math.round(intensity >= 1 ? intensity : 1 / intensity)));
  if (times === 1) return t("guide-equal", { a: label(a), b: label(b) });
  const word = knowledge.words.find((each) => each.intensity === times)?.word ?? String(times);
  return intensity >= 1 ? t("guide-judged", { a: label(a), b: label(b), word }) : t("guide-judged", { a: label(b), b: label(a), word });
}

function Pair({ pair, knowledge }: { pair: Judgement; knowledge: Knowledge }) {
  const label = labels(knowledge);
  const said = inWords(pair.a, pair.b, pair.intensity, knowledge);
  return (
    <div class="pair">
      <div class="ends" aria-hidden="true"><span>{label(pair.a)}</span><span>{label(pair.b)}</span></div>
      <input type="range" min={-8} max={8} step={1} value={placeOf(pair.intensity)} aria-label={t("guide-pair", { a: label(pair.a), b: label(pair.b) })} aria-valuetext={said}
        onInput={(event) => judge([{ ...pair, intensity: intensityOf(Number(event.currentTarget.value)) }])} />
      <output>{said}</output>
    </div>
  );
}

/// The judgements that contradict the others, and the fewest changes after which they do not.
function Repair({ parent, causes, repairs, knowledge }: { parent: string; causes: Change[]; repairs: Change[]; knowledge: Knowledge }) {
  const words = ({ a, b }: Change, intensity: number) => inWords(a, b, intensity, knowledge);
  return (
    <div class="notice bad">
      <p>{t("guide-causes")}</p>
      <ul>{causes.map((cause) => <li key={`${cause.a} ${cause.b}`}>{t("guide-cause", { said: words(cause, cause.given), others: words(cause, cause.instead) })}</li>)}</ul>
      {repairs.length > 0 && (
        <>
          <p>{t("guide-repair", { n: repairs.length })}</p>
          <ul>{repairs.map((change) => <li key={`${change.a} ${change.b}`}>{words(change, change.instead)} {change.ratio !== undefined && t("guide-repair-ratio", { ratio: figure(change.ratio) })}</li>)}</ul>
          <button type="button" onClick={() => judge(repairs.map(({ a, b, instead }) => ({ parent, a, b, intensity: instead })))}>{t("guide-repair-apply")}</button>
        </>
      )}
    </div>
  );
}
