import assert from 'node:assert/strict';
import { eventually, within } from '../../runner/expectations.js';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, expectNothingLeft, openApi } from '../server/api.js';
import { expectAnswer, expectError, type ProvokedError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { beginUpload } from '../server/raw-connection.js';
import { csv, FORM_TYPE, form, part, phone, phoneCsv, wideCsv } from '../server/sample-files.js';

const FILE = part('file', csv(['phone'], [phone('dead')]), 'customers.csv');
const LARGE_FILE = part('file', phoneCsv(150), 'customers.csv');

const REFUSED: readonly (readonly [what: string, body: string, code: ProvokedError])[] = [
  ['without any part', form(), 'file_required'],
  ['without a file', form(part('note', 'x')), 'file_required'],
  ['with the file under another name', form(part('upload', 'phone', 'a.csv')), 'file_required'],
  ['with text where the file should be', form(part('file', 'phone')), 'file_required'],
  ['whose file was not chosen', form(part('file', '', '')), 'file_required'],
  ['with the file twice', form(LARGE_FILE, FILE), 'malformed_request'],
  ['with a second file of another name', form(LARGE_FILE, part('b', 'x', 'b.csv')), 'malformed_request'],
  ['with a setting after the file', form(LARGE_FILE, part('phone_column', 'phone')), 'malformed_request'],
  ['that does not end', LARGE_FILE, 'malformed_request'],
  ['with another boundary than announced', form(FILE).replaceAll('b0undary', 'other'), 'malformed_request'],
  ['of many parts', form(...Array(100).fill(part('a', 'b')), FILE), 'malformed_request'],
  ['with large fields', form(part('a', 'x'.repeat(500_000)), FILE), 'malformed_request'],
  ['that is empty', '', 'malformed_request'],
];

function post(api: Api, body: string, type = FORM_TYPE): Promise<Response> {
  return api.request('/v1/verify/batch', { method: 'POST', headers: { 'content-type': type }, body });
}

export function uploadFormCases(it: DefineCase<MountedServer>): void {
  it('that is not what it should be is refused and leaves nothing', async (server) => {
    const api = await openApi(server);
    for (const [what, body, code] of REFUSED) {
      await within(`a form ${what}`, expectError(await post(api, body), code));
      await within(`a form ${what}`, expectNothingLeft(server, api, 1_000));
    }
  });

  it('may have other fields before and after the file', async (server) => {
    const api = await openApi(server);
    const reply = await post(api, `preamble\r\n${form(part('csrf', 'x'), FILE, part('send', 'Send'))}`);
    assert.equal(reply.status, 202);
  });

  it('may name a kept upload in place of a file', async (server) => {
    const api = await openApi(server);
    const kept = await api.preview({ content: csv(['phone'], [phone('dead')]), query: '?keep_upload=true' });
    const { upload } = await expectAnswer(kept, 200, 'preview');
    assert.equal((await post(api, form(part('upload_id', upload?.upload_id ?? '')))).status, 202);
    assert.equal((await api.post(`/v1/verify/batch?upload_id=${upload?.upload_id}`)).status, 202);
    await expectError(await post(api, form(part('upload_id', 'other'))), 'upload_not_found');
    const both = form(part('upload_id', upload?.upload_id ?? ''), FILE);
    await expectError(await post(api, both), 'malformed_request');
  });

  it('is judged whole: a file that has come is no task before the end of the form has', async (server) => {
    const api = await openApi(server);
    const file = part('file', wideCsv(), 'customers.csv');
    const rest = form(part('file', 'phone', 'second.csv'));
    const length = `${file.length + rest.length}`;
    const connection = await beginUpload(server, api.token, { 'content-length': length });
    // With the beginning of the next part, so that the first file's end is known.
    await connection.send(file + rest.slice(0, 40));
    await eventually(async () => ((await server.leftovers()).length > 0 ? true : undefined));
    for (let looks = 0; looks < 10; looks += 1) assert.equal((await api.balance()).held, 0);
    await connection.send(rest.slice(40));
    assert.match(await connection.until(/"detail"/), /^HTTP\/1\.1 400 [\s\S]*"malformed_request"/);
    connection.socket.destroy();
    await expectNothingLeft(server, api, 1_000);
  });

  it('may come to an operation that takes JSON too', async (server) => {
    const api = await openApi(server, { credits: 200 });
    const made = await api.listOf({ content: wideCsv(), fields: { name: 'customers' } });
    if (server.hasLists) {
      const { task_id } = await expectAnswer(made, 201, 'createList');
      assert.equal((await api.ended(task_id)).total, 180);
    } else {
      await expectError(made, 'not_supported');
      await expectNothingLeft(server, api, 200);
    }
  });

  it('without a boundary is refused', async (server) => {
    const api = await openApi(server);
    await expectError(await post(api, form(FILE), 'multipart/form-data'), 'malformed_request');
    await expectNothingLeft(server, api, 1_000);
  });

  it('of another type is refused', async (server) => {
    const api = await openApi(server);
    for (const type of ['text/csv', 'application/json', 'multipart/mixed; boundary=b']) {
      await expectError(await post(api, 'phone', type), 'unsupported_media_type');
    }
  });

  it('that is missing altogether is a missing file', async (server) => {
    const api = await openApi(server);
    await expectError(await api.request('/v1/verify/batch', { method: 'POST' }), 'file_required');
  });
}
