import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { rawConnection } from '../../server/raw-connection.js';
import type { AttackScene } from './attack.js';
import type { Tally } from './tally.js';

/** The pause between a closed connection and the next one. */
const AGAIN_AFTER_MS = 50;

/**
 * Keeps this many connections open, all with the same behaviour. It replaces each one that the server closes. Everything that `behave`
 * starts has to end when its socket closes.
 */
export async function crowd(
  { port, signal, sized, tally }: AttackScene,
  connections: number,
  behave: (socket: Socket) => void,
): Promise<void> {
  const place = async () => {
    while (!signal.aborted) {
      const socket = await rawConnection(port, signal).catch(() => undefined);
      if (socket === undefined) tally.count('not connected');
      else await spend(socket, signal, tally, behave);
      await pause(AGAIN_AFTER_MS, signal);
    }
  };
  await Promise.all(Array.from({ length: sized(connections) }, place));
}

async function spend(
  socket: Socket,
  signal: AbortSignal,
  tally: Tally,
  behave: (socket: Socket) => void,
): Promise<void> {
  // `once` of node:events is not used, since it rejects if a connection is reset.
  const closed = new Promise((resolve) => socket.once('close', resolve));
  tally.count('connections');
  behave(socket);
  await closed;
  if (!signal.aborted) tally.count('closed by the server');
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
    let end = 0;
    let count = 0;
    for (const match of all.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
      tally.count(match[1] ?? '');
      count += 1;
      end = match.index + match[0].length;
    }
    // The received text may end with the beginning of a status line.
    tail = all.slice(Math.max(end, all.length - 'HTTP/1.1 200'.length));
    if (count > 0) onReplies(count);
  });
  socket.resume();
}

/** Waits, at most until the attack ends. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => {});
}
