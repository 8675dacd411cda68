// A page in a browser, and people who play on it.
import { chromium } from "playwright-core";

export const FILE = process.env.PAGE;

/** A browser without a network. */
export async function browse() {
  const root = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: process.env.BROWSER, args: root });
}

/** Opens the page; whatever it asks the network for, or complains of, is kept. */
export async function open(browser, { fragment = "", file = FILE, ...options } = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
  const page = await context.newPage();
  page.asked = [];
  page.faults = [];
  page.on("request", (request) => {
    if (!/^(file|blob|data):/.test(request.url())) page.asked.push(request.url());
  });
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.faults.push(message.text()));
  await page.addInitScript(() => {
    if (location.protocol === "file:") localStorage.setItem("boardlab-pace", "fast");
    // What the worker says is kept, to be searched for secrets.
    const { Worker: Plain } = globalThis;
    globalThis.heard = [];
    globalThis.Worker = class extends Plain {
      constructor(...given) {
        super(...given);
        this.addEventListener("message", ({ data }) => globalThis.heard.push(data.said));
      }
    };
  });
  await page.goto(`file://${file}${fragment}`);
  await page.waitForSelector("form");
  return page;
}

/** Sets the players of a game: `true` for a person. */
export async function seat(page, kinds) {
  for (let seat = 2; seat < kinds.length; seat++) await page.click("[data-at=add]");
  for (const [seat, kind] of kinds.entries()) {
    const chosen = kind === true ? "human" : kind;
    const select = page.locator(`[data-at=kind${seat}]`);
    if ((await select.inputValue()) !== chosen) await select.selectOption(chosen);
  }
}

/** Waits until a person can do something, or the game is over. */
export async function decidable(page, more = "section.results") {
  const states = `${more}, section.results, dialog[open] .main, .curtain .main, .offer, .choices .option, .card.buy, .place`;
  await page.waitForFunction((states) => document.querySelector(states) && !document.querySelector(".table.busy"), states, { timeout: 60000 });
}

/** Decides, and waits until the table is drawn again or a dialog has come or gone. */
export async function decided(page, decide) {
  const before = await page.evaluate(state);
  await decide();
  for (let waited = 0; (await page.evaluate(state)) === before; waited++) {
    if (waited > 1500) throw new Error("nothing was decided");
    await page.waitForTimeout(20);
  }
}

/** What changes when something was decided. Runs in the page. */
function state() {
  const count = (name) => document.querySelectorAll(name).length;
  return `${document.querySelector(".table")?.dataset.drawn} ${count("dialog")} ${count(".curtain")}`;
}

/** Plays to the end by `decide`, which is called for every decision of a person. */
export async function playToTheEnd(page, decide) {
  for (let turns = 0; turns < 800; turns++) {
    await decidable(page);
    if (await page.locator("section.results").count()) return;
    await decided(page, () => decide(page));
  }
  throw new Error("the game does not end");
}

/** Decides by pointing. */
export async function point(page) {
  const one = async (selector) => (await page.locator(selector).count()) > 0;
  if (await one("dialog[open] .main")) return page.click("dialog[open] .main");
  if (await one(".curtain .main")) return page.click(".curtain .main");
  if (await one(".offer")) {
    await page.locator(".offer .step:not([disabled])").nth(1).click();
    return page.click(".offer button[type=submit]");
  }
  if (await one(".card.buy")) {
    await page.locator(".card.buy").last().click();
    return page.click(".confirm .main");
  }
  if (await one(".place")) {
    await page.locator(".place").last().click();
    if (await one(".confirm button:not(.main)")) await page.click(".confirm button:not(.main)");
    return page.click(".confirm .main");
  }
  return page.locator(".choices .option").last().click();
}

/** Decides by keys alone. */
export async function type(page) {
  const focused = (selector) => page.evaluate((selector) => Boolean(document.activeElement?.closest(selector)), selector);
  const press = (key) => page.keyboard.press(key);
  const tabTo = async (selector) => {
    for (let steps = 0; steps < 80 && !(await focused(selector)); steps++) await press("Tab");
    if (!(await focused(selector))) throw new Error(`keys do not reach ${selector}`);
  };
  const one = async (selector) => (await page.locator(selector).count()) > 0;
  if (await one("dialog[open] .main")) return tabTo("dialog .main").then(() => press("Enter"));
  if (await one(".curtain .main")) return tabTo(".curtain .main").then(() => press("Enter"));
  if (await one(".offer")) {
    await tabTo(".offer input");
    await press("ArrowUp");
    return press("Enter");
  }
  if (await one(".card.buy")) {
    await tabTo(".card.buy");
    await press("Enter");
    return tabTo(".confirm .main").then(() => press("Enter"));
  }
  if (await one(".place")) {
    await tabTo(".place");
    for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "r"]) await press(key);
    if (!(await one(".place[aria-pressed=true]"))) await press("Enter");
    return press("Enter");
  }
  await tabTo(".choices .option");
  return press("Enter");
}

/** The file that a button saves. */
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
