import { getEventListeners } from 'node:events';
import { describe, expect, it, vi } from 'vitest';
import { onFailure, untilOver } from './watched-content.js';

const PIECE = Buffer.from('piece');

async function* pieces(failure?: Error): AsyncGenerator<Uint8Array> {
  yield PIECE;
  if (failure !== undefined) throw failure;
}

function begin(content: AsyncIterable<Uint8Array>) {
  const client = new AbortController();
  let ends = 0;
  const count = (): void => {
    ends += 1;
  };
  const followed = untilOver(content, count, client.signal);
  const listeners = () => getEventListeners(client.signal, 'abort').length;
  return { client, iterator: followed[Symbol.asyncIterator](), ends: () => ends, listeners };
}

describe('untilOver', () => {
  it('reports the end of the content, and returns all of it', async () => {
    const { iterator, ends, listeners } = begin(pieces());
    expect(await iterator.next()).toEqual({ done: false, value: PIECE });
    expect(ends()).toBe(0);
    expect(await iterator.next()).toMatchObject({ done: true });
    expect([ends(), listeners()]).toEqual([1, 0]);
  });

  it('reports a failure', async () => {
    const { iterator, ends } = begin(pieces(new Error('broken')));
    await iterator.next();
    await expect(iterator.next()).rejects.toThrow('broken');
    expect(ends()).toBe(1);
  });

  it('reports once, even if the content is left after its end', async () => {
    const { iterator, ends } = begin(pieces());
    await iterator.next();
    await iterator.next();
    await iterator.return?.();
    expect(ends()).toBe(1);
  });

  it('reports content that is left, also before it was begun', async () => {
    for (const taken of [0, 1]) {
      const { iterator, ends, listeners } = begin(pieces());
      for (let at = 0; at < taken; at += 1) await iterator.next();
      await iterator.return?.();
      expect([ends(), listeners()]).toEqual([1, 0]);
    }
  });

  it('reports a client that has gone, whether or not the content is read', () => {
    const { client, ends } = begin(pieces());
    client.abort();
    expect(ends()).toBe(1);
    const gone = new AbortController();
    gone.abort();
    const end = vi.fn();
    untilOver(pieces(), end, gone.signal);
    expect(end).toHaveBeenCalledOnce();
  });
});

describe('onFailure', () => {
  it('reports a failure before the reader gets it, and nothing else', async () => {
    const told: unknown[] = [];
    const iterator = onFailure(pieces(new Error('broken')), (error) => told.push(error))[
      Symbol.asyncIterator
    ]();
    await iterator.next();
    expect(told).toEqual([]);
    const asked = iterator.next().catch(() => told.length);
    expect(await asked).toBe(1);
    const whole = onFailure(pieces(), (error) => told.push(error))[Symbol.asyncIterator]();
    await whole.next();
    await whole.next();
    await whole.return?.();
    expect(told).toHaveLength(1);
  });
});
