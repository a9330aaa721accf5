import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { unlessStalled } from './stalled-content.js';

const TIMEOUT_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Pieces of so many bytes, and whether they were left. */
function source(...lengths: readonly number[]) {
  const state = { isLeft: false };
  async function* pieces(): AsyncGenerator<Uint8Array> {
    try {
      for (const [at, length] of lengths.entries()) yield Buffer.alloc(length, String(at));
    } finally {
      state.isLeft = true;
    }
  }
  return { state, pieces: pieces() };
}

describe('unlessStalled', () => {
  it('gives all bytes, none of its pieces larger than 64 KiB, and leaves no timer', async () => {
    const { content } = unlessStalled(source(70_000, 1, 65_536).pieces, TIMEOUT_MS);
    const taken: Uint8Array[] = [];
    for await (const piece of content) taken.push(piece);
    expect(taken.map(({ length }) => length)).toEqual([65_536, 4_464, 1, 65_536]);
    expect(Buffer.concat(taken).subarray(69_999, 70_002).toString()).toBe('012');
    expect(vi.getTimerCount()).toBe(0);
  });

  it('lets go of the content when nobody asks for more in time, and then fails', async () => {
    const { pieces, state } = source(100_000, 1);
    const { content, stalled } = unlessStalled(pieces, TIMEOUT_MS);
    const iterator = content[Symbol.asyncIterator]();
    await iterator.next();
    await vi.advanceTimersByTimeAsync(TIMEOUT_MS - 1);
    expect([stalled.aborted, state.isLeft]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect([stalled.aborted, state.isLeft]).toEqual([true, true]);
    await expect(iterator.next()).rejects.toBe(stalled.reason);
  });

  it('counts no time before the first piece is asked for, nor while one is being made', async () => {
    let make: () => void = () => {};
    async function* slow(): AsyncGenerator<Uint8Array> {
      await new Promise<void>((resolve) => {
        make = resolve;
      });
      yield Buffer.from('late');
    }
    const { content, stalled } = unlessStalled(slow(), TIMEOUT_MS);
    await vi.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
    const piece = content[Symbol.asyncIterator]().next();
    await vi.advanceTimersByTimeAsync(2 * TIMEOUT_MS);
    make();
    expect(await piece).toMatchObject({ done: false });
    expect(stalled.aborted).toBe(false);
  });

  it('leaves no timer to content that is left, also while a piece is on its way', async () => {
    for (const waits of [false, true]) {
      const { content, stalled } = unlessStalled(source(1, 1).pieces, TIMEOUT_MS);
      const iterator = content[Symbol.asyncIterator]();
      const piece = iterator.next();
      if (!waits) await piece;
      await iterator.return?.();
      await piece;
      expect([vi.getTimerCount(), stalled.aborted]).toEqual([0, false]);
    }
  });
});
