import assert from 'node:assert/strict';
import { VERIFICATION_STATUSES } from '@dialproof/core';
import type { DefineCase } from '../runner/test-runner.js';
import { openApi } from './server/api.js';
import { DETAILED_ANSWER } from './server/endings-checker.js';
import { expectAnswer, expectError, expectJson } from './server/expect-reply.js';
import type { MountedServer } from './server/mounted-server.js';
import { phone } from './server/sample-files.js';

/** Ways to write +14155550100. The tests of the core have them all. */
const UNDERSTOOD = ['  +1 415-555-0100 ', '0014155550100', 'tel:+1-415-555-0100', '+١٤١٥٥٥٥٠١٠٠'];
const NOT_PHONES = ['', 'abc', '4155550100', '+123456', '++14155550100', `+${'1'.repeat(60_000)}`];

export function verifyCases(it: DefineCase<MountedServer>): void {
  it('answers each status with the number and the time, and charges one credit', async (server) => {
    const api = await openApi(server, { credits: 6 });
    for (const [verified, status] of VERIFICATION_STATUSES.entries()) {
      const before = Date.now();
      const reply = await api.verify(phone(status));
      assert.match(reply.headers.get('cache-control') ?? '', /no-store/);
      const answer = await expectAnswer(reply, 200, 'verify');
      assert.deepEqual([answer.phone, answer.status], [phone(status), status]);
      assert.match(answer.checked_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      const checkedAt = Date.parse(answer.checked_at);
      assert.ok(checkedAt >= before - 1_000 && checkedAt <= Date.now() + 1_000, answer.checked_at);
      assert.deepEqual({ ...(await api.balance()) }, { available: 5 - verified, held: 0 });
    }
  });

  it('adds the source and the reason of an answer where the checker says them, and nothing where not', async (server) => {
    const api = await openApi(server);
    const { status, source, reason, checkedAt } = DETAILED_ANSWER;
    const detailed = await expectJson(await api.verify(phone('detailed')), 200);
    const checked_at = checkedAt.toISOString();
    assert.deepEqual(detailed, { phone: phone('detailed'), status, checked_at, source, reason });
    const plain = await expectJson<object>(await api.verify(phone('dead')), 200);
    assert.deepEqual(Object.keys(plain), ['phone', 'status', 'checked_at']);
  });

  it('says whether a number was given to somebody else since a date of consent', async (server) => {
    const api = await openApi(server, { credits: 3 });
    const verify = (consent_date: unknown) =>
      api.postJson('/v1/verify', { phone: phone('inactive'), consent_date });
    for (const [date, reassigned] of [
      ['2024-05-01', 'yes'],
      ['2025-05-01T10:00:00Z', 'no'],
    ] as const) {
      const answer = await expectAnswer(await verify(date), 200, 'verify');
      assert.deepEqual([answer.status, answer.reassigned], ['inactive', reassigned]);
    }
    for (const date of ['03/04/2025', '9999-01-01', 20240501, null])
      await expectError(await verify(date), 'malformed_request');
    assert.deepEqual({ ...(await api.balance()) }, { available: 1, held: 0 });
  });

  it('understands a number however it is written', async (server) => {
    const api = await openApi(server);
    for (const written of UNDERSTOOD) {
      const { phone, status } = await expectAnswer(await api.verify(written), 200, 'verify');
      assert.deepEqual([phone, status], ['+14155550100', 'wa_registered'], `written as ${written}`);
    }
  });

  it('refuses text that is no number, also without any credit', async (server) => {
    const api = await openApi(server, { credits: 0 });
    for (const written of NOT_PHONES) await expectError(await api.verify(written), 'invalid_phone');
    await expectError(await api.verify(phone('wa_registered')), 'insufficient_credits');
  });

  it('answers unknown for a check that failed, and charges nothing', async (server) => {
    const api = await openApi(server, { credits: 1 });
    for (const behaviour of ['failing', 'unavailable'] as const) {
      const { status } = await expectAnswer(await api.verify(phone(behaviour)), 200, 'verify');
      assert.equal(status, 'unknown');
    }
    assert.deepEqual({ ...(await api.balance()) }, { available: 1, held: 0 });
  });

  it('never verifies more than the credits allow, however many ask at once', async (server) => {
    const api = await openApi(server, { credits: 5 });
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, serial) => api.verify(phone('inactive', serial))),
    );
    const statuses = replies.map((reply) => reply.status).sort();
    assert.deepEqual(statuses, [...Array(5).fill(200), ...Array(7).fill(402)]);
    assert.deepEqual({ ...(await api.balance()) }, { available: 0, held: 0 });
  });
}
