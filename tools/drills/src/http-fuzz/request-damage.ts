import type { SeededRandom } from '@dialproof/generate';

const FRAGMENTS = [
  ...[
    '\r\n',
    '\n',
    '\r',
    '\r\n\r\n',
    '\0',
    ' ',
    '\t',
    ':',
    '%',
    '%00',
    '"',
    ';',
    '=',
    ',',
    '--',
    '--dialproof\r\n',
    '\xff',
  ],
  ...[
    '\x80',
    'GET / HTTP/1.1\r\n\r\n',
    'HTTP/1.1 200 OK\r\n\r\n',
    'Content-Length: 5\r\n',
    'Transfer-Encoding: chunked\r\n',
  ],
].map((text) => Buffer.from(text, 'latin1'));

/** The bytes with one to four damages. */
export function damaged(random: SeededRandom, bytes: Buffer): Buffer {
  let result = bytes;
  for (let count = random.pick([1, 1, 2, 4]); count > 0; count -= 1) result = damagedOnce(random, result);
  return result;
}

function damagedOnce(random: SeededRandom, bytes: Buffer): Buffer {
  // Half of the damages hit the head, which is the smaller part of most requests with a body.
  const at = random.below(random.chance(0.5) ? Math.min(bytes.length, 200) : bytes.length);
  const length = 1 + random.below(40);
  const before = bytes.subarray(0, at);
  switch (random.below(5)) {
    case 0:
      return Buffer.concat([before, Buffer.from([random.below(256)]), bytes.subarray(at + 1)]);
    case 1:
      return Buffer.concat([before, random.pick(FRAGMENTS), bytes.subarray(at)]);
    case 2:
      return Buffer.concat([before, bytes.subarray(at + length)]);
    case 3:
      return Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at)]);
    default:
      return random.chance(0.3)
        ? before
        : Buffer.concat([before, random.pick(FRAGMENTS), bytes.subarray(at + length)]);
  }
}
