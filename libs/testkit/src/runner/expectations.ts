import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { type ErrorCode, isDialproofError } from '@dialproof/core';

/** Expects a rejection with this code. */
export async function rejectsWithCode(promise: Promise<unknown>, code: ErrorCode): Promise<void> {
  await assert.rejects(promise, (error) => {
    assert.ok(isDialproofError(error, code), `expected a rejection with ${code}, got: ${String(error)}`);
    return true;
  });
}

/** Expects a rejection with an error of this name. The name is compared instead of the class, which differs between a runner's realms. */
export async function rejectsWithName(promise: Promise<unknown>, name: string): Promise<void> {
  await assert.rejects(promise, { name });
}

/** Waits for one of the checks that a case makes, and names it if it fails. */
export async function within(what: string, check: Promise<unknown>): Promise<void> {
  await check.catch((error: unknown) => assert.fail(`${what}: ${error}`));
}

const POLL_MS = 10;
/** Ends a case that hangs. Long, since a busy disk may hold up a commit for half a minute. */
const PATIENCE_MS = 200_000;

/** Repeats a call until it has a result, for work that a server does in its own time. */
export async function eventually<Answer>(ask: () => Promise<Answer | undefined>): Promise<Answer> {
  const giveUpAt = performance.now() + PATIENCE_MS;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (performance.now() > giveUpAt) assert.fail(`nothing has happened within ${PATIENCE_MS} ms`);
    await delay(POLL_MS);
  }
}

/** Expects a promise to settle in time. Not every runner ends a case that hangs. */
export async function inGoodTime<Value>(what: string, promise: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new assert.AssertionError({ message: `${what} takes longer than ${PATIENCE_MS} ms` });
    timer = setTimeout(() => reject(error), PATIENCE_MS);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Expects two values to be the same as JSON, whatever their prototypes: a row of a database driver may have one of its own. */
export function sameJson(actual: unknown, expected: unknown, message?: string): void {
  assert.deepEqual(plain(actual), plain(expected), message);
}

/** Expects bytes, as Uint8Array or Buffer. */
export function sameBytes(actual: Uint8Array | undefined, expected: Uint8Array): void {
  assert.ok(actual !== undefined, 'expected bytes, got undefined');
  assert.equal(Buffer.from(actual).toString('hex'), Buffer.from(expected).toString('hex'));
}

function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

/** The number of concurrent callers: more than a pool has connections, as in a busy process. */
const CALLERS = 50;

/** Makes the same call for 50 callers at once, and resolves to their results. None of them may be refused because of the others. */
export function byManyCallers<Result>(call: (caller: number) => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
}
