//! The title of a step with a sentence on what it is for, and the way on.

import type { ComponentChildren } from "preact";
import { t } from "../language.ts";
import { link } from "../state.ts";

export function Title({ title, children }: { title: string; children?: ComponentChildren }) {
  return <div class="title"><h1 tabIndex={-1}>{title}</h1>{children !== undefined && <p>{children}</p>}</div>;
}

export function Onward({ step, children }: { step: "roles" | "hierarchies" | "risk" | "protect" | "compare" | "publish"; children?: ComponentChildren }) {
  return <p class="onward"><a class="button main" href={link(step)}>{t("app-next", { step: t(`step-${step}`) })}</a>{children}</p>;
}
