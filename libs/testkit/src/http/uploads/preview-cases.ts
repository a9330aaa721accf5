import assert from 'node:assert/strict';
import type { ReplyOf } from '@dialproof/http';
import type { DefineCase } from '../../runner/test-runner.js';
import { writeWorkbook } from '../../workbooks/write-workbook.js';
import { type Api, openApi, type UploadFile } from '../server/api.js';
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

  it('stores and holds nothing, and asks for no credits', async (server) => {
    const api = await openApi(server, { credits: 0 });
    await preview(api, { content: PEOPLE, fields: { keep_upload: 'true' } });
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

  it('states the remembered settings so that a request can give them', async (server) => {
    const api = await openApi(server, { credits: 4 });
    const content = csv(['a', 'b'], ['+14155550102', '030 26481100']);
    await api.submitted({ content, fields: { phone_column: 'b', default_country: 'DE' } });
    const remembered = { default_country: 'DE', phone_column_index: 1, header_row: 1 };
    assert.deepEqual((await rememberedAndGiven(api, content)).remembered, remembered);
  });

  it('states the positions of remembered columns so that headers of digits are not meant', async (server) => {
    const api = await openApi(server, { credits: 4 });
    const content = csv(
      ['2', '1', '0', '3'],
      ['AT', 'DE', '2024-05-01', '030 26481100'],
      ['AT', 'DE', '2024-05-01', '030 26481101'],
    );
    const fields = { phone_column: '3', country_column: '1', consent_date_column: '0' };
    await api.submitted({ content, fields });
    const { country_column, remembered } = await rememberedAndGiven(api, content);
    assert.equal(country_column, '1');
    assert.deepEqual(remembered, {
      phone_column_index: 3,
      country_column_index: 1,
      consent_date_column_index: 2,
      header_row: 1,
    });
    await api.submitted({
      content,
      fields: { ...fields, country_column: 'none', consent_date_column: 'none' },
    });
    assert.deepEqual((await rememberedAndGiven(api, content)).remembered, {
      phone_column_index: 3,
      country_column: 'none',
      consent_date_column: 'none',
      header_row: 1,
    });
  });

  it('lists the visible sheets of a workbook, and reads the named one', async (server) => {
    const api = await openApi(server);
    const content = await writeWorkbook([
      { name: 'Archive', hidden: true, rows: [['phone'], [phone('dead')]] },
      { name: 'Leads', rows: [['phone'], [phone('dead')]] },
      { name: 'März & "VIP"', rows: [['phone'], [phone('dead')], [phone('dead', 1)]] },
    ]);
    const looked = async (query: string) => {
      const { numbers, sheet, sheet_count, sheets } = await preview(api, {
        fileName: 'customers.xlsx',
        content,
        query,
      });
      assert.deepEqual([sheets, sheet_count], [['Leads', 'März & "VIP"'], 2]);
      return [sheet, numbers];
    };
    assert.deepEqual(await looked(''), ['Leads', 1]);
    const other = new URLSearchParams({ sheet: 'März & "VIP"' });
    assert.deepEqual(await looked(`?${other}`), ['März & "VIP"', 2]);
  });

  it('refuses what a submit refuses', async (server) => {
    const api = await openApi(server);
    const named = { fileName: 'people.pdf', content: PEOPLE };
    await expectError(await api.preview(named), 'unsupported_file_type');
    await expectError(await api.preview({ content: 'phone\r\n' }), 'empty_file');
    await expectError(await api.preview({ content: PEOPLE, query: '?phone_column=fax' }), 'column_not_found');
    await expectError(await api.preview({ content: PEOPLE, query: '?sheet=People' }), 'sheet_not_found');
    await expectError(await api.preview({ content: PEOPLE, query: '?country=DE' }), 'malformed_request');
  });
}
