import type { AuthenticatedAccount, CreditCaps } from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { storedAccountId } from '../json-rows.js';
import type { Columns } from '../schema.js';
import { isSameSecret, readScopes, readToken } from './token-format.js';
import { tokenQueries } from './token-queries.js';

/** A valid token, with its account. */
export interface RecognisedToken {
  readonly account: AuthenticatedAccount & { readonly tokenId: string };
  readonly lastUsedAt: number | null;
}

/** Finds the account of a token. Undefined for a malformed, unknown, revoked or expired token. */
export async function recogniseToken(
  session: SqlSession,
  token: string,
  now: number,
): Promise<RecognisedToken | undefined> {
  const given = readToken(token);
  if (given === undefined) return undefined;
  const known = await session.first(tokenQueries.findToken, { tokenId: given.tokenId, now });
  // Compared for an unknown token id too, see `isSameSecret`.
  const isSame = isSameSecret(given.secretHash, known?.secret_hash);
  if (!isSame || known === undefined) return undefined;
  const scopes = readScopes(known.scopes);
  const expiresAt = endOf(known);
  const caps = capsOf(known, given.tokenId);
  return {
    account: {
      accountId: storedAccountId(known.account_id),
      suspended: known.suspended_at !== null,
      tokenId: given.tokenId,
      ...(scopes === null ? {} : { scopes }),
      ...(expiresAt === null ? {} : { expiresAt }),
      ...(caps === undefined ? {} : { caps }),
    },
    lastUsedAt: known.last_used_at,
  };
}

function capsOf(
  row: Columns<'tokens', 'max_credits_per_day' | 'max_credits_per_task' | 'counted_as'>,
  tokenId: string,
): CreditCaps | undefined {
  const { counted_as, max_credits_per_day: maxCredits, max_credits_per_task: maxCreditsPerTask } = row;
  if (maxCredits === null && maxCreditsPerTask === null) return undefined;
  return {
    ...(maxCreditsPerTask === null ? {} : { maxCreditsPerTask }),
    ...(maxCredits === null ? {} : { day: { maxCredits, countedAs: counted_as ?? tokenId } }),
  };
}

/**
 * The time from which a token is refused, in milliseconds since 1970: its own end, or that of a rotation that keeps it for a while. Null
 * for none.
 */
export function endOf(row: {
  readonly expires_at: number | null;
  readonly revoked_at: number | null;
}): number | null {
  if (row.expires_at === null) return row.revoked_at;
  return row.revoked_at === null ? row.expires_at : Math.min(row.expires_at, row.revoked_at);
}
