//! The language of the page: texts, plurals, numbers.
//!
//! Texts are the Fluent files of the folder `texts`, which the command line shares. The type `Key` holds every key of them: `check.sh` makes it.

import { FluentBundle, FluentResource } from "@fluent/bundle";
import { effect, signal } from "@preact/signals";
import type { Key } from "texts";

export type { Key };
export type Language = "en" | "fr";

const LANGUAGES: Language[] = ["en", "fr"];
const bundles = new Map<Language, FluentBundle>();

/// Fetches the texts of both languages; nothing can be said before.
export async function loadTexts(): Promise<void> {
  const load = async (name: Language) => {
    const bundle = new FluentBundle(name, { useIsolating: false });
    bundle.addResource(new FluentResource(await (await fetch(`/texts/${name}.ftl`)).text()));
    bundles.set(name, bundle);
  };
  await Promise.all(LANGUAGES.map(load));
}

const KEY = "bauta-language";

function first(): Language {
  const kept = localStorage.getItem(KEY);
  if (kept === "en" || kept === "fr") return kept;
  return navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en";
}

export const language = signal<Language>(first());

effect(() => {
  document.documentElement.lang = language.value;
});

export function choose(next: Language): void {
  localStorage.setItem(KEY, next);
  language.value = next;
}

/// A text with its places filled; numbers are written as in the language.
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const bundle = bundles.get(language.value);
  const pattern = bundle?.getMessage(key)?.value ?? null;
  return bundle === undefined || pattern === null ? key : bundle.formatPattern(pattern, values, []);
}

/// Whether there is a text of this name, for words that the server sends.
export function known(key: string): key is Key {
  return bundles.get(language.value)?.hasMessage(key) ?? false;
}

export function number(value: number, digits = 0): string {
  return new Intl.NumberFormat(language.value, { maximumFractionDigits: digits }).format(value);
}

export function percent(share: number, digits = 1): string {
  return new Intl.NumberFormat(language.value, { style: "percent", maximumFractionDigits: digits }).format(share);
}

/// A figure with three telling digits.
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined) return "–";
  return new Intl.NumberFormat(language.value, { maximumSignificantDigits: Math.abs(value) >= 100 ? 6 : 3 }).format(value);
}

export function bytes(value: number): string {
  const units = language.value === "fr" ? ["o", "ko", "Mo", "Go"] : ["B", "kB", "MB", "GB"];
  let at = 0;
  while (value >= 1000 && at + 1 < units.length) {
    value /= 1000;
    at += 1;
  }
  return `${number(value, value < 10 && at > 0 ? 1 : 0)} ${units[at] ?? ""}`;
}

export function seconds(value: number): string {
  return `${number(value, value < 1 ? 2 : value < 10 ? 1 : 0)} s`;
}
