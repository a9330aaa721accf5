import type { Account, JobEnd } from './account.js';
import { expectStatus, type JobParts, read, request } from './job-parts.js';
import { makeList, suppress } from './list-jobs.js';
import type { Job } from './plan.js';
import { type Asked, send } from './requests.js';
import { ended, type FileJob, type ShownTask, taskEnd } from './tasks.js';
import { doWebhook } from './webhook-jobs.js';

type CheckJob = Extract<Job, { readonly kind: 'check' }>;

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

async function doCheck(parts: JobParts, { id, isSuppressed, number }: CheckJob): Promise<JobEnd> {
  const { account, world } = parts;
  await suppress(parts, `suppress-${id}`, isSuppressed ? [number] : []);
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
  await suppress(parts, `suppress-${job.id}`, job.suppressed);
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
  const noteEnd = () =>
    account.happenings.push({ type: `task.${task.status}`, taskId: id, from: beganAt, to: world.now });
  noteEnd();
  const tookMs = job.cancelAfterMs === null ? world.now - submittedAt : null;
  if (job.retries && (task.status === 'failed' || task.checks_failed > 0)) {
    beganAt = world.now;
    const reply = await request(parts, { method: 'POST', path: `${path}/retry`, key: `retry-${job.id}` });
    if (reply.status === 202) {
      task = await ended(parts, path);
      noteEnd();
    }
  }
  const end = await taskEnd(parts, job, task);
  if (end === undefined) return { kind: 'refused' };
  if (job.list !== null) await makeList(parts, job, id, job.list.suppressed);
  if (job.deletes) {
    const remove: Asked = { method: 'DELETE', path };
    const removed = await request(parts, remove);
    // A repeat finds nothing.
    if (removed.status !== 404) expectStatus(parts, remove, removed, 204);
    expectStatus(parts, { path }, await request(parts, { path }), 404);
  }
  return { ...end, tookMs };
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
