/** The shifts of the four rounds (RFC 1321 §3.4). */
const shifts = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];
/** For each round: how a step mixes three words, and which word of the block it takes. */
const rounds: readonly {
  readonly mix: (b: number, c: number, d: number) => number;
  readonly wordOf: (step: number) => number;
}[] = [
  { mix: (b, c, d) => (b & c) | (~b & d), wordOf: (step) => step },
  { mix: (b, c, d) => (b & d) | (c & ~d), wordOf: (step) => 5 * step + 1 },
  { mix: (b, c, d) => b ^ c ^ d, wordOf: (step) => 3 * step + 5 },
  { mix: (b, c, d) => c ^ (b | ~d), wordOf: (step) => 7 * step },
];

/** The text with its padding, in words of the block size. */
function wordsOf(text: string): Int32Array {
  const bytes = new TextEncoder().encode(text);
  const words = new Int32Array((((bytes.length + 8) >> 6) + 1) * 16);
  const put = (byte: number, at: number): void => {
    words[at >> 2] = (words[at >> 2] ?? 0) | (byte << ((at % 4) * 8));
  };
  bytes.forEach(put);
  put(0x80, bytes.length);
  words[words.length - 2] = bytes.length * 8;
  return words;
}

/** The MD5 of a text in UTF-8, as SIP's digest authentication needs it (RFC 3261 §22.4), in hexadecimal. */
export function md5(text: string): string {
  const words = wordsOf(text);
  const sum = new Int32Array([0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476]);
  for (let block = 0; block < words.length; block += 16) {
    let [a = 0, b = 0, c = 0, d = 0] = sum;
    for (let step = 0; step < 64; step += 1) {
      const round = step >> 4;
      const { mix, wordOf } = rounds[round] as (typeof rounds)[number];
      const word = words[block + (wordOf(step) % 16)] ?? 0;
      const sine = Math.floor(Math.abs(Math.sin(step + 1)) * 2 ** 32);
      const mixed = (a + mix(b, c, d) + word + sine) | 0;
      const shift = shifts[round]?.[step % 4] ?? 0;
      [a, b, c, d] = [d, (b + ((mixed << shift) | (mixed >>> (32 - shift)))) | 0, b, c];
    }
    for (const [index, word] of [a, b, c, d].entries()) sum[index] = (sum[index] ?? 0) + word;
  }
  const bytes = new Uint8Array(sum.buffer);
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
