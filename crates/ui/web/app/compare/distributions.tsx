//! Each column before and after, as bars.

import { get } from "../api.ts";
import { t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { barLabel } from "../parts/bars.tsx";
import { Chart } from "../parts/chart.tsx";
import { Problems } from "../parts/problems.tsx";
import type { Bar, Distribution, Job } from "../types.ts";

export function Distributions({ job }: { job: Job }) {
  const { value, problem } = useLoaded(job.id, (stop) => get("/jobs/{id}/distributions", { id: job.id }, stop));
  if (problem !== null) return <Problems problem={problem} />;
  return <div class="pairs">{(value ?? []).filter(({ before }) => before.length > 0).map((each) => <Pair key={each.name} of={each} />)}</div>;
}

function Pair({ of }: { of: Distribution }) {
  return (
    <section class="card">
      <h3>{of.name}</h3>
      <div class="two">
        <One title={t("compare-before")} name={of.name} bars={of.before} tone="accent" />
        <One title={t("compare-after")} name={of.name} bars={of.after} tone="second" />
      </div>
    </section>
  );
}

function One({ title, name, bars, tone }: { title: string; name: string; bars: Bar[]; tone: string }) {
  const shown = bars.slice(0, 40);
  return (
    <div>
      <h4>{title}</h4>
      <Chart
        label={`${name}, ${title}`}
        height={200}
        tone={tone}
        figures={{ head: [name, t("risk-rows")], rows: bars.map((bar) => [barLabel(bar), bar.count]) }}
        option={{
          grid: { left: 50, right: 10, top: 10, bottom: 60 },
          tooltip: { trigger: "axis" },
          xAxis: { type: "category", data: shown.map(barLabel), axisLabel: { rotate: shown.length > 5 ? 45 : 0, width: 90, overflow: "truncate" } },
          yAxis: { type: "value", minInterval: 1 },
          series: [{ type: "bar", data: shown.map(({ count }) => count), barMaxWidth: 40 }],
        }}
      />
    </div>
  );
}
