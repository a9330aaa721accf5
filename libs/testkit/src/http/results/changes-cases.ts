import assert from 'node:assert/strict';
import type { ReplyOf } from '@dialproof/http';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, casesWhere, openApi, pagesOf } from '../server/api.js';
import { expectAnswer, expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

const [WA, DEAD, FAILING] = [phone('wa_registered'), phone('dead'), phone('failing')] as const;

/** A done task of a file with these lines. */
async function doneFile(api: Api, ...lines: readonly string[][]): Promise<string> {
  const taskId = await api.submitted({ content: csv(...lines) });
  await api.ended(taskId);
  return taskId;
}

async function done(api: Api, ...cells: readonly string[]): Promise<string> {
  const taskId = await api.submitted({ content: csv(['phone', 'n'], ...cells.map((cell) => [cell, '1'])) });
  await api.ended(taskId);
  return taskId;
}

function asked(api: Api, taskId: string, against: string, query = ''): Promise<Response> {
  return api.request(`/v1/verify/tasks/${taskId}/changes?against=${against}${query}`);
}

async function changes(...request: Parameters<typeof asked>): Promise<ReplyOf<'changes'>> {
  return expectAnswer(await asked(...request), 200, 'changes');
}

export function changesCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(define, ({ hasArchive }) => hasArchive, 'this server has no archive');

  it('says which numbers came and went, and counts the others', async (server) => {
    const api = await openApi(server);
    const before = await done(api, WA, DEAD, FAILING, 'none');
    const after = await done(api, FAILING, phone('inactive'), `00${DEAD.slice(1)}`, DEAD);
    const page = await changes(api, after, before);
    assert.deepEqual(
      page.changes.map(({ phone: number, change, from, to }) => [number, change, from, to]),
      [
        [phone('inactive'), 'came', null, 'inactive'],
        [WA, 'went', 'wa_registered', null],
      ],
    );
    const [came, went] = page.changes;
    assert.ok(Date.parse(came?.to_checked_at ?? '') > 0 && Date.parse(went?.from_checked_at ?? '') > 0);
    assert.deepEqual([came?.from_checked_at, went?.to_checked_at], [null, null]);
    assert.deepEqual(page.counts, {
      ...{ came: 1, changed: 0, replaced: 0, went: 1, unchanged: 1, not_compared: 1 },
      ...{ rows_without_number: 0, rows_without_number_before: 1 },
    });
  });

  it('goes from page to page, and shows the named kinds alone', async (server) => {
    const api = await openApi(server);
    const before = await done(api, ...[0, 1, 2].map((serial) => phone('dead', serial)));
    const after = await done(api, ...[3, 4].map((serial) => phone('dead', serial)));
    const whole = await changes(api, after, before);
    assert.equal(whole.changes.length, 5);
    const pages = await pagesOf((query) => changes(api, after, before, `&limit=2${query}`));
    assert.deepEqual(
      pages.flatMap((page) => page.changes),
      whole.changes,
    );
    for (const page of pages) assert.deepEqual(page.counts, whole.counts);
    const went = await changes(api, after, before, '&change=went,changed');
    assert.deepEqual(went.changes, whole.changes.slice(2));
  });

  it('is a .csv under a name like the upload, compressed for those who take gzip', async (server) => {
    const api = await openApi(server);
    const [before, after] = [await done(api, WA), await done(api, DEAD)];
    const [came, went] = (await changes(api, after, before)).changes;
    for (const coding of ['identity', 'gzip']) {
      const reply = await api.request(`/v1/verify/tasks/${after}/changes?against=${before}&format=csv`, {
        headers: { 'accept-encoding': coding },
      });
      assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
      assert.equal(reply.headers.get('content-disposition'), 'attachment; filename="customers-changes.csv"');
      assert.deepEqual(
        [reply.headers.get('dialproof-rows'), reply.headers.get('cache-control')],
        ['2', 'no-store'],
      );
      assert.equal(
        await reply.text(),
        [
          'phone,change,from,to,from_checked_at,to_checked_at',
          `${DEAD},came,,dead,,${came?.to_checked_at}`,
          `${WA},went,wa_registered,,${went?.from_checked_at},`,
          '',
        ].join('\n'),
      );
    }
  });

  it('says which row a number belongs to, by a column that is named', async (server) => {
    const api = await openApi(server);
    const columns = ['phone', 'Customer ID'];
    const before = await doneFile(api, columns, [WA, '17'], [DEAD, '18'], [FAILING, '']);
    const after = await doneFile(
      api,
      ['Customer ID', 'phone'],
      ['"=17,-""5"""', phone('inactive')],
      ['18', DEAD],
      ['19', phone('inactive')],
    );
    const keysOf = (page: ReplyOf<'changes'>) =>
      page.changes.map(({ change, key, phone: number }) => [number, change, key]);
    const keyed = await changes(api, after, before, '&key_column=customer%20id');
    assert.deepEqual(keysOf(keyed), [
      [phone('inactive'), 'came', '=17,-"5"'],
      [WA, 'went', '17'],
      [FAILING, 'went', null],
    ]);
    const pages = await pagesOf((query) =>
      changes(api, after, before, `&key_column=Customer+ID&limit=1${query}`),
    );
    assert.deepEqual(pages.flatMap(keysOf), keysOf(keyed));
    const position = await changes(api, after, before, '&key_column=0&change=went&limit=1');
    assert.deepEqual(keysOf(position), [[WA, 'went', '17']]);
    for (const [formulas, key] of [
      ['', `"=17,-""5"""`],
      ['&neutralize_formulas=false', `"=17,-""5"""`],
      ['&neutralize_formulas=true', `"'=17,-""5"""`],
    ]) {
      const reply = await asked(api, after, before, `&key_column=Customer+ID&format=csv${formulas}`);
      const [header, ...lines] = (await reply.text()).split('\n');
      assert.equal(header, 'key,phone,change,from,to,from_checked_at,to_checked_at,previous_phone');
      assert.deepEqual(
        lines.map((line) => line.replace(/(came|went).*/, '$1')),
        [`${key},${phone('inactive')},came`, `17,${WA},went`, `,${FAILING},went`, ''],
      );
    }
    for (const change of (await changes(api, after, before)).changes) {
      assert.deepEqual(['key' in change, 'previous_phone' in change], [false, false]);
    }
    const other = await done(api, WA);
    assert.deepEqual(keysOf(await changes(api, other, after, '&key_column=Customer+ID')), [
      [WA, 'came', null],
      [phone('inactive'), 'went', '=17,-"5"'],
      [DEAD, 'went', '18'],
    ]);
    for (const format of ['', '&format=csv']) {
      const refused = await asked(api, after, before, `&key_column=customer${format}`);
      assert.match((await expectError(refused, 'column_not_found')).hint ?? '', /"Customer ID", "phone"/);
    }
  });

  it('tells a number that replaced another one with the same key as one change', async (server) => {
    const api = await openApi(server);
    const [first, second, third] = [0, 1, 2].map((serial) => phone('inactive', serial)) as [
      string,
      string,
      string,
    ];
    const before = await doneFile(
      api,
      ['id', 'phone'],
      ['17', WA],
      ['18', first],
      ['19', second],
      ['19', third],
    );
    const after = await doneFile(
      api,
      ['phone', 'id'],
      [DEAD, '17'],
      [phone('dead', 1), '18 '],
      [FAILING, '19'],
    );
    const keyed = await changes(api, after, before, '&key_column=id');
    assert.deepEqual(
      keyed.changes.map(({ change, from, key, phone: number, previous_phone, to }) => [
        ...[change, key, number, previous_phone, from, to],
      ]),
      [
        ['replaced', '17', DEAD, WA, 'wa_registered', 'dead'],
        ['replaced', '18 ', phone('dead', 1), first, 'inactive', 'dead'],
        ['came', '19', FAILING, null, null, null],
        ['went', '19', second, null, 'inactive', null],
        ['went', '19', third, null, 'inactive', null],
      ],
    );
    const { came, replaced, went } = keyed.counts;
    assert.deepEqual([came, replaced, went], [1, 2, 2]);
    const [one] = keyed.changes;
    assert.ok(Date.parse(one?.from_checked_at ?? '') > 0 && Date.parse(one?.to_checked_at ?? '') > 0);
    const pages = await pagesOf((query) => changes(api, after, before, `&key_column=id&limit=2${query}`));
    assert.deepEqual(
      pages.flatMap((page) => page.changes),
      keyed.changes,
    );
    const some = await changes(api, after, before, '&key_column=id&change=replaced');
    assert.deepEqual(some, { ...keyed, changes: keyed.changes.slice(0, 2) });
    const file = await asked(api, after, before, '&key_column=id&change=replaced&limit=1&format=csv');
    assert.equal(
      await file.text(),
      [
        'key,phone,change,from,to,from_checked_at,to_checked_at,previous_phone',
        `17,${DEAD},replaced,wa_registered,dead,${one?.from_checked_at},${one?.to_checked_at},${WA}`,
        '',
      ].join('\n'),
    );
    const plain = await changes(api, after, before, '&change=replaced');
    assert.deepEqual([plain.changes, plain.counts.came, plain.counts.went], [[], 3, 4]);
  });

  it('tells numbers that customers have swapped, and one that another customer has taken, by their keys', async (server) => {
    const api = await openApi(server);
    const [first, second] = [phone('inactive', 0), phone('inactive', 1)];
    const columns = ['id', 'phone'];
    const before = await doneFile(api, columns, ['17', WA], ['18', DEAD], ['19', first], ['20', WA]);
    const after = await doneFile(api, columns, ['17', DEAD], ['18', second], ['19', first], ['20', WA]);
    const { changes: told, counts } = await changes(api, after, before, '&key_column=id');
    assert.deepEqual(
      told.map(({ change, from, key, phone: number, previous_phone, to }) => [
        ...[change, key, number, previous_phone, from, to],
      ]),
      [
        ['replaced', '17', DEAD, WA, 'wa_registered', 'dead'],
        ['replaced', '18', second, DEAD, 'dead', 'inactive'],
      ],
    );
    const { came, replaced, unchanged, went } = counts;
    assert.deepEqual([came, replaced, unchanged, went], [0, 2, 2, 0]);
    const swapped = await doneFile(api, columns, ['17', WA], ['18', DEAD]);
    const back = await doneFile(api, columns, ['18', WA], ['17', DEAD]);
    const both = await changes(api, back, swapped, '&key_column=id');
    assert.deepEqual(
      both.changes.map(({ change, key, previous_phone }) => [change, key, previous_phone]),
      [
        ['replaced', '18', DEAD],
        ['replaced', '17', WA],
      ],
    );
  });

  it('is refused without a task to compare with, for the task itself, and until both are done', async (server) => {
    const [api, stranger] = [await openApi(server), await openApi(server)];
    const [before, after] = [await done(api, WA), await done(api, DEAD)];
    const without = await api.request(`/v1/verify/tasks/${after}/changes`);
    assert.match((await expectError(without, 'malformed_request')).hint ?? '', /"against" is missing/);
    await expectError(await asked(api, after, after), 'same_task');
    const ofStranger = await done(stranger, WA);
    for (const id of [ofStranger, 'nobody']) await expectError(await asked(api, after, id), 'task_not_found');
    await expectError(await asked(stranger, after, ofStranger), 'task_not_found');
    const slow = await api.submitted({ content: csv(['phone'], [phone('slow')]) });
    await expectError(await asked(api, slow, before), 'task_not_done');
    await expectError(await asked(api, after, slow), 'task_not_done');
    server.answerSlowChecks?.();
    await api.ended(slow);
    await changes(api, slow, before);
  });
}
