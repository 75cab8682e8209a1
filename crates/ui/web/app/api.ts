//! Calls to the server: the token, the language, and what went wrong as one type.

import type { Fault, Sheet } from "./types.ts";
import { language } from "./language.ts";

const BASE = "/api/v1";
const KEY = "bauta-token";

/// What the server refused, in its own words and with the places it names.
export class Problem extends Error {
  readonly status: number;
  readonly errors: string[];
  readonly faults: Fault[];
  /// The refused file with its faults at their cells.
  readonly sheet: Sheet | null;

  constructor(status: number, errors: string[], faults: Fault[], sheet: Sheet | null = null) {
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
  await send("POST", "/login", { token });
}

export async function get<T>(path: string, signal?: AbortSignal): Promise<T> {
  return (await (await call("GET", path, undefined, undefined, signal)).json()) as T;
}

export async function getText(path: string): Promise<string> {
  return (await call("GET", path)).text();
}

/// Sends JSON; what comes back is parsed where there is anything.
export async function send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const answer = await (await call(method, path, text, "application/json", signal)).text();
  return (answer === "" ? undefined : JSON.parse(answer)) as T;
}

export async function putText(path: string, text: string, kind: string): Promise<void> {
  await call("PUT", path, text, kind);
}

/// Sends a file as it is.
export async function putFile<T>(path: string, file: File): Promise<T> {
  return (await (await call("PUT", path, file, "application/octet-stream")).json()) as T;
}

/// Sends a file, and tells how much of it has gone.
export function upload<T>(path: string, file: File, progress: (share: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const form = new FormData();
    form.append("file", file, file.name);
    const request = new XMLHttpRequest();
    request.open("POST", BASE + path);
    for (const [name, value] of Object.entries(headers())) request.setRequestHeader(name, value);
    request.upload.onprogress = (event) => progress(event.lengthComputable ? event.loaded / event.total : 0);
    request.onerror = () => reject(unreachable());
    request.onload = () => {
      if (request.status < 300) resolve(JSON.parse(request.responseText) as T);
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
    const { errors = [], faults = [], sheet = null } = JSON.parse(text) as { errors?: string[]; faults?: Fault[]; sheet?: Sheet | null };
    return new Problem(status, errors, faults, sheet);
  } catch {
    return new Problem(status, text === "" ? [] : [text.slice(0, 400)], []);
  }
}
