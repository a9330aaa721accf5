import assert from 'node:assert/strict';
import type {
  AccountId,
  CreditEntry,
  CreditLedger,
  CreditStatement,
  HoldId,
  StatementRequest,
} from '@dialproof/core';
import { ADA, holdFor, settle } from '../ledger/sample-hold.js';
import type { KeepsTime } from '../runner/own-time.js';
import type { Reopens } from '../runner/test-runner.js';

/** The subject of a case: a ledger of its own, and its statement over the same credits, often the same object. */
export interface CreditStatementSubject extends KeepsTime, Reopens<CreditStatement> {
  readonly ledger: CreditLedger;
  readonly statement: CreditStatement;
  /** Gives an account credits. Creates the account first if the ledger needs that. */
  grant(accountId: AccountId, credits: number): Promise<void>;
}

export function statementRequest(changes: Partial<StatementRequest> = {}): StatementRequest {
  return { accountId: ADA, limit: 100, cursor: null, ...changes };
}

/** Every entry that the pages of a statement show, one page after the other. */
export async function readStatement(
  statement: CreditStatement,
  changes: Partial<StatementRequest> = {},
): Promise<CreditEntry[]> {
  const entries: CreditEntry[] = [];
  let cursor: string | null = null;
  for (let pages = 0; pages < 50; pages += 1) {
    const page = await statement.statement(statementRequest({ ...changes, cursor }));
    entries.push(...page.entries);
    if (page.nextCursor === null) return entries;
    cursor = page.nextCursor;
  }
  assert.fail('the statement does not come to an end');
}

/** Holds as many credits as are charged, and charges them. */
export async function charge(
  ledger: CreditLedger,
  credits: number,
  accountId: AccountId = ADA,
): Promise<HoldId> {
  const holdId = await holdFor(ledger, { accountId, credits });
  await settle(ledger, holdId, credits, accountId);
  return holdId;
}
