import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';

type RequestKey = { accountId: string; keyHash: string };
type RequestLease = RequestKey & { token: string };

export type ReplayQueries = ReturnType<typeof compileReplayQueries>;

export function compileReplayQueries(builder: Kysely<Tables>) {
  return {
    /** Begins a request unless somebody is answering it, or its answer is still kept. */
    begin: compileQuery<RequestLease & { now: number; until: number }>()((value) =>
      builder
        .insertInto('replays')
        .values({
          account_id: value('accountId'),
          key_hash: value('keyHash'),
          token: value('token'),
          until: value('until'),
        })
        .onConflict((conflict) =>
          conflict
            .columns(['account_id', 'key_hash'])
            .doUpdateSet((eb) => ({
              token: eb.ref('excluded.token'),
              until: eb.ref('excluded.until'),
              fingerprint: sql.lit(null),
              reply: sql.lit(null),
            }))
            .where('replays.until', '<=', value('now')),
        ),
    ),
    find: compileQuery<RequestKey>()((value) =>
      builder
        .selectFrom('replays')
        .select(['until', 'fingerprint', 'reply'])
        .where('account_id', '=', value('accountId'))
        .where('key_hash', '=', value('keyHash')),
    ),
    complete: compileQuery<RequestLease & { until: number; fingerprint: string; reply: Uint8Array }>()(
      (value) =>
        builder
          .updateTable('replays')
          .set({ until: value('until'), fingerprint: value('fingerprint'), reply: value('reply') })
          .where('account_id', '=', value('accountId'))
          .where('key_hash', '=', value('keyHash'))
          .where('token', '=', value('token'))
          .where('reply', 'is', null),
    ),
    abandon: compileQuery<RequestLease>()((value) =>
      builder
        .deleteFrom('replays')
        .where('account_id', '=', value('accountId'))
        .where('key_hash', '=', value('keyHash'))
        .where('token', '=', value('token'))
        .where('reply', 'is', null),
    ),
    expire: compileQuery<{ now: number; limit: number }>()((value) =>
      builder
        .deleteFrom('replays')
        .where((eb) =>
          eb(
            eb.refTuple('account_id', 'key_hash'),
            'in',
            eb
              .selectFrom('replays')
              .select(['account_id', 'key_hash'])
              .where('until', '<=', value('now'))
              .orderBy('until')
              .limit(value('limit'))
              .$asTuple('account_id', 'key_hash'),
          ),
        ),
    ),
  };
}
