import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { isDialproofError } from '@dialproof/core';
import type { AuditEntry } from '../audit/audit-events.js';
import type { Storage } from '../storage/storage.js';

export interface FirstAccount {
  readonly token: string;
  readonly credits: number;
  /** To be called once somebody has seen the token. Otherwise the next start puts another one in its place. Safe twice. */
  wasShown(): void;
}

export interface FirstAccountOptions {
  readonly credits: number;
  /** It is there from before the account is made until its token was shown. */
  readonly unshownFile: string;
  /** Takes what was done, for the audit log. */
  readonly record: (entry: AuditEntry) => void;
}

/** Nobody's: .invalid is reserved (RFC 2606). That an address can be taken but once makes the first account the only one of it. */
const EMAIL = 'first-account@dialproof.invalid';

/**
 * Makes the account that the first start comes with. A later start gives it a new token if a process was killed before it showed
 * the first one; undefined at every other start.
 */
export async function firstAccountToShow(
  storage: Pick<Storage, 'accounts' | 'ledger' | 'tokens'>,
  { credits, record, unshownFile }: FirstAccountOptions,
): Promise<FirstAccount | undefined> {
  const wasShown = () => rmSync(unshownFile, { force: true });
  const known = await storage.accounts.findByEmail(EMAIL);
  if (known === undefined) {
    // Before the account, so that no moment is left at which it is there and nothing tells that nobody saw its token.
    writeFileSync(unshownFile, '', { mode: 0o600, flush: true });
    const token = await newAccountToken(storage, credits, record);
    return token === undefined ? undefined : { token, credits, wasShown };
  }
  if (!existsSync(unshownFile)) return undefined;
  const { available } = await storage.ledger.balance(known.accountId);
  const unseen = await storage.tokens.list(known.accountId);
  const issued = await storage.tokens.issue(known.accountId);
  // A crash in between is made good by the start after it, which revokes all of them.
  const replaces = unseen.flatMap(({ revokedAt, tokenId }) => (revokedAt === null ? [tokenId] : []));
  for (const tokenId of replaces) await storage.tokens.revoke(tokenId);
  if (issued !== undefined) {
    const { accountId: account, tokenId } = issued;
    record({ event: 'token.rotated', by: 'server', account, tokenId, replaces, keptUntil: null });
  }
  return issued && { token: issued.token, credits: available, wasShown };
}

/** Undefined when somebody else has made the account meanwhile. */
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
