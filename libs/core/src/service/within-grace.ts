import { nextTurn } from '../async/next-turn.js';
import { beginWait } from '../async/wait.js';
import type { Clock } from '../ports/clock.js';

/** The time that the store, the ledger and the queue have after the checker: longer than SQLite waits for another process's lock. */
const ANSWER_MS = 10_000;

/**
 * Waits for running work when the service closes: `closeGraceMs` for the calls of the checker, then for recording and settling their
 * answers. Rejects if that does not end: a host that waits for ever is killed, and never learns the reason.
 */
export async function withinGrace<Result>(
  ended: Promise<Result>,
  { clock, closeGraceMs }: { readonly clock: Clock; readonly closeGraceMs: number },
): Promise<Result> {
  const over = new AbortController();
  const pass = (ms: number) => beginWait({ timeout: { clock, ms }, signal: over.signal }).ended;
  const late = async (): Promise<Result> => {
    await pass(closeGraceMs);
    // If time has passed in a leap, as on a machine that slept, calls that were given up end first.
    await nextTurn();
    await pass(ANSWER_MS);
    throw new Error(
      `the store, the ledger or the queue has not answered within ${closeGraceMs + ANSWER_MS} ms of closing`,
    );
  };
  try {
    return await Promise.race([ended, late()]);
  } finally {
    over.abort();
  }
}
