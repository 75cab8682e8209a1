//! Jobs: started here, run by the server, followed by its events, also after a reload.

import { computed, signal } from "@preact/signals";
import { address, get, send } from "./api.ts";
import type { Job, JobRequest } from "./types.ts";

/// The jobs of the open table, the oldest first.
export const jobs = signal<Job[]>([]);

/// Releases that are there to be compared, in the order of their making.
export const candidates = computed(() => jobs.value.filter((job) => job.kind === "anonymize" && job.state === "done"));

const streams = new Map<string, EventSource>();

export function isOver(job: Job): boolean {
  return job.state !== "queued" && job.state !== "running";
}

export async function loadJobs(dataset: string): Promise<void> {
  for (const stream of streams.values()) stream.close();
  streams.clear();
  const all = await get("/jobs");
  jobs.value = all.filter((job) => job.dataset === dataset);
  jobs.value.filter((job) => !isOver(job)).forEach(follow);
}

async function refreshJobs(dataset: string): Promise<void> {
  const all = await get("/jobs");
  all.filter((job) => job.dataset === dataset && isOver(job)).forEach(put);
}

export async function startJob(dataset: string, request: JobRequest): Promise<Job> {
  const job = await send("POST", "/datasets/{id}/jobs", { id: dataset }, request);
  put(job);
  if (!isOver(job)) follow(job);
  return job;
}

/// Stops a job that runs, or forgets one that has ended.
export async function removeJob(job: Job): Promise<void> {
  const over = isOver(job);
  await send("DELETE", "/jobs/{id}", { id: job.id });
  if (over) jobs.value = jobs.value.filter((other) => other.id !== job.id);
}

function put(job: Job): void {
  const known = jobs.value.some((other) => other.id === job.id);
  jobs.value = known ? jobs.value.map((other) => (other.id === job.id ? job : other)) : [...jobs.value, job];
}

function follow(job: Job): void {
  if (streams.has(job.id)) return;
  const stream = new EventSource(address(`/jobs/${job.id}/events`));
  streams.set(job.id, stream);
  const take = (event: MessageEvent<string>) => {
    const news: Job = JSON.parse(event.data);
    put(news);
    if (isOver(news)) {
      end(job.id);
      // An older release may have been given up for this one.
      if (news.kind === "anonymize") void refreshJobs(news.dataset);
    }
  };
  stream.addEventListener("progress", take);
  stream.addEventListener("state", take);
  stream.onerror = () => {
    if (stream.readyState === EventSource.CLOSED) void settle(job.id);
  };
}

function end(id: string): void {
  streams.get(id)?.close();
  streams.delete(id);
}

/// The stream is gone: asks once how it ended.
async function settle(id: string): Promise<void> {
  end(id);
  try {
    put(await get("/jobs/{id}", { id }));
  } catch {
    jobs.value = jobs.value.filter((job) => job.id !== id);
  }
}
