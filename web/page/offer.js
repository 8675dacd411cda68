// A secret offer: the tiles for sale with their prices, and the discards.
import { say } from "./browser.js";
import { h, picture } from "./dom.js";

/** The number of tiles that get a price. */
const PRICED = 2;

/**
 * The form of an offer of these cards. `made` is called with the action as the protocol spells it.
 *
 * Digits set the price of the tile that has the focus, arrows change it, D discards it, Enter makes the offer.
 */
export function offerForm(offer, cards, nameOf, made) {
  const { tiles, gold, lowest = 1, highest = gold } = offer;
  // A price stays with its tile while that is discarded.
  const prices = tiles.map(() => lowest);
  const discards = new Set([...tiles.keys()].slice(PRICED));
  const priced = () => [...tiles.keys()].filter((index) => !discards.has(index));
  const stake = () => priced().reduce((sum, index) => sum + prices[index], 0);
  const left = h("output.left");
  const fault = h("p.fault", { role: "alert", hidden: true });
  const confirm = h("button.main", { type: "submit" }, "Make the offer");
  const inputs = [];
  const set = (index, price) => {
    prices[index] = Math.max(lowest, Math.min(highest, price));
    update();
  };
  /** Discards a tile; the previous discard is for sale again. */
  const discard = (index) => {
    if (discards.size === 0 || discards.has(index)) return;
    const [other] = discards;
    discards.delete(other);
    discards.add(index);
    say(`${nameOf(cards[index])} discarded, ${nameOf(cards[other])} for sale`);
    update();
  };
  const card = (piece, index) => {
    const input = h("input.price", { type: "number", min: lowest, max: highest, "aria-label": `Price of ${nameOf(piece)}`, oninput: () => { prices[index] = Number(input.value) || 0; update(input); } });
    inputs.push(input);
    const less = h("button.step", { type: "button", tabindex: "-1", "aria-label": `Ask less for ${nameOf(piece)}`, onclick: () => set(index, prices[index] - 1) }, "−");
    const more = h("button.step", { type: "button", tabindex: "-1", "aria-label": `Ask more for ${nameOf(piece)}`, onclick: () => set(index, prices[index] + 1) }, "+");
    const toggle = tiles.length > PRICED && h("button.discard", { type: "button", "aria-pressed": "false", "aria-label": `Discard ${nameOf(piece)}`, onclick: () => discard(index) }, "Discard");
    const element = h("li.card.for-sale", { onkeydown: (event) => {
      if (event.key.toLowerCase() === "d") { event.preventDefault(); discard(index); }
    } }, picture(piece), h("span.name", {}, nameOf(piece)), h("span.coin", {}, less, input, more), toggle);
    return element;
  };
  const elements = cards.map(card);
  const update = (typed) => {
    elements.forEach((element, index) => {
      const isDiscarded = discards.has(index);
      element.classList.toggle("discarded", isDiscarded);
      element.querySelector(".coin").hidden = isDiscarded;
      inputs[index].disabled = isDiscarded;
      const toggle = element.querySelector(".discard");
      toggle?.setAttribute("aria-pressed", String(isDiscarded));
      if (toggle) toggle.textContent = isDiscarded ? "Discarded" : "Discard";
      if (inputs[index] !== typed) inputs[index].value = prices[index];
    });
    const rest = gold - stake();
    left.textContent = rest >= 0 ? `${rest} of ${gold} gold left` : `${-rest} gold over`;
    left.classList.toggle("over", rest < 0);
    confirm.disabled = rest < 0 || priced().some((index) => prices[index] < lowest);
  };
  update();
  const submit = async (event) => {
    event.preventDefault();
    const discard = [...discards].map((index) => tiles[index]);
    try {
      await made({ e: "price", discard: discard.length === 1 ? discard[0] : discard, prices: priced().map((index) => [tiles[index], prices[index]]) });
    } catch (error) {
      fault.textContent = error.message;
      fault.hidden = false;
    }
  };
  return h("form.offer", { onsubmit: submit }, h("ol.cards", {}, elements), fault, h("p.buttons", {}, left, confirm));
}
