import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { ManualClock } from '../memory/manual-clock.js';
import { beginWait } from './wait.js';

function trial({ ms }: { readonly ms?: number } = {}) {
  const clock = new ManualClock();
  const stop = new AbortController();
  const wait = beginWait({
    signal: stop.signal,
    ...(ms === undefined ? {} : { timeout: { clock, ms } }),
  });
  return { clock, stop, wait };
}

describe('a wait', () => {
  it.each([
    ['woken', ({ wait }: ReturnType<typeof trial>) => wait.wake()],
    ['timed_out', ({ clock }: ReturnType<typeof trial>) => clock.advance(1_000)],
    ['aborted', ({ stop }: ReturnType<typeof trial>) => stop.abort()],
  ])('ends when it is %s, and leaves nothing behind', async (by, end) => {
    const tried = trial({ ms: 1_000 });
    end(tried);
    expect(await tried.wait.ended).toBe(by);
    expect(tried.clock.pending).toBe(0);
    expect(getEventListeners(tried.stop.signal, 'abort')).toEqual([]);
  });

  it('ends by the first of several events', async () => {
    const { clock, stop, wait } = trial({ ms: 1_000 });
    clock.advance(1_000);
    wait.wake();
    stop.abort();
    expect(await wait.ended).toBe('timed_out');
  });

  it('ends at once where the signal was aborted before', async () => {
    const clock = new ManualClock();
    const wait = beginWait({ signal: AbortSignal.abort(), timeout: { clock, ms: 1_000 } });
    expect(await wait.ended).toBe('aborted');
    expect(clock.pending).toBe(0);
  });

  it('lasts for as long as nothing ends it, without a timeout', async () => {
    const { clock, wait } = trial();
    clock.advance(1_000_000);
    const other = Promise.resolve('later');
    expect(await Promise.race([wait.ended, other])).toBe('later');
  });
});
