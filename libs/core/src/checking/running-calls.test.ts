import { describe, expect, it, onTestFinished } from 'vitest';
import { nextTurn } from '../async/next-turn.js';
import { settle } from '../async/turns.fixture.js';
import { ManualClock } from '../memory/manual-clock.js';
import type { E164 } from '../model/e164.js';
import { DialproofError } from '../model/errors.js';
import type { BulkNumberChecker, CheckContext, NumberChecker } from '../ports/number-checker.js';
import { FailureReporter } from '../reports/failure-reporter.js';
import type { ReportedFailure } from '../reports/reported-failure.js';
import { type CallOutcome, checkerCalls } from './checker-calls.js';
import { CheckerWatch } from './checker-watch.js';
import { heldChecker } from './held-checker.fixture.js';
import { RunningCalls } from './running-calls.js';

const DEADLINE_MS = 1_000;
const [A, B] = ['+14155552671', '+442071838750'] as [E164, E164];

function trial(checker: NumberChecker | BulkNumberChecker) {
  const clock = new ManualClock();
  const failures: ReportedFailure[] = [];
  const reporter = new FailureReporter(clock, (failure) => failures.push(failure));
  const store = { reportOutage: async () => undefined, endOutage: async () => undefined };
  const watch = new CheckerWatch({ store, clock, reporter, outageAfterMs: 10_000, outageTimeoutMs: 60_000 });
  const calls = checkerCalls(checker);
  const running = new RunningCalls({ calls, watch, clock, reporter, checkDeadlineMs: DEADLINE_MS }, 'batch');
  const outcomes: CallOutcome[] = [];
  const ask = (...numbers: E164[]): void =>
    void running.ask(numbers).then((outcome) => outcomes.push(outcome));
  return { ask, clock, failures, outcomes, running, watch };
}

describe('a promise with a `then` of its own', () => {
  it.each([
    [
      'throws',
      () => {
        throw new Error('then threw');
      },
    ],
    ['never calls back', () => undefined],
  ])('that %s counts as what it resolves to', async (_, then) => {
    const { ask, outcomes } = trial({
      check: () => Object.assign(Promise.resolve('dead' as const), { then }),
    });
    ask(A);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'answered', answers: ['dead'] }]);
  });
});

describe('calls under way', () => {
  it('take one timer for those that begin in the same turn of the event loop', () => {
    const { ask, clock } = trial(heldChecker().checker);
    ask(A);
    ask(B);
    expect(clock.pending).toBe(1);
  });

  it('have the whole time when they begin in a later turn', async () => {
    const { ask, clock, outcomes } = trial(heldChecker().checker);
    ask(A);
    await nextTurn();
    clock.advance(DEADLINE_MS - 1);
    ask(B);
    clock.advance(1);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed' }]);
    clock.advance(DEADLINE_MS - 2);
    await settle();
    expect(outcomes).toHaveLength(1);
    clock.advance(1);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed' }, { kind: 'failed' }]);
  });

  it('tell the checker of its deadline, and ignore what it answers later', async () => {
    const { calls, checker } = heldChecker();
    const { ask, clock, outcomes, watch } = trial(checker);
    ask(A);
    clock.advance(DEADLINE_MS - 1);
    expect(calls[0]?.signal.aborted).toBe(false);
    clock.advance(1);
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(calls[0]?.signal.reason).toMatchObject({
      name: 'CheckEnded',
      message: 'no answer within 1000 ms',
    });
    calls[0]?.answer('dead');
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed', error: { name: 'CheckEnded' } }]);
    expect(watch.isDown).toBe(false);
  });

  it('leave no timer behind once they have ended', async () => {
    const { calls, checker } = heldChecker();
    const { ask, clock } = trial(checker);
    ask(A);
    ask(B);
    await nextTurn();
    for (const call of calls) call.answer('dead');
    await settle();
    expect(clock.pending).toBe(0);
  });

  it('end together when they are given up, in every turn in which they began', async () => {
    const { calls, checker } = heldChecker();
    const { ask, clock, failures, outcomes, running } = trial(checker);
    ask(A);
    await nextTurn();
    ask(B);
    running.giveUp();
    await settle();
    expect(outcomes).toEqual([{ kind: 'given_up' }, { kind: 'given_up' }]);
    expect(calls.map(({ signal }) => signal.aborted)).toEqual([true, true]);
    expect(clock.pending).toBe(0);
    expect(failures).toEqual([]);
  });

  it('go on by the time that has passed when the wall clock is set', async () => {
    const { ask, clock, outcomes } = trial(heldChecker().checker);
    ask(A);
    clock.set(clock.now() + 3_600_000);
    await settle();
    expect(outcomes).toEqual([]);
    clock.set(clock.now() - 7_200_000);
    clock.advance(DEADLINE_MS);
    await settle();
    expect(outcomes).toHaveLength(1);
  });

  it('may be a thousand that all listen to their signal without a word from Node', async () => {
    const warnings: Error[] = [];
    const warned = (warning: Error): void => void warnings.push(warning);
    process.on('warning', warned);
    onTestFinished(() => void process.off('warning', warned));
    const { ask, running } = trial({
      check: (_, { signal }) =>
        new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    for (let call = 0; call < 1_000; call += 1) ask(A);
    await settle();
    running.giveUp();
    expect(warnings).toEqual([]);
  });
});

describe('the context of a check', () => {
  it('is a plain frozen object of its own with a signal that is there from the beginning', async () => {
    const contexts: CheckContext[] = [];
    const { ask } = trial({
      async check(_, context) {
        contexts.push(context);
        return 'dead';
      },
    });
    ask(A);
    await settle();
    const [context] = contexts;
    expect(Object.keys(context ?? {})).toEqual(['signal']);
    expect(Object.getPrototypeOf(context)).toBe(Object.prototype);
    expect(Object.isFrozen(context)).toBe(true);
    expect({ ...context }.signal).toBeInstanceOf(AbortSignal);
    expect(Object.getOwnPropertyDescriptor(context, 'signal')).toHaveProperty('value');
  });

  it('comes with numbers that a checker may change without changing what is asked', async () => {
    const seen: string[][] = [];
    const { ask, outcomes } = trial({
      maxNumbers: 5,
      async checkMany(numbers) {
        seen.push([...numbers]);
        // What only a checker without types does.
        (numbers as E164[]).length = 0;
        return ['dead', 'inactive'];
      },
    });
    const asked = [A, B];
    ask(...asked);
    await settle();
    expect(seen).toEqual([[A, B]]);
    expect(outcomes).toMatchObject([{ kind: 'answered', answers: ['dead', 'inactive'] }]);
  });
});

describe('a broken checker', () => {
  const throwing = (error: unknown): never => {
    throw error;
  };
  // What only checkers without types do.
  const nonsense = (answer: unknown) => async () => answer as 'dead';
  const hostile = {
    get code(): string {
      throw new Error('a getter that throws');
    },
    get retryAfterMs(): number {
      throw new Error('a getter that throws');
    },
  };

  it.each<[string, () => Promise<'dead'>, string]>([
    ['rejects', () => Promise.reject(new Error('upstream 502')), 'Error: upstream 502'],
    [
      'rejects with a TypeError',
      () => Promise.reject(new TypeError('fetch failed')),
      'TypeError: fetch failed',
    ],
    [
      'throws synchronously',
      () => throwing(new TypeError('x is not a function')),
      'TypeError: x is not a function',
    ],
    ['answers no status', nonsense('active'), 'the checker answered with "active"'],
    ['answers undefined', nonsense(undefined), 'the checker answered with undefined'],
    ['answers an object', nonsense({ status: 'dead' }), 'the checker answered with object'],
    ['throws nothing', () => throwing(undefined), 'undefined was thrown'],
    ['rejects with a text', () => Promise.reject('no'), 'string was thrown: no'],
    ['rejects with what cannot be read', () => Promise.reject(hostile), 'Error: a getter that throws'],
    [
      'rejects with what cannot be shown',
      () => Promise.reject(Object.create(null)),
      'something that cannot be shown',
    ],
  ])('that %s fails the check, and the operator is told once per cause', async (_, check, about) => {
    const { ask, failures, outcomes } = trial({ check });
    for (let call = 0; call < 9; call += 1) ask(A);
    await settle();
    expect(outcomes).toHaveLength(9);
    for (const outcome of outcomes) {
      if (outcome.kind === 'answered') expect(outcome.answers).toEqual([undefined]);
      else expect(outcome.kind).toBe('failed');
    }
    expect(failures).toHaveLength(1);
    expect(failures[0]).toMatchObject({
      kind: 'check_failed',
      count: 1,
      message: expect.stringContaining(about),
    });
    ask(A);
    await settle();
    expect(failures.map(({ count }) => count)).toEqual([1, 10]);
  });

  it('that returns a status and no promise is understood', async () => {
    const check = (() => 'dead') as unknown as NumberChecker['check'];
    const { ask, failures, outcomes } = trial({ check });
    ask(A);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'answered', answers: ['dead'] }]);
    expect(failures).toEqual([]);
  });

  it('that says with a hint why it is unavailable is reported with that hint', async () => {
    const error = new DialproofError('checker_unavailable', { hint: 'wrong api key' });
    const { ask, failures } = trial({ check: () => Promise.reject(error) });
    for (let call = 0; call < 5; call += 1) ask(A);
    await settle();
    expect(failures).toMatchObject([
      { kind: 'outage_began', message: expect.stringContaining('wrong api key') },
    ]);
  });

  it.each<[string, () => unknown, string]>([
    ['too few answers', () => ['dead'], '1 answers for 2 numbers'],
    ['too many answers', () => ['dead', 'dead', 'dead'], '3 answers for 2 numbers'],
    ['no list', () => 'dead', 'string for 2 numbers'],
    ['nothing', () => undefined, 'undefined for 2 numbers'],
  ])('that gives %s in bulk fails the check of all of its numbers', async (_, answer, about) => {
    const checkMany = async () => answer() as 'dead'[];
    const { ask, failures, outcomes } = trial({ maxNumbers: 2, checkMany });
    ask(A, B);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed' }]);
    expect(failures).toMatchObject([{ kind: 'check_failed', message: expect.stringContaining(about) }]);
  });

  it('that leaves holes in a bulk answer, or puts nonsense into it, fails those checks alone', async () => {
    const answers = ['dead', undefined, 'check_failed', 'alive', 'inactive'];
    delete answers[1];
    const { ask, failures, outcomes } = trial({ maxNumbers: 5, checkMany: async () => answers as 'dead'[] });
    ask(A, B, A, B, A);
    await settle();
    expect(outcomes).toMatchObject([
      { kind: 'answered', answers: ['dead', undefined, undefined, undefined, 'inactive'] },
    ]);
    expect(failures).toMatchObject([{ kind: 'check_failed', count: 1 }]);
  });

  it.each<[string, () => unknown]>([
    [
      'an item',
      () =>
        Object.defineProperty(['dead', 'dead'], 1, {
          get: () => throwing(new Error('a getter that throws')),
        }),
    ],
    ['its length', () => new Proxy([], { get: () => throwing(new Error('a getter that throws')) })],
    [
      'its then',
      () => Object.defineProperty({}, 'then', { get: () => throwing(new Error('a getter that throws')) }),
    ],
  ])('whose bulk answer throws when %s is read fails the check, and rejects nowhere', async (_, answer) => {
    const rejections: unknown[] = [];
    const rejected = (reason: unknown): void => void rejections.push(reason);
    process.on('unhandledRejection', rejected);
    onTestFinished(() => void process.off('unhandledRejection', rejected));
    const { ask, failures, outcomes } = trial({ maxNumbers: 2, checkMany: async () => answer() as 'dead'[] });
    ask(A, B);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed' }]);
    expect(failures).toMatchObject([{ message: expect.stringContaining('a getter that throws') }]);
    expect(rejections).toEqual([]);
  });
});

describe('how many numbers a checker takes', () => {
  it('is one where it has the other method and leaves it undefined', () => {
    const checker = { check: async () => 'dead' as const, checkMany: undefined, maxNumbers: 2 };
    // As a class does that declares a property and sets it later; the types do not allow it.
    expect(checkerCalls(checker as unknown as NumberChecker).numbersPerCall).toBe(1);
  });

  it.each([0, 1.5, Number.NaN])('is refused when it is %s', (maxNumbers) => {
    expect(() => checkerCalls({ maxNumbers, checkMany: async () => [] })).toThrow(TypeError);
  });
});
