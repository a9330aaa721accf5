import assert from 'node:assert/strict';
import { type DefineCase, skipCase } from '../../runner/test-runner.js';
import { readWorkbook } from '../../workbooks/read-workbook.js';
import { type Api, openApi, type UploadFile } from '../server/api.js';
import { DETAILED_ANSWER } from '../server/endings-checker.js';
import { expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone, xlsx } from '../server/sample-files.js';

const [WA, DEAD, INACTIVE] = [phone('wa_registered'), phone('dead'), phone('inactive')] as const;
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const QUERIES = [
  '',
  '?format=xlsx',
  '?status=dead',
  '?status=dead,unknown',
  '?status=dead&format=xlsx',
  '?neutralize_formulas=true',
  '?columns=status,source',
  '?columns=source,status',
  '?columns=checked_at&format=xlsx',
];

/** The headers that HEAD and GET share. */
const OF_HEAD = ['etag', 'content-type', 'content-disposition', 'cache-control', 'accept-ranges'] as const;

async function doneTask(api: Api, file: UploadFile): Promise<string> {
  const taskId = await api.submitted(file);
  await api.ended(taskId);
  return taskId;
}

async function cellsOf(reply: Response): Promise<unknown[][]> {
  return readWorkbook(await reply.arrayBuffer());
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
      assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, XLSX_TYPE]);
      assert.equal(reply.headers.get('content-disposition'), 'attachment; filename="list-verified.xlsx"');
      assert.deepEqual(await cellsOf(reply), [
        [...header, 'verification_status'],
        [...(cells[0] ?? []), 'dead'],
        [...(cells[1] ?? []), 'wa_registered'],
      ]);
    }
  });

  it('has only the rows with a named status, in their order', async (server) => {
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

  it('has the source of the status of each row in the named columns', async (server) => {
    const api = await openApi(server);
    const started = Date.now();
    const content = csv(['phone'], [phone('detailed')], [DEAD], [phone('failing')], ['none']);
    const taskId = await doneTask(api, { content });
    const names = ['phone', 'status', 'source', 'reason', 'checked_at'];
    const header = names.map((name) => (name === 'phone' ? name : `verification_${name}`));
    const query = '?columns=status,source,reason,checked_at';
    const [first = [], ...rows] = await cellsOf(await api.download(taskId, `${query}&format=xlsx`));
    const { status, source, reason } = DETAILED_ANSWER;
    assert.deepEqual(first, header);
    assert.deepEqual(rows[0], [phone('detailed'), status, source, reason, '2026-01-02T03:04:05Z']);
    const checkedAt = String(rows[1]?.[4]);
    assert.match(checkedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.ok(
      Date.parse(checkedAt) >= started - 2_000 && Date.parse(checkedAt) <= Date.now() + 1_000,
      checkedAt,
    );
    const text = await (await api.download(taskId, query)).text();
    const quoted = '"=GONE ""1"", or so"';
    assert.deepEqual(text.split('\n'), [
      header.join(),
      `${phone('detailed')},dead,endings,${quoted},2026-01-02T03:04:05Z`,
      `${DEAD},dead,,,${checkedAt}`,
      `${phone('failing')},unknown,,,`,
      'none,unknown,,,',
      '',
    ]);
    const said = await (await api.download(taskId, '?columns=reassigned&status=dead')).text();
    assert.equal(said, `phone,verification_reassigned\n${phone('detailed')},\n${DEAD},\n`);
    const some = '?columns=reason,source&status=dead&neutralize_formulas=true';
    assert.equal(
      await (await api.download(taskId, some)).text(),
      `phone,verification_reason,verification_source\n'${phone('detailed')},"'=GONE ""1"", or so",endings\n'${DEAD},,\n`,
    );
  });

  it('has the status of each number in another task, if one is named', async (server) => {
    if (!server.hasArchive) skipCase('this server has no archive');
    const api = await openApi(server);
    const before = await doneTask(api, { content: csv(['phone'], [DEAD], [WA]) });
    const after = await doneTask(api, { content: csv(['phone'], [INACTIVE], [DEAD], ['none']) });
    const rows = [
      ['phone', 'verification_status', 'previous_status'],
      [INACTIVE, 'inactive', ''],
      [DEAD, 'dead', 'dead'],
      ['none', 'unknown', ''],
    ];
    const text = await (await api.download(after, `?previous=${before}`)).text();
    assert.equal(text, rows.map((row) => `${row.join()}\n`).join(''));
    const cells = await cellsOf(await api.download(after, `?format=xlsx&previous=${before}`));
    assert.deepEqual(
      cells.map((row) => row.slice(0, 2)),
      rows.map((row) => row.slice(0, 2)),
    );
    assert.deepEqual([cells[0]?.[2], cells[2]?.[2]], ['previous_status', 'dead']);
    await expectError(await api.download(after, `?previous=${after}`), 'same_task');
    await expectError(await api.download(after, '?previous=nobody'), 'task_not_found');
  });

  it('says in a named column whether numbers were given to somebody else since their dates of consent', async (server) => {
    const api = await openApi(server);
    const content = csv(['phone', 'consent_date'], [DEAD, '2024-05-01'], [WA, '2025-05-01'], ['none', 'x']);
    const taskId = await doneTask(api, { content });
    const text = await (await api.download(taskId, '?columns=reassigned')).text();
    assert.deepEqual(
      text.split('\n').map((line) => line.split(',').at(-1)),
      ['verification_reassigned', 'yes', 'no', '', ''],
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

  it('gives every form of a result a strong tag of its own, and HEAD its headers', async (server) => {
    const api = await openApi(server);
    const file = { content: csv(['phone'], [DEAD], [INACTIVE]) };
    const [taskId, other] = [await doneTask(api, file), await doneTask(api, file)];
    const tagOf = async (of: string, query = ''): Promise<string | null> =>
      (await api.download(of, query, { method: 'HEAD' })).headers.get('etag');
    const tags = [await tagOf(other)];
    for (const query of QUERIES) {
      const [get, head] = [
        await api.download(taskId, query),
        await api.download(taskId, query, { method: 'HEAD' }),
      ];
      await get.arrayBuffer();
      for (const name of OF_HEAD) assert.equal(head.headers.get(name), get.headers.get(name), name);
      tags.push(get.headers.get('etag'));
    }
    for (const tag of tags) assert.match(tag ?? '', /^"[\x21\x23-\x7e]+"$/);
    assert.equal(new Set(tags).size, tags.length);
    assert.equal(await tagOf(taskId, '?status=unknown,dead'), await tagOf(taskId, QUERIES[3]));
    assert.equal(await tagOf(taskId, '?columns=status'), await tagOf(taskId));
  });
}
