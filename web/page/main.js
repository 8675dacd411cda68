// The page: screens, the address, and dropped files.
import { h } from "./dom.js";
import { chance, Engine, Refusal, unpacked } from "./engine.js";
import { Play } from "./play.js";
import { fresh, ofLink, startScreen } from "./start.js";

const screen = document.getElementById("screen");

/** Replaces the screen. */
function show(element) {
  screen.replaceChildren(element);
  scrollTo(0, 0);
}

/** The game that `sim page` put into the page, with its files; `null` if there is none. */
function given() {
  return JSON.parse(document.getElementById("given")?.textContent || "null");
}

async function main() {
  const engine = await Engine.start();
  const built = given();
  let setup = fresh();
  let note = "";
  let table = null;
  if (built) {
    await engine.give(built.files);
    setup = ofLink(built.link);
    note = "This page contains a prepared game: its rules, players and components are set.";
  }

  /** Ends the game on the table, which would otherwise play on in the next one. */
  const clear = async () => {
    window.onbeforeunload = null;
    document.querySelector("dialog")?.close();
    await table?.stop();
    table = null;
  };
  const start = async () => {
    await clear();
    const open = async (text) => {
      const line = text.replace(/^\ufeff/, "").trim().split("\n")[0];
      await sit(await engine.call({ do: "open", line }), null);
    };
    show(await startScreen(engine, setup, { begin, open, note }));
  };
  const begin = async (line) => sit(await engine.call({ do: "begin", link: line, chance: chance() }), line);
  const sit = async (game, line) => {
    const leave = async (what) => (what === "again" && line ? begin(line) : start());
    const play = new Play(engine, game, leave);
    table = play;
    show(play.element);
    window.onbeforeunload = () => (game.record ? undefined : true);
    // Not awaited: it plays until the table is left.
    play.run().catch((error) => {
      if (!play.left) failed(error, start);
    });
  };
  const fromAddress = async () => {
    const fragment = location.hash.slice(1);
    if (!fragment) return;
    try {
      const { link } = await engine.call({ do: "link", link: await unpacked(fragment), form: null });
      setup = ofLink(link);
      note = "Players and rules come from the link. Check them below, then play.";
    } catch (error) {
      note = `The link cannot be used: ${error.message}.`;
    }
  };

  // Another link in the same tab.
  addEventListener("hashchange", async () => {
    await clear();
    await fromAddress();
    await start();
  });
  addEventListener("dragover", (event) => event.preventDefault());
  addEventListener("drop", async (event) => {
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    try {
      await clear();
      const line = (await file.text()).trim().split("\n")[0];
      await sit(await engine.call({ do: "open", line }), null);
    } catch (error) {
      failed(error, start);
    }
  });
  await fromAddress();
  await start();
}

/** Shows an error, with a way back. */
function failed(error, back) {
  const text = error instanceof Refusal ? error.message : `Something went wrong: ${error.message}`;
  show(h("section.start", {}, h("h1", {}, "That did not work"), h("p.fault", { role: "alert" }, text), h("p.buttons", {}, h("button.main", { onclick: back }, "Back"))));
  if (!(error instanceof Refusal)) console.error(error);
}

main().catch((error) => failed(error, () => location.reload()));
