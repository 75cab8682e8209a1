//! Every step in both languages, both schemes and two widths: a picture of each, and nothing serious for axe.

import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { barriers, make, people, picture, step, way, workbench } from "./workbench.mjs";
import { ods } from "./zip.mjs";

const TITLES = {
  en: { many: /^Mondrian, all columns/, two: /^Two separate tables/, optimal: /^Same level everywhere/, views: ["Rows side by side", "Lattice", "Regions"], more: "Add a requirement" },
  fr: { many: /^Mondrian, toutes les colonnes/, two: /^Deux tables séparées/, optimal: /^Même niveau partout/, views: ["Lignes côte à côte", "Treillis", "Régions"], more: "Ajouter une exigence" },
};

for (const [language, dark, width] of [["en", false, 1280], ["fr", true, 1280], ["fr", false, 820], ["en", true, 820]]) {
  const name = `${language}-${dark ? "dark" : "light"}-${width}`;
  test(`the steps in ${name}`, () => workbench({ language, dark, width, refusals: true }, async ({ page, folder }) => {
    const words = TITLES[language];
    const look = async (what) => {
      await page.waitForLoadState("networkidle");
      await page.waitForTimeout(250);
      await picture(page, `${name}-${what}`);
      assert.deepEqual(await barriers(page), [], what);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${what} is ${over} px too wide`);
    };
    await look("0-start");
    ods(join(folder, "bad.ods"), "2024", [[{ text: "Patients", columns: 3 }], ["name", "", "age", "age"], ["Ann", "x", "20", "1"], [{ text: "Bob", columns: 2 }, "21", "2"]]);
    await page.locator("input[type=file]").first().setInputFiles(join(folder, "bad.ods"));
    await page.locator(".fault-list button").first().click();
    await look("0-faults");
    await people(page);
    await look("2-roles");
    await step(page, "open");
    await look("1-open");
    await step(page, "hierarchies");
    await page.locator(".levels td").first().waitFor();
    await look("3-hierarchies");
    await page.getByRole("button", { name: /^(Use the proposed ones|Utiliser celles proposées)$/ }).click();
    await page.locator("nav .files small", { hasText: /^(has a|a une) / }).nth(1).waitFor();
    await step(page, "risk");
    await page.locator(".numbers b").first().waitFor();
    await look("4-risk");
    await make(page, { k: 3, quick: words.many });
    await make(page, { k: 2, quick: words.optimal });
    await make(page, { k: 3, quick: words.two });
    await look("5-protect");
    await page.getByLabel(words.more).selectOption("recursive-l");
    await page.getByLabel(words.more).selectOption("k-map");
    await look("5-protect-models");
    await page.getByRole("button", { name: /^(Remove the requirement|Retirer l’exigence)/ }).first().click();
    await page.getByRole("button", { name: /^(Remove the requirement|Retirer l’exigence)/ }).first().click();
    await way(page, "steps");
    // The form follows the choice; a page that is still drawing the step draws it once more.
    await page.locator("main .run .button.main").waitFor();
    await page.getByLabel("Technique").selectOption("suppress");
    await page.getByLabel("scope").selectOption("attributes");
    await page.getByRole("group", { name: "attributes" }).getByRole("checkbox", { name: "CP", exact: true }).check();
    await page.locator("main .run .button.main").click();
    await page.locator(".tried").waitFor();
    await look("5-protect-steps");
    await way(page, "sweep");
    await page.locator("main .run .button.main").click();
    await page.locator(".scroll table.figures tbody tr").nth(10).waitFor();
    await look("5-protect-sweep");
    await step(page, "compare");
    await page.locator(".pairs .card").first().waitFor();
    await look("6-compare");
    await page.locator("main h2 select").selectOption({ index: 1 });
    for (const view of words.views) {
      await page.getByRole("tab", { name: view }).click();
      await look(`6-compare-${view.split(" ")[0].toLowerCase()}`);
    }
    await step(page, "publish");
    await page.locator("a.button[download]").first().waitFor();
    await look("7-publish");
    await step(page, "attack");
    // The page before has selects too.
    await page.locator("a.button[download]").first().waitFor({ state: "detached" });
    await page.locator("main .card select").selectOption({ index: 0 });
    await page.locator("main .card .button.main").click();
    await page.locator(".card > table.figures tbody tr").first().waitFor();
    await look("8-attack");
  }));
}

test("the language is switched and remembered", () => workbench({ language: "fr" }, async ({ page }) => {
  assert.equal(await page.locator("html").getAttribute("lang"), "fr");
  assert.match(await page.locator("h1").innerText(), /Ouvrir/);
  await page.getByRole("button", { name: "English" }).click();
  assert.match(await page.locator("h1").innerText(), /Open/);
  await page.reload();
  await page.locator("h1").waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "en");
}));

test("a step is reached by its address and by the keyboard", () => workbench({}, async ({ page, url }) => {
  await people(page);
  const id = page.url().split("/").at(-1);
  await page.goto(new URL(`/#/protect/${id}`, url).href);
  await page.getByRole("heading", { name: "Make a protected release" }).waitFor();
  await page.locator(".brand").focus();
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.tagName), "SELECT");
  await page.locator('nav.journey a[href^="#/roles"]').focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Say what each column means" }).waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === "H1");
}));
