import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

interface Key {
  readonly accountId: string;
  readonly key: string;
}

export type ReplayQueries = ReturnType<typeof compileReplayQueries>;

export function compileReplayQueries(builder: Kysely<Tables>) {
  return {
    find: compileQuery<Key>()((value) =>
      builder
        .selectFrom('replays')
        .select(['fingerprint', 'reply', 'until'])
        .where('account_id', '=', value('accountId'))
        .where('key', '=', value('key')),
    ),
    /**
     * Begins a request that is not known, or whose time is over. One that was begun and is still remembered keeps its id. Has no row if
     * another caller is answering it, or has answered it.
     */
    begin: compileQuery<
      Key & { token: string; requestId: string; until: number; forgetAt: number; now: number }
    >()((value) =>
      builder
        .insertInto('replays')
        .values({
          account_id: value('accountId'),
          key: value('key'),
          token: value('token'),
          request_id: value('requestId'),
          until: value('until'),
          forget_at: value('forgetAt'),
        })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'key'])
            .doUpdateSet((eb) => ({
              token: eb.ref('excluded.token'),
              request_id: eb
                .case()
                .when(eb.and([eb('replays.reply', 'is', null), eb('replays.forget_at', '>', value('now'))]))
                .then(eb.ref('replays.request_id'))
                .else(eb.ref('excluded.request_id'))
                .end(),
              fingerprint: null,
              reply: null,
              until: eb.ref('excluded.until'),
              forget_at: eb.ref('excluded.forget_at'),
            }))
            .where('replays.until', '<=', value('now')),
        )
        .returning('request_id'),
    ),
    extend: compileQuery<Key & { token: string; until: number; forgetAt: number }>()((value) =>
      builder
        .updateTable('replays')
        .set({ until: value('until'), forget_at: value('forgetAt') })
        .where('account_id', '=', value('accountId'))
        .where('key', '=', value('key'))
        .where('token', '=', value('token'))
        .where('reply', 'is', null),
    ),
    complete: compileQuery<Key & { token: string; fingerprint: string; reply: Uint8Array; until: number }>()(
      (value) =>
        builder
          .updateTable('replays')
          .set({
            fingerprint: value('fingerprint'),
            reply: value('reply'),
            until: value('until'),
            forget_at: value('until'),
          })
          .where('account_id', '=', value('accountId'))
          .where('key', '=', value('key'))
          .where('token', '=', value('token'))
          .where('reply', 'is', null),
    ),
    abandon: compileQuery<Key & { token: string }>()((value) =>
      builder
        .deleteFrom('replays')
        .where('account_id', '=', value('accountId'))
        .where('key', '=', value('key'))
        .where('token', '=', value('token'))
        .where('reply', 'is', null),
    ),
    /** The requests that can be removed, the oldest first. */
    expired: compileQuery<{ now: number; limit: number }>()((value) =>
      builder
        .selectFrom('replays')
        .select(['account_id', 'key'])
        .where('forget_at', '<=', value('now'))
        .orderBy('forget_at')
        .limit(value('limit')),
    ),
    ...placeQueries(builder),
  };
}

/**
 * The queries for the limit of remembered requests of an account. The row with the count is also the lock of the account's requests: a write
 * that adds or removes one has it first.
 */
function placeQueries(builder: Kysely<Tables>) {
  return {
    /** Changes nothing if there is no place left. It locks the row all the same. */
    takePlace: compileQuery<{ accountId: string; maxPerAccount: number }>()((value) =>
      builder
        .insertInto('replay_accounts')
        .values({ account_id: value('accountId'), requests: sql.lit(1) })
        .onConflict((conflict) =>
          conflict
            .column('account_id')
            .doUpdateSet((eb) => ({ requests: eb('replay_accounts.requests', '+', sql.lit(1)) }))
            .where('replay_accounts.requests', '<', value('maxPerAccount')),
        ),
    ),
    lockPlaces: compileQuery<{ accountId: string }>()((value) =>
      builder
        .updateTable('replay_accounts')
        .set((eb) => ({ requests: eb.ref('requests') }))
        .where('account_id', '=', value('accountId')),
    ),
    givePlaces: compileQuery<{ accountId: string; count: number }>()((value) =>
      builder
        .updateTable('replay_accounts')
        .set((eb) => ({ requests: eb('requests', '-', value('count')) }))
        .where('account_id', '=', value('accountId')),
    ),
    /** Removes the count of an account without remembered requests. */
    forgetAccount: compileQuery<{ accountId: string }>()((value) =>
      builder
        .deleteFrom('replay_accounts')
        .where('account_id', '=', value('accountId'))
        .where('requests', '=', sql.lit(0)),
    ),
    expireOfAccount: compileQuery<{ accountId: string; now: number; limit: number }>()((value) =>
      builder
        .deleteFrom('replays')
        .where('account_id', '=', value('accountId'))
        // Another caller may have answered one since the rows were chosen.
        .where('forget_at', '<=', value('now'))
        .where((eb) =>
          eb(
            'key',
            'in',
            eb
              .selectFrom('replays as old')
              .select('old.key')
              .where('old.account_id', '=', value('accountId'))
              .where('old.forget_at', '<=', value('now'))
              .limit(value('limit')),
          ),
        ),
    ),
    expireOne: compileQuery<Key & { now: number }>()((value) =>
      builder
        .deleteFrom('replays')
        .where('account_id', '=', value('accountId'))
        .where('key', '=', value('key'))
        .where('forget_at', '<=', value('now')),
    ),
    nextForgotten: compileQuery<{ accountId: string }>()((value) =>
      builder
        .selectFrom('replays')
        .select('forget_at')
        .where('account_id', '=', value('accountId'))
        .orderBy('forget_at')
        .limit(sql.lit(1)),
    ),
  };
}
