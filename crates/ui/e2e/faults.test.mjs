//! Files that are no table yet: their faults stand at their cells, and the list leads there, also by the keyboard.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { barriers, workbench } from "./workbench.mjs";
import { ods } from "./zip.mjs";

const refused = async (page, path) => {
  await page.locator("input[type=file]").first().setInputFiles(path);
  await page.locator(".faulty").waitFor();
};

/// The texts of marked cells with their row and column.
const marked = (page) => page.locator(".cells td.marked").evaluateAll((cells) =>
  cells.map((cell) => `${cell.closest("tr").querySelector("th").textContent}:${[...cell.parentElement.children].indexOf(cell)}`));

test("a header with gaps and doubled names, and merged cells", () => workbench({ refusals: true }, async ({ page, folder }) => {
  const path = join(folder, "people.ods");
  ods(path, "People", [["name", "", "age", "age"], ["Ann", "x", "20", "1"], [{ text: "Bob and Carl", columns: 2 }, "21", "2"]]);
  await refused(page, path);
  assert.deepEqual(await marked(page), ["1:2", "1:3", "1:4", "3:1", "3:2"]);
  const told = await page.locator(".faulty").innerText();
  assert.match(told, /Sheet People as it is/);
  assert.match(told, /B1\s+column 2 has no name/);
  assert.match(told, /A3:B3 are merged/);
  assert.equal(await page.locator(".preview").count(), 0);
  assert.deepEqual(await barriers(page), []);
  // The list leads to the cell, by the keyboard too.
  await page.getByRole("button", { name: /^A3/ }).focus();
  await page.keyboard.press("Enter");
  const here = await page.evaluate(() => document.activeElement?.textContent ?? "");
  assert.match(here, /^Bob and Carl/);
  assert.match(here, /merged/);
  assert.ok(await page.locator(".cells td.now").first().isVisible());
}));

test("rows that are too long, far down in a text file", () => workbench({ refusals: true }, async ({ page, folder }) => {
  const path = join(folder, "long.csv");
  const rows = Array.from({ length: 3000 }, (_, at) => (at === 2400 ? "a;1;2;3" : `name ${at};${at}`));
  writeFileSync(path, `name;age\n${rows.join("\n")}\n`);
  await refused(page, path);
  assert.deepEqual(await marked(page), ["2402:3", "2402:4"]);
  await page.getByRole("button", { name: /^C2402/ }).click();
  const box = await page.locator(".cells").boundingBox();
  const cell = await page.locator(".cells td.marked").first().boundingBox();
  assert.ok(cell.y >= box.y && cell.y + cell.height <= box.y + box.height + 1, "the cell is in sight");
}));

test("a title above the names is told as one", () => workbench({ refusals: true, language: "fr" }, async ({ page, folder }) => {
  const path = join(folder, "titre.ods");
  ods(path, "Feuille1", [[{ text: "Patients 2024", columns: 3 }], ["nom", "âge", "ville"], ["Anne", "20", "Lyon"]]);
  await refused(page, path);
  const told = await page.locator(".faulty").innerText();
  assert.match(told, /si c'est un titre, supprimez sa ligne/);
  assert.match(told, /A1:C1 sont fusionnées/);
}));
