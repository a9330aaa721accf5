import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextTurn } from '../../async/turn.js';
import { settle } from '../../async/turns.fixture.js';
import { MemoryCreditLedger } from '../../memory/credits/memory-credit-ledger.js';
import { ManualClock } from '../../memory/manual-clock.js';
import { MemoryTaskStore } from '../../memory/tasks/memory-task-store.js';
import type { Task } from '../../model/task.js';
import type { NumberChecker } from '../../ports/number-checker.js';
import { ALICE, digitChecker, type Trial, trialService } from '../../service/trial-service.fixture.js';

const LEASE_MS = 1_000;
/** Nine numbers, of which four fail every check; three of them are on two rows. */
const FILE = `phone\n${Array.from({ length: 12 }, (_, n) => `+14155550${100 + (n % 9)}`).join('\n')}\nnone\n`;
const CHUNK_SIZE = 3;

class Broken extends Error {}

/** Breaks one of all calls of the store and the ledger, before or after its effect. */
class Fault {
  #calls = 0;
  #isDead = false;
  readonly #at: number;
  readonly #isAfter: boolean;
  readonly #kills: boolean;
  #tell = (): void => undefined;
  readonly happened = new Promise<void>((resolve) => {
    this.#tell = resolve;
  });

  /** `kills`: this call and all later ones never answer, as if the process were gone. Otherwise only this call fails. */
  constructor(at: number, { isAfter, kills }: { readonly isAfter: boolean; readonly kills: boolean }) {
    this.#at = at;
    this.#isAfter = isAfter;
    this.#kills = kills;
  }

  get calls(): number {
    return this.#calls;
  }

  guard<Part extends object>(part: Part): Part {
    return new Proxy(part, {
      get: (target, name) => {
        const member: unknown = Reflect.get(target, name, target);
        if (typeof member !== 'function') return member;
        return async (...values: unknown[]) => {
          if (this.#isDead) return await new Promise(() => undefined);
          this.#calls += 1;
          const isIt = this.#calls === this.#at;
          if (isIt && !this.#isAfter) return await this.#happen();
          const result: unknown = await member.apply(target, values);
          return isIt ? await this.#happen() : result;
        };
      },
    });
  }

  async #happen(): Promise<never> {
    this.#tell();
    if (!this.#kills) throw new Broken();
    this.#isDead = true;
    return await new Promise(() => undefined);
  }
}

/** A store and a ledger, and how often each number was checked by all processes that used them. */
async function world() {
  const clock = new ManualClock();
  const store = new MemoryTaskStore({ clock });
  const ledger = new MemoryCreditLedger({ clock });
  await ledger.grant(ALICE, 100);
  const answers = new Map<string, number>();
  const checker: NumberChecker = {
    async check(number, context) {
      await nextTurn();
      const status = await digitChecker.check(number, context);
      answers.set(number, (answers.get(number) ?? 0) + 1);
      return status;
    },
  };
  const options = { clock, checker, chunkSize: CHUNK_SIZE, leaseMs: LEASE_MS, checkConcurrency: 2 };
  return { clock, store, ledger, answers, options };
}

/** Submits a file and works on it to its end, with a fault. */
async function runThrough(fault: Fault) {
  const { answers, clock, ledger, options, store } = await world();
  const faulty = await trialService({ ...options, store: fault.guard(store), ledger: fault.guard(ledger) });
  const run = async (): Promise<Task | undefined> => {
    const submitted = await faulty.submitCsv(FILE).catch(() => undefined);
    const isOver = async (): Promise<boolean> =>
      submitted === undefined || (await store.find(submitted.taskId))?.status === 'done';
    for (let step = 0; step < 200 && !(await isOver()); step += 1) {
      const work = faulty.service.work().catch(() => undefined);
      await settle(4);
      // Time also passes for waits within a step, such as a record that is tried again.
      clock.advance(step < 20 ? LEASE_MS / 2 : 30_000);
      await work;
    }
    return submitted;
  };
  const submitted = await Promise.race([
    run(),
    fault.happened.then(() => new Promise<undefined>(() => undefined)),
  ]);
  return { answers, ledger, store, submitted };
}

/** Submits the file in a process that is killed, and works on it in another one. */
async function killAndRestart(at: number, isAfter: boolean) {
  const { answers, ledger, options, store } = await world();
  const fault = new Fault(at, { isAfter, kills: true });
  // The killed process has a clock of its own, on which nothing happens any more.
  const guarded = { store: fault.guard(store), ledger: fault.guard(ledger), clock: new ManualClock() };
  const dying = await trialService({ ...options, ...guarded });
  let submitted: Task | undefined;
  const run = async (): Promise<void> => {
    submitted = await dying.submitCsv(FILE);
    await dying.workAll();
  };
  await Promise.race([run(), fault.happened]);
  await settle();
  const restarted = await trialService({ ...options, store, ledger });
  await restarted.service.start();
  await workToTheLast(restarted);
  const task = submitted && (await store.find(submitted.taskId));
  return { answers, fault, ledger, task };
}

/** Lets time pass and does work until all tasks are finished, also those whose submit was not answered. */
async function workToTheLast({ clock, service }: Trial): Promise<void> {
  for (let step = 0; step < 1_000; step += 1) {
    const outcome = await service.work();
    if (outcome.did === 'work') continue;
    if (outcome.retryAfterMs === null) return;
    clock.advance(outcome.retryAfterMs);
  }
  throw new Error('something is unfinished for ever');
}

function timesAsked(answers: ReadonlyMap<string, number>): number {
  return [...answers.values()].reduce((sum, times) => sum + times, 0);
}

describe('every step of a batch', () => {
  it('may be killed, before or after its effect: nothing is lost or charged twice, and only calls under way are asked again', async () => {
    const { fault } = await killAndRestart(Number.MAX_SAFE_INTEGER, false);
    expect(fault.calls).toBeGreaterThan(15);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: fault.calls }), fc.boolean(), async (at, isAfter) => {
        const { answers, ledger, task } = await killAndRestart(at, isAfter);
        const { available, held } = await ledger.balance(ALICE);
        expect(held).toBe(0);
        if (task === undefined) {
          // The process was killed before the upload was answered. The task may exist.
          expect(available).toBeOneOf([100, 95]);
          return;
        }
        expect(task).toMatchObject({
          status: 'done',
          processed: 13,
          checksFailed: 4,
          credits: { held: 0, charged: 5 },
        });
        expect(available).toBe(95);
        // Answers within the last interval of records are lost: here at most a chunk.
        expect(timesAsked(answers)).toBeLessThanOrEqual(5 + CHUNK_SIZE);
      }),
      { numRuns: fault.calls * 2 },
    );
  });

  it('may fail once, before or after its effect: the same process ends the task, and asks nothing again', async () => {
    const whole = new Fault(Number.MAX_SAFE_INTEGER, { isAfter: false, kills: false });
    await runThrough(whole);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: whole.calls }), fc.boolean(), async (at, isAfter) => {
        const { answers, ledger, store, submitted } = await runThrough(
          new Fault(at, { isAfter, kills: false }),
        );
        const { available, held } = await ledger.balance(ALICE);
        if (submitted === undefined) {
          expect(available + held).toBeOneOf([100, 95]);
          return;
        }
        expect(await store.find(submitted.taskId)).toMatchObject({
          status: 'done',
          processed: 13,
          checksFailed: 4,
          credits: { held: 0, charged: 5 },
        });
        expect({ available, held }).toEqual({ available: 95, held: 0 });
        expect(timesAsked(answers)).toBe(5);
      }),
      { numRuns: whole.calls * 2 },
    );
  });
});
