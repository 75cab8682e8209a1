//! Synthesis: rows of people who do not exist, drawn from a model of the table; how good they are, and their files.

import { t } from "../language.ts";
import { SelectField } from "../parts/form.tsx";
import { dataset } from "../state.ts";
import { Levels } from "../synthesis/curves.tsx";
import { SynthesisForm } from "../synthesis/form.tsx";
import { Judged, Result } from "../synthesis/result.tsx";
import { evaluation, learnt, shown, studied, tables } from "../synthesis/state.ts";
import { Studied } from "../synthesis/study.tsx";
import type { Project } from "../types.ts";

export function Synthesis({ declared }: { declared: Project }) {
  const table = dataset.value;
  const all = tables();
  const one = all.find(({ id }) => id === shown.value) ?? all.at(-1);
  const model = learnt();
  const judged = evaluation();
  const study = studied();
  if (table === null) return null;
  return (
    <>
      <p>{t("synthesis-lead")}</p>
      <SynthesisForm declared={declared} table={table} />
      {all.length > 1 && (
        <div class="fields">
          <SelectField label={t("synthesis-which")} value={one?.id ?? ""} onChange={(id) => (shown.value = id)}>
            {all.map((job) => <option key={job.id} value={job.id}>{job.name}</option>)}
          </SelectField>
        </div>
      )}
      {one !== undefined && <Result key={one.id} job={one} />}
      {model !== undefined && <Levels key={model.id} job={model} />}
      {study !== undefined && <Studied key={study.id} job={study} />}
      {judged !== undefined && <Judged key={judged.id} job={judged} />}
    </>
  );
}
