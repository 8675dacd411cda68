// The program outside a browser: agents play as they do natively, and about as fast.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";

const { SIM, PAGE } = process.env;
const folder = mkdtempSync(join(tmpdir(), "agents-"));
const bytes = readFileSync(join(dirname(PAGE), "site", "program.wasm"));

test("the program in the page is the one beside it, packed", () => {
  const unpack = readFileSync(join(dirname(PAGE), "site", "worker.js"), "utf8");
  const { bytesOf, unpacked } = new Function(`${unpack}; return { bytesOf, unpacked };`)();
  const packed = readFileSync(PAGE, "utf8").split('id="program">')[1].split("<")[0];
  assert.ok(Buffer.from(unpacked(bytesOf(packed))).equals(bytes));
});

/** A fresh instance of the program. */
async function program() {
  const { exports } = (await WebAssembly.instantiate(bytes)).instance;
  return (asked) => {
    const text = new TextEncoder().encode(JSON.stringify(asked));
    const at = exports.allocate(text.length);
    new Uint8Array(exports.memory.buffer).set(text, at);
    const answer = exports.call(at, text.length);
    exports.free(at, text.length);
    const length = new DataView(exports.memory.buffer).getUint32(answer, true);
    const said = JSON.parse(new TextDecoder().decode(new Uint8Array(exports.memory.buffer, answer + 4, length)));
    exports.free(answer, 4 + length);
    call.size = exports.memory.buffer.byteLength;
    if (said.error !== undefined) throw new Error(said.error);
    return said.ok;
  };
}

const call = { size: 0 };

/** Plays the game of a record again; returns the record. */
function play(ask, { game, modules, players, seed, scoring, hometowns }) {
  const [draws, thinking, first] = seed.split("-");
  ask({ do: "begin", link: JSON.stringify({ page: 1, game, modules, players, seed: `${draws}-${thinking}-${first}`, scoring, hometowns }), chance: "0" });
  for (;;) {
    try {
      ask({ do: "next", explain: false });
    } catch (error) {
      assert.equal(error.message, "the game is over");
      return JSON.parse(ask({ do: "record" }));
    }
  }
}

for (const [agents, games, ...words] of [
  [["greedy", "mcts:iterations=30"], 30],
  [["rule-of-thumb", "greedy", "random", "greedy"], 30],
  [["greedy", "mcts:iterations=20", "greedy"], 10, "--modules", "druids,tunnels,bonus,borderlands"],
  [["greedy", "mcts:iterations=20", "area-first"], 30, "--game", "tipperary"],
]) {
  test(`${games} games of ${agents.join(", ")} ${words.join(" ")} are the native ones`, { timeout: 300000 }, async () => {
    const file = join(folder, `${agents.join("+").replaceAll(/[:=]/g, "-")}.jsonl`);
    const { status, stderr } = spawnSync(SIM, ["play", ...agents, "--games", games, "--seed", "5", "--record", file, "--quiet", ...words], { encoding: "utf8" });
    assert.equal(status, 0, stderr);
    const ask = await program();
    let early = 0;
    for (const [number, line] of readFileSync(file, "utf8").trim().split("\n").entries()) {
      const native = JSON.parse(line);
      assert.deepEqual(play(ask, { ...native, players: native.specs ?? agents }).events, native.events, `game ${number}`);
      if (number === 2) early = call.size;
    }
    assert.ok(call.size <= 1.5 * early + 4e6, `memory grows from ${early} to ${call.size} bytes`);
  });
}
