import assert from 'node:assert/strict';
import { type ReplayStore, UNANSWERED_KEEP_MS } from '@dialproof/core';
import { byManyCallers } from '../runner/expectations.js';
import {
  type CreateOnClock,
  type DefineTimedCase,
  expectRetryAfter,
  timedCasesWith,
} from '../runner/own-time.js';
import type { TestRunner } from '../runner/test-runner.js';
import { answerCases } from './answer-cases.js';
import { beginCases } from './begin-cases.js';
import {
  BOB,
  begin,
  beginNew,
  KEEP_MS,
  LEASE_MS,
  type ReplayStoreSubject,
  replayKey,
  sampleAnswer,
} from './sample-request.js';

const PLACES = 3;
const keyOf = (number: number) => replayKey({ key: `key ${number}` });

/** Begins a request for which there is a place. */
async function beginIn(store: ReplayStore, number: number): Promise<string> {
  const begun = await begin(store, keyOf(number), PLACES);
  assert.ok(begun.outcome === 'new', `the request is ${begun.outcome}, expected it to be new`);
  return begun.token;
}

/** Expects that a request is refused for want of a place, and that a place is promised within `retryAfterMs`. */
async function expectFull(store: ReplayStore, number: number, retryAfterMs: number): Promise<void> {
  const begun = await begin(store, keyOf(number), PLACES);
  assert.ok(begun.outcome === 'full', `the request is ${begun.outcome}, expected no place for it`);
  expectRetryAfter(begun, retryAfterMs);
}

/** Fills the account's places: with an answer that is kept for the usual time, with one that is kept longer, and with open requests. */
async function fill(store: ReplayStore): Promise<void> {
  await store.complete({ ...keyOf(0), token: await beginIn(store, 0) }, sampleAnswer({ keepMs: LEASE_MS }));
  await store.complete({ ...keyOf(1), token: await beginIn(store, 1) }, sampleAnswer());
  await beginIn(store, 2);
}

function placeCases(it: DefineTimedCase<ReplayStoreSubject>): void {
  it('remembers as many requests of an account as it may, and still answers repeats', async ({ store }) => {
    await fill(store);
    await expectFull(store, 3, LEASE_MS);
    await expectFull(store, 3, LEASE_MS);
    assert.equal((await begin(store, keyOf(1), PLACES)).outcome, 'done');
    assert.equal((await begin(store, keyOf(2), PLACES)).outcome, 'in_progress');
    await beginNew(store, replayKey({ accountId: BOB }));
    assert.equal((await begin(store, keyOf(3), PLACES + 1)).outcome, 'new');
  });

  it('has the places of an account taken once, also at once', async ({ store }) => {
    const begun = await byManyCallers((number) => begin(store, keyOf(number), PLACES));
    assert.equal(begun.filter(({ outcome }) => outcome === 'new').length, PLACES);
  });

  it('has a place again after a request was abandoned or has expired', async ({ store }, time) => {
    await fill(store);
    await time.pass(LEASE_MS);
    const token = await beginIn(store, 3);
    await expectFull(store, 4, KEEP_MS - LEASE_MS);
    await store.abandon({ ...keyOf(3), token });
    await store.abandon({ ...keyOf(3), token });
    await beginIn(store, 4);
    await expectFull(store, 5, KEEP_MS - LEASE_MS);
    await time.pass(UNANSWERED_KEEP_MS);
    assert.equal(await store.expire({ limit: 9 }), 2);
    await beginIn(store, 6);
    await beginIn(store, 7);
    await expectFull(store, 8, LEASE_MS);
  });
}

/** Tests every sentence of {@link ReplayStore}. Each case calls `create` for an empty store that goes by the clock. */
export function replayStoreContract(runner: TestRunner, create: CreateOnClock<ReplayStoreSubject>): void {
  runner.describe('replay store contract', () => {
    const it = timedCasesWith(runner, create);
    beginCases(it);
    answerCases(it);
    placeCases(it);
  });
}
