import assert from 'node:assert/strict';
import type { ReplyOf } from '@dialproof/http';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, openApi, type UploadFile } from '../server/api.js';
import { expectAnswer, expectError, expectJson } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

const PEOPLE = csv(['work', 'home'], [phone('dead'), phone('inactive')], ['none', phone('inactive', 1)]);

async function preview(api: Api, file: UploadFile): Promise<ReplyOf<'preview'>> {
  return expectAnswer(await api.preview(file), 200, 'preview');
}

/** A form that names the kept upload of this file. */
async function keep(api: Api, content: string): Promise<{ readonly fields: { readonly upload_id: string } }> {
  const { upload } = await preview(api, { content, fields: { keep_upload: 'true' } });
  assert.ok(upload !== null, 'the upload was not kept');
  assert.ok(Date.parse(upload.expires_at) > Date.now());
  return { fields: { upload_id: upload.upload_id } };
}

export function keptUploadCases(it: DefineCase<MountedServer>): void {
  it('is read anew by previews and a submit, each with its own settings', async (server) => {
    const api = await openApi(server);
    assert.equal((await preview(api, { content: PEOPLE, fields: { keep_upload: 'false' } })).upload, null);
    const { fields } = await keep(api, PEOPLE);
    for (const [column, numbers] of [
      ['work', 1],
      ['home', 2],
    ] as const) {
      const again = await preview(api, { fields: { ...fields, phone_column: column } });
      assert.deepEqual(
        [again.file_name, again.phone_column, again.numbers, again.upload?.upload_id],
        ['customers.csv', column, numbers, fields.upload_id],
      );
    }
    assert.deepEqual(await api.resultLines({ fields: { ...fields, phone_column: 'home' } }), [
      'work,home,verification_status',
      `${phone('dead')},${phone('inactive')},inactive`,
      `none,${phone('inactive', 1)},inactive`,
    ]);
  });

  it('is not there for another account', async (server) => {
    const { fields } = await keep(await openApi(server), PEOPLE);
    const other = await openApi(server);
    await expectError(await other.preview({ fields }), 'upload_not_found');
    await expectError(await other.submit({ fields }), 'upload_not_found');
  });

  it('is the same request as its file to an Idempotency-Key', async (server) => {
    const api = await openApi(server);
    const named = await keep(api, PEOPLE);
    const key = 'kept-upload';
    const submitted = async (file: UploadFile) =>
      (await expectJson<{ task_id: string }>(await api.submit({ ...file, key }), 202)).task_id;
    const first = await submitted(named);
    assert.equal(await submitted(named), first);
    assert.equal(await submitted({ content: PEOPLE }), first);
    // A refusal with `upload_not_found` does not use up the key.
    await expectError(
      await api.submit({ fields: { upload_id: 'gone' }, key: 'another-key' }),
      'upload_not_found',
    );
    assert.equal((await api.submit({ content: PEOPLE, key: 'another-key' })).status, 202);
  });
}
