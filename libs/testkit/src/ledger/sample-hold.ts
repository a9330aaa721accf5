import assert from 'node:assert/strict';
import {
  type AccountId,
  accountId,
  type CreditLedger,
  type HoldId,
  type HoldRequest,
  isDialproofError,
  newVerificationHoldId,
  type Settlement,
} from '@dialproof/core';
import type { KeepsTime } from '../runner/own-time.js';
import type { Reopens } from '../runner/test-runner.js';

/** The subject of a case: a ledger of its own. */
export interface LedgerSubject extends KeepsTime, Reopens<CreditLedger> {
  readonly ledger: CreditLedger;
  /** Gives an account credits. Creates the account first if the ledger needs that. */
  grant(accountId: AccountId, credits: number): Promise<void>;
}

export const ADA = accountId('account-ada');
export const BOB = accountId('account-bob');

/** A hold of 10 credits of Ada that never expires, with `changes`. */
export function holdRequest(changes: Partial<HoldRequest> = {}): HoldRequest {
  return { holdId: newVerificationHoldId(0), accountId: ADA, credits: 10, expiresAfterMs: null, ...changes };
}

/** Makes a hold and gives its id. */
export async function holdFor(ledger: CreditLedger, changes: Partial<HoldRequest> = {}): Promise<HoldId> {
  const request = holdRequest(changes);
  await ledger.hold(request);
  return request.holdId;
}

/** Settles a hold of Ada's, unless another account is named. */
export function settle(
  ledger: CreditLedger,
  holdId: HoldId,
  credits: number,
  accountId = ADA,
): Promise<Settlement> {
  return ledger.settle({ holdId, accountId, credits });
}

/** Whether the hold was made. Any other failure than `insufficient_credits` fails the case. */
export async function tryHold(ledger: CreditLedger, request: HoldRequest): Promise<boolean> {
  try {
    await ledger.hold(request);
    return true;
  } catch (error) {
    assert.ok(isDialproofError(error, 'insufficient_credits'), `the hold was rejected with ${String(error)}`);
    return false;
  }
}
