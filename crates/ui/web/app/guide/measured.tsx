//! Step 4 of the guided path: what ran, measured and scored, and which of them no other one beats.

import { useState } from "preact/hooks";
import { figure, number, percent, seconds, t } from "../language.ts";
import { Chart, colour } from "../parts/chart.tsx";
import { SelectField } from "../parts/form.tsx";
import { metricOf, titleOf } from "./candidates.tsx";
import { labels } from "./judgements.tsx";
import { choice } from "./state.ts";
import type { Advice, Knowledge, Measured } from "./types.ts";

interface Properties { advice: Advice; measured: Measured[]; knowledge: Knowledge }

export const isFit = ({ released, beyond }: Measured) => released && beyond.length === 0;

export function MeasuredCard({ advice, measured, knowledge, stale }: Properties & { stale: boolean }) {
  const fit = measured.filter(isFit);
  return (
    <section class="card">
      <h2>{t("guide-measured")}</h2>
      {stale && <div class="notice">{t("guide-stale")}</div>}
      <p class="quiet">{t("guide-measured-lead")}</p>
      <Table advice={advice} measured={measured} knowledge={knowledge} />
      {fit.length === 0 && <div class="notice bad" role="alert">{t("guide-none-fit")}</div>}
      {fit.length > 1 && <Front advice={advice} measured={fit} knowledge={knowledge} />}
    </section>
  );
}

function Table({ advice, measured, knowledge }: Properties) {
  const { leaves } = advice.suggestion.weighed;
  const label = labels(knowledge);
  const best = measured.find(isFit);
  const chosen = choice.value ?? best?.id;
  return (
    <div class="scroll whole" tabIndex={0} role="region" aria-label={t("guide-measured")}>
      <table class="figures sweep">
        <thead><tr>
          <th scope="col">{t("guide-signature")}</th>
          {leaves.map((leaf) => <th key={leaf} scope="col" class="number">{metricOf(knowledge, advice.suggestion.metrics[leaf])}<br /><small>{label(leaf)}</small></th>)}
          <th scope="col" class="number">{t("measure-max-risk")}</th><th scope="col" class="number">{t("compare-left")}</th><th scope="col" class="number">{t("compare-classes")}</th>
          <th scope="col" class="number">{t("compare-time")}</th><th scope="col" class="number">{t("guide-score")}</th>
        </tr></thead>
        <tbody>{measured.map((each, at) => <Row key={each.id} each={each} place={at + 1} leaves={leaves} knowledge={knowledge} chosen={each.id === chosen} best={each === best} />)}</tbody>
      </table>
    </div>
  );
}

function Row({ each, place, leaves, knowledge, chosen, best }: { each: Measured; place: number; leaves: string[]; knowledge: Knowledge; chosen: boolean; best: boolean }) {
  const title = `${place}. ${titleOf(knowledge, each)}`;
  if (!each.released) {
    return <tr><th scope="row">{title}</th><td colSpan={leaves.length + 5}><span class="mark bad">{t("guide-not-released")}</span> <span class="quiet">{each.reasons.join("; ")}</span></td></tr>;
  }
  return (
    <tr class={chosen ? "picked" : ""}>
      <th scope="row">
        {isFit(each) ? <label class="check"><input type="radio" name="guide-choice" checked={chosen} onChange={() => (choice.value = each.id)} /> {title}</label> : title}
        {best && <span class="mark good">{t("guide-best")}</span>}
        {each.pareto && <span class="mark plain">{t("guide-unbeaten")}</span>}
        {each.beyond.map((what) => <span key={what} class="mark bad">{what}</span>)}
      </th>
      {leaves.map((leaf) => <td key={leaf} class="number">{figure(each.values[leaf])}</td>)}
      <td class="number">{percent(each.risk)}</td><td class="number">{number(each.suppressed_rows)}</td><td class="number">{number(each.classes)}</td>
      <td class="number">{seconds(each.seconds)}</td><td class="number">{figure(each.score)}</td>
    </tr>
  );
}

/// Room around points that all stand at the same height.
const alike = { min: ({ min, max }: { min: number; max: number }) => (min === max ? Number((min * 0.95).toPrecision(3)) : null), max: ({ min, max }: { min: number; max: number }) => (min === max ? Number((max * 1.05).toPrecision(3)) : null) } as unknown as { min: number; max: number };

/// Two criteria against each other; those that no other one beats in all criteria stand out.
function Front({ advice, measured, knowledge }: Properties) {
  const { leaves } = advice.suggestion.weighed;
  const [x, setX] = useState(leaves.find((leaf) => leaf === "precision") ?? leaves[0] ?? "");
  const [y, setY] = useState(leaves.find((leaf) => leaf === "security") ?? leaves.at(-1) ?? "");
  const label = labels(knowledge);
  const axis = (leaf: string) => `${label(leaf)}: ${metricOf(knowledge, advice.suggestion.metrics[leaf])}`;
  const at = (each: Measured) => [each.values[x] ?? 0, each.values[y] ?? 0];
  const points = (unbeaten: boolean) => measured.filter(({ pareto }) => pareto === unbeaten);
  const series = (unbeaten: boolean) => ({
    type: "scatter" as const,
    name: t(unbeaten ? "guide-unbeaten" : "guide-beaten"),
    symbolSize: 26,
    itemStyle: unbeaten ? { color: colour("accent") } : { color: colour("paper"), borderColor: colour("quiet"), borderWidth: 2 },
    data: points(unbeaten).map((each) => ({
      name: `${measured.indexOf(each) + 1}. ${titleOf(knowledge, each)}`,
      value: at(each),
      label: { show: true, formatter: String(measured.indexOf(each) + 1), color: colour(unbeaten ? "accent-ink" : "ink"), fontWeight: "bold" as const },
    })),
  });
  const choose = (name: string, value: string, onChange: (leaf: string) => void) => (
    <SelectField label={name} value={value} onChange={onChange}>{leaves.map((leaf) => <option key={leaf} value={leaf}>{label(leaf)}</option>)}</SelectField>
  );
  return (
    <>
      <h3>{t("guide-front")}</h3>
      <p class="quiet">{t("guide-front-lead")}</p>
      <div class="fields">{choose(t("guide-across"), x, setX)}{choose(t("guide-up"), y, setY)}</div>
      <Chart
        label={t("guide-front")}
        height={320}
        figures={{ head: ["", axis(x), axis(y), t("guide-unbeaten")], rows: measured.map((each, place) => [`${place + 1}. ${titleOf(knowledge, each)}`, figure(each.values[x]), figure(each.values[y]), t(each.pareto ? "guide-yes" : "guide-no")]) }}
        option={{
          grid: { left: 60, right: 40, top: 60, bottom: 50 },
          legend: { top: 0 },
          tooltip: { formatter: (point: unknown) => (point as { name: string }).name },
          xAxis: { type: "value", name: axis(x), nameLocation: "middle", nameGap: 30, scale: true, ...alike, axisLabel: { formatter: (value: number) => figure(value) } },
          yAxis: { type: "value", name: axis(y), nameLocation: "end", nameTextStyle: { align: "left" }, scale: true, ...alike, axisLabel: { formatter: (value: number) => figure(value) } },
          series: [series(true), series(false)],
        }}
      />
    </>
  );
}
