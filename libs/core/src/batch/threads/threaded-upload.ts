import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { UploadContent } from '../../tables/upload-content.js';
import type { SubmitParts } from '../intake/upload-parts.js';
import { receivedError } from './sent-error.js';
import type {
  PartsAnswers,
  PartsCall,
  PartsMessage,
  Refusal,
  ThreadMessage,
  UploadResult,
} from './upload-messages.js';

/** A larger piece is sent in several: each is copied, since its memory is the sender's. */
const PIECE_BYTES = 64 * 1024;

/** The parts that only a submit has. */
type DraftParts = Pick<SubmitParts, 'begin' | 'append' | 'availableCredits'>;

/** An upload that is read in another thread, seen from the thread of its request, where its parts are. */
export class ThreadedUpload {
  /** The thread's end of the port. */
  readonly remotePort: MessagePort;
  readonly #port: MessagePort;
  readonly #content: UploadContent;
  readonly #signal: AbortSignal;
  readonly #draft: DraftParts | null;
  /** What calls have failed with. It stays here, so that whoever called sees the error that was thrown. */
  readonly #failures = new Map<number, unknown>();
  /** Writes to the store under way. */
  readonly #writes = new Set<Promise<unknown>>();
  readonly #result: Promise<UploadResult>;
  #resolve: (result: UploadResult) => void = () => undefined;
  #reject: (error: unknown) => void = () => undefined;
  /** Read of the content, and not sent yet. */
  #rest: Buffer = Buffer.alloc(0);

  /** The draft is null for a preview. */
  constructor(content: UploadContent, signal: AbortSignal, draft: DraftParts | null) {
    this.#content = content;
    this.#signal = signal;
    this.#draft = draft;
    this.#result = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.remotePort = port2;
  }

  /** Answers the thread until it has read the file. When this settles, nothing of the upload goes on here. */
  async result(): Promise<UploadResult> {
    const signal = this.#signal;
    const onAbort = (): void => this.#send({ kind: 'abort' });
    this.#port.on('message', (message: ThreadMessage) => this.#take(message));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    try {
      return await this.#result;
    } finally {
      signal.removeEventListener('abort', onAbort);
      this.#port.close();
      await Promise.allSettled(this.#writes);
    }
  }

  /** Ends it with this error, since its thread has ended. */
  lose(error: unknown): void {
    this.#reject(error);
  }

  #take(message: ThreadMessage): void {
    switch (message.kind) {
      case 'call':
        void this.#serve(message.id, message.call);
        return;
      case 'read':
        this.#resolve(message.result);
        return;
      case 'refused':
        this.#reject(this.#errorOf(message.refusal));
        return;
      default:
        message satisfies never;
    }
  }

  async #serve(id: number, call: PartsCall): Promise<void> {
    try {
      const value = await this.#answer(call);
      this.#send({ kind: 'answer', id, value }, value instanceof Uint8Array ? [value.buffer] : []);
    } catch (error) {
      this.#failures.set(id, error);
      this.#send({ kind: 'failed', id });
    }
  }

  async #answer(call: PartsCall): Promise<PartsAnswers[keyof PartsAnswers]> {
    switch (call.method) {
      case 'next':
        return await this.#nextPiece();
      case 'close':
        await this.#content.close();
        return undefined;
      case 'begin':
        await this.#write(this.#draftParts.begin());
        return undefined;
      case 'append':
        await this.#write(this.#draftParts.append(call.index, asBuffer(call.block)));
        return undefined;
      case 'availableCredits':
        return await this.#draftParts.availableCredits();
      default:
        return call satisfies never;
    }
  }

  get #draftParts(): DraftParts {
    if (this.#draft === null) throw new TypeError('a preview has no draft');
    return this.#draft;
  }

  /** Whoever clears up after the upload waits for what is being written. */
  async #write(writing: Promise<void>): Promise<void> {
    this.#writes.add(writing);
    try {
      await writing;
    } finally {
      this.#writes.delete(writing);
    }
  }

  async #nextPiece(): Promise<Uint8Array<ArrayBuffer> | undefined> {
    while (this.#rest.length === 0) {
      const piece = await this.#content.next();
      if (piece === undefined) return undefined;
      this.#rest = piece;
    }
    const piece = new Uint8Array(this.#rest.subarray(0, PIECE_BYTES));
    this.#rest = this.#rest.subarray(PIECE_BYTES);
    return piece;
  }

  #errorOf(refusal: Refusal): unknown {
    return 'error' in refusal ? receivedError(refusal.error) : this.#failures.get(refusal.failedCall);
  }

  #send(message: PartsMessage, transfer: readonly ArrayBuffer[] = []): void {
    this.#port.postMessage(message, transfer);
  }
}

/** Bytes that came through a port, as a store is given them. */
export function asBuffer({ buffer, byteLength, byteOffset }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}
