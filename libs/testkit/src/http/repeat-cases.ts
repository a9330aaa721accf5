import assert from 'node:assert/strict';
import { eventually } from '../runner/expectations.js';
import { type DefineCase, skipCase } from '../runner/test-runner.js';
import { type Api, casesWhere, openApi } from './server/api.js';
import { expectAnswer, expectError } from './server/expect-reply.js';
import type { MountedServer } from './server/mounted-server.js';
import { csv, phone } from './server/sample-files.js';

const KEY = '8e03978e-40d5-43dd-bc93-6894a57f9324';
const FILE = { content: csv(['phone'], [phone('dead')], [phone('inactive')]) };

function verifyWith(api: Api, key: string, behaviour: Parameters<typeof phone>[0]): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const body = JSON.stringify({ phone: phone(behaviour) });
  return api.request('/v1/verify', { method: 'POST', headers, body });
}

function expectReplayed(reply: Response, isReplayed: boolean): void {
  assert.equal(reply.headers.get('idempotency-replayed'), isReplayed ? 'true' : null);
}

async function taskIds(api: Api): Promise<readonly string[]> {
  const { tasks } = await expectAnswer(await api.request('/v1/verify/tasks'), 200, 'list');
  return tasks.map(({ task_id }) => task_id);
}

const withKeys = (define: DefineCase<MountedServer>) =>
  casesWhere(define, ({ remembersKeys }) => remembersKeys, 'this server remembers no keys');

/** A mount has to pass on two headers: the key of the request, and the mark of a repeated reply. */
export function keyCases(define: DefineCase<MountedServer>): void {
  const it = withKeys(define);

  it('has a number verified once, and a repeat answered alike', async (server) => {
    const api = await openApi(server, { credits: 3 });
    const first = await verifyWith(api, KEY, 'dead');
    expectReplayed(first, false);
    const answer = await expectAnswer(first, 200, 'verify');
    for (const key of [KEY, `"${KEY}"`]) {
      const repeat = await verifyWith(api, key, 'dead');
      expectReplayed(repeat, true);
      assert.deepEqual(await expectAnswer(repeat, 200, 'verify'), answer);
    }
    assert.deepEqual({ ...(await api.balance()) }, { available: 2, held: 0 });
  });
}

export function repeatCases(define: DefineCase<MountedServer>): void {
  const it = withKeys(define);

  it('has a file taken once, however many repeats come at once', async (server) => {
    const api = await openApi(server, { credits: 9 });
    const replies = await Promise.all(Array.from({ length: 10 }, () => api.submit({ ...FILE, key: KEY })));
    const taken = replies.filter(({ status }) => status === 202);
    assert.notEqual(taken.length, 0);
    for (const refused of replies.filter((reply) => !taken.includes(reply))) {
      assert.notEqual(refused.headers.get('retry-after'), null);
      await expectError(refused, 'request_in_progress');
    }
    const answers = await Promise.all(taken.map((reply) => expectAnswer(reply, 202, 'submit')));
    const [taskId = ''] = answers.map(({ task_id }) => task_id);
    assert.deepEqual(answers, Array(taken.length).fill({ task_id: taskId, total: 2, status: 'queued' }));
    await api.ended(taskId);
    const repeat = await api.submit({ ...FILE, key: KEY });
    expectReplayed(repeat, true);
    assert.equal((await expectAnswer(repeat, 202, 'submit')).task_id, taskId);
    if (server.hasArchive) assert.deepEqual(await taskIds(api), [taskId]);
    assert.deepEqual({ ...(await api.balance()) }, { available: 7, held: 0 });
    assert.deepEqual(
      await eventually(async () => (await server.leftovers()).length === 0 || undefined),
      true,
    );
  });

  it('has a number verified once whose first answer was lost in a failure', async (server) => {
    if (server.faults === undefined) skipCase('nothing can be made to go wrong in this server');
    const api = await openApi(server, { credits: 3 });
    server.faults.loseNextSettlement();
    await expectError(await verifyWith(api, KEY, 'dead'), 'storage_unavailable');
    const early = await verifyWith(api, KEY, 'dead');
    assert.notEqual(early.headers.get('retry-after'), null);
    await expectError(early, 'request_in_progress');
    server.faults.endRequestLeases();
    for (const isReplayed of [false, true]) {
      const reply = await verifyWith(api, KEY, 'dead');
      expectReplayed(reply, isReplayed);
      assert.equal((await expectAnswer(reply, 200, 'verify')).status, 'dead');
    }
    assert.deepEqual({ ...(await api.balance()) }, { available: 2, held: 0 });
  });

  it('is refused for another request', async (server) => {
    const api = await openApi(server, { credits: 9 });
    await verifyWith(api, KEY, 'dead');
    await expectError(await verifyWith(api, KEY, 'inactive'), 'idempotency_key_reused');
    await expectError(await api.submit({ ...FILE, key: KEY }), 'idempotency_key_reused');
    const key = `${KEY}-of-a-file`;
    const taskId = await api.submitted({ ...FILE, key });
    const others = [
      { ...FILE, content: `${FILE.content}\r\n` },
      { ...FILE, content: FILE.content.slice(0, -20) },
      { ...FILE, fileName: 'others.csv' },
      { ...FILE, fields: { default_country: 'DE' } },
    ];
    for (const other of others)
      await expectError(await api.submit({ ...other, key }), 'idempotency_key_reused');
    await api.ended(taskId);
    assert.deepEqual({ ...(await api.balance()) }, { available: 6, held: 0 });
  });

  it('is free again after a request that was refused', async (server) => {
    const api = await openApi(server, { credits: 1 });
    await expectError(await api.submit({ ...FILE, key: KEY }), 'insufficient_credits');
    const answer = await expectAnswer(await verifyWith(api, KEY, 'dead'), 200, 'verify');
    assert.equal(answer.status, 'dead');
  });

  it('of one account is nothing to another', async (server) => {
    const [one, other] = [await openApi(server), await openApi(server)];
    for (const api of [one, other]) expectReplayed(await verifyWith(api, KEY, 'dead'), false);
    expectReplayed(await verifyWith(other, KEY, 'dead'), true);
  });

  it('that is none is refused, and nothing is done', async (server) => {
    const api = await openApi(server, { credits: 1 });
    for (const key of ['""', '"open', 'x'.repeat(256)]) {
      await expectError(await verifyWith(api, key, 'dead'), 'malformed_request');
    }
    assert.deepEqual({ ...(await api.balance()) }, { available: 1, held: 0 });
  });
}
