#!/usr/bin/env node
// A player for both games in a few lines, as tidy.py: asks fair prices, buys what is cheap, and lays tiles where they touch most others.
// It speaks the protocol of docs/protocol.md.
const lines = require("node:readline").createInterface({ input: process.stdin });

// Numbers below a bound, from the decision's own seed (a linear congruential generator is enough here).
function chanceFrom(seed) {
  let state = BigInt("0x" + seed);
  return (bound) => {
    state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
    return Number((state >> 33n) % BigInt(bound));
  };
}

function price(view, legal, chance) {
  const kept = [...legal.tiles];
  const [discard] = kept.splice(chance(3), 1);
  const first = Math.max(1, Math.min(3 + chance(3), Math.floor(legal.gold / 2)));
  const second = Math.max(1, Math.min(3 + chance(3), legal.gold - first));
  return { e: "price", discard, prices: [[kept[0], first], [kept[1], second]] };
}

function buy(view, legal) {
  const { gold } = view.players[view.seat];
  const cost = Object.fromEntries(view.players.flatMap((player) => player.display));
  const offers = legal.actions.filter((action) => action.e === "buy").sort((a, b) => cost[a.tile] - cost[b.tile]);
  return offers.length > 0 && cost[offers[0].tile] <= (2 * gold) / 3 ? offers[0] : { e: "pass" };
}

function place(view, legal, chance) {
  const own = view.players[view.seat];
  const laid = new Set((own.territory ?? own.tiles).map(([, x, y]) => `${x},${y}`).concat("0,0"));
  const worth = ({ x, y }) => {
    if (x === undefined) return -1000;
    const around = [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]];
    return 100 * around.filter((at) => laid.has(at.join())).length - Math.abs(x) - Math.abs(y);
  };
  const best = Math.max(...legal.actions.map(worth));
  const all = legal.actions.filter((action) => worth(action) === best);
  return all[chance(all.length)];
}

const decisions = { price, buy, build: place, place };
const say = (message) => process.stdout.write(JSON.stringify(message) + "\n");

lines.on("line", (line) => {
  const message = JSON.parse(line);
  if (message.m === "hello") say({ m: "ready", protocol: 1, name: "tidy", deterministic: true });
  if (message.m === "quit") process.exit(0);
  if (message.m !== "choose") return;
  const { id, decision, view, legal, seed } = message;
  const any = (_view, { actions }, chance) => actions[chance(actions.length)];
  say({ id, action: (decisions[decision] ?? any)(view, legal, chanceFrom(seed)) });
});
