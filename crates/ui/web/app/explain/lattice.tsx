//! The lattice of levels with what is known of it after a step; nodes are told apart by shape as well as by colour.

import { useMemo } from "preact/hooks";
import { t } from "../language.ts";
import type { Shape, ToldStep } from "./types.ts";

const WIDTH = 640;
const ROW = 54;

type Kind = "solves" | "fails" | "out" | "unknown";
const KINDS: ("here" | Kind)[] = ["here", "solves", "fails", "out", "unknown"];
const SIGNS: Record<Kind, string> = { solves: "✓", fails: "✗", out: "–", unknown: "" };

interface Dot { levels: number[]; x: number; y: number }

/// All nodes, by height from the bottom.
function placed({ heights }: Shape): { dots: Dot[]; tall: number } {
  let nodes: number[][] = [[]];
  for (const height of heights) nodes = nodes.flatMap((node) => Array.from({ length: height + 1 }, (_, level) => [...node, level]));
  const most = heights.reduce((sum, height) => sum + height, 0);
  const tall = (most + 1) * ROW;
  const dots = Array.from({ length: most + 1 }, (_, height) => {
    const row = nodes.filter((node) => node.reduce((sum, level) => sum + level, 0) === height);
    return row.map((levels, at) => ({ levels, x: ((at + 1) * WIDTH) / (row.length + 1), y: tall - (height + 0.5) * ROW }));
  });
  return { dots: dots.flat(), tall };
}

function kindOf(fate: string): Kind {
  if (["solves", "solves-as-below", "chosen", "passed"].includes(fate)) return "solves";
  if (fate === "fails") return "fails";
  return fate === "skipped" ? "unknown" : "out";
}

/// What is known of each node after a step.
function knownAt(steps: ToldStep[], at: number): Map<string, Kind> {
  const known = new Map<string, Kind>();
  for (const step of steps.slice(0, at + 1)) {
    for (const { levels, fate } of step.candidates) {
      const kind = kindOf(fate);
      if (levels != null && kind !== "unknown") known.set(levels.join(), kind);
    }
  }
  return known;
}

export function Lattice({ shape, steps, at }: { shape: Shape; steps: ToldStep[]; at: number }) {
  const { dots, tall } = useMemo(() => placed(shape), [shape]);
  const known = useMemo(() => knownAt(steps, at), [steps, at]);
  const here = steps[at]?.state.levels ?? [];
  const path = steps.slice(0, at + 1).flatMap(({ state }) => (state.levels == null ? [] : [state.levels.join()]));
  const by = useMemo(() => new Map(dots.map((dot) => [dot.levels.join(), dot])), [dots]);
  const above = (dot: Dot) => dot.levels.flatMap((_, qi) => by.get(dot.levels.map((level, other) => (other === qi ? level + 1 : level)).join()) ?? []);
  const named = (levels: number[]) => shape.attributes.map((name, qi) => `${name} ${levels[qi] ?? 0}`).join(", ");
  const small = dots.length > 60;
  return (
    <div class="lattice small">
      <p class="quiet">{t("explain-lattice")}</p>
      <ul class="key">{KINDS.map((kind) => <li key={kind}><svg width="18" height="18" aria-hidden="true"><circle class={`spot ${kind}`} cx="9" cy="9" r="7" />{kind !== "here" && <text x="9" y="13" text-anchor="middle">{SIGNS[kind]}</text>}</svg>{t(`explain-node-${kind}`)}</li>)}</ul>
      <svg viewBox={`0 0 ${WIDTH} ${tall}`} role="img" aria-label={t("explain-lattice-label", { n: dots.length, here: named(here) })}>
        {dots.flatMap((dot) => above(dot).map((next) => <line key={`${dot.levels.join()} ${next.levels.join()}`} class={path.includes(dot.levels.join()) && path.includes(next.levels.join()) ? "path" : ""} x1={dot.x} y1={dot.y} x2={next.x} y2={next.y} />))}
        {dots.map((dot) => {
          const kind = known.get(dot.levels.join()) ?? "unknown";
          const isHere = dot.levels.join() === here.join();
          return (
            <g key={dot.levels.join()}>
              <circle class={`spot ${kind} ${isHere ? "here" : ""}`} cx={dot.x} cy={dot.y} r={isHere ? 15 : 12}><title>{`${named(dot.levels)}: ${t(`explain-node-${isHere ? "here" : kind}`)}`}</title></circle>
              {!small && <text x={dot.x} y={dot.y + 4} text-anchor="middle">{dot.levels.join("")}</text>}
              {!small && SIGNS[kind] !== "" && <text class="sign" x={dot.x + 17} y={dot.y - 8} text-anchor="middle">{SIGNS[kind]}</text>}
            </g>
          );
        })}
      </svg>
      <p class="quiet"><small>{shape.attributes.join(" · ")}</small></p>
    </div>
  );
}
