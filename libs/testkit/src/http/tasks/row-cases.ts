import assert from 'node:assert/strict';
import type { ReplyOf } from '@dialproof/http';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, casesWhere, openApi, pagesOf } from '../server/api.js';
import { expectAnswer } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

const DEAD = phone('dead');
const INACTIVE = phone('inactive');

async function rows(api: Api, taskId: string, query = ''): Promise<ReplyOf<'rows'>> {
  return expectAnswer(await api.request(`/v1/verify/tasks/${taskId}/rows${query}`), 200, 'rows');
}

export function rowCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(define, ({ hasArchive }) => hasArchive, 'this server has no archive');

  it('shows each row of the file with its cell, its number and its status', async (server) => {
    const api = await openApi(server);
    const content = csv(['name', 'phone'], ['"a, b"', DEAD], ['c', 'none'], ['d', INACTIVE], ['e', DEAD]);
    const taskId = await api.finished({ content });
    const page = await rows(api, taskId);
    assert.equal(page.next_cursor, null);
    assert.deepEqual(
      page.rows.map(({ row, cell, phone: number, status }) => [row, cell, number, status]),
      [
        [1, DEAD, DEAD, 'dead'],
        [2, 'none', null, 'unknown'],
        [3, INACTIVE, INACTIVE, 'inactive'],
        [4, DEAD, DEAD, 'dead'],
      ],
    );
    const [first, second] = page.rows;
    assert.ok(Date.parse(first?.checked_at ?? '') > 0);
    assert.equal(second?.checked_at, null);
  });

  it('says whether the number of a row was given to somebody else since its date of consent', async (server) => {
    const api = await openApi(server);
    const content = csv(
      ['phone', 'consent_date'],
      [DEAD, '2024-05-01'],
      [INACTIVE, '2025-05-01'],
      [phone('unknown'), '3.4.2025'],
      ['none', '2024-05-01'],
    );
    const taskId = await api.finished({ content });
    const said = (await rows(api, taskId)).rows.map(({ reassigned }) => reassigned);
    assert.deepEqual(said, ['yes', 'no', 'unknown', null]);
  });

  it('goes from page to page, with all rows or those with one of the named statuses', async (server) => {
    const api = await openApi(server);
    const cells = [DEAD, INACTIVE, 'none', '', DEAD, INACTIVE, 'x'];
    const content = csv(['n', 'phone'], ...cells.map((cell) => ['1', cell]));
    const taskId = await api.finished({ content });
    for (const [status, wanted] of [
      ['', [1, 2, 3, 4, 5, 6, 7]],
      ['&status=dead', [1, 5]],
      ['&status=unknown,inactive', [2, 3, 4, 6, 7]],
      ['&status=wa_registered', []],
    ] as const) {
      for (const limit of [1, 2, 7]) {
        const pages = await pagesOf((query) => rows(api, taskId, `?limit=${limit}${status}${query}`));
        assert.ok(pages.every((page) => page.rows.length <= limit));
        const shown = pages.flatMap((page) => page.rows);
        assert.deepEqual(
          shown.map(({ row, cell }) => [row, cell]),
          wanted.map((row) => [row, cells[row - 1]]),
        );
      }
    }
  });

  it('shows rows whose number was not checked yet, without a status', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: csv(['phone'], [phone('slow')], ['none']) });
    const { rows: shown } = await rows(api, taskId);
    assert.deepEqual(
      shown.map(({ status }) => status),
      [null, 'unknown'],
    );
    server.answerSlowChecks?.();
    await api.ended(taskId);
    assert.notEqual((await rows(api, taskId)).rows[0]?.status, null);
  });
}
