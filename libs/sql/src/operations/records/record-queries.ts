import type { Kysely } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';

type Account = { accountId: string };
/** A page of rows after `after`, in the order of their keys. */
type Page = { after: string; limit: number };

export type RecordQueries = ReturnType<typeof compileRecordQueries>;

export function compileRecordQueries(builder: Kysely<Tables>) {
  return { ...countQueries(builder), ...pageQueries(builder) };
}

function countQueries(builder: Kysely<Tables>) {
  return {
    countTasks: compileQuery<Account>()((value) =>
      builder
        .selectFrom('tasks')
        .select(['status', (eb) => eb.fn.countAll<number>().as('tasks')])
        .select((eb) => eb.fn.sum<number | null>('stored_bytes').as('bytes'))
        .where('account_id', '=', value('accountId'))
        .groupBy('status'),
    ),
    countEntries: compileQuery<Account>()((value) =>
      builder
        .selectFrom('journal')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account_id', '=', value('accountId')),
    ),
    countEvents: compileQuery<Account>()((value) =>
      builder
        .selectFrom('events')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account_id', '=', value('accountId')),
    ),
    countDeliveries: compileQuery<Account>()((value) =>
      builder
        .selectFrom('webhook_deliveries')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('webhook_id', 'in', (eb) =>
          eb.selectFrom('webhooks').select('webhook_id').where('account_id', '=', value('accountId')),
        ),
    ),
    countAnswers: compileQuery<Account>()((value) =>
      builder
        .selectFrom('replays')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('account_id', '=', value('accountId')),
    ),
  };
}

function pageQueries(builder: Kysely<Tables>) {
  return {
    entries: compileQuery<Account & { after: number; limit: number }>()((value) =>
      builder
        .selectFrom('journal')
        .select(['entry', 'kind', 'credits', 'hold_id', 'note', 'created_at'])
        .where('account_id', '=', value('accountId'))
        .where('entry', '>', value('after'))
        .orderBy('entry')
        .limit(value('limit')),
    ),
    // There is no index of holds by account: all pages together scan the keys once.
    holds: compileQuery<Account & Page>()((value) =>
      builder
        .selectFrom('holds')
        .select(['hold_id', 'credits', 'created_at', 'charged', 'closed_at', 'answer'])
        .where('account_id', '=', value('accountId'))
        .where('hold_id', '>', value('after'))
        .orderBy('hold_id')
        .limit(value('limit')),
    ),
    events: compileQuery<Account & { after: number; limit: number }>()((value) =>
      builder
        .selectFrom('events')
        .select(['sequence', 'event_id', 'kind', 'task_id', 'occurred_at'])
        .where('account_id', '=', value('accountId'))
        .where('sequence', '>', value('after'))
        .orderBy('sequence')
        .limit(value('limit')),
    ),
    webhooks: compileQuery<Account>()((value) =>
      builder
        .selectFrom('webhooks')
        .select('webhook_id')
        .where('account_id', '=', value('accountId'))
        .orderBy('sequence'),
    ),
    deliveries: compileQuery<{ webhookId: string } & Page>()((value) =>
      builder
        .selectFrom('webhook_deliveries')
        .select([
          'event_id',
          'webhook_id',
          'type',
          'occurred_at',
          'data',
          'failures',
          'is_delivered',
          'due_at',
        ])
        .where('webhook_id', '=', value('webhookId'))
        .where('event_id', '>', value('after'))
        .orderBy('event_id')
        .limit(value('limit')),
    ),
    answers: compileQuery<Account & Page>()((value) =>
      builder
        .selectFrom('replays')
        .select(['key', 'request_id', 'reply'])
        .where('account_id', '=', value('accountId'))
        .where('key', '>', value('after'))
        .orderBy('key')
        .limit(value('limit')),
    ),
  };
}
