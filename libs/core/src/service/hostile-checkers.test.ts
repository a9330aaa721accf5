import { describe, expect, it } from 'vitest';
import { settle } from '../async/turns.fixture.js';
import { InProcessTaskQueue } from '../memory/in-process-task-queue.js';
import type { ManualClock } from '../memory/manual-clock.js';
import { DialproofError } from '../model/errors.js';
import type { E164 } from '../model/identifiers.js';
import type { VerificationStatus } from '../model/statuses.js';
import { hasEnded } from '../model/task.js';
import type { BulkNumberChecker, NumberChecker } from '../ports/number-checker.js';
import { ALICE, trialService } from './trial-service.fixture.js';

const NUMBERS = 400;
const DAY_MS = 86_400_000;

const numberAt = (position: number): E164 => `+1415${2_000_000 + position}` as E164;
const FILE = `phone\n${Array.from({ length: NUMBERS }, (_, n) => `${numberAt(n)}\n`).join('')}`;
/** One number in twenty gets a special treatment, the first of the file among them. */
const isOdd = (number: E164): boolean => Number(number) % 20 === 0;
const ODD = NUMBERS / 20;

interface Upstream {
  readonly clock: ManualClock;
  wait(ms: number): Promise<void>;
  /** The answer for a number, which is charged. */
  answer(number: E164): VerificationStatus;
}

/** Processes a file with its own queue, and advances the clock from one timer to the next. */
async function workOff(make: (upstream: Upstream) => NumberChecker | BulkNumberChecker) {
  const paid = new Map<E164, number>();
  const clock: ManualClock = (await trialService()).clock;
  const checker = make({
    clock,
    wait: (ms) =>
      new Promise((resolve) => {
        clock.schedule(ms, resolve);
      }),
    answer(number) {
      paid.set(number, (paid.get(number) ?? 0) + 1);
      return 'dead';
    },
  });
  const queue = new InProcessTaskQueue({ clock, concurrency: 4 });
  const trial = await trialService({ clock, checker, queue, chunkSize: 100 });
  await trial.service.start();
  const { taskId } = await trial.submitCsv(FILE);
  let task = await trial.service.task({ accountId: ALICE, taskId });
  while (!hasEnded(task.status) && clock.elapsed() < 2 * DAY_MS) {
    await settle(6);
    // Answers come within tens of milliseconds. While everything waits, steps of a second are short enough.
    clock.advance(task.waiting === null ? 20 : 1_000);
    task = await trial.service.task({ accountId: ALICE, taskId });
  }
  await trial.service.close();
  const balance = await trial.ledger.balance(ALICE);
  return { task, balance, paid, pending: clock.pending, elapsedMs: clock.elapsed() };
}

const unavailable = (retryAfterMs?: number): DialproofError =>
  new DialproofError('checker_unavailable', retryAfterMs === undefined ? {} : { retryAfterMs });

const oddErrors = (): unknown[] => [
  undefined,
  null,
  Symbol('odd'),
  Object.freeze({ code: 'checker_unavailable' }),
  new Error('x'.repeat(100_000)),
  Object.assign(new Error('429'), { retryAfterMs: '5' }),
  Object.assign(new Error('429'), { retryAfterMs: Number.NaN }),
  new Proxy(new Error('trap'), {
    get: () => {
      throw new Error('trap');
    },
    getPrototypeOf: () => {
      throw new Error('trap');
    },
  }),
];

describe('every number is answered once or is a failed check, whatever the checker does', () => {
  it.each<[string, (upstream: Upstream) => NumberChecker | BulkNumberChecker]>([
    [
      'rejects with a value that is no error',
      ({ answer, wait }) => {
        const errors = oddErrors();
        return {
          async check(number) {
            await wait(20);
            if (isOdd(number)) throw errors[(Number(number) / 20) % errors.length];
            return answer(number);
          },
        };
      },
    ],
    [
      'never calls back for some numbers',
      ({ answer, wait }) => ({
        check: (number) => (isOdd(number) ? new Promise(() => {}) : wait(20).then(() => answer(number))),
      }),
    ],
    [
      'answers with a proxy that was revoked',
      ({ answer, wait }) => ({
        async check(number) {
          await wait(20);
          if (!isOdd(number)) return answer(number);
          const { proxy, revoke } = Proxy.revocable({}, {});
          setImmediate(revoke);
          // A checker without types may return this.
          return proxy as unknown as VerificationStatus;
        },
      }),
    ],
    [
      'fails slowly while it answers quickly',
      ({ answer, wait }) => ({
        async check(number) {
          await wait(isOdd(number) ? 3_000 : 20);
          if (isOdd(number)) throw new Error('upstream 504');
          return answer(number);
        },
      }),
    ],
  ])('%s', async (_, make) => {
    const { task, balance, paid, pending } = await workOff(make);
    const verified = NUMBERS - ODD;
    expect(task).toMatchObject({
      status: 'done',
      checksFailed: ODD,
      summary: { dead: verified, unknown: ODD },
      credits: { held: 0, charged: verified },
    });
    expect(balance).toEqual({ available: 1_000 - verified, held: 0 });
    expect(paid.size).toBe(verified);
    expect([...paid.values()].every((times) => times === 1)).toBe(true);
    expect(pending).toBe(0);
  });

  it.each([1, 2])('says of %i numbers that none can be checked', async (count) => {
    const isLiar = (number: E164): boolean => number >= numberAt(7) && number < numberAt(7 + count);
    const { task, elapsedMs } = await workOff(({ answer, wait }) => ({
      async check(number) {
        await wait(20);
        if (isLiar(number)) throw unavailable();
        return answer(number);
      },
    }));
    expect(task).toMatchObject({
      status: 'done',
      checksFailed: count,
      credits: { charged: NUMBERS - count },
    });
    // Once only these numbers are left, they keep the task waiting for ten minutes.
    expect(elapsedMs).toBeLessThan(1_000_000);
  });

  it('changes its maxNumbers and the list of numbers that it was given', async () => {
    const { task } = await workOff(({ answer, wait }) => {
      const checker = {
        maxNumbers: 20,
        async checkMany(numbers: E164[]) {
          checker.maxNumbers = Number.NaN;
          const asked = numbers.splice(0);
          await wait(20);
          return asked.map(answer);
        },
      };
      return checker as BulkNumberChecker;
    });
    expect(task).toMatchObject({ status: 'done', checksFailed: 0, credits: { charged: NUMBERS } });
  });
});

it('a checker that asks for a pause of 0 is still asked after pauses', async () => {
  let asked = 0;
  const { task } = await workOff(({ answer, clock, wait }) => ({
    async check(number) {
      await wait(20);
      asked += 1;
      if (clock.elapsed() < 600_000) throw unavailable(0);
      return answer(number);
    },
  }));
  expect(task).toMatchObject({ status: 'done', checksFailed: 0 });
  // The calls that were running when the outage began, and the probes.
  expect(asked).toBeLessThan(NUMBERS + 200);
});
