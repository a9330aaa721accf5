import assert from 'node:assert/strict';
import { UNANSWERED_KEEP_MS } from '@dialproof/core';
import { byManyCallers } from '../runner/expectations.js';
import { type DefineTimedCase, DRIFT_MS } from '../runner/own-time.js';
import {
  ADA,
  BOB,
  begin,
  beginAgain,
  beginNew,
  expectDone,
  expectInProgress,
  LEASE_MS,
  type ReplayStoreSubject,
  replayKey,
  sampleAnswer,
} from './sample-request.js';

const HOUR_MS = 3_600_000;

/** Keys that differ, although a database's comparison, a path or a parser of headers may take some for equal. */
const ODD_KEYS = [
  'a',
  'A',
  'a ',
  ' a',
  'ä',
  'a\u0308',
  '"a"',
  '%',
  "' OR '1'='1",
  '__proto__',
  'x'.repeat(255),
];

export function beginCases(it: DefineTimedCase<ReplayStoreSubject>): void {
  it('begins a request once that comes several times at once', async ({ store }) => {
    const begun = await byManyCallers(() => begin(store, replayKey()));
    const states = begun.map(({ outcome }) => outcome).sort();
    assert.deepEqual(states, [...Array(begun.length - 1).fill('in_progress'), 'new']);
  });

  it('begins a request anew when its lease has ended, not before', async ({ store }, time) => {
    const first = await beginNew(store, replayKey());
    await time.pass(LEASE_MS - 2 * DRIFT_MS);
    await expectInProgress(store, replayKey(), 2 * DRIFT_MS);
    await time.pass(2 * DRIFT_MS);
    const second = await beginAgain(store, replayKey());
    assert.notEqual(second.token, first.token);
    await expectInProgress(store, replayKey(), LEASE_MS);
  });

  it('shows whether a request had been begun before', async ({ store }, time) => {
    const abandoned = await beginNew(store, replayKey());
    await store.abandon(abandoned);
    const killed = await beginNew(store, replayKey());
    await time.pass(LEASE_MS);
    const again = await beginAgain(store, replayKey());
    await store.complete(again, sampleAnswer({ keepMs: LEASE_MS }));
    await time.pass(LEASE_MS);
    const later = await beginNew(store, replayKey());
    const other = await beginNew(store, replayKey({ key: 'another' }));
    assert.equal(again.requestId, killed.requestId, 'the id of a request that was begun before');
    const ids = [abandoned, killed, later, other].map(({ requestId }) => requestId);
    assert.equal(new Set(ids).size, ids.length, 'ids of different requests are different');
  });

  it('remembers for a day that a request was begun', async ({ store }, time) => {
    const { requestId } = await beginNew(store, replayKey());
    await time.pass(LEASE_MS + UNANSWERED_KEEP_MS - 2 * DRIFT_MS);
    assert.equal(await store.expire({ limit: 9 }), 0);
    assert.equal((await beginAgain(store, replayKey())).requestId, requestId);
    await time.pass(LEASE_MS + UNANSWERED_KEEP_MS);
    assert.notEqual((await beginNew(store, replayKey())).requestId, requestId);
    await time.pass(LEASE_MS + UNANSWERED_KEEP_MS);
    assert.equal(await store.expire({ limit: 9 }), 1);
  });

  it('keeps a lease that is extended, and no other', async ({ store }, time) => {
    const lost = await beginNew(store, replayKey());
    await time.pass(LEASE_MS);
    const lease = await beginAgain(store, replayKey());
    assert.equal(await store.extend(lost, 9 * LEASE_MS), false);
    await time.pass(LEASE_MS / 2);
    assert.equal(await store.extend(lease, LEASE_MS), true);
    await expectInProgress(store, replayKey(), LEASE_MS);
    await time.pass(LEASE_MS - 2 * DRIFT_MS);
    await expectInProgress(store, replayKey(), 2 * DRIFT_MS);
    await time.pass(2 * DRIFT_MS);
    // Its time has passed, and no other caller has begun.
    assert.equal(await store.extend(lease, LEASE_MS), true);
    await expectInProgress(store, replayKey(), LEASE_MS);
    await store.complete(lease, sampleAnswer());
    assert.equal(await store.extend(lease, LEASE_MS), false);
    await expectDone(store, replayKey(), sampleAnswer());
    assert.equal(await store.extend({ ...replayKey({ key: 'another' }), token: 'none' }, LEASE_MS), false);
    await beginNew(store, replayKey({ key: 'another' }));
  });

  it('answers the different requests of many callers of an account, and their repeats', async ({ store }) => {
    const keyOf = (caller: number) => replayKey({ key: `key of ${caller}` });
    const answerOf = (caller: number) => sampleAnswer({ fingerprint: `payload of ${caller}` });
    await byManyCallers(async (caller) => {
      await store.complete(await beginNew(store, keyOf(caller)), answerOf(caller));
      await expectDone(store, keyOf(caller), answerOf(caller));
      await store.abandon(await beginNew(store, replayKey({ key: `refused ${caller}` })));
    });
    await byManyCallers((caller) => expectDone(store, keyOf(caller), answerOf(caller)));
  });

  it('keeps keys apart that differ in anything, and those of accounts', async ({ store }) => {
    const keys = ODD_KEYS.flatMap((key) => [ADA, BOB].map((accountId) => replayKey({ accountId, key })));
    const tokens = new Set<string>();
    for (const key of keys) tokens.add((await beginNew(store, key)).token);
    assert.equal(tokens.size, keys.length);
    for (const key of keys) await expectInProgress(store, key, LEASE_MS);
  });

  for (const [direction, ms] of [
    ['ahead', HOUR_MS],
    ['back', -HOUR_MS],
  ] as const) {
    it(`measures leases and answers alike when the clock is set ${direction}`, async ({ store }, time) => {
      const answered = await beginNew(store, replayKey());
      await store.complete(answered, sampleAnswer({ keepMs: 2 * LEASE_MS }));
      const running = replayKey({ key: 'running' });
      await beginNew(store, running);
      time.setClock(ms);
      await expectInProgress(store, running, LEASE_MS);
      await expectDone(store, replayKey(), sampleAnswer());
      await time.pass(LEASE_MS);
      await beginAgain(store, running);
      await expectDone(store, replayKey(), sampleAnswer());
      await time.pass(LEASE_MS);
      await beginNew(store, replayKey());
    });
  }
}
