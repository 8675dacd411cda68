// The worker: one instance of the program, which answers calls in order. It gets the program by message, packed as text or as bytes, since a page
// that was opened from a file can fetch nothing.
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

onmessage = async ({ data }) => {
  if (data.program) {
    const bytes = typeof data.program === "string" ? unpacked(bytesOf(data.program)) : data.program;
    program = (await WebAssembly.instantiate(bytes)).instance.exports;
    postMessage({ id: data.id, said: '{"ok":null}' });
    return;
  }
  try {
    postMessage({ id: data.id, said: call(data.text) });
  } catch (fault) {
    postMessage({ id: data.id, said: JSON.stringify({ error: `the program stopped: ${fault.message}` }) });
  }
};
