import type { TaskEnd } from './account.js';
import { expectStatus, type JobParts, read, request } from './job-parts.js';
import type { Job } from './plan.js';
import type { Asked } from './requests.js';

export type FileJob = Extract<Job, { readonly kind: 'file' }>;

type EndStatus = 'done' | 'failed';

export interface ShownTask {
  readonly task_id: string;
  readonly created_at: string;
  readonly status: 'queued' | 'processing' | EndStatus;
  readonly total: number;
  readonly processed: number;
  readonly summary: Readonly<Record<string, number>>;
  readonly credits: { readonly held: number; readonly charged: number };
  readonly checks_failed: number;
  readonly failure_reason: string | null;
}

/** Downloads the result of a task that has ended. Undefined if that is refused. */
export async function taskEnd(
  parts: JobParts,
  job: FileJob,
  task: ShownTask & { readonly status: EndStatus },
): Promise<TaskEnd | undefined> {
  const download: Asked = { path: `/v1/verify/tasks/${task.task_id}/download?partial=true` };
  const result = await request(parts, download);
  if (!expectStatus(parts, download, result, 200)) return undefined;
  const lines = result.text.trim().split('\r\n').join('\n').split('\n');
  const statuses = lines.slice(1).map((line) => line.slice(line.lastIndexOf(',') + 1));
  expectSums(parts, job, task, statuses);
  const { failure_reason: failureReason, status } = task;
  return { kind: 'task', statuses, charged: task.credits.charged, status, failureReason, tookMs: null };
}

/** Waits for the end of a task. */
export async function ended(
  parts: JobParts,
  path: string,
): Promise<ShownTask & { readonly status: EndStatus }> {
  for (;;) {
    const reply = await request(parts, { path });
    if (!expectStatus(parts, { path }, reply, 200)) throw new Error(`${path} is not shown`);
    const task = read<ShownTask>(reply);
    const { status } = task;
    if (status === 'done' || status === 'failed') return { ...task, status };
    await parts.world.pass(parts.world.random.between(500, 4_000));
  }
}

/** Reports a violation if the counts of a task do not match its result. */
function expectSums(
  { account, world }: JobParts,
  job: FileJob,
  task: ShownTask,
  statuses: readonly string[],
): void {
  const name = `${account.name}'s file ${job.id}`;
  const summed = Object.values(task.summary).reduce((sum, count) => sum + count, 0);
  if (summed !== task.processed) world.violated(`${name}: the summary does not add up to processed`);
  if (task.status === 'done' && task.processed !== task.total)
    world.violated(`${name} is done without all rows`);
  if (task.total !== job.cells.length) world.violated(`${name} has ${task.total} rows`);
  if (statuses.length !== job.cells.length) world.violated(`${name}: the result has ${statuses.length} rows`);
  if (task.credits.held !== 0)
    world.violated(`${name} has ended and still holds ${task.credits.held} credits`);
}
