import type { Kysely } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

export type TokenQueries = ReturnType<typeof compileTokenQueries>;

export function compileTokenQueries(builder: Kysely<Tables>) {
  return {
    /** Adds a token to an account if the account exists. */
    addToken: compileQuery<{
      tokenId: string;
      accountId: string;
      secretHash: Uint8Array;
      createdAt: number;
      name: string | null;
      expiresAt: number | null;
      scopes: string | null;
    }>()((value) =>
      builder
        .insertInto('tokens')
        .columns(['token_id', 'account_id', 'secret_hash', 'created_at', 'name', 'expires_at', 'scopes'])
        .expression((eb) =>
          eb
            .selectFrom('accounts')
            .select([
              eb.val(value('tokenId')).as('token_id'),
              'account_id',
              eb.val(value('secretHash')).as('secret_hash'),
              eb.val(value('createdAt')).as('created_at'),
              eb.val(value('name')).as('name'),
              eb.val(value('expiresAt')).as('expires_at'),
              eb.val(value('scopes')).as('scopes'),
            ])
            .where('account_id', '=', value('accountId')),
        ),
    ),
    /** Finds the account of a token. */
    findToken: compileQuery<{ tokenId: string; now: number }>()((value) =>
      builder
        .selectFrom('tokens')
        .innerJoin('accounts', 'accounts.account_id', 'tokens.account_id')
        .select([
          'tokens.account_id',
          'secret_hash',
          'suspended_at',
          'scopes',
          'expires_at',
          'revoked_at',
          'last_used_at',
        ])
        .where('token_id', '=', value('tokenId'))
        .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', value('now'))]))
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', value('now'))])),
    ),
    listTokens: compileQuery<{ accountId: string }>()((value) =>
      builder
        .selectFrom('tokens')
        .select(['token_id', 'created_at', 'revoked_at', 'name', 'expires_at', 'last_used_at', 'scopes'])
        .where('account_id', '=', value('accountId'))
        .orderBy('created_at')
        .orderBy('token_id'),
    ),
    /** Changes nothing, and locks the account's row: a token is added under this lock. */
    lockAccount: compileQuery<{ accountId: string }>()((value) =>
      builder
        .updateTable('accounts')
        .set((eb) => ({ account_id: eb.ref('account_id') }))
        .where('account_id', '=', value('accountId')),
    ),
    lockAccountOf: compileQuery<{ tokenId: string }>()((value) =>
      builder
        .updateTable('accounts')
        .set((eb) => ({ account_id: eb.ref('account_id') }))
        .where('account_id', '=', (eb) =>
          eb.selectFrom('tokens').select('tokens.account_id').where('token_id', '=', value('tokenId')),
        ),
    ),
    /** The account's tokens that are neither revoked nor expired. */
    listGood: compileQuery<{ accountId: string; now: number }>()((value) =>
      builder
        .selectFrom('tokens')
        .select(['token_id', 'created_at', 'name', 'expires_at', 'revoked_at', 'last_used_at', 'scopes'])
        .where('account_id', '=', value('accountId'))
        .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', value('now'))]))
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', value('now'))]))
        .orderBy('created_at')
        .orderBy('token_id'),
    ),
    /**
     * Changes nothing, but locks the row of a valid token, if the database has such locks, until the write ends: a revocation waits for it. Counts
     * no row if the token is not valid or its account is suspended.
     */
    lockGood: compileQuery<{ tokenId: string; accountId: string; now: number }>()((value) =>
      builder
        .updateTable('tokens')
        .set((eb) => ({ token_id: eb.ref('token_id') }))
        .where('token_id', '=', value('tokenId'))
        .where('account_id', '=', value('accountId'))
        .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', value('now'))]))
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', value('now'))]))
        .where((eb) =>
          eb.exists(
            eb
              .selectFrom('accounts')
              .select('accounts.account_id')
              .whereRef('accounts.account_id', '=', 'tokens.account_id')
              .where('suspended_at', 'is', null),
          ),
        ),
    ),
    /** Revokes a valid token of this account. */
    revokeGoodOf: compileQuery<{ tokenId: string; accountId: string; now: number }>()((value) =>
      builder
        .updateTable('tokens')
        .set({ revoked_at: value('now') })
        .where('token_id', '=', value('tokenId'))
        .where('account_id', '=', value('accountId'))
        .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', value('now'))]))
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', value('now'))])),
    ),
    /**
     * Revokes a token that is neither revoked nor expired at a time, which may be in the future. One that was rotated before keeps its earlier
     * end. The token's own end stays as it is, for its successors.
     */
    revokeGood: compileQuery<{ tokenId: string; now: number; revokedAt: number }>()((value) =>
      builder
        .updateTable('tokens')
        .set((eb) => ({
          revoked_at: eb
            .case()
            .when('revoked_at', '<', value('revokedAt'))
            .then(eb.ref('revoked_at'))
            .else(eb.val(value('revokedAt')))
            .end(),
        }))
        .where('token_id', '=', value('tokenId'))
        .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', value('now'))]))
        .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', value('now'))]))
        .returning(['account_id', 'name', 'expires_at', 'scopes']),
    ),
    markUsed: compileQuery<{ tokenId: string; now: number }>()((value) =>
      builder
        .updateTable('tokens')
        .set({ last_used_at: value('now') })
        .where('token_id', '=', value('tokenId')),
    ),
    revoke: compileQuery<{ tokenId: string; now: number }>()((value) =>
      builder
        .updateTable('tokens')
        .set({ revoked_at: value('now') })
        .where('token_id', '=', value('tokenId'))
        .where((eb) => eb.or([eb('revoked_at', 'is', null), eb('revoked_at', '>', value('now'))]))
        .returning('account_id'),
    ),
  };
}
