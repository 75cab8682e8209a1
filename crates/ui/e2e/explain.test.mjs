//! "How it works": a method explained step by step, by buttons, by keys and by itself, on the example and on an open table.

import assert from "node:assert/strict";
import test from "node:test";
import { barriers, people, picture, step, way, workbench } from "./workbench.mjs";

const METHODS = ["mu-argus", "datafly", "samarati", "incognito", "bottom-up", "top-down", "mondrian", "infogain-mondrian", "lsd-mondrian", "optimal", "anatomy", "microaggregate", "slicing"];

async function open(page, method) {
  await step(page, "explain");
  await page.locator(".player").waitFor();
  await page.getByLabel(/^(Method|Méthode)$/).selectOption(method);
  await page.waitForFunction((id) => location.hash.endsWith(`/${id}`), method);
  await page.locator(".player .decision").waitFor();
}

async function at(page) {
  const text = await page.locator(".player .count").innerText();
  const [now, all] = text.match(/\d+/g).map(Number);
  return { now, all };
}

test("a method is stepped through by buttons and by keys", () => workbench({}, async ({ page }) => {
  await open(page, "datafly");
  const { now, all } = await at(page);
  assert.equal(now, 0);
  assert.ok(all >= 3);
  assert.equal(await page.locator(".state .changed").count(), 0);
  await page.getByRole("button", { name: "Forward" }).click();
  assert.equal((await at(page)).now, 1);
  // Changed cells are told by a word and a sign, not by colour alone.
  const changed = page.locator(".state .changed").first();
  assert.match(await changed.innerText(), /→/);
  assert.match(await changed.textContent(), /changed/);
  await page.locator(".player").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal((await at(page)).now, 2);
  await page.keyboard.press("ArrowLeft");
  assert.equal((await at(page)).now, 1);
  await page.keyboard.press("End");
  assert.equal((await at(page)).now, all);
  await page.getByText(/independent check/).waitFor();
  assert.equal(await page.locator(".state .unsafe").count(), 0);
  await page.keyboard.press("Home");
  assert.equal((await at(page)).now, 0);
}));

test("a run plays by itself to its end, and pauses", () => workbench({}, async ({ page }) => {
  await open(page, "datafly");
  await page.getByLabel("Seconds a step").selectOption("1");
  await page.getByRole("button", { name: "Play" }).click();
  await page.waitForFunction(() => /[1-9]/.test(document.querySelector(".player .count")?.textContent?.split("of")[0] ?? ""));
  await page.getByRole("button", { name: "Pause" }).click();
  const paused = (await at(page)).now;
  await page.waitForTimeout(1500);
  assert.equal((await at(page)).now, paused);
  await page.getByRole("button", { name: "Play" }).click();
  await page.getByText(/independent check/).waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Play" }).waitFor();
}));

for (const [language, dark, width] of [["en", false, 1280], ["fr", true, 820]]) {
  test(`every method ends in a release (${language})`, () => workbench({ language, dark, width }, async ({ page }) => {
    for (const method of METHODS) {
      await open(page, method);
      await page.locator(".player").focus();
      await page.keyboard.press("ArrowRight");
      await page.keyboard.press("ArrowRight");
      await page.waitForTimeout(700);
      await picture(page, `explain-${language}-${method}`);
      assert.deepEqual(await barriers(page), [], method);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${method} is ${over} px too wide`);
      await page.keyboard.press("End");
      await page.locator(".player .notice").waitFor();
      assert.equal(await page.locator(".player .notice.bad").count(), 0, method);
      assert.equal(await page.locator(".lattice.small, .space-of-rows").count() > 0, !["bottom-up", "top-down", "anatomy", "microaggregate", "slicing"].includes(method), method);
    }
  }));
}

test("an open table is explained, from the choice of a technique", () => workbench({}, async ({ page }) => {
  await people(page);
  await step(page, "protect");
  await way(page, "direct");
  await page.getByLabel("Technique").selectOption("mondrian");
  await page.getByRole("link", { name: "How does it work?" }).click();
  await page.locator(".player").waitFor();
  await page.getByLabel("Shown on").selectOption("table");
  await page.locator(".state tbody tr").first().waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".state tbody tr").length === 6);
  await page.locator(".player").focus();
  await page.keyboard.press("End");
  await page.getByText(/independent check/).waitFor();
}));

test("nothing moves for those who ask for no motion", () => workbench({ still: true }, async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await open(page, "datafly");
  await page.getByRole("button", { name: "Forward" }).click();
  await page.locator(".state .changed").first().waitFor();
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
}));
