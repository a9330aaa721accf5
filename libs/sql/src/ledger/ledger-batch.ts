import type { HoldRequest, Settlement } from '@dialproof/core';
import {
  earlierOutcome,
  insufficientCredits,
  type KnownHold,
  type StoredSettleRequest,
} from './hold-writer.js';

export interface BalanceRow {
  readonly account_id: string;
  readonly available: number;
  readonly held: number;
  readonly last_entry: number;
}

export interface HoldRow extends KnownHold {
  readonly hold_id: string;
}

interface Balance {
  available: number;
  held: number;
  last_entry: number;
}

/** The state of a hold after the requests decided so far. */
interface Hold {
  readonly account_id: string;
  readonly credits: number;
  readonly expiresAt: number | null;
  readonly isNew: boolean;
  charged: number | null;
  answer: string | null;
}

/** The changes of a batch. */
export interface BatchChanges {
  readonly opened: readonly OpenedHold[];
  readonly closed: readonly ClosedHold[];
  readonly charges: readonly Charge[];
  readonly balances: readonly BalanceRow[];
}

interface OpenedHold {
  readonly holdId: string;
  readonly accountId: string;
  readonly credits: number;
  readonly expiresAt: number | null;
  /** Null unless it was settled in the same batch. */
  readonly charged: number | null;
  readonly answer: string | null;
}

interface ClosedHold {
  readonly holdId: string;
  readonly charged: number;
  readonly answer: string | null;
}

interface Charge {
  readonly entry: number;
  readonly holdId: string;
  readonly accountId: string;
  readonly credits: number;
}

/**
 * Decides requests one after another, each as if the earlier ones were done. Accounts and holds are read once before, and all changes
 * are written at once afterwards. The accounts must stay locked from the read to the write.
 */
export class LedgerBatch {
  readonly #balances: Map<string, Balance>;
  readonly #holds: Map<string, Hold>;
  readonly #touchedHolds = new Set<string>();
  readonly #touchedAccounts = new Set<string>();
  readonly #charges: Charge[] = [];

  constructor(balances: readonly BalanceRow[], holds: readonly HoldRow[]) {
    this.#balances = new Map(balances.map(({ account_id, ...balance }) => [account_id, { ...balance }]));
    this.#holds = new Map(
      holds.map(({ hold_id, account_id, credits, charged, answer }) => [
        hold_id,
        { account_id, credits, charged, answer, expiresAt: null, isNew: false },
      ]),
    );
  }

  /** Throws `insufficient_credits`. */
  hold({ holdId, accountId, credits }: HoldRequest, expiresAt: number | null): void {
    if (this.#holds.has(holdId)) return;
    const balance = this.#balances.get(accountId) ?? { available: 0, held: 0, last_entry: 0 };
    if (balance.available < credits) throw insufficientCredits(credits, balance.available);
    balance.available -= credits;
    balance.held += credits;
    const hold = { account_id: accountId, credits, expiresAt, isNew: true, charged: null, answer: null };
    this.#holds.set(holdId, hold);
    this.#touchedHolds.add(holdId);
    this.#touchedAccounts.add(accountId);
  }

  /** Throws RangeError for a mistake of the caller. */
  settle(request: StoredSettleRequest): Settlement {
    const { holdId, accountId, credits: charged, keep = null } = request;
    const hold = this.#openHold(request);
    if (hold === undefined) return earlierOutcome(this.#holds.get(holdId), request);
    const returned = hold.credits - charged;
    hold.charged = charged;
    hold.answer = keep;
    const balance = this.#balances.get(accountId);
    if (balance === undefined) throw new Error(`account ${accountId} has a hold and no balance`);
    balance.held -= hold.credits;
    balance.available += returned;
    if (charged > 0) {
      balance.last_entry += 1;
      this.#charges.push({ holdId, accountId, credits: charged, entry: balance.last_entry });
    }
    this.#touchedHolds.add(holdId);
    this.#touchedAccounts.add(accountId);
    return { charged, returned, ...(keep === null ? {} : { kept: keep }) };
  }

  /** Releases a hold. False when it is closed already. */
  release(holdId: string, accountId: string): boolean {
    const request = { holdId, accountId, credits: 0 };
    if (this.#openHold(request) === undefined) return false;
    this.settle(request);
    return true;
  }

  changes(): BatchChanges {
    const holds = Array.from(this.#touchedHolds, (holdId) => ({ holdId, hold: this.#holds.get(holdId) }));
    const opened: OpenedHold[] = [];
    const closed: ClosedHold[] = [];
    for (const { holdId, hold } of holds) {
      if (hold === undefined) continue;
      const { account_id: accountId, answer, charged, credits, expiresAt, isNew } = hold;
      if (isNew) opened.push({ holdId, accountId, credits, expiresAt, charged, answer });
      else if (charged !== null) closed.push({ holdId, charged, answer });
    }
    const balances: BalanceRow[] = [];
    for (const account_id of this.#touchedAccounts) {
      const balance = this.#balances.get(account_id);
      if (balance !== undefined) balances.push({ account_id, ...balance });
    }
    return { opened, closed, charges: this.#charges, balances };
  }

  /** The hold that this settle closes, undefined if there is none to close. */
  #openHold({ holdId, accountId, credits }: StoredSettleRequest): Hold | undefined {
    const hold = this.#holds.get(holdId);
    if (hold === undefined || hold.charged !== null) return undefined;
    return hold.account_id === accountId && hold.credits >= credits ? hold : undefined;
  }
}
