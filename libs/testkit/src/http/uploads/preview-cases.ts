import assert from 'node:assert/strict';
import type { ReplyOf } from '@dialproof/http';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, expectNothingLeft, openApi, type UploadFile } from '../server/api.js';
import { expectAnswer, expectError } from '../server/expect-reply.js';
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

async function preview(api: Api, file: UploadFile): Promise<ReplyOf<'preview'>> {
  return expectAnswer(await api.preview(file), 200, 'preview');
}

/** The preview with remembered settings, after a check that a request which gives these settings is read in the same way. */
async function rememberedAndGiven(api: Api, content: string): Promise<ReplyOf<'preview'>> {
  const taken = await preview(api, { content, query: '?reading=remembered' });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(taken.remembered ?? {})) query.set(name, String(value));
  const given = await preview(api, { content, query: `?${query}` });
  assert.equal(given.remembered, null);
  // The note on remembered settings stands first.
  const told = { notes: taken.notes.slice(1), remembered: null, balance: given.balance };
  assert.deepEqual(given, { ...taken, ...told });
  return taken;
}

export function previewCases(it: DefineCase<MountedServer>): void {
  it('shows how a submit would read a file, and its cost', async (server) => {
    const api = await openApi(server, { credits: 4 });
    const { columns, first_rows, seen, without_number, ...answer } = await preview(api, { content: PEOPLE });
    assert.deepEqual(
      columns.map(({ name }) => name),
      ['name', 'Mobile'],
    );
    assert.deepEqual(columns[0]?.samples.slice(0, 2), ['Ann', 'Ben']);
    assert.deepEqual(first_rows.slice(0, 2), [
      { row: 2, cells: ['Ann', phone('dead')], phone: phone('dead'), reason: null },
      { row: 3, cells: ['Ben', phone('inactive')], phone: phone('inactive'), reason: null },
    ]);
    assert.deepEqual(first_rows.at(-1), { row: 6, cells: ['Eve', ''], phone: null, reason: 'empty' });
    assert.equal(seen.numbers, 3);
    assert.deepEqual(without_number, {
      rows: 2,
      empty: 1,
      examples: [{ row: 5, text: 'none', reason: 'no_digits' }],
    });
    assert.deepEqual(answer, {
      file_name: 'customers.csv',
      sheet: null,
      encoding: 'utf-8',
      phone_column: 'Mobile',
      phone_column_index: 1,
      remembered: null,
      sheets: [],
      sheet_count: 0,
      column_reason: 'header',
      country_column: null,
      country_column_index: null,
      column_count: 2,
      total: 5,
      numbers: 2,
      duplicates: 1,
      known: { rows: 0, numbers: 0 },
      suppressed: { rows: 0, numbers: 0 },
      credits: { held: 3, charged: 2 },
      balance: { available: 4, held: 0 },
      upload: null,
      notes: [],
      unread: { no_digits: 1, empty: 1 },
    });
  });

  it('takes the settings of a submit, stores and holds nothing, and asks for no credits', async (server) => {
    const api = await openApi(server, { credits: 0 });
    const file = { content: csv(['a', 'b'], ['+14155550102', '030 26481100']) };
    const fields = { phone_column: 'b', default_country: 'DE' };
    for (const sent of [{ fields }, { query: `?${new URLSearchParams(fields)}` }]) {
      const { column_reason, numbers, phone_column } = await preview(api, { ...file, ...sent });
      assert.deepEqual([column_reason, numbers, phone_column], ['named', 1, 'b']);
    }
    await preview(api, { ...file, fields: { keep_upload: 'true' } });
    await expectNothingLeft(server, api, 0);
  });

  it('states the remembered settings so that a request can give them, columns by their positions', async (server) => {
    const api = await openApi(server, { credits: 4 });
    const content = csv(
      ['2', '1', '0', '3'],
      ['AT', 'DE', '2024-05-01', '030 26481100'],
      ['AT', 'DE', '2024-05-01', '030 26481101'],
    );
    const common = { default_country: 'AT', header_row: 1, phone_column_index: 3 };
    for (const [country, consent, remembered] of [
      ['1', '0', { country_column_index: 1, consent_date_column_index: 2 }],
      ['none', 'none', { country_column: 'none', consent_date_column: 'none' }],
    ] as const) {
      const columns = { phone_column: '3', country_column: country, consent_date_column: consent };
      await api.submitted({ content, fields: { ...columns, default_country: 'AT' } });
      assert.deepEqual((await rememberedAndGiven(api, content)).remembered, { ...common, ...remembered });
    }
  });

  it('refuses what a submit refuses', async (server) => {
    const api = await openApi(server);
    const named = { fileName: 'people.pdf', content: PEOPLE };
    await expectError(await api.preview(named), 'unsupported_file_type');
    await expectError(await api.preview({ content: PEOPLE, query: '?phone_column=fax' }), 'column_not_found');
    await expectError(await api.preview({ content: PEOPLE, query: '?country=DE' }), 'malformed_request');
  });
}
