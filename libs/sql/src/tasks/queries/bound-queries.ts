import { type Kysely, sql } from 'kysely';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';

/** The queries of an account's usage of the store. */
export function compileBoundQueries(builder: Kysely<Tables>) {
  return {
    /** Null if there is no row, or none of this day. Each table may lack the row that the other has. */
    usage: compileQuery<{ accountId: string; day: number }>()((value) =>
      builder.selectNoFrom((eb) => {
        const kept = eb.selectFrom('account_usage').where('account_id', '=', value('accountId'));
        return [
          kept.select('unfinished_tasks').as('unfinished_tasks'),
          kept.select('stored_bytes').as('stored_bytes'),
          eb
            .selectFrom('task_accounts')
            .select('tasks_of_day')
            .where('account_id', '=', value('accountId'))
            .where('day', '=', value('day'))
            .as('tasks_of_day'),
        ];
      }),
    ),
    /** Counts a task that has joined the line of its account. A new day begins with it. */
    countTaskOfDay: compileQuery<{ accountId: string; day: number }>()((value) =>
      builder
        .updateTable('task_accounts')
        .set((eb) => ({
          day: value('day'),
          tasks_of_day: eb
            .case()
            .when('day', '=', value('day'))
            .then(eb('tasks_of_day', '+', 1))
            .else(sql.lit(1))
            .end(),
        }))
        .where('account_id', '=', value('accountId')),
    ),
    sumRowBytes: compileQuery<{ taskId: string }>()((value) =>
      builder
        .selectFrom('task_rows')
        .select((eb) => eb.fn.sum<number | null>(eb.fn<number>('length', ['block'])).as('bytes'))
        .where('task_id', '=', value('taskId')),
    ),
    /** A retry that was begun by this lease and not resumed. */
    findRetry: compileQuery<{ taskId: string; token: string }>()((value) =>
      builder
        .selectFrom('tasks')
        .select('account_id')
        .where('task_id', '=', value('taskId'))
        .where('status', 'in', ['done', 'failed'])
        .where('step', '=', 'begun')
        .where('lease_token', '=', value('token')),
    ),
  };
}
