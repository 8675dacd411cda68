// How each game is played, for somebody who has never seen it.
import { dialog, h } from "./dom.js";

const GUIDES = {
  skye: {
    aim: "Build a territory beside your castle. Whoever has the most victory points (VP) after the last round wins.",
    round: [
      ["Income", "You get gold for your castle, and for each whisky barrel that a road joins to it. In later rounds, players who are behind get some more."],
      ["Offers", "Everybody draws tiles and decides in secret: one is discarded, two get a price. You lay the price from your own gold."],
      ["Purchases", "In turn, everybody may buy one tile from another player. The seller gets the price, and takes back the gold that lay beside the tile. A tile that nobody buys stays yours; the gold that lay beside it is spent."],
      ["Building", "You lay your tiles. Each must touch another one, and terrains must match at every edge."],
      ["Scoring", "Some of the scoring tiles A to D pay VP. The table beside the territories says which, when, and what they would pay now."],
    ],
    end: "At the end, scrolls and gold pay too.",
  },
  tipperary: {
    aim: "Build a county around your hometown, as large and as free of gaps as you can. Whoever has the most victory points (VP) after the last round wins.",
    round: [
      ["Wheel", "The wheel is spun: it points each player to one of five areas with two tiles each."],
      ["Tile", "Lay one of your two tiles beside what you have. It may be turned, and turned over; gaps are allowed."],
      ["Landscape", "Some spaces do something at once: they bring a wooden sheep, or move your barrel on the whiskey track. Three ruins in a line bring a tower, bogs side by side a bonus tile."],
      ["Sheep", "Pastures side by side are a flock. Whoever has the largest one holds a marker, which pays at the end."],
    ],
    end: "At the end, towers fill gaps. The table beside the counties says what your largest rectangle and the rest would pay now.",
  },
};

/** Explains how a game is played. */
export function showGuide(game) {
  const { aim, round, end } = GUIDES[game];
  const steps = round.map(([name, text]) => h("li", {}, h("b", {}, `${name}. `), text));
  return dialog("How to play", [h("p", {}, aim), h("p", {}, "Each round:"), h("ol.guide", {}, steps), h("p", {}, end), h("p.soft", {}, "At the table, tips say what to do, Symbols explains the pictures, and Hint shows what an agent would do.")]);
}
