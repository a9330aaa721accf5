import { setImmediate as turn } from 'node:timers/promises';
import { ManualClock } from '@dialproof/core';
import { describe, expect, it, vi } from 'vitest';
import { Transfer } from './in-slot.js';

const TIMEOUT_MS = 60_000;

/** Pieces of these sizes, and whether they were left. */
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

function send(pieces: AsyncIterable<Uint8Array>) {
  const clock = new ManualClock();
  const transfer = new Transfer({ timeoutMs: TIMEOUT_MS, clock });
  const content = transfer.send(pieces);
  const pass = async (ms: number) => {
    clock.advance(ms);
    await turn();
  };
  return { content, stalled: transfer.stalled, clock, pass };
}

describe('Transfer', () => {
  it('gives all bytes, none of its pieces larger than 64 KiB, and leaves no timer', async () => {
    const { content, clock } = send(source(70_000, 1, 65_536).pieces);
    const taken: Uint8Array[] = [];
    for await (const piece of content) taken.push(piece);
    expect(taken.map(({ length }) => length)).toEqual([65_536, 4_464, 1, 65_536]);
    expect(Buffer.concat(taken).subarray(69_999, 70_002).toString()).toBe('012');
    expect(clock.pending).toBe(0);
  });

  it('releases the content when no more is requested in time, and then fails', async () => {
    const { pieces, state } = source(100_000, 1);
    const { content, stalled, pass } = send(pieces);
    const iterator = content[Symbol.asyncIterator]();
    await iterator.next();
    await pass(TIMEOUT_MS - 1);
    expect([stalled.aborted, state.isLeft]).toEqual([false, false]);
    await pass(1);
    expect([stalled.aborted, state.isLeft]).toEqual([true, true]);
    await expect(iterator.next()).rejects.toBe(stalled.reason);
  });

  it('releases content whose reading does not begin in time', async () => {
    const left = vi.fn();
    const unread: AsyncIterable<Uint8Array> = {
      [Symbol.asyncIterator]: () => ({
        next: () => Promise.reject(new Error('it was read')),
        async return() {
          left();
          return { done: true, value: undefined };
        },
      }),
    };
    const { stalled, clock, pass } = send(unread);
    await pass(TIMEOUT_MS - 1);
    expect([stalled.aborted, left.mock.calls.length]).toEqual([false, 0]);
    await pass(1);
    expect([stalled.aborted, left.mock.calls.length]).toEqual([true, 1]);
    expect(clock.pending).toBe(0);
  });

  it('counts no time while a piece is being made', async () => {
    let make: () => void = () => {};
    async function* slow(): AsyncGenerator<Uint8Array> {
      await new Promise<void>((resolve) => {
        make = resolve;
      });
      yield Buffer.from('late');
    }
    const { content, stalled, pass } = send(slow());
    const piece = content[Symbol.asyncIterator]().next();
    await pass(2 * TIMEOUT_MS);
    make();
    expect(await piece).toMatchObject({ done: false });
    expect(stalled.aborted).toBe(false);
  });

  it('leaves no timer when content is left, also before its first piece and while one is on its way', async () => {
    for (const taken of ['none', 'one', 'one on its way']) {
      const { content, stalled, clock } = send(source(1, 1).pieces);
      const iterator = content[Symbol.asyncIterator]();
      const piece = taken === 'none' ? undefined : iterator.next();
      if (taken === 'one') await piece;
      await iterator.return?.();
      await piece;
      expect([clock.pending, stalled.aborted]).toEqual([0, false]);
    }
  });

  it('lasts as long as its client takes each piece in time', async () => {
    const { content, stalled, pass } = send(source(1_000_000).pieces);
    let bytes = 0;
    for await (const piece of content) {
      bytes += piece.length;
      await pass(TIMEOUT_MS - 1);
    }
    expect([bytes, stalled.aborted]).toEqual([1_000_000, false]);
  });

  it('lets the event loop turn after each 64 KiB that are there at once', async () => {
    let turns = 0;
    let counting: NodeJS.Immediate | undefined;
    const count = (): void => {
      turns += 1;
      counting = setImmediate(count);
    };
    count();
    const { content } = send(source(65_536, 65_536, 65_536, 65_536, 65_536).pieces);
    for await (const _piece of content);
    clearImmediate(counting);
    expect(turns).toBeGreaterThanOrEqual(4);
  });
});
