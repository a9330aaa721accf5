import assert from 'node:assert/strict';
import { type DefineCase, skipCase } from '../../runner/test-runner.js';
import { readWorkbook } from '../../workbooks/read-workbook.js';
import { openApi, type UploadFile } from '../server/api.js';
import { DETAILED_ANSWER } from '../server/endings-checker.js';
import { expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone, xlsx } from '../server/sample-files.js';

const [WA, DEAD, INACTIVE] = [phone('wa_registered'), phone('dead'), phone('inactive')] as const;
const FAILING = phone('failing');
const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Files and the lines of their results. The tests of the core have every way to write a file. */
const SAMPLES: readonly (readonly [
  file: () => UploadFile | Promise<UploadFile>,
  lines: readonly string[],
])[] = [
  [
    () => ({
      content: [
        'phone,verification_status,note',
        `${WA},old,"a, ""b"""`,
        `00${WA.slice(1)},,=1+1`,
        `1.41556E+10,, @x `,
        `${FAILING},,\r\n`,
      ].join('\r\n'),
    }),
    [
      'phone,verification_status,note,verification_status',
      `${WA},old,"a, ""b""",wa_registered`,
      `00${WA.slice(1)},,=1+1,wa_registered`,
      '1.41556E+10,, @x ,unknown',
      `${FAILING},,,unknown`,
    ],
  ],
  [
    () => ({ content: new Uint8Array(Buffer.from(`\ufeff${WA};Köln\n`, 'utf16le')) }),
    ['phone,column_2,verification_status', `${WA},Köln,wa_registered`],
  ],
  [
    async () => ({
      content: await xlsx(['name', 'mobile'], ['Bob', Number(DEAD.slice(1))], ['Cid', null]),
      fileName: 'customers.xlsx',
    }),
    ['name,mobile,verification_status', `Bob,${DEAD.slice(1)},dead`, 'Cid,,unknown'],
  ],
];

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

async function cellsOf(reply: Response): Promise<unknown[][]> {
  return readWorkbook(await reply.arrayBuffer());
}

export function resultCases(it: DefineCase<MountedServer>): void {
  it('is the file with a status in each row, whatever the file is', async (server) => {
    const api = await openApi(server);
    for (const [file, lines] of SAMPLES) assert.deepEqual(await api.resultLines(await file()), lines);
  });

  it('is a workbook if asked for, in which every cell is text', async (server) => {
    const api = await openApi(server);
    const rows = [
      ['phone', 'a', 'b', 'c'],
      [DEAD, '00123', '=1+1', 'Köln <&> "x"'],
      [WA, '2026-01-02', '1e5', ' two  lines\nof it '],
    ];
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;
    const content = rows.map((row) => row.map(quoted).join()).join('\r\n');
    const taskId = await api.finished({ content, fileName: 'list.csv' });
    const reply = await api.download(taskId, '?format=xlsx');
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, XLSX_TYPE]);
    assert.equal(reply.headers.get('content-disposition'), 'attachment; filename="list-verified.xlsx"');
    // It is compressed by itself.
    assert.equal(reply.headers.get('content-encoding'), null);
    const statuses = ['verification_status', 'dead', 'wa_registered'];
    assert.deepEqual(
      await cellsOf(reply),
      rows.map((row, index) => [...row, statuses[index]]),
    );
  });

  it('has only the rows with a named status, in their order', async (server) => {
    const api = await openApi(server);
    const cells = [DEAD, WA, INACTIVE, 'none', DEAD];
    const taskId = await api.finished({
      content: csv(['phone', 'n'], ...cells.map((cell, index) => [cell, `${index + 1}`])),
    });
    for (const [query, wanted] of [
      ['?status=inactive,dead', ['1', '3', '5']],
      ['?status=unknown%2Cwa_registered', ['2', '4']],
      ['?status=telegram_registered', []],
      ['?format=csv', ['1', '2', '3', '4', '5']],
    ] as const) {
      const [header, ...lines] = await api.lines(taskId, query);
      assert.equal(header, 'phone,n,verification_status');
      const shown = lines.map((line) => line.split(',')[1]);
      assert.deepEqual(shown, wanted, query);
    }
    const workbook = await cellsOf(await api.download(taskId, '?format=xlsx&status=dead'));
    assert.deepEqual(
      workbook.map((row) => row[1]),
      ['n', '1', '5'],
    );
  });

  it('has the source of the status of each row in the named columns', async (server) => {
    const api = await openApi(server);
    const started = Date.now();
    const content = csv(['phone'], [phone('detailed')], [DEAD], [FAILING], ['none']);
    const taskId = await api.finished({ content });
    const names = ['status', 'source', 'reason', 'checked_at'];
    const header = ['phone', ...names.map((name) => `verification_${name}`)];
    const query = `?columns=${names.join()}`;
    const [first = [], ...rows] = await cellsOf(await api.download(taskId, `${query}&format=xlsx`));
    const { status, source, reason } = DETAILED_ANSWER;
    assert.deepEqual(first, header);
    assert.deepEqual(rows[0], [phone('detailed'), status, source, reason, '2026-01-02T03:04:05Z']);
    const checkedAt = String(rows[1]?.[4]);
    assert.match(checkedAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const time = Date.parse(checkedAt);
    assert.ok(time >= started - 2_000 && time <= Date.now() + 1_000, checkedAt);
    const quoted = '"=GONE ""1"", or so"';
    assert.deepEqual(await api.lines(taskId, query), [
      header.join(),
      `${phone('detailed')},dead,endings,${quoted},2026-01-02T03:04:05Z`,
      `${DEAD},dead,,,${checkedAt}`,
      `${FAILING},unknown,,,`,
      'none,unknown,,,',
    ]);
    const some = await api.lines(taskId, '?columns=reason,source&status=dead&neutralize_formulas=true');
    assert.deepEqual(some, [
      'phone,verification_reason,verification_source',
      `'${phone('detailed')},"'=GONE ""1"", or so",endings`,
      `'${DEAD},,`,
    ]);
  });

  it('has the status of each number in another task, if one is named', async (server) => {
    if (!server.hasArchive) skipCase('this server has no archive');
    const api = await openApi(server);
    const before = await api.finished({ content: csv(['phone'], [DEAD], [WA]) });
    const after = await api.finished({ content: csv(['phone'], [INACTIVE], [DEAD], ['none']) });
    assert.deepEqual(await api.lines(after, `?previous=${before}`), [
      'phone,verification_status,previous_status',
      `${INACTIVE},inactive,`,
      `${DEAD},dead,dead`,
      'none,unknown,',
    ]);
    const cells = await cellsOf(await api.download(after, `?format=xlsx&previous=${before}`));
    assert.deepEqual([cells[0]?.[2], cells[2]?.[2]], ['previous_status', 'dead']);
    await expectError(await api.download(after, `?previous=${after}`), 'same_task');
    await expectError(await api.download(after, '?previous=nobody'), 'task_not_found');
  });

  it('says in a named column whether numbers were given to somebody else since their dates of consent', async (server) => {
    const api = await openApi(server);
    const content = csv(['phone', 'consent_date'], [DEAD, '2024-05-01'], [WA, '2025-05-01'], ['none', 'x']);
    const lines = await api.lines(await api.finished({ content }), '?columns=reassigned');
    const said = lines.map((line) => line.split(',').at(-1));
    assert.deepEqual(said, ['verification_reassigned', 'yes', 'no', '']);
  });

  it('gives cells like formulas an apostrophe in CSV, and a workbook without', async (server) => {
    const api = await openApi(server);
    const taskId = await api.finished({ content: csv(['phone', 'note'], [DEAD, '=1+1'], [WA, '1-1']) });
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
    const [taskId, other] = [await api.finished(file), await api.finished(file)];
    const tagOf = async (of: string, query = ''): Promise<string | null> =>
      (await api.download(of, query, { method: 'HEAD' })).headers.get('etag');
    const tags = [await tagOf(other)];
    for (const query of QUERIES) {
      const get = await api.download(taskId, query);
      const head = await api.download(taskId, query, { method: 'HEAD' });
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
