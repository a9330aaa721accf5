import { expect } from 'vitest';
import { authorization } from './host-application.fixture.js';

const PHONE = '+14155552671';
const json = { authorization, 'content-type': 'application/json' };

/** What a caller of the contract goes through, with the replies to the letter. ACME is to have at least three credits. */
export async function expectContract(baseUrl: string): Promise<void> {
  await expectVerification(baseUrl);
  await expectRefusals(baseUrl);
  await expectBatch(baseUrl);
}

async function expectVerification(baseUrl: string): Promise<void> {
  const reply = await ask(`${baseUrl}/v1/verify`, { headers: json, body: JSON.stringify({ phone: PHONE }) });
  const checkedAt = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(reply).toEqual([200, { phone: PHONE, status: 'inactive', checked_at: checkedAt }]);
}

const HINTED = expect.any(String);
const REFUSALS: readonly [what: string, path: string, init: RequestInit, reply: readonly [number, object]][] =
  [
    ['no token', '/v1/verify', { body: '{"phone":' }, [401, { detail: 'not_authenticated' }]],
    [
      'another token',
      '/v1/credits',
      { method: 'GET', headers: { authorization: 'Bearer bad' } },
      [401, { detail: 'not_authenticated' }],
    ],
    [
      'broken JSON',
      '/v1/verify',
      { headers: json, body: '{"phone":' },
      [400, { detail: 'malformed_request', hint: HINTED }],
    ],
    [
      'no phone',
      '/v1/verify',
      { headers: json, body: '{"phone":"12"}' },
      [422, { detail: 'invalid_phone', hint: HINTED }],
    ],
    [
      'no file',
      '/v1/verify/batch',
      { headers: { authorization }, body: new FormData() },
      [422, { detail: 'file_required', hint: HINTED }],
    ],
    [
      'no task',
      '/v1/verify/tasks/none',
      { method: 'GET', headers: { authorization } },
      [404, { detail: 'task_not_found' }],
    ],
    [
      'no method',
      '/v1/verify',
      { method: 'DELETE', headers: { authorization } },
      [405, { detail: 'method_not_allowed', hint: HINTED }],
    ],
  ];

async function expectRefusals(baseUrl: string): Promise<void> {
  for (const [what, path, init, reply] of REFUSALS) {
    expect(await ask(`${baseUrl}${path}`, init), what).toEqual(reply);
  }
}

async function expectBatch(baseUrl: string): Promise<void> {
  const body = new FormData();
  body.append('file', new Blob([`name,phone\nAnn,${PHONE}\nBob,+14155552672\n`]), 'people.csv');
  const [status, task] = await ask(`${baseUrl}/v1/verify/batch`, { headers: { authorization }, body });
  expect([status, task]).toEqual([202, { task_id: expect.any(String), total: 2, status: 'queued' }]);
  const place = `${baseUrl}/v1/verify/tasks/${(task as { task_id: string }).task_id}`;
  const get = { method: 'GET', headers: { authorization } };
  // The stream ends when the task has.
  expect(await (await fetch(`${place}/events`, get)).text()).toContain('"status":"done"');
  const summary = { wa_registered: 0, telegram_registered: 0, dead: 0, inactive: 2, unknown: 0 };
  expect(await ask(place, get)).toMatchObject([200, { status: 'done', total: 2, processed: 2, summary }]);
  const download = await fetch(`${place}/download`, get);
  expect([download.status, download.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
  expect(await download.text()).toBe(
    `name,phone,verification_status\nAnn,${PHONE},inactive\nBob,+14155552672,inactive\n`,
  );
}

/** POST unless the request says otherwise. Every reply is to be JSON, as the contract has it. */
async function ask(url: string, init: RequestInit): Promise<[number, unknown]> {
  const reply = await fetch(url, { method: 'POST', ...init });
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8');
  return [reply.status, await reply.json()];
}
