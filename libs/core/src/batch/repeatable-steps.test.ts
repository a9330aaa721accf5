import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createVerificationService } from '../create-verification-service.js';
import { ManualClock } from '../memory/manual-clock.js';
import { MemoryCreditLedger } from '../memory/memory-credit-ledger.js';
import { MemoryTaskStore } from '../memory/memory-task-store.js';
import { ALICE, csvContent, digitChecker } from '../trial-service.fixture.js';

const LEASE_MS = 1_000;
const FILE = `phone\n${Array.from({ length: 12 }, (_, n) => `+14155550${100 + (n % 9)}`).join('\n')}\nnone\n`;

class Crash extends Error {}

/** Fails one call in all that are made on its parts: before it has an effect, or after it had one. */
class CrashPoint {
  #calls = 0;
  readonly #at: number;
  readonly #after: boolean;

  constructor(at: number, after: boolean) {
    this.#at = at;
    this.#after = after;
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
          const crashes = ++this.#calls === this.#at;
          if (crashes && !this.#after) throw new Crash();
          const result: unknown = await member.apply(target, values);
          if (crashes) throw new Crash();
          return result;
        };
      },
    });
  }
}

/** Runs one file through a process that crashes, then through one that does not, as a restart would. */
async function crashAndRestart(at: number, after: boolean) {
  const store = new MemoryTaskStore();
  const ledger = new MemoryCreditLedger();
  const clock = new ManualClock();
  await ledger.grant(ALICE, 100);
  const crash = new CrashPoint(at, after);
  const parts = { clock, checker: digitChecker, queue: null, chunkSize: 3, leaseMs: LEASE_MS };
  const crashing = createVerificationService({
    ...parts,
    store: crash.guard(store),
    ledger: crash.guard(ledger),
  });
  const request = { accountId: ALICE, fileName: 'a.csv', content: csvContent(FILE) };
  const submitted = await crashing.submit(request).catch(() => undefined);
  try {
    while ((await crashing.work()).did === 'work');
  } catch (error) {
    expect(error).toBeInstanceOf(Crash);
  }
  const restarted = createVerificationService({ ...parts, store, ledger });
  await restarted.start({ soleProcess: true });
  clock.advance(LEASE_MS);
  while ((await restarted.work()).did === 'work');
  return { crash, ledger, restarted, submitted };
}

describe('every step of a batch', () => {
  it('may be killed, before or after its effect, and is repeated without losing or charging anything twice', async () => {
    const { crash } = await crashAndRestart(Number.MAX_SAFE_INTEGER, false);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: crash.calls }), fc.boolean(), async (at, after) => {
        const { ledger, restarted, submitted } = await crashAndRestart(at, after);
        const { available, held } = await ledger.balance(ALICE);
        expect(held).toBe(0);
        if (submitted === undefined) {
          expect(available).toBeOneOf([100, 95]);
          return;
        }
        const task = await restarted.task({ accountId: ALICE, taskId: submitted.taskId });
        expect(task).toMatchObject({ status: 'done', processed: 13, credits: { held: 0, charged: 5 } });
        expect(available).toBe(95);
      }),
      { numRuns: crash.calls * 4 },
    );
  });
});
