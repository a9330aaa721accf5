import assert from 'node:assert/strict';
import {
  accountId,
  type ReplayBegun,
  type ReplayCompletion,
  type ReplayKey,
  type ReplayLease,
  type ReplayStore,
} from '@dialproof/core';
import { sameBytes } from '../runner/expectations.js';
import { expectRetryAfter, type KeepsTime } from '../runner/own-time.js';
import type { Reopens } from '../runner/test-runner.js';

/** The subject of a case: a replay store of its own. */
export interface ReplayStoreSubject extends KeepsTime, Reopens<ReplayStore> {
  readonly store: ReplayStore;
}

export const LEASE_MS = 60_000;
export const KEEP_MS = 86_400_000;
/** The most remembered requests of an account, in cases about other things. */
const MAX_PER_ACCOUNT = 1_000;
export const ADA = accountId('account-ada');
export const BOB = accountId('account-bob');

export function replayKey(changes: Partial<ReplayKey> = {}): ReplayKey {
  return { accountId: ADA, key: '8e03978e-40d5-43dd-bc93-6894a57f9324', ...changes };
}

export function sampleAnswer(changes: Partial<ReplayCompletion> = {}): ReplayCompletion {
  return { fingerprint: 'sha256:1', reply: Uint8Array.of(0, 255, 10, 13), keepMs: KEEP_MS, ...changes };
}

export function begin(
  store: ReplayStore,
  key: ReplayKey,
  maxPerAccount: number = MAX_PER_ACCOUNT,
): Promise<ReplayBegun> {
  return store.begin({ ...key, leaseMs: LEASE_MS, maxPerAccount });
}

/** The lease of a request, with the id that the store gave it. */
export interface BegunRequest extends ReplayLease {
  readonly requestId: string;
}

/** Begins a request, and expects it to be new. */
export async function beginNew(store: ReplayStore, key: ReplayKey): Promise<BegunRequest> {
  return expectNew(store, key, { wasBegun: false });
}

/** Begins a request that was begun before and whose lease has ended. */
export async function beginAgain(store: ReplayStore, key: ReplayKey): Promise<BegunRequest> {
  return expectNew(store, key, { wasBegun: true });
}

async function expectNew(
  store: ReplayStore,
  key: ReplayKey,
  expected: { readonly wasBegun: boolean },
): Promise<BegunRequest> {
  const begun = await begin(store, key);
  assert.ok(begun.outcome === 'new', `the request is ${begun.outcome}, expected it to be new`);
  const { requestId, token, wasBegun } = begun;
  assert.equal(wasBegun, expected.wasBegun, `wasBegun is ${wasBegun}, expected ${expected.wasBegun}`);
  return { ...key, token, requestId };
}

/** Expects a request to be in progress for this many milliseconds more; some may have passed. */
export async function expectInProgress(
  store: ReplayStore,
  key: ReplayKey,
  retryAfterMs: number,
): Promise<void> {
  const begun = await begin(store, key);
  assert.ok(
    begun.outcome === 'in_progress',
    `the request is ${begun.outcome}, expected it to be in progress`,
  );
  expectRetryAfter(begun, retryAfterMs);
}

/** Expects a request to have been answered with this. */
export async function expectDone(
  store: ReplayStore,
  key: ReplayKey,
  answer: ReplayCompletion,
): Promise<void> {
  const begun = await begin(store, key);
  assert.ok(begun.outcome === 'done', `the request is ${begun.outcome}, expected it to be done`);
  assert.equal(begun.fingerprint, answer.fingerprint);
  sameBytes(begun.reply, answer.reply);
}
