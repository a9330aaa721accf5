import assert from 'node:assert/strict';
import type { CounterFactory, RateCount, RateCounter } from '@dialproof/http';
import {
  type CreateOnClock,
  type DefineTimedCase,
  DRIFT_MS,
  type KeepsTime,
  timedCasesWith,
} from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';

/** The subject of a case: empty counts of its own. Without `pass`, they use the clock of the suite. */
export interface RateCounterSubject extends KeepsTime {
  readonly counter: CounterFactory;
  /**
   * For counts that outlive the object: a counter of another process over the same counts. The subject's `close` then closes both. Without
   * this method, the cases continue with the same object.
   */
  another?(): Promise<CounterFactory>;
}

const REQUESTS = 3;
const WINDOW_MS = 3_600_000;

/** Tests every sentence of `RateCounter`. Each case calls `create` for counts that are empty. */
export function rateCounterContract(runner: TestRunner, create: CreateOnClock<RateCounterSubject>): void {
  runner.describe('rate counter contract', () => {
    const it = timedCasesWith(runner, create);
    countCases(it);
    windowCases(it);
    keyCases(it);
  });
}

function countCases(it: DefineTimedCase<RateCounterSubject>): void {
  it('counts requests up to the policy, and rejects with the count beyond it', async ({ counter }) => {
    const counted = ofVerify(counter);
    for (let request = 1; request <= REQUESTS; request += 1) {
      assert.equal((await counted.consume('ann')).consumedPoints, request);
    }
    for (const request of [REQUESTS + 1, REQUESTS + 2]) {
      assert.equal((await refused(counted, 'ann')).consumedPoints, request);
    }
  });

  it('returns a count without counting, and null if there is none', async ({ counter }) => {
    const counted = ofVerify(counter);
    assert.equal(await counted.get('ann'), null);
    await counted.consume('ann');
    for (let look = 0; look < 2; look += 1) {
      assert.equal((await counted.get('ann'))?.consumedPoints, 1);
    }
    assert.equal((await counted.consume('ann')).consumedPoints, 2);
  });

  it('counts each of those that come at once', async ({ counter }) => {
    const counted = ofVerify(counter);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => counted.consume('ann')));
    assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, REQUESTS);
    const counts = outcomes.map((outcome) => {
      const count: RateCount = outcome.status === 'fulfilled' ? outcome.value : outcome.reason;
      return count.consumedPoints;
    });
    assert.deepEqual(
      counts.sort((one, other) => one - other),
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
  });

  it('counts for several processes', async ({ another, counter }) => {
    const here = ofVerify(counter);
    const there = another === undefined ? here : ofVerify(await another());
    await here.consume('ann');
    assert.equal((await there.consume('ann')).consumedPoints, 2);
    assert.equal((await here.consume('ann')).consumedPoints, 3);
    assert.equal((await refused(there, 'ann')).consumedPoints, 4);
    assert.equal((await here.get('ann'))?.consumedPoints, 4);
  });
}

function windowCases(it: DefineTimedCase<RateCounterSubject>): void {
  it('has the end of the window, which begins with its first request', async ({ counter }, time) => {
    const counted = ofVerify(counter);
    assertEnds(await counted.consume('ann'), WINDOW_MS);
    await time.pass(WINDOW_MS / 2);
    assertEnds(await counted.consume('ann'), WINDOW_MS / 2);
    assertEnds(await counted.get('ann'), WINDOW_MS / 2);
    await counted.consume('ann');
    assertEnds(await refused(counted, 'ann'), WINDOW_MS / 2);
  });

  it('begins anew when the window has ended', async ({ counter }, time) => {
    const counted = ofVerify(counter);
    for (let request = 1; request <= REQUESTS; request += 1) await counted.consume('ann');
    await refused(counted, 'ann');
    await time.pass(WINDOW_MS);
    assert.equal(await counted.get('ann'), null);
    const first = await counted.consume('ann');
    assert.equal(first.consumedPoints, 1);
    assertEnds(first, WINDOW_MS);
  });

  it('gives each policy a window of its own length', async ({ counter }, time) => {
    const short = counter({ name: 'files', requests: 1, seconds: WINDOW_MS / 4 / 1_000 });
    await short.consume('ann');
    await refused(short, 'ann');
    await time.pass(WINDOW_MS / 4);
    assert.equal(await short.get('ann'), null);
    assert.equal((await short.consume('ann')).consumedPoints, 1);
  });
}

function keyCases(it: DefineTimedCase<RateCounterSubject>): void {
  it('counts keys apart', async ({ counter }) => {
    const counted = ofVerify(counter);
    await counted.consume('ann');
    for (const key of [
      'Ann',
      'bob',
      'ann ',
      '2001:db8:1:2::/64',
      'ánn',
      '__proto__',
      "'; --",
      'a'.repeat(9_000),
    ]) {
      assert.equal(await counted.get(key), null, `${key.slice(0, 20)} has a count already`);
      assert.equal((await counted.consume(key)).consumedPoints, 1);
      assert.equal((await counted.consume(key)).consumedPoints, 2);
    }
    assert.equal((await counted.get('ann'))?.consumedPoints, 1);
  });

  it('counts policies apart', async ({ counter }) => {
    const seconds = WINDOW_MS / 1_000;
    const files = counter({ name: 'files', requests: 1, seconds });
    const other = counter({ name: 'other', requests: 5, seconds });
    await files.consume('ann');
    assert.equal((await refused(files, 'ann')).consumedPoints, 2);
    assert.equal((await other.consume('ann')).consumedPoints, 1);
  });
}

function ofVerify(counter: CounterFactory): RateCounter {
  return counter({ name: 'verify', requests: REQUESTS, seconds: WINDOW_MS / 1_000 });
}

/** Expects a refusal with a count. An Error would mean that the count is unknown. */
async function refused(counter: RateCounter, key: string): Promise<RateCount> {
  try {
    await counter.consume(key);
  } catch (rejected) {
    if (rejected instanceof Error) throw rejected;
    // The port's type. If the rejection is something else, the cases find no count in it.
    return rejected as RateCount;
  }
  return assert.fail('a request beyond the policy was not rejected');
}

function assertEnds(count: RateCount | null, ms: number): void {
  const left = count?.msBeforeNext ?? Number.NaN;
  assert.ok(left > ms - DRIFT_MS && left <= ms, `the window ends in ${left} ms, expected ${ms}`);
}
