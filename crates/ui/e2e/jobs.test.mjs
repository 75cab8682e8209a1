//! Long work: cancelled, and found again after a reload.

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { openFile, role, step, way, workbench } from "./workbench.mjs";

/// A table that keeps a search busy: many quasi-identifiers with many values.
function large(folder, count) {
  let seed = 7;
  const next = (most) => {
    // Products are taken modulo 2^32 exactly: as floating-point numbers they lose digits, and the rows repeat after a while.
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 4294967296) * most);
  };
  const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
  const rows = Array.from({ length: count }, () => names.map((_, at) => next(40 + 30 * at)).join(";"));
  const path = join(folder, "large.csv");
  writeFileSync(path, `${names.join(";")}\n${rows.join("\n")}\n`);
  return { path, names };
}

async function busy(page, folder, count) {
  const { path, names } = large(folder, count);
  await openFile(page, path);
  await step(page, "roles");
  for (const name of names) await role(page, name, "quasi-identifier");
  await step(page, "protect");
  await way(page, "direct");
  await page.getByLabel("Technique").selectOption("k-member");
  await page.getByRole("button", { name: "Make the release" }).click();
  const entry = page.locator(".tries > li").last();
  await entry.locator("progress").waitFor();
  return entry;
}

test("a job is cancelled", () => workbench({}, async ({ page, folder }) => {
  // The search takes time by the square of different rows: no machine is done before the click.
  const entry = await busy(page, folder, 200_000);
  await entry.getByRole("button", { name: "Cancel" }).click();
  await entry.getByText("cancelled").waitFor();
  assert.equal(await entry.locator("progress").count(), 0);
  await page.getByRole("button", { name: /^Remove / }).click();
  await page.getByText("Nothing was tried yet.").waitFor();
}));

test("a job goes on while the page is reloaded", () => workbench({}, async ({ page, folder }) => {
  await busy(page, folder, 10_000);
  await page.reload();
  const entry = page.locator(".tries > li").last();
  // Quick machines end it while the page is loaded; either way nothing is lost and the end is told.
  await entry.locator(".mark.busy, .mark.good").first().waitFor();
  await entry.locator(".try-head .mark.good").waitFor({ timeout: 120_000 });
  assert.equal(await page.locator(".tries > li").count(), 1);
}));

test("columns of a wide table stand under their heads", () => workbench({}, async ({ page, folder }) => {
  const path = join(folder, "wide.csv");
  const names = Array.from({ length: 14 }, (_, at) => `column ${at}`);
  writeFileSync(path, `${names.join(";")}\n${[1, 2, 3].map((row) => names.map((_, at) => row * at).join(";")).join("\n")}\n`);
  await openFile(page, path);
  const left = (selector) => page.locator(selector).evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
  const [heads, cells] = [await left(".grid [role=columnheader]"), await left(".grid-row:first-child > div")];
  assert.equal(heads.length, 15);
  assert.deepEqual(heads, cells);
}));

test("a million rows scroll by rows, smoothly, and to their end", () => workbench({}, async ({ page, folder }) => {
  const path = join(folder, "long.csv");
  writeFileSync(path, `n;m\n${Array.from({ length: 1_000_000 }, (_, at) => `${at + 1};${at % 7}`).join("\n")}\n`);
  await openFile(page, path);
  const grid = page.locator(".preview .grid");
  const first = () => grid.evaluate((box) => {
    const head = box.querySelector(".grid-head").getBoundingClientRect().bottom;
    const rows = [...box.querySelectorAll(".grid-row")].filter((row) => row.getBoundingClientRect().bottom > head + 1);
    return Math.min(...rows.map((row) => Number(row.getAttribute("aria-rowindex")) - 1));
  });
  await grid.hover();
  // The wheel moves by rows, though a pixel of the scrollbar is more than one.
  await page.mouse.wheel(0, 300);
  await page.waitForFunction(() => document.querySelector(".preview .grid").scrollTop > 0);
  await page.waitForTimeout(100);
  assert.equal(await first(), 11);
  await page.locator(".preview .grid-row", { hasText: "15" }).first().waitFor();
  // A long way in small steps: no frame takes so long that it is seen.
  const frames = await grid.evaluate(async (box) => {
    const times = [];
    let before = performance.now();
    for (let at = 0; at < 60; at += 1) {
      box.dispatchEvent(new WheelEvent("wheel", { deltaY: 240, bubbles: true, cancelable: true }));
      await new Promise(requestAnimationFrame);
      times.push(performance.now() - before);
      before = performance.now();
    }
    return times.sort((a, b) => a - b);
  });
  assert.equal(await first(), 491);
  assert.ok(frames[30] < 50, `half of the frames took more than ${frames[30]} ms`);
  // The scrollbar goes anywhere, and the keys to the ends.
  await grid.evaluate((box) => (box.scrollTop = box.scrollHeight / 2));
  await page.locator(".preview .grid-row", { hasText: /500\d\d\d/ }).first().waitFor();
  await grid.focus();
  await page.keyboard.press("End");
  await page.locator(".preview .grid-row", { hasText: "1000000" }).first().waitFor();
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowDown");
  await page.waitForTimeout(100);
  assert.equal(await first(), 2);
  assert.ok((await page.locator(".preview .grid-row").count()) < 60);
}));
