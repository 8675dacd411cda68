// Elements and drawings.

/** Makes an element: `h("button.big", { onclick }, "Text", child)`. */
export function h(name, properties = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key in element && typeof value !== "string") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
  return element;
}

/** The namespace of drawings. */
const SVG = "http://www.w3.org/2000/svg";

/** An SVG element from markup by this program, of this class; without a title, screen readers skip it. */
export function drawing(viewBox, markup, name = "", title = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute(...(title ? ["role", "img"] : ["aria-hidden", "true"]));
  if (name) svg.setAttribute("class", name);
  svg.innerHTML = markup;
  if (title) svg.prepend(titled(title));
  return svg;
}

/** The title of a drawing or of a part. */
export function titled(text) {
  const title = document.createElementNS(SVG, "title");
  title.textContent = text;
  return title;
}

/** A picture of a piece. */
export function picture(piece, turns = 0) {
  return drawing("0 0 100 100", use(piece, 0, 0, turns), "piece");
}

/** A piece at a place of a board, whose squares have sides of 100. */
export function use(piece, x, y, turns = 0) {
  const [left, top] = [100 * x, -100 * y];
  const turned = turns ? ` transform="rotate(${90 * turns} ${left + 50} ${top + 50})"` : "";
  return `<use href="#p${piece}" x="${left}" y="${top}"${turned}/>`;
}

/** The colour of a player. */
export function chip(seat) {
  return h(`span.chip.seat${seat}`, { "aria-hidden": "true" });
}
