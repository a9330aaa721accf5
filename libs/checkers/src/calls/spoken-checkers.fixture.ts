import {
  accountId,
  type BulkAnswer,
  type BulkNumberChecker,
  type CheckContext,
  type E164,
  type NumberChecker,
} from '@dialproof/core';

/** The behaviour of a call: it answers or throws. */
export type Say = (number: E164, context: CheckContext) => BulkAnswer | Promise<BulkAnswer>;

export interface Asked {
  /** The numbers of each call, in the order of the calls. */
  readonly calls: (readonly E164[])[];
}

/** A scripted checker for single numbers that records its calls. */
export function singleThat(say: Say): NumberChecker & Asked {
  const calls: E164[][] = [];
  return {
    calls,
    async check(number, context) {
      calls.push([number]);
      const answer = await say(number, context);
      if (answer === 'check_failed') throw new Error('this check fails');
      return answer;
    },
  };
}

/** The same for many numbers. An error of `say` fails the whole call. */
export function bulkThat(say: Say, maxNumbers = 100): BulkNumberChecker & Asked {
  const calls: (readonly E164[])[] = [];
  return {
    calls,
    maxNumbers,
    async checkMany(numbers, context) {
      calls.push(numbers);
      return Promise.all(numbers.map((number) => say(number, context)));
    },
  };
}

/** Different numbers, `count` of them. */
export function numbersOf(count: number): E164[] {
  return Array.from({ length: count }, (_, index) => `+1415255${String(index).padStart(4, '0')}` as E164);
}

export const [A, B, C, D] = numbersOf(4) as [E164, E164, E164, E164];

export function contextOf(signal: AbortSignal = new AbortController().signal): CheckContext {
  return { signal };
}

/** The context of a check for this account. */
export function contextFor(account: string, signal?: AbortSignal): CheckContext {
  return { ...contextOf(signal), accountId: accountId(account) };
}

/** A promise to be settled by the test. */
export function deferred<Value>() {
  let resolve = (_value: Value): void => undefined;
  let reject = (_error: unknown): void => undefined;
  const promise = new Promise<Value>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
}

/** Lets everything run that waits for promises, and for the next turns of the event loop, only. */
export async function settle(turns = 10): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise(setImmediate);
}

/** Resolves once `isSo` returns true; it is called in every turn of the event loop. */
export async function until(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 100_000; turn += 1) {
    if (isSo()) return;
    await new Promise(setImmediate);
  }
  throw new Error(`not so after 100,000 turns: ${isSo}`);
}
