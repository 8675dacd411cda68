// Whole games in other browsers. One that is not installed is named as skipped.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { ANOTHER, BROKEN, THINKING } from "./links.js";
import { OTHERS } from "./other.js";
import { browse, open, saved } from "./page.js";
import { decidable, decided, followAnother, playToTheEnd, point, type, until } from "./people.js";
import { check, FILE, folder, fragment, sim, unpacked } from "./program.js";

const GAMES = [
  ["two seats by pointing", point, { players: ["human", "greedy"] }],
  ["two people and an agent by keys", type, { players: ["Ada=human", "Brigid=human", "greedy"] }],
  ["four seats by pointing, all modules", point, { players: ["human", "greedy", "random", "greedy"], modules: ["druids", "tunnels", "bonus", "borderlands"] }],
  ["five seats by keys", type, { players: ["human", "greedy", "random", "rule-of-thumb", "mcts:iterations=20"] }],
  ["Tipperary by pointing", point, { game: "tipperary", players: ["human", "greedy"] }],
  ["Tipperary by keys", type, { game: "tipperary", players: ["human", "random", "greedy"] }],
];

/** Configs with changed rules; few rounds, so that a game is short. */
const ROUNDS = 'rounds = ["AB", "CD"]\ncatch-up = [0, 1]\n';
const CHANGED = [
  `[rules]\n${ROUNDS}castle-income = 3\n`,
  `[rules]\n${ROUNDS}gold-per-vp = 3\nlowest-price = 2\n`,
  `[rules]\n${ROUNDS}start-gold-by-order = [7, 9]\ntiles-drawn = 4\n`,
  `modules = ["druids"]\n[rules]\n${ROUNDS}discount-borne-by = "supply"\n`,
  `[rules]\n${ROUNDS}[rules.scoring-points]\nsheep = 4\n`,
];

/** Plays a game of a link by pointing; returns its record, and what the page says is changed. */
async function playedByLink(page, save) {
  await page.pick(".go .main");
  await until(page, () => [...document.querySelectorAll(".bar button")].find(({ textContent }) => textContent === "Changes")?.click() ?? Boolean(document.querySelector("dialog")));
  const changed = await page.evaluate(() => document.querySelector("dialog").textContent);
  await decided(page, () => page.pick("dialog .main"));
  await playToTheEnd(page, point);
  return { changed, record: await save(page) };
}

for (const { name, missing, start } of OTHERS) {
  let browser;
  before(async () => !missing && (browser = await start()));
  after(() => browser?.close());

  for (const [what, decide, game] of GAMES) {
    test(`${name}: ${what}, to a record that keeps the rules`, { skip: missing || false, timeout: 240000 }, async () => {
      const page = await browser.open(`file://${FILE}${fragment(game)}`);
      await page.pick(".go .main");
      await playToTheEnd(page, decide);
      const record = check(await page.save("Save the record"));
      assert.equal(record.players.length, game.players.length);
      assert.deepEqual(record.modules ?? [], game.modules ?? []);
      assert.deepEqual(await page.trouble(), []);
      await page.close();
    });
  }

  test(`${name}: screens are accessible`, { skip: missing || false, timeout: 240000 }, async () => {
    for (const [width, height] of [[390, 760], [1280, 900]]) {
      const page = await browser.open(`file://${FILE}${fragment({ players: ["human", "greedy", "random"], modules: ["druids"] })}`, width, height);
      const look = async (screen) => {
        assert.deepEqual(await page.axe(), [], `${screen} at ${width}`);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `${screen} is ${wide} pixels too wide at ${width}`);
      };
      await look("start");
      await page.pick(".go .main");
      for (const screen of [".offer", ".card.buy", ".place", "dialog[open]"]) {
        for (;;) {
          await decidable(page, screen);
          if (await page.evaluate((screen) => Boolean(document.querySelector(screen)), screen)) break;
          await decided(page, () => point(page));
        }
        await look(screen);
      }
      await playToTheEnd(page, point);
      await look("end");
      await page.close();
    }
  });

  test(`${name}: five changed rules by link are the same game as in Chromium`, { skip: missing || false, timeout: 240000 }, async (context) => {
    const chromium = await browse();
    context.after(() => chromium.close());
    for (const lines of CHANGED) {
      const config = join(folder, "config.toml");
      writeFileSync(config, `name = "x"\nplayers = 2\nblocks = 2\nagents = [{ name = "a", spec = "random" }, { name = "b", spec = "greedy" }]\n${lines}`);
      const { page: _, ...game } = JSON.parse(unpacked(sim("page", config, "--link").trim()));
      const link = fragment({ ...game, seed: "0000000000000007-0000000000000008-1", scoring: { A: "sheep", B: "squares", C: "columns", D: "harbours" } });
      const here = await playedByLink(await open(chromium, { fragment: link }), (page) => saved(page, "Save the record"));
      const page = await browser.open(`file://${FILE}${link}`);
      const there = await playedByLink(page, (page) => page.save("Save the record"));
      assert.deepEqual(there, here);
      check(there.record);
      await page.close();
    }
  });

  test(`${name}: another link in the same tab opens its game`, { skip: missing || false, timeout: 120000 }, async () => {
    const page = await browser.open(`file://${FILE}${THINKING}`);
    await followAnother(page, ANOTHER);
    assert.equal(check(await page.save("Save the record")).players.length, 3);
    assert.deepEqual(await page.trouble(), []);
    await page.close();
  });

  test(`${name}: broken links are a sentence each`, { skip: missing || false, timeout: 120000 }, async () => {
    for (const [what, fragment] of BROKEN.slice(0, 12)) {
      const page = await browser.open(`file://${FILE}#${fragment}`);
      assert.match(await until(page, () => document.querySelector(".note")?.textContent), /^The link cannot be used: .+; accepted.*: .+\.$/, what);
      await page.close();
    }
  });
}
