import type { AccountId, E164 } from '../model/identifiers.js';
import type { VerificationStatus } from '../model/statuses.js';
import type { NumberChecker } from '../ports/number-checker.js';

export interface HeldCall {
  readonly number: E164;
  readonly signal: AbortSignal;
  readonly accountId: AccountId | undefined;
  answer(status: VerificationStatus): void;
  fail(error: unknown): void;
}

/** A checker whose calls the test answers, in the order in which they were made. */
export function heldChecker(): { readonly checker: NumberChecker; readonly calls: HeldCall[] } {
  const calls: HeldCall[] = [];
  const checker: NumberChecker = {
    check: (number, { accountId, signal }) =>
      new Promise((answer, fail) => {
        calls.push({ number, signal, accountId, answer, fail });
      }),
  };
  return { checker, calls };
}
