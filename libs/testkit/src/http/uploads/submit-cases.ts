import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { openApi } from '../server/api.js';
import { expectNothingLeft } from '../server/expect-nothing-left.js';
import { expectAnswer, expectError, expectJson } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone, phoneCsv, SHEET, xlsx } from '../server/sample-files.js';

const ROWS = [
  ['name', 'phone'],
  ['Ann', phone('wa_registered')],
  ['Bob', phone('dead')],
] as const;

export function submitCases(it: DefineCase<MountedServer>): void {
  it('answers with the task of a .csv or an .xlsx file, which says what was read', async (server) => {
    const api = await openApi(server);
    for (const [file, read] of [
      [{ content: csv(...ROWS) }, [null, 'utf-8']],
      [{ content: await xlsx(...ROWS), fileName: 'Customers.XLSX' }, [SHEET, null]],
    ] as const) {
      const answer = await expectAnswer(await api.submit(file), 202, 'submit');
      assert.deepEqual([answer.total, answer.status], [2, 'queued']);
      const { status, sheet, encoding } = await api.ended(answer.task_id);
      assert.deepEqual([status, [sheet, encoding]], ['done', read]);
    }
  });

  it('takes as many rows as are allowed, and not one more', async (server) => {
    const api = await openApi(server, { credits: server.maxRows + 1 });
    await expectError(await api.submit({ content: phoneCsv(server.maxRows + 1) }), 'too_many_rows');
    await expectNothingLeft(server, api, server.maxRows + 1);
    const reply = await api.submit({ content: phoneCsv(server.maxRows) });
    assert.equal((await expectJson<{ total: number }>(reply, 202)).total, server.maxRows);
  });

  it('finds the column by its header, or takes the named one', async (server) => {
    const api = await openApi(server);
    const content = csv(
      ['id', 'mobile', 'work'],
      ['7', phone('dead'), phone('inactive')],
      ['8', phone('dead', 1), phone('inactive', 1)],
    );
    const column = async (fields: Readonly<Record<string, string>>, query = '') => {
      const task = await api.ended(await api.submitted({ content, fields, query }));
      return [task.phone_column, task.summary.dead, task.summary.inactive];
    };
    assert.deepEqual(await column({}), ['mobile', 2, 0]);
    assert.deepEqual(await column({ phone_column: 'work' }), ['work', 0, 2]);
    assert.deepEqual(await column({ phone_column: '2' }), ['work', 0, 2]);
    assert.deepEqual(await column({}, '?phone_column=WORK'), ['work', 0, 2]);
    await expectError(await api.submit({ content, fields: { phone_column: 'fax' } }), 'column_not_found');
  });

  it('reads national numbers with the country that is given', async (server) => {
    const api = await openApi(server);
    const content = csv(['phone'], ['0171 5550100']);
    const statusWith = async (query: string) =>
      (await api.ended(await api.submitted({ content, query }))).summary.wa_registered;
    assert.deepEqual([await statusWith('?default_country=DE'), await statusWith('')], [1, 0]);
    await expectError(await api.submit({ content, query: '?default_country=Germany' }), 'invalid_country');
  });

  it('keeps the file name of the upload, without folders', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: csv(...ROWS), fileName: 'клиенты 2026.csv' });
    assert.equal((await api.poll(taskId)).file_name, 'клиенты 2026.csv');
  });
}
