//! Step 1: a file, an example or a file of the shared folder becomes the open table.

import { signal } from "@preact/signals";
import { useRef, useState } from "preact/hooks";
import { get, Problem, send, upload } from "../api.ts";
import { bytes, language, number, percent, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { Preview } from "../parts/preview.tsx";
import { Problems } from "../parts/problems.tsx";
import { Onward, Title } from "../parts/title.tsx";
import { adopt, dataset, go, remove, session } from "../state.ts";
import type { Dataset } from "../types.ts";

interface Opening { name: string; share: number }

const opening = signal<Opening | null>(null);
const failed = signal<{ name: string; problem: Problem } | null>(null);

async function open(name: string, read: () => Promise<Dataset>): Promise<void> {
  opening.value = { name, share: 0 };
  failed.value = null;
  try {
    const table = await read();
    await adopt(table);
    go("open", table.id);
  } catch (error) {
    failed.value = { name, problem: error instanceof Problem ? error : new Problem(0, [String(error)], []) };
  } finally {
    opening.value = null;
  }
}

const openFile = (file: File) =>
  open(file.name, () => upload("/datasets", file, (share) => (opening.value = { name: file.name, share })));
const openExample = (id: string, title: string) => open(title, () => send("POST", "/datasets", {}, { example: id }));
const openPath = (path: string) => open(path, () => send("POST", "/datasets", {}, { path }));

export function Open() {
  const table = dataset.value;
  return (
    <>
      <Title title={t("open-title")}>{t("open-lead")}</Title>
      <DropZone />
      <p class="unseen" role="status">{opening.value !== null ? t("open-reading", { name: opening.value.name }) : ""}</p>
      {failed.value !== null && <Problems problem={failed.value.problem} title={t("open-failed", { name: failed.value.name })} />}
      <div class="columns">
        <Examples />
        {session.value?.root === true && <Folder />}
        <Others />
      </div>
      {table !== null && <Preview table={table} />}
      {table !== null && <Onward step="roles" />}
    </>
  );
}

function DropZone() {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const busy = opening.value;
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer?.files[0];
    if (file !== undefined) void openFile(file);
  };
  const pick = () => {
    const file = input.current?.files?.[0];
    if (file !== undefined) void openFile(file);
    if (input.current !== null) input.current.value = "";
  };
  const limit = session.value?.limits.upload_bytes ?? 0;
  return (
    <div class={`drop${over ? " over" : ""}${dataset.value !== null ? " small" : ""}`} onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)} onDrop={drop}>
      {busy !== null ? (
        <><p><strong>{t("open-reading", { name: busy.name })}</strong></p><progress max={1} {...(busy.share > 0 && busy.share < 1 ? { value: busy.share } : {})} aria-label={busy.name} /><p class="quiet">{busy.share > 0 && percent(busy.share, 0)}</p></>
      ) : (
        <>
          <p class="drop-title">{t("open-drop")}</p>
          <p class="quiet">{t("open-kinds", { size: bytes(limit) })}</p>
          <label class="button main">{t("open-choose")}<input ref={input} class="unseen" type="file" accept=".ods,.xlsx,.csv,.tsv,.parquet" onChange={pick} /></label>
        </>
      )}
    </div>
  );
}

function Examples() {
  const examples = session.value?.examples ?? [];
  if (examples.length === 0) return null;
  return (
    <section><h2>{t("open-examples")}</h2>
      <ul class="choices">{examples.map((example) => (
        <li key={example.id}><button type="button" disabled={opening.value !== null} onClick={() => void openExample(example.id, example.title)}><strong>{example.title}</strong><span>{example.description}</span></button></li>
      ))}</ul>
    </section>
  );
}

function Folder() {
  const [path, setPath] = useState("");
  const listing = useLoaded(`${path} ${session.value?.version ?? ""}`, (stop) => get("/files", { path }, stop));
  const up = path.split("/").slice(0, -1).join("/");
  return (
    <section><h2>{t("open-folder")}</h2>
      {listing.problem !== null && <Problems problem={listing.problem} />}
      <ul class="files">
        {path !== "" && <li><button type="button" onClick={() => setPath(up)}>↑ {t("open-up")}</button></li>}
        {listing.value?.map((entry) => (
          <li key={entry.path}><button type="button" disabled={opening.value !== null} onClick={() => (entry.is_folder ? setPath(entry.path) : void openPath(entry.path))}>
            <span>{entry.is_folder ? `${entry.name}/` : entry.name}</span>{!entry.is_folder && <small>{bytes(entry.bytes)}</small>}
          </button></li>
        ))}
      </ul>
    </section>
  );
}

/// Tables that the server already has, after a reload or from before.
function Others() {
  const here = dataset.value?.id ?? "none";
  const all = useLoaded(`${here} ${language.value}`, (stop) => get("/datasets", {}, stop));
  const tables = all.value ?? [];
  if (tables.length === 0) return null;
  const close = async (table: Dataset) => {
    await remove(table.id);
    if (table.id !== here) location.reload();
  };
  return (
    <section><h2>{t("open-others")}</h2>
      <ul class="files">{tables.map((table) => (
        <li key={table.id}>
          <button type="button" aria-pressed={table.id === here} onClick={() => go("open", table.id)}><span>{table.name}</span><small>{t("app-rows", { n: table.rows })}</small></button>
          <button type="button" class="slim" aria-label={t("open-remove", { name: table.name })} title={t("open-remove", { name: table.name })} onClick={() => void close(table)}>×</button>
        </li>
      ))}</ul>
      <span class="unseen">{number(tables.length)}</span>
    </section>
  );
}
