import assert from 'node:assert/strict';
import type { WireTask } from '@dialproof/http/adapter';
import type { DefineCase } from '../../runner/test-runner.js';
import { writeWorkbook } from '../../workbooks/write-workbook.js';
import { type Api, openApi } from '../server/api.js';
import { expectNothingLeft } from '../server/expect-nothing-left.js';
import { expectError, type ProvokedError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

/** Local numbers of a German city, whose area code is nowhere in the file. */
const LOCAL = csv(
  ['school', 'Telefon'],
  ['Ahorn', '25550102'],
  ['Birke', '35550102'],
  ['Eiche', '45550103'],
  ['Linde', '75550103'],
);

const SEVERAL = csv(
  ['name', 'phone'],
  ['Ann', `${phone('dead')} / ${phone('inactive')}`],
  ['Bob', phone('dead', 1)],
);

const TWO_HEADERS = csv(
  ['name', 'phone', 'work phone'],
  ['nom', 'mobile', 'bureau'],
  ['Ann', phone('dead'), phone('inactive')],
  ['Bob', phone('dead', 1), phone('inactive', 1)],
);

/** Forms and queries have to bring every letter of it. */
const OTHER_SHEET = 'Kunden & "März" 😀';

/** Three bytes that are letters in every code page of Russia, and others in each. */
const RUSSIAN = bytes(Uint8Array.of(0xc8, 0xcc, 0xdf), `,phone\r\nx,${phone('dead')}\r\n`);
const IN_ENCODINGS = { 'windows-1251': 'ИМЯ', 'koi8-r': 'хлъ' } as const;

const REFUSED: readonly (readonly [setting: string, value: string, code: ProvokedError])[] = [
  ['country_column', 'Nation', 'column_not_found'],
  ['default_area_code', 'Berlin', 'invalid_area_code'],
  ['several_numbers', 'all', 'malformed_request'],
  ['encoding', 'klingon', 'unsupported_encoding'],
  ['header_row', '0', 'malformed_request'],
  ['header_row', 'first', 'malformed_request'],
  ['header_row', '99', 'header_row_not_found'],
  ['sheet', 'People', 'sheet_not_found'],
  ['phone_column_index', '9', 'column_not_found'],
  ['phone_column_index', 'Telefon', 'malformed_request'],
];

/** Takes a file through with these settings, as fields of its form and again as parameters of its query. */
async function withSettings(
  api: Api,
  content: string | Uint8Array<ArrayBuffer>,
  settings: Readonly<Record<string, string>>,
): Promise<readonly WireTask[]> {
  const query = `?${new URLSearchParams(settings)}`;
  const taskIds = [
    await api.submitted({ content, fields: settings }),
    await api.submitted({ content, query }),
  ];
  return Promise.all(taskIds.map((taskId) => api.ended(taskId)));
}

/** A national number of Germany, and one of Austria. */
const OF_COUNTRIES = csv(['where', 'phone'], ['Germany', '030 26481100'], ['AT', '0664 1234567']);

export function fileSettingCases(it: DefineCase<MountedServer>): void {
  it('say which column has the country of each row', async (server) => {
    const api = await openApi(server);
    const charged = async (settings: Readonly<Record<string, string>>) =>
      (await withSettings(api, OF_COUNTRIES, settings)).map(({ credits, notes }) => [
        credits.charged,
        codesOf(notes),
      ]);
    const read = [2, ['country_column']];
    assert.deepEqual(await charged({ country_column: 'where' }), [read, read]);
    const unread = [0, ['country_needed']];
    assert.deepEqual(await charged({ country_column: 'none' }), [unread, unread]);
  });

  it('say of which area numbers are that have no area code', async (server) => {
    const api = await openApi(server);
    for (const { summary, credits, notes } of await withSettings(api, LOCAL, { default_country: 'DE' })) {
      assert.deepEqual([summary.unknown, credits.charged], [4, 0]);
      assert.deepEqual(codesOf(notes), ['numbers_without_area_code']);
    }
    const settings = { default_country: 'DE', default_area_code: '30' };
    for (const { summary, credits } of await withSettings(api, LOCAL, settings)) {
      assert.deepEqual([summary.dead, summary.inactive, credits.charged], [2, 2, 4]);
    }
  });

  it('say that the first of several numbers is meant', async (server) => {
    const api = await openApi(server);
    const counts = async (settings: Readonly<Record<string, string>>) =>
      (await withSettings(api, SEVERAL, settings)).map(({ summary }) => [summary.dead, summary.unknown]);
    assert.deepEqual(await counts({ several_numbers: 'first' }), [
      [2, 0],
      [2, 0],
    ]);
    assert.deepEqual(await counts({ several_numbers: 'unknown' }), [
      [1, 1],
      [1, 1],
    ]);
    assert.deepEqual(await counts({}), [
      [1, 1],
      [1, 1],
    ]);
    const notes = async (settings: Readonly<Record<string, string>>) =>
      (await withSettings(api, SEVERAL, settings)).map((task) => codesOf(task.notes));
    assert.deepEqual(await notes({}), [['several_numbers'], ['several_numbers']]);
    assert.deepEqual(await notes({ several_numbers: 'first' }), [[], []]);
  });

  it('say which row is the header', async (server) => {
    const api = await openApi(server);
    for (const { phone_column, total } of await withSettings(api, TWO_HEADERS, { header_row: '2' })) {
      assert.deepEqual([phone_column, total], ['mobile', 2]);
    }
    for (const { phone_column, total } of await withSettings(api, TWO_HEADERS, {})) {
      assert.deepEqual([phone_column, total], ['phone', 3]);
    }
    const lines = await api.resultLines({ content: TWO_HEADERS, fields: { header_row: '2' } });
    assert.equal(lines.length, 4, 'a row above the header is missing, or one is there twice');
    assert.match(lines[0] ?? '', /^name,phone,work phone/);
    assert.equal(lines[1], 'nom,mobile,bureau,verification_status');
    assert.equal(lines[3], `Bob,${phone('dead', 1)},${phone('inactive', 1)},dead`);
  });

  it('say at which position the column of phones is, and the task says so too', async (server) => {
    const api = await openApi(server);
    const content = csv(['phone', 'phone'], [phone('dead'), phone('inactive')]);
    for (const index of [0, 1]) {
      for (const task of await withSettings(api, content, { phone_column_index: `${index}` })) {
        assert.deepEqual([task.phone_column, task.phone_column_index], ['phone', index]);
        assert.deepEqual([task.summary.dead, task.summary.inactive], index === 0 ? [1, 0] : [0, 1]);
      }
    }
    const twice = { phone_column: 'phone', phone_column_index: '1' };
    await expectError(await api.submit({ content, fields: twice }), 'malformed_request');
  });

  it('say which sheet of a workbook is read', async (server) => {
    const api = await openApi(server);
    const content = await writeWorkbook([
      { name: 'Leads', rows: [['phone'], [phone('dead')]] },
      { name: OTHER_SHEET, rows: [['phone'], [phone('inactive')], [phone('inactive', 1)]] },
      { name: 'Archive', hidden: true, rows: [['phone'], [phone('unknown')]] },
    ]);
    const sheetWith = async (settings: Readonly<Record<string, string>>) => {
      const file = { fileName: 'customers.xlsx', content };
      const tasks = [
        await api.submitted({ ...file, fields: settings }),
        await api.submitted({ ...file, query: `?${new URLSearchParams(settings)}` }),
      ];
      return Promise.all(
        tasks.map(async (taskId) => {
          const { sheet, summary } = await api.ended(taskId);
          return [sheet, summary.dead, summary.inactive];
        }),
      );
    };
    const other = [OTHER_SHEET, 0, 2];
    assert.deepEqual(await sheetWith({}), [
      ['Leads', 1, 0],
      ['Leads', 1, 0],
    ]);
    assert.deepEqual(await sheetWith({ sheet: OTHER_SHEET }), [other, other]);
    assert.deepEqual(await sheetWith({ sheet: OTHER_SHEET.toUpperCase() }), [other, other]);
    const hidden = { fileName: 'customers.xlsx', content, fields: { sheet: 'Archive' } };
    await expectError(await api.submit(hidden), 'sheet_not_found');
  });

  it('say in which encoding a file is', async (server) => {
    const api = await openApi(server);
    for (const [encoding, name] of Object.entries(IN_ENCODINGS)) {
      for (const task of await withSettings(api, RUSSIAN, { encoding })) {
        assert.deepEqual([task.encoding, task.notes], [encoding, []]);
      }
      const lines = await api.resultLines({ content: RUSSIAN, fields: { encoding: encoding.toUpperCase() } });
      assert.deepEqual(lines, [`${name},phone,verification_status`, `x,${phone('dead')},dead`]);
    }
  });

  it('count more in the form than in the query, and not at all when they are empty', async (server) => {
    const api = await openApi(server);
    const columnWith = async (field: string, parameter: string) => {
      const file = { fields: { header_row: field }, query: `?header_row=${parameter}` };
      return (await api.poll(await api.submitted({ content: TWO_HEADERS, ...file }))).phone_column;
    };
    assert.deepEqual([await columnWith('2', '1'), await columnWith('', '2')], ['mobile', 'mobile']);
    assert.equal(await columnWith('', ''), 'phone');
  });

  for (const [setting, value, code] of REFUSED) {
    it(`are refused with ${code} and leave nothing: ${setting}=${value}`, async (server) => {
      const api = await openApi(server);
      const settings = { default_country: 'DE', [setting]: value };
      await expectError(await api.submit({ content: LOCAL, fields: settings }), code);
      await expectError(
        await api.submit({ content: LOCAL, query: `?${new URLSearchParams(settings)}` }),
        code,
      );
      await expectNothingLeft(server, api, 1_000);
    });
  }

  it('are named by the notes of a task that may want them', async (server) => {
    const api = await openApi(server);
    const content = csv(['name', 'phone'], ['Ann', '0171 5550100'], ['Bob', '0171 5550102']);
    const [unread, read] = [
      await api.ended(await api.submitted({ content })),
      await api.ended(await api.submitted({ content, fields: { default_country: 'DE' } })),
    ];
    assert.deepEqual(codesOf(unread.notes), ['country_needed']);
    assert.match(unread.notes[0]?.hint ?? '', /default_country/);
    assert.equal(unread.notes[0]?.rows, 2);
    assert.deepEqual(read.notes, []);
  });
}

function codesOf(notes: WireTask['notes']): readonly string[] {
  return notes.map(({ code }) => code);
}

function bytes(...parts: readonly (Uint8Array | string)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
}
