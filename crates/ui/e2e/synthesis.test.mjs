//! Fictitious rows: refused identifiers, the criterion as it falls, another level, the evaluation, files.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { barriers, openFile, picture, role, step, way, workbench } from "./workbench.mjs";

/// People with names, whose income goes with their age and town; always the same ones. Answers to some questions keep a search busy.
function workers(folder, rows = 900, questions = 0) {
  let state = 17;
  const draw = (most) => {
    state = (state * 48271) % 2147483647;
    return state % most;
  };
  const asked = Array.from({ length: questions }, (_, at) => `q${at}`);
  const lines = Array.from({ length: rows }, (_, at) => {
    const [age, town] = [20 + draw(40), draw(4)];
    return [`P${String(at).padStart(5, "0")}`, age, ["f", "m"][draw(2)], ["Lyon", "Bron", "Paris", "Nice"][town], 20 + Math.floor(age / 4) + draw(8), age + 4 * town + draw(10) > 46 ? "high" : "low", ...asked.map(() => draw(9))].join(";");
  });
  const path = join(folder, "workers.csv");
  writeFileSync(path, `${["name;age;sex;town;hours;income", ...asked].join(";")}\n${lines.join("\n")}\n`);
  return path;
}

async function begin(page, folder, rows, questions) {
  await openFile(page, workers(folder, rows, questions));
  await step(page, "roles");
  await role(page, "name", "identifier");
  for (const name of ["age", "sex", "town"]) await role(page, name, "quasi-identifier");
  await role(page, "hours", "insensitive");
  await role(page, "income", "target");
  await step(page, "protect");
  await way(page, "synthesis");
}

const button = (page) => page.getByRole("button", { name: "Make the fictitious rows" });

async function downloaded(page, folder, format) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("link", { name: `Download as ${format}` }).click()]);
  assert.match(download.suggestedFilename(), /workers-synthetic/);
  const path = join(folder, `made.${format.toLowerCase()}`);
  await download.saveAs(path);
  return readFileSync(path);
}

test("fictitious rows are made, drawn at another level, evaluated and downloaded", () => workbench({}, async ({ page, folder }) => {
  await begin(page, folder);
  // What names a person is left out unless somebody insists, and then refused with the sentence.
  const name = page.getByRole("checkbox", { name: "name", exact: true });
  assert.equal(await name.isChecked(), true);
  await name.uncheck();
  await button(page).click();
  await page.getByText("is an identifier, and a synthetic row is nobody's; leave it out under \"Columns to leave out\"").waitFor();
  await name.check();
  const k = page.getByLabel("Rows of the smallest group (k)");
  await k.fill("1");
  await k.blur();
  await page.getByText("A whole number of 2 or more.").waitFor();
  assert.equal(await button(page).isDisabled(), true);
  await k.fill("20");
  await k.blur();
  await button(page).click();
  await page.getByRole("link", { name: "Download as CSV" }).waitFor({ timeout: 60_000 });
  await page.getByRole("img", { name: "The search: criterion" }).waitFor();
  const lines = String(await downloaded(page, folder, "CSV")).trim().split("\n");
  assert.equal(lines.length, 721, "as many rows as were learnt from");
  assert.equal(lines[0].trim(), "age;sex;town;hours;income");
  assert.equal((await downloaded(page, folder, "XLSX")).subarray(0, 2).toString(), "PK");
  // A level is chosen on the curve, also by the keyboard.
  const slider = page.getByRole("slider", { name: "Number of groups" });
  await slider.focus();
  await page.keyboard.press("Home");
  assert.match(await slider.getAttribute("aria-valuetext"), /^1 group of 720 rows/);
  await page.keyboard.press("ArrowRight");
  assert.match(await slider.getAttribute("aria-valuetext"), /^2 groups of/);
  await page.getByRole("button", { name: "Draw with 2 groups" }).click();
  await page.getByRole("heading", { name: /^Co-clusters, 2 groups done/ }).waitFor();
  await page.getByText(/^2 of rows/).waitFor();
  await page.getByRole("button", { name: "Evaluate all levels" }).click();
  await page.getByRole("img", { name: "Do both co-clusterings agree?" }).waitFor({ timeout: 60_000 });
  await page.getByRole("img", { name: "Level by level" }).waitFor();
  // How good it is.
  await page.getByRole("button", { name: "How good is it?" }).click();
  await page.getByRole("tab", { name: "Columns", exact: true }).waitFor({ timeout: 60_000 });
  await page.getByRole("tab", { name: "Pairs of columns" }).click();
  await page.getByRole("img", { name: "Total variation of pairs" }).waitFor();
  await page.getByRole("tab", { name: "Models" }).click();
  await page.getByRole("img", { name: "Predicting income" }).waitFor();
  await page.getByRole("tab", { name: "Nearness to people" }).click();
  await page.getByRole("rowheader", { name: /^inference/ }).first().waitFor();
  const report = await page.getByRole("link", { name: "The evaluation as a document" }).getAttribute("href");
  assert.match(await page.evaluate(async (address) => (await fetch(address)).text(), report), /Evaluation of a synthetic table/);
  // All is still there after a reload.
  await page.reload();
  await page.getByRole("tab", { name: "Columns", exact: true }).waitFor();
  await page.getByRole("slider", { name: "Number of groups" }).waitFor();
}));

test("trees and noisy tables say what they promise, or what they lack", () => workbench({}, async ({ page, folder }) => {
  await begin(page, folder);
  await page.getByLabel("Method").selectOption("trees");
  await button(page).click();
  await page.getByText(/each of the \d+ counts in the model is of at least 10 rows/).waitFor({ timeout: 60_000 });
  await page.getByText("180", { exact: true }).waitFor();
  await page.getByLabel("Method").selectOption("noisy");
  await button(page).click();
  await page.getByText(/differential privacy needs the values that "age" can have/).waitFor();
  assert.equal(await page.getByText(/--(hierarchy|values)/).count(), 0);
  await page.getByLabel("Privacy loss").fill("5");
  const values = { age: "15..75", sex: "f, m", town: "Lyon, Bron, Paris, Nice, Metz", hours: "0..80", income: "high, low" };
  for (const [name, text] of Object.entries(values)) await page.getByLabel(name, { exact: true }).and(page.locator(".field input")).fill(text);
  await button(page).click();
  await page.getByText(/ε-differential privacy with ε = 5/).first().waitFor({ timeout: 60_000 });
  await picture(page, "synthesis-noisy");
}));

test("the criterion falls before one's eyes, and the search is stopped", () => workbench({}, async ({ page, folder }) => {
  await begin(page, folder, 20_000, 12);
  await button(page).click();
  await page.getByRole("img", { name: "The search: criterion" }).waitFor({ timeout: 120_000 });
  assert.equal(await page.locator("progress").count(), 1, "the search still runs");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.locator("progress").waitFor({ state: "detached" });
  await button(page).waitFor();
  assert.equal(await page.getByRole("link", { name: "Download as CSV" }).count(), 0);
}));

for (const [language, dark, width] of [["en", false, 1280], ["fr", true, 1280], ["fr", false, 390], ["en", true, 390]]) {
  const name = `${language}-${dark ? "dark" : "light"}-${width}`;
  test(`synthesis in ${name}`, () => workbench({ language, dark, width }, async ({ page, folder }) => {
    const look = async (what) => {
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(250);
      await picture(page, `${name}-5-synthesis-${what}`);
      assert.deepEqual(await barriers(page), [], what);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${what} is ${over} px too wide`);
    };
    await begin(page, folder);
    await page.locator("main .run .button.main").click();
    await page.locator(".pair input").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: /^(Evaluate all levels|Évaluer tous les niveaux)/ }).click();
    await page.getByRole("button", { name: /^(How good is it|Que vaut-elle)/ }).click();
    await page.getByRole("img", { name: /^(Level by level|Niveau par niveau)/ }).waitFor({ timeout: 60_000 });
    await page.getByRole("tab").first().waitFor({ timeout: 60_000 });
    await look("made");
    for (const at of [1, 2, 3]) {
      await page.getByRole("tab").nth(at).click();
      await look(`view-${at}`);
    }
  }));
}
