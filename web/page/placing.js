// The board that people lay pieces on: buttons over it for places where something can be laid.
import { boardIn, boxAround, placesOf, square } from "./board.js";
import { say } from "./browser.js";
import { h, use } from "./dom.js";

/** The largest side of a square, in CSS pixels: a board with one tile fills its part of a large screen. */
const LARGEST = 260;

/** A board with nothing to decide. `fresh` are places that were just laid on, `more` those to be in sight. */
export function board(pieces, { fresh, more, name }) {
  const box = boxAround([...placesOf(pieces), ...more]);
  const [left, top, width, height] = box;
  const svg = boardIn(box, pieces, fresh);
  svg.insertAdjacentHTML("beforeend", '<g class="ghost"></g><path class="hinted"/>');
  const element = h("div.board", { role: "group", "aria-label": name }, svg);
  element.style.maxWidth = `${(LARGEST * width) / 100}px`;
  element.style.aspectRatio = `${width} / ${height}`;
  element.style.setProperty("--ratio", width / height);
  /** Puts an element over a place. */
  element.over = (child, x, y) => {
    child.style.left = `${(100 * (100 * x - left)) / width}%`;
    child.style.top = `${(100 * (-100 * y - top)) / height}%`;
    child.style.width = `${10000 / width}%`;
    child.style.height = `${10000 / height}%`;
    element.append(child);
  };
  /** Outlines a place. */
  element.hint = ([x, y]) => svg.querySelector(".hinted").setAttribute("d", square(x, y));
  /** Shows pieces as if they were laid. */
  element.ghost = (shown) => {
    svg.querySelector(".ghost").innerHTML = shown.map(([x, y, piece, turns]) => `${use(piece, x, y, turns)}<path d="${square(x, y)}"/>`).join("");
  };
  return element;
}

/**
 * Buttons over a board for all ways to lay something: arrow keys move between places, R and F turn, Enter lays.
 *
 * `selected` is called with the choice that would be laid, `laid` with the one that is.
 */
export class Placing {
  constructor(element, choices, selected, laid) {
    Object.assign(this, { element, choices, selected, laid, hand: choices[0].board.hand, buttons: [] });
    this.show();
  }

  /** Selects another piece to lay. */
  take(hand) {
    this.hand = hand;
    this.show();
  }

  show() {
    this.buttons.forEach((button) => button.remove());
    this.element.ghost([]);
    this.place = null;
    const places = new Map();
    for (const choice of this.choices.filter(({ board }) => board.hand === this.hand)) {
      const key = choice.board.at.join();
      places.set(key, [...(places.get(key) ?? []), choice]);
    }
    const north = (a, b) => b[0].board.at[1] - a[0].board.at[1] || a[0].board.at[0] - b[0].board.at[0];
    this.places = [...places.values()].sort(north);
    this.buttons = this.places.map((ways, index) => {
      const [x, y] = ways[0].board.at;
      const turns = ways.length > 1 ? `, ${ways.length} ways to turn` : "";
      const button = h("button.place", {
        type: "button",
        tabindex: index ? "-1" : "0",
        "aria-label": `Place ${x}, ${y}${turns}`,
        "aria-pressed": "false",
        onclick: () => this.press(index),
        onkeydown: (event) => this.key(event, index),
      });
      this.element.over(button, x, y);
      return button;
    });
    this.selected(null);
  }

  /** Selects a choice, with its piece. */
  choose(choice) {
    if (choice.board.hand !== this.hand) this.take(choice.board.hand);
    this.place = this.places.findIndex((ways) => ways.includes(choice));
    this.way = this.places[this.place].indexOf(choice);
    this.preview();
  }

  choice() {
    return this.place === null ? null : this.places[this.place][this.way];
  }

  /** Chooses a place, or rotates the piece there. */
  press(index) {
    if (this.place === index) return this.turn(1);
    // A choice elsewhere keeps its orientation if that fits here.
    const before = this.choice()?.board.way;
    this.place = index;
    this.way = Math.max(0, this.places[index].findIndex(({ board }) => board.way === before));
    this.preview();
  }

  turn(by) {
    if (this.place === null) return this.press(0);
    const ways = this.places[this.place].length;
    this.way = (this.way + by + ways) % ways;
    this.preview();
  }

  /** Goes to the next orientation that is turned over, or back. */
  flip() {
    if (this.place === null) return this.press(0);
    const isFlipped = ({ board }) => board.way.endsWith("flip");
    const ways = this.places[this.place];
    const other = ways.findIndex((way) => isFlipped(way) !== isFlipped(this.choice()));
    if (other >= 0) this.way = other;
    this.preview();
  }

  preview() {
    const choice = this.choice();
    this.element.ghost(choice.board.shown);
    this.buttons.forEach((button, index) => {
      button.setAttribute("aria-pressed", String(index === this.place));
      button.tabIndex = index === this.place ? 0 : -1;
    });
    say(choice.words);
    this.selected(choice);
  }

  key(event, index) {
    const arrows = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
    if (arrows[event.key]) this.move(index, arrows[event.key]);
    else if (event.key === "Enter") this.choice() && this.place === index ? this.laid(this.choice()) : this.press(index);
    else if (event.key.toLowerCase() === "r") this.turn(event.shiftKey ? -1 : 1);
    else if (event.key.toLowerCase() === "f") this.flip();
    else return;
    event.preventDefault();
  }

  /** Goes to the nearest place in a direction; sideways distance counts twice. */
  move(from, [dx, dy]) {
    const [x, y] = this.places[from][0].board.at;
    const far = ([ax, ay]) => {
      const [along, across] = [(ax - x) * dx + (ay - y) * dy, Math.abs((ax - x) * dy) + Math.abs((ay - y) * dx)];
      return along > 0 ? along + 2 * across : Infinity;
    };
    const distances = this.places.map(([way]) => far(way.board.at));
    const nearest = distances.indexOf(Math.min(...distances));
    if (distances[nearest] === Infinity) return;
    this.press(nearest);
    this.buttons[nearest].focus();
  }
}
