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
        .select(['request_id', 'fingerprint', 'reply', 'until', 'forget_at'])
        .where('account_id', '=', value('accountId'))
        .where('key', '=', value('key')),
    ),
    /** Begins a request. It replaces an earlier row of its key. */
    begin: compileQuery<Key & { token: string; requestId: string; until: number; forgetAt: number }>()(
      (value) =>
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
            conflict.columns(['account_id', 'key']).doUpdateSet((eb) => ({
              token: eb.ref('excluded.token'),
              request_id: eb.ref('excluded.request_id'),
              fingerprint: null,
              reply: null,
              until: eb.ref('excluded.until'),
              forget_at: eb.ref('excluded.forget_at'),
            })),
          ),
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
    expire: compileQuery<{ now: number; limit: number }>()((value) =>
      builder
        .deleteFrom('replays')
        .where('forget_at', '<=', value('now'))
        .where((eb) =>
          eb(
            eb.refTuple('account_id', 'key'),
            'in',
            eb
              .selectFrom('replays as old')
              .select(['old.account_id', 'old.key'])
              .where('old.forget_at', '<=', value('now'))
              .limit(value('limit'))
              .$asTuple('account_id', 'key'),
          ),
        )
        .returning('account_id'),
    ),
    ...placeQueries(builder),
  };
}

/** The queries for the limit of remembered requests of an account. */
function placeQueries(builder: Kysely<Tables>) {
  return {
    /** Changes nothing if there is no place left. */
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
