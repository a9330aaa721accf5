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
  /** Locked meanwhile, since processes over PostgreSQL may share a data folder. */
  readonly lockFile: string;
  /** Records the actions in the audit log. */
  readonly record: (entry: AuditEntry) => void;
}

/** Nobody's: .invalid is reserved (RFC 2606). That an address can be taken but once makes the first account the only one of it. */
const EMAIL = 'first-account@dialproof.invalid';

/**
 * Makes the account that the first start comes with. A later start gives it a new token if a process was killed before it showed
 * the first one; undefined at every other start, and while another process is about it.
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

/** Undefined while another process has it. */
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
    // Before the account, so that at no moment the account exists without the mark that its token was not shown.
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
  // A crash in between is made good by the start after it, which revokes all of them.
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
