import assert from 'node:assert/strict';
import { within } from '../../runner/expectations.js';
import type { DefineCase } from '../../runner/test-runner.js';
import { expectNothingLeft, openApi, type UploadFile } from '../server/api.js';
import { expectAnswer, expectError, expectJson, type ProvokedError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, endlessWorkbook, phone, phoneCsv, SHEET, xlsx } from '../server/sample-files.js';

const ROWS = [
  ['name', 'phone'],
  ['Ann', phone('wa_registered')],
  ['Bob', phone('dead')],
] as const;

export function submitCases(it: DefineCase<MountedServer>): void {
  it('answers with the task of a .csv or an .xlsx file, which says what was read', async (server) => {
    const api = await openApi(server);
    for (const [file, read] of [
      [{ content: csv(...ROWS), fileName: 'клиенты 2026.csv' }, [null, 'utf-8']],
      [{ content: await xlsx(...ROWS), fileName: 'Customers.XLSX' }, [SHEET, null]],
    ] as const) {
      const answer = await expectAnswer(await api.submit(file), 202, 'submit');
      assert.deepEqual([answer.total, answer.status], [2, 'queued']);
      const { status, sheet, encoding, file_name } = await api.ended(answer.task_id);
      assert.deepEqual([status, [sheet, encoding], file_name], ['done', read, file.fileName]);
    }
  });

  it('takes as many rows as are allowed, and not one more', async (server) => {
    const api = await openApi(server, { credits: server.maxRows + 1 });
    await expectError(await api.submit({ content: phoneCsv(server.maxRows + 1) }), 'too_many_rows');
    await expectNothingLeft(server, api, server.maxRows + 1);
    const reply = await api.submit({ content: phoneCsv(server.maxRows) });
    assert.equal((await expectJson<{ total: number }>(reply, 202)).total, server.maxRows);
  });
}

type MakeFile = (server: MountedServer) => UploadFile | Promise<UploadFile>;

const REFUSED: readonly (readonly [what: string, code: ProvokedError, file: MakeFile])[] = [
  ['of another type', 'unsupported_file_type', () => ({ content: 'phone', fileName: 'customers.pdf' })],
  ['whose name has no ending', 'unsupported_file_type', () => ({ content: 'phone', fileName: 'customers' })],
  ['that is empty', 'empty_file', () => ({ content: '' })],
  ['that is only a header', 'empty_file', () => ({ content: csv(['name', 'phone']) })],
  [
    'that is a workbook with only a header',
    'empty_file',
    async () => ({ content: await xlsx(['phone']), fileName: 'a.xlsx' }),
  ],
  ['that is no workbook', 'malformed_file', () => ({ content: phoneCsv(5), fileName: 'customers.xlsx' })],
  [
    'that is half a workbook',
    'malformed_file',
    async () => {
      const content = await xlsx(['phone'], [phone('dead')]);
      return { content: content.slice(0, content.length / 2), fileName: 'customers.xlsx' };
    },
  ],
  [
    'with too many bytes',
    'file_too_large',
    ({ maxFileBytes }) => ({ content: `${'x'.repeat(30_000)}\r\n`.repeat(Math.ceil(maxFileBytes / 30_000)) }),
  ],
  [
    'that is a workbook with too many bytes',
    'file_too_large',
    ({ maxFileBytes }) => ({ content: endlessWorkbook(maxFileBytes + 1), fileName: 'customers.xlsx' }),
  ],
];

export function refusedUploadCases(it: DefineCase<MountedServer>): void {
  it('is refused with the reason and leaves nothing', async (server) => {
    const api = await openApi(server);
    for (const [what, code, makeFile] of REFUSED) {
      await within(`a file ${what}`, expectError(await api.submit(await makeFile(server)), code));
      await within(`a file ${what}`, expectNothingLeft(server, api, 1_000));
    }
  });
}
