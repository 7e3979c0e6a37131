// Keccak-256 as Ethereum uses it (the padding before SHA-3 was fixed), which
// Node's crypto does not have. Lanes are pairs of 32-bit words: big integers
// would take seconds for a megabyte.

const ROUNDS = 24;
const RATE = 136; // bytes
const ROTATION = [0, 1, 62, 28, 27, 36, 44, 6, 55, 20, 3, 10, 43, 25, 39, 41, 45, 15, 21, 8, 18, 2, 61, 56, 14];
const [CONSTANT_LOW, CONSTANT_HIGH] = constants();

/** The constants of the rounds come from a shift register of eight bits. */
function constants() {
  const low = new Int32Array(ROUNDS), high = new Int32Array(ROUNDS);
  let register = 1;
  for (let round = 0; round < ROUNDS; round++) {
    for (let j = 0; j < 7; j++) {
      if (register & 1) {
        const bit = (1 << j) - 1;
        if (bit < 32) low[round] |= 1 << bit;
        else high[round] |= 1 << (bit - 32);
      }
      register = register << 1 ^ (register & 0x80 ? 0x171 : 0);
    }
  }
  return [low, high];
}

function permute(s, t, c) {
  for (let round = 0; round < ROUNDS; round++) {
    for (let x = 0; x < 10; x++) c[x] = s[x] ^ s[x + 10] ^ s[x + 20] ^ s[x + 30] ^ s[x + 40];
    for (let x = 0; x < 5; x++) {
      const left = 2 * ((x + 4) % 5), right = 2 * ((x + 1) % 5);
      const low = c[left] ^ (c[right] << 1 | c[right + 1] >>> 31);
      const high = c[left + 1] ^ (c[right + 1] << 1 | c[right] >>> 31);
      for (let y = 0; y < 50; y += 10) {
        s[2 * x + y] ^= low;
        s[2 * x + y + 1] ^= high;
      }
    }
    for (let x = 0; x < 5; x++) {
      for (let y = 0; y < 5; y++) {
        const from = 2 * (x + 5 * y), to = 2 * (y + 5 * ((2 * x + 3 * y) % 5));
        const r = ROTATION[x + 5 * y], n = r % 32;
        const a = r < 32 ? s[from] : s[from + 1], b = r < 32 ? s[from + 1] : s[from];
        t[to] = n === 0 ? a : a << n | b >>> (32 - n);
        t[to + 1] = n === 0 ? b : b << n | a >>> (32 - n);
      }
    }
    for (let y = 0; y < 50; y += 10) {
      for (let x = 0; x < 10; x++) s[y + x] = t[y + x] ^ (~t[y + (x + 2) % 10] & t[y + (x + 4) % 10]);
    }
    s[0] ^= CONSTANT_LOW[round];
    s[1] ^= CONSTANT_HIGH[round];
  }
}

/** Keccak-256 of bytes. @param {Uint8Array} bytes @returns {Buffer} 32 bytes */
export function keccak256(bytes) {
  const s = new Int32Array(50), t = new Int32Array(50), c = new Int32Array(10);
  const absorb = (block) => {
    for (let i = 0; i < RATE / 4; i++) s[i] ^= block.readInt32LE(4 * i);
    permute(s, t, c);
  };
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  for (; at + RATE <= all.length; at += RATE) absorb(all.subarray(at, at + RATE));
  const last = Buffer.alloc(RATE);
  all.copy(last, 0, at);
  last[all.length - at] ^= 0x01;
  last[RATE - 1] ^= 0x80;
  absorb(last);
  const out = Buffer.alloc(32);
  for (let i = 0; i < 8; i++) out.writeInt32LE(s[i], 4 * i);
  return out;
}

/** The same as 0x and 64 hexadecimal digits. */
export const keccakHex = (bytes) => "0x" + keccak256(bytes).toString("hex");
