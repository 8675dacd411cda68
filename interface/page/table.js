// The table after some steps: boards, counters, points and cards.

/** A step with the fields that its JSON leaves out. */
export function wholeStep(step) {
  return { s: null, c: [], ...step };
}

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
      else if (kind === "C") table.cards[seat][rest[0]] = { piece: rest[1], text: rest[2], isSecret: rest[3] === 1 };
      else if (kind === "R") table.cards.flat().forEach((card) => (card.isSecret = false));
      else if (kind === "0") table.cards.forEach((cards) => (cards.length = 0));
    }
  }
  return table;
}

/** The places on a player's board where these steps laid pieces, as `x,y`. */
export function laidBy(steps, seat) {
  return new Set(steps.flatMap((step) => step.c.filter(([kind, of]) => kind === "L" && of === seat).map(([, , x, y]) => `${x},${y}`)));
}
