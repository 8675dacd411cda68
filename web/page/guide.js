// A guide to each game for beginners.
import { dialog, h } from "./dom.js";

const GUIDES = {
  skye: {
    aim: "Build a territory beside your castle. Whoever has the most victory points (VP) after the last round wins.",
    round: [
      ["Income", "You get gold for your castle, and 1 for each whisky barrel on a tile that roads join to it. In later rounds, you get gold for each player with more VP than you."],
      ["Offers", "Everybody draws three tiles, which all can see. In secret, you discard one and set a price for each of the others, and lay as much of your own gold beside it. Then all prices are shown."],
      ["Purchases", "In turn, everybody may buy one tile from another player. Whoever sells a tile gets its price, and takes back the gold beside it. If nobody buys your tile, you keep it, and the gold beside it is spent."],
      ["Building", "You lay the tiles that you kept and bought. Each must touch another one, and terrains must match at every edge; roads may end."],
      ["Scoring", "Some of the scoring tiles A to D pay VP, each in several rounds. The scoring table says in which, and what they would pay now."],
    ],
    end: "At the end, scrolls pay for what they show: 1 VP for each cattle, farm, broch or lighthouse in your territory, or for every two sheep, ships or barrels; twice if the area of the scroll is completed. Gold pays, too. If two players have equally many VP, the one with more gold left is ahead.",
    words: [
      ["Area", "land or water of one terrain, over all tiles on which it goes on. A white line on a tile parts two areas, also of the same terrain."],
      ["Completed", "An area is completed when no side of it is open: at each of its edges lies another tile."],
      ["Most", "If several have the most of something, all get the points for the most, and nobody those for the second most. Who has none gets none."],
      ["Around", "all eight places around a tile."],
    ],
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
  const { aim, round, end, words = [] } = GUIDES[game];
  const list = (entries, mark) => entries.map(([name, text]) => h("li", {}, h("b", {}, `${name}${mark} `), text));
  return dialog("How to play", [h("p", {}, aim), h("p", {}, "Each round:"), h("ol.guide", {}, list(round, ".")), h("p", {}, end), words.length > 0 && h("ul.guide", {}, list(words, ":")), h("p.soft", {}, "At the table, tips say what to do, Symbols explains the pictures, and Hint shows what the strongest agent would do.")].filter(Boolean));
}
