import assert from 'node:assert/strict';
import { describe, it } from 'vitest';
import { type IsWanted, type RecordedCase, recordSuite } from './recorded-suite.fixture.js';
import type { Closable, TestRunner } from './test-runner.js';

/** An implementation with one fault. `Args`: the arguments of its suite for the function that makes a subject, such as a clock. */
export interface Broken<Subject extends Closable, Args extends readonly unknown[] = []> {
  /** The fault, as the continuation of "one that". */
  readonly fault: string;
  /** The title of a case about this fault. */
  readonly caughtBy: string;
  readonly create: (...args: Args) => Promise<Subject>;
}

/** A correct implementation, except the methods of `fault`. */
export function withFault<Port extends object>(port: Port, fault: Partial<Port>): Port {
  return new Proxy(port, {
    get(_, name) {
      const member: unknown = Reflect.get(fault, name) ?? Reflect.get(port, name);
      // Private fields are found on the implementation itself alone.
      return typeof member === 'function' && !(name in fault) ? member.bind(port) : member;
    },
  });
}

/** The next turn of the event loop: when a driver would send its second query. */
export function nextTurn(): Promise<void> {
  return new Promise(setImmediate);
}

/** For an implementation that gives up where more callers meet than it can serve at once, as after conflicts that it does not resolve. */
export function refusingCrowds<Args extends readonly unknown[], Result>(
  call: (...args: Args) => Promise<Result>,
): (...args: Args) => Promise<Result> {
  let present = 0;
  return async (...args) => {
    present += 1;
    const isCrowded = present > 10;
    await nextTurn();
    present -= 1;
    if (isCrowded) throw new FaultError('deadlock detected');
    return await call(...args);
  };
}

/** The error with which a broken implementation rejects, like that of a driver. */
export class FaultError extends Error {
  override readonly name = 'FaultError';
}

/**
 * Proves a suite: correct implementations pass every case, each broken one fails the case about its fault, and no case is passed by all of
 * them, since such a case may be unable to fail.
 */
export function provesToCatch<Subject extends Closable, Args extends readonly unknown[]>(
  suite: (runner: TestRunner, create: (...args: Args) => Promise<Subject>) => void,
  correct: (...args: Args) => Promise<Subject>,
  broken: readonly Broken<Subject, Args>[],
): void {
  const record = (create: (...args: Args) => Promise<Subject>, isWanted?: IsWanted) =>
    recordSuite((runner) => suite(runner, create), isWanted);

  it('passes correct implementations', async () => {
    assert.deepEqual(failed(await record(correct)), []);
  });

  describe('catches one that', () => {
    it.each(broken)('$fault', async ({ caughtBy, create }) => {
      expectCaught(await record(create, (title) => title === caughtBy), caughtBy);
    });
  });

  it('has no case that none of them fails', async () => {
    const unfailed = new Set((await record(correct)).map(({ title }) => title));
    for (const { caughtBy } of broken) unfailed.delete(caughtBy);
    for (const { create } of broken) {
      if (unfailed.size === 0) break;
      const cases = await record(create, (title) => unfailed.has(title));
      for (const { title } of failed(cases)) unfailed.delete(title);
    }
    assert.deepEqual([...unfailed], []);
  });
}

/** Names of errors that show a fault: an expectation failed, or the implementation refused a valid call. */
const TELLING = ['AssertionError', 'DialproofError', 'FaultError'];

/** Expects this case to have failed, and because of the fault. */
export function expectCaught(cases: readonly RecordedCase[], title: string): void {
  const named = cases.filter((one) => one.title === title);
  assert.equal(named.length, 1, `there are ${named.length} cases with this title: ${title}`);
  const failure = named[0]?.failure;
  assert.ok(failure !== undefined, `it passes: ${title}`);
  const name = failure instanceof Error ? failure.name : typeof failure;
  assert.ok(TELLING.includes(name), `it fails for another reason: ${failure}`);
}

/** The cases that failed. */
function failed(cases: readonly RecordedCase[]): readonly RecordedCase[] {
  return cases.filter(({ failure }) => failure !== undefined);
}
