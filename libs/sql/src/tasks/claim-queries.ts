import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';
import { TASK_COLUMNS } from './task-row.js';

type InTasks = ExpressionBuilder<Tables, 'tasks'>;

/** The queries of handing out work: what is there, and leases on it. A lease that ends at `now` has ended. */
export function compileClaimQueries(builder: Kysely<Tables>) {
  return { ...candidateQueries(builder), ...leaseQueries(builder) };
}

function candidateQueries(builder: Kysely<Tables>) {
  const unfinished = builder.selectFrom('tasks').where('finished_at', 'is', null);
  return {
    /**
     * The one thing that is to be claimed next. Drafts have turn 0 and come first: they are few and quick to discard, and behind
     * the tasks of a busy store their credits would be held for ever.
     */
    nextCandidate: compileQuery<{ now: number }>()((value) =>
      unfinished
        .select(['task_id', 'status', 'created_at', 'open_chunks', 'failure_reason'])
        .where((eb) =>
          eb.or([
            eb.and([isDraft(eb), eb('lease_until', '<=', value('now'))]),
            eb.and([
              eb.not(isDraft(eb)),
              eb('not_before', '<=', value('now')),
              eb.or([
                eb.and([isToBeFinished(eb), eb('lease_until', '<=', value('now'))]),
                eb.and([
                  eb.not(isToBeFinished(eb)),
                  eb.exists(openChunks(eb).select('chunk_index').where('lease_until', '<=', value('now'))),
                ]),
              ]),
            ]),
          ]),
        )
        .orderBy('turn')
        .orderBy('created_at')
        .orderBy('task_id')
        // Written out: SQLite plans a query anew at every run when its limit is a parameter.
        .limit(sql.lit(1)),
    ),
    /** When there will be something to claim, of everything that is leased or paused now. */
    nextTime: compileQuery()(() =>
      builder
        .selectFrom(
          unfinished
            .select((eb) => [
              'not_before',
              eb
                .case()
                .when(eb.or([isDraft(eb), isToBeFinished(eb)]))
                .then(eb.ref('lease_until'))
                .else(openChunks(eb).select((eb) => eb.fn.min('lease_until').as('ends')))
                .end()
                .as('lease_ends'),
            ])
            .as('waiting'),
        )
        .select((eb) =>
          eb.fn
            .min<number | null>(
              eb
                .case()
                .when('not_before', '>', eb.ref('lease_ends'))
                .then(eb.ref('not_before'))
                .else(eb.ref('lease_ends'))
                .end(),
            )
            .as('at'),
        ),
    ),
  };
}

function leaseQueries(builder: Kysely<Tables>) {
  return {
    claimDraft: compileQuery<{ taskId: string; now: number; leaseUntil: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set({ status: 'abandoned', lease_until: value('leaseUntil') })
        .where('task_id', '=', value('taskId'))
        .where((eb) => isDraft(eb))
        .where('lease_until', '<=', value('now')),
    ),
    claimFinish: compileQuery<{ taskId: string; now: number; leaseUntil: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set({ lease_until: value('leaseUntil') })
        .where('task_id', '=', value('taskId'))
        .where('finished_at', 'is', null)
        .where('lease_until', '<=', value('now')),
    ),
    claimChunk: compileQuery<{ taskId: string; now: number; leaseUntil: number }>()((value) =>
      builder
        .updateTable('task_chunks')
        .set({ lease_until: value('leaseUntil') })
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', firstOpenChunk(builder, value('taskId'), value('now')))
        .where('statuses', 'is', null)
        .where('lease_until', '<=', value('now'))
        .returning(['chunk_index', 'chunk']),
    ),
    /** Puts the task at the end of the line. */
    takeTurn: compileQuery<{ taskId: string }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({ turn: lastTurn(eb) }))
        .where('task_id', '=', value('taskId'))
        .returning([...TASK_COLUMNS, 'outage_since', 'verified']),
    ),
    endTaskLeases: compileQuery()(() =>
      builder
        .updateTable('tasks')
        .set({ lease_until: 0 })
        .where('finished_at', 'is', null)
        .where('lease_until', '>', 0),
    ),
    endChunkLeases: compileQuery()(() =>
      builder
        .updateTable('task_chunks')
        .set({ lease_until: 0 })
        .where('statuses', 'is', null)
        .where('lease_until', '>', 0),
    ),
  };
}

/**
 * The first chunk by position that is neither recorded nor leased. Those without a lease and those whose lease has ended are asked
 * for one by one, since each is then one step in the index; together they would be a walk over all that is open.
 */
function firstOpenChunk(builder: Kysely<Tables>, taskId: string, now: number) {
  const first = builder
    .selectFrom('task_chunks')
    .select((eb) => eb.fn.min('chunk_index').as('position'))
    .where('task_id', '=', taskId)
    .where('statuses', 'is', null);
  return builder
    .selectFrom(
      first
        .where('lease_until', '=', 0)
        .unionAll(first.where('lease_until', '>', 0).where('lease_until', '<=', now))
        .as('open'),
    )
    .select((eb) => eb.fn.min('open.position').as('position'));
}

/** The turn after which all others come. */
export function lastTurn(eb: InTasks) {
  return eb
    .selectFrom('tasks as other')
    .select((eb) => eb(eb.fn.coalesce(eb.fn.max('other.turn'), eb.lit(0)), '+', 1).as('turn'))
    .where('other.finished_at', 'is', null);
}

function isDraft(eb: InTasks) {
  return eb('status', 'in', ['draft', 'abandoned']);
}

function isToBeFinished(eb: InTasks) {
  return eb.or([eb('open_chunks', '=', 0), eb('failure_reason', 'is not', null)]);
}

// `statuses is null`, word for word, is what lets the database use the index of open chunks.
function openChunks(eb: InTasks) {
  return eb
    .selectFrom('task_chunks')
    .whereRef('task_chunks.task_id', '=', 'tasks.task_id')
    .where('statuses', 'is', null);
}
