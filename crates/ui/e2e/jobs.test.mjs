//! Long work: cancelled, and found again after a reload.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openFile, role, step, workbench } from "./workbench.mjs";

/// A table that keeps a search busy: many quasi-identifiers with many values.
function large(folder) {
  let seed = 7;
  const next = (most) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * most);
  };
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const rows = Array.from({ length: 60_000 }, () => names.map((_, at) => next(40 + 30 * at)).join(";"));
  const path = join(folder, "large.csv");
  writeFileSync(path, `${names.join(";")}\n${rows.join("\n")}\n`);
  return { path, names };
}

async function busy(page, folder) {
  const { path, names } = large(folder);
  await openFile(page, path);
  await step(page, "roles");
  for (const name of names) await role(page, name, "quasi-identifier");
  await step(page, "protect");
  await page.getByLabel("Technique").selectOption("k-member");
  await page.getByText("Settings of").click();
  // One block of all rows: every row is compared with every cluster, which takes minutes.
  await page.getByLabel("block").fill("100000");
  await page.getByLabel("block").blur();
  await page.getByRole("button", { name: "Make the release" }).click();
  const entry = page.locator(".tries > li").last();
  await entry.locator("progress").waitFor();
  return entry;
}

test("a job is cancelled", () => workbench({}, async ({ page, folder }) => {
  const entry = await busy(page, folder);
  await entry.getByRole("button", { name: "Cancel" }).click();
  await entry.getByText("cancelled").waitFor();
  assert.equal(await entry.locator("progress").count(), 0);
  await page.getByRole("button", { name: /^Remove / }).click();
  await page.getByText("Nothing was tried yet.").waitFor();
}));

test("a job goes on while the page is reloaded", () => workbench({}, async ({ page, folder }) => {
  await busy(page, folder);
  await page.reload();
  const entry = page.locator(".tries > li").last();
  await entry.locator("progress").waitFor();
  await entry.getByRole("button", { name: "Cancel" }).click();
  await entry.getByText("cancelled").waitFor();
}));

test("a long table scrolls to its end with few rows on the page", () => workbench({}, async ({ page, folder }) => {
  const path = join(folder, "long.csv");
  writeFileSync(path, `n;m\n${Array.from({ length: 400_000 }, (_, at) => `${at + 1};${at % 7}`).join("\n")}\n`);
  await openFile(page, path);
  await page.locator(".preview .grid").evaluate((grid) => (grid.scrollTop = grid.scrollHeight));
  await page.locator(".preview .grid-row", { hasText: "400000" }).first().waitFor();
  assert.ok((await page.locator(".preview .grid-row").count()) < 60);
}));
