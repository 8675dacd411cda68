// Shows one of the page's games at one step. What is on the table follows from the steps up to it, so that going back after forward gives the same again.
import { boardIn, boxAround, placesOf } from "./board.js";
import { chip, drawing, h, picture } from "./dom.js";
import { addPieces, nameOf } from "./pieces.js";
import { Stepper } from "./stepper.js";
import { folded, laidBy, wholeStep } from "./table.js";

/** The time between steps that play, in milliseconds. */
const PACE = 700;

/** The fewest squares across and down that a board has room for. */
const ROOM = 3;

/** Whether a player's secret is hidden from whoever looks. */
const isHidden = (watcher, seat) => watcher !== "all" && watcher !== String(seat);

/** A step in words; a secret choice stays one until the step that reveals all. */
function wordsOf(game, { w, r, s, x, c }, watcher) {
  const who = s === null ? "" : `${s} ${game.players[s]} `;
  const isSecret = x && isHidden(watcher, s) && !c.some(([kind]) => kind === "R");
  return (r ? `Round ${r}: ` : "") + who + (isSecret ? "makes a secret choice" : w);
}

/** The part of the plane that each board shows: all at one scale, with room for what is laid in the same round. */
function boxes(game, step) {
  const after = game.steps.findIndex(({ r }, at) => at > step && r !== game.steps[step].r);
  const { boards } = folded(game, game.steps, after < 0 ? game.steps.length : after);
  const own = boards.map((board) => boxAround(placesOf(board)));
  const [width, height] = [2, 3].map((side) => Math.max(100 * ROOM, ...own.map((box) => box[side])));
  return own.map(([left, top, wide, high]) => [left - (width - wide) / 2, top - (height - high) / 2, width, height]);
}

/** A player's area: counters, board and cards. */
function player(game, step, seat, table, box, watcher) {
  const name = `${seat} ${game.players[seat]}`;
  const counts = game.counters.map((counter, index) => [table.counts[seat][index], counter]).filter(([count]) => count !== null);
  const fresh = laidBy(step ? [game.steps[step]] : [], seat);
  const cards = table.cards[seat].map(({ piece, text, isSecret }) => h("div.card", {}, picture(piece), `${nameOf(piece)} ${isSecret && isHidden(watcher, seat) ? "?" : text}`));
  return h(`div.player${game.steps[step].s === seat ? ".acts" : ""}`, { "data-seat": String(seat) }, h("h4", {}, chip(seat), name),
    h("p.counts", {}, counts.map((pair) => pair.join(" ")).join(", ")),
    game.hasBoards && boardIn(box, table.boards[seat], fresh, `Board of ${name}`), h("div.cards", {}, cards));
}

/** The points by player and award. */
function awards(game, table) {
  const heads = game.players.map((name, seat) => h("th", { scope: "col" }, chip(seat), String(seat), h("span.who", {}, ` ${name}`)));
  const rows = game.awards.map(([name, why], award) => h("tr", {}, h("th", { scope: "row" }, name, h("span.why", {}, why)), table.awards.map((points) => h("td", {}, String(points[award])))));
  return h("table.awards", {}, h("caption", {}, `Points by source, ${game.counted}`), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "for"), heads)), h("tbody", {}, rows));
}

/** How the first counter grew, a line for each player. */
function trend(game, step, room) {
  const wide = Math.max(room, 280);
  const lines = game.players.map(() => []);
  game.steps.forEach(({ c }, at) => {
    for (const [kind, seat, counter, amount] of c) if (kind === "N" && counter === 0) lines[seat].push([at, amount]);
  });
  const last = Math.max(game.steps.length - 1, 1);
  const most = Math.max(1, ...lines.flat().map(([, amount]) => amount));
  const across = (at) => (42 + ((wide - 52) * at) / last).toFixed(1);
  const up = (amount) => (100 - (90 * Math.max(amount, 0)) / most).toFixed(1);
  const text = (x, y, words) => `<text x="${x}" y="${y}">${words}</text>`;
  // The number of each round where it begins.
  const rounds = game.steps.map(({ r }, at) => (r > 0 && (at === 0 || game.steps[at - 1].r !== r) ? text(across(at), 118, r) : ""));
  const paths = lines.map((points, seat) => {
    const path = points.map(([at, amount], index) => (index ? `H${across(at)}V${up(amount)}` : `M${across(at)} ${up(amount)}`));
    return `<path class="seat${seat}" d="${path.join("")}H${across(last)}"/>`;
  });
  const counter = game.counters[0];
  const axes = text(0, 14, `${most} ${counter}`) + text(0, 104, "0") + text(0, 118, "round");
  return drawing(`0 0 ${wide} 120`, `${axes}${rounds.join("")}${paths.join("")}<path class="now" d="M${across(step)} 5V100"/>`, "", `${counter} by step`);
}

/** A table whose first column is words; the others are numbers. */
function scrolled(label, head, rows) {
  const lines = rows.map((row) => h("tr", {}, row.map((text, column) => h(column ? "td.n" : "td", {}, text))));
  const table = h("table", {}, h("thead", {}, h("tr", {}, head.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, lines));
  return h("div.scroll", { tabindex: "0", role: "region", "aria-label": label }, table);
}

function reasons({ title, rows: [head, ...rows], sentences }) {
  return [h("p.soft", {}, title), scrolled("Parts of the value", head, rows), sentences.map((text) => h("p.soft", {}, text))];
}

/** An agent's evaluation of the decisions of a step. */
function explained({ forced, measure, iterations, chosen, recorded, considered, count, why }) {
  if (forced) return h("p.soft", {}, `Nothing to decide: ${chosen} was all that could be done.`);
  // What a player that does not search has nothing of is left out.
  const has = (column) => considered.some((one) => (["value", "decides"].includes(column) ? (one[column] ?? null) !== null : one[column]));
  const columns = [["value", "value", 3], ["decides", "decides", 3], ["standard error", "standard_error", 3], ["visits", "visits", 0], ["weight", "weight", 2]];
  const kept = columns.filter(([, column]) => has(column));
  // An action that was never tried has no value, and one that was tried once no standard error.
  const cell = (one) => ([, column, digits]) => (one[column] ?? (column === "decides" ? one.value : null))?.toFixed(digits) ?? "";
  const rows = considered.map((one) => [one.action, ...kept.map(cell(one))]);
  const searched = iterations ? `; ${iterations} iterations` : "";
  const simulated = considered.every(({ value }) => value === null) ? "Nothing was simulated" : `Value: ${measure}${searched}`;
  const verdict = `The explaining agent would ${chosen === recorded ? "do the same" : `choose: ${chosen}`}. ${simulated}; ${considered.length} of ${count} actions.`;
  const table = considered.length > 0 && scrolled("Actions weighed", ["action", ...kept.map(([name]) => name)], rows);
  return [h("p.soft", {}, verdict), table, why && reasons(why)];
}

const titleOf = ({ number, why, label }) => `${label ? `${label}, game` : "Game"} ${number}${why ? `: ${why}` : ""}`;

/** The viewer of these games in this element of the page. */
class Viewer {
  constructor(place, games) {
    Object.assign(this, { place, games, body: h("div") });
    const options = games.map((game, index) => h("option", { value: String(index) }, titleOf(game)));
    this.choice = h("select", { onchange: () => this.choose(Number(this.choice.value)) }, options);
    place.replaceChildren(h("label.choice", { hidden: games.length < 2 }, "Game to show ", this.choice), this.body);
    this.choose(0);
    this.isLinked = true;
  }

  /** Shows another game. */
  choose(index, step = 0) {
    this.stepper?.pause();
    const game = this.games[index];
    const hasSecrets = game.steps.some(({ x }) => x);
    const seats = game.players.map((name, seat) => h("option", { value: String(seat) }, `as ${seat} ${name} sees it`));
    Object.assign(this, { game, words: h("p.words", { "aria-live": "polite" }), explained: h("div.explained"), players: h("div.players"), trend: h("div.trend"), told: h("ol.told") });
    this.choice.value = String(index);
    this.watcher = h("select", { onchange: () => this.show(this.stepper.step) }, h("option", { value: "all" }, "shown"), h("option", { value: "none" }, "hidden until revealed"), seats);
    this.awards = h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Points by source" });
    this.stepper = new Stepper(game.steps, (step) => this.show(step), PACE);
    document.getElementById("pieces").replaceChildren();
    addPieces(game.pieces);
    this.body.replaceChildren(h("h3", {}, titleOf(game)), h("p.soft", {}, "Seed ", h("code", {}, game.seed)),
      h("div.stepping", {}, this.stepper.element, this.words), h("label.secrets", { hidden: !hasSecrets }, "secret choices ", this.watcher),
      this.explained, this.players, ...(game.awards.length ? [this.awards] : []), ...(game.counters.length ? [this.trend] : [this.told]));
    this.stepper.go(step);
  }

  show(step) {
    const { game, watcher: { value: watcher } } = this;
    const shown = game.steps[step];
    const table = folded(game, game.steps, step + 1);
    const shownBoxes = boxes(game, step);
    this.words.textContent = wordsOf(game, shown, watcher);
    this.players.replaceChildren(...game.players.map((_, seat) => player(game, step, seat, table, shownBoxes[seat], watcher)));
    this.awards.replaceChildren(awards(game, table));
    const reasons = shown.x && isHidden(watcher, shown.s) ? [] : game.explained[step] ?? [];
    this.explained.replaceChildren(h("div", {}, reasons.map(explained)));
    if (game.counters.length) this.trend.replaceChildren(trend(game, step, this.place.clientWidth));
    else this.told.replaceChildren(...game.steps.map(({ w }, at) => h(at === step ? "li.now" : "li", {}, w)));
    const index = this.games.indexOf(game);
    if (this.isLinked) history.replaceState(null, "", `#game=${game.number}&step=${step}${index ? `&place=${index}` : ""}`);
  }

  /** Shows the game and the step that the address names. */
  follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const place = Number(wanted.get("place") ?? 0);
    const numbered = [...this.games.keys()].filter((index) => String(this.games[index].number) === wanted.get("game"));
    const index = numbered.includes(place) ? place : numbered[0];
    const astray = document.querySelector(".astray");
    astray.hidden = index !== undefined || !wanted.has("game");
    astray.textContent = astray.hidden ? "" : `Game ${wanted.get("game")} is not on this page, which has ${this.games.map(({ number }) => number).join(", ")}.`;
    if (!astray.hidden) astray.scrollIntoView();
    if (index === undefined) return;
    this.choose(index, Number(wanted.get("step") ?? 0));
    this.place.scrollIntoView();
  }

  /** Steps by keys: in the viewer by all of them, in the page around it by left and right. */
  press(event) {
    const { key, target } = event;
    const isOwn = target.matches("select, .scroll, summary, a") || target.type === "radio";
    const isHere = target === document.body ? key.startsWith("Arrow") : this.place.contains(target);
    if (isHere && !isOwn && this.stepper.press(event)) event.preventDefault();
  }
}

/** A game as the page has it, with what its run shares. */
function whole(game, { label, pieces }) {
  const steps = game.steps.map(wholeStep);
  return { ...game, label, pieces, steps, hasBoards: steps.some(({ c }) => c.some(([kind]) => kind === "L")) };
}

const runs = JSON.parse(document.getElementById("games").textContent);
const viewer = new Viewer(document.getElementById("viewer"), runs.flatMap((run) => run.games.map((game) => whole(game, run))));
document.addEventListener("keydown", (event) => viewer.press(event));
addEventListener("hashchange", () => viewer.follow());
viewer.follow();
addEventListener("beforeprint", () => {
  viewer.stepper.go(viewer.stepper.last);
  document.querySelectorAll("figure details").forEach((details) => (details.open = true));
});
document.querySelectorAll(".script").forEach((element) => (element.hidden = false));
document.documentElement.dataset.viewer = "ready";
