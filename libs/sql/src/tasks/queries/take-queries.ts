import { expressionBuilder, type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';
import { firstFreeChunk, started, type TaskLease } from './claim-queries.js';

export type TakeQueries = ReturnType<typeof compileTakeQueries>;

/** A chunk that was claimed, with what a claim tells of its task. */
export interface TakenChunkRow {
  readonly chunk_index: number;
  readonly chunk: Uint8Array;
  readonly statuses: Uint8Array | null;
  readonly revision: number;
  readonly account_id: string;
  readonly run: number;
}

/** What the plain queries of claims do in three statements, as one in PostgreSQL's own SQL: each would be a round trip. */
export function compileTakeQueries(builder: Kysely<Tables>) {
  return {
    /**
     * Claims the next chunk of a task whose turn it is, and puts the task and its account behind the others. Its account is locked. It claims
     * nothing unless the step of the task is `check`: whoever waited for the lock found the task before another write may have ended it. With
     * that step the task has open chunks, and when the next of them is free follows from the others and from this lease.
     *
     * All parts of the statement see the tables as they were before it, so that each leaves out what another part changes.
     */
    takeChunk: compileQuery<TaskLease & { now: number; wallNow: number }>()((value) => ({
      compile: () => {
        const free = firstFreeChunk(builder, value('taskId'), value('now'));
        const begun = started(expressionBuilder<Tables, 'tasks'>(), value('wallNow'));
        const [taskId, now, leaseUntil] = [
          sql`${value('taskId')}::text`,
          sql`${value('now')}::bigint`,
          sql`${value('leaseUntil')}::bigint`,
        ];
        return sql<TakenChunkRow>`with
          taken as (
            update task_chunks set lease_token = ${value('token')}, lease_until = ${leaseUntil}
            where task_id = ${taskId} and chunk_index = (${free}) and is_complete = 0 and lease_until <= ${now}
              and exists (select from tasks where tasks.task_id = ${taskId} and tasks.step = 'check')
            returning chunk_index, chunk, statuses, revision
          ),
          others as (
            select min(lease_until) as free_at from task_chunks
            where task_id = ${taskId} and is_complete = 0 and chunk_index <> (select chunk_index from taken)
          ),
          served as (
            update tasks set status = ${begun.status}, started_at = ${begun.started_at},
              processed = ${begun.processed}, unknown = ${begun.unknown},
              is_ready = case when others.free_at <= ${now} then 1 else 0 end,
              available_at = case when others.free_at <= ${now} then null else least(others.free_at, ${leaseUntil}) end,
              turn = (select line.last_task_turn + 1 from task_accounts as line where line.account_id = tasks.account_id)
            from taken, others where tasks.task_id = ${taskId}
            returning tasks.account_id, tasks.run, tasks.is_ready
          ),
          passed as (
            update task_accounts set
              turn = (select max(line.turn) + 1 from task_accounts as line),
              last_task_turn = last_task_turn + 1,
              ready = case
                when exists (select from tasks where tasks.account_id = served.account_id and tasks.is_ready = 1
                  and tasks.step = 'finish') then 'finish'
                when served.is_ready = 1 then 'check'
                when exists (select from tasks where tasks.account_id = served.account_id and tasks.is_ready = 1
                  and tasks.task_id <> ${taskId}) then 'check'
              end
            from served where task_accounts.account_id = served.account_id
          )
          select chunk_index, chunk, statuses, revision, account_id, run from taken, served`.compile(builder);
      },
    })),
  };
}
