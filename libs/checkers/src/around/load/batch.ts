import type { AccountId, CheckContext, ConsentDate, E164 } from '@dialproof/core';
import { type NumberOutcome, outcomesOf } from '../../calls/number-outcomes.js';
import type { Ask } from '../../calls/same-kind.js';
import { SharedCall } from '../../calls/waiting.js';

/** The outcome of a batch. */
export interface SentBatch {
  readonly outcomes: ReadonlyMap<E164, NumberOutcome>;
  /** The numbers of the call whose callers had all left before the answer. */
  readonly late: readonly E164[];
}

/** Numbers of several callers on their way into one call. */
export class Batch {
  /** The number of callers that wait for each number. */
  readonly #callers = new Map<E164, number>();
  readonly #accounts = new Set<AccountId | undefined>();
  readonly #consentDates = new Map<E164, ConsentDate>();
  readonly #call: SharedCall;
  /** Resolves when the call has ended, to the outcomes of its numbers. */
  readonly ended: Promise<ReadonlyMap<E164, NumberOutcome>>;
  #resolve: (outcomes: ReadonlyMap<E164, NumberOutcome>) => void = () => undefined;

  /** `onAbandon` is called when its last caller has left: it must not be joined from then on. */
  constructor(onAbandon: (batch: Batch) => void) {
    this.#call = new SharedCall(() => onAbandon(this));
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  get size(): number {
    return this.#callers.size;
  }

  /** If callers give two dates of consent for a number, the first is asked about. An answer names its date, so nobody is misled. */
  join(number: E164, { accountId, consentDates }: CheckContext): void {
    this.#accounts.add(accountId);
    const date = this.#consentDates.get(number) ?? consentDates?.get(number);
    if (date !== undefined) this.#consentDates.set(number, date);
    this.#callers.set(number, (this.#callers.get(number) ?? 0) + 1);
    this.#call.join();
  }

  /** A number whose callers have all left is left out, unless the call was made already. */
  leave(number: E164): void {
    const left = (this.#callers.get(number) ?? 0) - 1;
    if (left > 0) this.#callers.set(number, left);
    else this.#callers.delete(number);
    this.#call.leave();
  }

  /** Makes the call for the numbers that callers wait for, with an account if all of them belong to it. Never rejects. */
  async send(ask: Ask): Promise<SentBatch> {
    const numbers = [...this.#callers.keys()];
    const { signal } = this.#call;
    const [accountId, ...others] = this.#accounts;
    const isOfOne = accountId !== undefined && others.length === 0;
    const context: CheckContext = {
      signal,
      ...(isOfOne ? { accountId } : {}),
      ...(this.#consentDates.size === 0 ? {} : { consentDates: this.#consentDates }),
    };
    const asked = await outcomesOf(numbers.length, async () =>
      numbers.length === 0 ? [] : ask(numbers, context),
    );
    this.#call.end();
    const outcomes = new Map<E164, NumberOutcome>();
    for (const [index, number] of numbers.entries())
      outcomes.set(number, asked[index] ?? { answer: 'check_failed' });
    // Before its callers get the outcome and leave.
    const late = numbers.filter((number) => !this.#callers.has(number));
    this.#resolve(outcomes);
    return { outcomes, late };
  }
}
