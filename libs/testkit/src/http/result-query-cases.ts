import assert from 'node:assert/strict';
import ExcelJS from 'exceljs';
import type { DefineCase } from '../runner/test-runner.js';
import { type Api, openApi, type UploadFile } from './api.js';
import { expectError } from './expect-reply.js';
import type { MountedServer } from './mounted-server.js';
import { csv, phone, xlsx } from './sample-files.js';

const [WA, DEAD, INACTIVE] = [phone('wa_registered'), phone('dead'), phone('inactive')] as const;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

async function doneTask(api: Api, file: UploadFile): Promise<string> {
  const taskId = await api.submitted(file);
  await api.ended(taskId);
  return taskId;
}

/** The cells of a workbook's first sheet, as they are. */
async function cellsOf(reply: Response): Promise<unknown[][]> {
  const workbook = new ExcelJS.Workbook();
  const body = await reply.arrayBuffer();
  await workbook.xlsx.load(body).catch((error) => assert.fail(`the reply is no workbook: ${error}`));
  const rows: unknown[][] = [];
  workbook.worksheets[0]?.eachRow((row) => {
    rows.push(Array.from({ length: row.cellCount }, (_, column) => row.getCell(column + 1).value));
  });
  return rows;
}

export function resultQueryCases(it: DefineCase<MountedServer>): void {
  it('gives a workbook, whatever was uploaded, in which every cell is text', async (server) => {
    const api = await openApi(server);
    const cells = [
      [DEAD, '00123', '=1+1', 'Köln <&> "x"'],
      [WA, '2026-01-02', '1e5', ' two  lines\nof it '],
    ];
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const content = ['phone,a,b,c', ...cells.map((row) => row.map(quoted).join())].join('\r\n');
    const header = ['phone', 'a', 'b', 'c'];
    for (const file of [
      { content, fileName: 'list.csv' },
      { content: await xlsx(header, ...cells), fileName: 'list.xlsx' },
    ]) {
      const reply = await api.download(await doneTask(api, file), '?format=xlsx');
      assert.equal(reply.status, 200);
      assert.equal(reply.headers.get('content-type'), XLSX_TYPE);
      assert.equal(reply.headers.get('content-disposition'), 'attachment; filename="list-verified.xlsx"');
      assert.deepEqual(await cellsOf(reply), [
        [...header, 'verification_status'],
        [...(cells[0] ?? []), 'dead'],
        [...(cells[1] ?? []), 'wa_registered'],
      ]);
    }
  });

  it('gives only the rows with a status that is named, in their order', async (server) => {
    const api = await openApi(server);
    const rows = [
      [DEAD, '1'],
      [WA, '2'],
      [INACTIVE, '3'],
      ['none', '4'],
      [DEAD, '5'],
    ] as const;
    const taskId = await doneTask(api, { content: csv(['phone', 'n'], ...rows) });
    for (const [query, wanted] of [
      ['?status=dead', ['1', '5']],
      ['?status=inactive,dead', ['1', '3', '5']],
      ['?status=unknown%2Cwa_registered', ['2', '4']],
      ['?status=telegram_registered', []],
      ['?format=csv', ['1', '2', '3', '4', '5']],
    ] as const) {
      const text = await (await api.download(taskId, query)).text();
      const [header, ...lines] = text.trimEnd().split('\n');
      assert.equal(header, 'phone,n,verification_status');
      assert.deepEqual(
        lines.map((line) => line.split(',')[1]),
        wanted,
        query,
      );
    }
    const cells = await cellsOf(await api.download(taskId, '?format=xlsx&status=inactive,dead'));
    assert.deepEqual(
      cells.map((row) => row[1]),
      ['n', '1', '3', '5'],
    );
  });

  it('gives cells like formulas an apostrophe in CSV, and a workbook without', async (server) => {
    const api = await openApi(server);
    const taskId = await doneTask(api, { content: csv(['phone', 'note'], [DEAD, '=1+1'], [WA, '1-1']) });
    const text = await (await api.download(taskId, '?neutralize_formulas=true')).text();
    assert.equal(text, `phone,note,verification_status\n'${DEAD},'=1+1,dead\n'${WA},1-1,wa_registered\n`);
    const cells = await cellsOf(await api.download(taskId, '?format=xlsx&neutralize_formulas=true'));
    assert.deepEqual(cells[1], [DEAD, '=1+1', 'dead']);
    const plain = await (await api.download(taskId, '?neutralize_formulas=false')).text();
    assert.equal(plain, text.replaceAll("'", ''));
  });

  it('is refused where it names what there is not, or nothing, or two things', async (server) => {
    const api = await openApi(server);
    const taskId = await doneTask(api, { content: csv(['phone'], [DEAD]) });
    for (const query of [
      ...['?format=pdf', '?format=', '?format=XLSX', '?format=csv&format=xlsx'],
      ...['?neutralize_formulas=1', '?neutralize_formulas='],
      ...['?status=alive', '?status=dead,alive', '?status=', '?status=dead,', '?status=dead&status=inactive'],
    ]) {
      await expectError(await api.download(taskId, query), 'malformed_request');
    }
  });

  it('is the only thing that tells the format', async (server) => {
    const api = await openApi(server);
    const taskId = await doneTask(api, { content: await xlsx(['phone'], [DEAD]), fileName: 'list.xlsx' });
    for (const accept of [XLSX_TYPE, 'application/json', 'image/png']) {
      const reply = await api.download(taskId, '?other=1', { headers: { accept } });
      assert.equal(reply.headers.get('content-type'), 'text/csv; charset=utf-8');
      assert.equal(await reply.text(), `phone,verification_status\n${DEAD},dead\n`);
    }
  });
}
