// The page of the store: it asks the endpoint as any client does, and keeps no token.
"use strict";

const french = (navigator.language || "").startsWith("fr");
const say = (en, fr) => (french ? fr : en);
const by = (id) => document.getElementById(id);

document.documentElement.lang = french ? "fr" : "en";
for (const element of document.querySelectorAll("[data-en]")) {
  element.textContent = french ? element.dataset.fr : element.dataset.en;
}

function headers(token, more) {
  const all = { ...more, "Accept-Language": french ? "fr" : "en" };
  if (token) all.Authorization = `Bearer ${token}`;
  return all;
}

function table(names, rows) {
  const element = document.createElement("table");
  const line = (cells, kind) => {
    const row = element.insertRow();
    for (const text of cells) {
      const cell = document.createElement(kind);
      cell.textContent = text;
      row.append(cell);
    }
  };
  line(names, "th");
  for (const row of rows) line(row, "td");
  return element;
}

function show(place, content, isProblem) {
  const text = document.createElement("p");
  if (typeof content === "string") {
    text.textContent = content;
    if (isProblem) text.className = "problem";
  }
  place.replaceChildren(typeof content === "string" ? text : content);
}

async function ask(side) {
  const place = by(`answer-${side}`);
  show(place, say("asking …", "interrogation …"));
  try {
    const answer = await fetch("sparql", {
      method: "POST",
      headers: headers(by(`token-${side}`).value.trim(), {
        "Content-Type": "application/sparql-query",
        Accept: "application/sparql-results+json, text/turtle;q=0.9",
      }),
      body: by("query").value,
    });
    const text = await answer.text();
    if (!answer.ok) return show(place, text, true);
    if (!answer.headers.get("Content-Type").includes("json")) return show(place, text);
    const found = JSON.parse(text);
    if ("boolean" in found) return show(place, String(found.boolean));
    const names = found.head.vars;
    const rows = found.results.bindings.map((row) => names.map((name) => row[name]?.value ?? ""));
    show(place, table(names, rows));
  } catch (error) {
    show(place, String(error), true);
  }
}

const WORDS = {
  number: say("release", "publication"),
  time: say("time", "date"),
  entities: say("entities", "entités"),
  classes: say("classes", "classes"),
  counterfeits: say("counterfeits", "contrefaçons"),
  deferred: say("waiting: value too frequent", "en attente : valeur trop fréquente"),
  incomplete: say("incomplete", "incomplètes"),
  risk: say("highest risk", "risque maximal"),
  loss: say("loss of precision", "perte de précision"),
};

async function look(publishes) {
  const place = by("status");
  const token = by("token-right").value.trim();
  try {
    if (publishes) {
      const made = await fetch("admin/publish", { method: "POST", headers: headers(token) });
      if (!made.ok) return show(place, await made.text(), true);
    }
    const answer = await fetch("admin/status", { headers: headers(token) });
    if (!answer.ok) return show(place, await answer.text(), true);
    const found = await answer.json();
    const figure = (value) => (typeof value === "number" ? value.toLocaleString(document.documentElement.lang, { maximumFractionDigits: 3 }) : value ?? "–");
    const rows = Object.keys(WORDS).map((key) => [WORDS[key], figure(found.last?.[key]), figure(found.next[key])]);
    rows.push([say("changes that wait", "modifications en attente"), "", figure(found.pending)]);
    show(place, table(["", say("last release", "dernière publication"), say("next release", "prochaine publication")], rows));
    by("publish").disabled = false;
  } catch (error) {
    show(place, String(error), true);
  }
}

by("ask").addEventListener("click", () => ["left", "right"].forEach(ask));
by("look").addEventListener("click", () => look(false));
by("publish").addEventListener("click", () => look(true));
