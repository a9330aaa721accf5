import { unavailable } from '../backup/backup-files.js';
import type { AccountAudit, LedgerAudit } from '../ledger-audit.js';

/** The sums over all accounts, which are the same in both databases. */
export interface MovedCredits {
  readonly accounts: number;
  readonly granted: number;
  readonly charged: number;
  readonly available: number;
  readonly held: number;
}

/** Compares every account in both ledgers. Throws `storage_unavailable` unless they are equal and add up. */
export function assertSameCredits(source: LedgerAudit, target: LedgerAudit): MovedCredits {
  const found = new Map(target.accounts.map((account) => [account.accountId, account]));
  for (const account of source.accounts) {
    if (!account.addsUp) throw unavailable(`the credits of the account ${account.accountId} do not add up`);
    if (!isSame(account, found.get(account.accountId))) {
      throw unavailable(`the credits of the account ${account.accountId} did not arrive as they were`);
    }
  }
  if (found.size !== source.accounts.length) throw unavailable('the target has credits of other accounts');
  const sum = (name: 'granted' | 'charged' | 'available' | 'held') =>
    source.accounts.reduce((total, account) => total + account[name], 0);
  return {
    accounts: source.accounts.length,
    granted: sum('granted'),
    charged: sum('charged'),
    available: sum('available'),
    held: sum('held'),
  };
}

const COMPARED = ['granted', 'charged', 'available', 'held', 'openHolds', 'addsUp'] as const;

function isSame(account: AccountAudit, other: AccountAudit | undefined): boolean {
  return other !== undefined && COMPARED.every((name) => account[name] === other[name]);
}
