import assert from 'node:assert/strict';
import type { DefineCase } from '../../runner/test-runner.js';
import { type Api, casesWhere, openApi } from '../server/api.js';
import { expectAnswer, expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

const FIRST = csv(['phone'], [phone('dead')], [phone('inactive')]);
/** Three rows with two numbers that the first file has made known, and one row with a new number. */
const SECOND = csv(
  ['phone'],
  [phone('dead')],
  [phone('dead')],
  [phone('inactive')],
  [phone('wa_registered')],
);
const FRESH = { fresh_within: '14d' };

export function knownAnswerCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(define, ({ hasArchive }) => hasArchive, 'the service of this server has no archive');
  costCases(it);
  singleAnswerCases(
    casesWhere(
      define,
      ({ hasSingleAnswers }) => hasSingleAnswers === true,
      'this server keeps no answers of single checks',
    ),
  );
  forgettingCases(it);
  refusalCases(define, it);
}

function costCases(it: DefineCase<MountedServer>): void {
  it('gives a file what the account knows, at no credit, and says when it was found', async (server) => {
    const api = await openApi(server, { credits: 4 });
    const first = await api.submitted({ content: FIRST });
    await api.ended(first);
    const { known, credits } = await expectAnswer(
      await api.preview({ content: SECOND, fields: FRESH }),
      200,
      'preview',
    );
    assert.deepEqual(
      { known, credits },
      { known: { rows: 3, numbers: 2 }, credits: { held: 1, charged: 1 } },
    );
    const second = await api.submitted({ content: SECOND, fields: { ...FRESH, max_credits: '1' } });
    const task = await api.ended(second);
    assert.deepEqual([task.status, task.processed, task.credits], ['done', 4, { held: 0, charged: 1 }]);
    assert.deepEqual({ ...(await api.balance()) }, { available: 1, held: 0 });
    const timeOf = async (taskId: string) => {
      const lines = await api.lines(taskId, '?columns=status,checked_at');
      return new Map(
        lines
          .slice(1)
          .map((line) => line.split(','))
          .map(([number = '', ...rest]) => [number, rest]),
      );
    };
    const [before, after] = [await timeOf(first), await timeOf(second)];
    for (const number of [phone('dead'), phone('inactive')])
      assert.deepEqual(after.get(number), before.get(number));
    assert.equal(after.get(phone('wa_registered'))?.[0], 'wa_registered');
  });

  it('gives a single check what a file has found, at no credit', async (server) => {
    const api = await openApi(server, { credits: 3 });
    await api.ended(await api.submitted({ content: FIRST }));
    assert.equal((await freshCheck(api, 'dead')).status, 'dead');
    assert.deepEqual({ ...(await api.balance()) }, { available: 1, held: 0 });
    assert.equal((await freshCheck(api, 'wa_registered')).status, 'wa_registered');
    assert.deepEqual({ ...(await api.balance()) }, { available: 0, held: 0 });
  });

  it('gives no account what another one knows', async (server) => {
    const [ann, ben] = [await openApi(server), await openApi(server)];
    await ann.ended(await ann.submitted({ content: FIRST }));
    const { known } = await expectAnswer(
      await ben.preview({ content: FIRST, fields: FRESH }),
      200,
      'preview',
    );
    assert.deepEqual(known, { rows: 0, numbers: 0 });
  });
}

async function freshCheck(api: Api, ending: Parameters<typeof phone>[0]) {
  const body = JSON.stringify({ phone: phone(ending), ...FRESH });
  return await expectAnswer(await api.postJson('/v1/verify', body), 200, 'verify');
}

function singleAnswerCases(it: DefineCase<MountedServer>): void {
  it('gives single checks and files what a single check has found, to its account alone, until it is erased', async (server) => {
    const [ann, ben] = [await openApi(server, { credits: 3 }), await openApi(server, { credits: 1 })];
    const first = await freshCheck(ann, 'dead');
    assert.deepEqual(await freshCheck(ann, 'dead'), first);
    await freshCheck(ben, 'dead');
    const fresh = await ann.submitted({ content: FIRST, fields: { ...FRESH, max_credits: '1' } });
    assert.deepEqual((await ann.ended(fresh)).credits, { held: 0, charged: 1 });
    const [, line] = await ann.lines(fresh, '?columns=status,checked_at');
    assert.equal(line, `${phone('dead')},dead,${first.checked_at.slice(0, 19)}Z`);
    assert.deepEqual([(await ann.balance()).available, (await ben.balance()).available], [1, 0]);
    const erase = JSON.stringify({ phone: phone('dead') });
    const { answers } = await expectAnswer(
      await ann.postJson('/v1/numbers/erase', erase),
      200,
      'eraseNumber',
    );
    assert.equal(answers, 1);
    await freshCheck(ann, 'dead');
    assert.equal((await ann.balance()).available, 0);
  });
}

function forgettingCases(it: DefineCase<MountedServer>): void {
  it('forgets the answers of a task that is deleted', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: FIRST });
    await api.ended(taskId);
    assert.equal(await knownNumbers(api), 2);
    await api.request(`/v1/verify/tasks/${taskId}`, { method: 'DELETE' });
    assert.equal(await knownNumbers(api), 0);
  });
}

async function knownNumbers(api: Api): Promise<number> {
  const answer = await expectAnswer(await api.preview({ content: FIRST, fields: FRESH }), 200, 'preview');
  return answer.known.numbers;
}

function refusalCases(define: DefineCase<MountedServer>, it: DefineCase<MountedServer>): void {
  it('finds the task of a repeated request, though more is known by then', async (server) => {
    const api = await openApi(server);
    await api.ended(await api.submitted({ content: FIRST }));
    const keyed = { content: SECOND, fields: FRESH, key: 'fresh' };
    const taskId = await api.submitted(keyed);
    await api.ended(taskId);
    assert.equal(await api.submitted(keyed), taskId);
  });

  it('refuses an age that is none', async (server) => {
    const api = await openApi(server);
    for (const fresh_within of ['14', '0d', 'two weeks', '1.5d', '-1d', '99999d']) {
      const file = { content: FIRST, fields: { fresh_within } };
      for (const response of [await api.submit(file), await api.preview(file)]) {
        const { hint } = await expectError(response, 'invalid_fresh_within');
        assert.match(hint ?? '', /such as 12h or 14d/);
      }
      const single = JSON.stringify({ phone: phone('dead'), fresh_within });
      await expectError(await api.postJson('/v1/verify', single), 'invalid_fresh_within');
    }
  });

  casesWhere(
    define,
    ({ hasArchive }) => !hasArchive,
    'its service has an archive',
  )('refuses an age where the tasks of an account cannot be listed', async (server) => {
    const api = await openApi(server);
    await expectError(await api.submit({ content: FIRST, fields: FRESH }), 'not_supported');
    await expectError(await api.preview({ content: FIRST, fields: FRESH }), 'not_supported');
    const single = JSON.stringify({ phone: phone('dead'), ...FRESH });
    await expectError(await api.postJson('/v1/verify', single), 'not_supported');
  });
}
