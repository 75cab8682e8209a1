//! What every test stands on: a server of its own, a browser, and a page that is watched.
//!
//! A page that says anything on its console, or asks anybody but this machine, fails its test.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const need = createRequire(join(process.env.MODULES, "any.js"));
const { chromium } = need("playwright-core");
const AXE = readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");

/// A browser that draws without a graphics card and asks nobody outside.
const QUIET = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync", "--no-first-run"];

export const bauta = process.env.BAUTA;
export const shots = process.env.SHOTS;
export const examples = join(dirname(fileURLToPath(import.meta.url)), "../../../examples");

/// Starts `bauta serve` on a free port; answers with its address and a way to end it.
function serve(root) {
  return started(["serve", "--port", "0", "--no-open", "--json", ...(root === undefined ? [] : ["--root", root])]);
}

/// Starts a server of the program; answers with its address and a way to end it.
export async function started(words) {
  const server = spawn(bauta, words, { stdio: ["ignore", "pipe", "inherit"] });
  const url = await new Promise((resolve, reject) => {
    let told = "";
    server.stdout.on("data", (chunk) => {
      told += chunk;
      try {
        resolve(JSON.parse(told).url);
      } catch {
        // The document is not whole yet.
      }
    });
    server.on("exit", (status) => reject(new Error(`bauta ${words[0]} ended with ${status}`)));
  });
  const ended = new Promise((resolve) => server.on("exit", resolve));
  return { url, stop: async () => { server.kill("SIGINT"); await ended; } };
}

/// Runs a test with a server, a page of it and a folder; looks at what the page did in the end.
export async function workbench(options, test) {
  const folder = mkdtempSync(join(tmpdir(), "bauta-ui-"));
  const server = await (options.serve?.(folder) ?? serve(options.root === true ? folder : undefined));
  const browser = await chromium.launch({ executablePath: process.env.BROWSER, args: QUIET });
  const complaints = [];
  try {
    const context = await browser.newContext({
      viewport: { width: options.width ?? 1280, height: 900 },
      locale: options.language === "fr" ? "fr-FR" : "en-GB",
      colorScheme: options.dark === true ? "dark" : "light",
      acceptDownloads: true,
    });
    const page = await context.newPage();
    page.setDefaultTimeout(30_000);
    watch(page, complaints, options.refusals === true);
    await page.goto(server.url);
    await page.locator("h1").first().waitFor();
    await test({ page, folder, url: server.url, context });
    assert.deepEqual(complaints, []);
  } finally {
    await browser.close();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/// Notes what a page must not do. A refusal of the server, where it is what the test is about, is no complaint.
function watch(page, complaints, refusals) {
  page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
  page.on("console", (message) => {
    if (!["error", "warning"].includes(message.type())) return;
    if (refusals && /status of 40\d/.test(message.text())) return;
    complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on("request", (request) => {
    const { protocol, hostname } = new URL(request.url());
    const local = hostname === "127.0.0.1" || hostname === "[::1]" || hostname === "localhost";
    if (protocol.startsWith("http") && !local) complaints.push(`asks ${hostname}`);
  });
}

/// A picture of the whole page. A browser that draws in software sometimes never hands a picture out although the page
/// itself answers; it is asked again, and only a third silence fails the test.
export async function picture(page, name) {
  for (let left = 2; ; left -= 1) {
    try {
      await page.screenshot({ path: join(shots, `${name}.png`), fullPage: true, timeout: 15_000 });
      return;
    } catch (fault) {
      if (left === 0 || fault.name !== "TimeoutError") throw fault;
    }
  }
}

export async function openFile(page, path) {
  await page.locator("input[type=file]").first().setInputFiles(path);
  await page.locator(".preview .grid-row").first().waitFor();
}

export async function step(page, name) {
  await page.locator(`nav.journey a[href^="#/${name}"]`).click();
  await page.locator(`nav.journey a[href^="#/${name}"][aria-current="step"]`).waitFor();
}

/// Another way to protect, on its page.
export async function way(page, name) {
  await page.locator(`nav.ways a[href$="/${name}"]`).click();
  // The address changes before the page is drawn, and the form of the way before has fields of the same names.
  await page.locator(`nav.ways a[href$="/${name}"][aria-current="page"]`).waitFor();
}

export async function role(page, column, value) {
  await page.locator(`input[name="role-${column}"][value="${value}"]`).check({ force: true });
}

/// Opens the example of people and gives its columns their roles.
export async function people(page) {
  await openFile(page, join(examples, "people/people.ods"));
  await step(page, "roles");
  await role(page, "Nom", "identifier");
  await role(page, "CP", "quasi-identifier");
  await role(page, "Age", "quasi-identifier");
  await role(page, "C.E.", "sensitive");
}

/// Makes a release and waits for its end.
export async function make(page, { k, quick, end = "good" }) {
  await step(page, "protect");
  await way(page, "direct");
  await page.getByLabel(/^(Group size|Taille des groupes)/).fill(String(k));
  await page.getByLabel(/^(Group size|Taille des groupes)/).blur();
  await page.getByRole("button", { name: quick }).click();
  const before = await page.locator(".tries > li").count();
  await page.getByRole("button", { name: /^(Make the release|Produire la version)$/ }).click();
  const entry = page.locator(".tries > li").nth(before);
  await entry.waitFor();
  if (end !== null) await entry.locator(`.mark.${end}`).waitFor();
  return entry;
}

/// What axe finds that is serious.
export async function barriers(page) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const { violations } = await globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] });
    return violations.filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.html.slice(0, 160)).join(" | ")}`);
  });
  return found;
}
