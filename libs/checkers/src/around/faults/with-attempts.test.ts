import { DialproofError, ManualClock } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import { wrapperContracts } from '../../calls/checker-contracts.fixture.js';
import { A, B, bulkThat, C, contextOf, singleThat, until } from '../../calls/spoken-checkers.fixture.js';
import { withAttempts } from './with-attempts.js';

/** Fails `times` times, then answers. */
function failing(times: number, error: unknown = new Error('busy')) {
  let left = times;
  return () => {
    if (left === 0) return 'dead' as const;
    left -= 1;
    throw error;
  };
}

describe('withAttempts', () => {
  wrapperContracts((checker) => withAttempts(checker, { firstPauseMs: 0 }));

  it('asks again after a pause', async () => {
    const clock = new ManualClock();
    const checker = singleThat(failing(2));
    const answer = withAttempts(checker, { attempts: 3, clock }).check(A, contextOf());
    for (const calls of [1, 2]) {
      await until(() => clock.pending === 1);
      expect(checker.calls).toHaveLength(calls);
      clock.advance(2_000);
    }
    expect(await answer).toBe('dead');
    expect(clock.pending).toBe(0);
  });

  it('rejects with the last error after the last attempt', async () => {
    const errors = [new Error('first'), new Error('second'), new Error('third')];
    const checker = singleThat(() => {
      throw errors[checker.calls.length - 1];
    });
    const asked = withAttempts(checker, { attempts: 3, firstPauseMs: 0, longestPauseMs: 0 });
    await expect(asked.check(A, contextOf())).rejects.toBe(errors[2]);
    expect(checker.calls).toHaveLength(3);
  });

  it('asks again about those numbers of a bulk call whose checks failed', async () => {
    const checker = bulkThat((number) =>
      number === B && checker.calls.length < 3 ? 'check_failed' : 'dead',
    );
    const asked = withAttempts(checker, { attempts: 3, firstPauseMs: 0, longestPauseMs: 0 });
    expect(await asked.checkMany([A, B, C], contextOf())).toEqual(['dead', 'dead', 'dead']);
    expect(checker.calls).toEqual([[A, B, C], [B], [B]]);
  });

  it('keeps the answers of a bulk call when the next attempt rejects', async () => {
    for (const error of [new Error('busy'), new DialproofError('checker_suspended')]) {
      const checker = bulkThat((number) => {
        if (checker.calls.length > 1) throw error;
        return number === A ? 'dead' : 'check_failed';
      });
      const asked = withAttempts(checker, { firstPauseMs: 0, longestPauseMs: 0 });
      expect(await asked.checkMany([A, B], contextOf())).toEqual(['dead', 'check_failed']);
    }
  });

  it('does not try an outage again', async () => {
    for (const code of ['checker_unavailable', 'checker_unauthorized'] as const) {
      const error = new DialproofError(code, { retryAfterMs: 0 });
      const checker = bulkThat(failing(1, error));
      await expect(withAttempts(checker).checkMany([A], contextOf())).rejects.toBe(error);
      expect(checker.calls).toHaveLength(1);
    }
  });

  it('leaves a failed check failed if the next attempt meets an outage, such as that of a circuit', async () => {
    const failure = new Error('busy');
    const errors = [failure, new DialproofError('checker_unavailable', { retryAfterMs: 30_000 })];
    const single = singleThat(() => {
      throw errors[single.calls.length - 1];
    });
    const options = { attempts: 3, firstPauseMs: 0, longestPauseMs: 0 };
    await expect(withAttempts(single, options).check(A, contextOf())).rejects.toBe(failure);
    expect(single.calls).toHaveLength(2);

    const bulk = bulkThat(() => {
      if (bulk.calls.length > 1) throw errors[1];
      return 'check_failed';
    });
    expect(await withAttempts(bulk, options).checkMany([A, B], contextOf())).toEqual([
      'check_failed',
      'check_failed',
    ]);
  });

  it('waits for the retryAfterMs of the error, unless that exceeds the longest pause', async () => {
    const clock = new ManualClock();
    const inASecond = Object.assign(new Error('busy'), { retryAfterMs: 1_000 });
    const options = { firstPauseMs: 1, longestPauseMs: 1_000, clock };
    const answer = withAttempts(singleThat(failing(1, inASecond)), options).check(A, contextOf());
    await until(() => clock.pending === 1);
    clock.advance(999);
    expect(clock.pending).toBe(1);
    clock.advance(1);
    expect(await answer).toBe('dead');

    const later = Object.assign(new Error('busy'), { retryAfterMs: 1_001 });
    const checker = singleThat(failing(1, later));
    await expect(withAttempts(checker, options).check(A, contextOf())).rejects.toBe(later);
    expect(checker.calls).toHaveLength(1);
  });

  it('does not repeat a call whose error excludes it', async () => {
    const checker = singleThat(failing(1));
    const asked = withAttempts(checker, { isWorthwhile: () => false });
    await expect(asked.check(A, contextOf())).rejects.toThrow('busy');
    expect(checker.calls).toHaveLength(1);
  });

  it('ends when it is aborted in a pause', async () => {
    const clock = new ManualClock();
    const controller = new AbortController();
    const checker = singleThat(failing(1));
    const answer = withAttempts(checker, { clock }).check(A, contextOf(controller.signal));
    const refused = expect(answer).rejects.toThrow('nobody waits');
    await until(() => clock.pending === 1);
    controller.abort(new Error('nobody waits'));
    await refused;
    expect(clock.pending).toBe(0);
    expect(checker.calls).toHaveLength(1);
  });

  it.each([
    [{ attempts: 1 }, RangeError],
    [{ attempts: 2.5 }, RangeError],
    [{ firstPauseMs: -1 }, TypeError],
    [{ firstPauseMs: 200, longestPauseMs: 100 }, TypeError],
    [{ longestPauseMs: 2 ** 31 }, TypeError],
  ])('refuses %o', (options, expected) => {
    expect(() =>
      withAttempts(
        singleThat(() => 'dead'),
        options,
      ),
    ).toThrow(expected);
  });
});
