// What a person sees at the table: hints with places, prices, tips, and where things are on a small screen.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, open, seat } from "./page.js";
import { decidable, decided, point } from "./people.js";

let browser;
before(async () => (browser = await browse()));
after(() => browser.close());

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true };

/** Begins a game and decides until something is on the screen. */
async function playTo(page, selector, kinds = [true, "greedy", "random"]) {
  if (await page.locator("form .go").count()) {
    await seat(page, kinds);
    await page.click(".go .main");
  }
  for (let decisions = 0; decisions < 60; decisions++) {
    await decidable(page, selector);
    if (await page.locator(selector).count()) return;
    await decided(page, () => point(page));
  }
  throw new Error(`${selector} is not reached`);
}

/** The markup of pieces that are shown as if they were laid. */
const ghost = (page) => page.locator(".board .ghost").innerHTML();

for (const [game, options] of [["skye", {}], ["skye", PHONE], ["tipperary", {}]]) {
  test(`a hint of ${game} shows its places, ${options.hasTouch ? "by touch" : "by pointer and keys"}`, { timeout: 120000 }, async () => {
    const page = await open(browser, options);
    if (game === "tipperary") await page.check("[data-at=tipperary]", { force: true });
    await playTo(page, ".place");
    await page.getByRole("button", { name: "Hint" }).click();
    await page.waitForSelector(".thought");
    assert.match(await page.locator(".board .hinted").getAttribute("d"), /^M-?\d+ -?\d+h100v100h-100z$/);
    const rows = page.locator(".thought .shows");
    assert.ok((await rows.count()) > 1);
    const names = await rows.evaluateAll((rows) => rows.map((row) => row.getAttribute("aria-label")));
    assert.equal(new Set(names).size, names.length, "every row names another place or rotation");
    const shown = [];
    for (const row of await rows.all()) {
      if (options.hasTouch) await row.tap();
      else await row.hover();
      shown.push(await ghost(page));
    }
    assert.equal(new Set(shown).size, shown.length, "every row shows its own place");
    if (!options.hasTouch) {
      await page.mouse.move(1, 1);
      assert.equal(await ghost(page), "");
      await rows.last().focus();
      assert.equal(await ghost(page), shown.at(-1));
      await rows.last().click();
    }
    assert.equal(await page.locator(".place[aria-pressed=true]").count(), 1);
    assert.equal(await ghost(page), shown.at(-1));
    await decided(page, () => page.getByRole("button", { name: "Lay here" }).click());
    assert.deepEqual(page.faults, []);
    await page.context().close();
  });
}

test("watched agents show the places that they considered", { timeout: 120000 }, async () => {
  const page = await open(browser);
  await seat(page, ["greedy", "greedy"]);
  await page.click(".go .main");
  for (let steps = 0; steps < 60 && !(await page.locator(".shows").count()); steps++) {
    const drawn = await page.locator(".table").getAttribute("data-drawn");
    await page.click(".watch .main");
    await page.waitForFunction((drawn) => document.querySelector(".table")?.dataset.drawn !== drawn && document.querySelector(".watch .main"), drawn);
  }
  assert.match(await page.locator(".board .hinted").getAttribute("d"), /^M/);
  await page.locator(".shows").first().hover();
  const hovered = await ghost(page);
  assert.match(hovered, /<use/);
  await page.locator(".shows").first().click();
  await page.mouse.move(1, 1);
  await page.locator(".shows").first().blur();
  assert.equal(await ghost(page), hovered, "a click lays it");
  await page.context().close();
});

test("a price stays with its tile when the discard changes", async () => {
  const page = await open(browser);
  await playTo(page, ".offer");
  const prices = () => page.locator(".price").evaluateAll((inputs) => inputs.map(({ value, disabled }) => (disabled ? "discarded" : value)));
  await page.locator(".price").first().fill("3");
  await page.locator(".discard").nth(1).click();
  assert.deepEqual(await prices(), ["3", "discarded", "1"]);
  await page.locator(".discard").nth(0).click();
  await page.locator(".discard").nth(2).click();
  assert.deepEqual(await prices(), ["3", "1", "discarded"]);
  await page.context().close();
});

test("on a phone, whose turn it is stays in sight, the scoring tiles are within one swipe, and no keys are named", async () => {
  const page = await open(browser, PHONE);
  for (const state of [".offer", ".card.buy", ".place"]) {
    await playTo(page, state);
    const [turn, scores] = await page.evaluate(() => [".plaque.turn", ".scores"].map((name) => document.querySelector(name).getBoundingClientRect().top));
    assert.ok(turn >= 0 && turn < 844, `${state}: the turn is at ${turn}`);
    assert.ok(scores < 1.6 * 844, `${state}: scoring is at ${scores}`);
    assert.doesNotMatch(await page.locator(".ask").innerText(), /Keys|Enter|arrows/);
  }
  await page.context().close();
});

test("on a screen, a first territory fills its board, keys are named, and the guide closes without scrolling", async () => {
  const page = await open(browser, { viewport: { width: 1280, height: 900 } });
  await playTo(page, ".place");
  const [board, box] = await page.evaluate(() => [".board", ".boards"].map((name) => document.querySelector(name).getBoundingClientRect().toJSON()));
  assert.ok(board.width > 0.8 * box.width || board.height > 0.8 * box.height, `${board.width} x ${board.height} of ${box.width} x ${box.height}`);
  assert.match(await page.locator(".tip").innerText(), /Keys: arrows/);
  await page.getByRole("button", { name: "How to play" }).click();
  const close = await page.locator("dialog .main").boundingBox();
  assert.ok(close.y > 0 && close.y + close.height <= 900, `the button is at ${close.y}`);
  await page.context().close();
});

test("no text has backticks", async () => {
  const page = await open(browser);
  const text = () => page.evaluate(() => document.querySelectorAll("details").forEach((details) => (details.open = true)) ?? document.body.innerText);
  for (const module of ["druids", "tunnels", "bonus", "borderlands"]) await page.check(`[data-at=${module}]`);
  assert.doesNotMatch(await text(), /`/);
  await page.check("[data-at=tipperary]", { force: true });
  await page.waitForSelector("[data-at=tipperary]:checked");
  assert.doesNotMatch(await text(), /`/);
  await playTo(page, ".place");
  await page.getByRole("button", { name: "Hint" }).click();
  await page.waitForSelector(".thought");
  assert.doesNotMatch(await text(), /`/);
  await page.context().close();
});
