// Elements, and helpers that several screens share.

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

/** An SVG element from markup by this program. */
export function drawing(viewBox, markup, name = "") {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", viewBox);
  svg.setAttribute("aria-hidden", "true");
  if (name) svg.setAttribute("class", name);
  svg.innerHTML = markup;
  return svg;
}

/** A picture of a piece. */
export function picture(piece, turns = 0) {
  return drawing("0 0 100 100", use(piece, 0, 0, turns), "piece");
}

/** A piece on a drawing whose squares have sides of 100. */
export function use(piece, x, y, turns = 0) {
  const turned = turns ? ` transform="rotate(${90 * turns} ${x + 50} ${y + 50})"` : "";
  return `<use href="#p${piece}" x="${x}" y="${y}"${turned}/>`;
}

/** The colour of a player. */
export function chip(seat) {
  return h(`span.chip.seat${seat}`, { "aria-hidden": "true" });
}

/** Announces something to screen readers. */
export function say(text) {
  document.getElementById("says").textContent = text;
}

/** Saves a text as a file. */
export function download(name, text) {
  const url = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

const kept = new Map();

/** Persistent values: in the browser's storage if allowed, otherwise as long as the page is open. */
export const memory = {
  get(key) {
    try {
      return localStorage.getItem(`boardlab-${key}`) ?? kept.get(key) ?? null;
    } catch {
      return kept.get(key) ?? null;
    }
  },
  set(key, value) {
    kept.set(key, value);
    try {
      localStorage.setItem(`boardlab-${key}`, value);
    } catch {
      // A browser without storage is fine.
    }
  },
};

/** Shows a dialog until it is closed; focus returns to where it was. */
export function dialog(title, content, closing = "Close") {
  return new Promise((resolve) => {
    const before = document.activeElement;
    const close = h("button.main", { onclick: () => shown.close() }, closing);
    const shown = h("dialog", { "aria-labelledby": "dialog-title" }, h("h2", { id: "dialog-title" }, title), content, h("p.buttons", {}, close));
    shown.addEventListener("close", () => {
      shown.remove();
      if (before?.isConnected) before.focus();
      resolve();
    });
    document.body.append(shown);
    shown.showModal();
    close.focus({ preventScroll: true });
    shown.scrollTop = 0;
  });
}
