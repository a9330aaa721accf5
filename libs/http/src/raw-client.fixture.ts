import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection on which a test sends what it likes, byte by byte. */
export interface RawClient {
  readonly socket: Socket;
  /** What has come back so far. */
  received(): string;
  send(bytes: string | Uint8Array): void;
  /** Resolves to what has come back once it matches. Rejects when the connection ends before. */
  until(pattern: RegExp): Promise<string>;
  /** Resolves to all that came back when the server has closed, rejects if it reset the connection. */
  closed(): Promise<string>;
}

export async function rawClient(port: number): Promise<RawClient> {
  const socket = connect({ port, host: '127.0.0.1' });
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  const ended = new Promise<string>((resolve, reject) => {
    socket.on('close', () => resolve(text)).on('error', reject);
  });
  ended.catch(() => {});
  await once(socket, 'connect');
  return {
    socket,
    received: () => text,
    send: (bytes) => void socket.write(bytes),
    closed: () => ended,
    async until(pattern) {
      while (!pattern.test(text)) {
        const over = await Promise.race([once(socket, 'data').then(() => false), ended.then(() => true)]);
        if (over && !pattern.test(text))
          throw new Error(`the connection ended after ${JSON.stringify(text)}`);
      }
      return text;
    },
  };
}
