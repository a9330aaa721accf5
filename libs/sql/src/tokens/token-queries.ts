import type { Kysely } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

export type TokenQueries = ReturnType<typeof compileTokenQueries>;

export function compileTokenQueries(builder: Kysely<Tables>) {
  return {
    /** Adds a token to an account, if there is that account. */
    addToken: compileQuery<{
      tokenId: string;
      accountId: string;
      secretHash: Uint8Array;
      createdAt: number;
    }>()((value) =>
      builder
        .insertInto('tokens')
        .columns(['token_id', 'account_id', 'secret_hash', 'created_at'])
        .expression((eb) =>
          eb
            .selectFrom('accounts')
            .select([
              eb.val(value('tokenId')).as('token_id'),
              'account_id',
              eb.val(value('secretHash')).as('secret_hash'),
              eb.val(value('createdAt')).as('created_at'),
            ])
            .where('account_id', '=', value('accountId')),
        ),
    ),
    /** Who a token stands for. */
    findToken: compileQuery<{ tokenId: string }>()((value) =>
      builder
        .selectFrom('tokens')
        .innerJoin('accounts', 'accounts.account_id', 'tokens.account_id')
        .select(['tokens.account_id', 'secret_hash', 'suspended_at'])
        .where('token_id', '=', value('tokenId'))
        .where('revoked_at', 'is', null),
    ),
    listTokens: compileQuery<{ accountId: string }>()((value) =>
      builder
        .selectFrom('tokens')
        .select(['token_id', 'created_at', 'revoked_at'])
        .where('account_id', '=', value('accountId'))
        .orderBy('created_at')
        .orderBy('token_id'),
    ),
    revoke: compileQuery<{ tokenId: string; now: number }>()((value) =>
      builder
        .updateTable('tokens')
        .set({ revoked_at: value('now') })
        .where('token_id', '=', value('tokenId'))
        .where('revoked_at', 'is', null)
        .returning('account_id'),
    ),
  };
}
