//! Hierarchies by keyboard and by file.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openFile, people, role, step, workbench } from "./workbench.mjs";

test("bounds are handles that the arrow keys move", () => workbench({}, async ({ page }) => {
  await people(page);
  await step(page, "hierarchies");
  await page.locator("nav .files button", { hasText: "Age" }).click();
  await page.getByText("Intervals", { exact: true }).click();
  await page.getByLabel("Cut by").selectOption("bounds");
  const handle = page.getByRole("slider").first();
  const before = Number(await handle.getAttribute("aria-valuenow"));
  await handle.focus();
  await page.keyboard.press("ArrowLeft");
  assert.equal(Number(await handle.getAttribute("aria-valuenow")), before - 1);
  await page.getByRole("button", { name: "Use this hierarchy" }).click();
  await page.getByRole("button", { name: "This hierarchy is used" }).waitFor();
}));

test("values are grouped by keyboard, kept, exported and imported", () => workbench({}, async ({ page, folder }) => {
  const path = join(folder, "towns.csv");
  writeFileSync(path, "town;age\nLyon;20\nBron;30\nParis;40\nSceaux;50\nLyon;20\nParis;30\n");
  await openFile(page, path);
  await step(page, "roles");
  await role(page, "town", "quasi-identifier");
  await role(page, "age", "quasi-identifier");
  await step(page, "hierarchies");
  await page.getByText("Own groups").click();
  for (const name of ["Lyon", "Bron"]) {
    await page.getByRole("button", { name, exact: true }).press("Space");
    await page.getByRole("button", { name, exact: true, pressed: true }).waitFor();
  }
  await page.getByRole("button", { name: "New group" }).click();
  const label = page.getByLabel("Name of the group");
  await label.fill("Rhône");
  await label.blur();
  await page.locator(".levels td", { hasText: "Rhône" }).first().waitFor();
  await page.getByRole("button", { name: "Use this hierarchy" }).click();
  await page.getByRole("button", { name: "This hierarchy is used" }).waitFor();
  await page.waitForTimeout(600);
  const [file] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Export CSV" }).click()]);
  const kept = join(folder, "town.csv");
  await file.saveAs(kept);
  const text = readFileSync(kept, "utf8");
  assert.match(text, /Lyon;Rhône/);
  writeFileSync(kept, text.replaceAll("Rhône", "Métropole"));
  await page.locator(".editor input[type=file]").setInputFiles(kept);
  await page.locator(".levels td", { hasText: "Métropole" }).first().waitFor();
}));

test("values are dragged into a group", () => workbench({}, async ({ page }) => {
  await people(page);
  await step(page, "hierarchies");
  await page.getByText("Own groups").click();
  await page.getByRole("button", { name: "New group" }).click();
  await page.getByRole("button", { name: "18000", exact: true }).dragTo(page.locator(".bin").nth(1));
  await page.locator(".bin").nth(1).getByRole("button", { name: "18000", exact: true }).waitFor();
}));
