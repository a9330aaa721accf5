import assert from 'node:assert/strict';
import { eventually } from '../../runner/expectations.js';
import type { DefineCase } from '../../runner/test-runner.js';
import { expectNothingLeft, expectNothingLeftInTheEnd, openApi } from '../server/api.js';
import type { MountedServer } from '../server/mounted-server.js';
import { beginUpload } from '../server/raw-connection.js';
import { form, part, phoneCsv, wideCsv } from '../server/sample-files.js';

export function interruptedUploadCases(it: DefineCase<MountedServer>): void {
  for (const [how, leave] of [
    ['resets the connection', 'resetAndDestroy'],
    ['closes the connection', 'destroy'],
    ['ends its half of the connection', 'end'],
  ] as const) {
    it(`whose client ${how} leaves nothing`, async (server) => {
      const api = await openApi(server);
      const body = form(part('file', wideCsv(), 'customers.csv'));
      const connection = await beginUpload(server, api.token, {
        'content-length': `${body.length + 1_000_000}`,
      });
      await connection.send(body.slice(0, -100));
      await eventually(async () => ((await server.leftovers()).length > 0 ? true : undefined));
      connection.socket[leave]();
      await expectNothingLeftInTheEnd(server, api, 1_000);
    });
  }

  it('is not one when the client waits to be asked for the body', async (server) => {
    const api = await openApi(server);
    const body = form(part('file', phoneCsv(3), 'customers.csv'));
    const waiting = { expect: '100-continue', 'content-length': `${body.length}` };
    const connection = await beginUpload(server, api.token, waiting);
    await connection.until(/HTTP\/1\.1 100 /);
    await connection.send(body);
    assert.match(await connection.until(/"status":"queued"/), /HTTP\/1\.1 202 /);
    connection.socket.destroy();
  });

  it('is not one when the body comes in chunks of one byte', async (server) => {
    const api = await openApi(server);
    const connection = await beginUpload(server, api.token, { 'transfer-encoding': 'chunked' });
    const bytes = [...form(part('file', phoneCsv(3), 'customers.csv'))];
    await connection.send(`${bytes.map((byte) => `1\r\n${byte}\r\n`).join('')}0\r\n\r\n`);
    assert.match(await connection.until(/"status":"queued"/), /"total":3/);
    connection.socket.destroy();
  });

  it('that is refused brings its reply also to a client that reads only when it has sent everything', async (server) => {
    const api = await openApi(server);
    const piece = new Uint8Array(100_000);
    const pieces = Math.ceil(server.maxFileBytes / piece.length) + 30;
    const begin = part('file', 'PK\u0003\u0004', 'customers.xlsx').slice(0, -2);
    for (const [token, status] of [
      [api.token, 413],
      ['nobody', 401],
    ] as const) {
      const length = `${begin.length + pieces * piece.length}`;
      const connection = await beginUpload(server, token, { 'content-length': length });
      connection.socket.pause();
      await connection.send(begin);
      for (let sent = 0; sent < pieces; sent += 1) await connection.send(piece);
      connection.socket.resume();
      await connection.until(new RegExp(`^HTTP/1\\.1 ${status} [\\s\\S]*"detail"`));
      connection.socket.destroy();
    }
    await expectNothingLeft(server, api, 1_000);
  });
}
