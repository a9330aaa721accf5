import type { MessagePort } from 'node:worker_threads';
import { DialproofError } from '../../model/errors.js';
import type { SubmitParts } from '../intake/upload-parts.js';
import { sentError } from './sent-error.js';
import type { PartsAnswers, PartsCall, PartsMessage, Refusal } from './upload-messages.js';

interface PendingCall {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: CallFailed) => void;
}

/** A call of a part has failed. Why, its own thread knows. */
class CallFailed extends DialproofError {
  readonly id: number;

  constructor(id: number) {
    super('upload_interrupted');
    this.id = id;
  }
}

/** The parts of an upload as the thread has them that reads its bytes: every use is a call through the port. A preview uses the content alone. */
export class RemoteParts implements SubmitParts {
  readonly onPiece = undefined;
  readonly content: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => this.#pieces() };
  readonly #port: MessagePort;
  readonly #ended = new AbortController();
  readonly #pending = new Map<number, PendingCall>();
  #calls = 0;
  /** The next piece, which is asked for while the last one is read. */
  #ahead: Promise<Uint8Array | undefined> | undefined;
  /** A block is on its way to the other thread while the next one is read. */
  #lastAppend: Promise<undefined> | undefined;

  constructor(port: MessagePort) {
    this.#port = port;
    port.on('message', (message: PartsMessage) => this.#take(message));
  }

  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  async begin(): Promise<void> {
    await this.#call({ method: 'begin' });
  }

  /** Resolves when the other thread has taken the block before. */
  async append(index: number, block: Uint8Array): Promise<void> {
    await this.appended();
    const owned = ownedBytes(block);
    this.#lastAppend = handled(this.#call({ method: 'append', index, block: owned }, [owned.buffer]));
  }

  /** Resolves when the other thread has taken all blocks. */
  async appended(): Promise<void> {
    await this.#lastAppend;
  }

  async availableCredits(): Promise<number> {
    return await this.#call({ method: 'availableCredits' });
  }

  /** What to tell of an error with which the reading ended. */
  async refusal(error: unknown): Promise<Refusal> {
    // The reader did not wait for it, and would have failed with it before.
    const first = await this.appended().then(
      () => error,
      (failed) => failed,
    );
    return first instanceof CallFailed ? { failedCall: first.id } : { error: sentError(first) };
  }

  #pieces(): AsyncIterator<Uint8Array> {
    return {
      next: async () => {
        const value = await (this.#ahead ?? this.#call({ method: 'next' }));
        if (value === undefined) return { done: true, value };
        this.#ahead = handled(this.#call({ method: 'next' }));
        return { done: false, value };
      },
      return: async () => {
        await this.#call({ method: 'close' });
        return { done: true, value: undefined };
      },
    };
  }

  #call<Method extends PartsCall['method']>(
    call: Extract<PartsCall, { method: Method }>,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<PartsAnswers[Method]> {
    const id = this.#calls;
    this.#calls += 1;
    return new Promise((resolve, reject) => {
      // The answer to a call is of its method: the other side is `ThreadedUpload`.
      this.#pending.set(id, { resolve: resolve as PendingCall['resolve'], reject });
      this.#port.postMessage({ kind: 'call', id, call }, transfer);
    });
  }

  #take(message: PartsMessage): void {
    if (message.kind === 'abort') {
      this.#ended.abort();
      return;
    }
    const call = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.kind === 'answer') call?.resolve(message.value);
    else call?.reject(new CallFailed(message.id));
  }
}

/** The bytes in memory of their own, which can be handed over: small Buffers share theirs. */
function ownedBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes;
  const isOwn = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength;
  return isOwn ? new Uint8Array(buffer) : new Uint8Array(bytes);
}

/** A promise that may reject before anybody waits for it. */
function handled<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => undefined);
  return promise;
}
