// The table while a game is played or watched.
import { dialog, download, memory, say } from "./browser.js";
import { chip, h, picture } from "./dom.js";
import { results } from "./end.js";
import { offerForm } from "./offer.js";
import { addPieces, nameOf } from "./pieces.js";
import { board, Placing } from "./placing.js";
import { Refusal } from "./engine.js";
import { showGuide } from "./guide.js";
import { showLegend, showRules, thinking } from "./shown.js";
import { Stepper } from "./stepper.js";
import { folded, laidBy, wholeStep } from "./table.js";
import { named, plain, words } from "./words.js";

/** The time between steps of others, in milliseconds. */
const PACES = { slow: 1800, normal: 900, fast: 150 };

const TIPS = {
  price: "Price two tiles in secret: place that much of your own gold beside each. Keep some to buy with. If another player buys a tile, you get its price and your own gold back. If nobody does, you keep the tile, and the gold is spent. The discarded tile goes back into the bag.",
  buy: "Choose another player's tile with a green frame; you cannot afford the others. Your gold goes to the seller, and you lay the tile this round.",
  buy_again: "The Druids let you buy once more, for the price on the tile plus the surcharge of its space.",
  build: "Lay your tiles one by one: choose a tile and a place, rotate it if it fits in several ways, and lay it. Terrains must match at every edge; roads need not.",
  place: "Choose one of the two tiles, then a place. Rotate it or flip it over if it fits in several ways. It must touch your county.",
  sheep: "A wooden sheep turns a meadow into a pasture, which can join a flock.",
  bonus: "The tile has one space. Place it next to your county, or on a meadow.",
  tower_place: "Towers fill gaps in your largest rectangle.",
};

/** The keys for placements, for whom has a keyboard. */
const KEYS = { build: "Keys: arrows, R, Enter.", place: "Keys: arrows move it, R rotates it, F flips it, Enter lays it." };

/** The awards of scoring tiles come before all others. */
const SLOTS = 4;

/** The points that a step awards. */
function awardsOf(step) {
  return step.c.filter(([kind]) => kind === "A");
}

/** Styles of a game's pictures. */
function addStyle([light, dark]) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${light}@media(prefers-color-scheme:dark){${dark}}`);
  document.adoptedStyleSheets = [sheet];
}

/** A table with a game; `leave` shows the next screen. */
export class Play {
  constructor(engine, game, leave) {
    Object.assign(this, { engine, game, leave, steps: [], state: null, viewer: null, opened: null, shownBoard: 0, seen: 0, drawn: 0, thought: null });
    this.people = game.people.flatMap((isPerson, seat) => (isPerson ? [seat] : []));
    this.pace = memory.get("pace") ?? "normal";
    this.paused = this.people.length === 0;
    document.getElementById("pieces").replaceChildren();
    document.getElementById("icons").innerHTML = game.icons;
    addStyle(game.colours);
    this.element = h("div.table");
  }

  /** Plays until the game is over or the table is left. */
  async run() {
    this.shownBoard = this.people[0] ?? 0;
    this.viewer = this.people.length === 1 ? this.people[0] : null;
    await this.look();
    if (this.game.record) return this.lookBack();
    while (!this.left) {
      const { state } = this;
      if (state.over) {
        this.viewer = this.people.length === 1 ? this.people[0] : null;
        await this.look();
        return this.end();
      }
      if (this.people.includes(state.turn)) {
        if (!(await this.seated(state))) continue;
        await this.decision();
      } else {
        await this.others(state);
      }
    }
  }

  /** Waits until the person to move looks at the table; false if the table has changed meanwhile. */
  async seated(state) {
    const { turn } = state;
    if (this.viewer === turn) return true;
    if (this.people.length > 1 && state.secret && this.opened !== turn) {
      this.viewer = null;
      await this.look();
      const taken = await this.curtain(turn);
      if (taken) {
        await this.undo();
        return false;
      }
      this.opened = turn;
    }
    this.viewer = turn;
    await this.look();
    return true;
  }

  /** Waits until the next person wants to see the table; true if the previous one undoes the decision. */
  curtain(seat) {
    return new Promise((resolve) => {
      const finish = (taken) => {
        curtain.remove();
        resolve(taken);
      };
      const open = h("button.main.large", { onclick: () => finish(false) }, `I am ${this.game.players[seat]}`);
      const undo = this.state.undo && h("button", { onclick: () => finish(true) }, "Undo the last decision");
      const curtain = h("section.curtain", { "aria-label": "Curtain" }, h("div", {}, chip(seat), h("h2", {}, `${this.game.players[seat]} decides in secret`),
        h("p", {}, "Everyone else, please look away."), h("p.buttons", {}, open, undo)));
      this.element.replaceChildren(curtain);
      open.focus();
    });
  }

  /** Advances chance or an agent. */
  async others(state) {
    if (this.people.length === 0 && this.paused && !state.chance && (await this.waitForStep()) === "end") return;
    if (this.left) return;
    if (state.undo && !state.secret) {
      // As long as nothing new was revealed, the decision can be undone.
      await new Promise((resolve) => setTimeout(resolve, PACES[this.pace]));
      if (this.left || this.state !== state) return;
    }
    const isShown = this.people.length > 0 || !this.paused;
    const began = performance.now();
    this.busy(state.chance ? "" : `${this.game.players[state.turn]} is thinking`);
    this.thought = (await this.engine.call({ do: "next", explain: this.people.length === 0 })) ?? this.thought;
    addPieces(this.thought?.pieces ?? {});
    this.busy("");
    const isQuiet = state.secret || state.chance;
    const wait = isQuiet || !isShown ? 0 : PACES[this.pace] - (performance.now() - began);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    if (this.left) return;
    if (!state.secret && !state.chance && state.turn !== null) this.shownBoard = state.decision === "build" || state.decision === "place" ? state.turn : this.shownBoard;
    await this.look();
  }

  /** Gets the state of the table and draws it. */
  async look() {
    const state = await this.engine.call({ do: "look", viewer: this.viewer });
    const isFirst = this.steps.length === 0;
    const taken = this.take(state);
    const fresh = isFirst ? [] : taken;
    if (state.turn !== null && state.turn === this.viewer) this.shownBoard = state.turn;
    this.draw(fresh);
    const isScored = this.people.length > 0 && fresh.flatMap(awardsOf).some(([, , award]) => award < SLOTS);
    if (isScored && this.game.game === "skye") await this.scoring(fresh, fresh[0].r);
  }

  /** Adds new steps and pictures; returns the steps. */
  take(state) {
    const fresh = state.steps.map(wholeStep);
    addPieces(state.pieces);
    this.steps.length = state.from;
    this.steps.push(...fresh);
    this.last = this.steps.length;
    this.state = state;
    return fresh;
  }

  /** Explains points as they are awarded. */
  async scoring(fresh, round) {
    const { game, table } = this;
    const gained = game.awards.map(() => game.players.map(() => 0));
    for (const [, seat, award, points] of fresh.flatMap(awardsOf)) gained[award][seat] += points;
    const row = (points, award) => points.some(Boolean) && h("tr", {}, h("th", { scope: "row" }, named(game, award), h("small", {}, game.awards[award][1].split(";")[0])), points.map((vp) => h("td", {}, `+${vp}`)));
    const rows = gained.map(row);
    if (!rows.some(Boolean)) rows.push(h("tr", {}, h("th", { scope: "row" }, "Nobody scores"), game.players.map(() => h("td", {}, "+0"))));
    const heads = game.players.map((name, seat) => h("th", { scope: "col" }, chip(seat), name));
    await dialog(`Scoring: round ${round}`, h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Points" }, h("table", {}, h("thead", {}, h("tr", {}, h("td"), heads)), h("tbody", {}, rows), h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, game.counters[0]), table.counts.map(([vp]) => h("td", {}, String(vp))))))), "Continue");
  }

  /** Draws everything. */
  draw(fresh = []) {
    // An evaluation of a decision before the last.
    if (this.people.length > 0 || this.state.over) this.thought = null;
    const table = folded(this.game, this.steps);
    this.table = table;
    this.element.dataset.drawn = ++this.drawn;
    this.busy("");
    const { state, game } = this;
    const isMine = state.choices || state.offer;
    this.element.classList.toggle("buying", Boolean(state.choices?.some(({ card }) => card)));
    this.element.classList.toggle("placing", Boolean(state.choices?.some(({ board }) => board)));
    this.ask = h("section.ask", { "aria-label": "What to do" });
    this.boardBox = h("section.boards", { "aria-label": "Boards" });
    this.element.replaceChildren(
      this.bar(table),
      h("div.side.left", {}, this.seats(table), this.scores(table)),
      h("div.middle", {}, this.boardBox, this.market(table)),
      h("div.side.right", {}, this.ask, this.log()),
    );
    this.drawBoard(fresh);
    if (isMine) this.drawDecision();
    else if (!state.over) this.ask.append(h("p.prompt.soft", {}, this.waitingFor()), this.thoughtBox(`${this.game.players[this.thought?.seat]}:`), this.news(), this.buttons());
    const last = fresh.at(-1);
    if (last) say(words(game, last));
  }

  waitingFor() {
    const { state, game } = this;
    if (state.chance || state.turn === null) return "The next round begins.";
    return `Waiting for ${game.players[state.turn]} to ${{ price: "price tiles", buy: "buy", buy_again: "buy again", build: "build", place: "lay a tile" }[state.decision] ?? "decide"}.`;
  }

  bar(table) {
    const { game } = this;
    const menu = (name, action) => h("button.quiet", { onclick: action }, name);
    const changed = Boolean(game.rules) || game.modules.length > 0;
    return h("header.bar", {}, h("h1", {}, game.game === "skye" ? "Isle of Skye" : "Tipperary"),
      h("span.round", {}, table.round ? `Round ${table.round} of ${game.rounds}` : ""),
      h("span.grow"), changed && menu("Changes", () => showRules(game)), menu("How to play", () => showGuide(game.game)), menu("Symbols", () => showLegend(game)),
      this.people.length > 0 && menu(memory.get("tips") === "off" ? "Show tips" : "Hide tips", (event) => this.toggleTips(event.currentTarget)),
      !game.record && menu("Save", () => this.save()), menu("Leave", () => this.askToLeave()));
  }

  /** Leaves the table; asks for confirmation if the game is not over. */
  async askToLeave() {
    if (this.game.record || this.state.over || this.people.length === 0) return this.leave();
    let isMeant = false;
    const leave = h("button", { onclick: ({ target }) => { isMeant = true; target.closest("dialog").close(); } }, "Leave");
    await dialog("Leave this game?", [h("p", {}, "It is not over. Save it first if you want to continue later."), h("p.buttons", {}, leave)], "Stay");
    if (isMeant) this.leave();
  }

  toggleTips(button) {
    const isOff = memory.get("tips") !== "off";
    memory.set("tips", isOff ? "off" : "on");
    button.textContent = isOff ? "Show tips" : "Hide tips";
    for (const tip of this.element.querySelectorAll(".tip")) tip.hidden = isOff;
  }

  /** The players, with buttons to show their boards. */
  seats(table) {
    const { game, state } = this;
    const counter = (seat) => game.counters.map((name, index) => h("span.count", {}, h("b", {}, String(table.counts[seat][index] ?? 0)), ` ${name}`));
    return h("section.seats", { "aria-label": "Players" }, game.players.map((name, seat) => {
      const isTurn = state.turn === seat && !state.over;
      const kind = game.people[seat] ? "" : game.specs[seat] ?? "";
      return h(`button.plaque${isTurn ? ".turn" : ""}`, { "aria-pressed": String(this.shownBoard === seat), onclick: () => this.showBoard(seat) },
        chip(seat), h("span.who", {}, name, kind && kind !== name && h("small", {}, kind)), h("span.counts", {}, counter(seat)),
        state.belongings[seat].map((text) => h("small.belongings", {}, text)));
    }));
  }

  /** The awards: their pay now and the points so far. */
  scores(table) {
    const { game, state } = this;
    // Values are only known for the last step.
    const isNow = this.steps.length === this.last && !(state.over && game.game === "skye");
    const heads = game.players.map((name, seat) => h("th", { scope: "col" }, chip(seat), h("span.unseen", {}, name)));
    const paid = (seat, award) => table.awards[seat][award];
    const worth = (seat, award) => h("td", {}, h("b", {}, String(isNow ? state.now[award][seat] : paid(seat, award))), isNow && game.game === "skye" && paid(seat, award) > 0 && h("small", { title: "scored so far" }, `+${paid(seat, award)}`));
    const rows = game.awards.map(([, text], award) => h("tr", {},
      h("th", { scope: "row" }, named(game, award), h("small", {}, text.split(";")[0]), isNow && !text.split(";")[0].includes(state.times[award]) && h("small.when", {}, state.times[award])),
      game.players.map((_, seat) => worth(seat, award))));
    const caption = !isNow ? "Scored so far" : game.game === "skye" ? "Bold: value now. Green: scored so far" : "Value now";
    return h("section.scores", { "aria-label": "Scoring" }, h("table", {}, h("caption", {}, caption), h("thead", {}, h("tr", {}, h("td"), heads)), h("tbody", {}, rows)));
  }

  /** Shows another player's board, or the own one again. */
  showBoard(seat) {
    this.shownBoard = seat;
    const targets = this.drawBoard();
    if (targets.length) this.startPlacing(targets);
  }

  /** Draws the board shown; returns the pieces that can be laid there. */
  drawBoard(fresh = []) {
    const { game, state } = this;
    const seat = this.shownBoard;
    const isMine = state.turn === seat && this.viewer === seat;
    const targets = isMine ? (state.choices ?? []).filter(({ board }) => board) : [];
    const { thought } = this;
    const weighed = thought?.seat === seat ? thought.weighed.filter(({ board }) => board) : [];
    const more = [...targets, ...weighed].flatMap(({ board }) => board.shown.map(([x, y]) => [x, y]).concat([board.at]));
    const name = `${game.game === "skye" ? "Territory" : "County"} of ${game.players[seat]}`;
    this.boardElement = board(this.table.boards[seat], { fresh: laidBy(fresh, seat), more, name });
    if (thought?.seat === seat && thought.board) this.boardElement.hint(thought.board.at);
    this.boardBox.replaceChildren(h("h2", {}, chip(seat), name), this.boardElement);
    for (const plaque of this.element.querySelectorAll(".plaque")) plaque.setAttribute("aria-pressed", String(plaque === this.element.querySelectorAll(".plaque")[seat]));
    return targets;
  }

  /** The players' cards, and the tiles in the middle. */
  market(table) {
    const { game, state } = this;
    if (state.over && this.steps.length === this.last) return "";
    const buyable = (seat, piece) => (state.choices ?? []).find(({ card }) => card?.seat === seat && card.piece === piece);
    const group = (seat) => {
      const cards = table.cards[seat];
      if (!cards.length) return null;
      const taken = [];
      return h("section.group", {}, h("h3", {}, chip(seat), game.players[seat]), h("ol.cards", {}, cards.map(({ piece, text }) => {
        const choice = taken.includes(piece) ? null : buyable(seat, piece);
        if (choice) taken.push(piece);
        const inside = [picture(piece), h("span.name", {}, nameOf(piece)), text && h("span.text", {}, plain(game, text))];
        const isGone = /discarded|sold|taken|laid|left|out of|back to/.test(text);
        return choice
          ? h("li", {}, h("button.card.buy", { "aria-pressed": "false", "aria-label": `${choice.words}`, onclick: (event) => this.chooseCard(choice, event.currentTarget) }, inside))
          : h(`li.card${isGone ? ".gone" : ""}`, {}, inside);
      })));
    };
    // Sellers come first.
    const order = game.players.map((_, seat) => seat).sort((a, b) => (a === state.turn) - (b === state.turn));
    const middle = state.middle.map(({ title, pieces }) => h("section.group", {}, h("h3", {}, title), h("ol.cards", {}, pieces.map(([piece, text]) => h("li.card", {}, picture(piece), h("span.name", {}, nameOf(piece)), h("span.text", {}, text))))));
    return h("section.market", { "aria-label": "Tiles in front of the players" }, middle, order.map(group));
  }

  /** The events since this person's last decision. */
  news() {
    const recent = this.steps.slice(this.seen).filter((step) => step.w);
    const shown = recent.slice(-8);
    return h("ol.news", { "aria-label": "What happened" }, shown.map((step) => h("li", {}, step.s !== null && chip(step.s), words(this.game, step))));
  }

  log() {
    const rounds = new Map();
    for (const step of this.steps) rounds.set(step.r, [...(rounds.get(step.r) ?? []), step]);
    const round = ([number, steps]) => h("li", {}, h("h3", {}, number ? `Round ${number}` : "Setup"), h("ol", {}, steps.map((step) => h("li", {}, step.s !== null && chip(step.s), words(this.game, step)))));
    const list = h("ol.rounds");
    // It has most of the table's elements, so it is filled when opened.
    const toggle = ({ target }) => (this.isLogOpen = target.open) && list.replaceChildren(...[...rounds].reverse().map(round));
    return h("details.log", { open: this.isLogOpen, ontoggle: toggle }, h("summary", {}, "Game log"), list);
  }

  /** The question, with the controls to answer it. */
  drawDecision() {
    const { state, game } = this;
    const who = this.people.length > 1 ? `${game.players[state.turn]}: ` : "";
    const tip = TIPS[state.decision];
    const tips = tip && h("p.tip", { hidden: memory.get("tips") === "off" }, tip, KEYS[state.decision] && h("span.keys", {}, ` ${KEYS[state.decision]}`));
    this.choiceBox = h("div.choices");
    this.confirmBox = h("div.confirm");
    this.dock = h("div.dock", {}, this.confirmBox);
    this.hintBox = h("div.hint", { "aria-live": "polite" });
    this.ask.replaceChildren(h("h2.prompt", {}, who, state.prompt), tips ?? "", this.purses(), this.choiceBox, this.dock, this.hintBox, this.news(), this.buttons(true));
    if (state.offer) {
      const cards = this.table.cards[state.turn].slice(0, state.offer.tiles.length).map(({ piece }) => piece);
      this.choiceBox.append(offerForm(state.offer, cards, nameOf, (action) => this.act(action)));
      this.choiceBox.querySelector("input")?.focus({ preventScroll: true });
      return;
    }
    const targets = state.choices.filter(({ board }) => board);
    if (targets.length) this.startPlacing(targets);
    const others = state.choices.filter(({ button }) => button);
    if (others.length) {
      this.choiceBox.append(h("div.options", {}, others.map((choice) => h("button.option", { onclick: () => this.act(choice.action) },
        choice.button.piece !== null && picture(choice.button.piece), h("span", {}, plain(game, choice.words)), this.effects(choice)))));
    }
    // On a small screen the question may be far away.
    const { top } = this.ask.getBoundingClientRect();
    if (top < 0 || top > innerHeight - 80) this.ask.scrollIntoView({ block: "start" });
    const first = this.element.querySelector(".card.buy") ?? (targets.length ? this.placing.buttons[0] : this.choiceBox.querySelector("button"));
    first?.focus({ preventScroll: true });
  }

  /** The gold of all players, if that matters. */
  purses() {
    const { game, state, table } = this;
    if (game.game !== "skye" || !["price", "buy", "buy_again"].includes(state.decision)) return "";
    const gold = game.counters.indexOf("gold");
    const order = game.players.map((_, seat) => seat).sort((a, b) => (b === state.turn) - (a === state.turn));
    return h("p.purses", {}, "Gold: ", order.map((seat) => h("span", {}, chip(seat), `${game.players[seat]} ${table.counts[seat][gold]}`)));
  }

  startPlacing(targets) {
    this.handBox?.remove();
    const hands = [...new Set(targets.map(({ board }) => board.hand))];
    this.placing = new Placing(this.boardElement, targets, (choice) => this.preview(choice), (choice) => this.act(choice.action));
    this.handBox = h("div.hand", { role: "group", "aria-label": "Tile to lay" }, hands.map((hand, index) =>
      h("button.card", { "aria-pressed": String(index === 0), "data-hand": String(hand), onclick: () => this.placing.take(hand) }, picture(hand), h("span.name", {}, nameOf(hand)))));
    this.dock.prepend(this.handBox);
  }

  /** Shows the effects of a placement, with buttons for pointer users. */
  preview(choice) {
    this.handBox?.querySelectorAll("button").forEach((button) => button.setAttribute("aria-pressed", String(Number(button.dataset.hand) === this.placing.hand)));
    if (!choice) {
      this.confirmBox?.replaceChildren(h("p.soft", {}, "Choose a place on the board."));
      return;
    }
    const ways = this.placing.places[this.placing.place];
    // This button stays in place, so that nobody who turns a tile lays it by mistake.
    const turns = h("button", { disabled: ways.length === 1, onclick: () => this.placing.turn(1) }, ways.length === 1 ? "Only one rotation fits" : `Rotate (${this.placing.way + 1} of ${ways.length})`);
    this.confirmBox.replaceChildren(h("p", {}, plain(this.game, choice.words)), this.effects(choice), h("p.buttons", {}, turns, h("button.main", { onclick: () => this.act(choice.action) }, "Lay here")));
  }

  /** Chooses something to buy. */
  chooseCard(choice, button) {
    this.element.querySelectorAll(".card.buy").forEach((other) => other.setAttribute("aria-pressed", String(other === button)));
    const confirm = h("button.main", { onclick: () => this.act(choice.action) }, "Buy it");
    this.confirmBox.replaceChildren(h("p", {}, plain(this.game, choice.words)), this.effects(choice), h("p.buttons", {}, confirm));
    confirm.focus();
  }

  /** The changes by a choice, in words. */
  effects(choice) {
    const { game, state } = this;
    const counters = choice.counters.map(([counter, before, after]) => h("li", {}, `${game.counters[counter]}: ${before} → `, h("b", {}, String(after))));
    const isCounted = ([award]) => choice.counters.some(([counter]) => game.counters[counter] === game.awards[award][0]);
    const awards = choice.awards.filter((award) => !isCounted(award)).map(([award, before, after]) => h("li", {}, `${named(game, award)}: ${before} → `, h("b", {}, String(after)), h("small", {}, ` ${state.times[award]}`)));
    return counters.length + awards.length ? h("ul.effects", {}, counters, awards) : "";
  }

  buttons(canHint = false) {
    const undo = h("button", { disabled: !this.state.undo, onclick: () => this.undoNow() }, "Undo");
    const pace = h("select", { "aria-label": "Pace of the other players", onchange: ({ target }) => { this.pace = target.value; memory.set("pace", this.pace); } },
      Object.keys(PACES).map((pace) => h("option", { value: pace, selected: pace === this.pace }, pace)));
    if (this.people.length === 0) {
      const pause = h("button", { onclick: () => { this.paused = true; pause.disabled = true; } }, "Pause");
      return h("p.buttons.watch", {}, !this.paused && [pause, h("label.soft", {}, "Pace ", pace)]);
    }
    return h("p.buttons", {}, canHint && h("button", { onclick: (event) => this.hint(event.currentTarget) }, "Hint"), undo, h("label.soft", {}, "Pace ", pace));
  }

  /** Waits for a decision, an undo, or leaving. */
  decision() {
    return new Promise((resolve) => (this.decided = resolve));
  }

  async act(action) {
    // A second click comes too late.
    if (this.isActing) return;
    this.isActing = true;
    this.element.classList.add("busy");
    try {
      await this.engine.call({ do: "act", seat: this.state.turn, action });
    } catch (error) {
      this.busy("");
      throw error;
    } finally {
      this.isActing = false;
    }
    this.opened = null;
    this.seen = this.steps.length;
    if (this.people.length > 1) this.viewer = null;
    await this.look();
    this.decided?.();
  }

  async undo() {
    await this.engine.call({ do: "undo" });
    this.opened = null;
    if (this.people.length > 1) this.viewer = null;
    await this.look();
  }

  async undoNow() {
    try {
      await this.undo();
      this.decided?.();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await dialog("Cannot undo", h("p", {}, `${error.message}.`));
    }
  }

  async hint(button) {
    button.disabled = true;
    this.hintBox.replaceChildren(h("p.soft", {}, "The strongest agent is thinking"));
    this.thought = await this.engine.call({ do: "hint", agent: "mcts" });
    addPieces(this.thought.pieces);
    this.hintBox.replaceChildren(this.thoughtBox("The strongest agent would choose:"));
    if (this.thought.board && this.shownBoard === this.thought.seat) {
      this.boardElement.hint(this.thought.board.at);
      this.boardElement.scrollIntoView({ block: "nearest" });
    }
    button.disabled = false;
  }

  /** The last evaluation; its places show on the board, and a click lays a piece there, for people to confirm. */
  thoughtBox(who) {
    const { thought } = this;
    if (!thought) return "";
    let kept = [];
    const shown = (of) => {
      if (of && this.shownBoard !== thought.seat) this.showBoard(thought.seat);
      this.boardElement.ghost(of?.board.shown ?? this.placing?.choice()?.board.shown ?? kept);
    };
    const laid = (of) => {
      kept = of.board.shown;
      const same = this.state.choices?.find(({ board }) => board && JSON.stringify(board) === JSON.stringify(of.board));
      if (same) this.placing.choose(same);
      else shown(of);
      this.boardElement.scrollIntoView({ block: "nearest" });
    };
    return thinking(this.game, thought, who, shown, laid);
  }

  /** Waits for the next step of a game without human players. */
  waitForStep() {
    return new Promise((resolve) => {
      const go = (paused) => () => {
        this.paused = paused;
        resolve();
      };
      const box = this.ask.querySelector(".watch");
      box.replaceChildren(h("button.main", { onclick: go(true) }, "Next step"), h("button", { onclick: go(false) }, "Run"), h("button", { onclick: () => this.toTheEnd().then(() => resolve("end")) }, "To the end"));
      box.firstChild.focus({ preventScroll: true });
      this.wake = resolve;
    });
  }

  /** Lets agents play to the end without showing every step. */
  async toTheEnd() {
    this.busy("playing");
    while (!this.state.over && !this.left) {
      await this.engine.call({ do: "next", explain: false });
      this.take(await this.engine.call({ do: "look", viewer: null }));
    }
    this.draw();
  }

  busy(text) {
    const prompt = this.ask?.querySelector(".prompt");
    if (prompt && text) prompt.textContent = `${text} …`;
    this.element.classList.toggle("busy", Boolean(text));
  }

  async end() {
    this.element.classList.add("over");
    this.ask.replaceChildren(results(this.game, this.state, this.steps), h("p.buttons", {}, h("button.main", { onclick: () => this.leave("again") }, "Same players again"), h("button", { onclick: () => this.saveRecord() }, "Save the record"), h("button", { onclick: () => this.lookBack() }, "Look back"), h("button", { onclick: () => this.leave() }, "New game")));
    this.ask.querySelector("button").focus({ preventScroll: true });
    say(this.ask.querySelector("h2").textContent);
  }

  /** Steps through the game. */
  lookBack() {
    const all = this.steps;
    const back = () => {
      this.stepper.pause();
      this.steps = all;
      this.shownBoard = this.people[0] ?? 0;
      this.draw();
      this.end();
    };
    const result = !this.game.record && h("p.buttons", {}, h("button", { onclick: back }, "Back to the result"));
    const show = (at) => {
      this.steps = all.slice(0, at);
      const fresh = this.steps.slice(-1);
      const laid = fresh.find(({ s, c }) => s !== null && c.some(([kind]) => kind === "L"));
      if (laid) this.shownBoard = laid.s;
      this.draw(fresh);
      const told = h("p.words", { "aria-live": "polite" }, fresh.map((step) => words(this.game, step)));
      this.ask.append(told, this.stepper.element, result || "", this.state.over && at === all.length ? results(this.game, this.state, all) : "");
    };
    // Before the first step the table is empty.
    this.stepper = new Stepper([wholeStep({ w: "", r: 0 }), ...all], show, PACES[this.pace]);
    this.stepper.element.addEventListener("keydown", (event) => this.stepper.press(event) && event.preventDefault());
    this.stepper.go(this.game.record ? 0 : all.length);
  }

  async save() {
    download(`${this.game.game}-game.json`, `${await this.engine.call({ do: "save" })}\n`);
  }

  async saveRecord() {
    download(`${this.game.game}-record.jsonl`, `${await this.engine.call({ do: "record" })}\n`);
  }

  /** Ends the game here, without waiting for an agent that is thinking. */
  async stop() {
    this.left = true;
    this.stepper?.pause();
    if (!this.state?.over) await this.engine.restart();
    this.wake?.();
  }
}
