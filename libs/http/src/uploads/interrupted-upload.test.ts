import { byteStream, DialproofError, type SubmitRequest, type Task } from '@dialproof/core';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { bearer, queuedTask } from '../../../../tools/tests/fixtures/fake-service.fixture.js';
import { deferred } from '../fixtures/deferred.fixture.js';
import { FORM_TYPE, form, part } from '../fixtures/form.fixture.js';
import { rawClient } from '../fixtures/raw-client.fixture.js';
import { type ServedContract, serveContract } from '../fixtures/serve-contract.fixture.js';
import { FormFields } from './form-fields.js';

const HEAD = `POST /v1/verify/batch HTTP/1.1\r\nhost: x\r\nauthorization: Bearer good\r\ncontent-type: ${FORM_TYPE}\r\n`;
const OPEN_FILE = part('file', 'phone\n+14155552671\n', 'a.csv').slice(0, -2);

let served: ServedContract | undefined;
afterEach(() => served?.close());

async function serve(submit: (request: SubmitRequest) => Promise<Task>): Promise<ServedContract> {
  served = await serveContract({ submit });
  return served;
}

async function readAll(content: SubmitRequest['content']): Promise<number> {
  let bytes = 0;
  for await (const chunk of byteStream(content)) bytes += chunk.length;
  return bytes;
}

describe('an upload', () => {
  it('that stops half way fails its content and aborts its signal', async () => {
    const outcome = deferred<unknown[]>();
    const reading = deferred<void>();
    const { port } = await serve(async ({ content, signal }) => {
      reading.resolve();
      const failure = await readAll(content).catch((error: unknown) => error);
      outcome.resolve([Reflect.get(Object(failure), 'code'), signal?.aborted]);
      return queuedTask();
    });
    const client = await rawClient(port);
    client.send(`${HEAD}content-length: 9999\r\n\r\n${OPEN_FILE}`);
    await reading.promise;
    client.socket.destroy();
    expect(await outcome.promise).toEqual(['upload_interrupted', true]);
  });

  it('may be asked for its next piece by a timer or a socket', async () => {
    const { baseUrl } = await serve(async ({ content }) => {
      const pieces = byteStream(content)[Symbol.asyncIterator]();
      // What runs behind a callback of the system runs before the promises that it settles.
      const next = () =>
        new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
          setImmediate(() => pieces.next().then(resolve, reject));
        });
      let total = 0;
      for (let piece = await next(); piece.done !== true; piece = await next()) total += piece.value.length;
      return queuedTask({ total });
    });
    const body = form(part('file', 'x'.repeat(8_000_000), 'a.csv'));
    const headers = { ...bearer, 'content-type': FORM_TYPE };
    const reply = await fetch(`${baseUrl}/v1/verify/batch`, { method: 'POST', headers, body });
    expect([reply.status, await reply.json()]).toMatchObject([202, { total: 8_000_000 }]);
  });

  it('that is refused for a setting is read to its end, and the connection closed', async () => {
    let asked = 0;
    const { port } = await serve(async () => {
      asked += 1;
      return queuedTask();
    });
    const body = form(part('header_row', 'first'), part('file', 'x'.repeat(8_000_000), 'a.csv'));
    const client = await rawClient(port);
    const ended = new Promise((resolve) => client.socket.once('end', resolve));
    client.send(`${HEAD}content-length: ${body.length}\r\n\r\n${body}`);
    expect(await client.until(/detail/)).toMatch(/^HTTP\/1\.1 400 .*malformed_request/s);
    await ended;
    expect(client.socket.bytesWritten).toBeGreaterThan(body.length);
    expect(asked).toBe(0);
  });

  it('is refused by a service that never reads the content', async () => {
    const { baseUrl } = await serve(() => Promise.reject(new DialproofError('invalid_country')));
    const init = { method: 'POST', headers: { ...bearer, 'content-type': FORM_TYPE } };
    const body = form(part('file', 'x'.repeat(1_000_000), 'a.csv'));
    expect((await fetch(`${baseUrl}/v1/verify/batch`, { ...init, body })).status).toBe(422);
  });

  it.each([
    ['before its file', form(part('phone_column', 'phone'), part('file', 'phone\n', 'a.csv'))],
    ['behind its file', form(part('file', 'phone\n', 'a.csv'), part('phone_column', 'phone'))],
  ])(
    'is answered with 500 when a field %s makes the reader throw, and the server lives on',
    async (_, body) => {
      const { baseUrl } = await serve(async ({ content }) => queuedTask({ total: await readAll(content) }));
      const add = vi.spyOn(FormFields.prototype, 'add').mockImplementationOnce(() => {
        throw new TypeError('a defect of the reader');
      });
      const send = () =>
        fetch(`${baseUrl}/v1/verify/batch`, {
          method: 'POST',
          headers: { ...bearer, 'content-type': FORM_TYPE },
          body,
        });
      const broken = await send();
      expect([broken.status, await broken.json()]).toEqual([500, { detail: 'internal_error' }]);
      expect((await send()).status).toBeLessThan(500);
      add.mockRestore();
    },
  );

  it('does not arrive faster than it is read', async () => {
    const goOn = deferred<void>();
    const { port, server } = await serve(async ({ content }) => {
      await goOn.promise;
      return queuedTask({ total: await readAll(content) });
    });
    const arrived = new Promise<NodeJS.ReadableStream>((resolve) => server.once('request', resolve));
    const body = form(part('file', 'x'.repeat(16_000_000), 'a.csv'));
    const client = await rawClient(port);
    client.send(`${HEAD}content-length: ${body.length}\r\n\r\n${body}`);
    const request = await arrived;
    await new Promise((resolve) => request.once('pause', resolve));
    expect(client.socket.bytesWritten).toBeGreaterThan(16_000_000);
    expect(client.socket.writableLength).toBeGreaterThan(0);
    goOn.resolve();
    expect(await client.until(/queued/)).toContain('"total":16000000,');
    client.socket.destroy();
  });
});
