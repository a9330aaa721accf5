import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { gzipped } from './gzipped.js';

function counted(pieces: readonly Uint8Array[], failure?: Error) {
  let at = 0;
  const state = { left: 0 };
  const content: AsyncIterable<Uint8Array> = {
    [Symbol.asyncIterator]: () => ({
      async next() {
        const value = pieces[at++];
        if (value !== undefined) return { done: false, value };
        if (failure !== undefined) throw failure;
        return { done: true, value: undefined };
      },
      async return() {
        state.left += 1;
        return { done: true, value: undefined };
      },
    }),
  };
  return { content, state };
}

async function read(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content) pieces.push(piece);
  return Buffer.concat(pieces);
}

describe('gzipped', () => {
  it.each([0, 1, 300])('is the content of %i pieces in gzip', async (count) => {
    const pieces = Array.from({ length: count }, (_, index) =>
      Buffer.from(`+4179000${index},dead\r\n`.repeat(50)),
    );
    const packed = await read(gzipped(counted(pieces).content));
    expect(gunzipSync(packed).equals(Buffer.concat(pieces))).toBe(true);
  });

  it('fails with the content', async () => {
    const failure = new Error('the store is gone');
    await expect(read(gzipped(counted([Buffer.from('a')], failure).content))).rejects.toBe(failure);
  });

  it('ends for a reader that leaves it while a piece is on its way', async () => {
    const never: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }),
    };
    const pieces = gzipped(never)[Symbol.asyncIterator]();
    const next = pieces.next();
    await new Promise(setImmediate);
    await pieces.return?.();
    expect(await next).toEqual({ done: true, value: undefined });
  });

  it.each([0, 1])('releases the content when it is left after %i pieces', async (count) => {
    const { content, state } = counted(Array.from({ length: 99 }, () => Buffer.alloc(100_000)));
    const pieces = gzipped(content)[Symbol.asyncIterator]();
    for (let read = 0; read < count; read += 1) await pieces.next();
    await pieces.return?.();
    await new Promise(setImmediate);
    expect(state.left).toBe(1);
  });
});
