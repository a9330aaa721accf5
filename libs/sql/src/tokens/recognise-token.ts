import type { AuthenticatedAccount } from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { storedAccountId } from '../stored-account-id.js';
import { isSameSecret, readToken } from './token-format.js';
import type { TokenQueries } from './token-queries.js';
import { readScopes } from './token-scopes.js';

/** A token that is good, with the account it stands for. */
export interface RecognisedToken {
  readonly account: AuthenticatedAccount;
  readonly tokenId: string;
  readonly lastUsedAt: number | null;
}

/** Whose token it is. Undefined for what is nobody's, is revoked or at its end, or is no token at all. */
export async function recogniseToken(
  session: SqlSession,
  queries: TokenQueries,
  token: string,
  now: number,
): Promise<RecognisedToken | undefined> {
  const given = readToken(token);
  if (given === undefined) return undefined;
  const known = await session.first(queries.findToken, { tokenId: given.tokenId, now });
  // Compared also when nothing is known, see there.
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
