import { connect, type Socket } from 'node:net';
import type { RawInput } from './raw-input.js';
import { readReplies } from './read-replies.js';

export interface Exchange {
  /** The received bytes, as latin1 text. */
  readonly received: string;
  /** Whether it was answered, or the connection closed, within the bound. */
  readonly ended: boolean;
}

/** After this time without a complete reply, an input counts as an incomplete request, and nothing more is sent. */
const PATIENCE_MS = 100;

/** One client: sends inputs one after another, over one connection while that is possible. */
export class RawClient {
  readonly #port: number;
  readonly #boundMs: number;
  #socket: Socket | undefined;

  constructor(port: number, boundMs: number) {
    this.#port = port;
    this.#boundMs = boundMs;
  }

  exchange({ bytes, keepAlive }: RawInput): Promise<Exchange> {
    const socket = this.#socket ?? connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    this.#socket = undefined;
    const mayBeHead = bytes.includes('HEAD');
    return new Promise((resolve) => {
      let received = '';
      const settle = (ended: boolean) => {
        clearTimeout(bound);
        clearTimeout(patience);
        socket.removeAllListeners().on('error', () => {});
        if (ended && keepAlive && socket.writable && socket.readable) this.#socket = socket;
        else socket.destroy();
        resolve({ received, ended });
      };
      const bound = setTimeout(() => settle(false), this.#boundMs);
      const patience = setTimeout(() => socket.end(), PATIENCE_MS);
      socket.setEncoding('latin1');
      socket.on('data', (text: string) => {
        received += text;
        const { replies, rest } = readReplies(received, mayBeHead);
        if (rest !== '' || (replies.at(-1)?.status ?? 0) < 200) return;
        // For a new connection, its end is awaited too, since it is part of the judgement.
        if (keepAlive && replies.at(-1)?.headers.get('connection') !== 'close') settle(true);
        else socket.end();
      });
      socket.on('error', () => settle(true));
      socket.on('close', () => settle(true));
      socket.write(bytes);
    });
  }

  close(): void {
    this.#socket?.destroy();
  }
}
