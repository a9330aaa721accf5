import type { AuthenticatedAccount } from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { storedAccountId } from '../stored-account-id.js';
import { isSameSecret, readToken } from './token-format.js';
import type { TokenQueries } from './token-queries.js';
import { readScopes } from './token-scopes.js';

/** A valid token, with its account. */
export interface RecognisedToken {
  readonly account: AuthenticatedAccount;
  readonly tokenId: string;
  readonly lastUsedAt: number | null;
}

/** Finds the account of a token. Undefined for a malformed, unknown, revoked or expired token. */
export async function recogniseToken(
  session: SqlSession,
  queries: TokenQueries,
  token: string,
  now: number,
): Promise<RecognisedToken | undefined> {
  const given = readToken(token);
  if (given === undefined) return undefined;
  const known = await session.first(queries.findToken, { tokenId: given.tokenId, now });
  // Compared for an unknown token id too, see `isSameSecret`.
  const isSame = isSameSecret(given.secretHash, known?.secret_hash);
  if (!isSame || known === undefined) return undefined;
  const scopes = readScopes(known.scopes);
  return {
    account: {
      accountId: storedAccountId(known.account_id),
      suspended: known.suspended_at !== null,
      ...(scopes === null ? {} : { scopes }),
      ...(known.expires_at === null ? {} : { expiresAt: known.expires_at }),
    },
    tokenId: given.tokenId,
    lastUsedAt: known.last_used_at,
  };
}
