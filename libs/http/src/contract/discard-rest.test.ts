import { PassThrough } from 'node:stream';
import { systemClock } from '@dialproof/core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { discardRest } from './discard-rest.js';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }));
afterEach(() => void vi.useRealTimers());

const LIMITS = { clock: systemClock, maxBytes: 1_000, timeoutMs: 10_000, maxMs: 60_000 };

/** Discards a body, to which the test writes. */
function discarded() {
  const body = new PassThrough();
  let isOver = false;
  discardRest(body, LIMITS).then(() => {
    isOver = true;
  });
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return {
    /** Whether it is over after this time, at whose end the client sends something. */
    async after(ms: number, sent = 'x'): Promise<boolean> {
      vi.advanceTimersByTime(ms);
      await settle();
      if (!isOver) body.write(sent);
      await settle();
      return isOver;
    },
    async ended(): Promise<boolean> {
      body.end();
      await settle();
      return isOver;
    },
  };
}

describe('the rest of a refused request', () => {
  it('is read for as long as its client sends, which reads the reply only after that', async () => {
    const rest = discarded();
    for (let time = 0; time < 5; time += 1) expect(await rest.after(9_999)).toBe(false);
    expect(await rest.ended()).toBe(true);
  });

  it('is given up when its client is silent', async () => {
    const rest = discarded();
    expect(await rest.after(9_999)).toBe(false);
    expect(await rest.after(10_000)).toBe(true);
  });

  it('is given up when it takes too long in all', async () => {
    const rest = discarded();
    for (let time = 0; time < 6; time += 1) expect(await rest.after(9_900)).toBe(false);
    expect(await rest.after(700)).toBe(true);
  });

  it('is given up when it is too much', async () => {
    const rest = discarded();
    expect(await rest.after(0, 'x'.repeat(1_000))).toBe(false);
    expect(await rest.after(0)).toBe(true);
  });
});
