// What only people at a table need: announcements, files, what is kept, dialogs.
import { h } from "./dom.js";

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
