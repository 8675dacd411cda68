// Boards: pieces as a drawing.
import { drawing, use } from "./dom.js";

/** The margin around a board; a square has a side of 100. */
const MARGIN = 12;

/** The sides of a square that another one may touch, as its neighbour's direction and a path. */
const SIDES = [[0, 1, "h100"], [1, 0, "m100 0v100"], [0, -1, "m0 100h100"], [-1, 0, "v100"]];

const corner = (x, y) => `M${100 * x} ${-100 * y}`;

/** The outline of a place. */
export const square = (x, y) => `${corner(x, y)}h100v100h-100z`;

/** The places of pieces. */
export const placesOf = (pieces) => [...pieces.values()].map(({ x, y }) => [x, y]);

/** The part of the plane around these places: left, top, width and height. */
export function boxAround(places) {
  const all = places.length ? places : [[0, 0]];
  const [[west, east], [south, north]] = [0, 1].map((axis) => all.map((place) => place[axis])).map((all) => [Math.min(...all), Math.max(...all)]);
  return [100 * west - MARGIN, -100 * north - MARGIN, 100 * (east - west + 1) + 2 * MARGIN, 100 * (north - south + 1) + 2 * MARGIN];
}

/** A board in its part of the plane. `fresh` are places that were just laid on, as `x,y`. */
export function boardIn(box, pieces, fresh, title = "") {
  const isFresh = ({ x, y }) => fresh.has(`${x},${y}`);
  const own = [...pieces.values()];
  const laid = own.map((piece) => {
    const { x, y, piece: number, turns } = piece;
    return `<g${isFresh(piece) ? ' class="fresh"' : ""}>${use(number, x, y, turns)}<path class="seam" d="${square(x, y)}"/></g>`;
  });
  const open = ({ x, y }) => SIDES.filter(([east, north]) => !pieces.has(`${x + east},${y + north}`)).map(([, , side]) => corner(x, y) + side);
  const news = own.filter(isFresh).map(({ x, y }) => square(x, y));
  return drawing(box.join(" "), `${laid.join("")}<path class="open" d="${own.flatMap(open).join("")}"/><path class="new" d="${news.join("")}"/>`, "board", title);
}
