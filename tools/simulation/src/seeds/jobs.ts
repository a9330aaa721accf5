import type { Account, JobEnd } from './account.js';
import { expectStatus, type JobParts, read, request } from './job-parts.js';
import type { Job } from './plan.js';
import { type Asked, send } from './requests.js';
import { doWebhook } from './webhook-jobs.js';

type FileJob = Extract<Job, { readonly kind: 'file' }>;
type CheckJob = Extract<Job, { readonly kind: 'check' }>;

type EndStatus = 'done' | 'failed';

interface ShownTask {
  readonly task_id: string;
  readonly status: 'queued' | 'processing' | EndStatus;
  readonly total: number;
  readonly processed: number;
  readonly summary: Readonly<Record<string, number>>;
  readonly credits: { readonly held: number; readonly charged: number };
  readonly checks_failed: number;
  readonly failure_reason: string | null;
}

/** Does a job to its end. */
export async function doJob(parts: JobParts, job: Job): Promise<void> {
  const { account, world } = parts;
  await world.pass(job.afterMs);
  account.ends.set(job, await endOf(parts, job));
  await tryOldToken(parts);
}

async function endOf(parts: JobParts, job: Job): Promise<JobEnd> {
  switch (job.kind) {
    case 'file':
      return await doFile(parts, job);
    case 'check':
      return await doCheck(parts, job);
    case 'webhook':
      return await doWebhook(parts, job);
  }
}

async function doCheck(parts: JobParts, { id, number }: CheckJob): Promise<JobEnd> {
  const { account, world } = parts;
  const asked: Asked = { path: '/v1/verify', json: { phone: number }, key: `check-${id}` };
  const reply = await request(parts, asked);
  if (reply.status === 402) return { kind: 'refused' };
  if (!expectStatus(parts, asked, reply, 200)) return { kind: 'refused' };
  if (world.random.chance(0.3)) {
    const again = await request(parts, asked);
    if (again.text !== reply.text)
      world.violated(`${account.name}: the repeat of ${asked.key} has another reply`);
  }
  return { kind: 'checked', status: read<{ status: string }>(reply).status };
}

async function doFile(parts: JobParts, job: FileJob): Promise<JobEnd> {
  const { account, world } = parts;
  const submit: Asked = {
    path: '/v1/verify/batch',
    file: `name,phone\n${job.cells.map((cell, at) => `row ${at},${cell}\n`).join('')}`,
    key: `file-${job.id}`,
  };
  let beganAt = world.now;
  const submitted = await request(parts, submit);
  if (submitted.status === 402) return { kind: 'refused' };
  if (!expectStatus(parts, submit, submitted, 202)) return { kind: 'refused' };
  const { task_id: id } = read<ShownTask>(submitted);
  const path = `/v1/verify/tasks/${id}`;
  const submittedAt = world.now;
  if (job.cancelAfterMs !== null) {
    await world.pass(job.cancelAfterMs);
    callOff(account, job, world.now);
    const cancel: Asked = { method: 'POST', path: `${path}/cancel`, key: `cancel-${job.id}` };
    await request(parts, cancel);
    callOff(account, job, world.now);
  }
  let task = await ended(parts, path);
  const noteRun = () => account.runs.push({ taskId: id, status: task.status, from: beganAt, to: world.now });
  noteRun();
  const tookMs = job.cancelAfterMs === null ? world.now - submittedAt : null;
  if (job.retries && (task.status === 'failed' || task.checks_failed > 0)) {
    beganAt = world.now;
    const reply = await request(parts, { method: 'POST', path: `${path}/retry`, key: `retry-${job.id}` });
    if (reply.status === 202) {
      task = await ended(parts, path);
      noteRun();
    }
  }
  const download: Asked = { path: `${path}/download?partial=true` };
  const result = await request(parts, download);
  if (!expectStatus(parts, download, result, 200)) return { kind: 'refused' };
  const lines = result.text.trim().split('\r\n').join('\n').split('\n');
  const statuses = lines.slice(1).map((line) => line.slice(line.lastIndexOf(',') + 1));
  expectSums(parts, job, task, statuses);
  if (job.deletes) {
    const remove: Asked = { method: 'DELETE', path };
    const removed = await request(parts, remove);
    // A repeat finds nothing.
    if (removed.status !== 404) expectStatus(parts, remove, removed, 204);
    expectStatus(parts, { path }, await request(parts, { path }), 404);
  }
  return {
    kind: 'task',
    statuses,
    charged: task.credits.charged,
    status: task.status,
    failureReason: task.failure_reason,
    tookMs,
  };
}

async function ended(parts: JobParts, path: string): Promise<ShownTask & { readonly status: EndStatus }> {
  for (;;) {
    const reply = await request(parts, { path });
    if (!expectStatus(parts, { path }, reply, 200)) throw new Error(`${path} is not shown`);
    const task = read<ShownTask>(reply);
    const { status } = task;
    if (status === 'done' || status === 'failed') return { ...task, status };
    await parts.world.pass(parts.world.random.between(500, 4_000));
  }
}

/** The counts of a task have to match its result. */
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

/**
 * An old token is refused after its rotation. A process with a slow clock accepts it until its clock has reached the time of the rotation.
 */
async function tryOldToken({ account, clocksAgree, servers, world }: JobParts): Promise<void> {
  if (!clocksAgree) return;
  for (const token of account.oldTokens) {
    const { status } = await send(world, servers, token, { path: '/v1/credits' });
    if (status < 400)
      world.violated(`${account.name}: a token that was rotated away still opens the account`);
  }
}

function callOff(account: Account, { id }: FileJob, at: number): void {
  account.calledOffAt.set(id, [...(account.calledOffAt.get(id) ?? []), at]);
}
