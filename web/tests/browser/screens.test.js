// Every screen in many sizes, light and dark: accessible, and never wider than the window. With PICTURES=FOLDER also as pictures.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { join } from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { browse, open, seat } from "./page.js";
import { decidable, decided, playToTheEnd, point } from "./people.js";

let browser;
before(async () => (browser = await browse()));
after(() => browser.close());

/** Checks a screen as it is. */
async function check(page, name) {
  const { violations } = await new AxeBuilder({ page }).withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join("; ")}`);
  assert.deepEqual(found, [], name);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert.ok(wide <= 0, `${name} is ${wide} pixels too wide`);
  if (process.env.PICTURES) await page.screenshot({ path: join(process.env.PICTURES, `${name}.png`), fullPage: true });
}

/** Decides until something is on the screen. */
async function playTo(page, selector) {
  for (let decisions = 0; decisions < 60; decisions++) {
    await decidable(page, selector);
    if (await page.locator(selector).count()) return;
    await decided(page, () => point(page));
  }
  throw new Error(`${selector} is not reached`);
}

for (const width of [320, 390, 1280, 1920]) {
  for (const colorScheme of ["light", "dark"]) {
    test(`screens of ${width} pixels, ${colorScheme}`, { timeout: 300000 }, async () => {
      const name = (screen) => `${screen}-${width}-${colorScheme}`;
      const page = await open(browser, { viewport: { width, height: width < 1000 ? 740 : 1000 }, colorScheme });
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)));
      await check(page, name("start"));
      await seat(page, [true, "greedy", "random"]);
      await page.check("[data-at=druids]");
      await page.click(".go .main");
      await playTo(page, ".offer");
      await check(page, name("offer"));
      await playTo(page, ".card.buy");
      await page.locator(".card.buy").first().click();
      await check(page, name("buy"));
      await playTo(page, ".place");
      await page.locator(".place").first().click();
      await page.getByRole("button", { name: "Hint" }).click();
      await page.waitForSelector(".thought");
      await check(page, name("build"));
      await playTo(page, "dialog[open]");
      await check(page, name("scoring"));
      await page.click("dialog .main");
      await page.getByRole("button", { name: "Symbols" }).click();
      await check(page, name("symbols"));
      await page.click("dialog .main");
      await playToTheEnd(page, point);
      await check(page, name("end"));
      await page.getByRole("button", { name: "Look back" }).click();
      await page.getByRole("button", { name: "Back a step" }).click();
      await check(page, name("viewer"));
      await page.context().close();
      const other = await open(browser, { viewport: { width, height: 800 }, colorScheme });
      await other.check("[data-at=tipperary]", { force: true });
      await other.click(".go .main");
      await playTo(other, ".place");
      await other.locator(".place").first().click();
      await check(other, name("tipperary"));
      await other.context().close();
      const two = await open(browser, { viewport: { width, height: 800 }, colorScheme });
      await seat(two, [true, true]);
      await two.click(".go .main");
      await two.waitForSelector(".curtain");
      await check(two, name("curtain"));
      await two.context().close();
    });
  }
}
