// The page in Firefox, by puppeteer, and in WebKit, by WebDriver: what people.js needs of a page, and `save`, `axe`, `asked` and `faults`.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import puppeteer from "puppeteer-core";
import { until } from "./people.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const path = (...names) => names.map((name) => spawnSync("which", [name], { encoding: "utf8" }).stdout.trim()).find(Boolean);

/** What is missing for a browser, in words, and how it is started. */
export const OTHERS = [
  { name: "Firefox", missing: path("firefox-esr", "firefox") ? "" : "Firefox is not installed", start: firefox },
  { name: "WebKit", missing: miniBrowser() && path("WebKitWebDriver") && path("Xvfb") ? "" : "WebKitWebDriver, MiniBrowser or Xvfb is not installed", start: webkit },
];

function miniBrowser() {
  return spawnSync("find", ["/usr/lib", "/usr/libexec", "-name", "MiniBrowser", "-type", "f"], { encoding: "utf8" }).stdout.split("\n")[0];
}

/** Runs in the page before a game: steps of others take little time, what would be saved is kept, and so is what the page complains of. */
function prepare() {
  localStorage.setItem("boardlab-pace", "fast");
  globalThis.kept = "";
  globalThis.faults = [];
  const make = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    if (blob.type === "application/json") blob.text().then((text) => (globalThis.kept = text));
    return make(blob);
  };
  HTMLAnchorElement.prototype.click = () => {};
  addEventListener("error", (event) => globalThis.faults.push(event.message));
  addEventListener("unhandledrejection", (event) => globalThis.faults.push(String(event.reason)));
  document.addEventListener("securitypolicyviolation", (event) => globalThis.faults.push(`policy: ${event.blockedURI}`));
}

/** What both have in common. */
class Page {
  async ready() {
    await until(this, () => Boolean(document.querySelector("form")));
    await this.evaluate(prepare);
    return this;
  }

  /** Brings the element of this number into the middle, as people do: drivers do not look at what covers it. */
  show(selector, at) {
    return this.evaluate(([selector, at]) => [...document.querySelectorAll(selector)].at(at)?.scrollIntoView({ block: "center" }), [selector, at]);
  }

  /** The file that a button saves. */
  async save(button) {
    await this.evaluate(() => (globalThis.kept = ""));
    await this.evaluate((button) => {
      for (const other of document.querySelectorAll("button")) if (other.textContent === button) other.dataset.button = "wanted";
    }, button);
    await this.pick("[data-button=wanted]");
    return until(this, () => globalThis.kept);
  }

  /** What axe finds on the screen, once all has come to rest: what fades in has little contrast. */
  async axe() {
    await this.run(AXE);
    return this.evaluate(async () => {
      const ending = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity);
      await Promise.allSettled(ending.map(({ finished }) => finished));
      const { violations } = await globalThis.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"] });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join("; ")}`);
    });
  }

  /** What was asked of the network, and what the page complained of. */
  async trouble() {
    const loaded = await this.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
    return [...loaded, ...this.asked].filter((address) => !/^(file|blob|data):/.test(address)).concat(await this.evaluate(() => globalThis.faults));
  }
}

/** Firefox with the page in it. */
async function firefox() {
  const browser = await puppeteer.launch({ browser: "firefox", executablePath: path("firefox-esr", "firefox"), headless: true });
  return { open: (address, width = 1280, height = 900) => new FirefoxPage().open(browser, address, width, height), close: () => browser.close() };
}

class FirefoxPage extends Page {
  // CI lost one click here, for a reason that is not known.
  tries = 2;

  async open(browser, address, width, height) {
    this.page = await (await browser.createBrowserContext()).newPage();
    this.asked = [];
    this.page.on("request", (request) => this.asked.push(request.url()));
    await this.page.setViewport({ width, height });
    await this.page.goto(address);
    this.keyboard = this.page.keyboard;
    return this.ready();
  }

  evaluate(run, given) {
    return this.page.evaluate(run, given);
  }

  run(script) {
    return this.page.evaluate(script);
  }

  async pick(selector, at = 0) {
    await this.show(selector, at);
    const found = await this.page.$$(selector);
    await found.at(at).click();
  }

  close() {
    return this.page.browserContext().close();
  }
}

/** A port that is free. */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

/** WebKit on a screen of its own, with one window for all pages: one in some fifty sessions never begins. */
async function webkit() {
  const home = mkdtempSync(join(tmpdir(), "webkit-"));
  const screen = spawn("Xvfb", ["-displayfd", "3", "-screen", "0", "2000x1300x24", "-nolisten", "tcp"], { stdio: ["ignore", "ignore", "ignore", "pipe"] });
  const number = await new Promise((resolve) => screen.stdio[3].once("data", (text) => resolve(String(text).trim())));
  const { driver, ask } = await session({ ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: "x11", HOME: home, XDG_RUNTIME_DIR: home });
  return {
    open: (address, width = 1280, height = 900) => new WebKitPage().open(ask, address, width, height),
    close: async () => {
      await ask("DELETE", "");
      driver.kill();
      screen.kill();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** A driver, and how its session is asked. A driver that does not begin one in time is ended, and another one started. */
async function session(env, tries = 3) {
  const port = await freePort();
  const driver = spawn("WebKitWebDriver", [`--port=${port}`], { stdio: "ignore", env });
  const ask = async (method, path, body, signal) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, body: body && JSON.stringify(body), signal });
    const { value } = await answer.json();
    if (value?.error) throw new Error(`${value.error}: ${value.message}`);
    return value;
  };
  for (let tries = 0; tries < 200 && !(await ask("GET", "/status").catch(() => null)); tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  const options = { binary: miniBrowser(), args: ["--automation"] };
  try {
    const { sessionId } = await ask("POST", "/session", { capabilities: { alwaysMatch: { "webkitgtk:browserOptions": options } } }, AbortSignal.timeout(20000));
    return { driver, ask: (method, path, body) => ask(method, `/session/${sessionId}${path}`, body) };
  } catch (error) {
    driver.kill();
    if (tries === 1) throw error;
    return session(env, tries - 1);
  }
}

/** The names of keys in WebDriver. */
const KEYS = { Tab: "\ue004", Enter: "\ue007", ArrowLeft: "\ue012", ArrowUp: "\ue013", ArrowRight: "\ue014", ArrowDown: "\ue015" };

/** How WebDriver names an element. */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

class WebKitPage extends Page {
  async open(ask, address, width, height) {
    this.ask = ask;
    this.asked = [];
    this.keyboard = { press: (key) => this.keys([{ type: "keyDown", value: KEYS[key] ?? key }, { type: "keyUp", value: KEYS[key] ?? key }]) };
    // A test that failed has left its page open.
    await this.close();
    await this.ask("POST", "/window/rect", { width, height });
    await this.ask("POST", "/url", { url: address });
    return this.ready();
  }

  keys(actions) {
    return this.ask("POST", "/actions", { actions: [{ type: "key", id: "keys", actions }] });
  }

  evaluate(run, given) {
    return this.run(`return (${run})(arguments[0])`, [given ?? null]);
  }

  run(script, args = []) {
    return this.ask("POST", "/execute/sync", { script, args });
  }

  async pick(selector, at = 0) {
    await this.show(selector, at);
    const found = await this.ask("POST", "/elements", { using: "css selector", value: selector });
    await this.ask("POST", `/element/${found.at(at)[ELEMENT]}/click`, {});
  }

  /** Leaves the page, which would ask whether a game may be lost. */
  async close() {
    await this.evaluate(() => (globalThis.onbeforeunload = null));
    await this.ask("POST", "/url", { url: "about:blank" });
  }
}
