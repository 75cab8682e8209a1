//! How good fictitious rows are, and how near to the people: verdict, distances of tables, models, copies, attacks.

import { figure, number, percent, t } from "../language.ts";
import { Chart } from "../parts/chart.tsx";
import { Notes } from "../parts/problems.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { news } from "../state.ts";
import { Heat, type Cell } from "./heat.tsx";
import type { Criterion, Evaluated } from "./types.ts";

/// More attributes than these are not drawn in pairs.
const MOST = 30;

export function Evaluation({ found }: { found: Evaluated }) {
  const { reading, sentences } = found.verdict;
  const views = [
    { id: "one", title: t("synthesis-one-way"), view: () => <OneWay found={found} /> },
    ...(found.attributes.length > 1 && found.attributes.length <= MOST ? [{ id: "pairs", title: t("synthesis-pairs"), view: () => <Pairs found={found} /> }] : []),
    ...(found.tasks.length > 0 ? [{ id: "models", title: t("synthesis-models"), view: () => <Models found={found} /> }] : []),
    { id: "near", title: t("synthesis-near"), view: () => <Near found={found} /> },
  ];
  return (
    <>
      <div class={`notice ${reading === "bad" ? "bad" : ""}`}><strong>{t(`synthesis-reading-${reading}`)}</strong><ul>{sentences.map((sentence) => <li key={sentence}>{sentence}</li>)}</ul></div>
      <Tabs label={t("synthesis-views")} tabs={views} />
      <Notes notes={news(found.notes)} />
    </>
  );
}

function List({ facts }: { facts: [string, string][] }) {
  return <dl class="slots">{facts.map(([name, what]) => <div key={name}><dt>{name}</dt><dd>{what}</dd></div>)}</dl>;
}

/// Total variation of each attribute beside what chance gives.
function OneWay({ found }: { found: Evaluated }) {
  const { tables, mean, floor } = found.one_way;
  const share = (value: number) => percent(value, 1);
  const names = tables.map(({ attributes }) => attributes.join(", ")).reverse();
  const bar = (name: string, of: (each: (typeof tables)[number]) => number) => ({ type: "bar" as const, name, data: tables.map(of).reverse() });
  return (
    <>
      <p class="quiet">{t("synthesis-variation-lead")}</p>
      <List facts={[
        [t("synthesis-one-mean"), t("synthesis-beside", { value: percent(mean, 2), chance: percent(floor, 2) })],
        [t("synthesis-two-mean"), t("synthesis-beside", { value: percent(found.two_way.mean, 2), chance: percent(found.two_way.floor, 2) })],
        ...(found.propensity === null ? [] : [[t("synthesis-propensity"), t("synthesis-propensity-said", { ratio: figure(found.propensity.ratio), auc: figure(found.propensity.forest_auc) })] as [string, string]]),
      ]} />
      <Chart
        label={t("synthesis-one-way")}
        height={60 + 44 * tables.length}
        figures={{ head: [t("synthesis-column"), t("synthesis-variation"), t("synthesis-chance")], rows: tables.map((each) => [each.attributes.join(", "), percent(each.variation, 2), percent(each.floor, 2)]) }}
        option={{
          grid: { left: 20, right: 40, top: 40, bottom: 30, containLabel: true },
          legend: { top: 0 },
          tooltip: { trigger: "axis", valueFormatter: (value: unknown) => percent(Number(value), 2) },
          xAxis: { type: "value", axisLabel: { formatter: share } },
          yAxis: { type: "category", data: names },
          series: [bar(t("synthesis-variation"), ({ variation }) => variation), bar(t("synthesis-chance"), (each) => each.floor)],
        }}
      />
    </>
  );
}

/// Each pair on both sides of the diagonal.
const twice = (cells: Cell[]) => cells.flatMap(({ a, b, value }) => [{ a, b, value }, { a: b, b: a, value }]);

/// Pairs of attributes as two pictures.
function Pairs({ found }: { found: Evaluated }) {
  const variation = found.two_way.tables.map(({ attributes: [a = "", b = ""], variation: value }) => ({ a, b, value }));
  const apart = found.associations.pairs.map(({ attributes: [a, b], real, synthetic }) => ({ a, b, value: Math.abs((real ?? 0) - (synthetic ?? 0)) }));
  return (
    <div class="side-by-side">
      <div><h3>{t("synthesis-pairs-variation")}</h3><Heat label={t("synthesis-pairs-variation")} names={found.attributes} cells={twice(variation)} said={(value) => percent(value)} /></div>
      <div><h3>{t("synthesis-pairs-association")}</h3><Heat label={t("synthesis-pairs-association")} names={found.attributes} cells={twice(apart)} said={(value) => figure(value)} /></div>
    </div>
  );
}

/// What models learn from fictitious rows.
function Models({ found }: { found: Evaluated }) {
  return (
    <>
      {found.tasks.map(({ target, test_rows: rows, majority, models }) => (
        <div key={target}>
          <h3>{t("synthesis-predicting", { target })}</h3>
          <p class="quiet">{t("synthesis-tested", { n: rows, share: percent(majority) })}</p>
          <Chart
            label={t("synthesis-predicting", { target })}
            height={260}
            figures={{
              head: [t("synthesis-model"), t("synthesis-accuracy-real"), t("synthesis-accuracy-made"), t("synthesis-auc-real"), t("synthesis-auc-made")],
              rows: models.map(({ model, original, release }) => [model, figure(original.accuracy), figure(release?.accuracy), figure(original.auc), figure(release?.auc)]),
            }}
            option={{
              grid: { left: 50, right: 20, top: 40, bottom: 30 },
              legend: { top: 0 },
              tooltip: { trigger: "axis", valueFormatter: (value: unknown) => figure(Number(value)) },
              xAxis: { type: "category", data: models.map(({ model }) => model) },
              yAxis: { type: "value", min: 0.5, max: 1, axisLabel: { formatter: (value: number) => figure(value) } },
              series: [
                { type: "bar", name: t("synthesis-auc-real"), data: models.map(({ original }) => original.auc) },
                { type: "bar", name: t("synthesis-auc-made"), data: models.map(({ release }) => release?.auc ?? null) },
              ],
            }}
          />
        </div>
      ))}
    </>
  );
}

/// Copies, distances and attacks.
function Near({ found }: { found: Evaluated }) {
  const { copies, distances, criteria } = found;
  const facts: [string, string][] = [
    [t("synthesis-equal"), copies.held_out_share == null ? percent(copies.share, 2) : t("synthesis-beside-people", { value: percent(copies.share, 2), people: percent(copies.held_out_share, 2) })],
    [t("synthesis-equal-unique"), percent(copies.of_unique_share, 2)],
    [t("synthesis-repeated"), percent(copies.uniques_repeated, 2)],
  ];
  if (distances !== null) {
    const { synthetic, held_out: kept, nearer_share: nearer } = distances;
    facts.push([t("synthesis-closest"), kept == null ? figure(synthetic.median) : t("synthesis-beside-people", { value: figure(synthetic.median), people: figure(kept.median) })]);
    facts.push([t("synthesis-ratio"), kept == null ? figure(synthetic.ratio_median) : t("synthesis-beside-people", { value: figure(synthetic.ratio_median), people: figure(kept.ratio_median) })]);
    if (nearer != null) facts.push([t("synthesis-nearer"), percent(nearer)]);
  }
  const share = (value: number) => percent(Math.abs(value) < 0.0005 ? 0 : value);
  const line = (name: string, { risk, low, high }: Criterion) => <tr key={name}><th scope="row">{name}</th><td class="number">{share(risk)}</td><td class="number">{share(low)} – {share(high)}</td></tr>;
  return (
    <>
      <p class="quiet">{copies.held_out_share == null ? t("synthesis-near-alone") : t("synthesis-near-lead", { n: number(found.held_out_rows) })}</p>
      <List facts={facts} />
      {criteria != null && (
        <div class="scroll whole" tabIndex={0} role="region" aria-label={t("synthesis-attacks")}>
          <table class="figures">
            <thead><tr><th scope="col">{t("synthesis-attacks")}</th><th scope="col" class="number">{t("synthesis-risk")}</th><th scope="col" class="number">{t("synthesis-interval")}</th></tr></thead>
            <tbody>
              {line(t("attack-name-singling-out-one"), criteria.singling_out.one)}
              {line(t("attack-name-singling-out"), criteria.singling_out.several)}
              {criteria.linkability != null && line(t("attack-name-linkability"), criteria.linkability)}
              {criteria.inference.map((each) => line(`${t("attack-name-inference")}: ${each.attribute}`, each))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
