import assert from 'node:assert/strict';
import { once } from 'node:events';
import { eventually } from '../../runner/expectations.js';
import { type DefineCase, skipCase } from '../../runner/test-runner.js';
import { type Api, openApi } from '../server/api.js';
import { expectError } from '../server/expect-reply.js';
import type { MountedServer } from '../server/mounted-server.js';
import { type RawConnection, rawConnection, requestHead } from '../server/raw-connection.js';
import { csv, phone, phoneCsv } from '../server/sample-files.js';

/** A done task whose result has about this many bytes. */
async function largeTask(api: Api, bytes: number): Promise<string> {
  const note = 'x'.repeat(Math.floor(bytes / 100));
  const rows = Array.from({ length: 100 }, (_, serial) => [phone('dead', serial), ...halves(note)]);
  const taskId = await api.finished({ content: csv(['phone', 'a', 'b'], ...rows) });
  return taskId;
}

function halves(text: string): readonly [string, string] {
  const middle = text.length / 2;
  return [text.slice(0, middle), text.slice(middle)];
}

/** A download of which its client reads only the beginning. The result has to be larger than the buffers on its way. */
async function heldDownload(server: MountedServer, api: Api, taskId: string): Promise<RawConnection> {
  const connection = await rawConnection(server.baseUrl);
  const url = `${server.baseUrl}/v1/verify/tasks/${taskId}/download`;
  await connection.send(requestHead('GET', url, { token: api.token }));
  await connection.until(/^HTTP\/1\.1 200 /);
  connection.socket.pause();
  return connection;
}

export function downloadCases(it: DefineCase<MountedServer>): void {
  it('is a CSV file under a name like the upload, to be kept by no shared cache', async (server) => {
    const api = await openApi(server);
    const taskId = await api.finished({ content: phoneCsv(2), fileName: 'Ümlaut "list".csv' });
    const reply = await api.download(taskId);
    assert.deepEqual([reply.status, reply.headers.get('content-type')], [200, 'text/csv; charset=utf-8']);
    assert.equal(reply.headers.get('cache-control'), 'private, no-cache');
    assert.equal(reply.headers.get('accept-ranges'), 'none');
    assert.equal(reply.headers.get('dialproof-rows'), '2');
    assert.equal(reply.headers.get('x-content-type-options'), 'nosniff');
    const disposition = reply.headers.get('content-disposition') ?? '';
    assert.match(disposition, /^attachment; filename="[^"\\]+-verified\.csv"; filename\*=UTF-8''%C3%9C/);
    assert.equal((await reply.text()).split('\n').length, 4);
  });

  it('comes compressed to those who take gzip, and in the same bytes to all others', async (server) => {
    const api = await openApi(server);
    const taskId = await largeTask(api, 100_000);
    const [plain, packed] = await Promise.all(
      ['identity', 'gzip'].map((coding) =>
        api.download(taskId, '', { headers: { 'accept-encoding': coding } }),
      ),
    );
    assert.equal(plain?.headers.get('content-encoding'), null);
    assert.equal(packed?.headers.get('content-encoding'), 'gzip');
    assert.notEqual(packed.headers.get('etag'), plain?.headers.get('etag'));
    for (const reply of [plain, packed]) assert.match(reply?.headers.get('vary') ?? '', /accept-encoding/i);
    // `fetch` unpacks the body.
    assert.equal(await packed.text(), await plain?.text());
  });

  it('is refused until the task is done', async (server) => {
    const api = await openApi(server);
    const taskId = await api.submitted({ content: csv(['phone'], [phone('slow')]) });
    for (const headers of [{}, { 'if-none-match': '*' }]) {
      await expectError(await api.download(taskId, '', { headers }), 'task_not_done');
    }
    server.answerSlowChecks?.();
    await api.ended(taskId);
    assert.equal((await api.download(taskId)).status, 200);
  });

  it('is not sent to a client that has it already', async (server) => {
    const api = await openApi(server);
    const taskId = await api.finished({ content: phoneCsv(2) });
    const tag = (await api.download(taskId, '', { method: 'HEAD' })).headers.get('etag') ?? '';
    for (const method of ['GET', 'HEAD']) {
      const reply = await api.download(taskId, '', { method, headers: { 'if-none-match': tag } });
      assert.deepEqual([reply.status, await reply.text(), reply.headers.get('etag')], [304, '', tag]);
    }
    const other = await api.download(taskId, '', { headers: { 'if-none-match': '"another"' } });
    assert.deepEqual([other.status, (await other.text()).split('\n').length], [200, 4]);
    // Nobody else learns by its tag that it is there.
    const any = { 'if-none-match': '*' };
    assert.equal((await api.download(taskId, '', { headers: any })).status, 304);
    const stranger = await openApi(server);
    await expectError(await stranger.download(taskId, '', { headers: any }), 'task_not_found');
    const unknown = { ...any, authorization: 'Bearer nobody' };
    await expectError(await api.download(taskId, '', { headers: unknown }), 'not_authenticated');
  });

  it('whose client goes away disturbs no other', async (server) => {
    const api = await openApi(server);
    const taskId = await largeTask(api, 3_000_000);
    const whole = await (await api.download(taskId)).text();
    const url = `${server.baseUrl}/v1/verify/tasks/${taskId}/download`;
    for (const leave of ['destroy', 'resetAndDestroy'] as const) {
      const connection = await rawConnection(server.baseUrl);
      await connection.send(requestHead('GET', url, { token: api.token }));
      await connection.until(/verification_status/);
      connection.socket[leave]();
      await once(connection.socket, 'close');
    }
    assert.equal(await (await api.download(taskId)).text(), whole);
  });

  it('waits for a client that reads slowly', async (server) => {
    const api = await openApi(server);
    const taskId = await largeTask(api, 3_000_000);
    const connection = await rawConnection(server.baseUrl);
    connection.socket.pause();
    const head = { token: api.token, connection: 'close' };
    await connection.send(requestHead('GET', `${server.baseUrl}/v1/verify/tasks/${taskId}/download`, head));
    const whole = await (await api.download(taskId)).text();
    connection.socket.resume();
    const text = await connection.whole();
    assert.ok(text.length > whole.length);
    assert.match(text, new RegExp(`${phone('dead', 99).slice(1)}[^\\n]*\\n`));
  });

  it('is one of so many that an account may have under way', async (server) => {
    const { maxDownloadsPerAccount } = server;
    if (maxDownloadsPerAccount === undefined) skipCase('how many downloads an account may have is not known');
    const [api, other] = [await openApi(server), await openApi(server)];
    const taskId = await largeTask(api, 4_000_000);
    const held: RawConnection[] = [];
    while (held.length < maxDownloadsPerAccount) held.push(await heldDownload(server, api, taskId));
    const refused = await api.download(taskId);
    assert.match((await expectError(refused, 'too_many_requests')).hint ?? '', /downloads/);
    assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
    const ofOther = await other.finished({ content: phoneCsv(1) });
    assert.equal((await other.download(ofOther)).status, 200);
    held.pop()?.socket.destroy();
    await eventually(async () => {
      const reply = await api.download(taskId);
      await reply.arrayBuffer();
      return reply.status === 200 ? true : undefined;
    });
    for (const { socket } of held) socket.destroy();
  });
}
