// The program in its worker.

/** The parts of the page that are not modules: from the page itself, or from the same folder on a site. */
async function part(id, file) {
  const inside = document.getElementById(id);
  if (inside) return inside.textContent;
  return (await fetch(file)).text();
}

async function programPart() {
  const inside = document.getElementById("program");
  return inside ? inside.textContent : (await fetch("program.wasm")).arrayBuffer();
}

/** An error from the program, whose message is a sentence for users. */
export class Refusal extends Error {}

/** A worker with the program. */
export class Engine {
  static async start() {
    const engine = new Engine();
    const [source, program] = await Promise.all([part("worker", "worker.js"), programPart()]);
    engine.source = source;
    engine.program = program;
    await engine.restart();
    return engine;
  }

  /** Starts a fresh worker; calls to the previous one are dropped. */
  async restart() {
    this.worker?.terminate();
    const url = URL.createObjectURL(new Blob([this.source], { type: "text/javascript" }));
    this.worker = new Worker(url);
    URL.revokeObjectURL(url);
    this.waiting = new Map();
    this.number = 0;
    this.worker.onmessage = ({ data }) => {
      const { resolve, reject } = this.waiting.get(data.id);
      this.waiting.delete(data.id);
      const { ok, error } = JSON.parse(data.said);
      if (error === undefined) resolve(ok);
      else reject(new Refusal(error));
    };
    await this.post({ program: this.program });
    if (this.files) await this.call({ do: "files", files: this.files });
  }

  post(message) {
    return new Promise((resolve, reject) => {
      const id = this.number++;
      this.waiting.set(id, { resolve, reject });
      this.worker.postMessage({ id, ...message });
    });
  }

  call(asked) {
    return this.post({ text: JSON.stringify(asked) });
  }

  /** Gives component files to this and all later workers. */
  async give(files) {
    this.files = files;
    await this.call({ do: "files", files });
  }
}

/** Sixteen random hexadecimal digits. */
export function chance() {
  return [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Bytes in the letters of an address. */
function spelled(bytes) {
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** A text packed for the fragment of an address. */
export async function packed(text) {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return spelled(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** The text in a fragment. */
export async function unpacked(fragment) {
  const refused = new Refusal("found a link that was cut or changed; accepted: a complete link from a page or `sim page --link`");
  if (!/^[A-Za-z0-9_-]+$/.test(fragment)) throw refused;
  try {
    const bytes = Uint8Array.from(atob(fragment.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    // The last letter has bits that belong to no byte.
    if (spelled(bytes) !== fragment) throw refused;
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(await new Response(stream).arrayBuffer());
  } catch {
    throw refused;
  }
}
