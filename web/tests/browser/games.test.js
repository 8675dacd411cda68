// Whole games in a browser.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { browse, open, saved, seat } from "./page.js";
import { decidable, decided, followAnother, playToTheEnd, point, type } from "./people.js";
import { ANOTHER, BROKEN, THINKING } from "./links.js";
import { check, FILE, folder, fragment, sim } from "./program.js";

let browser;
before(async () => (browser = await browse()));
after(() => browser.close());

async function begin(page, kinds) {
  await seat(page, kinds);
  await page.click(".go .main");
}

async function quiet(page) {
  assert.deepEqual(page.asked, [], "requests left the page");
  assert.deepEqual(page.faults, []);
  await page.context().close();
}

for (const [name, kinds, decide, options] of [
  ["two seats by keys", [true, "greedy"], type, {}],
  ["three seats by pointing, two people", [true, true, "greedy"], point, {}],
  ["four seats by touch on a small screen", [true, "greedy", "random", "rule-of-thumb"], point, { viewport: { width: 360, height: 740 }, hasTouch: true }],
  ["five seats by pointing", [true, "greedy", "random", "rule-of-thumb", "greedy"], point, {}],
]) {
  test(`a game of ${name} ends in a record that keeps the rules`, { timeout: 240000 }, async () => {
    const page = await open(browser, options);
    await begin(page, kinds);
    await playToTheEnd(page, decide);
    const record = check(await saved(page, "Save the record"));
    assert.equal(record.players.length, kinds.length);
    await quiet(page);
  });
}

test("a game with all modules ends in a record that keeps the rules", { timeout: 240000 }, async () => {
  const page = await open(browser);
  for (const module of ["druids", "tunnels", "bonus", "borderlands"]) await page.check(`[data-at=${module}]`);
  await begin(page, [true, "greedy"]);
  await playToTheEnd(page, point);
  assert.deepEqual(check(await saved(page, "Save the record")).modules, ["druids", "tunnels", "bonus", "borderlands"]);
  await quiet(page);
});

test("a game of Tipperary by keys ends in a record that keeps the rules", { timeout: 240000 }, async () => {
  const page = await open(browser);
  await page.check("[data-at=tipperary]", { force: true });
  await begin(page, [true, "greedy"]);
  await playToTheEnd(page, type);
  assert.equal(check(await saved(page, "Save the record")).game, "tipperary");
  await quiet(page);
});

test("agents play on the page as they do in the program", { timeout: 240000 }, async () => {
  for (const [game, agents] of [["skye", ["greedy", "mcts:iterations=50"]], ["skye", ["rule-of-thumb", "greedy", "random"]], ["tipperary", ["greedy", "mcts:iterations=20"]]]) {
    const shown = await open(browser, { fragment: fragment({ game, players: agents }) });
    await shown.click(".go .main");
    await shown.getByRole("button", { name: "To the end" }).click();
    await shown.waitForSelector("section.results", { timeout: 120000 });
    const record = check(await saved(shown, "Save the record"));
    const file = join(folder, `${agents.join("-").replaceAll(":", "-")}.jsonl`);
    sim("play", ...agents, "--game", game, "--game-seed", record.seed, "--record", file, "--quiet");
    const native = JSON.parse(readText(file));
    assert.deepEqual(record.events, native.events);
    await quiet(shown);
  }
});

test("no secret is in the document or in what the worker says before its reveal", { timeout: 120000 }, async () => {
  const page = await open(browser);
  await begin(page, [true, true, "greedy"]);
  const secrets = [];
  for (let offers = 0; offers < 2; offers++) {
    await page.waitForSelector(".curtain .main");
    const shown = await page.content();
    for (const [who, words] of secrets) assert.ok(!shown.includes(words), `${who}'s offer is in the document: ${words}`);
    await page.evaluate(() => (globalThis.heard.length = 0));
    await page.click(".curtain .main");
    await page.waitForSelector(".offer");
    const heard = (await page.evaluate(() => globalThis.heard)).join("");
    for (const [who, words] of secrets) assert.ok(!heard.includes(words), `the worker said ${who}'s offer: ${words}`);
    assert.ok(!/"asks \d+ for/.test(heard), `the worker said an offer: ${heard}`);
    await page.locator(".offer input").first().fill("3");
    const names = await page.locator(".offer .for-sale:not(.discarded) .name").allTextContents();
    secrets.push([offers, `asks 3 for ${names[0]}`]);
    if (offers === 0) await page.click(".offer button[type=submit]");
  }
  await page.click(".offer button[type=submit]");
  await page.waitForFunction((words) => document.body.textContent.includes(words), secrets[0][1], { timeout: 20000 });
  await quiet(page);
});

test("a saved game goes on, and a record is shown", { timeout: 120000 }, async () => {
  const page = await open(browser);
  await begin(page, [true, "greedy"]);
  for (let decisions = 0; decisions < 5; decisions++) {
    await decidable(page);
    await decided(page, () => point(page));
  }
  await decidable(page);
  await page.locator("dialog[open] .main").click({ timeout: 100 }).catch(() => {});
  const game = await saved(page, "Save");
  assert.equal(JSON.parse(game).save, 1);
  await page.context().close();
  const again = await open(browser);
  await again.setInputFiles("#file", { name: "game.json", mimeType: "application/json", buffer: Buffer.from(game) });
  await playToTheEnd(again, point);
  const record = await saved(again, "Save the record");
  check(record);
  await again.getByRole("button", { name: "New game" }).click();
  await again.waitForSelector("#file", { state: "attached" });
  await again.setInputFiles("#file", { name: "record.jsonl", mimeType: "application/json", buffer: Buffer.from(record) });
  await again.getByRole("button", { name: "To the end" }).click();
  await again.waitForSelector("section.results");
  await quiet(again);
});

test("changed rules go by link to another browser", { timeout: 60000 }, async () => {
  const config = join(folder, "config.toml");
  writeFileSync(config, 'name = "x"\nplayers = 2\nblocks = 2\nagents = [{ name = "a", spec = "random" }, { name = "b", spec = "greedy" }]\n[rules]\ncastle-income = 3\n');
  const fragment = sim("page", config, "--link").trim();
  const page = await open(browser, { fragment });
  await page.click(".go .main");
  await page.getByRole("button", { name: "Changes" }).click();
  assert.match(await page.locator("dialog").textContent(), /castle-income 3/);
  await quiet(page);
});

test("another link in the same tab opens its game", { timeout: 60000 }, async () => {
  const page = await open(browser, { fragment: THINKING });
  await followAnother(page, ANOTHER);
  assert.equal(check(await saved(page, "Save the record")).players.length, 3);
  await quiet(page);
});

test("thirty broken links are a sentence each", { timeout: 120000 }, async () => {
  const page = await open(browser);
  for (const [what, fragment] of BROKEN) {
    await page.goto("about:blank");
    await page.goto(`file://${FILE}#${fragment}`);
    await page.waitForSelector("form");
    const note = await page.locator(".note").textContent();
    assert.match(note, /^The link cannot be used: .+; accepted.*: .+\.$/, `${what}: ${note}`);
  }
  await quiet(page);
});

function readText(file) {
  return readFileSync(file, "utf8");
}
