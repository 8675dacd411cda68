// The end of a game: the winners and their points.
import { chip, h } from "./dom.js";
import { folded } from "./table.js";
import { named } from "./words.js";

/** The results with the points by source. */
export function results(game, state, steps) {
  const { awards } = folded(game, steps);
  const ranked = [...state.results].sort((a, b) => a.rank - b.rank);
  const most = Math.max(1, ...ranked.map(({ vp }) => vp));
  const winners = ranked.filter(({ rank }) => rank === 1).map(({ seat }) => game.players[seat]);
  const used = game.awards.map((_, award) => ({ name: named(game, award), award })).filter(({ award }) => awards.some((points) => points[award] !== 0));
  const bar = ({ seat, vp }) => {
    const parts = used.map(({ award }) => {
      const part = h(`span.part.source${award}`, {});
      part.style.width = `${(100 * Math.max(0, awards[seat][award])) / most}%`;
      return part;
    });
    return h("div.stack", { "aria-hidden": "true" }, parts, h("span.total", {}, String(vp)));
  };
  return h("section.results", {},
    h("h2", {}, winners.length === 1 ? `${winners[0]} wins` : `${winners.join(" and ")} share the win`),
    h("ol.ranks", {}, ranked.map((result) => h("li", {}, h("span.who", {}, chip(result.seat), `${result.rank}. ${game.players[result.seat]}`), bar(result)))),
    h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Points by source" },
      h("table", {}, h("caption", {}, `${game.counters[0]} by source`),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Source"), ranked.map(({ seat }) => h("th", { scope: "col" }, game.players[seat])))),
        h("tbody", {}, used.map(({ name, award }) => h("tr", {}, h("th", { scope: "row" }, h(`span.swatch.source${award}`, { "aria-hidden": "true" }), name), ranked.map(({ seat }) => h("td", {}, String(awards[seat][award])))))),
        h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Total"), ranked.map(({ vp }) => h("td", {}, String(vp))))))));
}
