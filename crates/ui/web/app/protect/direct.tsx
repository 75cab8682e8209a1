//! The direct way: one technique, chosen by hand.

import { signal } from "@preact/signals";
import { Problem } from "../api.ts";
import { candidates, startJob } from "../jobs.ts";
import { t } from "../language.ts";
import { NumberField, TextField } from "../parts/form.tsx";
import { Problems } from "../parts/problems.tsx";
import { Onward } from "../parts/title.tsx";
import { changeProject, dataset, link, saved } from "../state.ts";
import type { Project } from "../types.ts";
import { isQuick, QUICK, TechniqueCard } from "./technique.tsx";
import { Tries } from "./tries.tsx";

const name = signal("");
const refused = signal<Problem | null>(null);

export function Direct({ declared }: { declared: Project }) {
  const none = declared.roles["quasi-identifiers"].length === 0;
  return (
    <>
      {(declared.steps ?? []).length > 0 && <div class="notice">{t("steps-first", { n: declared.steps?.length ?? 0 })} <a href={link("protect", undefined, "steps")}>{t("way-steps")}</a></div>}
      <TechniqueCard declared={declared} />
      <section class="card run">
        <div class="fields">
          <TextField label={t("protect-name")} value={name.value} placeholder={proposedName(declared)} onChange={(value) => (name.value = value)} />
          <NumberField label={t("protect-seed")} help={t("protect-seed-help")} value={declared.anonymize.seed} least={0} onChange={(value) => changeProject((next) => void (next.anonymize.seed = value ?? 1))} />
        </div>
        <button type="button" class="button main" disabled={none} onClick={() => void run(declared)}>{t("protect-run")}</button>
        {refused.value !== null && <Problems problem={refused.value} />}
      </section>
      <Tries />
      {candidates.value.length > 0 && <Onward step="compare" />}
    </>
  );
}

function proposedName({ anonymize, targets }: Project): string {
  const quick = QUICK.find((each) => isQuick(each, anonymize));
  const what = quick === undefined ? anonymize.method : t(`protect-quick-${quick.key}`);
  const asked = (["k", "l", "t"] as const).filter((key) => targets[key] != null).map((key) => `${key} = ${String(targets[key])}`);
  return [what, ...asked].join(", ");
}

async function run(declared: Project): Promise<void> {
  const id = dataset.value?.id;
  if (id === undefined) return;
  refused.value = null;
  try {
    await saved();
    await startJob(id, { kind: "anonymize", project: declared, name: name.value.trim() === "" ? proposedName(declared) : name.value.trim() });
    name.value = "";
  } catch (error) {
    refused.value = error instanceof Problem ? error : new Problem(0, [String(error)], []);
  }
}
