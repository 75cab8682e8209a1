//! Rows of the original and of the release, at the same height where they belong together.

import { useState } from "preact/hooks";
import { get } from "../api.ts";
import { t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { Grid } from "../parts/grid.tsx";
import { Problems } from "../parts/problems.tsx";
import { dataset } from "../state.ts";
import type { Job, ReleasedRows } from "../types.ts";

export function useParts(job: Job) {
  return useLoaded(job.id, async (stop) => {
    const head = (part: number) => get("/jobs/{id}/rows", { id: job.id, from: 0, count: 1, part }, stop);
    const first = await head(0);
    const others = Array.from({ length: (first.parts ?? 1) - 1 }, (_, at) => head(at + 1));
    return [first, ...(await Promise.all(others))];
  });
}

export function Aligned({ job }: { job: Job }) {
  const { value, problem } = useParts(job);
  const [first, setFirst] = useState(0);
  if (problem !== null) return <Problems problem={problem} />;
  return <>{(value ?? []).map((head, part) => <Part key={part} job={job} part={part} parts={value?.length ?? 1} head={head} first={first} onFirst={setFirst} />)}</>;
}

function Part({ job, part, parts, head, first, onFirst }: { job: Job; part: number; parts: number; head: ReleasedRows; first: number; onFirst: (row: number) => void }) {
  const pages = new Map<string, Promise<ReleasedRows>>();
  const fetched = (from: number, count: number) => {
    const key = `${from} ${count}`;
    const known = pages.get(key) ?? get("/jobs/{id}/rows", { id: job.id, from, count, part });
    pages.set(key, known);
    return known;
  };
  const aligned = head.original_rows != null && head.original_rows.length > 0;
  const original = (dataset.value?.columns ?? []).map(({ name }) => ({ name }));
  const columns = (head.header ?? []).map((name) => ({ name }));
  return (
    <section class={aligned ? "side-by-side" : ""}>
      {aligned && <div><h3>{t("compare-original")}</h3>
        <Grid id={`${job.id} ${part} original`} columns={original} total={head.total} height={440} first={first} onFirst={onFirst} label={t("compare-original")}
          load={async (from, count) => ((await fetched(from, count)).original_rows ?? []).map((row) => row ?? [])} /></div>}
      <div><h3>{parts > 1 ? t("compare-part", { n: part + 1 }) : t("compare-release")}</h3>
        {!aligned && <p class="quiet">{t("compare-unaligned")}</p>}
        <Grid id={`${job.id} ${part}`} columns={columns} total={head.total} height={440} {...(aligned ? { first, onFirst } : {})} label={t("compare-release")}
          load={async (from, count) => (await fetched(from, count)).rows} /></div>
    </section>
  );
}
