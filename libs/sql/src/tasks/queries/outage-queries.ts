import type { OutageReason } from '@dialproof/core';
import { type Kysely, sql } from 'kysely';
import type { SqlDatabase } from '../../database.js';
import { locking } from '../../lock-order.js';
import { compileQuery } from '../../query.js';
import type { Tables } from '../../schema.js';
import { step } from './readiness-queries.js';

export function compileOutageQueries({ builder, engine }: Pick<SqlDatabase, 'builder' | 'engine'>) {
  return {
    lockOutage: compileQuery()(() =>
      locking(engine, builder.selectFrom('task_outage').select(sql.lit(1).as('found'))),
    ),
    outage: compileQuery()(() =>
      builder
        .selectFrom('task_outage')
        .select(['reason', 'since', 'next_try_at'])
        .select(probeEnd(builder).as('probe_until')),
    ),
    outageSince: compileQuery()(() => builder.selectFrom('task_outage').select('since')),
    /** Begins an outage, or lengthens its pause. The last reason counts. */
    reportOutage: compileQuery<{ reason: OutageReason; now: number; nextTryAt: number }>()((value) =>
      builder
        .insertInto('task_outage')
        .values({
          outage_id: 1,
          reason: value('reason'),
          since: value('now'),
          next_try_at: value('nextTryAt'),
        })
        .onConflict((conflict) =>
          conflict.column('outage_id').doUpdateSet((eb) => ({
            reason: eb.ref('excluded.reason'),
            next_try_at: eb
              .case()
              .when('task_outage.next_try_at', '<', eb.ref('excluded.next_try_at'))
              .then(eb.ref('excluded.next_try_at'))
              .else(eb.ref('task_outage.next_try_at'))
              .end(),
          })),
        ),
    ),
    sendProbe: compileQuery<{ taskId: string; chunkIndex: number; token: string }>()((value) =>
      builder.updateTable('task_outage').set({
        probe_task_id: value('taskId'),
        probe_chunk_index: value('chunkIndex'),
        probe_token: value('token'),
      }),
    ),
    endOutagePause: compileQuery<{ now: number }>()((value) =>
      builder.updateTable('task_outage').set({ next_try_at: value('now'), probe_token: null }),
    ),
    endOutage: compileQuery()(() => builder.deleteFrom('task_outage')),
    /** The accounts whose tasks have waited for answers too long. */
    accountsOfWaiting: compileQuery<{ queuedUntil: number }>()((value) =>
      builder
        .selectFrom('tasks')
        .select('account_id')
        .distinct()
        .where('step', '=', step('check'))
        .where('queued_at', '<=', value('queuedUntil')),
    ),
    /** Sets these tasks of an account to fail while the outage lasts. They are due at once: a claim checks their leases. */
    failWaiting: compileQuery<{ accountId: string; queuedUntil: number }>()((value) =>
      builder
        .updateTable('tasks')
        .set({ failure_reason: 'checker_unavailable', step: 'finish', is_ready: 0, available_at: 0 })
        .where('account_id', '=', value('accountId'))
        .where('step', '=', step('check'))
        .where('queued_at', '<=', value('queuedUntil'))
        .where((eb) =>
          eb.exists(eb.selectFrom('task_outage').select('reason').where('since', '<=', value('queuedUntil'))),
        ),
    ),
  };
}

/** When the lease of the last probe ends, null if it was given back or its chunk was completed. */
export function probeEnd(builder: Kysely<Tables>) {
  return builder
    .selectFrom('task_outage as outage')
    .innerJoin('task_chunks as probe', (join) =>
      join
        .onRef('probe.task_id', '=', 'outage.probe_task_id')
        .onRef('probe.chunk_index', '=', 'outage.probe_chunk_index')
        .onRef('probe.lease_token', '=', 'outage.probe_token'),
    )
    .select('probe.lease_until');
}
