import assert from 'node:assert/strict';
import { previewShape, type WirePreview } from '@dialproof/http/wire';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, openApi, type UploadFile } from '../server/api.js';
import { expectError, expectShape } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

const PEOPLE = csv(
  ['name', 'Mobile'],
  ['Ann', phone('dead')],
  ['Ben', phone('inactive')],
  ['Cyd', phone('dead')],
  ['Dan', 'none'],
  ['Eve', ''],
);

async function preview(api: Api, file: UploadFile): Promise<WirePreview> {
  return expectShape(await api.preview(file), 200, previewShape);
}

export function previewCases(it: DefineCase<MountedServer>): void {
  it('says what a submit would make of a file, and cost', async (server) => {
    const api = await openApi(server, { credits: 4 });
    const { columns, seen, without_number, ...answer } = await preview(api, { content: PEOPLE });
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['name', 'Mobile'],
    );
    assert.deepEqual(columns[0]?.samples.slice(0, 2), ['Ann', 'Ben']);
    assert.equal(seen.numbers, 3);
    assert.deepEqual(without_number, { rows: 2, empty: 1, examples: [{ row: 5, text: 'none' }] });
    assert.deepEqual(answer, {
      file_name: 'customers.csv',
      sheet: null,
      encoding: 'utf-8',
      phone_column: 'Mobile',
      column_reason: 'header',
      column_count: 2,
      total: 5,
      numbers: 2,
      duplicates: 1,
      credits: { held: 3, charged: 2 },
      balance: { available: 4, held: 0 },
      notes: [],
    });
  });

  it('stores and holds nothing, and asks for no credits', async (server) => {
    const api = await openApi(server, { credits: 0 });
    await preview(api, { content: PEOPLE });
    assert.deepEqual({ ...(await api.balance()) }, { available: 0, held: 0 });
    assert.deepEqual(await server.leftovers(), []);
  });

  it('takes the settings of a submit', async (server) => {
    const api = await openApi(server);
    const file = { content: csv(['a', 'b'], ['+14155550102', '030 26481100']) };
    const fields = { phone_column: 'b', default_country: 'DE' };
    const { column_reason, numbers, phone_column } = await preview(api, { ...file, fields });
    assert.deepEqual([column_reason, numbers, phone_column], ['named', 1, 'b']);
    const query = '?phone_column=b&default_country=DE';
    assert.equal((await preview(api, { ...file, query })).numbers, 1);
  });

  it('refuses what a submit refuses', async (server) => {
    const api = await openApi(server);
    const named = { fileName: 'people.pdf', content: PEOPLE };
    await expectError(await api.preview(named), 'unsupported_file_type');
    await expectError(await api.preview({ content: 'phone\r\n' }), 'empty_file');
    await expectError(await api.preview({ content: PEOPLE, query: '?phone_column=fax' }), 'column_not_found');
    await expectError(await api.preview({ content: PEOPLE, query: '?country=DE' }), 'malformed_request');
  });
}
