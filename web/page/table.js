// The table after some steps: boards, counters, points and cards.

/** The table before the first step. */
function empty(game) {
  const seats = game.players.map(() => null);
  return {
    boards: seats.map(() => new Map()),
    counts: seats.map(() => game.counters.map(() => null)),
    awards: seats.map(() => game.awards.map(() => 0)),
    cards: seats.map(() => []),
    round: 0,
  };
}

/** The table after this many of these steps. */
export function folded(game, steps, count = steps.length) {
  const table = empty(game);
  for (const step of steps.slice(0, count)) {
    table.round = step.r;
    for (const [kind, seat, ...rest] of step.c) {
      if (kind === "L") table.boards[seat].set(`${rest[0]},${rest[1]}`, { x: rest[0], y: rest[1], piece: rest[2], turns: rest[3] });
      else if (kind === "N") table.counts[seat][rest[0]] = rest[1];
      else if (kind === "A") table.awards[seat][rest[0]] += rest[1];
      else if (kind === "C") table.cards[seat][rest[0]] = { piece: rest[1], text: rest[2] };
      else if (kind === "0") table.cards.forEach((cards) => (cards.length = 0));
    }
  }
  return table;
}

/** The places on boards where these steps laid pieces, as `seat:x,y`. */
export function laidBy(steps) {
  return new Set(steps.flatMap((step) => step.c.filter(([kind]) => kind === "L").map(([, seat, x, y]) => `${seat}:${x},${y}`)));
}

/** The name of an award. */
export function named(game, award) {
  return plain(game, game.awards[award][0]).replaceAll("-", " ");
}

const SOURCES = { castle: "for the castle", whisky: "for whisky", "catch-up": "for being behind" };

/** A step in words, with its player. */
export function words(game, step) {
  // There, income is an amount of gold.
  const text = plain(game, step.w).replace(/^\d+ (castle|whisky|catch-up)[^,]*/, (sum) => `gets ${sum.replaceAll(/castle|whisky|catch-up/g, (source) => SOURCES[source])}`);
  return step.s === null ? text : `${game.players[step.s]} ${text}`;
}

/** A text without parts for terminals: the numbers of seats before names, and places on boards. */
export function plain(game, text) {
  // Boards have no coordinates, and show a tile's orientation.
  text = text.replace(/ at \(-?\d+, ?-?\d+\)(,? turned (by )?\d+°)?/g, "");
  const named = game.players.reduce((plain, name, seat) => plain.replaceAll(`${seat} ${name}`, name), text);
  return named.replace(/\b(sold to|from seat) (\d)\b/g, (_, words, seat) => `${words.replace(" seat", "")} ${game.players[seat]}`);
}
