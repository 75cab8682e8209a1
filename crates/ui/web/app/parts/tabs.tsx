//! Tabs: arrows move between them, and only the chosen view exists.

import type { ComponentChildren } from "preact";
import { useId, useState } from "preact/hooks";

export interface Tab { id: string; title: string; view: () => ComponentChildren }

export function Tabs({ label, tabs }: { label: string; tabs: Tab[] }) {
  const own = useId();
  const [chosen, choose] = useState(tabs[0]?.id ?? "");
  const current = tabs.find(({ id }) => id === chosen) ?? tabs[0];
  const move = (event: KeyboardEvent) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0 || current === undefined) return;
    const next = tabs[(tabs.indexOf(current) + step + tabs.length) % tabs.length];
    if (next === undefined) return;
    event.preventDefault();
    choose(next.id);
    document.getElementById(`${own}-${next.id}`)?.focus();
  };
  return (
    <div class="tabs">
      <div role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ id, title }) => (
          <button type="button" key={id} id={`${own}-${id}`} role="tab" aria-selected={id === current?.id} aria-controls={`${own}-panel`} tabIndex={id === current?.id ? 0 : -1} onClick={() => choose(id)}>{title}</button>
        ))}
      </div>
      <div role="tabpanel" id={`${own}-panel`} aria-labelledby={`${own}-${current?.id ?? ""}`} tabIndex={0}>{current?.view()}</div>
    </div>
  );
}
