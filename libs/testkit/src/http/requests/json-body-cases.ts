import assert from 'node:assert/strict';
import { within } from '../../runner/expectations.js';
import type { DefineCase } from '../../runner/test-runner.js';
import { openApi } from '../server/api.js';
import { expectError, expectJson, type ProvokedError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { rawConnection, requestHead } from '../server/raw-connection.js';
import { phone } from '../server/sample-files.js';

const LIMIT = 65_536;
const NUMBER = phone('inactive');

const REFUSED: readonly (readonly [what: string, body: string, code: ProvokedError])[] = [
  ['that is empty', '', 'malformed_request'],
  ['that is broken', '{"phone":"+1', 'malformed_request'],
  ['that is a list', `["${NUMBER}"]`, 'malformed_request'],
  ['that is a text', `"${NUMBER}"`, 'malformed_request'],
  ['that is null', 'null', 'malformed_request'],
  ['with deep nesting that never ends', '['.repeat(60_000), 'malformed_request'],
  ['without a phone', '{}', 'invalid_phone'],
  ['with a number as the phone', '{"phone":14155552600}', 'invalid_phone'],
  ['with a list as the phone', `{"phone":["${NUMBER}"]}`, 'invalid_phone'],
  ['with a phone nested deeply', `{"phone":${'['.repeat(30_000)}${']'.repeat(30_000)}}`, 'invalid_phone'],
  ['with a phone in its prototype', `{"__proto__":{"phone":"${NUMBER}"}}`, 'invalid_phone'],
];

/** A body of exactly this many bytes. */
function bodyOf(bytes: number): string {
  const rest = bytes - JSON.stringify({ phone: NUMBER, note: '' }).length;
  return JSON.stringify({ phone: NUMBER, note: 'x'.repeat(rest) });
}

export function jsonBodyCases(it: DefineCase<MountedServer>): void {
  it('that is not what it should be is refused, and charges nothing', async (server) => {
    const api = await openApi(server, { credits: 1 });
    for (const [what, body, code] of REFUSED) {
      await within(`a body ${what}`, expectError(await api.postJson('/v1/verify', body), code));
    }
    assert.deepEqual({ ...(await api.balance()) }, { available: 1, held: 0 });
  });

  it('of another type is refused', async (server) => {
    const api = await openApi(server);
    const body = JSON.stringify({ phone: NUMBER });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/xml', '']) {
      const init = { method: 'POST', headers: { 'content-type': type }, body };
      await expectError(await api.request('/v1/verify', init), 'unsupported_media_type');
    }
  });

  it('has 64 KiB at most, unknown fields included, also when it does not say how long it is', async (server) => {
    const api = await openApi(server);
    const stream = (bytes: number) =>
      api.request('/v1/verify', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: new Blob([bodyOf(bytes)]).stream(),
        duplex: 'half',
      });
    for (const send of [(bytes: number) => api.postJson('/v1/verify', bodyOf(bytes)), stream]) {
      await expectJson(await send(LIMIT), 200);
      await expectError(await send(LIMIT + 1), 'request_too_large');
    }
    await expectError(await api.postJson('/v1/verify', bodyOf(5_000_000)), 'request_too_large');
  });

  it('that is refused leaves the connection to the next request', async (server) => {
    const { token } = await openApi(server);
    const url = `${server.baseUrl}/v1/verify`;
    const type = { 'content-type': 'application/json' };
    const head = (body: string, headers: Record<string, string>) =>
      `${requestHead('POST', url, { ...type, ...headers, 'content-length': String(body.length) })}${body}`;
    const good = JSON.stringify({ phone: NUMBER });
    const connection = await rawConnection(server.baseUrl);
    await connection.send(
      head(good, {}) + head('{', { token }) + head('{}', { token }) + head(good, { token }),
    );
    const text = await connection.until(/checked_at/);
    assert.deepEqual(
      text.match(/HTTP\/1\.1 \d+/g),
      ['401', '400', '422', '200'].map((code) => `HTTP/1.1 ${code}`),
    );
    connection.socket.destroy();
  });
}
