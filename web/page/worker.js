// The worker: one instance of the program, which answers calls in order. It gets the program by message, packed as text
// or as bytes, since a page opened from a file cannot fetch anything.
let program;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function call(text) {
  const bytes = encoder.encode(text);
  const asked = program.allocate(bytes.length);
  new Uint8Array(program.memory.buffer).set(bytes, asked);
  const answer = program.call(asked, bytes.length);
  program.free(asked, bytes.length);
  const length = new DataView(program.memory.buffer).getUint32(answer, true);
  const said = decoder.decode(new Uint8Array(program.memory.buffer, answer + 4, length));
  program.free(answer, 4 + length);
  return said;
}

/** Instantiates the program. In WebKit the promise of `WebAssembly.instantiate` may stay unsettled in a worker, so nothing here waits for one. */
function prepare(packed) {
  const bytes = typeof packed === "string" ? unpacked(bytesOf(packed)) : packed;
  program = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
  return '{"ok":null}';
}

onmessage = ({ data }) => {
  try {
    postMessage({ id: data.id, said: data.program ? prepare(data.program) : call(data.text) });
  } catch (fault) {
    postMessage({ id: data.id, said: JSON.stringify({ error: `the program stopped: ${fault.message}` }) });
  }
};
