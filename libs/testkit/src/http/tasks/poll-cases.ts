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
);

/** How many replies about the unfinished task are wanted. */
const ON_THE_WAY = 5;

/** Polls a task until it has ended, and returns every reply. */
async function pollToTheEnd(server: MountedServer, api: Api, taskId: string): Promise<readonly WireTask[]> {
  const seen: WireTask[] = [];
  await eventually(async () => {
    const task = await api.poll(taskId);
    seen.push(task);
    if (seen.length === ON_THE_WAY) server.answerSlowChecks?.();
    return task.status === 'done' || task.status === 'failed' ? true : undefined;
  });
  return seen;
}

function addedUp({ summary }: WireTask): number {
  return Object.values(summary).reduce((sum, rows) => sum + rows, 0);
}

export function pollCases(it: DefineCase<MountedServer>): void {
  it('answers with all fields of a task that is done', async (server) => {
    const api = await openApi(server);
    const before = Date.now();
    const taskId = await api.submitted({ content: MIXED });
    const { created_at, started_at, finished_at, ...task } = await api.ended(taskId);
    assert.deepEqual(task, {
      task_id: taskId,
      status: 'done',
      total: 7,
      processed: 7,
      summary: { wa_registered: 2, telegram_registered: 1, dead: 1, inactive: 1, unknown: 2 },
      sources: {},
      checks_failed: 0,
      failure_reason: null,
      waiting: null,
      credits: { held: 0, charged: 6 },
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
  });

  it('counts the rows by the source of their answer', async (server) => {
    const api = await openApi(server);
    const rows = ['detailed', 'dead', 'failing', 'detailed'] as const;
    const taskId = await api.submitted({ content: csv(['phone'], ...rows.map((ending) => [phone(ending)])) });
    assert.deepEqual((await api.ended(taskId)).sources, { [DETAILED_ANSWER.source]: 2 });
  });

  it('lists the fields in their order, and the five statuses with their zeros', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: csv(['phone'], [phone('dead')]) });
    const task = await expectJson<object>(await api.request(`/v1/verify/tasks/${taskId}`), 200);
    assert.deepEqual(Object.keys(task), Object.keys(OPERATIONS.poll.reply.shape.shape));
    assert.deepEqual(Object.keys(Object(Reflect.get(task, 'summary'))), STATUSES);
  });

  it('is never wrong on the way', async (server) => {
    const api = await openApi(server);
    const rows = Array.from({ length: 150 }, (_, serial) => [
      phone(serial % 10 === 0 ? 'slow' : 'dead', serial),
    ]);
    const taskId = await api.submitted({ content: csv(['phone'], ...rows) });
    const seen = await pollToTheEnd(server, api, taskId);
    let processed = 0;
    for (const task of seen) {
      assert.equal(addedUp(task), task.processed);
      assert.ok(task.processed >= processed && task.processed <= task.total, 'processed goes its own way');
      assert.equal(task.finished_at === null, task.status !== 'done');
      assert.equal(task.started_at === null, task.status === 'queued');
      assert.deepEqual(
        task.credits,
        task.status === 'done' ? { held: 0, charged: 150 } : { held: 150, charged: 0 },
      );
      processed = task.processed;
    }
    assert.ok(seen.length > 1, 'the task was done before it could be watched');
    assert.equal(processed, 150);
  });
}
