import assert from 'node:assert/strict';
import { type DefineCase, skipCase } from '../../runner/test-runner.js';
import { type Api, expectNothingLeft, openApi, type UploadFile } from '../server/api.js';
import { expectError, expectJson } from '../server/expect-reply.js';
import type { MountedBounds, MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

const CREDITS = 100_000;
const QUICK: UploadFile = { content: csv(['phone'], [phone('dead')]) };
/** More than can be checked at once, so that its task takes seconds. */
const SLOW: UploadFile = {
  content: csv(['phone'], ...Array.from({ length: 150 }, (_, serial) => [phone('slow', serial)])),
};
/** A megabyte. */
const LARGE = {
  content: csv(['phone', 'note'], ...Array.from({ length: 40 }, () => [phone('dead'), 'x'.repeat(25_000)])),
};
/** A case sends at most this many files beyond the bound: tasks may end meanwhile, and so may the day. */
const MORE = 10;

export function boundCases(define: DefineCase<MountedServer>): void {
  const it = (title: string, body: (server: MountedServer, bounds: MountedBounds) => Promise<void>) =>
    define(title, async (server) => {
      if (server.bounds === undefined) skipCase('what an account of this server may have is not known');
      await body(server, server.bounds);
    });

  it('refuses a file more than the unfinished tasks that an account may have, until one has ended', async (server, {
    maxUnfinishedTasks,
  }) => {
    const api = await openApi(server, { credits: CREDITS });
    const { accepted, refusal } = await submitUntilRefused(api, SLOW, maxUnfinishedTasks);
    assert.match((await expectError(refusal, 'too_many_requests')).hint ?? '', /unfinished/);
    expectRetryAfter(refusal);
    assert.deepEqual([...(await server.leftovers())], []);
    await expectJson(await (await openApi(server)).submit(QUICK), 202);
    // A cancel waits for running calls. Side by side, all cancels take as long as one.
    await Promise.all(accepted.map((taskId) => api.post(`/v1/verify/tasks/${taskId}/cancel`)));
    for (const taskId of accepted) await api.ended(taskId);
    await expectJson(await api.submit(QUICK), 202);
  });

  it('refuses a file more than the tasks that an account may queue a day, deleted ones included', async (server, {
    maxDailyTasks,
  }) => {
    const api = await openApi(server, { credits: CREDITS });
    const { accepted, refusal } = await submitUntilRefused(api, QUICK, maxDailyTasks, async (taskId) => {
      await api.ended(taskId);
      if (server.hasArchive) await api.delete(`/v1/verify/tasks/${taskId}`);
    });
    assert.match((await expectError(refusal, 'too_many_requests')).hint ?? '', /midnight UTC/);
    expectRetryAfter(refusal);
    await expectNothingLeft(server, api, CREDITS - accepted.length);
    await expectJson(await (await openApi(server)).submit(QUICK), 202);
  });

  it('refuses a file that would take more bytes than an account may keep, until one is deleted', async (server, {
    maxStoredBytes,
  }) => {
    const api = await openApi(server, { credits: CREDITS });
    const files = Math.floor(maxStoredBytes / LARGE.content.length) - 1;
    const { accepted, refusal } = await submitUntilRefused(api, LARGE, files, async (taskId) => {
      await api.ended(taskId);
    });
    assert.match((await expectError(refusal, 'stored_bytes_exceeded')).hint ?? '', /delete/);
    assert.equal(refusal.headers.get('retry-after'), null);
    // All rows of a file carry one number.
    await expectNothingLeft(server, api, CREDITS - accepted.length);
    if (!server.hasArchive) return;
    for (const taskId of accepted.slice(0, 2)) {
      await api.delete(`/v1/verify/tasks/${taskId}`);
    }
    await expectJson(await api.submit(LARGE), 202);
  });
}

/** Submits a file until it is refused. At least this many submits have to be accepted. */
async function submitUntilRefused(
  api: Api,
  file: UploadFile,
  atLeast: number,
  afterwards: (taskId: string) => Promise<void> = async () => {},
): Promise<{ readonly accepted: readonly string[]; readonly refusal: Response }> {
  const accepted: string[] = [];
  while (accepted.length < 2 * atLeast + MORE) {
    const reply = await api.submit(file);
    if (reply.status !== 202) {
      assert.ok(accepted.length >= atLeast, `refused after ${accepted.length} of ${atLeast} files`);
      return { accepted, refusal: reply };
    }
    const { task_id: taskId } = await expectJson<{ task_id: string }>(reply, 202);
    accepted.push(taskId);
    await afterwards(taskId);
  }
  return assert.fail(`${accepted.length} files are accepted`);
}

/** A whole number of seconds, within a day. */
function expectRetryAfter(refusal: Response): void {
  const seconds = refusal.headers.get('retry-after') ?? '';
  assert.match(seconds, /^[1-9]\d{0,4}$/);
  assert.ok(Number(seconds) <= 86_400, `Retry-After is ${seconds}`);
}
