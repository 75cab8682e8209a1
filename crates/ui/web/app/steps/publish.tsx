//! Step 7: the files of a verified release, its report, and the project that makes it again.

import { useState } from "preact/hooks";
import { address, get, getText, Problem, send } from "../api.ts";
import { useParts } from "../compare/aligned.tsx";
import { candidates } from "../jobs.ts";
import { language, t } from "../language.ts";
import { useLoaded } from "../load.ts";
import { SelectField, TextField } from "../parts/form.tsx";
import { Problems } from "../parts/problems.tsx";
import { Title } from "../parts/title.tsx";
import { VerdictCard } from "../parts/verdict.tsx";
import { changeProject, dataset, link, project, quasiIdentifiers, saved, session } from "../state.ts";
import { chosen, chosenOf, useCandidates, type Candidate } from "./compare.tsx";

const FORMATS = ["ods", "xlsx", "csv", "parquet"] as const;
type Format = (typeof FORMATS)[number];

export function Publish() {
  const { value, problem } = useCandidates();
  const list = value ?? [];
  const one = chosenOf(list);
  if (candidates.value.length === 0) {
    return <><Title title={t("publish-title")}>{t("publish-lead")}</Title><p>{t("publish-none")} <a href={link("protect")}>{t("step-protect")}</a></p></>;
  }
  return (
    <>
      <Title title={t("publish-title")}>{t("publish-lead")}</Title>
      {problem !== null && <Problems problem={problem} />}
      {one !== undefined && (
        <>
          <section class="card">
            <SelectField label={t("publish-which")} value={one.job.id} onChange={(id) => (chosen.value = id)}>
              {list.map(({ job }) => <option key={job.id} value={job.id}>{job.name}</option>)}
            </SelectField>
            <Guarantee candidate={one} />
          </section>
          <Files key={one.job.id} candidate={one} />
          <Paper key={`report ${one.job.id}`} candidate={one} />
          <Again key={`again ${one.job.id}`} id={one.job.id} />
        </>
      )}
    </>
  );
}

function Guarantee({ candidate }: { candidate: Candidate }) {
  const { guarantees = [], privacy, buckets, verdict } = candidate.report;
  return (
    <>
    {verdict != null && <VerdictCard verdict={verdict} />}
    <p class="promise">
      {guarantees.map(([name, holds]) => <span key={name} class={`mark ${holds ? "good" : "bad"}`}>{t(holds ? "compare-holds" : "compare-fails", { name })}</span>)}
      {buckets == null && privacy?.k != null && privacy.k > 1 && <span>{t("publish-means", { k: privacy.k, columns: quasiIdentifiers.value.join(", ") })}</span>}
    </p>
    </>
  );
}

/// The name of the table without its folder and extension.
function stem(name: string): string {
  const file = name.split(/[/\\#]/)[0] === name ? name : (name.split("#")[0] ?? name).split(/[/\\]/).at(-1) ?? name;
  return file.replace(/\.[a-z]+$/i, "");
}

function Files({ candidate }: { candidate: Candidate }) {
  const { job } = candidate;
  const { value, problem } = useParts(job);
  const [format, setFormat] = useState<Format>("ods");
  const parts = value?.length ?? 0;
  const base = stem(dataset.value?.name ?? "table");
  const [names, setNames] = useState<string[]>([]);
  const name = (part: number) => names[part] ?? (parts > 1 ? `${base}-protected-${part + 1}` : `${base}-protected`);
  const rename = (part: number, next: string) => setNames(Array.from({ length: parts }, (_, at) => (at === part ? next.replace(/\.(ods|xlsx|csv|parquet)$/i, "") : name(at))));
  const files = Array.from({ length: parts }, (_, part) => `${name(part)}.${format}`);
  return (
    <section class="card">
      <h2>{t("publish-files")}</h2>
      {problem !== null && <Problems problem={problem} />}
      <div class="fields">
        <SelectField label={t("publish-format")} value={format} onChange={(next) => setFormat(next as Format)}>
          {FORMATS.map((each) => <option key={each} value={each}>{t(`publish-${each}`)}</option>)}
        </SelectField>
        {files.map((_, part) => <TextField key={part} label={parts > 1 ? t("publish-name-of", { n: part + 1 }) : t("publish-name")} value={name(part)} onChange={(next) => rename(part, next)} />)}
      </div>
      <p class="buttons">{files.map((file, part) => (
        <a key={part} class="button main" download={file} href={address(`/jobs/${job.id}/download?part=${part}&format=${format}&name=${encodeURIComponent(name(part))}`)}>{t("publish-download", { name: file })}</a>
      ))}</p>
      {session.value?.root === true && files.length > 0 && <Write id={job.id} files={files} />}
    </section>
  );
}

function Write({ id, files }: { id: string; files: string[] }) {
  const [force, setForce] = useState(false);
  const [done, setDone] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const write = async () => {
    setProblem(null);
    setDone("");
    try {
      await send("POST", "/jobs/{id}/publish", { id }, { names: files, force });
      setDone(t("publish-written", { names: files.join(", ") }));
    } catch (error) {
      setProblem(error instanceof Problem ? error : new Problem(0, [String(error)], []));
    }
  };
  return (
    <div class="write">
      <h3>{t("publish-folder")}</h3>
      <label class="check"><input type="checkbox" checked={force} onChange={(event) => setForce(event.currentTarget.checked)} /> {t("publish-force")}</label>
      <button type="button" onClick={() => void write()}>{t("publish-write")}</button>
      <p role="status">{done}</p>
      {problem !== null && <Problems problem={problem} />}
    </div>
  );
}

function Paper({ candidate }: { candidate: Candidate }) {
  const [shown, show] = useState(false);
  const path = `/jobs/${candidate.job.id}/report?format=html&lang=${language.value}`;
  const report = useLoaded(shown ? path : "", () => getText(path));
  const at = (format: string) => address(`/jobs/${candidate.job.id}/report?format=${format}`);
  return (
    <section class="card">
      <h2>{t("publish-report")}</h2>
      <p class="quiet">{t("publish-report-lead")}</p>
      <p class="buttons">
        <a class="button" href={at("html")} target="_blank" rel="noopener">{t("publish-report-open")}</a>
        <button type="button" aria-expanded={shown} onClick={() => show(!shown)}>{t("publish-report-show")}</button>
        <a class="button" href={at("md")} download="report.md">{t("publish-report-as", { format: "Markdown" })}</a>
        <a class="button" href={at("json")} download="report.json">{t("publish-report-as", { format: "JSON" })}</a>
      </p>
      {shown && report.problem !== null && <Problems problem={report.problem} />}
      {shown && report.value !== null && <iframe class="paper" title={t("publish-report")} sandbox="" srcDoc={report.value} />}
    </section>
  );
}

/// A text that is the same for the same settings, in whatever order their keys stand.
function settled(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  );
}

/// The project file is that of the table. Where settings have changed since the release was made, it is offered to go back to its own.
function Again({ id: job }: { id: string }) {
  const id = dataset.value?.id ?? "";
  const own = useLoaded(job, (stop) => get("/jobs/{id}/project", { id: job }, stop)).value;
  const changed = own !== null && settled(own) !== settled(project.value);
  const back = async () => {
    if (own === null) return;
    changeProject((next) => Object.assign(next, own));
    await saved();
  };
  return (
    <section class="card">
      <h2>{t("publish-project")}</h2>
      <p class="quiet">{t("publish-project-lead")}</p>
      {changed && <p><b class="warn">{t("publish-project-changed")}</b> <button type="button" onClick={() => void back()}>{t("publish-project-back")}</button></p>}
      <p><a class="button" href={address(`/datasets/${id}/project.toml`)} download="bauta.toml">{t("publish-download", { name: "bauta.toml" })}</a></p>
    </section>
  );
}
