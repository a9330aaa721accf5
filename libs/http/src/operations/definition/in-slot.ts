import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '@dialproof/core';
import type { HttpReply } from '../../message/http-message.js';
import { untilOver } from '../../message/watched-content.js';
import type { OperationCall } from './operation-call.js';

/**
 * Makes a reply in a slot of its account, for a stream or a download. The slot is taken before the store is read, so that a refusal costs little. It is released when
 * the reply's stream has ended or broken off, or at once if the reply is no stream.
 */
export async function inSlot(
  { accountId, parts, request }: Pick<OperationCall<unknown, unknown>, 'accountId' | 'parts' | 'request'>,
  kind: 'streams' | 'downloads',
  answer: () => Promise<HttpReply>,
): Promise<HttpReply> {
  const release = parts[kind].take(accountId);
  try {
    const reply = await answer();
    if (typeof reply.body === 'string') {
      release();
      return reply;
    }
    const transfer = new Transfer({ clock: parts.clock, timeoutMs: parts.stallTimeoutMs });
    const content = untilOver(reply.body, release, request.signal);
    return { ...reply, body: transfer.send(content), stalled: transfer.stalled };
  } catch (error) {
    release();
    throw error;
  }
}

const PIECE_BYTES = 65_536;

interface TransferOptions {
  readonly clock: Clock;
  /** A client that reads nothing for this time has stalled. */
  readonly timeoutMs: number;
}

/** Content that is being sent to one client. It is broken off when the client stalls. */
export class Transfer {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  readonly #stalling = new AbortController();

  constructor({ clock, timeoutMs }: TransferOptions) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
  }

  /** Aborted when the client has stalled: the content is left then, and the connection is to be cut. */
  get stalled(): AbortSignal {
    return this.#stalling.signal;
  }

  /**
   * The same content in pieces of at most 64 KiB. Call it once. It is broken off when the next piece, or the first one, is not requested in
   * time: a host may drop a reply. Time counts only while the server waits for the client. Not a generator: a waiting generator would not
   * release the content when it is left.
   */
  send(whole: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    let pieces: AsyncIterator<Uint8Array> | undefined;
    let rest: Uint8Array = Buffer.alloc(0);
    let isLeft = false;
    let bytesInTurn = 0;
    const begun = () => (pieces ??= whole[Symbol.asyncIterator]());
    const breakOff = (): void => {
      this.#stalling.abort();
      // The client has left, so the error concerns nobody.
      leave().catch(() => {});
    };
    // The timer must not keep the process alive.
    const wait = () => this.#clock.schedule(this.#timeoutMs, breakOff, { isBackground: true });
    let cancelWait = wait();
    const leave = async (): Promise<IteratorReturnResult<undefined>> => {
      isLeft = true;
      cancelWait();
      await begun().return?.();
      return { done: true, value: undefined };
    };
    const next = async (): Promise<IteratorResult<Uint8Array, undefined>> => {
      cancelWait();
      this.#stalling.signal.throwIfAborted();
      if (rest.length === 0) {
        // Otherwise a result would be rendered without a pause until the connection's buffers are full, which is some megabytes.
        if (bytesInTurn >= PIECE_BYTES) {
          bytesInTurn = 0;
          await nextTurn();
        }
        const { done, value } = await begun().next();
        if (done) return { done: true, value: undefined };
        rest = value;
      }
      const piece = rest.subarray(0, PIECE_BYTES);
      rest = rest.subarray(PIECE_BYTES);
      bytesInTurn += piece.length;
      if (!isLeft) cancelWait = wait();
      return { done: false, value: piece };
    };
    return { [Symbol.asyncIterator]: () => ({ next, return: leave }) };
  }
}
