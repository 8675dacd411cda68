// Steps and awards in words.

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
