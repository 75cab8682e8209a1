// The page of the store: it asks the endpoint as any client does, and keeps no token.

const KEY = "bauta-language";
const by = (id) => document.getElementById(id);
let language = localStorage.getItem(KEY) ?? ((navigator.language || "").startsWith("fr") ? "fr" : "en");
const say = (en, fr) => (language === "fr" ? fr : en);

/// What has to be said again when the language changes.
let again = { left: null, right: null, releases: null };

function translate() {
  document.documentElement.lang = language;
  document.title = say("Bauta · store", "Bauta · entrepôt");
  for (const element of document.querySelectorAll("[data-en]")) element.textContent = element.dataset[language];
  for (const element of document.querySelectorAll("[data-en-label]")) {
    element.setAttribute("aria-label", element.dataset[`${language}Label`]);
  }
  by("english").setAttribute("aria-pressed", String(language === "en"));
  by("french").setAttribute("aria-pressed", String(language === "fr"));
  by("title-left").textContent = say("Left side", "Côté gauche");
  by("title-right").textContent = say("Right side", "Côté droit");
  for (const repeat of Object.values(again)) repeat?.();
}

function choose(next) {
  language = next;
  localStorage.setItem(KEY, next);
  translate();
}

function headers(token, more) {
  const all = { ...more, "Accept-Language": language };
  if (token) all.Authorization = `Bearer ${token}`;
  return all;
}

function made(kind, text, className) {
  const element = document.createElement(kind);
  element.textContent = text;
  if (className) element.className = className;
  return element;
}

function table(names, rows, rowHeads) {
  const element = made("table", "", "figures");
  const head = element.createTHead().insertRow();
  for (const name of names) {
    const cell = made("th", name);
    cell.scope = "col";
    head.append(cell);
  }
  const body = element.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    row.forEach((text, at) => {
      const cell = made(rowHeads && at === 0 ? "th" : "td", text);
      if (rowHeads && at === 0) cell.scope = "row";
      line.append(cell);
    });
  }
  return element;
}

const problem = (text) => made("p", text, "notice bad");

/// The name and role of whoever has a token.
async function who(token) {
  const answer = await fetch("admin/who", { credentials: "omit", headers: headers(token) });
  return answer.ok ? answer.json() : null;
}

async function ask(side) {
  const [place, title] = [by(`answer-${side}`), by(`title-${side}`)];
  const token = by(`token-${side}`).value.trim();
  place.replaceChildren(made("p", say("asking …", "interrogation …"), "quiet"));
  try {
    const asked = {
      method: "POST",
      // Whoever has no token here is anybody, also where the browser keeps a password; and it does not ask for one.
      credentials: "omit",
      headers: headers(token, {
        "Content-Type": "application/sparql-query",
        Accept: "application/sparql-results+json, text/turtle;q=0.9",
      }),
      body: by("query").value,
    };
    const [person, answer] = await Promise.all([who(token), fetch("sparql", asked)]);
    const text = await answer.text();
    again[side] = () => {
      title.textContent = person?.name ? `${person.name} (${person.role})` : say("Anybody", "N'importe qui");
      place.replaceChildren(rendered(answer, text));
    };
    again[side]();
  } catch (error) {
    place.replaceChildren(problem(String(error)));
  }
}

function rendered(answer, text) {
  if (!answer.ok) return problem(text);
  if (!answer.headers.get("Content-Type").includes("json")) return made("pre", text);
  const found = JSON.parse(text);
  if ("boolean" in found) return made("p", found.boolean ? say("yes", "oui") : say("no", "non"));
  const names = found.head.vars;
  // Names of blank nodes mean nothing outside an answer: a number tells as much, and can be read.
  const nodes = new Map();
  const numbered = (name) => `_:${nodes.get(name) ?? nodes.set(name, nodes.size + 1).get(name)}`;
  const shown = (term) => (term?.type === "bnode" ? numbered(term.value) : (term?.value ?? ""));
  const rows = found.results.bindings.map((row) => names.map((name) => shown(row[name])));
  if (rows.length === 0) return made("p", say("No answer.", "Aucune réponse."), "quiet");
  return table(names, rows, false);
}

const WORDS = [
  ["number", "number", "numéro"],
  ["time", "made", "faite le"],
  ["entities", "entities", "entités"],
  ["classes", "classes", "classes"],
  ["counterfeits", "counterfeits", "contrefaçons"],
  ["deferred", "waiting, because their value is too frequent", "en attente, leur valeur étant trop fréquente"],
  ["incomplete", "incomplete, not published", "incomplètes, non publiées"],
  ["risk", "highest risk", "risque maximal"],
  ["loss", "loss of precision", "perte de précision"],
];

function figure(key, value) {
  if (value === undefined || value === null) return "–";
  if (key === "time") return new Date(value).toLocaleString(language);
  return value.toLocaleString(language, { maximumFractionDigits: 3 });
}

function tell(found) {
  const next = (key) => (key === "time" ? "–" : figure(key, found.next[key]));
  const rows = WORDS.map(([key, en, fr]) => [say(en, fr), figure(key, found.last?.[key]), next(key)]);
  const heads = ["", say("last release", "dernière publication"), say("next release", "prochaine publication")];
  by("status").replaceChildren(table(heads, rows, true));
  const changes = found.entries.map((entry) => [entry.property, entry.old ?? "–", entry.new ?? "–", figure("time", entry.time)]);
  by("waiting-title").textContent = say(`Changes that wait: ${found.pending}`, `Modifications en attente : ${found.pending}`);
  const names = [say("property", "propriété"), say("before", "avant"), say("after", "après"), say("time", "date")];
  by("entries").replaceChildren(changes.length === 0 ? made("p", say("None.", "Aucune."), "quiet") : table(names, changes, false));
  by("compared").hidden = by("waiting").hidden = false;
}

async function look(publishes) {
  const token = by("token-admin").value.trim();
  const failed = (text) => {
    by("told").replaceChildren(problem(text));
    by("publish").disabled = by("compared").hidden = by("waiting").hidden = true;
    again.releases = null;
  };
  try {
    by("told").replaceChildren();
    if (publishes) {
      const done = await fetch("admin/publish", { method: "POST", credentials: "omit", headers: headers(token) });
      if (!done.ok) return failed(await done.text());
    }
    const answer = await fetch("admin/status", { credentials: "omit", headers: headers(token) });
    if (!answer.ok) return failed(await answer.text());
    const found = await answer.json();
    again.releases = () => {
      const text = say(`Release ${found.last?.number} is public.`, `La publication ${found.last?.number} est visible de tous.`);
      by("told").replaceChildren(...(publishes ? [made("p", text, "notice")] : []));
      tell(found);
    };
    again.releases();
    by("publish").disabled = false;
  } catch (error) {
    failed(String(error));
  }
}

function turn() {
  const releases = location.hash === "#releases";
  by("query-page").hidden = releases;
  by("releases-page").hidden = !releases;
  for (const link of document.querySelectorAll(".journey a")) {
    if ((link.hash === "#releases") === releases) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

by("english").addEventListener("click", () => choose("en"));
by("french").addEventListener("click", () => choose("fr"));
by("asking").addEventListener("submit", (event) => {
  event.preventDefault();
  ["left", "right"].forEach(ask);
});
by("looking").addEventListener("submit", (event) => {
  event.preventDefault();
  look(false);
});
by("publish").addEventListener("click", () => look(true));
addEventListener("hashchange", turn);
translate();
turn();
