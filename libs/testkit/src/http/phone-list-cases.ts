import assert from 'node:assert/strict';
import type { ReplyOf } from '@dialproof/http';
import { type DefineCase, skipCase } from '../runner/test-runner.js';
import { type Api, casesWhere, expectNothingLeft, openApi, pagesOf, type UploadFile } from './server/api.js';
import { expectAnswer, expectError } from './server/expect-reply.js';
import type { MountedServer } from './server/mounted-server.js';
import { csv, FORM_TYPE, form, part, phone } from './server/sample-files.js';

const [WA, DEAD, INACTIVE] = [phone('wa_registered'), phone('dead'), phone('inactive')] as const;
const MONTHLY = { every: 'month', day: 1, hour: 9, time_zone: 'Europe/Berlin' };

type PhoneList = ReplyOf<'showList'>;

async function done(api: Api, ...cells: readonly string[]): Promise<string> {
  const taskId = await api.submitted({ content: csv(['phone', 'n'], ...cells.map((cell) => [cell, '1'])) });
  await api.ended(taskId);
  return taskId;
}

function send(api: Api, method: string, path: string, body: object): Promise<Response> {
  const headers = { 'content-type': 'application/json' };
  return api.request(`/v1/lists${path}`, { method, headers, body: JSON.stringify(body) });
}

async function created(api: Api, list: object): Promise<PhoneList> {
  return expectAnswer(await send(api, 'POST', '', { name: 'customers', ...list }), 201, 'createList');
}

async function shown(api: Api, listId: string): Promise<PhoneList> {
  return expectAnswer(await api.request(`/v1/lists/${listId}`), 200, 'showList');
}

async function runsOf(api: Api, listId: string): Promise<ReplyOf<'listRuns'>['runs']> {
  return (await expectAnswer(await api.request(`/v1/lists/${listId}/runs`), 200, 'listRuns')).runs;
}

export function phoneListCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(define, ({ hasLists }) => hasLists === true, 'this server has no lists');

  it('are made of a task, shown, changed and deleted', async (server) => {
    const api = await openApi(server);
    const taskId = await done(api, WA, DEAD);
    const settings = { schedule: MONTHLY, fresh_within: '60d', max_credits: 9, key_column: 'n' };
    const list = await created(api, { task_id: taskId, ...settings });
    const { list_id, last_run, next_run_at, ...facts } = list;
    assert.deepEqual(
      { ...facts, created_at: '' },
      { name: 'customers', task_id: taskId, created_at: '', running: null, ...settings },
    );
    assert.match(next_run_at ?? '', /-01T0[78]:00:00\.000Z$/);
    assert.deepEqual([last_run?.status, last_run?.task_id, last_run?.changes], ['done', taskId, null]);
    assert.deepEqual(await shown(api, list_id), list);
    const lists = await expectAnswer(await api.request('/v1/lists'), 200, 'listLists');
    assert.deepEqual(lists, { lists: [list] });
    const change = {
      name: '\u{1f4de}'.repeat(200),
      schedule: { ...MONTHLY, every: 'week', day: 'monday' },
      max_credits: null,
      key_column: null,
    };
    const changed = await expectAnswer(await send(api, 'PATCH', `/${list_id}`, change), 200, 'changeList');
    assert.notEqual(changed.next_run_at, next_run_at);
    assert.deepEqual(changed, { ...list, ...change, next_run_at: changed.next_run_at });
    const reply = await api.request(`/v1/lists/${list_id}`, { method: 'DELETE' });
    assert.deepEqual([reply.status, await reply.text()], [204, '']);
    await expectError(await api.request(`/v1/lists/${list_id}`), 'list_not_found');
    assert.equal((await api.poll(taskId)).status, 'done');
  });

  it('are made of a file in one request, which is submitted like any other', async (server) => {
    const api = await openApi(server, { credits: 3 });
    const schedule = JSON.stringify(MONTHLY);
    const fields = { name: ' customers ', schedule, fresh_within: '60d', max_credits: '3', key_column: 'n' };
    const content = csv(['n', 'number', 'tel'], ['1', '7', WA], ['2', '8', DEAD], ['3', '9', DEAD]);
    const file = { content, fields: { ...fields, phone_column: 'tel' } };
    const list = await expectAnswer(await api.listOf(file), 201, 'createList');
    const { fresh_within, key_column, max_credits, name } = list;
    assert.deepEqual([name, fresh_within, max_credits, key_column], ['customers', '60d', 3, 'n']);
    assert.deepEqual(list.schedule, MONTHLY);
    const task = await api.ended(list.task_id);
    assert.deepEqual(
      [task.file_name, task.phone_column, task.total, task.credits],
      ['customers.csv', 'tel', 3, { held: 0, charged: 2 }],
    );
    const { last_run, running } = await shown(api, list.list_id);
    assert.deepEqual([last_run?.status, last_run?.task_id, running], ['done', list.task_id, null]);
    const known = await expectAnswer(
      await api.listOf({ ...file, fields: { ...file.fields, max_credits: '0' } }),
      201,
      'createList',
    );
    assert.equal((await api.ended(known.task_id)).credits.charged, 0);
  });

  it('are made of a file that a preview has kept', async (server) => {
    const api = await openApi(server);
    const kept = await api.preview({ content: csv(['phone'], [DEAD]), fields: { keep_upload: 'true' } });
    const { upload } = await expectAnswer(kept, 200, 'preview');
    const fields = { name: 'kept', upload_id: upload?.upload_id ?? '' };
    const { task_id } = await expectAnswer(await api.listOf({ fields }), 201, 'createList');
    assert.equal((await api.ended(task_id)).total, 1);
  });

  it('leave nothing of a file that is refused', async (server) => {
    const api = await openApi(server, { credits: 9 });
    const content = csv(['phone', 'n'], [WA, '1'], [DEAD, '2']);
    const fields = { name: 'customers' };
    for (const [wrong, code] of [
      [{ name: '' }, 'malformed_request'],
      [{ schedule: 'monthly' }, 'malformed_request'],
      [{ schedule: JSON.stringify({ ...MONTHLY, day: 29 }) }, 'malformed_request'],
      [{ schedule: JSON.stringify({ ...MONTHLY, time_zone: 'Mars' }) }, 'malformed_request'],
      [{ schedul: JSON.stringify(MONTHLY) }, 'malformed_request'],
      [{ task_id: 'a-task' }, 'malformed_request'],
      [{ keycolumn: 'n' }, 'malformed_request'],
      [{ max_credits: '1' }, 'max_credits_exceeded'],
      [{ fresh_within: '1y' }, 'invalid_fresh_within'],
      [{ key_column: 'id' }, 'column_not_found'],
      [{ phone_column: 'id' }, 'column_not_found'],
    ] as const) {
      await expectError(await api.listOf({ content, fields: { ...fields, ...wrong } }), code);
    }
    await expectError(await api.listOf({ content: 'phone\n', fields }), 'empty_file');
    await expectError(await api.listOf({ content, fields, fileName: 'a.txt' }), 'unsupported_file_type');
    const late = form(part('file', content, 'a.csv'), part('name', 'customers'));
    const headers = { 'content-type': FORM_TYPE };
    await expectError(
      await api.request('/v1/lists', { method: 'POST', headers, body: late }),
      'malformed_request',
    );
    assert.deepEqual(await expectAnswer(await api.request('/v1/lists'), 200, 'listLists'), { lists: [] });
    await expectNothingLeft(server, api, 9);
  });

  it('get a newer file as a run, which tells what changed', async (server) => {
    const api = await openApi(server, { credits: 9 });
    const first = await api.listOf({
      content: csv(['phone', 'n'], [WA, '1'], [DEAD, '2']),
      fields: { name: 'customers', key_column: 'n', max_credits: '2' },
    });
    const { list_id, task_id } = await expectAnswer(first, 201, 'createList');
    await api.ended(task_id);
    const run = (file: UploadFile) => api.runOf(list_id, file);
    for (const [file, code] of [
      [{ content: csv(['phone'], [DEAD]) }, 'column_not_found'],
      [{ content: csv(['phone', 'n'], [WA, '1'], [DEAD, '2'], [INACTIVE, '3']) }, 'max_credits_exceeded'],
      [{ content: csv(['phone', 'n'], [WA, '1']), fields: { name: 'other' } }, 'malformed_request'],
      [{ content: csv(['phone', 'n'], [WA, '1']), fileName: 'a.txt' }, 'unsupported_file_type'],
    ] as const) {
      await expectError(await run(file), code);
    }
    assert.equal((await shown(api, list_id)).running, null);
    assert.deepEqual({ ...(await api.balance()) }, { available: 7, held: 0 });
    const newer = csv(['n', 'phone'], ['3', INACTIVE], ['2', DEAD]);
    const begun = await expectAnswer(await run({ content: newer }), 202, 'runList');
    assert.equal((await shown(api, list_id)).task_id, begun.task_id);
    await api.ended(begun.task_id);
    assert.equal((await shown(api, list_id)).last_run?.changes?.came, 1);
    const page = await expectAnswer(await api.request(`/v1/lists/${list_id}/changes`), 200, 'listChanges');
    assert.deepEqual(
      page.changes.map(({ change, key, phone: number }) => [key, number, change]),
      [
        ['3', INACTIVE, 'came'],
        ['1', WA, 'went'],
      ],
    );
    await expectError(await api.runOf('none', { content: newer }), 'list_not_found');
  });

  it('are not verified again when a newer file comes in a wrong way', async (server) => {
    const api = await openApi(server, { credits: 9 });
    const list = await created(api, { task_id: await done(api, WA) });
    const content = csv(['phone'], [DEAD]);
    const runs = `/v1/lists/${list.list_id}/runs`;
    const sent = (type: string, body: string): Promise<Response> =>
      api.request(runs, { method: 'POST', headers: { 'content-type': type }, body });
    await expectError(await sent('text/csv', content), 'unsupported_media_type');
    await expectError(await sent('application/octet-stream', content), 'unsupported_media_type');
    await expectError(await sent('application/json', '{"max_credits":0}'), 'unsupported_media_type');
    await expectError(await api.post(`${runs}?max_credits=0`), 'file_required');
    await expectError(await api.post(`${runs}?upload_id=none`), 'upload_not_found');
    await expectError(await api.post(`${runs}?max=0`), 'malformed_request');
    await expectError(await api.runOf(list.list_id, { content, query: '?max=0' }), 'malformed_request');
    assert.deepEqual(await shown(api, list.list_id), list);
    await expectNothingLeft(server, api, 8);
  });

  it('cost no more for a file than the token may spend on a task', async (server) => {
    if (!server.hasTokens) skipCase('this server does not manage tokens');
    const api = await openApi(server, { credits: 9 });
    const token = await api.postJson('/v1/tokens', { max_credits_per_task: 1 });
    const capped = api.withToken((await expectAnswer(token, 201, 'createToken')).token);
    const file = { content: csv(['phone'], [WA], [DEAD]), fields: { name: 'customers' } };
    await expectError(await capped.listOf(file), 'max_credits_exceeded');
    const { list_id } = await created(api, { task_id: await done(api, WA) });
    await expectError(await capped.runOf(list_id, { content: file.content }), 'max_credits_exceeded');
    await expectNothingLeft(server, api, 8);
  });

  it('get a newer file once, also by a repeat with its key', async (server) => {
    if (!server.remembersKeys) skipCase('this server remembers no keys');
    const api = await openApi(server, { credits: 9 });
    const file = { content: csv(['phone'], [WA], [DEAD]), fields: { name: 'customers' }, key: 'a key' };
    const made = await expectAnswer(await api.listOf(file), 201, 'createList');
    assert.deepEqual(await expectAnswer(await api.listOf(file), 201, 'createList'), made);
    const other = { ...file, fields: { name: 'others' } };
    await expectError(await api.listOf(other), 'idempotency_key_reused');
    await api.ended(made.task_id);
    const run = () => api.runOf(made.list_id, { content: csv(['phone'], [DEAD]), key: 'another key' });
    const begun = await expectAnswer(await run(), 202, 'runList');
    assert.deepEqual(await expectAnswer(await run(), 202, 'runList'), begun);
    await api.ended(begun.task_id);
    assert.equal((await runsOf(api, made.list_id)).length, 2);
    assert.deepEqual({ ...(await api.balance()) }, { available: 6, held: 0 });
  });

  it('are verified when they are asked for, and asked only about what is old', async (server) => {
    const api = await openApi(server);
    const taskId = await done(api, WA, DEAD, 'none');
    const { list_id } = await created(api, { task_id: taskId, fresh_within: '1d' });
    const before = await api.balance();
    const run = await expectAnswer(await api.post(`/v1/lists/${list_id}/runs`), 202, 'runList');
    assert.deepEqual([run.total, run.status], [3, 'queued']);
    const task = await api.ended(run.task_id);
    assert.deepEqual([task.status, task.credits.charged, task.file_name], ['done', 0, 'customers.csv']);
    assert.deepEqual(await api.lines(run.task_id), await api.lines(taskId));
    const [newest, first, ...more] = await runsOf(api, list_id);
    assert.deepEqual([newest?.task_id, newest?.against, first?.task_id], [run.task_id, taskId, taskId]);
    assert.deepEqual(newest?.changes, {
      came: 0,
      changed: 0,
      replaced: 0,
      went: 0,
      unchanged: 2,
      not_compared: 0,
    });
    assert.deepEqual([more.length, await api.balance()], [0, before]);
    assert.equal((await shown(api, list_id)).task_id, run.task_id);
  });

  it('tell what changed since the run before, or since a time', async (server) => {
    const api = await openApi(server);
    const { list_id } = await created(api, { task_id: await done(api, WA, DEAD) });
    const path = `/v1/lists/${list_id}/changes`;
    await expectError(await api.request(path), 'task_not_found');
    const newer = await done(api, DEAD, INACTIVE);
    const changed = await expectAnswer(
      await send(api, 'PATCH', `/${list_id}`, { task_id: newer }),
      200,
      'changeList',
    );
    assert.deepEqual([changed.task_id, changed.last_run?.changes?.came], [newer, 1]);
    const ask = async (query: string) =>
      expectAnswer(await api.request(`${path}?${query}`), 200, 'listChanges');
    const { changes, counts } = await ask('');
    assert.deepEqual(
      changes.map(({ change, phone: number }) => [number, change]),
      [
        [INACTIVE, 'came'],
        [WA, 'went'],
      ],
    );
    assert.deepEqual([counts.came, counts.went, counts.unchanged], [1, 1, 1]);
    const pages = await pagesOf((query) => ask(`limit=1${query}`));
    assert.deepEqual(
      pages.flatMap((page) => page.changes),
      changes,
    );
    assert.deepEqual((await ask('change=went')).changes, changes.slice(1));
    const [, first] = await runsOf(api, list_id);
    assert.deepEqual((await ask(`since=${first?.ended_at}`)).changes, changes);
    await expectError(await api.request(`${path}?since=2020-01-01T00:00:00Z`), 'task_not_found');
    for (const query of ['since=yesterday', 'limit=0', 'change=no', 'cursor=none', 'format=xlsx']) {
      await expectError(await api.request(`${path}?${query}`), 'malformed_request');
    }
    const file = await api.request(`${path}?format=csv`);
    assert.equal((await file.text()).split('\n')[0], 'phone,change,from,to,from_checked_at,to_checked_at');
  });

  it('have a column for the keys of changes, which their file must have', async (server) => {
    const api = await openApi(server);
    const list = { name: 'customers', task_id: await done(api, WA, DEAD) };
    const refused = await send(api, 'POST', '', { ...list, key_column: 'id' });
    assert.match((await expectError(refused, 'column_not_found')).hint ?? '', /"phone", "n"/);
    const { key_column, list_id } = await created(api, list);
    const patch = (change: object) => send(api, 'PATCH', `/${list_id}`, change);
    await expectError(await patch({ key_column: 'id' }), 'column_not_found');
    const changed = await expectAnswer(await patch({ key_column: ' N ' }), 200, 'changeList');
    assert.deepEqual([key_column, changed.key_column], [null, 'N']);
    const without = await api.submitted({ content: csv(['phone'], [WA]) });
    await api.ended(without);
    await expectError(await patch({ task_id: without }), 'column_not_found');
    assert.equal((await shown(api, list_id)).task_id, list.task_id);
    const moved = await expectAnswer(
      await patch({ task_id: await done(api, DEAD, INACTIVE) }),
      200,
      'changeList',
    );
    const path = `/v1/lists/${list_id}/changes`;
    const keys = async (query: string) => {
      const page = await expectAnswer(await api.request(`${path}?${query}`), 200, 'listChanges');
      return page.changes.map(({ key }) => key);
    };
    assert.deepEqual([await keys(''), await keys('key_column=phone')], [['1'], [INACTIVE, WA]]);
    // The run counts as its changes are shown: one number replaced the other of its key.
    const { changes, counts } = await expectAnswer(await api.request(path), 200, 'listChanges');
    const { came, replaced, went } = counts;
    assert.deepEqual([came, replaced, went, moved.last_run?.changes?.replaced], [0, 1, 0, 1]);
    assert.deepEqual({ ...counts, ...moved.last_run?.changes }, counts);
    assert.deepEqual(
      changes.map(({ change, phone: number, previous_phone }) => [change, number, previous_phone]),
      [['replaced', INACTIVE, WA]],
    );
    await expectError(await api.request(`${path}?key_column=id`), 'column_not_found');
    const file = await (await api.request(`${path}?format=csv`)).text();
    assert.match(file, /^key,phone,change,.*,previous_phone\n1,\+.*,replaced,.*,\+\d+\n$/);
    const phones = `${path}?format=csv&key_column=phone`;
    assert.match(await (await api.request(phones)).text(), /\n\+/);
    assert.match(await (await api.request(`${phones}&neutralize_formulas=true`)).text(), /\n'\+/);
    for (const wrong of ['', 7, 'x'.repeat(201)]) {
      await expectError(await patch({ key_column: wrong }), 'malformed_request');
    }
    await expectAnswer(await patch({ key_column: null }), 200, 'changeList');
    assert.deepEqual(await keys(''), [undefined, undefined]);
  });

  it('run one at a time, within their limit', async (server) => {
    const api = await openApi(server);
    const taskId = await done(api, WA, DEAD);
    const { list_id } = await created(api, { task_id: taskId, max_credits: 1 });
    await expectError(await api.post(`/v1/lists/${list_id}/runs`), 'max_credits_exceeded');
    const slow = await api.submitted({ content: csv(['phone'], [phone('slow')]) });
    const changed = await send(api, 'PATCH', `/${list_id}`, { max_credits: null, task_id: slow });
    assert.equal((await expectAnswer(changed, 200, 'changeList')).running?.task_id, slow);
    await expectError(await api.post(`/v1/lists/${list_id}/runs`), 'request_in_progress');
    await expectError(await send(api, 'PATCH', `/${list_id}`, { task_id: taskId }), 'request_in_progress');
    const before = await api.balance();
    await expectError(
      await api.runOf(list_id, { content: csv(['phone'], [INACTIVE]) }),
      'request_in_progress',
    );
    assert.deepEqual(await api.balance(), before);
    server.answerSlowChecks?.();
    await api.ended(slow);
  });

  it('are refused where their settings are wrong', async (server) => {
    const api = await openApi(server);
    const list = { name: 'customers', task_id: await done(api, WA) };
    for (const wrong of [
      { name: '' },
      { name: undefined },
      { task_id: undefined },
      { schedul: MONTHLY },
      { schedule: { ...MONTHLY, day: 29 } },
      { schedule: { ...MONTHLY, day: 'monday' } },
      { schedule: { ...MONTHLY, every: 'day' } },
      { schedule: { ...MONTHLY, every: 'week' } },
      { schedule: { ...MONTHLY, hour: 24 } },
      { schedule: { ...MONTHLY, time_zone: 'Mars' } },
      { schedule: { ...MONTHLY, minute: 5 } },
      { max_credits: -1 },
    ]) {
      await expectError(await send(api, 'POST', '', { ...list, ...wrong }), 'malformed_request');
    }
    await expectError(await send(api, 'POST', '', { ...list, fresh_within: '1y' }), 'invalid_fresh_within');
    await expectError(await send(api, 'POST', '', { ...list, task_id: 'none' }), 'task_not_found');
    assert.deepEqual(await expectAnswer(await api.request('/v1/lists'), 200, 'listLists'), { lists: [] });
  });

  it('of another account are unknown', async (server) => {
    const [owner, other] = [await openApi(server), await openApi(server)];
    const taskId = await done(owner, WA);
    const list = await created(owner, { task_id: taskId });
    await expectError(await send(other, 'POST', '', { name: 'mine', task_id: taskId }), 'task_not_found');
    for (const id of [list.list_id, 'none']) {
      await expectError(await other.request(`/v1/lists/${id}`), 'list_not_found');
      await expectError(await send(other, 'PATCH', `/${id}`, { name: 'mine' }), 'list_not_found');
      await expectError(await other.request(`/v1/lists/${id}`, { method: 'DELETE' }), 'list_not_found');
      await expectError(await other.request(`/v1/lists/${id}/runs`), 'list_not_found');
      await expectError(await other.post(`/v1/lists/${id}/runs`), 'list_not_found');
      await expectError(await other.request(`/v1/lists/${id}/changes`), 'list_not_found');
    }
    assert.deepEqual(await shown(owner, list.list_id), list);
  });
}
