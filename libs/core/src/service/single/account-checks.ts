import type { CallOrigin } from '../../checking/budget/waiting-calls.js';
import type { CallOutcome } from '../../checking/calls/checker-calls.js';
import { type CheckingParts, RunningCalls } from '../../checking/running-calls.js';
import { counted, DialproofError } from '../../model/errors.js';
import type { AccountId, E164 } from '../../model/identifiers.js';
import type { ConsentDate, ConsentDates } from '../../model/reassigned.js';

interface AccountChecksSettings extends CheckingParts {
  readonly maxChecksPerAccount: number;
  readonly checkWaitMs: number;
  readonly closeGraceMs: number;
}

/** The number of a request, with its account and date. */
export interface AskedNumber {
  readonly accountId: AccountId;
  readonly phone: E164;
  /** The date for the checker. */
  readonly date: ConsentDate | undefined;
}

/** The calls of one account, while one of its checks is under way. Calls that begin together share a deadline and a signal. */
interface OfAccount {
  readonly calls: RunningCalls;
  readonly cancelGrace: () => void;
  underWay: number;
}

/** The single checks of each account that are under way or wait. Accounts without checks take no memory. */
export class AccountChecks {
  readonly #settings: AccountChecksSettings;
  readonly #closing: AbortSignal;
  readonly #accounts = new Map<AccountId, OfAccount>();

  constructor(settings: AccountChecksSettings, closing: AbortSignal) {
    this.#settings = settings;
    this.#closing = closing;
  }

  /** Counts a check until {@link leave}. Code: `too_many_requests`. */
  enter(accountId: AccountId): void {
    const { checkWaitMs, maxChecksPerAccount } = this.#settings;
    const known = this.#accounts.get(accountId);
    if ((known?.underWay ?? 0) >= maxChecksPerAccount) {
      throw new DialproofError('too_many_requests', {
        hint: `${counted(maxChecksPerAccount, 'number of this account is', 'numbers of this account are')} being checked already`,
        retryAfterMs: Math.min(checkWaitMs, 1_000),
      });
    }
    if (known === undefined) this.#accounts.set(accountId, { ...this.#begin(accountId), underWay: 1 });
    else known.underWay += 1;
  }

  leave(accountId: AccountId): void {
    const known = this.#accounts.get(accountId);
    if (known === undefined) return;
    known.underWay -= 1;
    if (known.underWay > 0) return;
    known.cancelGrace();
    this.#accounts.delete(accountId);
  }

  /**
   * Asks the checker about a number, of an account that has entered. The call is given up `closeGraceMs` after the service began to close.
   */
  async ask({ accountId, date, phone }: AskedNumber): Promise<CallOutcome> {
    const known = this.#accounts.get(accountId);
    if (known !== undefined && date === undefined) return await known.calls.ask([phone]);
    // A call with a date is made alone, since the date is only for this request.
    const { calls, cancelGrace } = this.#begin(accountId, date && new Map([[phone, date]]));
    const outcome = await calls.ask([phone]);
    cancelGrace();
    return outcome;
  }

  #begin(accountId: AccountId, dates?: ConsentDates): Pick<OfAccount, 'calls' | 'cancelGrace'> {
    const calls = new RunningCalls(this.#settings, originOf(accountId), dates);
    return { calls, cancelGrace: calls.giveUpAfter(this.#closing, this.#settings.closeGraceMs) };
  }
}

export function originOf(accountId: AccountId): CallOrigin {
  return { purpose: 'single', accountId, chunk: null };
}
