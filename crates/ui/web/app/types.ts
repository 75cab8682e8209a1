//! The words of the page for what the server takes and sends, whose types are made from its description; and what is the page's own.

import type { ProjectRequest } from "./generated.ts";

export type {
  Band as Bin,
  Bar,
  ColumnView as Column,
  Combination,
  Compared,
  Comparison,
  DatasetView as Dataset,
  Distribution,
  Entry as FolderEntry,
  Footing,
  HierarchyView as Preview,
  History,
  JobKind,
  JobRequest,
  JobState,
  JobView as Job,
  Lattice,
  LatticeNode,
  LevelView as Level,
  Mark,
  MethodCard as Method,
  ModelCard as Model,
  ParameterCard as Parameter,
  Place as Fault,
  Project,
  Region,
  Report,
  RiskReport,
  ReleasedRows,
  RoleLists,
  Rows,
  Session,
  SettingCard as Setting,
  SheetView as Sheet,
  Targets,
  ReleaseVerdict as Verdict,
} from "./generated.ts";

export type Role = "identifier" | "quasi-identifier" | "sensitive" | "target" | "insensitive" | "drop";

/// How a hierarchy is built; what else there is depends on the type.
export type Spec = { type: string } & Record<string, unknown>;

/// A reduction of the project: a technique and what differs from its usual settings.
export type StepAsked = NonNullable<ProjectRequest["steps"]>[number];
