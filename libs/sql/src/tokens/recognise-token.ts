import type { AuthenticatedAccount } from '@dialproof/core';
import type { SqlSession } from '../database.js';
import { storedAccountId } from '../stored-account-id.js';
import { isSameSecret, readToken } from './token-format.js';
import type { TokenQueries } from './token-queries.js';

/** Whose token it is. Undefined for what is nobody's, is revoked, or is no token at all. */
export async function recogniseToken(
  session: SqlSession,
  queries: TokenQueries,
  token: string,
): Promise<AuthenticatedAccount | undefined> {
  const given = readToken(token);
  if (given === undefined) return undefined;
  const known = await session.first(queries.findToken, { tokenId: given.tokenId });
  // Compared also when nothing is known, see there.
  const isSame = isSameSecret(given.secretHash, known?.secret_hash);
  if (!isSame || known === undefined) return undefined;
  return { accountId: storedAccountId(known.account_id), suspended: known.suspended_at !== null };
}
