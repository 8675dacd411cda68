// Links that a page refuses, each with what is wrong.
import { fragment, packed } from "./program.js";

const game = (changed) => packed(JSON.stringify({ page: 1, game: "skye", players: ["human", "greedy"], ...changed }));
const whole = game({});
// Its last letter has bits that belong to no byte.
const open = game({ players: ["Ada=human", "greedy"] });
const after = (letter) => String.fromCharCode(letter.charCodeAt(0) + 1);

export const BROKEN = [
  ["one letter", "x"],
  ["no letters of links", "%%%"],
  ["cut", whole.slice(0, 20)],
  ["its last letter is missing", whole.slice(0, -1)],
  ["a letter before", `A${whole}`],
  ["a letter after", `${whole}A`],
  ["four letters after", `${whole}AAAA`],
  ["another last letter", open.slice(0, -1) + after(open.at(-1))],
  ["not packed", Buffer.from('{"page":1}').toString("base64url")],
  ["no text", packed(Buffer.from([0xff, 0xfe, 0x80]))],
  ["empty", packed("")],
  ["no JSON", packed("page 1")],
  ["no object", packed("[]")],
  ["nothing in it", packed("{}")],
  ["text after the object", packed('{"page":1,"game":"skye","players":["human","greedy"]} {}')],
  ["a key twice", packed('{"page":1,"page":1,"game":"skye","players":["human","greedy"]}')],
  ["another version", game({ page: 9 })],
  ["no version", game({ page: undefined })],
  ["an unknown game", game({ game: "chess" })],
  ["an unknown key", game({ moduls: [] })],
  ["an unknown module", game({ modules: ["dragons"] })],
  ["one player", game({ players: ["human"] })],
  ["six players", game({ players: Array(6).fill("human") })],
  ["an unknown agent", game({ players: ["human", "wizard"] })],
  ["an agent with a clock", game({ players: ["human", "mcts:time-ms=5"] })],
  ["an agent with a file", game({ players: ["human", "mcts:value=mine.toml"] })],
  ["a rule out of range", game({ rules: { "castle-income": -1 } })],
  ["an unknown rule", game({ rules: { castles: 2 } })],
  ["an unknown scoring tile", game({ scoring: { A: "sheep", B: "squares", C: "columns", D: "boats" } })],
  ["a seed that is none", game({ seed: "1" })],
  ["a file that the page does not have", game({ tiles: { name: "mine.csv", sha256: "00" } })],
  ["rules of the other game", game({ game: "tipperary", scoring: {} })],
];

/** A game whose agent thinks for long, and another of one round. */
export const THINKING = fragment({ players: ["human", "mcts:variant=pimc,iterations=1000000"] });
export const ANOTHER = fragment({ players: ["Ada=human", "greedy", "random"], rules: { "castle-income": 5, "gold-per-vp": 5, rounds: [{ scores: "A", "catch-up": 0 }] } });
