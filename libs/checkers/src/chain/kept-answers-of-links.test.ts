import { DialproofError, ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import {
  A,
  B,
  bulkThat,
  C,
  contextOf,
  deferred,
  settle,
  singleThat,
} from '../calls/spoken-checkers.fixture.js';
import { chain } from './chain.js';

const HOUR_MS = 3_600_000;

/** Reports an outage until the test lets it answer. */
function linkThatIsAway() {
  const state = { isAway: true };
  const link = bulkThat(() => {
    if (state.isAway) throw new DialproofError('checker_unavailable');
    return 'dead';
  });
  return { link, state };
}

describe('the answers of the links of a chain', () => {
  it('is kept through an outage of a later link, with the time when it was answered', async () => {
    const { link: second, state } = linkThatIsAway();
    const first = bulkThat((number) => (number === A ? 'wa_registered' : 'unknown'));
    const asked = chain([first, second], { clock: new ManualClock(5_000) });
    for (let time = 0; time < 2; time += 1)
      await expect(asked.checkMany([A, B], contextOf())).rejects.toMatchObject({
        code: 'checker_unavailable',
      });
    state.isAway = false;
    const kept = { status: 'wa_registered', checkedAt: new Date(5_000) };
    expect(await asked.checkMany([B, A], contextOf())).toEqual(['dead', kept]);
    expect(first.calls).toEqual([[A, B]]);
    expect(second.calls).toEqual([[B], [B], [B]]);
  });

  it('is kept for one answer of the chain', async () => {
    const { link: second, state } = linkThatIsAway();
    const first = bulkThat(() => 'unknown');
    const asked = chain([first, second]);
    await expect(asked.checkMany([A], contextOf())).rejects.toThrow();
    state.isAway = false;
    expect(await asked.checkMany([A], contextOf())).toEqual(['dead']);
    expect(await asked.checkMany([A], contextOf())).toEqual(['dead']);
    expect(first.calls).toEqual([[A], [A]]);
  });

  it('are kept if a check at another link fails, before or behind', async () => {
    let hasFailed = false;
    const failsOnce = singleThat(() => {
      if (hasFailed) return 'unknown';
      hasFailed = true;
      return 'check_failed';
    });
    const [first, last] = [singleThat(() => 'unknown'), singleThat(() => 'unknown')];
    const asked = chain([first, failsOnce, last]);
    await expect(asked.check(A, contextOf())).rejects.toThrow('this check fails');
    expect(await asked.check(A, contextOf())).toHaveProperty('status', 'unknown');
    expect([first.calls, failsOnce.calls, last.calls]).toEqual([[[A]], [[A], [A]], [[A]]]);
  });

  it('is kept of a call whose others failed', async () => {
    let isBroken = true;
    const first = bulkThat(() => 'unknown');
    const second = bulkThat((number) => (number === B && isBroken ? 'check_failed' : 'dead'));
    const asked = chain([first, second]);
    expect(await asked.checkMany([A, B, C], contextOf())).toEqual(['dead', 'check_failed', 'dead']);
    isBroken = false;
    expect(await asked.checkMany([B], contextOf())).toEqual(['dead']);
    expect([first.calls, second.calls]).toEqual([[[A, B, C]], [[A, B, C], [B]]]);
  });

  it.each([
    ['bulk', bulkThat],
    ['single', singleThat],
  ] as const)('is kept when the deadline passes at a later link: %s', async (_, linkThat) => {
    const isSlow = deferred<'dead'>();
    const first = linkThat(() => 'unknown');
    const second = singleThat((_number, { signal }) => {
      signal.addEventListener('abort', () => isSlow.reject(signal.reason));
      return second.calls.length === 1 ? isSlow.promise : 'dead';
    });
    const asked = chain([first, second], { collectMs: 0 });
    const controller = new AbortController();
    const late = expect(asked.check(A, contextOf(controller.signal))).rejects.toThrow('too slow');
    await expect.poll(() => second.calls).toHaveLength(1);
    controller.abort(new Error('too slow'));
    await late;
    expect(await asked.check(A, contextOf())).toBe('dead');
    expect([first.calls, second.calls]).toEqual([[[A]], [[A], [A]]]);
  });

  it('is kept when it comes too late', async () => {
    const answer = deferred<'dead'>();
    const link = singleThat(() => answer.promise);
    const asked = chain([link], { clock: new ManualClock(5_000) });
    const controller = new AbortController();
    const late = asked.check(A, contextOf(controller.signal));
    controller.abort(new Error('too slow'));
    answer.resolve('dead');
    await late;
    const kept = { status: 'dead', checkedAt: new Date(5_000) };
    expect(await asked.check(A, contextOf())).toEqual(kept);
    expect(link.calls).toEqual([[A]]);
  });

  it('is kept when its caller has left a call that others wait for', async () => {
    const clock = new ManualClock();
    const answer = deferred<'dead'>();
    const first = bulkThat(() => answer.promise);
    const asked = chain([first, singleThat(() => 'unknown')], { clock });
    const controller = new AbortController();
    const left = expect(asked.check(A, contextOf(controller.signal))).rejects.toThrow('too slow');
    const stayed = asked.check(B, contextOf());
    await settle();
    clock.advance(10);
    controller.abort(new Error('too slow'));
    await left;
    answer.resolve('dead');
    expect(await stayed).toBe('dead');
    expect(await asked.check(A, contextOf())).toHaveProperty('status', 'dead');
    expect(first.calls).toEqual([[A, B]]);
  });

  it('is forgotten after an hour', async () => {
    const clock = new ManualClock();
    const { link: second } = linkThatIsAway();
    const first = bulkThat(() => 'unknown');
    const asked = chain([first, second], { clock });
    const ask = () => expect(asked.checkMany([A], contextOf())).rejects.toThrow();
    await ask();
    clock.advance(HOUR_MS - 1);
    await ask();
    expect(first.calls).toHaveLength(1);
    clock.advance(1);
    await ask();
    expect(first.calls).toHaveLength(2);
  });
});
