//! The frame of the page: header, the steps of the journey, and the step itself.

import { useEffect, useRef } from "preact/hooks";
import { choose, language, t } from "./language.ts";
import { Problems } from "./parts/problems.tsx";
import { PAGES, pageOf, type PageEntry } from "./pages.tsx";
import { dataset, link, place, session, trouble, unsaved } from "./state.ts";
import { chooseTheme, theme, type Theme } from "./theme.ts";

export function App() {
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>{t("app-skip")}</a>
      <Header />
      <Journey />
      <main id="main" tabIndex={-1}>
        {trouble.value !== null && <Problems problem={trouble.value} />}
        {unsaved.value !== null && <Problems problem={unsaved.value} title={t("app-unsaved")} />}
        <Page />
      </main>
      <footer>{t("app-local")}{session.value !== null && ` · Bauta ${session.value.version}`}</footer>
    </>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

/// The step that the address names. A change of step brings the focus to its title, as a new page would.
function Page() {
  const page = pageOf(place.value.step);
  const before = useRef(page);
  useEffect(() => {
    document.title = `${t(page.title)} · Bauta`;
    if (before.current !== page) {
      before.current = page;
      scrollTo(0, 0);
      document.querySelector<HTMLElement>("main h1")?.focus();
    }
  }, [page, language.value]);
  if (session.value === null) return trouble.value === null ? <p class="quiet">{t("app-loading")}</p> : null;
  if (page.alone !== true && dataset.value === null) return <Nothing />;
  return <>{page.view()}</>;
}

function Nothing() {
  return (
    <section class="empty">
      <h1 tabIndex={-1}>{t("app-nothing")}</h1>
      <p><a class="button main" href="#/open">{t("step-open")}</a></p>
    </section>
  );
}

function Header() {
  return (
    <header class="top">
      <a class="brand" href={link("open")}><img src="/icon.svg" alt="" width="28" height="28" /> Bauta</a>
      {dataset.value !== null && <span class="table-name">{dataset.value.name}<small>{t("app-rows", { n: dataset.value.rows })}</small></span>}
      <span class="space" />
      <label class="plain"><span class="unseen">{t("app-theme")}</span>
        <select value={theme.value} onChange={(event) => chooseTheme(event.currentTarget.value as Theme)}>
          <option value="system">{t("app-theme-system")}</option>
          <option value="light">{t("app-theme-light")}</option>
          <option value="dark">{t("app-theme-dark")}</option>
        </select>
      </label>
      <div class="switch" role="group" aria-label={t("app-language")}>
        <button type="button" lang="en" aria-pressed={language.value === "en"} onClick={() => choose("en")}>English</button>
        <button type="button" lang="fr" aria-pressed={language.value === "fr"} onClick={() => choose("fr")}>Français</button>
      </div>
    </header>
  );
}

function Journey() {
  const here = pageOf(place.value.step);
  const offered = PAGES.filter(({ job }) => job === undefined || (session.value?.jobs?.includes(job) ?? true));
  const entry = (page: PageEntry, number: number | null) => (
    <li key={page.id} class={number === null ? "aside" : ""}>
      <a href={link(page.id)} aria-current={page === here ? "step" : undefined} class={dataset.value === null && page.alone !== true ? "later" : ""}>
        {number !== null && <span class="number" aria-hidden="true">{number}</span>}{t(page.title)}
      </a>
    </li>
  );
  return (
    <nav class="journey" aria-label={t("app-steps")}>
      <ol>
        {offered.filter(({ aside }) => aside !== true).map((page, at) => entry(page, at + 1))}
        {offered.filter(({ aside }) => aside === true).map((page) => entry(page, null))}
      </ol>
    </nav>
  );
}
