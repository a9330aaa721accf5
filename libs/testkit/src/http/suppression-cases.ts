import assert from 'node:assert/strict';
import type { DefineCase } from '../runner/test-runner.js';
import { type Api, casesWhere, openApi, pagesOf } from './server/api.js';
import { expectAnswer, expectError } from './server/expect-reply.js';
import type { MountedServer } from './server/mounted-server.js';
import { csv, phone } from './server/sample-files.js';

const [WA, DEAD, INACTIVE] = [phone('wa_registered'), phone('dead'), phone('inactive')] as const;

function send(api: Api, path: string, body: object): Promise<Response> {
  return api.postJson(`/v1/suppressions${path}`, body);
}

async function suppressed(api: Api, ...phones: readonly string[]) {
  return await expectAnswer(await send(api, '', { phones }), 200, 'addSuppressions');
}

async function listed(api: Api, limit = 100): Promise<string[]> {
  const pages = await pagesOf(async (cursor) =>
    expectAnswer(await api.request(`/v1/suppressions?limit=${limit}${cursor}`), 200, 'listSuppressions'),
  );
  assert.ok(pages.every(({ suppressions }) => suppressions.length <= limit));
  return pages.flatMap(({ suppressions }) => suppressions.map((found) => found.phone));
}

export function suppressionCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(
    define,
    ({ hasSuppressions }) => hasSuppressions === true,
    'this server keeps no suppressed numbers',
  );

  it('are added, shown newest first, and removed, each account its own', async (server) => {
    const [api, stranger] = [await openApi(server), await openApi(server)];
    const written = `${WA.slice(0, 5)} ${WA.slice(5)}`;
    assert.deepEqual(await suppressed(api, written, DEAD, WA), { numbers: 2, added: 2 });
    assert.deepEqual(await suppressed(api, INACTIVE, DEAD), { numbers: 2, added: 1 });
    for (const limit of [1, 2, 3]) assert.deepEqual(await listed(api, limit), [INACTIVE, DEAD, WA]);
    assert.deepEqual(await listed(stranger), []);
    const remove = async () =>
      expectAnswer(await send(api, '/remove', { phone: DEAD }), 200, 'removeSuppression');
    assert.deepEqual([await remove(), await remove()], [{ removed: true }, { removed: false }]);
    assert.deepEqual(await listed(api), [INACTIVE, WA]);
  });

  it('are unknown and free: in a file, its preview, and a single check', async (server) => {
    const api = await openApi(server, { credits: 1 });
    await suppressed(api, DEAD);
    const file = { content: csv(['phone'], [DEAD], [WA], [DEAD]) };
    const preview = await expectAnswer(await api.preview(file), 200, 'preview');
    assert.deepEqual(
      [preview.suppressed, preview.credits],
      [
        { rows: 2, numbers: 1 },
        { held: 1, charged: 1 },
      ],
    );
    const taskId = await api.submitted(file);
    const task = await api.ended(taskId);
    assert.deepEqual([task.credits.charged, task.summary.unknown, task.checks_failed], [1, 2, 0]);
    const lines = await api.lines(taskId, '?columns=status,reason');
    assert.deepEqual(lines.slice(1), [
      `${DEAD},unknown,suppressed`,
      `${WA},wa_registered,`,
      `${DEAD},unknown,suppressed`,
    ]);
    const { checked_at, ...answer } = await expectAnswer(await api.verify(DEAD), 200, 'verify');
    assert.deepEqual(answer, { phone: DEAD, status: 'unknown', reason: 'suppressed' });
    assert.ok(Date.parse(checked_at) > 0);
    assert.deepEqual({ ...(await api.balance()) }, { available: 0, held: 0 });
  });

  it('are left out of a download that asks for it, whenever they were suppressed', async (server) => {
    const api = await openApi(server);
    await suppressed(api, DEAD);
    const taskId = await api.finished({ content: csv(['phone'], [DEAD], [WA], [INACTIVE], ['none']) });
    await suppressed(api, INACTIVE);
    const reply = await api.download(taskId, '?suppressed=leave_out');
    assert.equal(reply.headers.get('dialproof-rows'), '2');
    assert.deepEqual((await reply.text()).trimEnd().split(/\r?\n/).slice(1), [
      `${WA},wa_registered`,
      'none,unknown',
    ]);
    for (const query of ['', '?suppressed=keep']) assert.equal((await api.lines(taskId, query)).length, 5);
    await expectError(await api.download(taskId, '?suppressed=no'), 'malformed_request');
  });

  it('come from a file, read as a submit reads it', async (server) => {
    const api = await openApi(server);
    const content = csv(['name', 'Mobile'], ['Ada', WA], ['Bob', 'none'], ['Cyd', DEAD], ['Ada', WA]);
    const { notes: _, ...found } = await expectAnswer(
      await api.suppressFile({ content }),
      200,
      'suppressFile',
    );
    assert.deepEqual(found, {
      ...{ file_name: 'customers.csv', sheet: null, encoding: 'utf-8', unread: { no_digits: 1 } },
      ...{ phone_column: 'Mobile', phone_column_index: 1 },
      ...{ numbers: 2, added: 2, total: 4, rows_without_number: 1 },
    });
    assert.deepEqual((await listed(api)).sort(), [WA, DEAD].sort());
    await expectError(await api.suppressFile({ content: '' }), 'empty_file');
    await expectError(
      await api.suppressFile({ content, fields: { phone_column: 'gone' } }),
      'column_not_found',
    );
    assert.deepEqual(await server.leftovers(), []);
  });

  it('are erased from what the account keeps: rows, results, replies, and from the list if asked', async (server) => {
    const [api, stranger] = [await openApi(server), await openApi(server)];
    const [taskId, others] = await Promise.all(
      [api, stranger].map((owner) =>
        owner.submitted({ content: csv(['name', 'phone'], ['Ada', WA], ['Bob', DEAD]) }),
      ),
    );
    assert.ok(taskId !== undefined && others !== undefined);
    const task = await api.ended(taskId);
    await stranger.ended(others);
    await suppressed(api, WA);
    const erase = async (body: object) =>
      expectAnswer(await api.postJson('/v1/numbers/erase', body), 200, 'eraseNumber');
    const nothing = { tasks: 0, rows: 0, unfinished: [], answers: 0 };
    assert.deepEqual(await erase({ phone: `${WA.slice(0, 5)} ${WA.slice(5)}` }), {
      ...nothing,
      tasks: 1,
      rows: 1,
    });
    assert.deepEqual((await api.lines(taskId)).slice(1), [',,wa_registered', `Bob,${DEAD},dead`]);
    assert.deepEqual(await api.poll(taskId), task);
    assert.equal((await stranger.lines(others))[1], `Ada,${WA},wa_registered`);
    assert.deepEqual([await listed(api), await erase({ phone: WA, suppress: false })], [[WA], nothing]);
    assert.deepEqual([await listed(api), await erase({ phone: WA, suppress: true })], [[], nothing]);
    assert.deepEqual(await listed(api), [WA]);
    await expectError(await api.postJson('/v1/numbers/erase', '{"phone":"0100"}'), 'invalid_phone');
    await expectError(
      await api.postJson('/v1/numbers/erase', `{"phone":"${WA}","suppress":1}`),
      'malformed_request',
    );
  });

  it('are added all or none, and a wrong one is named by its position', async (server) => {
    const api = await openApi(server);
    const { hint } = await expectError(await send(api, '', { phones: [WA, '0100'] }), 'invalid_phone');
    assert.match(hint ?? '', /^in "phones" at position 1: /);
    for (const phones of [[], [1], 'all', Array.from({ length: 1_001 }, () => WA), undefined])
      await expectError(await send(api, '', { phones }), 'malformed_request');
    for (const body of [{}, { phone: '0100' }])
      await expectError(await send(api, '/remove', body), 'invalid_phone');
    assert.deepEqual(await listed(api), []);
    for (const query of ['limit=0', 'limit=101', 'cursor=none'])
      await expectError(await api.request(`/v1/suppressions?${query}`), 'malformed_request');
  });
}
