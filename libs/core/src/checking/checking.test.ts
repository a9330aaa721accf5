import { afterEach, describe, expect, it, vi } from 'vitest';
import { DialproofError } from '../errors.js';
import { ManualClock } from '../memory/manual-clock.js';
import type { E164 } from '../phone/e164.js';
import type { BulkNumberChecker, CheckContext, NumberChecker } from '../ports/number-checker.js';
import type { VerificationStatus } from '../statuses.js';
import { type CheckNumbersParts, checkNumbers } from './check-numbers.js';
import { CheckSlots } from './check-slots.js';
import { checkerCalls } from './checker-calls.js';

const never = new AbortController().signal;
const numbers = (count: number): E164[] =>
  Array.from({ length: count }, (_, n) => `+1415555${String(1000 + n)}` as E164);

function parts(
  checker: NumberChecker | BulkNumberChecker,
  over: Partial<CheckNumbersParts> = {},
): CheckNumbersParts {
  return {
    calls: checkerCalls(checker),
    slots: new CheckSlots(over.checkConcurrency ?? 4),
    clock: new ManualClock(),
    checkDeadlineMs: 1_000,
    outageAfterFailures: 5,
    checkConcurrency: 4,
    ...over,
  };
}

afterEach(() => vi.restoreAllMocks());

describe('checking numbers one by one', () => {
  it('answers each number in its place, whichever check ends first', async () => {
    const [a, b, c] = numbers(3);
    const answers = new Map<E164 | undefined, Promise<VerificationStatus>>([
      [a, Promise.resolve('dead' as const).then((x) => Promise.resolve(x))],
      [b, Promise.resolve('inactive' as const)],
      [c, Promise.resolve('unknown' as const)],
    ]);
    const checker: NumberChecker = {
      check: (number) => answers.get(number) ?? Promise.reject(new Error('?')),
    };
    expect(await checkNumbers(numbers(3), parts(checker), never)).toEqual({
      kind: 'answered',
      answers: ['dead', 'inactive', 'unknown'],
    });
  });

  it('never has more checks under way than there are slots, over several runs together', async () => {
    let running = 0;
    let most = 0;
    const checker: NumberChecker = {
      async check() {
        most = Math.max(most, ++running);
        await new Promise((resolve) => setImmediate(resolve));
        running -= 1;
        return 'dead';
      },
    };
    const shared = parts(checker);
    const runs = await Promise.all([1, 2, 3].map(() => checkNumbers(numbers(20), shared, never)));
    expect(runs.map((run) => run.kind)).toEqual(['answered', 'answered', 'answered']);
    expect(most).toBe(4);
  });

  it('asks nobody about a number that its numbering plan cannot contain', async () => {
    const check = vi.fn(async () => 'inactive' as const);
    const impossible = '+12025550' as E164;
    const outcome = await checkNumbers([impossible, ...numbers(1)], parts({ check }), never);
    expect(outcome).toEqual({ kind: 'answered', answers: ['dead', 'inactive'] });
    expect(check).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['rejects', () => Promise.reject(new Error('upstream 502'))],
    [
      'throws',
      () => {
        throw new Error('a mistake in the checker');
      },
    ],
    ['answers something that is no status', () => Promise.resolve('active' as 'dead')],
    ['answers nothing', () => Promise.resolve(undefined as unknown as 'dead')],
  ])('takes a checker that %s for a failed check of that number', async (_, fails) => {
    const [bad] = numbers(1);
    const checker: NumberChecker = {
      check: (number) => (number === bad ? fails() : Promise.resolve('dead')),
    };
    expect(await checkNumbers(numbers(3), parts(checker), never)).toEqual({
      kind: 'answered',
      answers: ['check_failed', 'dead', 'dead'],
    });
  });

  it('fails a check at its deadline, tells the checker, and ignores its late answer', async () => {
    const clock = new ManualClock();
    let context: CheckContext | undefined;
    let answerLate: (status: 'dead') => void = () => undefined;
    const checker: NumberChecker = {
      check: (_, given) => {
        context = given;
        return new Promise((resolve) => {
          answerLate = resolve;
        });
      },
    };
    const outcome = checkNumbers(numbers(1), parts(checker, { clock }), never);
    const { signal } = context as unknown as CheckContext;
    clock.advance(999);
    expect(signal.aborted).toBe(false);
    clock.advance(1);
    expect(signal.aborted).toBe(true);
    answerLate('dead');
    expect(await outcome).toEqual({ kind: 'answered', answers: ['check_failed'] });
  });

  it('aborts what runs and starts nothing more when it is aborted', async () => {
    const stop = new AbortController();
    const signals: AbortSignal[] = [];
    const checker: NumberChecker = {
      check: (_, { signal }) => {
        signals.push(signal);
        return new Promise(() => undefined);
      },
    };
    const outcome = checkNumbers(numbers(50), parts(checker), stop.signal);
    stop.abort();
    expect(await outcome).toEqual({ kind: 'aborted' });
    expect(signals.map((signal) => signal.aborted)).toEqual([true, true, true, true]);
  });

  it('gives every slot back, whatever happens', async () => {
    const slots = new CheckSlots(1);
    const stop = new AbortController();
    const hanging = checkNumbers(
      numbers(2),
      parts({ check: () => new Promise(() => undefined) }, { slots }),
      stop.signal,
    );
    const waiting = checkNumbers(numbers(2), parts({ check: async () => 'dead' }, { slots }), never);
    stop.abort();
    await hanging;
    expect(await waiting).toEqual({ kind: 'answered', answers: ['dead', 'dead'] });
    expect(slots.take()).toBeUndefined();
  });
});

it('asks one number at a time where a checker has the other method and leaves it undefined', async () => {
  const checker = { check: async () => 'dead' as const, checkMany: undefined, maxNumbers: 2 };
  // As a class does that declares a property and sets it later; the types do not allow it.
  const given = parts(checker as unknown as NumberChecker);
  expect(await checkNumbers(numbers(2), given, never)).toEqual({
    kind: 'answered',
    answers: ['dead', 'dead'],
  });
});

describe('an outage', () => {
  it('is declared at once when the checker says that it is unavailable', async () => {
    const check = vi.fn(() => Promise.reject(new DialproofError('checker_unavailable')));
    expect(await checkNumbers(numbers(100), parts({ check }), never)).toEqual({ kind: 'outage' });
    expect(check.mock.calls.length).toBeLessThanOrEqual(4);
  });

  it('is declared after so many failures in a row, without asking about the rest', async () => {
    const check = vi.fn(() => Promise.reject(new Error('connection refused')));
    expect(await checkNumbers(numbers(100), parts({ check }), never)).toEqual({ kind: 'outage' });
    expect(check.mock.calls.length).toBeLessThan(5 + 4);
  });

  it('is not declared when answers come between the failures', async () => {
    let turn = 0;
    const checker: NumberChecker = {
      check: () => (++turn % 5 === 0 ? Promise.resolve('dead') : Promise.reject(new Error('flaky'))),
    };
    const outcome = await checkNumbers(numbers(50), parts(checker, { checkConcurrency: 1 }), never);
    expect(outcome.kind).toBe('answered');
  });

  it('is not declared when slow checks here and there all fail at one deadline, after the others were answered', async () => {
    const clock = new ManualClock();
    const asked = numbers(60);
    const checker: NumberChecker = {
      check: (number) =>
        asked.indexOf(number) % 3 === 0 ? new Promise(() => undefined) : Promise.resolve('dead'),
    };
    const outcome = checkNumbers(asked, parts(checker, { clock, checkConcurrency: 60 }), never);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1_000);
    expect(await outcome).toMatchObject({ kind: 'answered' });
  });
});

describe('checking numbers in bulk', () => {
  it('calls with at most as many numbers as the checker takes, and puts the answers in place', async () => {
    const sizes: number[] = [];
    const checker: BulkNumberChecker = {
      maxNumbers: 4,
      async checkMany(batch) {
        sizes.push(batch.length);
        return batch.map((number) => (Number(number.at(-1)) % 2 === 0 ? 'dead' : 'check_failed'));
      },
    };
    expect(await checkNumbers(numbers(6), parts(checker), never)).toEqual({
      kind: 'answered',
      answers: ['dead', 'check_failed', 'dead', 'check_failed', 'dead', 'check_failed'],
    });
    expect(sizes).toEqual([4, 2]);
  });

  it.each([
    ['too few answers', async () => ['dead' as const]],
    ['too many answers', async () => ['dead' as const, 'dead' as const, 'dead' as const]],
    ['no list', async () => 'dead' as unknown as []],
    ['a rejection', () => Promise.reject(new Error('upstream 500'))],
  ])('takes %s for a failed check of all of them', async (_, checkMany) => {
    expect(await checkNumbers(numbers(2), parts({ maxNumbers: 2, checkMany }), never)).toEqual({
      kind: 'answered',
      answers: ['check_failed', 'check_failed'],
    });
  });

  it('takes an answer that was never put in for a failed check, which an outage consists of', async () => {
    const checkMany = async () => new Array<'dead'>(5);
    expect(await checkNumbers(numbers(5), parts({ maxNumbers: 5, checkMany }), never)).toEqual({
      kind: 'outage',
    });
  });

  it.each([0, 1.5, Number.NaN])('refuses a checker that takes %s numbers', (maxNumbers) => {
    expect(() => checkerCalls({ maxNumbers, checkMany: async () => [] })).toThrow(TypeError);
  });
});
