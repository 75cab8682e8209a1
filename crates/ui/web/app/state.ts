//! What the page knows: the session, the open table with its project, and the place in the journey, which is the address.

import { computed, signal } from "@preact/signals";
import { get, login, Problem, send } from "./api.ts";
import { loadJobs } from "./jobs.ts";
import { language } from "./language.ts";
import type { Dataset, Method, Model, Project, Role, RoleLists, Session } from "./types.ts";

/// A page, the table that it is about, and which of its parts: `#/protect/d1/steps`.
export interface Place { step: string; dataset: string | null; part: string }

export const place = signal<Place>(read());
export const session = signal<Session | null>(null);
export const catalog = signal<Method[]>([]);
export const models = signal<Model[]>([]);
export const dataset = signal<Dataset | null>(null);
export const project = signal<Project | null>(null);
/// What stands against the whole page, such as a server that is gone.
export const trouble = signal<Problem | null>(null);

export const quasiIdentifiers = computed(() => project.value?.roles["quasi-identifiers"] ?? []);

function read(): Place {
  const [, step = "open", id = "", part = ""] = location.hash.split("/");
  return { step, dataset: id === "" ? null : decodeURIComponent(id), part };
}

export function link(step: string, id: string | null = dataset.value?.id ?? null, part = ""): string {
  if (id === null) return `#/${step}`;
  return `#/${step}/${encodeURIComponent(id)}${part === "" ? "" : `/${part}`}`;
}

export function go(step: string, id: string | null = dataset.value?.id ?? null): void {
  location.hash = link(step, id);
}

export async function start(): Promise<void> {
  addEventListener("hashchange", () => void arrive());
  try {
    await login();
    session.value = await get("/session");
    await loadCatalog();
    await arrive();
    language.subscribe(() => void guarded(refresh));
  } catch (error) {
    trouble.value = error instanceof Problem ? error : new Problem(0, [String(error)], []);
  }
}

/// Does something whose failure concerns the whole page.
export async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work();
    trouble.value = null;
  } catch (error) {
    trouble.value = error instanceof Problem ? error : new Problem(0, [String(error)], []);
  }
}

/// What the server says in words comes again when the language changes.
async function refresh(): Promise<void> {
  const id = dataset.peek()?.id;
  session.value = await get("/session");
  await loadCatalog();
  if (id !== undefined) dataset.value = await get("/datasets/{id}", { id });
}

async function loadCatalog(): Promise<void> {
  [catalog.value, models.value] = await Promise.all([get("/catalog"), get("/models")]);
}

async function arrive(): Promise<void> {
  const next = read();
  place.value = next;
  const wanted = next.dataset ?? (next.step === "open" ? null : await latest());
  if (wanted !== null && wanted !== dataset.value?.id) await guarded(() => load(wanted));
}

async function latest(): Promise<string | null> {
  const all = await get("/datasets");
  return all.at(-1)?.id ?? null;
}

/// Makes a table of the server the one that the page shows.
export async function load(id: string): Promise<void> {
  const [table, declared] = await Promise.all([get("/datasets/{id}", { id }), get("/datasets/{id}/project", { id })]);
  await adopt(table, declared);
}

/// Shows a table that has just been opened.
export async function adopt(table: Dataset, declared?: Project): Promise<void> {
  const own = declared ?? (await get("/datasets/{id}/project", { id: table.id }));
  await loadJobs(table.id);
  dataset.value = table;
  project.value = own;
  const lists = own.roles;
  const empty = LISTS.every(([, list]) => lists[list].length === 0);
  if (empty) changeProject((next) => proposed(next, table));
}

const LISTS: [Role, Exclude<keyof RoleLists, "layout" | "person" | "weight" | "household">][] = [
  ["identifier", "identifiers"],
  ["quasi-identifier", "quasi-identifiers"],
  ["sensitive", "sensitive"],
  ["target", "targets"],
  ["insensitive", "insensitive"],
  ["drop", "drop"],
];

function proposed(next: Project, table: Dataset): void {
  for (const column of table.columns) setRole(next, column.name, column.role);
}

export function roleOf(of: Project, column: string): Role {
  return LISTS.find(([, list]) => of.roles[list].includes(column))?.[0] ?? "insensitive";
}

/// Moves a column to the list of its role; columns keep the order of the table there.
export function setRole(of: Project, column: string, role: Role): void {
  const order = dataset.value?.columns.map(({ name }) => name) ?? [];
  for (const [name, list] of LISTS) {
    const kept = of.roles[list].filter((other) => other !== column);
    if (name === role) kept.push(column);
    of.roles[list] = order.length > 0 ? kept.sort((a, b) => order.indexOf(a) - order.indexOf(b)) : kept;
  }
  if (role !== "quasi-identifier" && role !== "sensitive") delete of.hierarchies[column];
}

/// Notes that were not told when the table was opened.
export const news = (notes: string[]) => notes.filter((note) => dataset.value?.notes.includes(note) !== true);

let saving: Promise<void> = Promise.resolve();
let timer = 0;

/// What the server refused of the project as it stands here.
export const unsaved = signal<Problem | null>(null);

/// Changes the project at once on the page, and a moment later on the server.
export function changeProject(change: (next: Project) => void): void {
  if (project.value === null) return;
  const next = structuredClone(project.value);
  change(next);
  project.value = next;
  clearTimeout(timer);
  timer = window.setTimeout(() => void saved(), 250);
}

/// Waits until the server has the project.
export async function saved(): Promise<void> {
  clearTimeout(timer);
  const id = dataset.value?.id;
  const body = project.value;
  if (id === undefined || body === null) return;
  saving = saving.then(async () => {
    try {
      await send("PUT", "/datasets/{id}/project", { id }, body);
      unsaved.value = null;
    } catch (error) {
      unsaved.value = error instanceof Problem ? error : null;
    }
  });
  await saving;
}

/// Forgets the open table here; the server keeps it until it is removed.
export async function remove(id: string): Promise<void> {
  await send("DELETE", "/datasets/{id}", { id });
  if (dataset.value?.id === id) {
    dataset.value = null;
    project.value = null;
    go("open", null);
  }
}
