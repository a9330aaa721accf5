import { setTimeout as delay } from 'node:timers/promises';
import type { KeysState } from './keys-state.js';
import type { AnsweredRequest } from './repeats.js';

const DONE_WITHIN_MS = 60_000;
const LOOK_EVERY_MS = 100;

/** Waits until the tasks are done, and compares the stored data with the answers: one task or webhook for each request. */
export async function checkMade(state: KeysState, answered: readonly AnsweredRequest[]): Promise<void> {
  const { violations } = state;
  const idsOf = (path: string, id: string) =>
    answered.filter(({ request }) => request.path === path).map(({ reply }) => JSON.parse(reply.body)[id]);
  const tasks = await untilTasksEnd(state);
  const taskIds = tasks.map(({ task_id }) => task_id);
  violations.expectEqual('the tasks', named(taskIds), named(idsOf('/v1/verify/batch', 'task_id')));
  for (const { status, task_id } of tasks) violations.expectEqual(`task ${task_id}`, status, 'done');
  const { webhooks } = await get<{ webhooks: { webhook_id: string }[] }>(state, '/v1/webhooks');
  const webhookIds = webhooks.map(({ webhook_id }) => webhook_id);
  violations.expectEqual('the webhooks', named(webhookIds), named(idsOf('/v1/webhooks', 'webhook_id')));
}

interface ListedTask {
  readonly task_id: string;
  readonly status: string;
}

async function untilTasksEnd(state: KeysState): Promise<readonly ListedTask[]> {
  const giveUpAt = performance.now() + DONE_WITHIN_MS;
  for (;;) {
    const tasks = await allTasks(state);
    const isOver = tasks.every(({ status }) => status === 'done' || status === 'failed');
    if (isOver || performance.now() > giveUpAt) return tasks;
    await delay(LOOK_EVERY_MS);
  }
}

async function allTasks(state: KeysState): Promise<readonly ListedTask[]> {
  const tasks: ListedTask[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { tasks: ListedTask[]; next_cursor: string | null } = await get(
      state,
      `/v1/verify/tasks?limit=100${query}`,
    );
    tasks.push(...page.tasks);
    cursor = page.next_cursor;
  }
  return tasks;
}

async function get<Body>({ account, client }: KeysState, path: string): Promise<Body> {
  const reply = await fetch(client.base + path, { headers: { authorization: `Bearer ${account.token}` } });
  // The contract defines the body. A difference shows as a violation.
  return (await reply.json()) as Body;
}

function named(ids: readonly string[]): string {
  return [...ids].sort().join(' ');
}
