import assert from 'node:assert/strict';
import { OPERATIONS } from '@dialproof/http';
import type { WireTask } from '@dialproof/http/adapter';
import { eventually } from '../../runner/expectations.js';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, openApi } from '../server/api.js';
import { DETAILED_ANSWER } from '../server/endings-checker.js';
import { expectJson } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

const STATUSES = ['wa_registered', 'telegram_registered', 'dead', 'inactive', 'unknown'];

const MIXED = csv(
  ['name', 'phone'],
  ['Ann', phone('wa_registered')],
  ['Bob', phone('telegram_registered')],
  ['Cid', phone('dead')],
  ['Dee', phone('inactive')],
  ['Eve', phone('unknown')],
  ['Fay', phone('wa_registered', 1)],
  ['Gus', 'none'],
  ['Hal', phone('detailed')],
  ['Ida', phone('dead')],
  ['Jon', '+9995550100'],
  ['Kim', phone('slow')],
);

/** Polls a task until it has ended. Each poll has to add up and never to go back. The slow number is answered once the others are. */
async function endedWithoutWrongProgress(server: MountedServer, api: Api, taskId: string): Promise<WireTask> {
  let before = 0;
  return eventually(async () => {
    const task = await api.poll(taskId);
    const { processed, status, summary, total } = task;
    const counted = Object.values(summary).reduce((sum, rows) => sum + rows, 0);
    assert.deepEqual([counted, before <= processed && processed <= total], [processed, true]);
    before = processed;
    if (processed === total - 1) server.answerSlowChecks?.();
    return status === 'done' || status === 'failed' ? task : undefined;
  });
}

export function pollCases(it: DefineCase<MountedServer>): void {
  it('answers with all fields of a task that is done, in their order', async (server) => {
    const api = await openApi(server);
    const before = Date.now();
    const taskId = await api.submitted({ content: MIXED });
    const { created_at, started_at, finished_at, ...task } = await endedWithoutWrongProgress(
      server,
      api,
      taskId,
    );
    assert.deepEqual(task, {
      task_id: taskId,
      status: 'done',
      total: 11,
      processed: 11,
      summary: { wa_registered: 3, telegram_registered: 1, dead: 4, inactive: 1, unknown: 2 },
      sources: { [DETAILED_ANSWER.source]: 1 },
      checks_failed: 0,
      failure_reason: null,
      waiting: null,
      // A number is charged once, however many rows it has. One that no plan has is not asked about, and charged too.
      credits: { held: 0, charged: 9 },
      file_name: 'customers.csv',
      sheet: null,
      encoding: 'utf-8',
      phone_column: 'phone',
      phone_column_index: 1,
      notes: [],
      unread: { no_digits: 1 },
    });
    const times = [created_at, started_at ?? '', finished_at ?? ''].map((time) => Date.parse(time));
    assert.deepEqual(
      times,
      times.toSorted((a, b) => a - b),
    );
    assert.ok((times[0] ?? 0) >= before - 1_000, created_at);
    const shown = await expectJson<WireTask>(await api.request(`/v1/verify/tasks/${taskId}`), 200);
    assert.deepEqual(Object.keys(shown), Object.keys(OPERATIONS.poll.reply.shape.shape));
    assert.deepEqual(Object.keys(shown.summary), STATUSES);
  });
}
