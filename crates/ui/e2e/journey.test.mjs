//! From a spreadsheet to a release that the program itself checks.

import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import test from "node:test";
import { bauta, make, people, step, workbench } from "./workbench.mjs";

async function download(page, button, folder) {
  const [file] = await Promise.all([page.waitForEvent("download"), button.click()]);
  const path = join(folder, file.suggestedFilename());
  await file.saveAs(path);
  return path;
}

test("a spreadsheet becomes a 3-anonymous spreadsheet", () => workbench({}, async ({ page, folder }) => {
  await people(page);
  await step(page, "risk");
  await page.getByText("People who are alone").waitFor();
  await make(page, { k: 3, quick: /^Mondrian, all columns/ });
  await step(page, "compare");
  await page.locator(".measures td .mark.good").first().waitFor();
  assert.match(await page.locator(".measures").innerText(), /3-anonymity/);
  await page.getByRole("tab", { name: "Rows side by side" }).click();
  await page.locator(".tabs .grid-row").first().waitFor();
  await step(page, "publish");
  const path = await download(page, page.getByRole("link", { name: /^Download .*\.ods$/ }), folder);
  const checked = spawnSync(bauta, ["check", path, "--person", "Pseudo", "--qi", "CP,Age", "--sensitive", "C.E.", "-k", "3", "--json"], { encoding: "utf8" });
  assert.equal(basename(path), "people-protected.ods");
  assert.equal(checked.status, 0, checked.stderr);
  assert.ok(JSON.parse(checked.stdout).privacy.k >= 3);
  assert.equal(spawnSync(bauta, ["check", path, "--person", "Pseudo", "--qi", "CP,Age", "-k", "4"]).status, 1);
  const shown = execFileSync(bauta, ["show", path], { encoding: "utf8" });
  assert.ok(!/Sue|Bill/.test(shown), "names are gone");
  const project = await download(page, page.getByRole("link", { name: /bauta\.toml/ }), folder);
  assert.ok(existsSync(project));
  await page.getByRole("button", { name: "Show it here" }).click();
  const paper = page.frameLocator("iframe.paper");
  await paper.locator("h1").first().waitFor();
}));

test("bucketisation gives two files that share only the group", () => workbench({}, async ({ page, folder }) => {
  await people(page);
  await make(page, { k: 3, quick: /^Two separate tables/ });
  await step(page, "publish");
  await page.getByLabel("Format").selectOption("csv");
  const links = page.getByRole("link", { name: /^Download .*\.csv$/ });
  await links.nth(1).waitFor();
  const heads = [];
  for (const at of [0, 1]) {
    const path = await download(page, links.nth(at), folder);
    heads.push(JSON.parse(execFileSync(bauta, ["inspect", path, "--json"], { encoding: "utf8" })).attributes.map(({ name }) => name));
  }
  const [first, second] = heads;
  assert.ok(first.includes("CP") && first.includes("Age") && !first.includes("C.E."), String(first));
  assert.ok(second.includes("C.E.") && !second.includes("CP"), String(second));
  assert.equal(first.filter((name) => second.includes(name)).length, 1);
}));

test("a file below the root is opened, and the release written beside it", () => workbench({ root: true }, async ({ page, folder }) => {
  writeFileSync(join(folder, "small.csv"), "post;age;illness\n1000;20;flu\n1001;21;cold\n1002;22;flu\n2000;50;cold\n2001;51;flu\n2002;52;gout\n");
  await page.reload();
  await page.getByRole("button", { name: /small\.csv/ }).click();
  await page.locator(".preview .grid-row").first().waitFor();
  await step(page, "roles");
  for (const [column, value] of [["post", "quasi-identifier"], ["age", "quasi-identifier"], ["illness", "sensitive"]]) {
    await page.locator(`input[name="role-${column}"][value="${value}"]`).check({ force: true });
  }
  await make(page, { k: 2, quick: /^Mondrian, one column/ });
  await step(page, "publish");
  await page.getByLabel("Format").selectOption("csv");
  await page.getByLabel("File name").fill("safe");
  await page.getByLabel("File name").blur();
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await page.getByText("Written: safe.csv").waitFor();
  assert.equal(spawnSync(bauta, ["check", join(folder, "safe.csv"), "--qi", "post,age", "-k", "2"]).status, 0);
}));

test("a file that is no table is refused with its places", () => workbench({ refusals: true }, async ({ page, folder }) => {
  const path = join(folder, "bad.csv");
  writeFileSync(path, "name;age;age\nAnn;20;1\nBob;21;2;3;4\n");
  await page.locator("input[type=file]").first().setInputFiles(path);
  const notice = page.locator(".notice.bad");
  await notice.waitFor();
  const told = await notice.innerText();
  assert.match(told, /bad\.csv cannot be opened/);
  assert.match(told, /age/);
  assert.equal(await page.locator(".preview").count(), 0);
}));

test("what cannot be reached is an answer", () => workbench({}, async ({ page }) => {
  await people(page);
  const entry = await make(page, { k: 7, quick: /^Mondrian, all columns/, end: "bad" });
  assert.match(await entry.innerText(), /cannot be reached|failed/);
}));
