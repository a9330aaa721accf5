import { setMaxListeners } from 'node:events';
import { ManualClock } from '../../memory/manual-clock.js';
import { type CallPurpose, CheckBudget, type CheckBudgetOptions } from './check-budget.js';

/** A signal that is never aborted. */
export const never = new AbortController().signal;
setMaxListeners(0, never);

export function budgetOf(over: Partial<CheckBudgetOptions> = {}) {
  const clock = new ManualClock();
  const options = { checkConcurrency: 10, maxCallsPerSecond: Number.POSITIVE_INFINITY, clock, ...over };
  return { clock, budget: new CheckBudget(options) };
}

/** Asks for many turns, and counts those that were taken. */
export function demand(
  budget: CheckBudget,
  purpose: CallPurpose,
  count: number,
  signal: AbortSignal = never,
) {
  const got = { taken: 0, refused: 0 };
  for (let call = 0; call < count; call += 1) {
    void budget.take(purpose, signal).then((taken) => {
      if (taken) got.taken += 1;
      else got.refused += 1;
    });
  }
  return got;
}
