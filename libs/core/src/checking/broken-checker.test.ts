import { describe, expect, it, onTestFinished } from 'vitest';
import { settle } from '../async/turns.fixture.js';
import { DialproofError } from '../model/errors.js';
import type { NumberChecker } from '../ports/number-checker.js';
import { A, B, trial } from './running-calls.fixture.js';

describe('a broken checker', () => {
  const throwing = (error: unknown): never => {
    throw error;
  };
  // Only a checker without types returns this.
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
    ['answers an object', nonsense({ state: 'dead' }), 'the checker answered with object'],
    [
      'answers with another status in it',
      nonsense({ status: 'active' }),
      'the checker answered with "active"',
    ],
    ['answers null', nonsense(null), 'the checker answered with object'],
    ['throws nothing', () => throwing(undefined), 'undefined was thrown'],
    ['rejects with a text', () => Promise.reject('no'), 'string was thrown: no'],
    ['rejects with what cannot be read', () => Promise.reject(hostile), 'Error: a getter that throws'],
    [
      'rejects with a value that cannot be shown',
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

  it('that returns a status without a promise is understood', async () => {
    const check = (() => 'dead') as unknown as NumberChecker['check'];
    const { ask, failures, outcomes } = trial({ check });
    ask(A);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'answered', answers: ['dead'] }]);
    expect(failures).toEqual([]);
  });

  it('that is unavailable with a hint is reported with that hint', async () => {
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
  ])('that answers %s in bulk fails the check of all of its numbers', async (_, answer, about) => {
    const checkMany = async () => answer() as 'dead'[];
    const { ask, failures, outcomes } = trial({ maxNumbers: 2, checkMany });
    ask(A, B);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'failed' }]);
    expect(failures).toMatchObject([{ kind: 'check_failed', message: expect.stringContaining(about) }]);
  });

  it('whose bulk answer has holes or nonsense in it fails only those checks', async () => {
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

  it('that answers with its own iterator is read by index', async () => {
    const answers = Object.assign(['dead', 'inactive'], {
      [Symbol.iterator]: () => throwing(new Error('iterated')),
    });
    const { ask, failures, outcomes } = trial({ maxNumbers: 2, checkMany: async () => answers as 'dead'[] });
    ask(A, B);
    await settle();
    expect(outcomes).toMatchObject([{ kind: 'answered', answers: ['dead', 'inactive'] }]);
    expect(failures).toEqual([]);
  });

  it.each<[string, () => unknown]>([
    [
      'its length',
      () =>
        new Proxy([], {
          // It has no `then`, so that the call resolves to it.
          get: (_, name) => (name === 'then' ? undefined : throwing(new Error('a getter that throws'))),
        }),
    ],
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
