import { expressionBuilder, type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { AccountReadiness, Tables } from '../../schema.js';
import { started } from './claim-queries.js';

export type TakeQueries = ReturnType<typeof compileTakeQueries>;

/** A claimed chunk, with the facts about its task that a claim carries. */
export interface TakenChunkRow {
  readonly chunk_index: number;
  readonly chunk: Uint8Array;
  readonly statuses: Uint8Array | null;
  readonly revision: number;
  readonly account_id: string;
  readonly run: number;
}

/** One of several claimed chunks, each with its own lease. */
export interface TakenChunkOfTaskRow extends TakenChunkRow {
  readonly task_id: string;
  readonly lease_token: string;
  /** What can be claimed of the account after this, null if nothing. */
  readonly account_ready: AccountReadiness | null;
}

export interface TakenChunks {
  readonly accountId: string;
  /** The most chunks to claim. */
  readonly most: number;
  /** The beginning of their tokens. */
  readonly token: string;
  readonly leaseUntil: number;
  readonly now: number;
  readonly wallNow: number;
}

/** Claims in one statement of PostgreSQL's own SQL. The plain queries need three for each chunk, and each is a round trip. */
export function compileTakeQueries(builder: Kysely<Tables>) {
  return {
    /**
     * Claims the next chunks of the locked account whose turn it is, and puts their tasks and the account behind the others. If another
     * account waits for its turn, or a task of this one is to be finished, it claims only one chunk. Otherwise it claims up to `most`, of
     * each task in turn.
     *
     * It claims nothing if the next task is not to be checked: during the wait for the lock, another write may have ended that task. A task
     * with that step has open chunks. The time at which the next of them is free follows from the others and from these leases.
     *
     * All parts of the statement see the tables as they were before it, so each has to leave out rows that another part changes.
     */
    takeChunks: compileQuery<TakenChunks>()((value) => ({
      compile: () => {
        const begun = started(expressionBuilder<Tables, 'tasks'>(), value('wallNow'));
        const [accountId, most, now, leaseUntil] = [
          sql`${value('accountId')}::text`,
          sql`${value('most')}::bigint`,
          sql`${value('now')}::bigint`,
          sql`${value('leaseUntil')}::bigint`,
        ];
        const isReady = sql`tasks.account_id = ${accountId} and tasks.is_ready = 1`;
        const isFree = sql`task_chunks.task_id = ready.task_id and is_complete = 0`;
        // A limit uses `most`, not `bound`: the planner knows only a value, from which it sees that few of many rows are needed.
        const first = sql`order by chunk_index limit ${most}`;
        return sql<TakenChunkOfTaskRow>`with
          line as (select last_task_turn from task_accounts where account_id = ${accountId}),
          bound as (
            select case
              when exists (select from task_accounts as other where other.ready is not null and other.account_id <> ${accountId}) then 1
              when exists (select from tasks where ${isReady} and tasks.step = 'finish') then 1
              else ${most}
            end as most
          ),
          ready as (
            select next.task_id, next.step, row_number() over (order by next.turn) as place
            from (select task_id, step, turn from tasks where ${isReady} order by turn limit ${most}) as next
          ),
          free as (
            select ready.task_id, ready.place, chunk.chunk_index,
              row_number() over (partition by ready.task_id order by chunk.chunk_index) as nth
            from ready cross join lateral (
              (select chunk_index from task_chunks where ${isFree} and lease_until = 0 ${first})
              union all
              (select chunk_index from task_chunks where ${isFree} and lease_until > 0 and lease_until <= ${now} ${first})
            ) as chunk
            where ready.step = 'check' and ready.place <= (select most from bound)
          ),
          chosen as (
            select task_id, chunk_index, row_number() over (order by nth, place) as claim
            from free order by nth, place limit (select most from bound)
          ),
          taken as (
            update task_chunks set lease_token = ${value('token')}::text || ':' || chosen.claim, lease_until = ${leaseUntil}
            from chosen
            where task_chunks.task_id = chosen.task_id and task_chunks.chunk_index = chosen.chunk_index
              and is_complete = 0 and lease_until <= ${now}
            returning task_chunks.task_id, task_chunks.chunk_index, chunk, statuses, revision, lease_token, chosen.claim
          ),
          taken_of_task as (
            select task_id, max(claim) as last_claim, array_agg(chunk_index) as chunk_indexes from taken group by task_id
          ),
          others as (
            select taken_of_task.task_id, taken_of_task.last_claim, (
              select min(lease_until) from task_chunks
              where task_chunks.task_id = taken_of_task.task_id and is_complete = 0
                and task_chunks.chunk_index <> all (taken_of_task.chunk_indexes)
            ) as free_at
            from taken_of_task
          ),
          served as (
            update tasks set status = ${begun.status}, started_at = ${begun.started_at},
              processed = ${begun.processed}, unknown = ${begun.unknown},
              is_ready = case when others.free_at <= ${now} then 1 else 0 end,
              available_at = case when others.free_at <= ${now} then null else least(others.free_at, ${leaseUntil}) end,
              turn = line.last_task_turn + others.last_claim
            from others, line where tasks.task_id = others.task_id
            returning tasks.task_id, tasks.account_id, tasks.run, tasks.is_ready
          ),
          passed as (
            update task_accounts set
              turn = (select max(other.turn) + 1 from task_accounts as other),
              last_task_turn = last_task_turn + (select max(last_claim) from others),
              ready = case
                when exists (select from tasks where ${isReady} and tasks.step = 'finish') then 'finish'
                when exists (select from served where served.is_ready = 1) then 'check'
                when exists (select from tasks where ${isReady}
                  and tasks.task_id <> all (array(select served.task_id from served))) then 'check'
              end
            where account_id = ${accountId} and exists (select from taken)
            returning ready
          )
          select taken.task_id, chunk_index, chunk, statuses, revision, lease_token, account_id, run,
            (select ready from passed) as account_ready
          from taken join served on served.task_id = taken.task_id order by claim`.compile(builder);
      },
    })),
  };
}
