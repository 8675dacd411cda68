// How soon the page can be played on, how fast it answers while an agent thinks, and what it keeps. A busy machine is given several tries.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { browse, open } from "./page.js";
import { until } from "./people.js";
import { FILE, fragment } from "./program.js";

let browser;
before(async () => (browser = await browse()));
after(() => browser.close());

const TRIES = 5;

/** The least that several tries measure, which end once it is small enough. */
async function least(most, measure) {
  const all = [];
  while (all.length < TRIES && !all.some((time) => time <= most)) all.push(await measure());
  return { best: Math.min(...all), all: all.map(Math.round).join(", ") };
}

/** Waits for the screen before a game, begins one, and notes when its first decision can be made. Runs in the page. */
function hurry() {
  new MutationObserver(() => {
    const play = document.querySelector(".go .main");
    if (play && !globalThis.began) {
      globalThis.began = performance.now();
      play.click();
    }
    if (document.querySelector(".offer, .card.buy")) globalThis.decided ??= performance.now();
  }).observe(document, { childList: true, subtree: true });
}

test("the first move is possible within 1.5 s from disk", { timeout: 120000 }, async (context) => {
  const { best, all } = await least(1500, async () => {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(hurry);
    await page.goto(`file://${FILE}`);
    const time = await until(page, () => globalThis.decided);
    await page.context().close();
    return time;
  });
  context.diagnostic(`milliseconds: ${all}`);
  assert.ok(best <= 1500, `took ${all} ms`);
});

/** Lays out a table of 300 rows, which is the same whatever the page is. Runs in the page. */
function layOut() {
  const table = document.createElement("table");
  table.innerHTML = Array.from({ length: 300 }, (_, row) => `<tr>${`<td>${row} <b>gold</b></td>`.repeat(8)}</tr>`).join("");
  document.body.append(table);
  table.getBoundingClientRect();
  table.remove();
}

// Some 35 ms on a machine of today. On a slow or busy one both take longer, so this judges the page and not the machine.
test("95 % of inputs are answered in less time than a table of 300 rows takes while an agent thinks", { timeout: 240000 }, async (context) => {
  const { best, all } = await least(100, async () => {
    const page = await open(browser, { fragment: fragment({ players: ["mcts:variant=pimc,iterations=1000000", "mcts:variant=pimc,iterations=1000000"] }) });
    await page.pick(".go .main");
    await page.pick(".watch button", 1);
    await page.waitForSelector(".table.busy");
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    // The time that the page's thread works until the next frame: on a busy machine it is the same, while a clock goes on.
    const worked = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ThreadTime").value * 1000;
    const middle = (selector, at) => page.evaluate(([selector, at]) => {
      const { x, y, width, height } = [...document.querySelectorAll(selector)].at(at).getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }, [selector, at]);
    const timed = async (work) => {
      const before = await worked();
      await work();
      return (await worked()) - before;
    };
    const answers = [], layouts = [];
    for (let round = 0; round < 10; round++) {
      for (const [selector, at] of [[".plaque", round % 2], [".log summary", 0], [".bar .quiet", 1], ["dialog .main", 0]]) {
        const place = await middle(selector, at);
        answers.push(await timed(async () => {
          await page.mouse.click(...place);
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
        }));
      }
      layouts.push(await timed(() => page.evaluate(layOut)));
    }
    await page.context().close();
    const share = (times, part) => times.sort((a, b) => a - b)[Math.floor(part * times.length)];
    context.diagnostic(`milliseconds: 95 % of answers within ${share(answers, 0.95).toFixed(1)}, half of layouts within ${share(layouts, 0.5).toFixed(1)}`);
    return 100 * share(answers, 0.95) / share(layouts, 0.5);
  });
  assert.ok(best <= 100, `95 % of inputs are answered within ${all} % of the time of a layout`);
});

test("after fifty games the page keeps as much as after two", { timeout: 300000 }, async (context) => {
  const page = await open(browser, { fragment: fragment({ players: ["greedy", "random"] }) });
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.enable");
  const kept = [];
  await page.click(".go .main");
  for (let games = 1; games <= 50; games++) {
    await page.pick(".watch button", 2);
    await until(page, () => Boolean(document.querySelector("section.results")));
    if (games === 2 || games === 50) {
      await page.evaluate(() => (globalThis.heard.length = 0));
      await session.send("HeapProfiler.collectGarbage");
      const { usedSize } = await session.send("Runtime.getHeapUsage");
      kept.push({ usedSize, elements: await page.evaluate(() => document.querySelectorAll("*").length) });
    }
    await page.pick(".ask .main");
    await until(page, () => document.querySelectorAll(".watch button").length > 2);
  }
  const [early, late] = kept;
  context.diagnostic(`bytes after 2 and 50 games: ${early.usedSize}, ${late.usedSize}; elements: ${early.elements}, ${late.elements}`);
  assert.ok(late.usedSize <= 1.2 * early.usedSize && late.elements <= 1.2 * early.elements, JSON.stringify(kept));
  await page.context().close();
});
