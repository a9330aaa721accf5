import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeHandler } from './node-handler.js';
import {
  ADA,
  contactShared,
  delivery,
  message,
  SECRET_TOKEN,
  signature,
  telegram,
  VERIFY_TOKEN,
  whatsapp,
} from './receiver.fixture.js';
import type { Receiver } from './receiver.js';

const BODY = JSON.stringify(delivery({ messages: [message({ text: { body: 'Grüezi 😀' } })] }));
const SIGNED = { 'x-hub-signature-256': signature(BODY), 'content-type': 'application/json' };

async function listen(listener: RequestListener): Promise<AddressInfo & { readonly url: string }> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  // An address of a listening TCP server is no text and not null.
  const address = server.address() as AddressInfo;
  return { ...address, url: `http://127.0.0.1:${address.port}` };
}

/** A host's parser in front of the webhook. */
function behind(
  parse: (request: IncomingMessage, bytes: Buffer) => object,
  { handler }: ReturnType<typeof whatsapp>,
  errors: unknown[] = [],
): RequestListener {
  return async (request, response) => {
    Object.assign(request, parse(request, await buffer(request)));
    nodeHandler(handler)(request, response, (error) => {
      errors.push(error);
      response.writeHead(500).end();
    });
  };
}

describe('nodeHandler', () => {
  it('takes a webhook over node:http', async () => {
    const webhook = whatsapp();
    const { url } = await listen(nodeHandler(webhook.handler));

    const response = await fetch(url, { method: 'POST', body: BODY, headers: SIGNED });

    expect([response.status, await response.text()]).toEqual([200, '']);
    expect(await webhook.known()).toMatchObject([{ number: ADA, app: 'whatsapp' }]);
  });

  it('hands the query and headers on, and the answer back', async () => {
    const { url } = await listen(nodeHandler(whatsapp().handler));
    const query = new URLSearchParams({
      'hub.mode': 'subscribe',
      'hub.verify_token': VERIFY_TOKEN,
      'hub.challenge': '1158201444',
    });
    const response = await fetch(`${url}/any/path?${query}`);
    expect([response.status, await response.text()]).toEqual([200, '1158201444']);
    expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  });

  it('takes bodies in pieces, one after the other over one connection', async () => {
    const webhook = telegram();
    const { port } = await listen((request, response) => {
      const late: Receiver = async (incoming) => {
        // The buffers are full before anything is read.
        while (!request.isPaused()) await new Promise(setImmediate);
        return webhook.handler(incoming);
      };
      nodeHandler(late)(request, response);
    });
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    onTestFinished(() => {
      socket.destroy();
    });
    const text = JSON.stringify(contactShared());
    // An unread body is longer than the buffers.
    for (const [secret, body, answered] of [
      ['wrong', text.padEnd(500_000), '401'],
      [SECRET_TOKEN, text, '200'],
    ] as const) {
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\nX-Telegram-Bot-Api-Secret-Token: ${secret}\r\n`);
      socket.write('Transfer-Encoding: chunked\r\n\r\n');
      const pieceChars = Math.ceil(body.length / 50);
      for (let start = 0; start < body.length; start += pieceChars) {
        const piece = body.slice(start, start + pieceChars);
        socket.write(`${piece.length.toString(16)}\r\n${piece}\r\n`);
      }
      socket.write('0\r\n\r\n');
      const [answer] = await once(socket, 'data');
      expect(String(answer).slice(9, 12)).toBe(answered);
    }
    expect(await webhook.known()).toMatchObject([{ number: ADA, app: 'telegram' }]);
  });

  it.each([
    ['says so', `Content-Length: ${4 * 1024 * 1024}`, ''],
    ['does not say so', 'Transfer-Encoding: chunked', `${(4 * 1024 * 1024).toString(16)}\r\n`],
  ])('answers a body that is too large and %s, and then the next request', async (_, header, before) => {
    const { port } = await listen(nodeHandler(whatsapp().handler));
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    onTestFinished(() => {
      socket.destroy();
    });
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: ${signature('')}\r\n`);
    socket.write(`${header}\r\n\r\n${before}`);
    socket.write(Buffer.alloc(4 * 1024 * 1024 - 1));
    expect(String((await once(socket, 'data'))[0]).slice(9, 12)).toBe('413');

    socket.write(before === '' ? '.' : '.\r\n0\r\n\r\n');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(String((await once(socket, 'data'))[0]).slice(9, 12)).toBe('403');
  });

  it('reads no more than 64 MiB of a body that it has refused', async () => {
    const mib = 1024 * 1024;
    const { port } = await listen(nodeHandler(telegram().handler));
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    const answer = once(socket, 'data');
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${200 * mib}\r\n\r\n`);
    const closed = new Promise((resolve) => socket.on('error', () => {}).on('close', resolve));
    const piece = Buffer.alloc(mib);
    let sent = 0;
    const sendNext = (error?: Error | null): void => {
      if (error !== undefined && error !== null) return;
      sent += 1;
      // The test ends here if the server continues.
      if (sent > 150) socket.destroy();
      else socket.write(piece, sendNext);
    };
    sendNext();
    expect(String((await answer)[0]).slice(9, 12)).toBe('401');
    await closed;
    expect(sent).toBeGreaterThanOrEqual(64);
    expect(sent).toBeLessThan(100);
  });

  it('continues when a client leaves in the middle of a body', async () => {
    const webhook = whatsapp();
    const answered: number[] = [];
    const { port, url } = await listen(
      nodeHandler(async (request) => {
        const response = await webhook.handler(request);
        answered.push(response.status);
        return response;
      }),
    );
    const socket = connect(port, '127.0.0.1');
    socket.write(
      `POST / HTTP/1.1\r\nHost: x\r\nX-Hub-Signature-256: ${signature('')}\r\nContent-Length: 9\r\n\r\n{`,
    );
    await once(socket, 'ready');
    await new Promise((resolve) => setImmediate(resolve));
    socket.destroy();

    const response = await fetch(url, { method: 'POST', body: BODY, headers: SIGNED });

    expect(response.status).toBe(200);
    await expect.poll(() => answered.toSorted()).toEqual([200, 400]);
    expect(webhook.errors).toEqual([]);
  });

  it.each([
    [
      'rawBody, beside the result of a parser',
      (_: IncomingMessage, rawBody: Buffer) => ({ rawBody, body: JSON.parse(String(rawBody)) }),
    ],
    ['the bytes as body', (_: IncomingMessage, body: Buffer) => ({ body })],
  ])('works behind a parser that leaves %s', async (_, parse) => {
    const webhook = whatsapp();
    const { url } = await listen(behind(parse, webhook));
    const response = await fetch(url, { method: 'POST', body: BODY, headers: SIGNED });
    expect(response.status).toBe(200);
    expect(await webhook.known()).toHaveLength(1);
  });

  it('reports a parser that has not kept the bytes to the host', async () => {
    const errors: unknown[] = [];
    const parse = (_: IncomingMessage, bytes: Buffer) => ({ body: JSON.parse(String(bytes)) });
    const { url } = await listen(behind(parse, whatsapp(), errors));
    const response = await fetch(url, { method: 'POST', body: BODY, headers: SIGNED });
    expect(response.status).toBe(500);
    expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('in front of it') })]);
  });

  it.each(['HEAD', 'TRACE', 'DELETE'])('refuses %s', async (method) => {
    const { port } = await listen(nodeHandler(whatsapp().handler));
    const socket = connect(port, '127.0.0.1').setEncoding('latin1');
    onTestFinished(() => {
      socket.destroy();
    });
    socket.write(`${method} / HTTP/1.1\r\nHost: x\r\n\r\n`);
    const [answer] = await once(socket, 'data');
    expect(String(answer).slice(9, 12)).toBe('405');
  });
});
