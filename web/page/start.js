// The screen before a game: choice of game, players and rules.
import { dialog, memory } from "./browser.js";
import { chip, drawing, h } from "./dom.js";
import { packed } from "./engine.js";
import { showGuide } from "./guide.js";

const TITLES = { skye: "Isle of Skye", tipperary: "Tipperary" };

const ABOUT = {
  skye: "Draw tiles, set prices, buy from each other, and build the island’s best territory.",
  tipperary: "Spin the wheel, choose a tile, and round off your county.",
};

const MODULES = { druids: "Druids", tunnels: "Tunnels", bonus: "More scoring tiles", borderlands: "Borderlands" };

const AGENTS = {
  random: "plays at random",
  "rule-of-thumb": "a beginner, follows simple rules",
  "area-first": "a beginner, follows simple rules",
  greedy: "good, decides instantly",
  mcts: "the strongest, thinks ahead",
};

const PERSON = "human";

/** Two small landscapes of our own, one for each game. */
const PICTURES = {
  skye: `<rect width="160" height="90" class="a-sky"/><path class="a-hill" d="M0 62Q30 20 62 52T118 40T160 56V90H0z"/><path class="a-sea" d="M0 72q20-8 40 0t40 0 40 0 40 0V90H0z"/><path class="a-stone" d="M96 50V26h5v5h5v-5h6v5h5v-5h5v24z"/><path class="a-roof" d="M20 62v-9l7-6 7 6v9z"/>`,
  tipperary: `<rect width="160" height="90" class="a-sky"/><path class="a-field" d="M0 50Q40 34 80 50T160 44V90H0z"/><path class="a-hill" d="M0 66Q50 50 96 68T160 62V90H0z"/><g class="a-wool"><ellipse cx="44" cy="72" rx="9" ry="6"/><ellipse cx="66" cy="78" rx="9" ry="6"/></g><path class="a-stone" d="M112 60V34h-3v-8h5v4h5v-4h6v4h5v-4h5v8h-3v26z"/>`,
};

/** A set-up before any choices. */
export function fresh(game = "skye") {
  return { game, modules: [], players: [{ name: memory.get("name") ?? "Ada", spec: PERSON }, { name: "Brigid", spec: "mcts" }], keys: {}, form: {} };
}

/** The set-up of a link that the program has read. */
export function ofLink(link) {
  const { page, game, modules = [], players, ...keys } = link;
  const seats = players.map((player) => {
    const [name, spec] = /^[^:=]+=/.test(player) ? [player.slice(0, player.indexOf("=")), player.slice(player.indexOf("=") + 1)] : [player, player];
    return { name, spec };
  });
  return { game, modules, players: seats, keys, form: formOf(keys.rules ?? {}) };
}

/** Converts rules from records to a form, where a round track is two lists. */
function formOf(rules) {
  const form = { ...rules };
  if (Array.isArray(rules.rounds)) {
    form.rounds = rules.rounds.map((round) => round.scores);
    form["catch-up"] = rules.rounds.map((round) => round["catch-up"]);
  }
  return form;
}

/** The link of a set-up, not yet in canonical form. */
function linkOf({ game, modules, players, keys }) {
  const { rules, ...rest } = keys;
  return JSON.stringify({ page: 1, game, modules, players: players.map(({ name, spec }) => (name === spec ? spec : `${name}=${spec}`)), ...rest });
}

/** The canonical link of a set-up, with the rules of its form. */
export async function canonical(engine, setup) {
  const link = linkOf(setup);
  const form = Object.keys(setup.form).length ? setup.form : null;
  return (await engine.call({ do: "link", link, form })).line;
}

/** The screen. `begin` is called with the canonical link, `open` with the text of a file. */
export async function startScreen(engine, setup, { begin, open, note }) {
  const screen = h("div.start");
  const fault = h("p.fault", { role: "alert", hidden: true });
  const refuse = (error) => {
    fault.textContent = error.message;
    fault.hidden = false;
    fault.scrollIntoView({ block: "nearest" });
  };
  const tried = (action) => async (event) => {
    event?.preventDefault?.();
    fault.hidden = true;
    try {
      await action(event);
    } catch (error) {
      refuse(error);
    }
  };
  const again = async (focus) => {
    await draw();
    screen.querySelector(`[data-at="${focus}"]`)?.focus();
  };
  const draw = async () => {
    const lists = await engine.call({ do: "lists", game: setup.game, players: setup.players.length, modules: setup.modules, own: Boolean(setup.keys.scoring_tiles) });
    const file = h("input.unseen", { type: "file", id: "file", accept: ".json,.jsonl", onchange: tried(async () => open(await file.files[0].text())) });
    screen.replaceChildren(
      h("section.hero", {}, h("h1", {}, "At the table"), h("p", {}, "Play Isle of Skye or Tipperary against the laboratory’s agents, or against each other on one screen. Nothing leaves this page.")),
      note && h("p.note", {}, note),
      h("form", { onsubmit: tried(async () => begin(await canonical(engine, setup))) },
        games(setup, again),
        seats(setup, lists, again),
        modules(setup, lists, again),
        dealt(setup, lists),
        rules(setup, lists),
        fault,
        h("p.buttons.go", {}, h("button.main.large", { type: "submit" }, setup.players.some(({ spec }) => spec === PERSON) ? "Play" : "Watch"),
          h("button", { type: "button", onclick: tried(async () => copyLink(await canonical(engine, setup))) }, "Link to this game"),
          file, h("label.button", { for: "file" }, "Open a saved game or record")),
      ),
    );
  };
  await draw();
  return screen;
}

function games(setup, again) {
  const choose = (game) => {
    Object.assign(setup, { game, modules: [], keys: {}, form: {} });
    setup.players.forEach((player) => (player.spec === "rule-of-thumb" || player.spec === "area-first") && (player.spec = "greedy"));
    again(game);
  };
  return h("fieldset.games", {}, h("legend", {}, "Game"), Object.keys(TITLES).map((game) =>
    h("label.game", {}, h("input.unseen", { type: "radio", name: "game", value: game, checked: setup.game === game, "data-at": game, onchange: () => choose(game) }),
      drawing("0 0 160 90", PICTURES[game]), h("strong", {}, TITLES[game]), h("span", {}, ABOUT[game]))),
    h("button.quiet", { type: "button", onclick: () => showGuide(setup.game) }, `How to play ${TITLES[setup.game]}`));
}

function seats(setup, lists, again) {
  const budget = (spec) => lists.agents.find(({ name }) => name === spec.split(":")[0])?.budget;
  const row = (player, seat) => {
    const [kind] = player.spec.split(":");
    const limits = budget(player.spec);
    const now = /iterations=(\d+)/.exec(player.spec)?.[1] ?? limits?.[0];
    const spec = (kind, iterations) => (iterations === undefined || iterations === budget(kind)?.[0] ? kind : `${kind}:iterations=${iterations}`);
    return h("li.seat", {}, chip(seat),
      h("input", { type: "text", value: player.name, maxlength: "24", required: true, "aria-label": `Name of player ${seat + 1}`, oninput: ({ target }) => { player.name = target.value; if (player.spec === PERSON && seat === 0) memory.set("name", target.value); } }),
      h("select", { "aria-label": `Player ${seat + 1} is`, "data-at": `kind${seat}`, onchange: ({ target }) => { player.spec = target.value; again(`kind${seat}`); } },
        h("option", { value: PERSON, selected: kind === PERSON }, "a person"),
        lists.agents.map(({ name }) => h("option", { value: name, selected: kind === name }, `${name}: ${AGENTS[name] ?? ""}`))),
      limits ? h("label.budget", {}, "with ", h("input", { type: "number", min: limits[1], max: limits[2], value: now, onchange: ({ target }) => (player.spec = spec(kind, target.value)) }), " iterations") : h("span"),
      h("button.quiet", { type: "button", "aria-label": `Remove player ${seat + 1}`, disabled: setup.players.length === 2, onclick: () => { setup.players.splice(seat, 1); again("add"); } }, "×"));
  };
  const names = ["Brigid", "Callum", "Dara", "Effie", "Fergus", "Grace"];
  const add = () => {
    const name = names.find((name) => setup.players.every((player) => player.name !== name));
    setup.players.push({ name, spec: "greedy" });
    again(`kind${setup.players.length - 1}`);
  };
  return h("fieldset", {}, h("legend", {}, "Players"), h("ol.seats-form", {}, setup.players.map(row)),
    setup.players.length < 5 && h("button", { type: "button", "data-at": "add", onclick: add }, "Add a player"));
}

function modules(setup, lists, again) {
  if (!lists.modules.length) return null;
  const toggle = (module) => {
    setup.modules = lists.modules.filter((other) => (other === module) !== setup.modules.includes(other));
    for (const slot of Object.keys(setup.keys.scoring ?? {})) if (!lists.choices.some(([name]) => name === setup.keys.scoring[slot])) delete setup.keys.scoring;
    again(module);
  };
  return h("fieldset", {}, h("legend", {}, "Modules"), h("div.checks", {}, lists.modules.map((module) =>
    h("label", {}, h("input", { type: "checkbox", checked: setup.modules.includes(module), "data-at": module, onchange: () => toggle(module) }), MODULES[module] ?? module))),
    setup.modules.some((module) => module !== "bonus") && h("p.soft", {}, "The tiles of these modules are reconstructions: the printed ones are not known."));
}

/** The scoring tiles: drawn, unless they are chosen. */
function dealt(setup, lists) {
  if (!lists.choices.length) return null;
  const slots = ["A", "B", "C", "D"];
  const choose = (slot, name) => {
    const scoring = { ...setup.keys.scoring };
    if (name) scoring[slot] = name;
    else delete scoring[slot];
    const left = lists.choices.map(([name]) => name).filter((name) => !Object.values(scoring).includes(name));
    if (!name) delete setup.keys.scoring;
    else {
      for (const other of slots) scoring[other] ??= left.splice(Math.floor(Math.random() * left.length), 1)[0];
      setup.keys.scoring = Object.fromEntries(slots.map((slot) => [slot, scoring[slot]]));
    }
    slots.forEach((slot, index) => (selects[index].value = setup.keys.scoring?.[slot] ?? ""));
  };
  const selects = slots.map((slot) => h("select", { "aria-label": `Scoring tile ${slot}`, onchange: ({ target }) => choose(slot, target.value) },
    h("option", { value: "" }, "drawn at random"), lists.choices.map(([name, text]) => h("option", { value: name, selected: setup.keys.scoring?.[slot] === name }, `${name}: ${text}`))));
  return h("details", { open: Boolean(setup.keys.scoring) }, h("summary", {}, "Scoring tiles"), h("div.fields", {}, slots.map((slot, index) => h("label", {}, h("span", {}, slot), selects[index]))));
}

/** The switches of the rules, from the program's own list. */
function rules(setup, lists) {
  const text = (value) => (Array.isArray(value) ? value.join(", ") : String(value));
  const field = ({ key, meaning, printed, range, settings }) => {
    const set = (value) => {
      if (JSON.stringify(value) === JSON.stringify(printed)) delete setup.form[key];
      else setup.form[key] = value;
      row.classList.toggle("changed", key in setup.form);
    };
    const now = setup.form[key] ?? printed;
    const list = (value) => value.split(",").map((part) => part.trim()).filter((part) => part !== "" || typeof printed[0] === "string").map((part) => (typeof printed[0] === "number" ? Number(part) : part));
    const input = settings
      ? h("select", { onchange: ({ target }) => set(settings[target.selectedIndex]) }, settings.map((setting) => h("option", { selected: setting === now }, text(setting))))
      : range
        ? h("input", { type: "number", min: range[0], max: range[1], placeholder: printed > range[1] ? "no limit" : text(printed), value: now > range[1] ? "" : text(now), onchange: ({ target }) => set(target.value === "" ? printed : Number(target.value)) })
        : h("input", { type: "text", value: text(now), onchange: ({ target }) => set(list(target.value)) });
    const row = h(key in setup.form ? "label.changed" : "label", {}, h("span", {}, meaning.replaceAll("`", ""), " ", h("small", {}, key)), input);
    return row;
  };
  return h("details", { open: Object.keys(setup.form).length > 0 }, h("summary", {}, "Rules"), h("p.soft", {}, "The printed rules apply unless you change them; changes are marked."), h("div.fields", {}, lists.rules.map(field)));
}

/** The address of this page with a game. */
export async function address(line) {
  return `${location.href.split("#")[0]}#${await packed(line)}`;
}

/** Shows the link to a game, for copying. */
export async function copyLink(line) {
  const link = await address(line);
  const field = h("textarea", { readonly: true, rows: "4", "aria-label": "Link" });
  field.value = link;
  await navigator.clipboard?.writeText(link).catch(() => {});
  await dialog("Link to this game", [h("p", {}, "It opens the same game, with the same players and rules. It is on the clipboard if the browser allows that."), field]);
}
