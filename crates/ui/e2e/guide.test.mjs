//! The guided path: from answers to a release that is argued for; contradictions and their repair; a situation that nothing fits.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { barriers, openFile, picture, role, step, workbench } from "./workbench.mjs";

/// People whose income goes with their age; always the same ones.
export function workers(folder, rows = 600) {
  let state = 11;
  const draw = (most) => {
    state = (state * 48271) % 2147483647;
    return state % most;
  };
  const lines = Array.from({ length: rows }, () => {
    const age = 20 + draw(40);
    return [age, ["f", "m"][draw(2)], ["Lyon", "Bron", "Paris", "Nice"][draw(4)], 20 + draw(25), age + draw(10) > 42 ? "high" : "low"].join(";");
  });
  const path = join(folder, "workers.csv");
  writeFileSync(path, `age;sex;town;hours;income\n${lines.join("\n")}\n`);
  return path;
}

export async function begin(page, folder) {
  await openFile(page, workers(folder));
  await step(page, "roles");
  for (const name of ["age", "sex", "town"]) await role(page, name, "quasi-identifier");
  await role(page, "hours", "insensitive");
  await role(page, "income", "target");
  await step(page, "protect");
  await page.locator(".judging meter").first().waitFor();
}

/// Moves the slider of a pair; to the right the second counts more.
async function judge(page, name, place) {
  await page.getByRole("slider", { name }).fill(String(place));
}

test("from answers to a release that is argued for", () => workbench({}, async ({ page, folder }) => {
  await begin(page, folder);
  // What the data say is filled in, with its reason.
  await page.getByText("600 rows; 1000 or more count as large").first().waitFor();
  assert.equal(await page.getByLabel("highest tolerated risk (%)").inputValue(), "20");
  const risk = page.getByLabel("highest tolerated risk (%)");
  await risk.fill("0");
  await risk.blur();
  await page.getByText("The risk must be above 0").waitFor();
  assert.equal(await risk.getAttribute("aria-invalid"), "true");
  await risk.fill("10");
  await risk.blur();
  await page.getByText("k = 10").first().waitFor();
  await page.getByText(/algorithms were left out, and why/).click();
  assert.ok(await page.getByText(/left out: /).count() > 0);
  await page.getByLabel("what the release is for").selectOption("classification");
  await page.getByRole("slider", { name: "precision or need of the usage" }).waitFor();
  // Weights follow the judgements at once, by the keyboard as well.
  const security = page.locator(".weights > div", { hasText: "security" }).locator("b");
  assert.equal(await security.innerText(), "50%");
  await page.getByRole("slider", { name: "security or quality" }).or(page.getByRole("slider", { name: "quality or security" })).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.waitForFunction(() => [...document.querySelectorAll(".weights > div")].some((each) => /security/.test(each.textContent) && !/50%/.test(each.textContent)));
  const run = page.getByRole("button", { name: /^Run the/ });
  await page.waitForTimeout(600);
  await run.click();
  const measured = page.getByRole("region", { name: "4. What came of it" }).locator("tbody tr");
  await measured.nth(2).waitFor({ timeout: 60_000 });
  await page.getByText("best score", { exact: true }).waitFor();
  await page.getByText(/chosen because/).waitFor();
  // Another choice has another argument.
  const others = page.getByRole("radio");
  if (await others.count() > 1) {
    await others.nth(1).check();
    await page.getByText(/chosen by a person/).waitFor();
    await others.nth(0).check();
    await page.getByText(/chosen because/).waitFor();
  }
  await page.getByRole("button", { name: "Release this one" }).click();
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: "Download as CSV" }).click()]);
  const path = join(folder, "release.csv");
  await download.saveAs(path);
  assert.ok(readFileSync(path, "utf8").trim().split("\n").length > 500);
  const report = await page.getByRole("link", { name: /report/i }).first().getAttribute("href");
  assert.match(await page.evaluate(async (address) => (await fetch(address)).text(), report), /chosen because/);
  // A reload takes the path up where it was.
  await page.reload();
  await page.getByText(/chosen because/).waitFor();
  assert.equal(await page.getByLabel("highest tolerated risk (%)").inputValue(), "10");
  assert.equal(await page.getByText("You have changed answers since").count(), 0);
  await step(page, "compare");
  await page.getByRole("button", { name: /k = / }).first().waitFor();
}));

test("judgements that contradict each other are shown, and repaired", () => workbench({}, async ({ page, folder }) => {
  await begin(page, folder);
  await page.getByLabel("what the release is for").selectOption("classification");
  await page.getByRole("slider", { name: "precision or need of the usage" }).waitFor();
  await page.getByText("consistent", { exact: true }).waitFor();
  const names = await page.locator(".judging input[type=range]").evaluateAll((all) => all.map((each) => each.getAttribute("aria-label")));
  const [ab, ac, bc] = names.filter((name) => !/security/.test(name));
  await judge(page, ab, -6);
  await judge(page, bc, -6);
  await judge(page, ac, 6);
  await page.getByText("the judgements contradict each other").waitFor();
  await page.getByText(/You said: .* The others together say/).first().waitFor();
  await picture(page, "guide-contradiction");
  assert.deepEqual(await barriers(page), []);
  await page.getByRole("button", { name: "Apply the repair" }).click();
  await page.getByText("consistent", { exact: true }).waitFor();
  assert.equal(await page.getByText("the judgements contradict each other").count(), 0);
}));

test("a situation that nothing fits has reasons and the nearest changes", () => workbench({}, async ({ page, folder }) => {
  await begin(page, folder);
  await page.getByLabel("type of generalisation").selectOption("subtree");
  await page.getByLabel("what the release is for").selectOption("regression");
  await page.getByLabel("what will be predicted").selectOption("hours");
  await page.getByText("No algorithm fits this situation").waitFor();
  assert.ok(await page.locator(".notice.bad li").count() > 0);
  assert.ok(await page.getByText(/left out: /).count() > 5);
  await page.getByLabel("type of generalisation").selectOption("any");
  await page.getByRole("button", { name: /^Run the/ }).waitFor();
}));

for (const [language, dark, width] of [["en", false, 1280], ["fr", true, 1280], ["fr", false, 390], ["en", true, 390]]) {
  const name = `${language}-${dark ? "dark" : "light"}-${width}`;
  test(`the guided path in ${name}`, () => workbench({ language, dark, width }, async ({ page, folder }) => {
    const look = async (what) => {
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(250);
      await picture(page, `${name}-5-guide-${what}`);
      assert.deepEqual(await barriers(page), [], what);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${what} is ${over} px too wide`);
    };
    await begin(page, folder);
    await page.getByLabel(/^(what the release is for|à quoi sert la publication)$/).selectOption("classification");
    await page.getByRole("slider").nth(3).waitFor();
    await page.waitForTimeout(800);
    await look("asked");
    await page.locator("main .button.main").first().click();
    await page.locator(".argument li").first().waitFor({ timeout: 60_000 });
    await page.locator("main .button.main").last().click();
    await page.locator(".notice a.button").first().waitFor();
    await look("released");
  }));
}
