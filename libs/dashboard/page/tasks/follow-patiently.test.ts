import { DialproofError, type Task } from '@dialproof/client';
import { describe, expect, it } from 'vitest';
import { followPatiently, type Pause } from './follow-patiently.js';

const AWAY = new DialproofError('connection_failed');

// The states are passed on unchanged.
const state = (processed: number) => ({ processed }) as Task;

/** Follows a task whose states and failures come in this order; a new attempt begins after each failure. */
async function follow(script: readonly (Task | Error)[]) {
  const left = [...script];
  const taken: number[] = [];
  const pauses: Pause[] = [];
  const stop = new AbortController();
  let timesLost = 0;
  const ended = await followPatiently({
    signal: stop.signal,
    async *states() {
      for (let next = left.shift(); next !== undefined; next = left.shift()) {
        if (next instanceof Error) throw next;
        yield next;
      }
    },
    take: ({ processed }) => taken.push(processed),
    lost: () => {
      timesLost += 1;
    },
    pause: async (pause) => {
      pauses.push(pause);
      if (pauses.length > 20) stop.abort();
    },
  }).catch((error: unknown) => error);
  return { taken, pauses, timesLost, ended };
}

describe('a task that is followed without a time limit', () => {
  it('is asked for again after pauses that grow, and shrink with each state', async () => {
    const { taken, pauses, timesLost } = await follow([
      ...[state(1), AWAY, AWAY, AWAY, AWAY, AWAY],
      ...[state(2), AWAY, state(3)],
    ]);
    expect(taken).toEqual([1, 2, 3]);
    expect(pauses.map(({ ms }) => ms)).toEqual([1_000, 2_000, 4_000, 8_000, 10_000, 1_000]);
    expect(pauses.some(({ isAsked }) => isAsked)).toBe(false);
    expect(timesLost).toBe(6);
  });

  it('is not requested before the server allows it', async () => {
    const busy = new DialproofError('too_many_requests', { status: 429, retryAfterMs: 90_000 });
    const restarted = new DialproofError('shutting_down', { status: 503, retryAfterMs: 500 });
    const { pauses } = await follow([busy, restarted, state(1)]);
    expect(pauses).toEqual([
      { ms: 90_000, isAsked: true },
      { ms: 2_000, isAsked: true },
    ]);
  });

  it('is not requested at once if the server asks for a longer pause than timers allow', async () => {
    const busy = new DialproofError('too_many_requests', { status: 429, retryAfterMs: 1e12 });
    expect((await follow([busy])).pauses).toEqual([{ ms: 2_147_483_647, isAsked: true }]);
  });

  it('fails with a permanent failure', async () => {
    const gone = new DialproofError('task_not_found', { status: 404 });
    expect(await follow([state(1), gone, state(2)])).toMatchObject({ ended: gone, taken: [1], pauses: [] });
  });

  it('ends with its signal', async () => {
    const { pauses, ended } = await follow(Array.from({ length: 100 }, () => AWAY));
    expect([pauses.length, ended]).toEqual([21, undefined]);
  });
});
