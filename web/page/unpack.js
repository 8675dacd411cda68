// Unpacks the program: text of 91 characters, which encodes LZMA, a quarter smaller than the formats that browsers
// unpack.

/** The bytes of a text in which two characters, from `#` on without `<`, stand for 13 bits, the lowest first. */
function bytesOf(text) {
  const bytes = new Uint8Array((text.length * 13) >> 4);
  const digit = (at) => {
    const code = text.charCodeAt(at);
    return code - (code > 60 ? 36 : 35);
  };
  let [bits, count, to] = [0, 0, 0];
  for (let at = 0; at < text.length; at += 2) {
    bits |= (digit(at) + 91 * digit(at + 1)) << count;
    for (count += 13; count >= 8; count -= 8, bits >>>= 8) bytes[to++] = bits;
  }
  return bytes;
}

/** Probabilities of bits, in 2048ths. */
const chances = (count) => new Uint16Array(count).fill(1024);

/** The states after a literal, a match, a repeated match and a short one. */
const AFTER_LITERAL = [0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 4, 5];

/** Decodes an LZMA file: a byte of settings, the size of the dictionary, the size of all in eight bytes, then the coded bits. */
function unpacked(packed) {
  const header = new DataView(packed.buffer, packed.byteOffset);
  const settings = packed[0];
  const [literalContext, literalPosition, positionBits] = [settings % 9, Math.floor(settings / 9) % 5, Math.floor(settings / 45)];
  const out = new Uint8Array(header.getUint32(5, true));
  let [code, range, next] = [header.getUint32(14), 0xffffffff, 18];

  const normalize = () => {
    if (range < 0x1000000) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | packed[next++]) >>> 0;
    }
  };
  const bit = (table, index) => {
    const chance = table[index];
    const bound = (range >>> 11) * chance;
    const is = code >= bound ? 1 : 0;
    if (is) {
      range -= bound;
      code -= bound;
      table[index] -= chance >>> 5;
    } else {
      range = bound;
      table[index] += (2048 - chance) >>> 5;
    }
    normalize();
    return is;
  };
  const even = (count) => {
    let number = 0;
    for (; count > 0; count--) {
      range >>>= 1;
      const is = code >= range ? 1 : 0;
      if (is) code -= range;
      number = number * 2 + is;
      normalize();
    }
    return number;
  };
  const tree = (table, bits, from = 0) => {
    let node = 1;
    for (let left = bits; left > 0; left--) node = node * 2 + bit(table, from + node);
    return node - (1 << bits);
  };
  const reversed = (table, bits, from) => {
    let [node, number] = [1, 0];
    for (let place = 0; place < bits; place++) {
      const is = bit(table, from + node);
      node = node * 2 + is;
      number |= is << place;
    }
    return number;
  };
  const lengths = () => ({ choice: chances(2), short: chances(128), middle: chances(128), long: chances(256) });
  const length = (table, position) => {
    if (!bit(table.choice, 0)) return 2 + tree(table.short, 3, position << 3);
    if (!bit(table.choice, 1)) return 10 + tree(table.middle, 3, position << 3);
    return 18 + tree(table.long, 8);
  };

  const literals = chances(0x300 << (literalContext + literalPosition));
  const [isMatch, isLong, isRepeat, isLatest, isSecond, isThird] = [chances(192), chances(192), chances(12), chances(12), chances(12), chances(12)];
  const [slots, special, low] = [chances(256), chances(128), chances(16)];
  const [ofMatch, ofRepeat] = [lengths(), lengths()];
  let [state, at, repeats] = [0, 0, [0, 0, 0, 0]];

  const literal = () => {
    const before = at ? out[at - 1] : 0;
    const from = 0x300 * (((at & ((1 << literalPosition) - 1)) << literalContext) + (before >> (8 - literalContext)));
    let symbol = 1;
    if (state >= 7) {
      let other = out[at - repeats[0] - 1];
      while (symbol < 0x100) {
        const wanted = (other >> 7) & 1;
        other <<= 1;
        const is = bit(literals, from + ((1 + wanted) << 8) + symbol);
        symbol = symbol * 2 + is;
        if (is !== wanted) break;
      }
    }
    while (symbol < 0x100) symbol = symbol * 2 + bit(literals, from + symbol);
    out[at++] = symbol & 0xff;
    state = AFTER_LITERAL[state];
  };
  const distance = (length) => {
    const slot = tree(slots, 6, Math.min(length - 2, 3) << 6);
    if (slot < 4) return slot;
    const bits = (slot >> 1) - 1;
    const start = (2 | (slot & 1)) * 2 ** bits;
    if (slot < 14) return start + reversed(special, bits, start - slot);
    return start + even(bits - 4) * 16 + reversed(low, 4, 0);
  };
  const isAgain = (position) => {
    if (!bit(isLatest, state)) return !bit(isLong, (state << 4) + position);
    const which = bit(isSecond, state) ? 2 + bit(isThird, state) : 1;
    repeats.unshift(...repeats.splice(which, 1));
    return false;
  };

  while (at < out.length) {
    const position = at & ((1 << positionBits) - 1);
    if (!bit(isMatch, (state << 4) + position)) {
      literal();
      continue;
    }
    let count;
    if (!bit(isRepeat, state)) {
      count = length(ofMatch, position);
      state = state < 7 ? 7 : 10;
      repeats = [distance(count), ...repeats.slice(0, 3)];
    } else if (isAgain(position)) {
      count = 1;
      state = state < 7 ? 9 : 11;
    } else {
      count = length(ofRepeat, position);
      state = state < 7 ? 8 : 11;
    }
    for (; count > 0; count--, at++) out[at] = out[at - repeats[0] - 1];
  }
  return out;
}
