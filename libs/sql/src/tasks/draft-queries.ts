import type { Kysely } from 'kysely';
import { compileQuery } from '../query.js';
import type { Tables } from '../schema.js';
import { lastTurn } from './claim-queries.js';
import { TASK_COLUMNS } from './task-row.js';

/** The queries of a file that is being taken in. */
export function compileDraftQueries(builder: Kysely<Tables>) {
  return {
    begin: compileQuery<{ taskId: string; accountId: string; createdAt: number; leaseUntil: number }>()(
      (value) =>
        builder
          .insertInto('tasks')
          .values({
            task_id: value('taskId'),
            account_id: value('accountId'),
            status: 'draft',
            created_at: value('createdAt'),
            lease_until: value('leaseUntil'),
            file: '{}',
          })
          .onConflict((conflict) => conflict.column('task_id').doNothing()),
    ),
    /** Adds a block to a draft if it is the next one, or one that is there. */
    appendRows: compileQuery<{ taskId: string; index: number; before: number; block: Uint8Array }>()(
      (value) =>
        builder
          .insertInto('task_rows')
          .columns(['task_id', 'block_index', 'block'])
          .expression((eb) =>
            eb
              .selectFrom('tasks')
              .select([
                'task_id',
                eb.val(value('index')).as('block_index'),
                eb.val(value('block')).as('block'),
              ])
              .where('task_id', '=', value('taskId'))
              .where('status', '=', 'draft')
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
              ),
          )
          .onConflict((conflict) =>
            conflict
              .columns(['task_id', 'block_index'])
              .doUpdateSet((eb) => ({ block: eb.ref('excluded.block') })),
          ),
    ),
    findDraft: compileQuery<{ taskId: string }>()((value) =>
      builder
        .selectFrom('tasks')
        .select('task_id')
        .where('task_id', '=', value('taskId'))
        .where('status', '=', 'draft'),
    ),
    /** Makes the draft a task, the last in the line of those that wait. */
    enqueue: compileQuery<{
      taskId: string;
      total: number;
      rowsWithoutNumber: number;
      held: number;
      chunks: number;
      file: string;
    }>()((value) =>
      builder
        .updateTable('tasks')
        .set((eb) => ({
          status: 'queued',
          lease_until: 0,
          total: value('total'),
          rows_without_number: value('rowsWithoutNumber'),
          held: value('held'),
          open_chunks: value('chunks'),
          file: value('file'),
          turn: lastTurn(eb),
        }))
        .where('task_id', '=', value('taskId'))
        .where('status', '=', 'draft')
        .returning(TASK_COLUMNS),
    ),
    addChunk: compileQuery<{ taskId: string; index: number; chunk: Uint8Array }>()((value) =>
      builder.insertInto('task_chunks').values({
        task_id: value('taskId'),
        chunk_index: value('index'),
        chunk: value('chunk'),
        lease_until: 0,
      }),
    ),
    /** Removes the draft; its blocks go with it. */
    discard: compileQuery<{ taskId: string }>()((value) =>
      builder
        .deleteFrom('tasks')
        .where('task_id', '=', value('taskId'))
        .where('status', 'in', ['draft', 'abandoned']),
    ),
  };
}
