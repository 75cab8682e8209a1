//! The page of a store: one query as two roles, and releases with their risk and loss before they are made.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import test from "node:test";
import { barriers, bauta, picture, started, workbench } from "./workbench.mjs";

const CONTEXT = `
m = 2
minimum = "ex:minValue"
maximum = "ex:maxValue"
[prefixes]
ex = "http://example.org/"
[entity]
identifiers = ["ex:name"]
sensitive = "ex:disease"
open = ["ex:ward"]
[entity.quasi-identifiers]
"ex:age" = { kind = "number", widths = [10, 20] }
`;

const person = (at) => `<http://example.org/p${at}> <http://example.org/name> "Name ${at}" ; <http://example.org/age> ${20 + 3 * at} ; <http://example.org/disease> "disease ${at % 4}" ; <http://example.org/ward> "north" .\n`;

/// A store of eight people, not published yet, served on a free port.
function store(tokens) {
  return (folder) => {
    writeFileSync(join(folder, "context.toml"), CONTEXT);
    writeFileSync(join(folder, "people.ttl"), Array.from({ length: 8 }, (_, at) => person(at)).join(""));
    const run = (...words) => execFileSync(bauta, ["graph", ...words], { cwd: folder, encoding: "utf8" });
    run("load", "store", "--context", "context.toml", "people.ttl");
    tokens.officer = run("users", "add", "store", "officer", "--role", "dpo").trim();
    tokens.developer = run("users", "add", "store", "developer", "--role", "developer").trim();
    return started(["graph", "serve", join(folder, "store"), "--port", "0", "--json"]);
  };
}

const WORDS = {
  en: { ask: "Ask as both", look: "What would be published?", publish: "Publish", releases: "Releases", left: "Token of the left side", right: "Token of the right side", admin: "Token of who may publish", anybody: "Anybody", risk: "highest risk", public: "Release 1 is public." },
  fr: { ask: "Interroger pour les deux", look: "Que publierait-on ?", publish: "Publier", releases: "Publications", left: "Jeton du côté gauche", right: "Jeton du côté droit", admin: "Jeton de qui peut publier", anybody: "N'importe qui", risk: "risque maximal", public: "La publication 1 est visible de tous." },
};

for (const [language, dark, width] of [["en", false, 1280], ["fr", true, 820]]) {
  const tokens = {};
  test(`a release is looked at, made and seen by two roles, in ${language}`, () => workbench({ language, dark, width, serve: store(tokens), refusals: true }, async ({ page }) => {
    const words = WORDS[language];
    const look = async (what) => {
      await picture(page, `store-${language}-${what}`);
      assert.deepEqual(await barriers(page), [], what);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(over <= 0, `${what} is ${over} px too wide`);
    };
    assert.equal(await page.evaluate(() => document.documentElement.lang), language);
    await look("query");
    await page.getByRole("link", { name: words.releases }).click();
    await page.getByLabel(words.admin).fill(tokens.developer);
    await page.getByRole("button", { name: words.look }).click();
    await page.locator("#told .notice.bad").waitFor();
    assert.ok(await page.getByRole("button", { name: words.publish, exact: true }).isDisabled(), "a developer may not publish");
    await page.getByLabel(words.admin).fill(tokens.officer);
    await page.getByRole("button", { name: words.look }).click();
    const risk = page.locator("#status tr", { hasText: words.risk });
    await risk.waitFor();
    assert.match(await risk.innerText(), /–\s+0[.,]\d/, "the next release has a risk, there is no last one");
    assert.match(await page.locator("#waiting-title").innerText(), /16/);
    await look("next");
    await page.getByRole("button", { name: words.publish, exact: true }).click();
    await page.getByText(words.public).waitFor();
    assert.doesNotMatch(await risk.innerText(), /–/);
    await look("published");
    await page.locator('.journey a[href="#query"]').click();
    await page.locator("#query").fill("SELECT ?s ?n ?d { GRAPH <http://private> { ?s <http://example.org/name> ?n } OPTIONAL { ?s <http://example.org/disease> ?d } }");
    await page.getByLabel(words.right).fill(tokens.officer);
    await page.getByRole("button", { name: words.ask }).click();
    await page.locator("#answer-left .notice.bad").waitFor();
    await page.locator("#answer-right tbody tr").nth(7).waitFor();
    assert.match(await page.locator("#answer-right").innerText(), /Name 3/);
    assert.equal(await page.locator("#title-left").innerText(), words.anybody);
    await page.locator("#query").fill("SELECT ?s ?a ?w { ?s <http://example.org/age> ?a ; <http://example.org/ward> ?w }");
    await page.getByRole("button", { name: words.ask }).click();
    await page.locator("#answer-left tbody tr").nth(7).waitFor();
    assert.doesNotMatch(await page.locator("#answer-left").innerText(), /Name|example\.org\/p/);
    await look("two-roles");
    await page.getByRole("button", { name: language === "en" ? "Français" : "English" }).click();
    await page.getByRole("button", { name: WORDS[language === "en" ? "fr" : "en"].ask }).waitFor();
  }));
}
