"use strict";
// Shows a game at one step. What is on the table follows from the steps up to it, so that going back after forward gives the same again.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const games = JSON.parse(document.getElementById("games").textContent).map(unpacked);

  // The page's short form, spelled out.
  function unpacked(game) {
    let last = 0;
    const steps = game.steps.map(({ w: words, r: round = last, s: seat, x: secret, c: changes = [], e: explained }) => {
      last = round;
      return { words, round, seat, secret, changes: changes.map(change), explained };
    });
    return { ...game, steps };
  }

  function change([letter, ...numbers]) {
    if (letter === "C") {
      const [seat, place, piece, text, secret] = numbers;
      return { card: { seat, place, piece, text, isSecret: secret === 1 } };
    }
    if (letter === "L") {
      const [seat, x, y, piece, turns] = numbers;
      return { lay: { seat, x, y, piece, turns } };
    }
    return { N: { count: numbers }, A: { award: numbers }, 0: { clear: true }, R: { reveal: true } }[letter];
  }

  function make(name, attributes, ...children) {
    const isSvg = ["svg", "use", "path", "text", "title", "g"].includes(name);
    const element = isSvg ? document.createElementNS(SVG, name) : document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
    element.append(...children);
    return element;
  }

  // What is on the table after a step.
  function tableAt(game, step) {
    const table = {
      boards: game.players.map(() => new Map()),
      cards: game.players.map(() => new Map()),
      counts: game.players.map(() => []),
      awards: game.players.map(() => game.awards.map(() => 0)),
    };
    for (const { changes } of game.steps.slice(0, step + 1)) {
      for (const change of changes) apply(table, change);
    }
    return table;
  }

  function apply(table, change) {
    if (change.clear) return table.cards.forEach((cards) => cards.clear());
    if (change.reveal) {
      return table.cards.forEach((cards) => cards.forEach((card, place) => cards.set(place, { ...card, isSecret: false })));
    }
    if (change.lay) table.boards[change.lay.seat].set(`${change.lay.x},${change.lay.y}`, change.lay);
    if (change.count) table.counts[change.count[0]][change.count[1]] = change.count[2];
    if (change.award) table.awards[change.award[0]][change.award[1]] += change.award[2];
    if (change.card) table.cards[change.card.seat].set(change.card.place, change.card);
  }

  // Whether a player's secret is hidden from whoever looks.
  const isHidden = (watcher, seat) => watcher !== "all" && watcher !== String(seat);

  // A secret choice stays one until the step that reveals all.
  function isRevealed(game, step, now) {
    const reveals = ({ changes }) => changes.some(({ reveal }) => reveal);
    return game.steps.slice(step, now + 1).some(reveals);
  }

  function wordsAt(game, step, watcher) {
    const { words, round, seat, secret } = game.steps[step];
    const who = seat === undefined ? "" : `${seat} ${game.players[seat]} `;
    const isSecret = secret && isHidden(watcher, seat) && !isRevealed(game, step, step);
    return (round ? `Round ${round}: ` : "") + who + (isSecret ? "makes a secret choice" : words);
  }

  // The part of the plane that each board shows: all at one scale, with room for what is laid in the same round.
  function boxes(game, step) {
    const [room, margin] = [3, 12];
    const after = game.steps.findIndex(({ round }, at) => at > step && round !== game.steps[step].round);
    const { boards } = tableAt(game, after < 0 ? game.steps.length - 1 : after - 1);
    const extents = boards.map((board) => {
      const [xs, ys] = ["x", "y"].map((axis) => [...board.values()].map((laid) => laid[axis]));
      return [xs, ys].map((all) => (all.length ? [Math.min(...all), Math.max(...all)] : [0, 0]));
    });
    const sides = [0, 1].map((axis) => Math.max(room, ...extents.map((extent) => extent[axis][1] - extent[axis][0] + 1)));
    return extents.map(([[west, east], [south, north]]) => {
      const [left, top] = [50 * (west + east + 1 - sides[0]), 50 * (1 - south - north - sides[1])];
      return [left - margin, top - margin, 100 * sides[0] + 2 * margin, 100 * sides[1] + 2 * margin];
    });
  }

  function board(game, step, seat, pieces, box) {
    const title = make("title", {}, `Board of ${seat} ${game.players[seat]}`);
    const svg = make("svg", { class: "board", role: "img", viewBox: box.join(" ") }, title);
    const edges = [[0, 1, "h100"], [1, 0, "m100 0v100"], [0, -1, "m0 100h100"], [-1, 0, "v100"]];
    for (const { x, y, piece, turns } of pieces.values()) {
      const turned = turns ? { transform: `rotate(${90 * turns} ${100 * x + 50} ${50 - 100 * y})` } : {};
      svg.append(make("use", { href: `#${game.pieces}${piece}`, x: 100 * x, y: -100 * y, ...turned }));
    }
    const all = [...pieces.values()];
    const corner = ({ x, y }) => `M${100 * x} ${-100 * y}`;
    const open = ({ x, y }) => edges.filter(([east, north]) => !pieces.has(`${x + east},${y + north}`));
    svg.append(make("path", { d: all.map((piece) => `${corner(piece)}h100v100h-100z`).join(""), class: "seam" }));
    svg.append(make("path", { d: all.flatMap((piece) => open(piece).map(([, , line]) => corner(piece) + line)).join(""), class: "open" }));
    const laid = step ? game.steps[step].changes.flatMap(({ lay }) => (lay && lay.seat === seat ? [lay] : [])) : [];
    if (laid.length) svg.append(make("path", { d: laid.map((piece) => `${corner(piece)}h100v100h-100z`).join(""), class: "new" }));
    return svg;
  }

  function card(game, seat, { piece, text, isSecret }, watcher) {
    const shown = isSecret && isHidden(watcher, seat) ? "?" : text;
    const use = make("use", { href: `#${game.pieces}${piece}` });
    const svg = make("svg", { viewBox: "0 0 100 100", "aria-hidden": "true" }, use);
    const name = document.getElementById(`${game.pieces}${piece}`).querySelector("title").textContent;
    return make("div", { class: "card" }, svg, `${name} ${shown}`);
  }

  // How the first counter grew, a line for each player.
  function trend(game, step, room) {
    const wide = Math.max(room, 280);
    const counter = 0;
    const lines = game.players.map(() => []);
    game.steps.forEach(({ changes }, at) => {
      for (const { count } of changes) if (count && count[1] === counter) lines[count[0]].push([at, count[2]]);
    });
    const last = Math.max(game.steps.length - 1, 1);
    const most = Math.max(1, ...lines.flat().map(([, amount]) => amount));
    const across = (at) => (42 + ((wide - 52) * at) / last).toFixed(1);
    const up = (amount) => (100 - (90 * Math.max(amount, 0)) / most).toFixed(1);
    const name = `${game.counters[counter]} by step`;
    const svg = make("svg", { viewBox: `0 0 ${wide} 120`, width: wide, height: 120, role: "img" }, make("title", {}, name));
    svg.append(make("text", { x: 0, y: 14 }, `${most} ${game.counters[counter]}`), make("text", { x: 0, y: 104 }, "0"), make("text", { x: 0, y: 118 }, "round"));
    // The number of each round where it begins.
    game.steps.forEach(({ round }, at) => {
      const begins = round > 0 && (at === 0 || game.steps[at - 1].round !== round);
      if (begins) svg.append(make("text", { x: across(at), y: 118 }, String(round)));
    });
    lines.forEach((points, seat) => {
      const path = points.map(([at, amount], index) => (index ? `H${across(at)}V${up(amount)}` : `M${across(at)} ${up(amount)}`));
      svg.append(make("path", { d: path.join("") + `H${across(last)}`, class: `c${seat % 5}` }));
    });
    svg.append(make("path", { d: `M${across(step)} 5V100`, class: "now" }));
    return svg;
  }

  // A table whose first column is words; the others are numbers.
  function scrolled(label, head, rows) {
    const top = make("tr", {}, ...head.map((name) => make("th", { scope: "col" }, name)));
    const lines = rows.map((row) => make("tr", {}, ...row.map((text, column) => make("td", column ? { class: "n" } : {}, text))));
    const table = make("table", {}, make("thead", {}, top), make("tbody", {}, ...lines));
    return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, table);
  }

  function reasons({ title, rows: [head, ...rows], sentences }) {
    const told = [title, ...sentences].map((text) => make("p", { class: "soft" }, text));
    return [told[0], scrolled("Parts of the value", head, rows), ...told.slice(1)];
  }

  function explained(list) {
    return list.flatMap(({ forced, measure, iterations, chosen, recorded, considered, count, why }) => {
      if (forced) return [make("p", { class: "soft" }, `Nothing to decide: ${chosen} was all that could be done.`)];
      // What a player that does not search has nothing of is left out.
      const has = (column) => considered.some((one) => (column === "value" ? one.value !== null : one[column]));
      const columns = [["value", "value", 3], ["standard error", "standard_error", 3], ["visits", "visits", 0], ["weight", "weight", 2]];
      const kept = columns.filter(([, column]) => has(column));
      // An action that was never tried has no value, and one that was tried once no standard error.
      const cell = (one) => ([, column, digits]) => (one[column] === null ? "" : one[column].toFixed(digits));
      const rows = considered.map((one) => [one.action, ...kept.map(cell(one))]);
      const searched = iterations ? `; ${iterations} iterations` : "";
      const simulated = considered.every(({ value }) => value === null) ? "Nothing was simulated" : `Value: ${measure}${searched}`;
      const verdict = `The explaining agent would ${chosen === recorded ? "do the same" : `choose: ${chosen}`}. ${simulated}; ${considered.length} of ${count} actions.`;
      const table = scrolled("Actions weighed", ["action", ...kept.map(([name]) => name)], rows);
      return [make("p", { class: "soft" }, verdict), ...(considered.length ? [table] : []), ...(why ? reasons(why) : [])];
    });
  }

  class Viewer {
    constructor(game, index) {
      this.game = game;
      this.index = index;
      this.place = document.getElementById(game.id);
      this.last = game.steps.length - 1;
      this.step = 0;
      this.timer = null;
      this.slider = this.find("input[type=range]");
      this.watcher = this.find("select");
      this.find(".controls").hidden = false;
      this.find(".words").hidden = false;
      this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
      this.watcher.addEventListener("change", () => this.show());
      for (const button of this.place.querySelectorAll("[data-do]")) {
        button.addEventListener("click", () => this.act(button.dataset.do));
      }
      this.show();
    }

    find(selector) {
      return this.place.querySelector(selector);
    }

    // The nearest step in a direction at which something differs from now.
    next(direction, of) {
      const { steps } = this.game;
      let at = this.step;
      do at += direction;
      while (at > 0 && at < this.last && of(steps[at]) === of(steps[at - 1]));
      return at;
    }

    act(what) {
      const round = ({ round }) => round;
      const turn = ({ round, seat }) => `${round},${seat}`;
      if (what !== "play") this.pause();
      const to = {
        start: () => 0,
        end: () => this.last,
        back: () => this.step - 1,
        on: () => this.step + 1,
        "turn-back": () => this.next(-1, turn),
        "turn-on": () => this.next(1, turn),
        "round-back": () => this.next(-1, round),
        "round-on": () => this.next(1, round),
        play: () => (this.timer ? this.pause() : this.play()),
      }[what]();
      if (to !== undefined) this.go(to);
    }

    play() {
      if (this.step === this.last) this.go(0);
      this.timer = setInterval(() => (this.step < this.last ? this.go(this.step + 1) : this.pause()), 700);
    }

    pause() {
      clearInterval(this.timer);
      this.timer = null;
    }

    go(step, isLinked = true) {
      this.step = Math.min(Math.max(step, 0), this.last);
      this.show();
      if (isLinked) history.replaceState(null, "", `#game=${this.game.number}&step=${this.step}` + (this.index ? `&place=${this.index}` : ""));
    }

    show() {
      const { game, step } = this;
      const watcher = this.watcher.value;
      const table = tableAt(game, step);
      const shownBoxes = boxes(game, step);
      this.slider.value = step;
      this.find(".at").textContent = `step ${step} of ${this.last}`;
      this.find(".words").textContent = wordsAt(game, step, watcher);
      game.players.forEach((_, seat) => {
        const player = this.find(`[data-seat="${seat}"]`);
        player.classList.toggle("acts", game.steps[step].seat === seat);
        const counts = game.counters.map((name, counter) => [table.counts[seat][counter], name]);
        player.querySelector(".counts").textContent = counts.filter(([count]) => count !== undefined).map((pair) => pair.join(" ")).join(", ");
        player.querySelector("svg.board")?.replaceWith(board(game, step, seat, table.boards[seat], shownBoxes[seat]));
        const cards = [...table.cards[seat].values()].map((one) => card(game, seat, one, watcher));
        player.querySelector(".cards").replaceChildren(...cards);
      });
      this.place.querySelectorAll(".awards tbody tr").forEach((row, award) => {
        row.querySelectorAll("td").forEach((cell, seat) => (cell.textContent = table.awards[seat][award]));
      });
      const shown = game.steps[step];
      const isSecret = shown.secret && isHidden(watcher, shown.seat);
      this.find(".explained").hidden = !shown.explained || isSecret;
      this.find(".explained").replaceChildren(...(shown.explained && !isSecret ? explained(shown.explained) : []));
      this.find(".trend").hidden = !game.counters.length;
      if (game.counters.length) this.find(".trend").replaceChildren(trend(game, step, this.place.clientWidth));
      this.place.querySelectorAll(".told li").forEach((line, at) => line.classList.toggle("now", at === step));
    }
  }

  const viewers = games.map((game, index) => new Viewer(game, index));
  let current = viewers[0];
  viewers.forEach((viewer) => {
    for (const event of ["pointerdown", "focusin"]) viewer.place.addEventListener(event, () => (current = viewer));
  });

  const KEYS = { Home: "start", End: "end", ArrowLeft: "back", ArrowRight: "on", PageUp: "round-back", PageDown: "round-on", " ": "play" };
  document.addEventListener("keydown", (event) => {
    const { key, shiftKey, target } = event;
    const isInGame = current.place.contains(target) || target === document.body;
    const isOwn = target.matches("select, .scroll, summary, a") || (key === " " && target.matches("button")) || target.type === "radio";
    if (!KEYS[key] || !isInGame || isOwn || event.ctrlKey || event.altKey || event.metaKey) return;
    const isPlainPage = target === document.body && (key === "Home" || key === "End" || key === " " || key.startsWith("Page"));
    if (isPlainPage) return;
    event.preventDefault();
    current.act(shiftKey && key === "ArrowLeft" ? "turn-back" : shiftKey && key === "ArrowRight" ? "turn-on" : KEYS[key]);
  });

  function follow() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    const place = Number(wanted.get("place") ?? 0);
    const numbered = viewers.filter(({ game }) => String(game.number) === wanted.get("game"));
    const viewer = numbered.find(({ index }) => index === place) ?? numbered[0];
    const astray = document.querySelector(".astray");
    astray.hidden = Boolean(viewer) || !wanted.has("game");
    const shown = viewers.map(({ game }) => game.number).join(", ");
    astray.textContent = astray.hidden ? "" : `Game ${wanted.get("game")} is not on this page, which has ${shown}.`;
    if (!viewer) return astray.scrollIntoView();
    viewer.go(Number(wanted.get("step") ?? 0), false);
    viewer.place.scrollIntoView();
    current = viewer;
  }
  addEventListener("hashchange", follow);
  follow();
  addEventListener("beforeprint", () => {
    viewers.forEach((viewer) => viewer.go(viewer.last, false));
    document.querySelectorAll("figure details").forEach((details) => (details.open = true));
  });
  document.querySelectorAll(".script").forEach((element) => (element.hidden = false));
  document.documentElement.dataset.viewer = "ready";
})();
