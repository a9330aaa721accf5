import { setMaxListeners } from 'node:events';
import { ManualClock } from '../../memory/manual-clock.js';
import { accountId } from '../../model/identifiers.js';
import { newTaskId } from '../../ports/entropy.js';
import { type CallRight, CheckBudget, type CheckBudgetOptions } from './check-budget.js';
import type { CallOrigin, CallPurpose } from './waiting-calls.js';

/** A signal that is never aborted. */
export const never = new AbortController().signal;
setMaxListeners(0, never);

const TASK = newTaskId();

/** A single check or a call of a task, of this account. By default, all calls of tasks are for the same chunk. */
export function originOf(
  purpose: CallPurpose,
  account = 'ann',
  chunk = { taskId: TASK, chunkIndex: 0 },
): CallOrigin {
  return { purpose, accountId: accountId(account), chunk: purpose === 'single' ? null : chunk };
}

/** A check budget. A test ends its calls by purpose, the oldest first. */
export class HeldBudget {
  readonly #budget: CheckBudget;
  readonly #held: CallRight[] = [];

  constructor(options: CheckBudgetOptions) {
    this.#budget = new CheckBudget(options);
  }

  tryTake(purpose: CallPurpose): boolean {
    return this.#hold(this.#budget.tryTake(purpose));
  }

  async take(origin: CallPurpose | CallOrigin, signal: AbortSignal): Promise<boolean> {
    const given = typeof origin === 'string' ? originOf(origin) : origin;
    return this.#hold(await this.#budget.take(given, signal));
  }

  free(purpose: CallPurpose): void {
    const index = this.#held.findIndex((right) => right.purpose === purpose);
    const [right] = index === -1 ? [] : this.#held.splice(index, 1);
    if (right === undefined) throw new Error(`no ${purpose} call is under way`);
    this.#budget.free(right);
  }

  #hold(right: CallRight | null): boolean {
    if (right !== null) this.#held.push(right);
    return right !== null;
  }
}

export function budgetOf(over: Partial<CheckBudgetOptions> = {}) {
  const clock = new ManualClock();
  const options = { checkConcurrency: 10, maxCallsPerSecond: Number.POSITIVE_INFINITY, clock, ...over };
  return { clock, budget: new HeldBudget(options) };
}

/** Requests the right to `count` calls, and counts the granted and the refused ones. */
export function demand(budget: HeldBudget, purpose: CallPurpose, count: number, signal: AbortSignal = never) {
  const got = { taken: 0, refused: 0 };
  for (let call = 0; call < count; call += 1) {
    void budget.take(purpose, signal).then((taken) => {
      if (taken) got.taken += 1;
      else got.refused += 1;
    });
  }
  return got;
}
