// The pictures of pieces, which drawings refer to.

/** Adds pictures that drawings refer to. */
export function addPieces(pieces) {
  const store = document.getElementById("pieces");
  for (const [piece, [name, markup]] of Object.entries(pieces)) {
    if (document.getElementById(`p${piece}`)) continue;
    const symbol = document.createElementNS("http://www.w3.org/2000/svg", "g");
    symbol.id = `p${piece}`;
    symbol.dataset.name = name;
    symbol.innerHTML = markup;
    store.append(symbol);
  }
}

/** The name of a piece. */
export function nameOf(piece) {
  return document.getElementById(`p${piece}`)?.dataset.name ?? "";
}

/** Styles of a game's pictures. */
export function addStyle([light, dark]) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`${light}@media(prefers-color-scheme:dark){${dark}}`);
  document.adoptedStyleSheets = [sheet];
}
