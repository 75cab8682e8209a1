//! The run of an explanation, played or stepped through: buttons, keys, and what each step shows.

import { useEffect, useRef, useState } from "preact/hooks";
import { figure, t, type Key } from "../language.ts";
import { Lattice } from "./lattice.tsx";
import { Regions } from "./regions.tsx";
import { StateTable } from "./table.tsx";
import type { Explanation, ToldStep } from "./types.ts";

const SPEEDS = [1, 2, 4, 8];

export function Player({ told }: { told: Explanation }) {
  const last = told.steps.length - 1;
  const [at, setAt] = useState(0);
  const [playing, play] = useState(false);
  const [speed, setSpeed] = useState(4);
  const to = (next: number) => setAt(Math.max(0, Math.min(last, next)));
  useEffect(() => {
    if (!playing) return;
    if (at >= last) {
      play(false);
      return;
    }
    const timer = window.setTimeout(() => to(at + 1), speed * 1000);
    return () => clearTimeout(timer);
  }, [playing, at, speed, last]);
  const start = () => {
    if (!playing && at >= last) setAt(0);
    play(!playing);
  };
  const keys = (event: KeyboardEvent) => {
    const inField = (event.target as HTMLElement).closest("select, input, button, summary, .scroll") !== null;
    const moves: Record<string, () => void> = { ArrowLeft: () => to(at - 1), ArrowRight: () => to(at + 1), Home: () => to(0), End: () => to(last), " ": start };
    const move = moves[event.key];
    if (move === undefined || event.altKey || event.ctrlKey || event.metaKey || (inField && (event.key === " " || (event.target as HTMLElement).closest("select, input") !== null))) return;
    event.preventDefault();
    if (event.key !== " ") play(false);
    move();
  };
  const step = told.steps[at];
  if (step === undefined) return <Ending told={told} />;
  const manual = (next: number) => () => {
    play(false);
    to(next);
  };
  return (
    <section class="card player" tabIndex={0} aria-label={t("explain-run")} onKeyDown={keys}>
      <h2>{t("explain-run")}</h2>
      <p class="quiet">
        {told.setting.asked.length > 0 && t("explain-asked", { what: told.setting.asked.join(", ") })} {told.setting.may_leave_out > 0 && t("explain-may", { n: told.setting.may_leave_out })}
      </p>
      <div class="buttons controls">
        <Control name="explain-first" mark="|◀" off={at === 0} act={manual(0)} />
        <Control name="explain-back" mark="◀" off={at === 0} act={manual(at - 1)} />
        <button type="button" class="button main" onClick={start}>{playing ? <>{t("explain-pause")}</> : <><span aria-hidden="true">▶</span> {t("explain-play")}</>}</button>
        <Control name="explain-forward" mark="▶" off={at === last} act={manual(at + 1)} />
        <Control name="explain-last" mark="▶|" off={at === last} act={manual(last)} />
        <strong class="count">{t("explain-at", { at, all: last })}</strong>
        <label class="plain">{t("explain-speed")} <select value={speed} onChange={(event) => setSpeed(Number(event.currentTarget.value))}>{SPEEDS.map((each) => <option key={each} value={each}>{each}</option>)}</select></label>
      </div>
      <p class="quiet"><small>{t("explain-keys")}</small></p>
      <div aria-live={playing ? "off" : "polite"}>
        <h3 class="decision">{step.number}. {step.decision}</h3>
        <p><b>{t("explain-why")}</b> — {step.why}</p>
        <p><b>{t("explain-then")}</b> — {step.result}</p>
      </div>
      <div class="stage">
        <Tables step={step} />
        <div class="drawing">
          {told.lattice != null && <Lattice shape={told.lattice} steps={told.steps} at={at} />}
          {told.family.id === "partitioning" && <Regions told={told} step={step} />}
          <Weighed step={step} />
        </div>
      </div>
      {at === last && <Ending told={told} />}
    </section>
  );
}

function Control({ name, mark, off, act }: { name: Key; mark: string; off: boolean; act: () => void }) {
  return <button type="button" disabled={off} aria-label={t(name)} title={t(name)} onClick={act}><span aria-hidden="true">{mark}</span></button>;
}

function Tables({ step }: { step: ToldStep }) {
  const [first, ...others] = step.state.tables;
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const quiet = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if (quiet || ref.current === null) return;
    for (const cell of ref.current.querySelectorAll("td.changed")) cell.animate([{ opacity: 0.15 }, { opacity: 1 }], { duration: 600 });
  }, [step.number]);
  return (
    <div class="tables" ref={ref}>
      <h4>{t("explain-table")}</h4>
      {first !== undefined && <StateTable table={first} />}
      {others.map((table, at) => <div key={at}><h4>{t("explain-second")}</h4><StateTable table={table} /></div>)}
      <p class="quiet"><small>{t("explain-marks")}</small></p>
    </div>
  );
}

function Weighed({ step }: { step: ToldStep }) {
  if (step.candidates.length === 0) return null;
  return (
    <div>
      <h4>{t("explain-weighed")}</h4>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("explain-weighed")}>
        <table class="weighed">
          <thead><tr><th scope="col">{t("explain-weighed")}</th>{step.figures.map(({ title, help }) => <th scope="col" key={title} class="number" title={help}>{title}</th>)}<th scope="col">{t("explain-fate")}</th></tr></thead>
          <tbody>
            {step.candidates.map((each, at) => (
              <tr key={at} class={each.fate}>
                <th scope="row">{each.what}</th>
                {step.figures.map(({ title }, place) => <td key={title} class="number">{each.figures[place] == null ? "" : figure(each.figures[place])}</td>)}
                <td>{each.fate === "chosen" && <span aria-hidden="true">→ </span>}{each.fate_words}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {step.more_candidates > 0 && <p class="quiet">{t("explain-more", { n: step.more_candidates })}</p>}
    </div>
  );
}

function Ending({ told }: { told: Explanation }) {
  const { reached, text, missing } = told.outcome;
  return (
    <div class={`notice ${reached ? "" : "bad"}`} role="status">
      <b>{t("explain-end")}</b> — {text}
      {missing.length + told.notes.length > 0 && <ul>{[...missing, ...told.notes].map((line) => <li key={line}>{line}</li>)}</ul>}
    </div>
  );
}
