//! Something fetched for a component: the value, what went wrong, and the wait in between.

import { useEffect, useState } from "preact/hooks";
import { Problem } from "./api.ts";

export interface Loaded<T> { value: T | null; problem: Problem | null; busy: boolean }

/// Fetches when `key` changes, and drops answers that come too late. An empty key fetches nothing.
export function useLoaded<T>(key: string, fetch: (signal: AbortSignal) => Promise<T>): Loaded<T> {
  const [state, set] = useState<Loaded<T> & { key: string }>({ key: "", value: null, problem: null, busy: false });
  useEffect(() => {
    if (key === "") return;
    const stop = new AbortController();
    set((old) => ({ key, value: old.key === key ? old.value : null, problem: null, busy: true }));
    fetch(stop.signal).then(
      (value) => stop.signal.aborted || set({ key, value, problem: null, busy: false }),
      (error: unknown) => {
        if (stop.signal.aborted) return;
        set({ key, value: null, problem: error instanceof Problem ? error : new Problem(0, [String(error)], []), busy: false });
      },
    );
    return () => stop.abort();
  }, [key]);
  return state;
}
