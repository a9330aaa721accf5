import type { SeededRandom } from '@dialproof/generate';

type Damage = (random: SeededRandom, bytes: Buffer, other: () => Buffer) => Buffer;

/** Delimiters, quotes and line ends, and characters that look like them. */
const TEXT_FRAGMENTS = [
  ...',;\t|"\'\n\r =é漢😀\ufeff\u2028\u00a0',
  ...['""', '"""', '",', ',"', '"\n', '\n"', '" ', '";"', '\r\n', '\n\n', ',,,,'],
  ...['+14155552671', 'sep=;\n', '"sep=,"\r\n'],
].map((text) => Buffer.from(text));

/** Bytes that no text has: NULs, halves of characters, marks of other encodings, the start of another format. */
const BINARY_FRAGMENTS = [
  ...['\0', '\xff', '\xe9', '\xc3', '\xe6\xbc', '\xf0\x9f', '\x80', '\xed\xa0\x80', '\xc0\x80'],
  ...['\xff\xfe', '\n\0', 'PK\x03\x04'],
].map((bytes) => Buffer.from(bytes, 'latin1'));

const DAMAGES: readonly Damage[] = [
  function flipBit(random, bytes) {
    return changed(bytes, random.below(bytes.length), (byte) => byte ^ (1 << random.below(8)));
  },
  function replaceByte(random, bytes) {
    return changed(bytes, random.below(bytes.length), () => random.below(256));
  },
  insertFragment,
  insertFragment,
  insertFragment,
  function replaceByFragment(random, bytes) {
    const { start, end } = range(random, bytes.length, 4);
    return Buffer.concat([bytes.subarray(0, start), fragment(random), bytes.subarray(end)]);
  },
  function remove(random, bytes) {
    const { start, end } = range(random, bytes.length, 40);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]);
  },
  function truncate(random, bytes) {
    return bytes.subarray(0, random.below(bytes.length));
  },
  function duplicate(random, bytes) {
    const { start, end } = range(random, bytes.length, 200);
    return Buffer.concat([bytes.subarray(0, end), bytes.subarray(start)]);
  },
  function move(random, bytes) {
    const { start, end } = range(random, bytes.length, 100);
    const to = random.below(start + 1);
    const moved = bytes.subarray(start, end);
    return Buffer.concat([bytes.subarray(0, to), moved, bytes.subarray(to, start), bytes.subarray(end)]);
  },
  function splice(random, bytes, other) {
    const tail = other();
    return Buffer.concat([
      bytes.subarray(0, random.below(bytes.length)),
      tail.subarray(random.below(tail.length)),
    ]);
  },
];

/** The number of damages of a file, each equally likely. */
const COUNTS = [0, 1, 1, 1, 2, 2, 3, 5, 8];

/** A file with some damages. `other` gives another file, which may be spliced in. */
export function damagedBytes(random: SeededRandom, whole: Buffer, other: () => Buffer): Buffer {
  let bytes = whole;
  for (let left = random.pick(COUNTS); left > 0 && bytes.length > 0; left -= 1) {
    bytes = random.pick(DAMAGES)(random, bytes, other);
  }
  return bytes;
}

function insertFragment(random: SeededRandom, bytes: Buffer): Buffer {
  const at = random.below(bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), fragment(random), bytes.subarray(at)]);
}

function fragment(random: SeededRandom): Buffer {
  return random.pick(random.chance(0.85) ? TEXT_FRAGMENTS : BINARY_FRAGMENTS);
}

function changed(bytes: Buffer, at: number, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = change(copy[at] ?? 0);
  return copy;
}

function range(random: SeededRandom, length: number, most: number) {
  const start = random.below(length + 1);
  return { start, end: Math.min(length, start + 1 + random.below(most)) };
}
