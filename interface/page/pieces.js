// The pictures of pieces, which drawings refer to.
import { titled } from "./dom.js";

/** Adds pictures that drawings refer to. */
export function addPieces(pieces) {
  const store = document.getElementById("pieces");
  for (const [piece, [name, markup]] of Object.entries(pieces)) {
    if (document.getElementById(`p${piece}`)) continue;
    const symbol = document.createElementNS("http://www.w3.org/2000/svg", "g");
    symbol.id = `p${piece}`;
    symbol.innerHTML = markup;
    symbol.prepend(titled(name));
    store.append(symbol);
  }
}

/** The name of a piece. */
export function nameOf(piece) {
  return document.getElementById(`p${piece}`)?.firstChild.textContent ?? "";
}
