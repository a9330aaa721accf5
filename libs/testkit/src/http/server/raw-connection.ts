import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { MountedServer } from './mounted-server.js';
import { FORM_TYPE } from './sample-files.js';

/** A TCP connection on which a case can send any bytes. */
export interface RawConnection {
  readonly socket: Socket;
  /** Resolves when the operating system has taken the bytes. */
  send(bytes: string | Uint8Array): Promise<void>;
  /** Resolves to the received text once it matches. Rejects when the connection ends before. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves to all that was received, when the server has closed the connection. */
  whole(): Promise<string>;
}

export async function rawConnection(baseUrl: string): Promise<RawConnection> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  let text = '';
  let isOver = false;
  socket.setEncoding('latin1').on('data', (chunk) => {
    text += chunk;
  });
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('close', () => {
    isOver = true;
  });
  // `until` reports a reset, since it finds the connection closed.
  socket.on('error', () => {});
  await once(socket, 'connect');
  return {
    socket,
    send: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    async until(pattern) {
      while (!pattern.test(text)) {
        if (isOver) assert.fail(`the connection ended after ${JSON.stringify(text)}`);
        await Promise.race([over, new Promise((resolve) => socket.once('data', resolve))]);
      }
      return text;
    },
    async whole() {
      await over;
      return text;
    },
  };
}

/** The head of a request with a body. `headers` come on top of the token. */
export function requestHead(
  method: string,
  url: string,
  { token, ...headers }: Readonly<Record<string, string>>,
): string {
  const { host, pathname } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const authorization = token === undefined ? '' : `authorization: Bearer ${token}\r\n`;
  return `${method} ${pathname} HTTP/1.1\r\nhost: ${host}\r\n${authorization}${lines.join('')}\r\n`;
}

/** A connection on which an upload has begun, with the head of its request. */
export async function beginUpload(
  { baseUrl }: MountedServer,
  token: string,
  headers: Readonly<Record<string, string>>,
): Promise<RawConnection> {
  const connection = await rawConnection(baseUrl);
  const all = { token, 'content-type': FORM_TYPE, ...headers };
  await connection.send(requestHead('POST', `${baseUrl}/v1/verify/batch`, all));
  return connection;
}
