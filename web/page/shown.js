// Views besides the table: an agent's evaluation, the symbols, and the changes of the game.
import { dialog } from "./browser.js";
import { drawing, h } from "./dom.js";
import { plain } from "./words.js";

/**
 * An agent's evaluation of actions.
 *
 * Those with a place on a board are buttons: `shown` is called with the one under the pointer or focus, and with `null` after it; `laid` with the one clicked.
 */
export function thinking(game, { words: text, weighed, measure, iterations }, who, shown, laid) {
  const percent = (share) => `${Math.round(100 * share)} %`;
  const sales = (chances = []) => chances.map(([tile, chance]) => `${tile} sells with a probability of ${percent(chance)}`).join(", ");
  // A click moves the rows, so that another one comes under a pointer that rests.
  let resting = "";
  const at = ({ screenX, screenY }) => `${screenX},${screenY}`;
  const placed = (of) => h("button.quiet.shows", {
    type: "button",
    "aria-label": of.action,
    onmouseenter: (event) => at(event) !== resting && shown(of),
    onmouseleave: () => shown(null),
    onfocus: () => shown(of),
    onblur: () => shown(null),
    onclick: (event) => {
      resting = at(event);
      laid(of);
    },
  }, plain(game, of.action));
  const row = (of) => h("tr", {}, h("th", { scope: "row" }, of.board ? placed(of) : plain(game, of.action), of.sale_chances?.length ? h("small", {}, sales(of.sale_chances)) : ""), h("td", {}, of.value === null ? "" : of.value.toFixed(2)), h("td", {}, of.visits ? String(of.visits) : ""));
  return h("div.thought", {}, h("p", {}, `${who} `, h("b", {}, plain(game, text))),
    weighed.length > 0 && h("table", {}, h("caption", {}, `Value: ${measure}.${iterations ? ` Visits: how often each was simulated, out of ${iterations}.` : ""}${weighed.some((of) => of.board) ? " Choose a row to see its place." : ""}`), h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Action"), h("th", { scope: "col" }, "Value"), h("th", { scope: "col" }, "Visits"))), h("tbody", {}, weighed.map(row))));
}

/** Explains the pictures. */
export function showLegend(game) {
  return dialog("Symbols", h("ul.legend", {}, game.legend.map(([markup, text]) => h("li", {}, drawing("0 0 100 100", markup), text))));
}

/** Lists the changes from the printed base game. */
export function showRules(game) {
  const { rules, modules, reconstructed } = game;
  const entries = Object.entries(rules ?? {}).map(([key, value]) => h("li", {}, h("b", {}, key), ` ${Array.isArray(value) ? value.map((part) => (typeof part === "object" ? Object.values(part).join(" ") : part)).join(", ") : typeof value === "object" ? JSON.stringify(value) : value}`));
  return dialog("Changes from the printed base game", [modules.length > 0 && h("p", {}, `Modules: ${modules.join(", ")}`), h("ul", {}, entries), reconstructed.length > 0 && h("p.soft", {}, `Reconstructed, since the printed tiles are not known: ${reconstructed.join(", ")}.`)].filter(Boolean));
}
