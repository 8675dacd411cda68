// A page in Chromium. What people do on it is in people.js.
import { chromium } from "playwright-core";
import { FILE } from "./program.js";

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
  page.pick = (selector, at = 0) => page.locator(selector).nth(at).click();
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

/** The file that a button saves. */
export async function saved(page, button) {
  const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
