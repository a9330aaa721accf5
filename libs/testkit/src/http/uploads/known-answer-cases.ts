import assert from 'node:assert/strict';
import { type DefineCase, skipCase } from '../../runner/test-runner.js';
import { type Api, casesWhere, openApi, type UploadFile } from '../server/api.js';
import { expectAnswer, expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { csv, phone } from '../server/sample-files.js';

const FIRST = csv(['phone'], [phone('dead')], [phone('inactive')]);
/** Three rows with two numbers that the first file has made known, and one row with a new number. */
const SECOND = csv(
  ['phone'],
  ...(['dead', 'dead', 'inactive', 'wa_registered'] as const).map((ending) => [phone(ending)]),
);
const FRESH = { fresh_within: '14d' };

async function freshCheck(api: Api, ending: Parameters<typeof phone>[0]) {
  return await expectAnswer(
    await api.postJson('/v1/verify', { phone: phone(ending), ...FRESH }),
    200,
    'verify',
  );
}

async function freshPreview(api: Api, content: string) {
  return await expectAnswer(await api.preview({ content, fields: FRESH }), 200, 'preview');
}

export function knownAnswerCases(define: DefineCase<MountedServer>): void {
  const it = casesWhere(define, ({ hasArchive }) => hasArchive, 'the service of this server has no archive');

  it('gives a file what the account knows, at no credit, and says when it was found', async (server) => {
    const [api, other] = [await openApi(server, { credits: 4 }), await openApi(server)];
    const first = await api.finished({ content: FIRST });
    const { known, credits } = await freshPreview(api, SECOND);
    const cost = { held: 1, charged: 1 };
    assert.deepEqual({ known, credits }, { known: { rows: 3, numbers: 2 }, credits: cost });
    assert.deepEqual((await freshPreview(other, SECOND)).known, { rows: 0, numbers: 0 });
    const file: UploadFile = { content: SECOND, fields: { ...FRESH, max_credits: '1' }, key: 'fresh' };
    const second = await api.finished(file);
    assert.equal((await api.poll(second)).processed, 4);
    assert.deepEqual({ ...(await api.balance()) }, { available: 1, held: 0 });
    // A repeat finds the task, though more is known by then.
    assert.equal(await api.submitted(file), second);
    const timed = '?columns=status,checked_at';
    const [, dead, inactive] = await api.lines(first, timed);
    const [, ...lines] = await api.lines(second, timed);
    assert.deepEqual(lines.slice(0, 3), [dead, dead, inactive]);
    assert.match(lines[3] ?? '', /,wa_registered,/);
  });

  it('gives a single check what a file has found, at no credit, until its task is deleted', async (server) => {
    const api = await openApi(server, { credits: 3 });
    const taskId = await api.finished({ content: FIRST });
    assert.equal((await freshCheck(api, 'dead')).status, 'dead');
    assert.equal((await api.balance()).available, 1);
    assert.equal((await freshCheck(api, 'wa_registered')).status, 'wa_registered');
    assert.equal((await api.balance()).available, 0);
    await api.delete(`/v1/verify/tasks/${taskId}`);
    assert.equal((await freshPreview(api, FIRST)).known.numbers, 0);
  });

  it('gives single checks and files what a single check has found, to its account alone, until it is erased', async (server) => {
    if (server.hasSingleAnswers !== true) skipCase('this server keeps no answers of single checks');
    const [ann, ben] = [await openApi(server, { credits: 3 }), await openApi(server, { credits: 1 })];
    const first = await freshCheck(ann, 'dead');
    assert.deepEqual(await freshCheck(ann, 'dead'), first);
    await freshCheck(ben, 'dead');
    const fresh = await ann.finished({ content: FIRST, fields: { ...FRESH, max_credits: '1' } });
    const [, line] = await ann.lines(fresh, '?columns=status,checked_at');
    assert.equal(line, `${phone('dead')},dead,${first.checked_at.slice(0, 19)}Z`);
    assert.deepEqual([(await ann.balance()).available, (await ben.balance()).available], [1, 0]);
    const erased = await ann.postJson('/v1/numbers/erase', { phone: phone('dead') });
    assert.equal((await expectAnswer(erased, 200, 'eraseNumber')).answers, 1);
    await freshCheck(ann, 'dead');
    assert.equal((await ann.balance()).available, 0);
  });

  define('are refused for an age that is none, and where a server cannot know them', async (server) => {
    const api = await openApi(server);
    for (const [age, code] of [
      ...['14', '0d', '1.5d', '99999d'].map((wrong) => [wrong, 'invalid_fresh_within'] as const),
      ...(server.hasArchive ? [] : [['14d', 'not_supported'] as const]),
    ]) {
      const file = { content: FIRST, fields: { fresh_within: age } };
      const single = { phone: phone('dead'), fresh_within: age };
      const replies = [api.submit(file), api.preview(file), api.postJson('/v1/verify', single)];
      for (const reply of replies) {
        const { hint } = await expectError(await reply, code);
        if (code === 'invalid_fresh_within') assert.match(hint ?? '', /such as 12h or 14d/);
      }
    }
  });
}
