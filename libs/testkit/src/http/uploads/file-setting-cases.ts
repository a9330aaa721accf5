import assert from 'node:assert/strict';
import { within } from '../../runner/expectations.js';
import type { DefineCase } from '../../runner/test-runner.js';
import { writeWorkbook } from '../../workbooks/write-workbook.js';
import { type Api, expectNothingLeft, openApi, type UploadFile } from '../server/api.js';
import { expectAnswer, expectError, type ProvokedError } from '../server/expect-reply.js';
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

/** Forms and queries have to transmit each of its characters. */
const OTHER_SHEET = 'Kunden & "März" 😀';

/** Three bytes that are different letters in each code page of Russia. */
const RUSSIAN = bytes(Uint8Array.of(0xc8, 0xcc, 0xdf), `,phone\r\nx,${phone('dead')}\r\n`);

/** Headers that are the positions of other columns. */
const OF_DIGITS = csv(['1', '0', 'phone'], ['', 'Germany', '030 26481100'], ['', 'AT', '0664 1234567']);
const WITH_CONSENT = csv(['phone', 'consent_date'], [phone('dead'), '2024-05-01']);

const REFUSED: readonly (readonly [setting: string, value: string, code: ProvokedError])[] = [
  ['phone_column', 'fax', 'column_not_found'],
  ['default_country', 'Germany', 'invalid_country'],
  ['default_area_code', 'Berlin', 'invalid_area_code'],
  ['several_numbers', 'all', 'malformed_request'],
  ['encoding', 'klingon', 'unsupported_encoding'],
  ['header_row', '0', 'malformed_request'],
  ['header_row', '99', 'header_row_not_found'],
  ['sheet', 'People', 'sheet_not_found'],
  ['phone_column_index', '9', 'column_not_found'],
  ['phone_column_index', 'Telefon', 'malformed_request'],
  ['country_column_index', '9', 'column_not_found'],
  ['consent_date_column_index', '9', 'column_not_found'],
];

type Settings = Readonly<Record<string, string>>;

/** The fields of a task that say how its file was read. */
interface Reading {
  readonly total?: number;
  readonly phone_column?: string;
  readonly phone_column_index?: number;
  readonly sheet?: string;
  readonly encoding?: string;
  readonly charged?: number;
  /** The counts of dead, inactive and unknown rows. */
  readonly rows?: readonly [dead: number, inactive: number, unknown: number];
  /** The codes of the notes. */
  readonly notes?: readonly string[];
}

/** Files, their settings and the expected reading. The tests of the core have every rule of each setting. */
const READ: readonly (readonly [
  content: string | Uint8Array<ArrayBuffer>,
  settings: Settings,
  reading: Reading,
])[] = [
  [OF_DIGITS, { country_column: '1' }, { charged: 0 }],
  [OF_DIGITS, { country_column_index: '1' }, { notes: ['country_column'], charged: 2 }],
  [WITH_CONSENT, {}, { notes: ['consent_date_column'] }],
  [WITH_CONSENT, { consent_date_column_index: '1' }, { notes: ['consent_date_column'] }],
  [WITH_CONSENT, { consent_date_column: 'none' }, { notes: [] }],
  [LOCAL, { default_country: 'DE' }, { notes: ['numbers_without_area_code'], charged: 0 }],
  [LOCAL, { default_country: 'DE', default_area_code: '30' }, { rows: [2, 2, 0], charged: 4 }],
  [SEVERAL, {}, { rows: [1, 0, 1], notes: ['several_numbers'] }],
  [SEVERAL, { several_numbers: 'first' }, { rows: [2, 0, 0], notes: [] }],
  [TWO_HEADERS, { phone_column: 'WORK phone', header_row: '1' }, { phone_column: 'work phone', total: 3 }],
  [TWO_HEADERS, { header_row: '2' }, { phone_column: 'mobile', total: 2 }],
  [TWO_HEADERS, { phone_column_index: '2' }, { phone_column_index: 2, rows: [0, 2, 1] }],
  [RUSSIAN, { encoding: 'KOI8-R' }, { encoding: 'koi8-r', notes: [] }],
];

/** Submits a file twice with these settings: as fields of the form, and as parameters of the query. */
async function expectReading(api: Api, file: UploadFile, settings: Settings, reading: Reading) {
  const tasks = [{ fields: settings }, { query: `?${new URLSearchParams(settings)}` }].map(async (sent) =>
    api.ended(await api.submitted({ ...file, ...sent })),
  );
  for (const { summary, credits, notes, ...task } of await Promise.all(tasks)) {
    const read: Readonly<Record<string, unknown>> = {
      ...task,
      charged: credits.charged,
      rows: [summary.dead, summary.inactive, summary.unknown],
      notes: notes.map(({ code }) => code),
    };
    assert.deepEqual(Object.fromEntries(Object.keys(reading).map((name) => [name, read[name]])), reading);
  }
}

export function fileSettingCases(it: DefineCase<MountedServer>): void {
  it('say how the file is read, in the form and in the query', async (server) => {
    for (const [content, settings, reading] of READ) {
      const api = await openApi(server);
      await within(JSON.stringify(settings), expectReading(api, { content }, settings, reading));
    }
  });

  it('say which sheet of a workbook is read', async (server) => {
    const api = await openApi(server);
    const content = await writeWorkbook([
      { name: 'Leads', rows: [['phone'], [phone('dead')]] },
      { name: OTHER_SHEET, rows: [['phone'], [phone('inactive')], [phone('inactive', 1)]] },
      { name: 'Archive', hidden: true, rows: [['phone'], [phone('unknown')]] },
    ]);
    const file = { fileName: 'customers.xlsx', content };
    const looked = await expectAnswer(await api.preview(file), 200, 'preview');
    assert.deepEqual([looked.sheet, looked.sheets, looked.sheet_count], ['Leads', ['Leads', OTHER_SHEET], 2]);
    await expectReading(api, file, {}, { sheet: 'Leads', rows: [1, 0, 0] });
    for (const sheet of [OTHER_SHEET, OTHER_SHEET.toUpperCase()]) {
      await expectReading(api, file, { sheet }, { sheet: OTHER_SHEET, rows: [0, 2, 0] });
    }
    await expectError(await api.submit({ ...file, fields: { sheet: 'Archive' } }), 'sheet_not_found');
  });

  it('leave every cell in the result: rows above the header, and every letter', async (server) => {
    const api = await openApi(server);
    const above = await api.resultLines({ content: TWO_HEADERS, fields: { header_row: '2' } });
    assert.deepEqual([above.length, above[1]], [4, 'nom,mobile,bureau,verification_status']);
    const decoded = await api.resultLines({ content: RUSSIAN, fields: { encoding: 'koi8-r' } });
    assert.deepEqual(decoded, ['хлъ,phone,verification_status', `x,${phone('dead')},dead`]);
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

  it('are refused with the reason and leave nothing', async (server) => {
    const api = await openApi(server);
    for (const [setting, value, code] of REFUSED) {
      const settings = { default_country: 'DE', [setting]: value };
      for (const sent of [{ fields: settings }, { query: `?${new URLSearchParams(settings)}` }]) {
        const reply = await api.submit({ content: LOCAL, ...sent });
        await within(`${setting}=${value}`, expectError(reply, code));
      }
    }
    for (const name of ['phone_column', 'country_column', 'consent_date_column']) {
      const fields = { [name]: 'phone', [`${name}_index`]: '1' };
      await within(name, expectError(await api.submit({ content: LOCAL, fields }), 'malformed_request'));
    }
    await expectNothingLeft(server, api, 1_000);
  });
}

function bytes(...parts: readonly (Uint8Array | string)[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts.map((part) => Buffer.from(part))));
}
