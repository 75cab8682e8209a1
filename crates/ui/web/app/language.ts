//! The language of the page: texts, plurals, numbers.
//!
//! Texts are a table of pairs (English, French) instead of Fluent files: the compiler then refuses a text without its French and a
//! key that nobody wrote, and the page needs no parser. A text with a plural has its forms parted by `|`.

import { effect, signal } from "@preact/signals";
import { attack } from "./texts/attack.ts";
import { common } from "./texts/common.ts";
import { compare } from "./texts/compare.ts";
import { explain } from "./texts/explain.ts";
import { hierarchies } from "./texts/hierarchies.ts";
import { open } from "./texts/open.ts";
import { protect } from "./texts/protect.ts";
import { publish } from "./texts/publish.ts";
import { risk } from "./texts/risk.ts";
import { roles } from "./texts/roles.ts";

const texts = { ...common, ...open, ...roles, ...hierarchies, ...risk, ...protect, ...compare, ...publish, ...attack, ...explain };

export type Key = keyof typeof texts;
export type Language = "en" | "fr";

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

/// A text with its places filled; `n` also chooses the plural.
export function t(key: Key, values: Record<string, string | number> = {}): string {
  const pair: readonly [string, string] = texts[key];
  let text = pair[language.value === "fr" ? 1 : 0];
  const { n } = values;
  if (typeof n === "number" && text.includes("|")) {
    const [one = "", many = one] = text.split("|");
    text = new Intl.PluralRules(language.value).select(n) === "one" ? one : many;
  }
  return text.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === "number" ? number(value) : (value ?? "");
  });
}

/// Whether there is a text of this name, for words that the server sends.
export function known(key: string): key is Key {
  return key in texts;
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
