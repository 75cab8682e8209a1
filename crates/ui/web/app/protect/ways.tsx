//! The ways to protect a table. A new one is a file that exports its component, and a line here (see docs/workbench.md).

import type { ComponentChildren } from "preact";
import type { Key } from "../language.ts";
import type { JobKind, Project } from "../types.ts";
import { Direct } from "./direct.tsx";
import { Guide } from "./guide.tsx";
import { StepByStep } from "./steps.tsx";
import { Sweep } from "./sweep.tsx";
import { Synthesis } from "./synthesis.tsx";

export interface Way {
  /// Its address is `#/protect/<table>/id`; the first way needs none.
  id: string;
  title: Key;
  /// One sentence on whom it suits.
  help: Key;
  view: (declared: Project) => ComponentChildren;
  /// Whether the card of what must hold stands above it.
  targets?: boolean;
  /// The kind of job that the server must offer for it.
  job?: JobKind;
}

/// In the order in which they are shown. The guided path comes before the others, what makes people up after them.
export const WAYS: Way[] = [
  { id: "guide", title: "way-guide", help: "way-guide-help", view: (declared) => <Guide declared={declared} />, job: "advise" },
  { id: "direct", title: "way-direct", help: "way-direct-help", view: (declared) => <Direct declared={declared} />, targets: true },
  { id: "steps", title: "way-steps", help: "way-steps-help", view: (declared) => <StepByStep declared={declared} />, targets: true, job: "steps" },
  { id: "sweep", title: "way-sweep", help: "way-sweep-help", view: (declared) => <Sweep declared={declared} />, targets: true, job: "compare" },
  { id: "synthesis", title: "way-synthesis", help: "way-synthesis-help", view: (declared) => <Synthesis declared={declared} />, job: "synthesize" },
];
