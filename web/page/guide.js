// A guide to each game for beginners.
import { dialog } from "./browser.js";
import { h } from "./dom.js";

const GUIDES = {
  skye: {
    aim: "Build a territory around your castle. The player with the most victory points (VP) after the last round wins.",
    round: [
      ["Income", "You get gold for your castle, and 1 for each whisky barrel on a tile connected to it by road. In later rounds, you also get gold for each player with more VP than you."],
      ["Offers", "Everyone draws three tiles, face up. In secret, you discard one and price the other two by placing that much of your own gold beside each. Then all prices are revealed."],
      ["Purchases", "In turn order, each player may buy one tile from another player. The seller gets the price and takes back the gold beside the tile. If nobody buys your tile, you keep it, and the gold beside it is spent."],
      ["Building", "You lay the tiles that you kept and bought. Each must be next to a tile already laid. Terrains must match at every edge; roads need not."],
      ["Scoring", "Each round, some of the scoring tiles A to D are scored. The scoring table shows the rounds in which each one scores, and how many VP it is worth now."],
    ],
    end: "At the end, each scroll scores what it shows: 1 VP for each cattle, farm, broch or lighthouse in your territory, or 1 VP for every two sheep, ships or barrels; double if the area with the scroll is completed. Gold scores, too. If players are tied on VP, the one with more gold left is ahead.",
    words: [
      ["Area", "connected land or water of one terrain, across tiles. A white line on a tile separates two areas, even of the same terrain."],
      ["Completed", "An area is completed when it has no open edge: there is another tile beyond each of its edges."],
      ["Most", "If players tie for the most of something, each of them gets the points for the most, and nobody those for the second most. Players who have none get no points."],
      ["Around", "the eight spaces surrounding a tile."],
    ],
  },
  tipperary: {
    aim: "Build a county around your hometown, as large and with as few gaps as you can. The player with the most victory points (VP) after the last round wins.",
    round: [
      ["Wheel", "The wheel is spun and assigns each player one of five areas with two tiles each."],
      ["Tile", "Lay one of your two tiles next to your county. You may rotate it and flip it over; gaps are allowed."],
      ["Landscape", "Some spaces take effect at once: they give you a wooden sheep, or move your barrel along the whiskey track. Three ruins in a line earn a tower, adjacent bogs a bonus tile."],
      ["Sheep", "Adjacent pastures form a flock. The player with the largest flock holds a marker, which scores at the end."],
    ],
    end: "At the end, towers fill gaps. The table beside the counties shows what your largest rectangle and everything else is worth now.",
  },
};

/** Explains how a game is played. */
export function showGuide(game) {
  const { aim, round, end, words = [] } = GUIDES[game];
  const list = (entries, mark) => entries.map(([name, text]) => h("li", {}, h("b", {}, `${name}${mark} `), text));
  return dialog("How to play", [h("p", {}, aim), h("p", {}, "Each round:"), h("ol.guide", {}, list(round, ".")), h("p", {}, end), words.length > 0 && h("ul.guide", {}, list(words, ":")), h("p.soft", {}, "During the game, tips say what to do, Symbols explains the pictures, and Hint shows what the strongest agent would do.")].filter(Boolean));
}
