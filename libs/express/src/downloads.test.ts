import { randomBytes } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import compression from 'compression';
import { describe, expect, it } from 'vitest';
import { EXPRESS_MAJORS } from './express-server.fixture.js';
import { authenticator, authorization, serve, service, task } from './fake-host.fixture.js';
import { verificationRouter } from './verification-router.js';

/** More than compression buffers. */
const BEGINNING = randomBytes(1_000_000);

function download(baseUrl: string): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'accept-encoding': 'gzip' };
    get(`${baseUrl}/v1/verify/tasks/task-1/download`, { headers }, resolve).on('error', reject);
  });
}

/** A promise with its resolver. */
function signal(): [sent: Promise<void>, send: () => void] {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return [sent, send];
}

describe.each(EXPRESS_MAJORS)(
  "a download behind the host's compression, on Express $major",
  ({ express }) => {
    function serveResult(content: AsyncIterable<Uint8Array>): Promise<string> {
      const router = verificationRouter({
        service: { ...service, results: async () => ({ task, version: 'v1', rows: 1, content }) },
        authenticator,
      });
      return serve(express().use(compression(), router));
    }

    it('is compressed, and begins before it has ended', async () => {
      const [begun, sendBegun] = signal();
      async function* content() {
        yield BEGINNING;
        await begun;
        yield Buffer.from('the end');
      }
      const reply = await download(await serveResult(content()));
      expect(reply.headers['content-encoding']).toBe('gzip');
      reply.once('data', sendBegun);
      const whole = gunzipSync(await buffer(reply));
      // toEqual would compare a million bytes for seconds.
      expect(whole.equals(Buffer.concat([BEGINNING, Buffer.from('the end')]))).toBe(true);
    });

    it('is released when the client leaves', async () => {
      const [left, sendLeft] = signal();
      async function* content() {
        try {
          for (;;) yield BEGINNING;
        } finally {
          sendLeft();
        }
      }
      const reply = await download(await serveResult(content()));
      reply.once('data', () => reply.destroy());
      await left;
    });

    it('that fails is a broken transfer, not an end', async () => {
      async function* content() {
        yield BEGINNING;
        throw new Error('the store is down');
      }
      // Little of it fits into a compressed block, so it may break off before anything was sent.
      const reply = async () => buffer(await download(await serveResult(content())));
      await expect(reply()).rejects.toMatchObject({ code: 'ECONNRESET' });
    });
  },
);
