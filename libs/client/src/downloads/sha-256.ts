/** Adds up to the SHA-256 (FIPS 180-4) of bytes that come in pieces. WebCrypto has none that does. */
export class Sha256 {
  readonly #state = new Uint32Array(FIRST_STATE);
  readonly #words = new Uint32Array(64);
  readonly #block = new Uint8Array(64);
  /** How much of the block is filled. */
  #filled = 0;
  #totalBytes = 0;

  update(bytes: Uint8Array): void {
    this.#totalBytes += bytes.length;
    let at = 0;
    while (at < bytes.length) {
      const taken = Math.min(64 - this.#filled, bytes.length - at);
      this.#block.set(bytes.subarray(at, at + taken), this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === 64) {
        this.#compress();
        this.#filled = 0;
      }
    }
  }

  /** In base64. Nothing may be added after it. */
  base64(): string {
    this.#pad();
    const bytes = new Uint8Array(32);
    const view = new DataView(bytes.buffer);
    for (const [index, word] of this.#state.entries()) view.setUint32(index * 4, word);
    return btoa(String.fromCharCode(...bytes));
  }

  /** A one bit, zeros, and the length in bits as 64 bits (5.1.1). */
  #pad(): void {
    const bits = this.#totalBytes * 8;
    const zeros = (119 - (this.#totalBytes % 64)) % 64;
    const padding = new Uint8Array(1 + zeros + 8);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(1 + zeros, Math.floor(bits / 2 ** 32));
    view.setUint32(1 + zeros + 4, bits % 2 ** 32);
    this.update(padding);
  }

  /** 6.2.2. The names are those of the standard. */
  #compress(): void {
    const words = this.#words;
    const view = new DataView(this.#block.buffer);
    for (let t = 0; t < 16; t += 1) words[t] = view.getUint32(t * 4);
    for (let t = 16; t < 64; t += 1) {
      const w15 = at(words, t - 15);
      const w2 = at(words, t - 2);
      const sigma0 = rotated(w15, 7) ^ rotated(w15, 18) ^ (w15 >>> 3);
      const sigma1 = rotated(w2, 17) ^ rotated(w2, 19) ^ (w2 >>> 10);
      words[t] = at(words, t - 16) + sigma0 + at(words, t - 7) + sigma1;
    }
    const state = this.#state;
    let [a, b, c, d, e, f, g, h] = [0, 1, 2, 3, 4, 5, 6, 7].map((index) => at(state, index)) as Eight;
    for (let t = 0; t < 64; t += 1) {
      const sum1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const choice = (e & f) ^ (~e & g);
      const t1 = (h + sum1 + choice + at(ROUND_CONSTANTS, t) + at(words, t)) | 0;
      const sum0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      h = g;
      g = f;
      f = e;
      e = (d + t1) | 0;
      d = c;
      c = b;
      b = a;
      a = (t1 + sum0 + majority) | 0;
    }
    [a, b, c, d, e, f, g, h].forEach((word, index) => {
      state[index] = at(state, index) + word;
    });
  }
}

type Eight = [number, number, number, number, number, number, number, number];

function rotated(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

/** Indices here never leave the array, which the type does not know. */
function at(words: Uint32Array, index: number): number {
  return words[index] as number;
}

const PRIMES = firstPrimes(64);
/** The first 32 bits of the fractions of the cube roots of the first 64 primes (4.2.2). */
const ROUND_CONSTANTS = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
/** Those of the square roots of the first eight (5.3.3). */
const FIRST_STATE = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));

function fraction(root: number): number {
  return Math.floor((root - Math.floor(root)) * 2 ** 32);
}

function firstPrimes(count: number): number[] {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < count; candidate += 1) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  return primes;
}
