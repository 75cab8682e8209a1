//! Calls to the server: the token, the language, and what went wrong as one type.

import type { JobResult, Place, Problem as Refusal, Routes, SheetView } from "./generated.ts";
import { language } from "./language.ts";

const BASE = "/api/v1";
const KEY = "bauta-token";

/// The paths that a method can be used on, as the server describes them: `/jobs/{id}`.
type Path<M extends string> = keyof Routes extends infer R ? (R extends `${M} ${infer P}` ? P : never) : never;
type Route<M extends string, P extends string> = Routes[`${M} ${P}` & keyof Routes];
type Answer<M extends string, P extends string> = Route<M, P>["answer"];
type Body<M extends string, P extends string> = Route<M, P> extends { body: infer B } ? B : undefined;

/// What stands in the braces of a path; the rest goes behind its `?`.
export type Values = Record<string, string | number>;

/// What the server refused, in its own words and with the places it names.
export class Problem extends Error {
  readonly status: number;
  readonly errors: string[];
  readonly faults: Place[];
  /// The refused file with its faults at their cells.
  readonly sheet: SheetView | null;

  constructor(status: number, errors: string[], faults: Place[], sheet: SheetView | null = null) {
    super(errors.join("; "));
    this.status = status;
    this.errors = errors;
    this.faults = faults;
    this.sheet = sheet;
  }
}

let token = "";

/// Takes the token out of the address, so that it stays in no history, and signs in.
export async function login(): Promise<void> {
  const address = new URL(location.href);
  const given = address.searchParams.get("token");
  if (given !== null) {
    sessionStorage.setItem(KEY, given);
    address.searchParams.delete("token");
    history.replaceState(null, "", address);
  }
  token = given ?? sessionStorage.getItem(KEY) ?? "";
  await send("POST", "/login", {}, { token });
}

export async function get<P extends Path<"GET">>(path: P, values: Values = {}, signal?: AbortSignal): Promise<Answer<"GET", P>> {
  return (await call("GET", filled(path, values), undefined, undefined, signal)).json();
}

/// What came of a job that is of this kind.
export async function result<K extends JobResult["kind"]>(job: string, kind: K, signal?: AbortSignal): Promise<Extract<JobResult, { kind: K }>> {
  const found = await get("/jobs/{id}/result", { id: job }, signal);
  if (!isOf(found, kind)) throw new Problem(0, [`${found.kind} ≠ ${kind}`], []);
  return found;
}

function isOf<K extends JobResult["kind"]>(found: JobResult, kind: K): found is Extract<JobResult, { kind: K }> {
  return found.kind === kind;
}

export async function getText(path: string): Promise<string> {
  return (await call("GET", path)).text();
}

/// Sends JSON; what comes back is parsed where there is anything.
export async function send<M extends "POST" | "PUT" | "DELETE", P extends Path<M>>(method: M, path: P, values: Values, body?: Body<M, P>, signal?: AbortSignal): Promise<Answer<M, P>> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await (await call(method, filled(path, values), text, "application/json", signal)).text();
  return JSON.parse(answer === "" ? "null" : answer);
}

function filled(path: string, values: Values): string {
  const rest = new URLSearchParams();
  let whole = path;
  for (const [name, value] of Object.entries(values)) {
    if (path.includes(`{${name}}`)) whole = whole.replace(`{${name}}`, encodeURIComponent(value));
    else rest.set(name, String(value));
  }
  return rest.size === 0 ? whole : `${whole}?${rest}`;
}

export async function putText(path: string, text: string, kind: string): Promise<void> {
  await call("PUT", path, text, kind);
}

/// Sends a file as it is.
export async function putFile<P extends Path<"PUT">>(path: P, values: Values, file: File): Promise<Answer<"PUT", P>> {
  return (await call("PUT", filled(path, values), file, "application/octet-stream")).json();
}

/// Sends a file, and tells how much of it has gone.
export function upload<P extends Path<"POST">>(path: P, file: File, progress: (share: number) => void): Promise<Answer<"POST", P>> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.append("file", file, file.name);
    const request = new XMLHttpRequest();
    request.open("POST", BASE + path);
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => progress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onerror = () => reject(unreachable());
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText));
      else reject(problem(request.status, request.responseText));
    };
    request.send(form);
  });
}

/// The address of something that the browser fetches itself (downloads, events, the report): the cookie signs those.
export function address(path: string): string {
  return BASE + path + (path.includes("?") ? "&" : "?") + "lang=" + language.value;
}

function headers(): Record<string, string> {
  return { Authorization: `Bearer ${token}`, "Accept-Language": language.value };
}

async function call(method: string, path: string, body?: string | File, kind?: string, signal?: AbortSignal): Promise<Response> {
  const all = headers();
  if (body !== undefined && kind !== undefined) all["Content-Type"] = kind;
  const options: RequestInit = { method, headers: all };
  if (body !== undefined) options.body = body;
  if (signal !== undefined) options.signal = signal;
  let response: Response;
  try {
    response = await fetch(BASE + path, options);
  } catch (error) {
    throw signal?.aborted === true ? error : unreachable();
  }
  if (!response.ok) throw problem(response.status, await response.text());
  return response;
}

/// Status 0 stands for a server that does not answer.
function unreachable(): Problem {
  return new Problem(0, [], []);
}

function problem(status: number, text: string): Problem {
  try {
    const { errors, faults, sheet }: Refusal = JSON.parse(text);
    return new Problem(status, errors, faults, sheet ?? null);
  } catch {
    return new Problem(status, text === "" ? [] : [text.slice(0, 400)], []);
  }
}
