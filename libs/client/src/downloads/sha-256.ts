/** Adds up to a SHA-256. */
export interface Sha256Sum {
  update(bytes: Uint8Array): void;
  /** In base64. Nothing may be added after it. */
  base64(): string;
}

/** The runtime's own if it accepts bytes in pieces, as in Node, Deno and Bun: it takes a fraction of the time. */
export function sha256(): Sha256Sum {
  const { process } = globalThis as { process?: Pick<NodeJS.Process, 'getBuiltinModule'> };
  // Asked for in this way and not imported, since bundles for browsers have no such module.
  const hash = process?.getBuiltinModule?.('node:crypto')?.createHash('sha256');
  if (hash === undefined) return new Sha256();
  return {
    update: (bytes) => {
      hash.update(bytes);
    },
    base64: () => hash.digest('base64'),
  };
}

/** SHA-256 (FIPS 180-4) for browsers and workers: WebCrypto takes only bytes that are all there. */
export class Sha256 implements Sha256Sum {
  readonly #state = new Uint32Array(FIRST_STATE);
  readonly #words = new Uint32Array(64);
  readonly #block = new Uint8Array(64);
  readonly #view = new DataView(this.#block.buffer);
  /** The number of filled bytes of the block. */
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
    for (let t = 0; t < 16; t += 1) words[t] = this.#view.getUint32(t * 4);
    for (let t = 16; t < 64; t += 1) {
      const w15 = at(words, t - 15);
      const w2 = at(words, t - 2);
      const sigma0 = rotated(w15, 7) ^ rotated(w15, 18) ^ (w15 >>> 3);
      const sigma1 = rotated(w2, 17) ^ rotated(w2, 19) ^ (w2 >>> 10);
      words[t] = at(words, t - 16) + sigma0 + at(words, t - 7) + sigma1;
    }
    const state = this.#state;
    let a = at(state, 0);
    let b = at(state, 1);
    let c = at(state, 2);
    let d = at(state, 3);
    let e = at(state, 4);
    let f = at(state, 5);
    let g = at(state, 6);
    let h = at(state, 7);
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
    // Arrays for each 64 bytes took more time than the sum itself.
    state[0] = at(state, 0) + a;
    state[1] = at(state, 1) + b;
    state[2] = at(state, 2) + c;
    state[3] = at(state, 3) + d;
    state[4] = at(state, 4) + e;
    state[5] = at(state, 5) + f;
    state[6] = at(state, 6) + g;
    state[7] = at(state, 7) + h;
  }
}

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
