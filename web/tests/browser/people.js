// People who play on a page, by pointing or by keys, in any browser: a page has `evaluate`, `pick` (clicks on the element of this number) and `keyboard`.

const pause = (time) => new Promise((resolve) => setTimeout(resolve, time));

/** Waits until a function of the page returns something true, and returns that. */
export async function until(page, condition, given, most = 60000) {
  for (const start = Date.now(); Date.now() - start < most; await pause(20)) {
    const found = await page.evaluate(condition, given);
    if (found) return found;
  }
  throw new Error(`never true: ${condition} of ${given}`);
}

const one = (page, selector) => page.evaluate((selector) => Boolean(document.querySelector(selector)), selector);

/** Waits until a person can do something, or the game is over. */
export function decidable(page, more = "section.results") {
  const states = `${more}, section.results, dialog[open] .main, .curtain .main, .offer, .choices .option, .card.buy, .place`;
  return until(page, (states) => Boolean(document.querySelector(states) && !document.querySelector(".table.busy")), states);
}

/** Decides, and waits until the table is drawn again or a dialog has come or gone. A page may have `tries`, how often people click at most. */
export async function decided(page, decide) {
  const before = await page.evaluate(changed);
  for (let tries = page.tries ?? 1; tries > 0; tries--) {
    await decide();
    if (await until(page, changed, before, 30000).catch(() => false)) return;
    console.log(`nothing was decided: ${await page.evaluate(seen)}`);
  }
  throw new Error("nothing was decided");
}

/** What a person has before them. Runs in the page. */
function seen() {
  const text = (name) => document.querySelector(name)?.innerText.slice(0, 200);
  return JSON.stringify([text("dialog"), text(".ask"), text(".confirm"), document.activeElement?.outerHTML.slice(0, 200), globalThis.faults, scrollY]);
}

/** What changes when something was decided, if it is not as before. Runs in the page. */
function changed(before) {
  const count = (name) => document.querySelectorAll(name).length;
  const now = `${document.querySelector(".table")?.dataset.drawn} ${count("dialog")} ${count(".curtain")}`;
  return now === before ? "" : now;
}

/** Plays to the end by `decide`, which is called for every decision of a person. */
export async function playToTheEnd(page, decide) {
  for (let turns = 0; turns < 800; turns++) {
    await decidable(page);
    if (await one(page, "section.results")) return;
    await decided(page, () => decide(page));
  }
  throw new Error("the game does not end");
}

/** Decides by pointing. */
export async function point(page) {
  for (const always of ["dialog[open] .main", ".curtain .main"]) if (await one(page, always)) return page.pick(always);
  if (await one(page, ".offer")) {
    await page.pick(".offer .step:not([disabled])", 1);
    return page.pick(".offer button[type=submit]");
  }
  for (const [choice, other] of [[".card.buy", null], [".place", ".confirm button:not(.main, [disabled])"]]) {
    if (!(await one(page, choice))) continue;
    await page.pick(choice, -1);
    if (other && (await one(page, other))) await page.pick(other);
    return page.pick(".confirm .main");
  }
  return page.pick(".choices .option", -1);
}

/** Decides by keys alone. */
export async function type(page) {
  const focused = (selector) => page.evaluate((selector) => Boolean(document.activeElement?.closest(selector)), selector);
  const press = (key) => page.keyboard.press(key);
  const tabTo = async (selector) => {
    for (let steps = 0; steps < 80 && !(await focused(selector)); steps++) await press("Tab");
    if (!(await focused(selector))) throw new Error(`keys do not reach ${selector}`);
  };
  for (const always of ["dialog[open] .main", ".curtain .main"]) if (await one(page, always)) return tabTo(always).then(() => press("Enter"));
  if (await one(page, ".offer")) {
    await tabTo(".offer input");
    await press("ArrowUp");
    return press("Enter");
  }
  if (await one(page, ".card.buy")) {
    await tabTo(".card.buy");
    await press("Enter");
    return tabTo(".confirm .main").then(() => press("Enter"));
  }
  if (await one(page, ".place")) {
    await tabTo(".place");
    for (const key of ["ArrowUp", "ArrowRight", "ArrowDown", "r"]) await press(key);
    if (!(await one(page, ".place[aria-pressed=true]"))) await press("Enter");
    return press("Enter");
  }
  await tabTo(".choices .option");
  return press("Enter");
}

/** Follows another link in the tab of a game whose agent thinks for long, as somebody does who pastes it, and plays that game to the end. */
export async function followAnother(page, link) {
  await page.pick(".go .main");
  const busy = () => one(page, ".table.busy");
  // It thinks for long, as soon as it has a choice.
  while (!((await busy()) && (await pause(1000).then(busy)))) if (await one(page, "dialog[open] .main, .offer, .card.buy, .place, .choices .option")) await decided(page, () => point(page));
  await page.evaluate(() => (location.hash = "x"));
  await until(page, () => /^The link cannot be used/.test(document.querySelector(".note")?.textContent));
  await page.evaluate((link) => (location.hash = link), link);
  await until(page, () => /^Players and rules come from the link/.test(document.querySelector(".note")?.textContent));
  await page.pick(".go .main");
  await playToTheEnd(page, point);
}
