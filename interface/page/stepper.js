// Controls to step through a game.
import { h } from "./dom.js";

const roundOf = ({ r }) => r;
const turnOf = ({ r, s }) => `${r},${s}`;

/** The buttons: name, sign, meaning, key, and what it does. */
const BUTTONS = [
  ["start", "|◀", "To the start", "Home", (stepper) => stepper.go(0)],
  ["round-back", "◀ round", "Back a round", "PageUp", (stepper) => stepper.go(stepper.next(-1, roundOf))],
  ["turn-back", "◀ turn", "Back a turn", "Shift+ArrowLeft", (stepper) => stepper.go(stepper.next(-1, turnOf))],
  ["back", "◀ step", "Back a step", "ArrowLeft", (stepper) => stepper.go(stepper.step - 1)],
  ["play", "play", "Play or pause", " ", (stepper) => stepper.play()],
  ["on", "step ▶", "Forward a step", "ArrowRight", (stepper) => stepper.go(stepper.step + 1)],
  ["turn-on", "turn ▶", "Forward a turn", "Shift+ArrowRight", (stepper) => stepper.go(stepper.next(1, turnOf))],
  ["round-on", "round ▶", "Forward a round", "PageDown", (stepper) => stepper.go(stepper.next(1, roundOf))],
  ["end", "▶|", "To the end", "End", (stepper) => stepper.go(stepper.last)],
];

/** Controls for these steps: `show` is called with the step to show; `pace` is the time between steps that play, in milliseconds. */
export class Stepper {
  constructor(steps, show, pace) {
    Object.assign(this, { steps, show, pace, step: 0, last: Math.max(steps.length - 1, 0), timer: null });
    this.slider = h("input", { type: "range", min: "0", max: String(this.last), "aria-label": "Step", oninput: () => this.go(Number(this.slider.value)) });
    this.at = h("output.at");
    const buttons = BUTTONS.map(([name, sign, meaning, key]) => h("button", { type: "button", "data-do": name, title: `${meaning} (${key.replace("Arrow", "").replace(" ", "Space")})`, "aria-label": meaning, onclick: () => this.act(name) }, sign));
    this.element = h("div.controls", { role: "group", "aria-label": "Steps" }, buttons, h("label.slide", {}, this.slider), this.at);
  }

  /** The nearest step in a direction at which something differs from now. */
  next(direction, of) {
    let at = this.step;
    do at += direction;
    while (at > 0 && at < this.last && of(this.steps[at]) === of(this.steps[at - 1]));
    return at;
  }

  act(wanted) {
    if (wanted !== "play") this.pause();
    BUTTONS.find(([name]) => name === wanted).at(-1)(this);
  }

  /** Does what the key says; false if it says nothing, as space does on a button. */
  press({ key, shiftKey, ctrlKey, altKey, metaKey, target }) {
    if (ctrlKey || altKey || metaKey || (key === " " && target.matches("button"))) return false;
    const pressed = shiftKey && key.startsWith("Arrow") ? `Shift+${key}` : key;
    const button = BUTTONS.find(([, , , key]) => key === pressed);
    if (button) this.act(button[0]);
    return Boolean(button);
  }

  play() {
    if (this.timer) return this.pause();
    if (this.step === this.last) this.go(0);
    this.timer = setInterval(() => (this.step < this.last ? this.go(this.step + 1) : this.pause()), this.pace);
    this.label();
  }

  pause() {
    clearInterval(this.timer);
    this.timer = null;
    this.label();
  }

  label() {
    this.element.querySelector("[data-do=play]").textContent = this.timer ? "pause" : "play";
  }

  go(step) {
    this.step = Math.min(Math.max(step, 0), this.last);
    this.slider.value = this.step;
    this.at.textContent = `step ${this.step} of ${this.last}`;
    // Whoever shows the step may take the controls from the page for a moment.
    const { activeElement } = document;
    this.show(this.step);
    if (this.element.contains(activeElement)) activeElement.focus({ preventScroll: true });
  }
}
