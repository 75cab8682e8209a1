//! Own groups: values are dragged into groups, or chosen and moved by the keyboard; a level's groups are the values of the next.

import { useState } from "preact/hooks";
import { t } from "../language.ts";
import type { Preview, Spec } from "../types.ts";
import type { FormProperties } from "./editor.tsx";

interface Group { label: string; members: string[] }

const MOST = 300;
const LOOSE = "";

function levelsOf(spec: Spec): Group[][] {
  return Array.isArray(spec["levels"]) && spec["levels"].length > 0 ? (spec["levels"] as Group[][]) : [[]];
}

/// What a level groups: the values, or the groups of the level below and what is in none of them.
function itemsOf(levels: Group[][], level: number, values: string[]): string[] {
  if (level === 0) return values;
  const below = levels[level - 1] ?? [];
  const grouped = new Set(below.flatMap(({ members }) => members));
  return [...below.map(({ label }) => label), ...itemsOf(levels, level - 1, values).filter((item) => !grouped.has(item))];
}

function valuesOf(preview: Preview | null): string[] {
  return [...new Set((preview?.rows ?? []).map((row) => row[0] ?? ""))];
}

export function GroupsForm({ spec, preview, onChange }: FormProperties) {
  const levels = levelsOf(spec);
  const all = valuesOf(preview);
  const values = all.slice(0, MOST);
  const change = (next: Group[][]) => onChange({ ...spec, levels: next });
  return (
    <>
      <p class="quiet">{t("hierarchies-move-help")}</p>
      {all.length > MOST && <p class="quiet">{t("hierarchies-many", { n: MOST })}</p>}
      {levels.map((groups, level) => (
        <Level key={level} level={level} groups={groups} items={itemsOf(levels, level, values)} onChange={(next) => change(levels.map((old, at) => (at === level ? next : old)))} />
      ))}
      <p class="buttons">
        <button type="button" onClick={() => change([...levels, []])}>{t("hierarchies-level-add")}</button>
        {levels.length > 1 && <button type="button" onClick={() => change(levels.slice(0, -1))}>{t("hierarchies-level-remove")}</button>}
      </p>
    </>
  );
}

interface LevelProperties { level: number; groups: Group[]; items: string[]; onChange: (groups: Group[]) => void }

function Level({ level, groups, items, onChange }: LevelProperties) {
  const [picked, pick] = useState<string[]>([]);
  const [to, setTo] = useState(LOOSE);
  const grouped = new Set(groups.flatMap(({ members }) => members));
  const loose = items.filter((item) => !grouped.has(item));
  const move = (moved: string[], label: string) => {
    onChange(groups.map((group) => {
      const rest = group.members.filter((member) => !moved.includes(member));
      return { ...group, members: group.label === label ? [...rest, ...moved] : rest };
    }));
    pick([]);
  };
  const toggle = (item: string) => pick(picked.includes(item) ? picked.filter((other) => other !== item) : [...picked, item]);
  const free = () => {
    let at = groups.length + 1;
    while (groups.some(({ label }) => label === `${t("hierarchies-group-new")} ${at}`)) at += 1;
    return `${t("hierarchies-group-new")} ${at}`;
  };
  const add = () => {
    const label = free();
    onChange([...groups.map((group) => ({ ...group, members: group.members.filter((member) => !picked.includes(member)) })), { label, members: picked }]);
    setTo(label);
    pick([]);
  };
  const rename = (at: number, label: string) => label.trim() !== "" && onChange(groups.map((group, place) => (place === at ? { ...group, label: label.trim() } : group)));
  return (
    <fieldset class="tree">
      <legend>{t("hierarchies-tree", { n: level + 1 })}</legend>
      <div class="tree-groups">
        <Bin items={loose} picked={picked} onPick={toggle} onDrop={(moved) => move(moved, LOOSE)} head={<strong>{t("hierarchies-loose")}</strong>} />
        {groups.map((group, at) => (
          <Bin key={at} items={group.members} picked={picked} onPick={toggle} onDrop={(moved) => move(moved, group.label)}
            head={<><input aria-label={t("hierarchies-group-name")} value={group.label} onChange={(event) => rename(at, event.currentTarget.value)} />
              <button type="button" class="slim" aria-label={t("hierarchies-group-remove", { name: group.label })} onClick={() => onChange(groups.filter((_, place) => place !== at))}>×</button></>} />
        ))}
      </div>
      <div class="buttons">
        <button type="button" onClick={add}>{t("hierarchies-group-new")}</button>
        <label>{t("hierarchies-move", { n: picked.length })} <select value={to} onChange={(event) => setTo(event.currentTarget.value)}>
          <option value={LOOSE}>{t("hierarchies-loose")}</option>{groups.map(({ label }) => <option key={label} value={label}>{label}</option>)}
        </select></label>
        <button type="button" disabled={picked.length === 0} onClick={() => move(picked, to)}>{t("hierarchies-move-do")}</button>
      </div>
    </fieldset>
  );
}

interface BinProperties { head: preact.ComponentChildren; items: string[]; picked: string[]; onPick: (item: string) => void; onDrop: (items: string[]) => void }

function Bin({ head, items, picked, onPick, onDrop }: BinProperties) {
  const [over, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const moved = JSON.parse(event.dataTransfer?.getData("application/json") ?? "[]") as string[];
    if (moved.length > 0) onDrop(moved);
  };
  const drag = (item: string) => (event: DragEvent) => event.dataTransfer?.setData("application/json", JSON.stringify(picked.includes(item) ? picked : [item]));
  return (
    <div class={over ? "bin over" : "bin"} onDragOver={(event) => { event.preventDefault(); setOver(true); }} onDragLeave={() => setOver(false)} onDrop={drop}>
      <div class="bin-head">{head}</div>
      <ul>{items.map((item) => (
        <li key={item}><button type="button" draggable aria-pressed={picked.includes(item)} onDragStart={drag(item)} onClick={() => onPick(item)}>{item}</button></li>
      ))}</ul>
    </div>
  );
}
