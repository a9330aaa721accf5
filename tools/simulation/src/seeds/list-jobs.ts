import type { ListChanges, ListRun, MadeList } from './account.js';
import { expectStatus, type JobParts, read, request } from './job-parts.js';
import type { Asked } from './requests.js';
import { ended, type FileJob, taskEnd } from './tasks.js';
import { BEGUN_AT, DAY_MS } from './world.js';

/** All lists are due at this hour of each day. */
const DUE_HOUR = 9;
const HOUR_MS = 3_600_000;

interface ShownRun {
  readonly status: ListRun['status'];
  readonly reason: string | null;
  readonly task_id: string | null;
  readonly due_at: string | null;
  readonly began_at: string;
  readonly ended_at: string;
  readonly against: string | null;
  readonly changes: ListChanges | null;
}

interface ShownList {
  readonly list_id: string;
  readonly next_run_at: string;
  readonly running: object | null;
}

/** The first due time of all lists after `after`. Both are milliseconds since the beginning. */
export function nextDueAt(after: number): number {
  const first = Math.floor(BEGUN_AT / DAY_MS) * DAY_MS + DUE_HOUR * HOUR_MS - BEGUN_AT;
  return first + (Math.floor((after - first) / DAY_MS) + 1) * DAY_MS;
}

/** Suppresses numbers, and notes since when they are. */
export async function suppress(parts: JobParts, key: string, phones: readonly string[]): Promise<void> {
  if (phones.length === 0) return;
  const asked: Asked = { path: '/v1/suppressions', json: { phones }, key };
  if (!expectStatus(parts, asked, await request(parts, asked), 200)) return;
  for (const phone of phones) parts.account.suppressedAt.set(phone, parts.world.now);
}

/** Makes a list of the task of a file, and suppresses some of its numbers. */
export async function makeList(
  parts: JobParts,
  job: FileJob,
  taskId: string,
  suppressed: readonly string[],
): Promise<void> {
  const { account, world } = parts;
  const schedule = { every: 'day', hour: DUE_HOUR, time_zone: 'UTC' };
  const json = { name: `list ${job.id}`, task_id: taskId, schedule };
  const make: Asked = { path: '/v1/lists', json, key: `list-${job.id}` };
  const made = await request(parts, make);
  if (!expectStatus(parts, make, made, 201)) return;
  const { list_id: listId } = read<ShownList>(made);
  account.lists.push({ job, listId, taskId, madeAt: world.now, runs: [] });
  await suppress(parts, `list-suppress-${job.id}`, suppressed);
}

/** A run begins and ends within this time, after all trouble. */
const RUN_WITHIN_MS = 600_000;

/** Waits until no list of an account is due or has a run under way, and reads the runs that have ended since the last time. */
export async function awaitRuns(parts: JobParts): Promise<void> {
  const { account, world } = parts;
  const until = world.now + RUN_WITHIN_MS;
  for (const list of account.lists) {
    for (;;) {
      const { next_run_at: next, running } = await shownList(parts, list);
      if (running === null && Date.parse(next) > world.clock.now()) break;
      if (world.now > until) {
        world.violated(`${account.name}'s list ${list.job.id} is due at ${next}, and nothing happens`);
        return;
      }
      await world.pass(world.random.between(500, 4_000));
    }
    await readRuns(parts, list);
  }
  if (account.lists.length > 0) await expectTasks(parts);
}

/** An account with lists has no other tasks than these and their runs. */
async function expectTasks(parts: JobParts): Promise<void> {
  const { account, world } = parts;
  const path = '/v1/verify/tasks?limit=100';
  const reply = await request(parts, { path });
  if (!expectStatus(parts, { path }, reply, 200)) return;
  const known = account.lists.flatMap(({ runs, taskId }) => [
    taskId,
    ...runs.map(({ task }) => task?.taskId),
  ]);
  for (const { task_id: taskId } of read<{ tasks: { task_id: string }[] }>(reply).tasks) {
    if (!known.includes(taskId)) world.violated(`${account.name} has a task that is no run: ${taskId}`);
  }
}

/** The end of a run is recorded by whoever shows its list alone, also by two at once, else by a worker. */
async function shownList(parts: JobParts, { listId }: MadeList): Promise<ShownList> {
  const isAlone = parts.world.random.chance(0.3);
  const path = isAlone ? `/v1/lists/${listId}` : '/v1/lists';
  const [reply] = await Promise.all([
    request(parts, { path }),
    ...(isAlone ? [request(parts, { path })] : []),
  ]);
  if (!expectStatus(parts, { path }, reply, 200)) throw new Error(`${path} is not shown`);
  const lists = isAlone ? [read<ShownList>(reply)] : read<{ lists: ShownList[] }>(reply).lists;
  const list = lists.find(({ list_id }) => list_id === listId);
  if (list === undefined) throw new Error(`${listId} is not among the lists`);
  return list;
}

async function readRuns(parts: JobParts, list: MadeList): Promise<void> {
  const { account, world } = parts;
  const path = `/v1/lists/${list.listId}/runs`;
  const reply = await request(parts, { path });
  if (!expectStatus(parts, { path }, reply, 200)) return;
  const shown = read<{ runs: ShownRun[] }>(reply).runs.reverse();
  // The first one is that of the file.
  for (const { began_at, due_at, ended_at, task_id, ...run } of shown.slice(1 + list.runs.length)) {
    const beganAt = Date.parse(began_at) - BEGUN_AT;
    const times = {
      dueAt: Date.parse(due_at ?? '') - BEGUN_AT,
      beganAt,
      endedAt: Date.parse(ended_at) - BEGUN_AT,
    };
    const note = (type: 'task.done' | 'task.failed' | 'list.changed' | 'list.skipped', taskId: string) =>
      account.happenings.push({ type, taskId, from: beganAt, to: world.now });
    if (run.status === 'skipped') note('list.skipped', newestRows(list.taskId, list.runs));
    else if (task_id !== null) note(`task.${run.status}`, task_id);
    if (task_id !== null && hasChanged(run.changes)) note('list.changed', task_id);
    list.runs.push({ ...run, ...times, task: task_id === null ? null : await runTask(parts, list, task_id) });
  }
}

/** The task whose rows a list has: that of its newest run that is done, else that which it was made of. */
export function newestRows(taskId: string, runs: readonly ListRun[]): string {
  return runs.findLast(({ status }) => status === 'done')?.task?.taskId ?? taskId;
}

function hasChanged(changes: ListChanges | null): boolean {
  return changes !== null && changes.came + changes.changed + changes.replaced + changes.went > 0;
}

async function runTask(parts: JobParts, { job }: MadeList, taskId: string): Promise<ListRun['task']> {
  const task = await ended(parts, `/v1/verify/tasks/${taskId}`);
  const end = await taskEnd(parts, job, task);
  return end === undefined ? null : { taskId, createdAt: Date.parse(task.created_at) - BEGUN_AT, end };
}
