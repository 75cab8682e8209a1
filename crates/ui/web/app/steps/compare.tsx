//! Step 6: releases side by side, then one of them from close up.

import { signal } from "@preact/signals";
import { result } from "../api.ts";
import { Aligned } from "../compare/aligned.tsx";
import { Distributions } from "../compare/distributions.tsx";
import { LatticeView } from "../compare/lattice.tsx";
import { Measures } from "../compare/measures.tsx";
import { Regions } from "../compare/regions.tsx";
import { candidates } from "../jobs.ts";
import { language, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { Notes, Problems } from "../parts/problems.tsx";
import { Tabs } from "../parts/tabs.tsx";
import { Onward, Title } from "../parts/title.tsx";
import { link } from "../state.ts";
import type { Job, Report } from "../types.ts";

export interface Candidate { job: Job; report: Report }

/// The release that is looked at, also by the steps after this one.
export const chosen = signal<string | null>(null);

export function useCandidates() {
  const all = candidates.value;
  return useLoaded(all.length === 0 ? "" : `${all.map(({ id }) => id).join(" ")} ${language.value}`, (stop) =>
    Promise.all(all.map(async (job) => ({ job, report: await result(job.id, "anonymize", stop) }))),
  );
}

export function chosenOf(list: Candidate[]): Candidate | undefined {
  return list.find(({ job }) => job.id === chosen.value) ?? list.at(-1);
}

export function Compare() {
  const { value, problem } = useCandidates();
  if (candidates.value.length === 0) {
    return <><Title title={t("compare-title")}>{t("compare-lead")}</Title><p>{t("compare-none")} <a href={link("protect")}>{t("step-protect")}</a></p></>;
  }
  const list = value ?? [];
  const one = chosenOf(list);
  return (
    <>
      <Title title={t("compare-title")}>{t("compare-lead")}</Title>
      {problem !== null && <Problems problem={problem} />}
      {list.length > 0 && <Measures list={list} chosen={one?.job.id ?? ""} onChoose={(id) => (chosen.value = id)} />}
      {one !== undefined && <Close candidate={one} list={list} />}
      <Onward step="publish" />
    </>
  );
}

function Close({ candidate, list }: { candidate: Candidate; list: Candidate[] }) {
  const { job, report } = candidate;
  const views = [
    { id: "distributions", title: t("compare-distributions"), view: () => <Distributions job={job} /> },
    { id: "rows", title: t("compare-rows"), view: () => <Aligned job={job} /> },
    // Only searches over levels have one.
    ...(report.node == null ? [] : [{ id: "lattice", title: t("compare-lattice"), view: () => <LatticeView job={job} /> }]),
    { id: "regions", title: t("compare-regions"), view: () => <Regions job={job} /> },
  ];
  return (
    <section>
      <h2>{t("compare-choose")}{" "}
        <select aria-label={t("compare-choose")} value={job.id} onChange={(event) => (chosen.value = event.currentTarget.value)}>
          {list.map((each) => <option key={each.job.id} value={each.job.id}>{each.job.name}</option>)}
        </select>
      </h2>
      <Notes notes={report.notes} />
      <Tabs label={t("compare-tabs")} tabs={views} />
    </section>
  );
}
