//! The pages that there are. A new one is a file that exports its component, and a line here (see docs/workbench.md).

import type { ComponentChildren } from "preact";
import type { Key } from "./language.ts";
import { Attack } from "./steps/attack.tsx";
import { Compare } from "./steps/compare.tsx";
import { Explain } from "./steps/explain.tsx";
import { Hierarchies } from "./steps/hierarchies.tsx";
import { Open } from "./steps/open.tsx";
import { Protect } from "./steps/protect.tsx";
import { Publish } from "./steps/publish.tsx";
import { Risk } from "./steps/risk.tsx";
import { Roles } from "./steps/roles.tsx";
import type { JobKind } from "./types.ts";

export interface PageEntry {
  /// Its address is `#/id`.
  id: string;
  /// Its name in the row of steps.
  title: Key;
  view: () => ComponentChildren;
  /// Whether it stands at the end of the row, without a number: it is no step of the journey.
  aside?: boolean;
  /// Whether there is something to see before a table is open.
  alone?: boolean;
  /// The kind of job that the server must offer for it.
  job?: JobKind;
}

export const PAGES: PageEntry[] = [
  { id: "open", title: "step-open", view: () => <Open />, alone: true },
  { id: "roles", title: "step-roles", view: () => <Roles /> },
  { id: "hierarchies", title: "step-hierarchies", view: () => <Hierarchies /> },
  { id: "risk", title: "step-risk", view: () => <Risk /> },
  { id: "protect", title: "step-protect", view: () => <Protect /> },
  { id: "compare", title: "step-compare", view: () => <Compare /> },
  { id: "publish", title: "step-publish", view: () => <Publish /> },
  { id: "attack", title: "step-attack", view: () => <Attack />, aside: true, job: "attack" },
  { id: "explain", title: "step-explain", view: () => <Explain />, aside: true, alone: true },
];

/// The page of an address; what nobody knows leads to the beginning.
export function pageOf(id: string): PageEntry {
  const [first] = PAGES;
  return PAGES.find((page) => page.id === id) ?? (first as PageEntry);
}
