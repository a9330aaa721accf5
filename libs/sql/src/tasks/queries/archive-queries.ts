import type { TaskStatus } from '@dialproof/core';
import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';
import { shownTasks } from './find-queries.js';

/** Where a page of a list begins: after the task with this id and time of creation. */
type PageStart = { accountId: string; createdBefore: number; idBefore: string; limit: number };

/** The queries for listing tasks and removing ended ones. */
export function compileArchiveQueries(builder: Kysely<Tables>) {
  const newestFirst = shownTasks(builder).orderBy('created_at', 'desc').orderBy('tasks.task_id', 'desc');
  const hasEnded = sql<boolean>`status in ('done', 'failed') and step is null`;
  return {
    list: compileQuery<PageStart>()((value) =>
      newestFirst
        .where('account_id', '=', value('accountId'))
        .where((eb) =>
          eb(
            eb.refTuple('created_at', 'tasks.task_id'),
            '<',
            eb.tuple(value('createdBefore'), value('idBefore')),
          ),
        )
        .limit(value('limit')),
    ),
    listOfStatus: compileQuery<PageStart & { status: TaskStatus }>()((value) =>
      newestFirst
        .where('account_id', '=', value('accountId'))
        .where('status', '=', value('status'))
        .where((eb) =>
          eb(
            eb.refTuple('created_at', 'tasks.task_id'),
            '<',
            eb.tuple(value('createdBefore'), value('idBefore')),
          ),
        )
        .limit(value('limit')),
    ),
    /** Rows and chunks go with the task. */
    remove: compileQuery<{ taskId: string }>()((value) =>
      builder.deleteFrom('tasks').where('task_id', '=', value('taskId')).where(hasEnded),
    ),
    /** The tasks that ended first. */
    expired: compileQuery<{ endedUntil: number; limit: number }>()((value) =>
      builder
        .selectFrom('tasks')
        .select('task_id')
        .where('ended_at', 'is not', null)
        .where('ended_at', '<=', value('endedUntil'))
        .where(hasEnded)
        .orderBy('ended_at')
        .limit(value('limit')),
    ),
    /** Removes one of them, unless a retry has begun meanwhile. */
    expire: compileQuery<{ taskId: string; endedUntil: number }>()((value) =>
      builder
        .deleteFrom('tasks')
        .where('task_id', '=', value('taskId'))
        .where('ended_at', '<=', value('endedUntil'))
        .where(hasEnded),
    ),
  };
}
