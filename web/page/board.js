// Boards: pieces as a drawing, and buttons over it for places where something can be laid.
import { drawing, h, say, use } from "./dom.js";

/** The largest side of a square, in CSS pixels: a board with one tile fills its part of a large screen. */
const LARGEST = 260;

/** The columns and rows that these places take. */
function bounds(places) {
  const all = places.length ? places : [[0, 0]];
  const [xs, ys] = [all.map(([x]) => x), all.map(([, y]) => y)];
  return { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) };
}

/** A board with nothing to decide. `fresh` are places that were just laid on. */
export function board(pieces, { seat, fresh, more, name }) {
  const own = [...pieces.values()];
  const { west, east, south, north } = bounds([...own.map(({ x, y }) => [x, y]), ...more]);
  const [columns, rows] = [east - west + 1, north - south + 1];
  let outline = "";
  for (const { x, y } of own) {
    for (const [dx, dy, path] of [[0, 1, "h100"], [1, 0, "m100 0v100"], [0, -1, "m0 100h100"], [-1, 0, "v100"]]) {
      if (!pieces.has(`${x + dx},${y + dy}`)) outline += `M${100 * x} ${-100 * y}${path}`;
    }
  }
  const laid = own.map(({ x, y, piece, turns }) => {
    const isFresh = fresh.has(`${seat}:${x},${y}`);
    return `<g class="${isFresh ? "laid fresh" : "laid"}">${use(piece, 100 * x, -100 * y, turns)}<path class="seam" d="M${100 * x} ${-100 * y}h100v100h-100z"/></g>`;
  });
  const box = [100 * west - 6, -100 * north - 6, 100 * columns + 12, 100 * rows + 12];
  const svg = drawing(box.join(" "), `${laid.join("")}<path class="outline" d="${outline}"/><g class="ghost"></g><path class="hinted"/>`);
  const element = h("div.board", { role: "group", "aria-label": name }, svg);
  element.style.maxWidth = `${LARGEST * columns}px`;
  element.style.aspectRatio = `${box[2]} / ${box[3]}`;
  element.style.setProperty("--ratio", box[2] / box[3]);
  /** Puts an element over a place. */
  element.over = (child, x, y) => {
    child.style.left = `${(100 * (100 * x - box[0])) / box[2]}%`;
    child.style.top = `${(100 * (-100 * y - box[1])) / box[3]}%`;
    child.style.width = `${10000 / box[2]}%`;
    child.style.height = `${10000 / box[3]}%`;
    element.append(child);
  };
  /** Outlines a place. */
  element.hint = ([x, y]) => svg.querySelector(".hinted").setAttribute("d", `M${100 * x} ${-100 * y}h100v100h-100z`);
  /** Shows pieces as if they were laid. */
  element.ghost = (shown) => {
    svg.querySelector(".ghost").innerHTML = shown
      .map(([x, y, piece, turns]) => `${use(piece, 100 * x, -100 * y, turns)}<path d="M${100 * x} ${-100 * y}h100v100h-100z"/>`)
      .join("");
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
