//! The frame of the page: header, the steps of the journey, and the step itself.

import { useEffect, useRef } from "preact/hooks";
import { choose, language, t, type Key } from "./language.ts";
import { Problems } from "./parts/problems.tsx";
import { dataset, link, place, session, STEPS, trouble, unsaved } from "./state.ts";
import { Attack } from "./steps/attack.tsx";
import { Compare } from "./steps/compare.tsx";
import { Hierarchies } from "./steps/hierarchies.tsx";
import { Open } from "./steps/open.tsx";
import { Protect } from "./steps/protect.tsx";
import { Publish } from "./steps/publish.tsx";
import { Risk } from "./steps/risk.tsx";
import { Roles } from "./steps/roles.tsx";
import { chooseTheme, theme, type Theme } from "./theme.ts";
import type { Step } from "./types.ts";

const PAGES: Record<Step, () => preact.ComponentChildren> = {
  open: () => <Open />,
  roles: () => <Roles />,
  hierarchies: () => <Hierarchies />,
  risk: () => <Risk />,
  protect: () => <Protect />,
  compare: () => <Compare />,
  publish: () => <Publish />,
  attack: () => <Attack />,
};

export function App() {
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>{t("app.skip")}</a>
      <Header />
      <Journey />
      <main id="main" tabIndex={-1}>
        {trouble.value !== null && <Problems problem={trouble.value} />}
        {unsaved.value !== null && <Problems problem={unsaved.value} title={t("app.unsaved")} />}
        <Page />
      </main>
      <footer>{t("app.local")}{session.value !== null && ` · Bauta ${session.value.version}`}</footer>
    </>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/// The step that the address names. A change of step brings the focus to its title, as a new page would.
function Page() {
  const { step } = place.value;
  const before = useRef(step);
  useEffect(() => {
    document.title = `${t(`step.${step}`)} · Bauta`;
    if (before.current !== step) {
      before.current = step;
      scrollTo(0, 0);
      document.querySelector<HTMLElement>("main h1")?.focus();
    }
  }, [step, language.value]);
  if (session.value === null) return trouble.value === null ? <p class="quiet">{t("app.loading")}</p> : null;
  if (step !== "open" && dataset.value === null) return <Nothing />;
  return <>{PAGES[step]()}</>;
}

function Nothing() {
  return (
    <section class="empty">
      <h1 tabIndex={-1}>{t("app.nothing")}</h1>
      <p><a class="button main" href="#/open">{t("step.open")}</a></p>
    </section>
  );
}

function Header() {
  return (
    <header class="top">
      <a class="brand" href={link("open")}><img src="/icon.svg" alt="" width="28" height="28" /> Bauta</a>
      {dataset.value !== null && <span class="table-name">{dataset.value.name}<small>{t("app.rows", { n: dataset.value.rows })}</small></span>}
      <span class="space" />
      <label class="plain"><span class="unseen">{t("app.theme")}</span>
        <select value={theme.value} onChange={(event) => chooseTheme(event.currentTarget.value as Theme)}>
          <option value="system">{t("app.theme.system")}</option>
          <option value="light">{t("app.theme.light")}</option>
          <option value="dark">{t("app.theme.dark")}</option>
        </select>
      </label>
      <div class="switch" role="group" aria-label={t("app.language")}>
        <button type="button" lang="en" aria-pressed={language.value === "en"} onClick={() => choose("en")}>English</button>
        <button type="button" lang="fr" aria-pressed={language.value === "fr"} onClick={() => choose("fr")}>Français</button>
      </div>
    </header>
  );
}

function Journey() {
  const here = place.value.step;
  const none = dataset.value === null;
  const attacks = session.value?.jobs?.includes("attack") ?? true;
  return (
    <nav class="journey" aria-label={t("app.steps")}>
      <ol>
        {STEPS.map((step, at) => (
          <li key={step}>
            <a href={link(step)} aria-current={step === here ? "step" : undefined} class={none && step !== "open" ? "later" : ""}>
              <span class="number" aria-hidden="true">{at + 1}</span>{t(`step.${step}` as Key)}
            </a>
          </li>
        ))}
        {attacks && (
          <li class="aside">
            <a href={link("attack")} aria-current={here === "attack" ? "step" : undefined} class={none ? "later" : ""}>{t("step.attack")}</a>
          </li>
        )}
      </ol>
    </nav>
  );
}
