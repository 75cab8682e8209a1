//! A small histogram, for the head of a column.

import { number, t } from "../language.ts";
import type { Bar } from "../types.ts";

export function barLabel({ label, other }: Bar): string {
  return other === true ? t("app-other") : label;
}

export function Bars({ bars, height = 36, label }: { bars: Bar[]; height?: number; label: string }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const wide = 100 / Math.max(1, bars.length);
  return (
    <svg class="bars" viewBox={`0 0 100 ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
      {bars.map((bar, at) => {
        const tall = bar.count === 0 ? 0 : Math.max(1.5, (bar.count / most) * height);
        return (
          <rect key={at} class={bar.other === true ? "other" : ""} x={at * wide} y={height - tall} width={Math.max(0.5, wide - 0.8)} height={tall}>
            <title>{`${barLabel(bar)}: ${number(bar.count)}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
