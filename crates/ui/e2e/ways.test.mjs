//! Every privacy model by its form, step by step, and many at once.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { bauta, examples, people, step, way, workbench } from "./workbench.mjs";

const PEOPLE = join(examples, "people/people.csv");

/// The project as the server has it, once it has been saved.
async function project(page) {
  await page.waitForTimeout(500);
  const id = page.url().split("/")[5];
  return page.evaluate(async (path) => (await fetch(path)).text(), `/api/v1/datasets/${id}/project.toml`);
}

test("every model is asked for by its form, and taken back", () => workbench({}, async ({ page, folder }) => {
  await people(page);
  await step(page, "protect");
  await way(page, "direct");
  const models = JSON.parse(execFileSync(bauta, ["models", "--json"], { encoding: "utf8" }));
  const list = page.getByLabel("Add a requirement");
  for (const model of models.filter(({ usual }) => !usual)) {
    await list.selectOption(model.id);
    const form = page.getByRole("group", { name: model.title, exact: true });
    if (model.settings.some(({ kind }) => kind === "file")) {
      await form.locator("input[type=file]").setInputFiles(PEOPLE);
      await form.getByText("6 people").waitFor();
    }
    const text = await project(page);
    for (const { path: [key] } of model.settings.filter(({ kind }) => kind !== "choice")) assert.match(text, new RegExp(`${key}\\b`), model.id);
    assert.equal(await page.getByRole("alert").count(), 0, model.id);
    await form.getByRole("button", { name: /^Remove/ }).click();
    await form.waitFor({ state: "detached" });
  }
  const left = (await project(page)).split("[targets]")[1]?.split("[")[0] ?? "";
  assert.deepEqual(left.match(/^[a-z-]+/gm)?.filter((key) => key !== "k") ?? [], [], left);
  // The same file goes to the command line.
  await list.selectOption("recursive-l");
  const form = page.getByRole("group", { name: "Recursive (c,l)-diversity" });
  await form.getByLabel("Times as frequent (c)").fill("4");
  await form.getByLabel("Times as frequent (c)").blur();
  await list.selectOption("t");
  await page.getByLabel("How far two values are apart").selectOption("equal");
  await page.getByRole("button", { name: /^Mondrian, all columns/ }).click();
  await page.getByRole("button", { name: "Make the release" }).click();
  await page.locator(".try-head .mark.good, .try-head .mark.bad").first().waitFor();
  const text = await project(page);
  assert.match(text, /c = 4/);
  assert.match(text, /t-distance = "equal"/);
  const toml = join(folder, "bauta.toml");
  writeFileSync(join(folder, "people.ods"), readFileSync(join(examples, "people/people.ods")));
  writeFileSync(toml, text);
  assert.ok([0, 1].includes(spawnSync(bauta, ["run", toml, "--force"], { cwd: folder }).status));
}));

test("steps are tried, kept, taken back and published", () => workbench({}, async ({ page, folder }) => {
  await people(page);
  await step(page, "protect");
  await way(page, "steps");
  await page.getByRole("cell").first().waitFor();
  const k = page.getByLabel("Group size (k)");
  await k.fill("2");
  await k.blur();
  await page.getByLabel("Technique").selectOption("suppress");
  await page.getByLabel("scope").selectOption("attributes");
  await page.getByRole("group", { name: "attributes" }).getByRole("checkbox", { name: "CP", exact: true }).check();
  await page.getByRole("button", { name: "Try this step" }).click();
  await page.getByText("only tried").waitFor();
  assert.doesNotMatch(await project(page), /\[\[steps\]\]/);
  await page.getByRole("button", { name: "Keep this step" }).click();
  await page.getByRole("button", { name: "Take the last step back" }).waitFor();
  assert.match(await project(page), /\[\[steps\]\]\s+method = "suppress"/);
  await page.getByLabel("Technique").selectOption("round");
  await page.getByRole("button", { name: "Try this step" }).click();
  await page.getByRole("button", { name: /^(Do not keep it)$/ }).or(page.getByRole("alert")).first().waitFor();
  if (await page.getByRole("button", { name: "Do not keep it" }).count() > 0) await page.getByRole("button", { name: "Do not keep it" }).click();
  // The history is that of the command line on the same project file.
  const toml = join(folder, "bauta.toml");
  writeFileSync(join(folder, "people.ods"), readFileSync(join(examples, "people/people.ods")));
  writeFileSync(toml, await project(page));
  const told = JSON.parse(execFileSync(bauta, ["step", toml, "--json"], { cwd: folder, encoding: "utf8" }));
  assert.equal(told.steps.length, 1);
  await page.getByRole("button", { name: "Take the last step back" }).click();
  await page.getByRole("button", { name: "Take the last step back" }).waitFor({ state: "detached" });
  assert.doesNotMatch(await project(page), /\[\[steps\]\]/);
}));

test("many at once are put side by side, and one is made", () => workbench({}, async ({ page }) => {
  await people(page);
  await step(page, "protect");
  await way(page, "sweep");
  await page.getByLabel("Group sizes (k)").fill("2, 3, 9");
  await page.getByLabel("Group sizes (k)").blur();
  const checked = page.locator(".checks-grid input:checked");
  while (await checked.count() > 0) await checked.first().click();
  await page.getByRole("checkbox", { name: "Mondrian", exact: true }).check();
  await page.getByRole("checkbox", { name: /^Bucketi[sz]ation$/ }).check();
  await page.getByRole("button", { name: "Try 6 combinations" }).click();
  const rows = page.getByRole("region", { name: "What came of it" }).locator("tbody tr");
  await rows.nth(5).waitFor();
  assert.ok(await page.getByText("good choice").count() > 0);
  assert.ok(await page.locator("tbody .mark.bad").count() >= 1, "nine of six people cannot be alike");
  await rows.nth(1).getByRole("button", { name: /^Make it/ }).click();
  await page.locator(".try-head .mark.good").waitFor();
  assert.match(await project(page), /k = 3/);
}));
