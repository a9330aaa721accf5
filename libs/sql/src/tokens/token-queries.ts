import { sql, WAITS_NO_LONGER } from '../query.js';
import type { Columns } from '../schema.js';

type OfAccount = { accountId: string };
type OfToken = { tokenId: string };
type Now = { now: number };

const IS_NOT_REVOKED = sql<Now>`(revoked_at is null or revoked_at > ${'now'})`;

/** Neither revoked nor expired. */
const IS_GOOD = sql<Now>`${IS_NOT_REVOKED} and (expires_at is null or expires_at > ${'now'})`;

type CapColumns = 'max_credits_per_day' | 'max_credits_per_task' | 'counted_as';

const CAPS = sql`max_credits_per_day, max_credits_per_task, counted_as`;

type ListedToken = Columns<
  'tokens',
  'token_id' | 'created_at' | 'revoked_at' | 'name' | 'expires_at' | 'last_used_at' | 'scopes' | CapColumns
>;

const LISTED_TOKENS = sql<OfAccount>`
  select token_id, created_at, revoked_at, name, expires_at, last_used_at, scopes, ${CAPS}
  from tokens where account_id = ${'accountId'}`;

export const tokenQueries = {
  /** Adds a token to an account if the account exists. */
  addToken: sql<
    OfAccount &
      OfToken & {
        secretHash: Uint8Array;
        createdAt: number;
        name: string | null;
        expiresAt: number | null;
        scopes: string | null;
        maxCreditsPerDay: number | null;
        maxCreditsPerTask: number | null;
        countedAs: string | null;
      }
  >`insert into tokens (token_id, account_id, secret_hash, created_at, name, expires_at, scopes, ${CAPS})
    select ${'tokenId'}, account_id, ${'secretHash'}, ${'createdAt'}, ${'name'}, ${'expiresAt'}, ${'scopes'},
      ${'maxCreditsPerDay'}, ${'maxCreditsPerTask'}, ${'countedAs'}
    from accounts where account_id = ${'accountId'}`,
  /** Finds the account of a token. */
  findToken: sql<
    OfToken & Now,
    Columns<
      'tokens',
      'account_id' | 'secret_hash' | 'scopes' | 'expires_at' | 'revoked_at' | 'last_used_at' | CapColumns
    > &
      Columns<'accounts', 'suspended_at'>
  >`select tokens.account_id, secret_hash, suspended_at, scopes, expires_at, revoked_at, last_used_at, ${CAPS}
    from tokens join accounts on accounts.account_id = tokens.account_id
    where token_id = ${'tokenId'} and ${IS_GOOD}`,
  listTokens: sql<OfAccount, ListedToken>`${LISTED_TOKENS} order by created_at, token_id`,
  /** The account's tokens that are neither revoked nor expired. */
  listGood: sql<OfAccount & Now, ListedToken>`${LISTED_TOKENS} and ${IS_GOOD} order by created_at, token_id`,
  /** Changes nothing, and locks the account's row: a token is added under this lock. */
  lockAccount: sql<OfAccount>`update accounts set account_id = account_id where account_id = ${'accountId'}`,
  lockAccountOf: sql<OfToken>`
    update accounts set account_id = account_id
    where account_id = (select tokens.account_id from tokens where token_id = ${'tokenId'})`,
  /**
   * Changes nothing. Locks the row of a valid token until the write ends, if the database has such locks, so that a revocation waits.
   * Counts no row if the token is not valid or its account is suspended.
   */
  lockGood: sql<OfAccount & OfToken & Now>`
    update tokens set token_id = token_id
    where token_id = ${'tokenId'} and account_id = ${'accountId'} and ${IS_GOOD} and exists (
      select 1 from accounts where accounts.account_id = tokens.account_id and suspended_at is null)`,
  /** Revokes a valid token of this account. */
  revokeGoodOf: sql<OfAccount & OfToken & Now>`
    update tokens set revoked_at = ${'now'} where token_id = ${'tokenId'} and account_id = ${'accountId'} and ${IS_GOOD}`,
  /**
   * Revokes a token that is neither revoked nor expired at a time, which may be in the future. One that was rotated before keeps its
   * earlier end. The token's own end stays as it is, for its successors.
   */
  revokeGood: sql<
    OfToken & Now & { revokedAt: number },
    Columns<'tokens', 'account_id' | 'name' | 'expires_at' | 'scopes' | CapColumns>
  >`update tokens set revoked_at = case when revoked_at < ${'revokedAt'} then revoked_at else ${'revokedAt'} end
    where token_id = ${'tokenId'} and ${IS_GOOD}
    returning account_id, name, expires_at, scopes, ${CAPS}`,
  markUsed: sql<
    OfToken & Now
  >`update tokens set last_used_at = ${'now'} where token_id = ${'tokenId'} and ${WAITS_NO_LONGER}`,
  revoke: sql<OfToken & Now>`
    update tokens set revoked_at = ${'now'} where token_id = ${'tokenId'} and ${IS_NOT_REVOKED}`,
};
