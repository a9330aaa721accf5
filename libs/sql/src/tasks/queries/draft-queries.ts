import type { Kysely } from 'kysely';
import type { SqlDatabase } from '../../database.js';
import { locking } from '../../lock-order.js';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';

type LeaseKey = { taskId: string; token: string };

/** The queries of a file that is being read. */
export function compileDraftQueries(database: Pick<SqlDatabase, 'builder' | 'engine'>) {
  return { appendRows: appendRowsQuery(database), ...taskQueries(database.builder) };
}

/** Adds a block to a draft if it is the next one, or one that exists already. Waits for another write on the draft, and then sees its changes. */
function appendRowsQuery({ builder, engine }: Pick<SqlDatabase, 'builder' | 'engine'>) {
  return compileQuery<LeaseKey & { index: number; before: number; block: Uint8Array }>()((value) =>
    builder
      .insertInto('task_rows')
      .columns(['task_id', 'block_index', 'block'])
      .expression((eb) => {
        const draft = eb
          .selectFrom('tasks')
          .select(['task_id', eb.val(value('index')).as('block_index'), eb.val(value('block')).as('block')])
          .where('task_id', '=', value('taskId'))
          .where('status', '=', 'draft')
          .where('step', '=', 'begun')
          .where('lease_token', '=', value('token'))
          .where(({ or, exists, eb }) =>
            or([
              eb(eb.val(value('index')), '=', 0),
              exists(
                eb
                  .selectFrom('task_rows')
                  .select('block_index')
                  .where('task_id', '=', value('taskId'))
                  .where('block_index', '=', value('before')),
              ),
            ]),
          );
        return locking(engine, draft);
      })
      .onConflict((conflict) =>
        conflict
          .columns(['task_id', 'block_index'])
          .doUpdateSet((eb) => ({ block: eb.ref('excluded.block') })),
      ),
  );
}

function taskQueries(builder: Kysely<Tables>) {
  return {
    rowBlock: compileQuery<{ taskId: string; index: number }>()((value) =>
      builder
        .selectFrom('task_rows')
        .innerJoin('tasks', 'tasks.task_id', 'task_rows.task_id')
        .select('block')
        .where('task_rows.task_id', '=', value('taskId'))
        .where('block_index', '=', value('index'))
        .where('status', '<>', 'draft'),
    ),
    numbers: compileQuery<{ taskId: string; chunkIndex: number }>()((value) =>
      builder
        .selectFrom('task_chunks')
        .select('chunk')
        .where('task_id', '=', value('taskId'))
        .where('chunk_index', '=', value('chunkIndex')),
    ),
    begin: compileQuery<
      LeaseKey & { accountId: string; run: number; createdAt: number; leaseUntil: number }
    >()((value) =>
      builder
        .insertInto('tasks')
        .values({
          task_id: value('taskId'),
          account_id: value('accountId'),
          status: 'draft',
          step: 'begun',
          run: value('run'),
          last_run: value('run'),
          created_at: value('createdAt'),
          lease_token: value('token'),
          lease_until: value('leaseUntil'),
          available_at: value('leaseUntil'),
          file: '{}',
        })
        .onConflict((conflict) => conflict.column('task_id').doNothing()),
    ),
    findDraft: compileQuery<LeaseKey>()((value) =>
      builder
        .selectFrom('tasks')
        .select('account_id')
        .where('task_id', '=', value('taskId'))
        .where('status', '=', 'draft')
        .where('step', '=', 'begun')
        .where('lease_token', '=', value('token')),
    ),
    /** Makes the draft a task. */
    enqueue: compileQuery<
      LeaseKey & {
        now: number;
        turn: number;
        total: number;
        rowsWithoutNumber: number;
        held: number;
        chunks: number;
        storedBytes: number;
        file: string;
      }
    >()((value) =>
      builder
        .updateTable('tasks')
        .set({
          status: 'queued',
          queued_at: value('now'),
          turn: value('turn'),
          lease_token: null,
          lease_until: 0,
          total: value('total'),
          rows_without_number: value('rowsWithoutNumber'),
          held: value('held'),
          open_chunks: value('chunks'),
          stored_bytes: value('storedBytes'),
          file: value('file'),
        })
        .where('task_id', '=', value('taskId'))
        .where('status', '=', 'draft')
        .where('step', '=', 'begun')
        .where('lease_token', '=', value('token')),
    ),
    /** Removes the draft; its blocks go with it. */
    discardDraft: compileQuery<LeaseKey>()((value) =>
      builder
        .deleteFrom('tasks')
        .where('task_id', '=', value('taskId'))
        .where('status', '=', 'draft')
        .where('lease_token', '=', value('token')),
    ),
  };
}
