//! Light or dark: as the system says, or as chosen here.

import { effect, signal } from "@preact/signals";

export type Theme = "system" | "light" | "dark";

const KEY = "bauta-theme";
const kept = localStorage.getItem(KEY);
const system = matchMedia("(prefers-color-scheme: dark)");

export const theme = signal<Theme>(kept === "light" || kept === "dark" ? kept : "system");
const systemIsDark = signal(system.matches);
system.addEventListener("change", (event) => (systemIsDark.value = event.matches));

/// Charts draw their own colours and must know.
export function isDark(): boolean {
  return theme.value === "system" ? systemIsDark.value : theme.value === "dark";
}

export function chooseTheme(next: Theme): void {
  if (next === "system") localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  theme.value = next;
}

effect(() => {
  const root = document.documentElement;
  if (theme.value === "system") delete root.dataset["theme"];
  else root.dataset["theme"] = theme.value;
});
