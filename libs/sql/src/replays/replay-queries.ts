import type { Kysely } from 'kysely';
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
        .select(['request_id', 'fingerprint', 'reply', 'until'])
        .where('account_id', '=', value('accountId'))
        .where('key', '=', value('key')),
    ),
    /** Begins a request, in place of what is there. */
    begin: compileQuery<Key & { token: string; requestId: string; until: number }>()((value) =>
      builder
        .insertInto('replays')
        .values({
          account_id: value('accountId'),
          key: value('key'),
          token: value('token'),
          request_id: value('requestId'),
          until: value('until'),
        })
        .onConflict((conflict) =>
          conflict.columns(['account_id', 'key']).doUpdateSet((eb) => ({
            token: eb.ref('excluded.token'),
            request_id: eb.ref('excluded.request_id'),
            fingerprint: null,
            reply: null,
            until: eb.ref('excluded.until'),
          })),
        ),
    ),
    extend: compileQuery<Key & { token: string; until: number }>()((value) =>
      builder
        .updateTable('replays')
        .set({ until: value('until') })
        .where('account_id', '=', value('accountId'))
        .where('key', '=', value('key'))
        .where('token', '=', value('token'))
        .where('reply', 'is', null),
    ),
    complete: compileQuery<Key & { token: string; fingerprint: string; reply: Uint8Array; until: number }>()(
      (value) =>
        builder
          .updateTable('replays')
          .set({ fingerprint: value('fingerprint'), reply: value('reply'), until: value('until') })
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
    expire: compileQuery<{ now: number; unansweredUntil: number; limit: number }>()((value) =>
      builder
        .deleteFrom('replays')
        .where('until', '<=', value('now'))
        .where((eb) =>
          eb(
            eb.refTuple('account_id', 'key'),
            'in',
            eb
              .selectFrom('replays as old')
              .select(['old.account_id', 'old.key'])
              .where('old.until', '<=', value('now'))
              .where((old) =>
                old.or([old('old.reply', 'is not', null), old('old.until', '<=', value('unansweredUntil'))]),
              )
              .limit(value('limit'))
              .$asTuple('account_id', 'key'),
          ),
        ),
    ),
  };
}
