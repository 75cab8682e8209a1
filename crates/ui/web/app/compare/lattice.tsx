//! The lattice of a full-domain search, drawn by hand: the sum of levels is the height, so no layout has to be computed.

import { useMemo, useState } from "preact/hooks";
import { get } from "../api.ts";
import { figure, number, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import type { Job, Lattice, LatticeNode } from "../types.ts";

const MANY = 2000;
const WIDTH = 1000;
const KINDS = ["chosen", "satisfies", "checked", "pruned"] as const;
type NodeKind = (typeof KINDS)[number];

function kindOf(node: LatticeNode): NodeKind {
  if (node.chosen === true) return "chosen";
  if (node.state !== "checked") return "pruned";
  return node.satisfies === true ? "satisfies" : "checked";
}

export function LatticeView({ job }: { job: Job }) {
  const { value, problem, busy } = useLoaded(job.id, (stop) => get("/jobs/{id}/lattice", { id: job.id }, stop));
  if (problem !== null) return <p class="quiet">{problem.status === 404 || problem.status === 400 ? t("compare-unavailable") : (problem.errors[0] ?? t("app-gone"))}</p>;
  if (value === null) return <p class="quiet">{busy ? t("app-loading") : ""}</p>;
  return <Drawing lattice={value} />;
}

interface Dot { node: LatticeNode; at: number; x: number; y: number }

/// Where each node stands: rows by height, evenly spread.
function placed(lattice: Lattice): { dots: Dot[]; height: number; size: number } {
  const dense = lattice.nodes.length > MANY;
  const shown = lattice.nodes.map((node, at) => ({ node, at })).filter(({ node }) => !dense || kindOf(node) !== "pruned");
  const rows = new Map<number, typeof shown>();
  for (const each of shown) rows.set(each.node.height, [...(rows.get(each.node.height) ?? []), each]);
  const heights = [...rows.keys()].sort((a, b) => a - b);
  const widest = Math.max(1, ...[...rows.values()].map((row) => row.length));
  const size = Math.max(2, Math.min(9, WIDTH / widest / 2.6));
  const step = Math.max(28, Math.min(64, 520 / Math.max(1, heights.length)));
  const height = heights.length * step + 20;
  const dots = heights.flatMap((each, row) => {
    const nodes = rows.get(each) ?? [];
    return nodes.map(({ node, at }, place) => ({ node, at, x: ((place + 1) * WIDTH) / (nodes.length + 1), y: height - 10 - row * step - step / 2 }));
  });
  return { dots, height, size };
}

function Drawing({ lattice }: { lattice: Lattice }) {
  const { dots, height, size } = useMemo(() => placed(lattice), [lattice]);
  const [picked, pick] = useState<LatticeNode | null>(null);
  const by = useMemo(() => new Map(dots.map((dot) => [dot.at, dot])), [dots]);
  const edges = lattice.edges.length > 6000 ? [] : lattice.edges;
  const winner = lattice.nodes.find((node) => node.chosen === true);
  const told = picked ?? winner ?? null;
  return (
    <div class="lattice">
      <p class="quiet">{t("compare-lattice-help")} {!lattice.whole && t("compare-lattice-part", { shown: lattice.nodes.length, size: lattice.size })} {lattice.nodes.length > MANY && t("compare-lattice-dense")}</p>
      <ul class="key">{KINDS.map((kind) => <li key={kind}><svg width="14" height="14" aria-hidden="true"><circle class={`node ${kind}`} cx="7" cy="7" r="5.5" /></svg>{t(`compare-node-${kind}`)}</li>)}</ul>
      <svg viewBox={`0 0 ${WIDTH} ${height}`} role="img" aria-label={t("compare-lattice-label", { n: lattice.size, chosen: winner === undefined ? "–" : named(lattice, winner) })}>
        {edges.map(([from, to]) => {
          const [a, b] = [by.get(from), by.get(to)];
          return a === undefined || b === undefined ? null : <line key={`${from} ${to}`} x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
        })}
        {dots.map(({ node, at, x, y }) => (
          <circle key={at} class={`node ${kindOf(node)}`} cx={x} cy={y} r={node.chosen === true ? size * 1.5 : size} onClick={() => pick(node)}><title>{named(lattice, node)}</title></circle>
        ))}
      </svg>
      {told !== null && <Told lattice={lattice} node={told} />}
    </div>
  );
}

function named(lattice: Lattice, node: LatticeNode): string {
  return lattice.attributes.map((name, at) => `${name} ${node.levels[at] ?? 0}/${lattice.heights[at] ?? 0}`).join(", ");
}

function Told({ lattice, node }: { lattice: Lattice; node: LatticeNode }) {
  const facts = [
    t(`compare-node-${kindOf(node)}`),
    node.outliers === undefined ? "" : t("compare-node-outliers", { n: node.outliers }),
    node.loss === undefined ? "" : t("compare-node-loss", { loss: figure(node.loss) }),
  ];
  return <p role="status"><strong>{named(lattice, node)}</strong> <span class="quiet">({number(node.height)}) · {facts.filter((fact) => fact !== "").join(" · ")}</span></p>;
}
