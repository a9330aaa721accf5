import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { isDialproofError } from '@dialproof/core';
import { SoleProcessLock } from '@dialproof/sql/sqlite';
import type { AuditEntry } from '../audit/audit-events.js';
import type { Storage } from '../storage/storage.js';

export interface FirstAccount {
  readonly token: string;
  readonly credits: number;
  /** Call it once the token was shown. Otherwise the next start replaces the token. Safe twice. */
  wasShown(): void;
  /** Call it at the end, whether it was shown or not: lets the next process show it. Safe twice. */
  release(): void;
}

export interface FirstAccountOptions {
  readonly credits: number;
  /** It exists from before the account is made until its token was shown. */
  readonly unshownFile: string;
  /** Locked during this time, since processes over PostgreSQL may share a data folder. */
  readonly lockFile: string;
  /** Records the actions in the audit log. */
  readonly record: (entry: AuditEntry) => void;
}

/** Nobody has this address: .invalid is reserved (RFC 2606). An address can be taken only once, so there is only one first account. */
const EMAIL = 'first-account@dialproof.invalid';

/**
 * Makes the account of the first start. If a process was killed before it showed the token, a later start makes a new one. Undefined at
 * every other start, and while another process does the same.
 */
export async function firstAccountToShow(
  storage: Pick<Storage, 'accounts' | 'ledger' | 'tokens'>,
  options: FirstAccountOptions,
): Promise<FirstAccount | undefined> {
  const { lockFile, unshownFile } = options;
  const lock = acquire(lockFile);
  if (lock === undefined) return undefined;
  try {
    const made = await makeOrReplace(storage, options);
    if (made === undefined) lock.release();
    return (
      made && {
        ...made,
        wasShown() {
          rmSync(unshownFile, { force: true });
          lock.release();
        },
        release: () => lock.release(),
      }
    );
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Undefined while another process has the lock. */
function acquire(lockFile: string): SoleProcessLock | undefined {
  try {
    return SoleProcessLock.acquire(lockFile);
  } catch (error) {
    if (isDialproofError(error, 'storage_unavailable') && isBusy(error.cause)) return undefined;
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');
}

async function makeOrReplace(
  storage: Pick<Storage, 'accounts' | 'ledger' | 'tokens'>,
  { credits, record, unshownFile }: FirstAccountOptions,
): Promise<Pick<FirstAccount, 'credits' | 'token'> | undefined> {
  const known = await storage.accounts.findByEmail(EMAIL);
  if (known === undefined) {
    // Written before the account is made, so that the account never exists without this mark that its token was not shown.
    writeFileSync(unshownFile, '', { mode: 0o600, flush: true });
    const token = await newAccountToken(storage, credits, record);
    if (token !== undefined) return { token, credits };
    // A process with another data folder has made it, and shows its token.
    rmSync(unshownFile, { force: true });
    return undefined;
  }
  if (!existsSync(unshownFile)) return undefined;
  const { available } = await storage.ledger.balance(known.accountId);
  const unseen = await storage.tokens.list(known.accountId);
  const issued = await storage.tokens.issue(known.accountId);
  // After a crash in between, the next start revokes all of them.
  const replaces = unseen.flatMap(({ revokedAt, tokenId }) =>
    revokedAt === null || revokedAt > Date.now() ? [tokenId] : [],
  );
  for (const tokenId of replaces) await storage.tokens.revoke(tokenId);
  if (issued !== undefined) {
    const { accountId: account, tokenId } = issued;
    record({ event: 'token.rotated', by: 'server', account, tokenId, replaces, keptUntil: null });
  }
  return issued && { token: issued.token, credits: available };
}

/** Undefined if another process has made the account meanwhile. */
async function newAccountToken(
  { accounts }: Pick<Storage, 'accounts'>,
  credits: number,
  record: FirstAccountOptions['record'],
): Promise<string | undefined> {
  try {
    const created = await accounts.create({ email: EMAIL, credits, note: 'first account' });
    record({ event: 'account.created', by: 'server', account: created.accountId, credits });
    return created.token;
  } catch (error) {
    if (isDialproofError(error, 'email_taken')) return undefined;
    throw error;
  }
}
