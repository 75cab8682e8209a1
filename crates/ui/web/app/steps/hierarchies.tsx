//! Step 3: how values become coarser, a quasi-identifier at a time.

import { signal } from "@preact/signals";
import { Editor } from "../hierarchy/editor.tsx";
import { Propose } from "../hierarchy/propose.tsx";
import { t } from "../language.ts";
import { Onward, Title } from "../parts/title.tsx";
import { dataset, project, quasiIdentifiers } from "../state.ts";

const chosen = signal("");

export function Hierarchies() {
  const names = quasiIdentifiers.value;
  const declared = project.value;
  const name = names.includes(chosen.value) ? chosen.value : (names[0] ?? "");
  const column = dataset.value?.columns.find((each) => each.name === name);
  return (
    <>
      <Title title={t("hierarchies-title")}>{t("hierarchies-lead")}</Title>
      {names.length === 0 && <div class="notice bad">{t("hierarchies-none")}</div>}
      <Propose />
      <div class="with-list">
        <nav aria-label={t("hierarchies-columns")}>
          <ul class="files">{names.map((each) => (
            <li key={each}><button type="button" aria-pressed={each === name} onClick={() => (chosen.value = each)}>
              <span>{each}</span><small>{declared?.hierarchies[each] === undefined ? t("hierarchies-without") : t("hierarchies-has")}</small>
            </button></li>
          ))}</ul>
        </nav>
        {column !== undefined && <Editor key={name} column={column} />}
      </div>
      <Onward step="risk" />
    </>
  );
}
