import { DialproofError, type VerificationStatus } from '@dialproof/core';
import { describe, expect, it } from 'vitest';
import {
  GRANTED,
  isOdd,
  LONGEST_CHECK_MS,
  type MakeChecker,
  NUMBERS,
  ODD,
  runHostile,
} from './hostile-run.fixture.js';

/** For results that only untyped checkers return. */
const untyped = <Result>(value: unknown): Result => value as Result;

const throwing = (message: string) => (): never => {
  throw new Error(message);
};

/** Each fails the checks of odd numbers in its own way, and answers all others. */
const FAILING: [string, MakeChecker][] = [
  [
    'rejects with a frozen text object that cannot be shown',
    ({ answer, wait }) => ({
      async check(number) {
        await wait(20);
        if (!isOdd(number)) return answer(number);
        throw Object.freeze(Object.assign(new String('no'), { toString: throwing('toString threw') }));
      },
    }),
  ],
  [
    'returns thenables that resolve, reject and throw, each more than once',
    ({ answer, wait }) => ({
      check: (number) =>
        untyped({
          // biome-ignore lint/suspicious/noThenProperty: the test tries a thenable.
          then(resolve: (value: unknown) => void, reject: (reason: unknown) => void) {
            if (isOdd(number)) {
              reject(new Error('no'));
              resolve('dead');
              throw new Error('and threw');
            }
            void wait(20).then(() => {
              resolve(answer(number));
              resolve('dead');
              reject(new DialproofError('checker_unavailable'));
            });
          },
        }),
    }),
  ],
  [
    'tampers with its context and with the signal that it shares',
    ({ answer, wait }) => ({
      async check(number, context) {
        Reflect.set(context, 'signal', AbortSignal.abort());
        Reflect.defineProperty(context.signal, 'aborted', { value: true });
        Reflect.set(context.signal, 'addEventListener', throwing('no listeners'));
        await wait(20);
        if (!isOdd(number)) return answer(number);
        context.signal.dispatchEvent(new Event('abort'));
        return throwing('no')();
      },
    }),
  ],
  [
    'asks the service that asks it, about the same number',
    ({ answer, service, wait }) => {
      const asked = new Set<string>();
      return {
        async check(number) {
          await wait(20);
          if (!isOdd(number)) return answer(number);
          // The service asks this checker again. Without this check, the recursion would not end.
          if (asked.has(number)) throw new Error('asked about already');
          asked.add(number);
          const { status } = await service().verify({ accountId: untyped('nobody'), phone: number });
          return status;
        },
      };
    },
  ],
  [
    'answers many at once with objects that throw when they are read',
    ({ answer, wait }) => ({
      maxNumbers: 25,
      async checkMany(numbers) {
        await wait(20);
        const unreadable = Object.defineProperty({}, 'status', { get: throwing('a getter that throws') });
        return numbers.map((number) =>
          isOdd(number) ? untyped<VerificationStatus>(unreadable) : answer(number),
        );
      },
    }),
  ],
  [
    'answers many at once with times that are no dates, and has other iterators than others',
    ({ answer, wait }) => ({
      maxNumbers: 25,
      async checkMany(numbers) {
        await wait(20);
        const answers = numbers.map((number) =>
          isOdd(number)
            ? ('check_failed' as const)
            : { status: answer(number), checkedAt: untyped<Date>(new Proxy(new Date(0), {})) },
        );
        return Object.assign(answers, { [Symbol.iterator]: throwing('iterated') });
      },
    }),
  ],
];

/** Each answers every number in the end. */
const ANSWERING: [string, MakeChecker][] = [
  [
    'alternately answers and says that its account is suspended',
    ({ answer, wait }) => {
      let calls = 0;
      return {
        async check(number) {
          calls += 1;
          const isSuspended = calls % 2 === 0;
          await wait(20);
          if (isSuspended) throw new DialproofError('checker_suspended');
          return answer(number);
        },
      };
    },
  ],
  [
    'asks for pauses of every size',
    ({ answer, wait }) => {
      const pauses = [-0, 0.001, -5, Number.MIN_VALUE, 1.5, 10_000];
      const failed = new Set<string>();
      return {
        async check(number) {
          await wait(20);
          if (!isOdd(number) || failed.has(number)) return answer(number);
          const retryAfterMs = pauses[failed.size % pauses.length];
          failed.add(number);
          throw Object.assign(new Error('busy'), { retryAfterMs });
        },
      };
    },
  ],
];

describe.each(['memory', 'SQLite'] as const)(
  'nothing is lost or charged twice in %s, though a checker',
  (kind) => {
    it.each(FAILING)('%s', async (_, make) => {
      const { addsUp, balance, paidTwice, pending, task, told, wrong } = await runHostile(kind, make);
      const verified = NUMBERS - ODD;
      expect(task).toMatchObject({
        status: 'done',
        checksFailed: ODD,
        credits: { held: 0, charged: verified },
      });
      expect(wrong.every(isOdd)).toBe(true);
      expect(paidTwice).toEqual([]);
      expect({ addsUp, balance }).toEqual({
        addsUp: true,
        balance: { available: GRANTED - verified, held: 0 },
      });
      expect(told).toContain('check_failed');
      expect(told).not.toContain('outage_began');
      expect(pending).toBe(0);
    });

    it('answers the odd numbers after its deadline', async () => {
      const { addsUp, balance, paidTwice, pending, task, wrong } = await runHostile(
        kind,
        ({ answer, wait }) => ({
          async check(number) {
            await wait(isOdd(number) ? LONGEST_CHECK_MS : 20);
            return answer(number);
          },
        }),
      );
      // The answer of the first attempt comes during the second one and serves the third.
      expect(task).toMatchObject({
        status: 'done',
        checksFailed: 0,
        credits: { held: 0, charged: NUMBERS },
      });
      expect(wrong).toEqual([]);
      expect(paidTwice.every(isOdd)).toBe(true);
      expect({ addsUp, balance }).toEqual({
        addsUp: true,
        balance: { available: GRANTED - NUMBERS, held: 0 },
      });
      expect(pending).toBe(0);
    });

    it.each(ANSWERING)('%s', async (_, make) => {
      const { addsUp, balance, paidTwice, pending, task, wrong } = await runHostile(kind, make);
      expect(task).toMatchObject({
        status: 'done',
        checksFailed: 0,
        credits: { held: 0, charged: NUMBERS },
      });
      expect([...wrong, ...paidTwice]).toEqual([]);
      expect({ addsUp, balance }).toEqual({
        addsUp: true,
        balance: { available: GRANTED - NUMBERS, held: 0 },
      });
      expect(pending).toBe(0);
    });
  },
);
