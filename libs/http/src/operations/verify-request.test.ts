import { DialproofError, type E164, type VerifyRequest } from '@dialproof/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bearer } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { deferred } from '../fixtures/deferred.fixture.js';
import { rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';

const PHONE = '+14155552671';
const asked: VerifyRequest[] = [];
let served: ServedContract;
beforeEach(() => void asked.splice(0));
afterAll(() => served.close());
beforeAll(async () => {
  served = await serveContract({
    async verify(request) {
      asked.push(request);
      if (request.phone === 'poor') throw new DialproofError('insufficient_credits', { hint: 'buy some' });
      return { phone: PHONE as E164, status: 'inactive', checkedAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6) };
    },
  });
});

const json = { ...bearer, 'content-type': 'application/json' };

function post(
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = json,
): Promise<Response> {
  return fetch(`${served.baseUrl}/v1/verify`, { method: 'POST', headers, body });
}

describe('POST /v1/verify', () => {
  it('answers with the number, its status and the time', async () => {
    const reply = await post('{"phone":"+1 415 555 2671","extra":{"ignored":true}}');
    expect([reply.status, await reply.json()]).toEqual([
      200,
      { phone: PHONE, status: 'inactive', checked_at: '2026-01-02T03:04:05.006Z' },
    ]);
    expect(asked).toMatchObject([{ accountId: 'acme', phone: '+1 415 555 2671' }]);
  });

  it('passes on the date of consent, and has what is known since', async () => {
    const reply = await post('{"phone":"+1 415 555 2671","consent_date":"2024-05-01"}');
    expect(reply.status).toBe(200);
    expect(asked).toMatchObject([{ consentDate: '2024-05-01' }]);
  });

  it('passes on the age of answers that may be taken', async () => {
    expect((await post('{"phone":"1","fresh_within":"12h"}')).status).toBe(200);
    expect(asked).toMatchObject([{ freshWithinMs: 43_200_000 }]);
  });

  it.each([['application/json'], ['Application/JSON; charset=utf-8'], ['application/vnd.acme+json']])(
    'reads %s',
    async (type) => {
      expect((await post('{"phone":"1"}', { ...bearer, 'content-type': type })).status).toBe(200);
    },
  );

  it('ignores a byte order mark', async () => {
    expect((await post('\ufeff{"phone":"1"}')).status).toBe(200);
  });

  it.each<[string, string, number, string]>([
    ['nothing', '', 400, 'malformed_request'],
    ['bytes that are no text', '\u0000\u0001', 400, 'malformed_request'],
    ['a list', '["+14155552671"]', 400, 'malformed_request'],
    ['null as the phone', '{"phone":null}', 422, 'invalid_phone'],
    ['an age that is none', '{"phone":"1","fresh_within":"14"}', 422, 'invalid_fresh_within'],
    ['a number as the age', '{"phone":"1","fresh_within":14}', 422, 'invalid_fresh_within'],
    ['deep nesting without an end', `{"phone":${'{"a":'.repeat(10_000)}`, 400, 'malformed_request'],
    ['too few credits', '{"phone":"poor"}', 402, 'insufficient_credits'],
  ])('refuses %s', async (_what, body, status, detail) => {
    const reply = await post(body);
    expect([reply.status, await reply.json()]).toMatchObject([status, { detail }]);
  });

  it('refuses a compressed body', async () => {
    const reply = await post('{"phone":"1"}', { ...json, 'content-encoding': 'gzip' });
    expect([reply.status, await reply.json()]).toMatchObject([415, { detail: 'unsupported_media_type' }]);
  });

  it('checks nothing when the client goes away before the body has come', async () => {
    const client = await rawClient(served.port);
    const arrived = new Promise((resolve) => served.server.once('request', resolve));
    client.send('POST /v1/verify HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n');
    client.send('content-type: application/json\r\ncontent-length: 30\r\n\r\n{"phone":"1"}');
    const closed = arrived.then(
      (request) => new Promise((resolve) => Object(request).once('close', resolve)),
    );
    await arrived;
    client.socket.destroy();
    await closed;
    expect(asked).toEqual([]);
  });

  it('ends a check whose client goes away, and takes that for no failure', async () => {
    const checking = deferred<void>();
    const ended = deferred<void>();
    const reported: unknown[] = [];
    const waiting = await serveContract(
      {
        verify: ({ signal }) =>
          new Promise((_resolve, reject) => {
            checking.resolve();
            signal?.addEventListener('abort', () => {
              reject(signal.reason);
              setImmediate(ended.resolve);
            });
          }),
      },
      { onError: (error) => void reported.push(error) },
    );
    const client = await rawClient(waiting.port);
    client.send('POST /v1/verify HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\n');
    client.send('content-type: application/json\r\ncontent-length: 13\r\n\r\n{"phone":"1"}');
    await checking.promise;
    client.socket.destroy();
    await ended.promise;
    expect(reported).toEqual([]);
    await waiting.close();
  });
});
