//! What came of a sweep: risk against loss, and a table of all candidates.

import { figure, number, percent, t } from "../language.ts";
import { Chart, colour } from "../parts/chart.tsx";
import { catalog } from "../state.ts";
import type { Compared, Comparison } from "../types.ts";

interface Properties { found: Comparison; onMake: (candidate: Compared) => void }

const titleOf = (id: string) => catalog.value.find((method) => method.id === id)?.title ?? id;
const lossOf = (candidate: Compared) => candidate.utility?.information_loss ?? null;
const riskOf = (candidate: Compared) => candidate.risk?.prosecutor.max ?? null;
const share = (value: number | null | undefined) => (value == null ? "–" : percent(value));

export function Found({ found, onMake }: Properties) {
  const shown = found.candidates.filter((candidate) => riskOf(candidate) !== null);
  return (
    <>
      <p class="quiet">{t("sweep-read")}</p>
      {shown.length > 0 && <Plot shown={shown} />}
      <Table found={found} onMake={onMake} />
    </>
  );
}

/// The numbers of all candidates at the same place, which hide each other; of many, the first.
function numbered(shown: Compared[], here: Compared): string {
  const near = (a: number | null, b: number | null) => Math.abs((a ?? 0) - (b ?? 0)) < 0.01;
  const numbers = shown.filter((other) => near(lossOf(other), lossOf(here)) && near(riskOf(other), riskOf(here))).map(({ number: each }) => each);
  return numbers[0] !== here.number ? "" : numbers.length > 3 ? `${numbers.slice(0, 2).join(" ")} …` : numbers.join(" ");
}

function Plot({ shown }: { shown: Compared[] }) {
  const methods = [...new Set(shown.map(({ method }) => method))];
  const percentage = (value: number) => percent(value, 0);
  return (
    <Chart
      label={t("compare-plot")}
      height={320}
      figures={{ head: ["", t("compare-loss"), t("compare-risk")], rows: shown.map((each) => [`${each.number}. ${titleOf(each.method)}, ${each.targets.join(", ")}`, share(lossOf(each)), share(riskOf(each))]) }}
      option={{
        grid: { left: 60, right: 30, top: 60, bottom: 50 },
        legend: { top: 0, type: "scroll" },
        tooltip: { formatter: (at: unknown) => (at as { name: string }).name },
        xAxis: { type: "value", name: t("compare-loss"), nameLocation: "middle", nameGap: 30, min: 0, axisLabel: { formatter: percentage } },
        yAxis: { type: "value", name: t("compare-risk"), nameLocation: "end", nameTextStyle: { align: "left" }, min: 0, axisLabel: { formatter: percentage } },
        series: methods.map((method) => ({
          type: "scatter" as const,
          name: titleOf(method),
          symbolSize: 24,
          data: shown.filter((each) => each.method === method).map((each) => ({
            name: `${each.number}. ${titleOf(method)}, ${each.targets.join(", ")}`,
            value: [lossOf(each) ?? 0, riskOf(each) ?? 0],
            label: { show: true, position: "inside" as const, formatter: numbered(shown, each), color: colour("accent-ink"), fontWeight: "bold" as const },
          })),
        })),
      }}
    />
  );
}

function Table({ found, onMake }: Properties) {
  const queries = found.candidates.some((each) => each.queries != null);
  return (
    <div class="scroll whole" tabIndex={0} role="region" aria-label={t("sweep-found")}>
      <table class="figures sweep">
        <thead><tr>
          <th scope="col">{t("protect-technique")}</th><th scope="col"><span class="unseen">{t("sweep-make")}</span></th><th scope="col">{t("compare-guarantees")}</th><th scope="col" class="number">{t("measure-max-risk")}</th><th scope="col" class="number">{t("measure-mean-risk")}</th>
          <th scope="col" class="number">{t("measure-information-loss")}</th>{queries && <th scope="col" class="number">{t("measure-queries")}</th>}<th scope="col" class="number">{t("compare-classes")}</th><th scope="col" class="number">{t("compare-left")}</th>
        </tr></thead>
        <tbody>{found.candidates.map((each) => <Row key={each.number} each={each} queries={queries} onMake={onMake} />)}</tbody>
      </table>
    </div>
  );
}

function Row({ each, queries, onMake }: { each: Compared; queries: boolean; onMake: Properties["onMake"] }) {
  const name = `${each.number}. ${titleOf(each.method)}`;
  const asked = each.targets.join(", ");
  if (each.status !== "released") {
    return <tr><th scope="row">{name}</th><td /><td class="asked">{asked}</td><td colSpan={queries ? 6 : 5}><span class="mark bad">{t(`status-${each.status}`)}</span> <span class="quiet">{(each.reasons ?? []).join("; ")}</span></td></tr>;
  }
  return (
    <tr>
      <th scope="row">{name} {each.pareto && <span class="mark good" title={t("sweep-best-help")}>{t("sweep-best")}</span>}</th>
      <td><button type="button" aria-label={t("sweep-make-of", { name: `${name}, ${asked}` })} onClick={() => onMake(each)}>{t("sweep-make")}</button></td>
      <td class="asked">{asked}</td>
      <td class="number">{share(riskOf(each))}</td>
      <td class="number">{share(each.risk?.prosecutor.mean)}</td>
      <td class="number">{share(lossOf(each))}</td>
      {queries && <td class="number">{each.queries == null ? "–" : percent(each.queries.mean)}</td>}
      <td class="number">{figure(each.classes)}</td>
      <td class="number">{number(each.suppressed_rows ?? 0)}</td>
    </tr>
  );
}
