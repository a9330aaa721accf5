import { connect, type Socket } from 'node:net';
import { type Attack, count } from './attack.js';
import { type RawInput, rawInput } from './raw-input.js';
import { judgeReplies, readReplies } from './raw-replies.js';

interface Exchange {
  /** The received bytes, as latin1 text. */
  readonly received: string;
  /** Whether it was answered, or the connection was closed, in time. */
  readonly ended: boolean;
}

const INPUTS = 50_000;
const CLIENTS = 24;
/** The limit for an answer or a close. The server closes stalled requests after a second. */
const BOUND_MS = 10_000;
/** After this time without a complete reply, an input counts as an incomplete request, and nothing more is sent. */
const PATIENCE_MS = 100;
const TOLD_CHARACTERS = 400;

/** Requests as bytes: paths, headers, bodies, forms and lengths that are valid, odd or damaged. */
export const DAMAGED_REQUESTS: Attack = {
  name: 'damaged requests',
  // Without rates, the inputs get far.
  settings: { DIALPROOF_RATES: 'off', DIALPROOF_REGISTRATION: 'open', DIALPROOF_IDLE_TIMEOUT_MS: '1000' },
  endsByItself: true,
  async run({ doneTaskId, port, seed, signal, sized, tally, token }) {
    const names = { token, taskId: doneTaskId };
    const inputs = sized(INPUTS);
    let next = 0;
    const client = async () => {
      const connection = new RawClient(port);
      while (next < inputs && !signal.aborted) {
        const index = next++;
        const input = rawInput(seed, index, names);
        const { received, ended } = await connection.exchange(input);
        if (signal.aborted) break;
        const replies = readReplies(received, input.bytes.includes('HEAD'));
        for (const { status } of replies.replies) count(tally, status);
        if (received === '') count(tally, 'closed by the server');
        const wrong = ended ? judgeReplies(replies) : `neither answered nor closed in ${BOUND_MS} ms`;
        const told = JSON.stringify(input.bytes.toString('latin1').slice(0, TOLD_CHARACTERS));
        if (wrong !== undefined) tally.violations.push(`input ${index} of the seed, ${told}: ${wrong}`);
      }
      connection.close();
    };
    await Promise.all(Array.from({ length: CLIENTS }, client));
  },
};

/** One client: sends inputs one after another, over one connection while that is possible. */
class RawClient {
  readonly #port: number;
  #socket: Socket | undefined;

  constructor(port: number) {
    this.#port = port;
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
      const bound = setTimeout(() => settle(false), BOUND_MS);
      const patience = setTimeout(() => socket.end(), PATIENCE_MS);
      socket.setEncoding('latin1');
      socket.on('data', (text: string) => {
        received += text;
        const { replies, rest } = readReplies(received, mayBeHead);
        if (rest !== '' || (replies.at(-1)?.status ?? 0) < 200) return;
        // Without `keepAlive`, the end of the connection is judged too, so it is awaited.
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
