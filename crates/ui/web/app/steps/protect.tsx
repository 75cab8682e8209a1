//! Step 5: what must hold, and the way there: the guided one, a technique chosen by hand, step by step, many at once.

import { t } from "../language.ts";
import { Title } from "../parts/title.tsx";
import { TargetsCard } from "../protect/targets.tsx";
import { WAYS, type Way } from "../protect/ways.tsx";
import { link, place, project, session } from "../state.ts";

export function Protect() {
  const declared = project.value;
  if (declared === null) return null;
  const offered = WAYS.filter(({ job }) => job === undefined || (session.value?.jobs?.includes(job) ?? true));
  const way = offered.find(({ id }) => id === place.value.part) ?? offered[0];
  if (way === undefined) return null;
  return (
    <>
      <Title title={t("protect-title")}>{t("protect-lead")}</Title>
      {declared.roles["quasi-identifiers"].length === 0 && <div class="notice bad" role="alert">{t("protect-no-qi")}</div>}
      {offered.length > 1 && <Ways offered={offered} chosen={way} />}
      {way.targets === true && <TargetsCard declared={declared} />}
      {way.view(declared)}
    </>
  );
}

function Ways({ offered, chosen }: { offered: Way[]; chosen: Way }) {
  return (
    <nav class="ways" aria-label={t("way-label")}>
      <ul>{offered.map((way) => (
        <li key={way.id}>
          <a href={link("protect", undefined, way.id)} aria-current={way === chosen ? "page" : undefined}><strong>{t(way.title)}</strong><span>{t(way.help)}</span></a>
        </li>
      ))}</ul>
    </nav>
  );
}
