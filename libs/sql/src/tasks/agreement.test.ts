import { ManualClock, MemoryTaskStore, newTaskId } from '@dialproof/core';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DatabaseFile } from '../database-file.fixture.js';
import { SqlTaskStore } from './sql-task-store.js';
import { passesOver, StoreUse, type UseStep } from './store-use.fixture.js';

const step: fc.Arbitrary<UseStep> = fc.record({
  action: fc.constantFrom(
    ...([
      'begin',
      'enqueue',
      'discard',
      'retry',
      'resume',
      'claim',
      'claim',
      'claim',
      'claim',
      'record',
      'record',
    ] as const),
    ...([
      'record',
      'extend',
      'giveBack',
      'fail',
      'finish',
      'outage',
      'endOutage',
      'suspend',
      'reinstate',
      'wait',
      'wait',
    ] as const),
  ),
  which: fc.nat(30),
  amount: fc.nat(12),
});

function waitOf(done: unknown): unknown {
  return (done as { readonly answer?: { readonly retryAfterMs?: unknown } }).answer?.retryAfterMs;
}

/** Without the time of the next look, which may be sooner in SQL. */
function withoutWait(done: unknown): unknown {
  return typeof waitOf(done) !== 'number' && waitOf(done) !== null
    ? done
    : { ...Object(done), answer: { ...Object(done).answer, retryAfterMs: 'a time' } };
}

function isSooner(one: unknown, other: unknown, { action, which }: UseStep): boolean {
  const [wait, otherWait] = [waitOf(one), waitOf(other)];
  // In SQL also the time of a lease of an account that is passed over.
  if (action === 'claim' && passesOver(which) && typeof wait === 'number' && otherWait === null)
    return wait > 0;
  if (typeof wait !== 'number' || typeof otherWait !== 'number') return wait === otherWait;
  return wait <= otherWait && (wait > 0 || otherWait === 0);
}

describe('SqlTaskStore', () => {
  it('does what the store in memory does, whatever is done in whichever order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 30, maxLength: 90 }), async (steps) => {
        const file = await DatabaseFile.create();
        try {
          const clock = new ManualClock();
          const stores = [
            new MemoryTaskStore({ clock }),
            new SqlTaskStore({ database: file.database, clock }),
          ];
          const ids = Array.from({ length: 40 }, newTaskId);
          const uses = stores.map((store) => new StoreUse(store, ids));
          for (const use of uses) await use.begin();
          for (const one of steps) {
            if (one.action === 'wait') clock.advance(one.amount);
            const [inMemory, inSql] = [await uses[0]?.do(one), await uses[1]?.do(one)];
            expect(withoutWait(inSql)).toEqual(withoutWait(inMemory));
            expect(isSooner(inSql, inMemory, one)).toBe(true);
          }
        } finally {
          await file.remove();
        }
      }),
      { numRuns: 12, endOnFailure: true },
    );
  });
});
