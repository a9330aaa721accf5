import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type AttackScene, count, type Tally } from './attack.js';

/** The pause after a closed connection. */
const AGAIN_AFTER_MS = 50;

export interface Asked {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

/** The request of a single check. */
export const CHECK = {
  method: 'POST',
  path: '/v1/verify',
  headers: { 'content-type': 'application/json' },
  body: '{"phone":"+14155550123"}',
} as const;

/** The request of an upload. */
export function upload(
  content: string | Uint8Array,
  { name = 'list.csv', path = '/v1/verify/batch' } = {},
): Asked {
  const boundary = 'dialproof-drill';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.from(content),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  return { method: 'POST', path, headers, body };
}

/** The text of a request, in latin1. `declaredBytes` is the length that it declares. */
export function requestText(
  { body = '', headers = {}, method = 'GET', path }: Asked,
  token: string,
  declaredBytes = body.length,
): string {
  const all = { host: 'localhost', authorization: `Bearer ${token}`, ...headers };
  const length = method === 'POST' ? { 'content-length': String(declaredBytes) } : {};
  const lines = Object.entries({ ...all, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${Buffer.from(body).toString('latin1')}`;
}

/** A list of numbers that the sandbox knows, each with a note of `noteLength` characters. */
export function numberList(rows: number, noteLength = 0): string {
  const note = 'x'.repeat(noteLength);
  const lines = Array.from({ length: rows }, (_, row) => `+1415${2_000_000 + row},customer ${row}${note}`);
  return `phone,note\n${lines.join('\n')}\n`;
}

/** Sends a request, and resolves to the status of its reply; undefined if no complete one arrived. */
export function statusOf(
  port: number,
  own: string,
  asked: Asked,
  options: { agent: Agent; localAddress?: string },
) {
  const { method = 'GET', path, token = own, headers = {}, body = '' } = asked;
  return new Promise<number | undefined>((resolve) => {
    const fail = () => resolve(undefined);
    const length = method === 'POST' ? { 'content-length': String(Buffer.byteLength(body)) } : {};
    const all = { authorization: `Bearer ${token}`, ...headers, ...length };
    const sent = request({ host: '127.0.0.1', port, method, path, headers: all, ...options });
    sent.on('error', fail).on('close', fail);
    sent.on('response', (reply) => {
      reply.on('error', fail).on('end', () => resolve(reply.statusCode));
      reply.resume();
    });
    sent.end(body);
  });
}

/** Runs this many concurrent clients. Each sends its next request after the whole last reply. `next` makes the requests. */
export async function ask(scene: AttackScene, clients: number, next: () => Asked): Promise<void> {
  const { port, signal, sized, tally, token } = scene;
  const agent = new Agent({ keepAlive: true });
  signal.addEventListener('abort', () => agent.destroy());
  const client = async () => {
    while (!signal.aborted) {
      const status = await statusOf(port, token, next(), { agent });
      if (signal.aborted) return;
      count(tally, status ?? 'broken off');
      if (status === undefined) await pause(AGAIN_AFTER_MS, signal);
    }
  };
  await Promise.all(Array.from({ length: sized(clients) }, client));
}

/**
 * Keeps this many connections open, all with the same behaviour. It replaces each one that the server closes. A connection reads nothing by
 * itself. Everything that `behave` starts has to end when its socket closes.
 */
export async function crowd(
  { port, signal, sized, tally }: AttackScene,
  connections: number,
  behave: (socket: Socket) => void,
): Promise<void> {
  const place = async () => {
    while (!signal.aborted) {
      // `signal` ends it, also while it is being opened.
      const socket = connect({ port, host: '127.0.0.1', signal });
      let end = 'not connected';
      socket.on('error', () => {}).pause();
      socket.once('connect', () => {
        end = 'closed by the server';
        behave(socket);
      });
      // `once` of node:events is not used, since it rejects if a connection is reset.
      await new Promise((resolve) => socket.once('close', resolve));
      if (!signal.aborted) count(tally, end);
      await pause(AGAIN_AFTER_MS, signal);
    }
  };
  await Promise.all(Array.from({ length: sized(connections) }, place));
}

/** Sends a piece at intervals as long as a connection is open. */
export function drip(socket: Socket, piece: string, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.once('close', () => clearInterval(timer));
}

/** Reads everything that arrives, and counts the replies in it. `onReplies` gets the number that have begun in each piece. */
export function countReplies(
  socket: Socket,
  tally: Tally,
  onReplies: (count: number) => void = () => {},
): void {
  let tail = '';
  socket.setEncoding('latin1').on('data', (text: string) => {
    const all = tail + text;
    let [end, begun] = [0, 0];
    for (const match of all.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      count(tally, match[1] ?? '');
      begun += 1;
      end = match.index + match[0].length;
    }
    // The received text may end with the beginning of a status line.
    tail = all.slice(Math.max(end, all.length - 'HTTP/1.1 200'.length));
    if (begun > 0) onReplies(begun);
  });
  socket.resume();
}

/** Waits, at most until the attack ends. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}
